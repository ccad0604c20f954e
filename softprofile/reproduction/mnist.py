"""Neural networks on the MNIST digits: Section 3.3, Table 3 and Appendix B of the paper.

The network and its training are in `softprofile.reproduction.dropout_network`, presets and grids of (r, c) in
`softprofile.reproduction.digit_surface`. Here r is the dropout rate of the hidden layers and c is the upper bound on
the norm of a row of weights. Errors are in %, on the training images and on the 10,000 test images.

During training, intermediate results are kept in the folder ``checkpoints``. It is removed after the page is written,
so the next ``--recompute`` trains all networks again.
"""

from __future__ import annotations

import shutil
import warnings
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from softprofile.datasets.bundled import load_surface
from softprofile.reproduction import digit_record, figures, page
from softprofile.reproduction.digit_surface import (
    BUNDLED,
    BUNDLED_PRESET,
    NAME,
    PRESETS,
    Preset,
    compute_surface,
    described,
)
from softprofile.reproduction.dropout_network import (
    CLASSES,
    INPUT_DROPOUT,
    MAX_NORM_EPSILON,
    PIXELS,
    Schedule,
)
from softprofile.reproduction.good_region import extent
from softprofile.reproduction.literal import literal_section
from softprofile.reproduction.mnist_claims import (
    PAPER_LARGEST_RATE,
    PAPER_NEAREST,
    PAPER_POINT,
    PAPER_SMALLEST_NORM,
    PAPER_TEST_ERROR,
    claims,
)
from softprofile.reproduction.page import Compared, Page, number, point
from softprofile.reproduction.pair import Pair, compared_points, fit_pair
from softprofile.reproduction.surface import page_command, write_table
from softprofile.surfaces.surface import Surface
from softprofile.util.errors import InputError, NoBoundaryError, SoftProfileWarning, require_choice

if TYPE_CHECKING:
    import pandas as pd


CHECKPOINTS = "checkpoints"

# Upper bounds on the gradient of a weight that the section on T considers; its text discusses the typical one.
_GRADIENTS = (1.0, 0.1, 0.01, 0.001)
_TYPICAL_GRADIENT = 0.01


def reproduce(folder: Path, *, recompute: bool = False, jobs: int = 1, preset: str | None = None) -> Path:
    """Write the figure, the surface, the fits and the page of the example.

    Parameters
    ----------
    folder : Path
        Existing output folder. During training it also holds the checkpoints.
    recompute : bool, default False
        Train the networks of the preset, except those that an earlier, interrupted call finished, instead of using the
        surface stored in the package.
    jobs : int, default 1
        Number of networks trained in parallel.
    preset : str, optional
        One of `PRESETS`, by default "desk". Other presets need `recompute`.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    InputError
        If the preset is unknown, or if it is not "desk" and `recompute` is False.
    """
    chosen = require_choice(BUNDLED_PRESET if preset is None else preset, PRESETS, "preset")
    if not recompute:
        if chosen != BUNDLED_PRESET:
            raise InputError(
                f"the package contains only the surface of the preset {BUNDLED_PRESET!r}: add --recompute to train "
                f"the networks of {chosen!r}."
            )
        return write(folder, load_surface(BUNDLED))
    checkpoints = folder / CHECKPOINTS / chosen
    written = write(folder, compute_surface(checkpoints, preset=chosen, jobs=jobs))
    shutil.rmtree(checkpoints)
    if not any(checkpoints.parent.iterdir()):
        checkpoints.parent.rmdir()
    return written


def write(folder: Path, surface: Surface) -> Path:
    """Fit both boundaries to a surface and write all output of the example.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    surface : Surface
        Errors over (r, c).

    Returns
    -------
    Path
        The page.
    """
    table = surface.table
    pair = fit_pair(table[["r", "c"]], table["train_error"])
    figures.draw_errors(pair, table["train_error"], table["test_error"], folder / f"{NAME}.png")
    files = {**write_table(surface, folder, NAME), **pair.write(folder, NAME)}
    return _page(surface, pair, files).write(folder / f"{NAME}.md")


def _page(surface: Surface, pair: Pair, files: dict[str, str]) -> Page:
    table = surface.table
    preset = PRESETS[surface.provenance.preset]
    nearest = pair.quadratic.nearest_index()
    schedule = preset.schedule
    found = Page(
        "MNIST: networks with dropout and max-norm",
        "How much dropout (r) and how tight a bound on the weights (c) can a network take before its training error "
        f"rises? The representative point (r, c) is {point(pair.quadratic.representative_point)} with the quadratic "
        f"boundary and {point(pair.network.representative_point)} with the network; the paper's is roughly "
        f"({PAPER_POINT['r']}, {PAPER_POINT['c']}). The evaluated network nearest to it has a test error of "
        f"{table['test_error'].iloc[nearest]:.2f} %; the paper's has about {PAPER_TEST_ERROR} %. {_scale(surface)}",
    )
    found.add(
        page.figure(f"{NAME}.png", "Training and test error by r and c, with both boundaries"),
        "Section 3.3, Figure 4 of the paper. Left: training error, to which the boundaries are fitted. Right: the same "
        "boundaries over the test error.",
    )
    found.claims = claims(surface, pair)
    found.section(
        "Comparison with the paper",
        page.comparison(row for kind in pair._asdict() for row in _compared(kind, pair, table)),
        pair.points_table({"training error (%)": table["train_error"], "test error (%)": table["test_error"]}),
        pair.agreement(),
        *pair.notes(),
    )
    found.section("What is the same as in the paper", page.bullets(_shared(preset)))
    found.section(
        "What is different",
        _scales_table(surface.provenance.preset),
        page.bullets(_differences(surface)),
    )
    found.section("Networks of the paper's width", *digit_record.described(digit_record.load_record()))
    found.section("Sensitivity to the range of the grid", *_ranges(table))
    found.section("How many steps T are needed", *_meaning_of_steps(schedule, surface.provenance.preset))
    found.section("The literal procedure", *literal_section(pair))
    found.section(
        "How it was made",
        page.command(page_command(surface, NAME)),
        described(surface),
        page.files(files),
    )
    return found


def _scale(surface: Surface) -> str:
    preset = surface.provenance.preset
    ours, paper = PRESETS[preset].schedule, PRESETS["paper"].schedule
    if ours == paper:
        return "Networks and training are the same as in the paper."
    return (
        f"Our networks have {ours.hidden:,} units per hidden layer and are trained for {ours.steps:,} steps; the "
        f"paper's have {paper.hidden:,} units and {paper.steps:,} steps. This is the preset `{preset}`: "
        f"{PRESETS[preset].words}."
    )


def _compared(kind: str, pair: Pair, table: pd.DataFrame) -> list[Compared]:
    fitted = pair._asdict()[kind]
    nearest = fitted.nearest_index()
    reach = extent(fitted)
    return [
        *compared_points(kind, fitted, PAPER_POINT, PAPER_NEAREST),
        Compared(f"test error there, {kind}", PAPER_TEST_ERROR, float(table["test_error"].iloc[nearest]), " %"),
        Compared(f"largest r on side 1, {kind}", PAPER_LARGEST_RATE, _or_end(reach["r"][1], table["r"].max())),
        Compared(f"smallest c on side 1, {kind}", PAPER_SMALLEST_NORM, _or_end(reach["c"][0], table["c"].min())),
    ]


def _or_end(value: float, end: float) -> float | str:
    return f"{number(end)} (end of the grid)" if np.isclose(value, end) else value


def _shared(preset: Preset) -> list[str]:
    paper = PRESETS["paper"]
    images = (
        "All 60,000 training and 10,000 test images; errors are evaluated without dropout."
        if preset.images is None
        else "All 10,000 test images; errors are evaluated without dropout."
    )
    return [
        f"The network of Eq. (15): {PIXELS} inputs, two hidden layers of equal size with ReLU, {CLASSES} outputs, and "
        "the cross-entropy loss.",
        f"Dropout as in Appendix B.1: {INPUT_DROPOUT} of the inputs and r of each hidden layer; the values kept are "
        "divided by one minus the rate.",
        "Table 3: a momentum step, then every row of all three weight matrices rescaled by min(1, c / (norm + "
        f"{number(MAX_NORM_EPSILON)})).",
        f"The formulas of both schedules, which start at a learning rate of {number(paper.schedule.learning_rate(1))} "
        f"and a momentum of {number(paper.schedule.momentum(1))}; mini-batches of {preset.schedule.batch_size} images.",
        images,
        "The initialisation: biases 0, weights N(0, 1/sqrt(number of inputs)). We read the second parameter as the "
        f"standard deviation, so that rows start with a norm of about 1. As a variance it would give "
        f"{number(PIXELS**0.25, 2)} for the first layer and {number(paper.schedule.hidden**0.25, 2)} for the others of "
        "the paper's network: larger than any c here, so that the first step would shrink every row to c.",
    ]


def _scales_table(name: str) -> str:
    paper, ours = PRESETS["paper"], PRESETS[name]
    rows = [
        ["units per hidden layer", *(f"{each.schedule.hidden:,}" for each in (paper, ours))],
        ["steps, T", *(f"{each.schedule.steps:,}" for each in (paper, ours))],
        ["steps in which the learning rate halves", *(f"{each.schedule.half_life:,}" for each in (paper, ours))],
        ["steps in which the momentum rises", *(f"{each.schedule.momentum_ramp:,}" for each in (paper, ours))],
        ["sum of all learning rates", *(number(_total_rate(each.schedule)) for each in (paper, ours))],
        ["training images", *("60,000" if each.images is None else f"{each.images:,}" for each in (paper, ours))],
        ["r", "not printed", ", ".join(map(number, ours.rates))],
        ["c", "not printed", ", ".join(map(number, ours.norms))],
    ]
    return page.table(["", "paper", f"preset `{name}`"], rows)


def _total_rate(schedule: Schedule) -> float:
    return schedule.remaining_learning_rate(0) - schedule.remaining_learning_rate(schedule.steps)


def _differences(surface: Surface) -> list[str]:
    ours, paper = PRESETS[surface.provenance.preset].schedule, PRESETS["paper"].schedule
    differences = [
        "The paper does not print its grid. The grid of the preset `paper` contains the paper's nearest point, "
        f"({PAPER_NEAREST['r']}, {PAPER_NEAREST['c']}).",
        "We use one seed: all configurations start with the same weights and see the same images in the same order, "
        "drawn with replacement. The paper states neither how often a network was trained nor how images are drawn.",
    ]
    if ours != paper:
        share = _total_rate(ours) / _total_rate(paper)
        differences.insert(
            0,
            f"The learning rates of all steps sum to {number(100 * share, 2)} % of the paper's. Rows of weights start "
            "with a norm of about 1 and grow less, so the same c binds less. The training error should therefore level "
            "off at a smaller c than in the paper.",
        )
        binding = _binding(surface.table)
        if binding:
            differences.insert(1, binding)
    return differences


def _binding(table: pd.DataFrame) -> str:
    """Average effect of c at each end of its range, or nothing if the table is too small."""
    square: Any = table.pivot_table(index="r", columns="c", values="train_error")
    found = []
    steps = list(pairwise(square.columns))
    for lower, upper in steps[:1] + steps[-1:]:
        change = (square[upper] - square[lower]).dropna()
        if change.empty:
            return ""
        found.append(f"{change.mean():+.2f} points from c = {number(lower)} to {number(upper)}")
    return f"On average over r, the training error changes by {' and by '.join(found)}."


def _ranges(table: pd.DataFrame) -> list[str]:
    """Compare the representative points of the whole grid and of grids without the edges of large errors."""
    r, c = table["r"], table["c"]
    inner_r, inner_c = r < r.max(), c > c.min()
    parts = {
        "all": r > 0,
        f"without r = {number(r.max())}": inner_r,
        f"without c = {number(c.min())}": inner_c,
        "without either": inner_r & inner_c,
    }
    rows = []
    for name, kept in parts.items():
        part = table[kept].reset_index(drop=True)
        rows.append([name, str(len(part)), *_points_or_reason(part)])
    return [
        "The paper fits its boundaries over a *critical range* of r and c, which it does not print. The model has two "
        "levels of error, so a few configurations far above all others can form one side by themselves:",
        page.table(["configurations", "number", "representative (r, c), quadratic", "network"], rows),
        "An asterisk marks a fit with caveats, such as centres of gravity on the same side.",
    ]


def _points_or_reason(part: pd.DataFrame) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        try:
            pair = fit_pair(part[["r", "c"]], part["train_error"])
        except (InputError, NoBoundaryError):
            return ["none: too few configurations"] * 2
    return [point(fitted.representative_point) + (" *" if fitted.messages else "") for fitted in pair]


def _meaning_of_steps(schedule: Schedule, name: str) -> list[str]:
    paper = PRESETS["paper"].schedule
    weight = 1 / paper.hidden**0.5
    rows = [
        [f"{t:,}", f"{paper.learning_rate(t + 1):.2g}", f"{paper.remaining_learning_rate(t):.3g}"]
        for t in (0, 100_000, 200_000, paper.steps)
    ]
    still = {gradient: paper.standstill(weight, gradient / (1 - _last_momentum(paper))) for gradient in _GRADIENTS}
    step = still[_TYPICAL_GRADIENT]
    moved = _TYPICAL_GRADIENT / (1 - _last_momentum(paper)) * paper.remaining_learning_rate(step)
    parts = [
        f"The learning rate halves every {paper.half_life:,} steps, so all learning rates after step t sum to about "
        f"{paper.remaining_learning_rate(0):.0f} x 0.5^(t/{paper.half_life:,}), however long training lasts:",
        page.table(["t", "next learning rate", "sum of all later ones"], rows),
        "Weights are stored in single precision: a change of less than half a unit in the last place is rounded away. "
        f"Consider a weight of the initial size in the hidden layers, 1/sqrt({paper.hidden:,}) = "
        f"{number(weight)}, and a gradient of at most g. Then the momentum is at most g / (1 - "
        f"{number(_last_momentum(paper))}) = {number(1 / (1 - _last_momentum(paper)))} g, and the weight no longer "
        "changes from this step on:",
        page.table(
            ["largest gradient g", "no change from step", "share of T"],
            [[number(g), f"{t:,}", f"{100 * t / paper.steps:.0f} %"] for g, t in still.items()],
        ),
        f"So with gradients of at most {number(_TYPICAL_GRADIENT)}, T = {paper.steps:,} could be reduced to {step:,}, "
        f"about {_fraction(step / paper.steps)} of it, without changing such a weight. A gradient twice as large, or a "
        f"weight half as large, adds {paper.half_life:,} steps, so weights near 0 still change. But all later steps "
        f"together move no weight by more than {moved:.1g}, {100 * moved / weight:.1g} % of the initial size, and only "
        "images on which the network is almost undecided could change class. If nothing else changes a row, the "
        "max-norm step stops changing it too. All this assumes the size of the gradients, which was not measured on "
        "the paper's network.",
    ]
    if schedule != paper:
        left = 100 * schedule.remaining_learning_rate(schedule.steps) / schedule.remaining_learning_rate(0)
        same = round(schedule.steps / schedule.half_life * paper.half_life)
        parts.append(
            f"The preset `{name}` stops after {number(schedule.steps / schedule.half_life)} halvings, with "
            f"{left:.2g} % of the sum of learning rates still to come. In the paper's schedule this is step {same:,}."
        )
    return parts


def _last_momentum(schedule: Schedule) -> float:
    return schedule.momentum(schedule.momentum_ramp + 1)


def _fraction(share: float) -> str:
    """Express a share as a simple fraction in words if possible, otherwise in %."""
    words = {2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 6: "a sixth"}
    return words.get(round(1 / share), f"{100 * share:.0f} %")
