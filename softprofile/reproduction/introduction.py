"""Elbows in one and two dimensions: Figure 1 of the paper, and what it says about all examples (Sections 2 and 4).

The paper shows no data for the scree plot of Figure 1(a). Here it is the training error of the forest fires example
along one penalty, at the smallest value of the other.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from softprofile.datasets.bundled import load_surface
from softprofile.fitting.elbow import Elbow
from softprofile.fitting.find_elbow import elbow
from softprofile.reproduction import co_emission, figures, happiness, page, trends
from softprofile.reproduction.claims import data_here
from softprofile.reproduction.forest_fires_surface import BUNDLED, compute_surface
from softprofile.reproduction.introduction_claims import Example, claims
from softprofile.reproduction.page import Page, number
from softprofile.reproduction.pair import dents, fit_pair
from softprofile.reproduction.penalty_lines import growth_in_both_directions
from softprofile.reproduction.surface import origin
from softprofile.surfaces.surface import Surface
from softprofile.util.errors import SoftProfileWarning

if TYPE_CHECKING:
    import pandas as pd

NAME = "introduction"

#: Bundled surfaces of the three examples of Section 3, which are about hyper-parameters.
TUNED: dict[str, str] = {"forest-fires": "forest-fires-enet", "parkinson": "parkinson-svm", "mnist": "mnist-dropout"}


def reproduce(folder: Path, *, recompute: bool = False, jobs: int = 1) -> Path:
    """Write the figure, the scree plot's table and the page.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    recompute : bool, default False
        Fit the elastic nets of Figure 1 again instead of using the surface stored in the package. The fits that the
        statements of Section 4 are about always use the stored surfaces.
    jobs : int, default 1
        Number of worker processes.

    Returns
    -------
    Path
        The page.
    """
    surface = compute_surface(jobs=jobs) if recompute else load_surface(BUNDLED)
    return write(folder, surface, fit_examples())


def fit_examples() -> dict[str, Example]:
    """Fit both boundaries to every example whose data are on this machine.

    Returns
    -------
    dict of str to Example
        By name: the three tuned models, then CO emission, and happiness if its file is here.
    """
    from softprofile.datasets import load_co_emission, load_happiness
    from softprofile.datasets.happiness import HAPPINESS

    found = {}
    # Caveats of a fit are on the page of its example.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        for name, bundled in TUNED.items():
            surface = load_surface(bundled)
            train, test = surface.metrics[:2]
            pair = fit_pair(surface.table[list(surface.parameters)], surface.table[train])
            found[name] = Example(pair, surface.table[test].to_numpy())
        if data_here(HAPPINESS):
            kept, _ = happiness.select_countries(load_happiness().data)
            found["happiness"] = Example(fit_pair(kept[["GDP", "freedom"]], kept["life evaluation"]))
        table = load_co_emission().data.rename(columns=co_emission.COLUMNS)
        found["co-emission"] = Example(fit_pair(table[["ethanol", "AFR"]], table["CO"]))
    return found


def write(folder: Path, surface: Surface, examples: Mapping[str, Example]) -> Path:
    """Find the turning point of the scree plot and write all output.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    surface : Surface
        Errors over (lambda1, lambda2).
    examples : mapping of str to Example
        Fits of the examples, for the statements about all of them.

    Returns
    -------
    Path
        The page.
    """
    line = scree(surface.table)
    split = elbow(line["train_mse"], np.log10(line["lambda1"]))
    ramp = elbow(line["train_mse"], np.log10(line["lambda1"]), shape="ramp")
    marks = {
        f"elbow (Eq. 2), {number(10**split.threshold)}": 10**split.threshold,
        f"corner of a ramp, {number(10**ramp.threshold)}": 10**ramp.threshold,
    }
    figures.draw_introduction(line, surface.table[["lambda1", "lambda2", "train_mse"]], marks, folder / f"{NAME}.png")
    line.to_csv(folder / f"{NAME}.csv", index=False)
    return _page(surface, line, split, ramp, examples).write(folder / f"{NAME}.md")


def scree(table: pd.DataFrame) -> pd.DataFrame:
    """Take the training error along lambda1 at the smallest lambda2.

    Parameters
    ----------
    table : DataFrame
        Columns lambda1, lambda2 and train_mse.

    Returns
    -------
    DataFrame
        lambda1 and train_mse, in the order of lambda1.
    """
    smallest = table[table["lambda2"] == table["lambda2"].min()]
    return smallest.sort_values("lambda1")[["lambda1", "train_mse"]].reset_index(drop=True)


def _page(surface: Surface, line: pd.DataFrame, split: Elbow, ramp: Elbow, examples: Mapping[str, Example]) -> Page:
    found = Page(
        "Introduction: one and two hyper-parameters",
        f"Where does a scree plot turn? Along lambda1 of the elastic nets on forest fires, the one-dimensional method "
        f"(Eq. 2) splits the training error after lambda1 = {number(10**split.threshold)}. A ramp, which models where "
        f"the rise begins instead of cutting it in its middle, turns at {number(10**ramp.threshold)}. The statements "
        f"about all examples are tested on {len(examples)} of them: {', '.join(examples)}.",
    )
    found.add(
        page.figure(f"{NAME}.png", "A scree plot with its turning point, and contours over two penalties"),
        "Section 1, Figure 1 of the paper. Left: average training MSE along lambda1 at the smallest lambda2, with the "
        "turning point as a dashed line. Right: the same error over both penalties; its boundary is on the page of the "
        "forest fires.",
    )
    found.claims = claims(surface.table, line, split, examples)
    found.section(
        "The two boundaries of every example",
        "Distances are in standard deviations of the transformed coordinates. The dents of a boundary are the share of "
        "the range that the convex hull of a side takes from the other side; without dents, one side is convex.",
        _pairs_table(examples),
    )
    found.section(
        "Where we differ, and why",
        page.bullets(
            [
                "The paper shows no data for Figure 1(a), so the left panel is another curve of the same kind.",
                "Slow growth at first is measured on logarithmic axes, which the paper uses for fitting (Section "
                f"2.6.2). {_on_linear_axes(surface.table)}",
                "The numbers of mnist are those of the surface in the package; its page says how it was trained.",
            ]
        ),
    )
    described = {f"{NAME}.csv": "the scree plot"}
    found.section(
        "How it was made",
        page.command(f"softprofile reproduce {NAME}"),
        origin(surface, "elasticnet"),
        page.files(described),
    )
    return found


def _on_linear_axes(table: pd.DataFrame) -> str:
    """State what the same measure gives on linear axes."""
    linear = growth_in_both_directions(table, log=False)
    words = {True: "starts slowly too", False: "does not start slowly"}
    parts = [f"along {along} the growth {words[found.accelerates]}" for along, found in linear.items()]
    return f"On linear axes, {' and '.join(parts)}."


def _pairs_table(examples: Mapping[str, Example]) -> str:
    rows = [
        [
            name,
            f"{pair.same_side} of {len(pair.quadratic.z)}",
            number(pair.distance, 2),
            number(pair.boundary_distance, 2),
            f"{100 * dents(pair.quadratic):.1f} %",
            f"{100 * dents(pair.network):.1f} %",
            trends.shape_of_sides(pair.quadratic).described(),
        ]
        for name, (pair, _) in examples.items()
    ]
    header = [
        "example",
        "points on the same side",
        "distance of the representative points",
        "mean distance of the boundaries",
        "dents, quadratic",
        "dents, network",
        "z on the sides of the quadratic boundary",
    ]
    return page.table(header, rows)
