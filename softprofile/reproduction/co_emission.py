"""CO emission over added ethanol and air-to-fuel ratio: Section 5, Figures 5 and 6 and Appendix C of the paper.

Both inputs have the levels -1, 0 and +1, so they are standardised and not logged. Each of the nine settings was run
twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import figures, page
from softprofile.reproduction.page import Page, number, point
from softprofile.reproduction.pair import Pair, fit_pair

if TYPE_CHECKING:
    import pandas as pd

NAME = "co-emission"
COLUMNS = {"ethanol": "ethanol", "afr": "AFR", "co": "CO"}
LEVELS = {-1: "low", 0: "medium", 1: "high"}

Setting = tuple[int, int]

#: What the data show: much CO where ethanol is medium or high and the ratio low or medium.
EXPECTED: frozenset[Setting] = frozenset((ethanol, afr) for ethanol in (0, 1) for afr in (-1, 0))


def reproduce(folder: Path, *, recompute: bool = False, jobs: int = 1) -> Path:
    """Write the figures, the table, the fits and the page into the folder; returns the page.

    The data themselves are the surface, so there is nothing to recompute and little to share among jobs.
    """
    from softprofile.datasets import load_co_emission

    return write(folder, load_co_emission().data)


def write(folder: Path, data: pd.DataFrame) -> Path:
    """Fit both boundaries to the measurements and write all that belongs to the example."""
    table = data[list(COLUMNS)].rename(columns=COLUMNS)
    pair = fit_pair(table[["ethanol", "AFR"]], table["CO"])
    figures.draw_boundaries(pair, folder / f"{NAME}.png")
    figures.draw_sides(pair, folder / f"{NAME}-sides.png")
    sides = {f"side_{kind}": fitted.sides for kind, fitted in pair._asdict().items()}
    table.assign(**sides).to_csv(folder / f"{NAME}.csv", index=False)
    described = {f"{NAME}.csv": "the measurements, with the side of each", **pair.write(folder, NAME)}
    return _page(table, pair, described).write(folder / f"{NAME}.md")


def high_side(fitted: BoundaryFit) -> frozenset[Setting]:
    """The settings (ethanol, AFR) on side 2, that of the larger emission."""
    return frozenset((int(ethanol), int(afr)) for ethanol, afr in fitted.U[fitted.sides == 2])


def _page(table: pd.DataFrame, pair: Pair, described: dict[str, str]) -> Page:
    verdicts = {kind: high_side(fitted) == EXPECTED for kind, fitted in pair._asdict().items()}
    means = table.groupby(["ethanol", "AFR"])["CO"].mean()
    found = Page("CO emission: ethanol and the ratio of air to fuel", _summary(pair, verdicts))
    found.add(
        page.figure(f"{NAME}.png", "CO emission over added ethanol and air-to-fuel ratio, with both boundaries"),
        "Section 5, lower panels of Figure 5 of the paper. Each point stands for two runs; contours are of the means.",
    )
    found.section(
        "The partition",
        "Emission in the two runs of each setting, and the side on which each boundary puts it (quadratic, network):",
        _settings_table(table, pair),
        page.table(
            ["the paper says", "here"],
            [
                ["highest where ethanol is high and AFR is low", f"highest mean at {_words(means.idxmax())}"],
                [
                    "lowest where ethanol is low or AFR is high",
                    f"these settings average {number(_mean_of(table, low=True))}, the others "
                    f"{number(_mean_of(table, low=False))}",
                ],
                ["the two boundaries agree on how to divide the space", pair.agreement()],
            ],
            words=True,
        ),
    )
    found.section("The points", pair.points_table({"mean CO": _mean_at(table)}), *pair.notes())
    found.section(
        "Two densities (Appendix C)",
        page.figure(f"{NAME}-sides.png", "CO emission on either side of each boundary, and the fitted densities"),
        pair.densities_table(),
        "The paper calls the Gaussian model *even a pretty good one* for these data.",
    )
    found.section(
        "Where we differ, and why",
        page.bullets(
            [
                "The paper gives this example in figures only: the partition is what can be compared, and it is "
                + ("the one that the data show." if all(verdicts.values()) else "not the one that the data show."),
                "Only nine settings hold the boundary. Between them it may run anywhere, so its shape, and with it the "
                "representative point, is the choice of the family and of the ridge.",
            ]
        ),
    )
    found.section("How it was made", page.command(f"softprofile reproduce {NAME}"), page.files(described))
    return found


def _summary(pair: Pair, verdicts: dict[str, bool]) -> str:
    partition = "{ethanol medium or high with AFR low or medium}"
    if all(verdicts.values()):
        found = f"Both boundaries separate {partition} from the rest, as the data show"
    else:
        wrong = " and ".join(kind for kind, right in verdicts.items() if not right)
        found = f"The {wrong} boundary does not separate {partition} from the rest, which the data show"
    low, high = (pair.quadratic.theta[side]["mean"] for side in (1, 2))
    return (
        f"Where does the emission of carbon monoxide fall to its lower level? {found}; the fitted levels are "
        f"{number(low)} and {number(high)}. The representative point (ethanol, AFR) is "
        f"{point(pair.quadratic.representative_point, 2)} with the quadratic boundary and "
        f"{point(pair.network.representative_point, 2)} with the network. The paper prints no figures here."
    )


def _settings_table(table: pd.DataFrame, pair: Pair) -> str:
    rows = []
    for afr in sorted(LEVELS, reverse=True):
        cells = [f"AFR {LEVELS[afr]}"]
        for ethanol in LEVELS:
            here = ((table["ethanol"] == ethanol) & (table["AFR"] == afr)).to_numpy()
            runs = " and ".join(number(value) for value in table["CO"][here])
            sides = ", ".join(str(fitted.sides[here][0]) for fitted in pair)
            cells.append(f"{runs} ({sides})")
        rows.append(cells)
    return page.table(["", *(f"ethanol {word}" for word in LEVELS.values())], rows)


def _mean_of(table: pd.DataFrame, *, low: bool) -> float:
    either = (table["ethanol"] == -1) | (table["AFR"] == 1)
    return float(table["CO"][either if low else ~either].mean())


def _mean_at(table: pd.DataFrame) -> pd.Series[float]:
    return table.groupby(["ethanol", "AFR"])["CO"].transform("mean")


def _words(setting: object) -> str:
    ethanol, afr = np.asarray(setting, dtype=int)
    return f"ethanol {LEVELS[int(ethanol)]}, AFR {LEVELS[int(afr)]}"
