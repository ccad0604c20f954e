"""Life evaluation over wealth and freedom: Section 5, Figures 5 and 6 and Appendix C of the paper.

Here a point is a country, not a configuration: World Happiness Report 2025, year 2024. Countries whose GDP or freedom
is missing or has been rescaled to 0 are left out, since both are logged.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import figures, page
from softprofile.reproduction.page import Compared, Page, number, point
from softprofile.reproduction.pair import Pair, fit_pair

if TYPE_CHECKING:
    import pandas as pd

NAME = "happiness"
YEAR = 2024
INPUTS = {"log_gdp_per_capita": "GDP", "freedom": "freedom"}
TARGET = {"life_evaluation": "life evaluation"}

# As the paper prints them: Appendix C.
_PAPER_COUNTRIES, _PAPER_KEPT = "147", "144"
_PAPER_LEFT_OUT = ("Afghanistan", "Tajikistan", "Venezuela")

_QUANTILES = (0.25, 0.5, 0.75, 0.95)
_LINE_POINTS = 2001


def reproduce(folder: Path, *, recompute: bool = False, jobs: int = 1) -> Path:
    """Write the figures, the table, the fits and the page into the folder; returns the page.

    The data themselves are the surface, so there is nothing to recompute and little to share among jobs.
    """
    from softprofile.datasets import load_happiness

    return write(folder, load_happiness().data)


def write(folder: Path, data: pd.DataFrame) -> Path:
    """Fit both boundaries to the table of all years and write all that belongs to the example."""
    kept, left_out = select_countries(data)
    pair = fit_pair(kept[list(INPUTS.values())], kept[next(iter(TARGET.values()))])
    figures.draw_boundaries(pair, folder / f"{NAME}.png")
    figures.draw_sides(pair, folder / f"{NAME}-sides.png")
    sides = {f"side_{kind}": fitted.sides for kind, fitted in pair._asdict().items()}
    kept.assign(**sides).to_csv(folder / f"{NAME}.csv", index=False)
    described = {f"{NAME}.csv": "the countries, with the side of each", **pair.write(folder, NAME)}
    return _page(kept, left_out, pair, described).write(folder / f"{NAME}.md")


def select_countries(data: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """The countries of the year with GDP and freedom above 0, and the names of those left out."""
    table = data.loc[data["year"] == YEAR, ["country", *INPUTS, *TARGET]].rename(columns={**INPUTS, **TARGET})
    usable = (table[list(INPUTS.values())] > 0).all(axis=1)
    return table[usable].reset_index(drop=True), sorted(table.loc[~usable, "country"])


def gdp_thresholds(fitted: BoundaryFit, freedom: float) -> list[float]:
    """Where, within the range of the data, the boundary is crossed as GDP grows at a given freedom."""
    gdp = np.geomspace(fitted.U[:, 0].min(), fitted.U[:, 0].max(), _LINE_POINTS)
    g = fitted.decision_function(np.column_stack([gdp, np.full(len(gdp), freedom)]))
    before = np.flatnonzero((g[1:] > 0) != (g[:-1] > 0))
    return [float(gdp[k] + (gdp[k + 1] - gdp[k]) * g[k] / (g[k] - g[k + 1])) for k in before]


def _page(kept: pd.DataFrame, left_out: list[str], pair: Pair, described: dict[str, str]) -> Page:
    countries = {kind: _nearest_country(kept, fitted) for kind, fitted in pair._asdict().items()}
    found = Page(
        "Happiness: life evaluation over wealth and freedom",
        f"Where does life evaluation reach its upper level? Over {len(kept)} countries the quadratic boundary has its "
        f"representative point (GDP, freedom) at {point(pair.quadratic.representative_point)}, nearest to "
        f"{countries['quadratic']}, and the network at {point(pair.network.representative_point)}, nearest to "
        f"{countries['network']}; they put {pair.same_side} countries on the same side. The paper prints no figures "
        "here.",
    )
    found.add(
        page.figure(f"{NAME}.png", "Life evaluation over GDP and freedom, with both boundaries"),
        "Section 5, upper panels of Figure 5 of the paper. GDP and freedom are the report's rescaled contributions, on "
        "logarithmic axes.",
    )
    found.section(
        "The paper and this run",
        page.comparison(
            [
                Compared(f"countries in {YEAR}", _PAPER_COUNTRIES, len(kept) + len(left_out)),
                Compared("countries used", _PAPER_KEPT, len(kept)),
            ]
        ),
        _left_out_sentence(left_out),
        pair.points_table({"life evaluation": kept["life evaluation"]}),
        f"{pair.agreement()} The nearest country is {countries['quadratic']} for the quadratic boundary and "
        f"{countries['network']} for the network. {_apart_sentence(kept, pair)}",
        *pair.notes(),
    )
    found.section(
        "What the paper says of freedom",
        '*"A wider perception of freedom to choose can, in fact, lower this threshold"* of GDP. GDP at which the '
        "boundary is crossed, at quantiles of freedom:",
        _threshold_table(kept, pair),
        *_threshold_sentences(kept, pair),
    )
    found.section(
        "Two densities (Appendix C)",
        page.figure(f"{NAME}-sides.png", "Life evaluation on either side of each boundary, and the fitted densities"),
        pair.densities_table(),
        "The paper calls the Gaussian model *not grossly inappropriate* here, with a second mode on the left. One "
        "standard deviation is fitted for both sides; those of the countries on each side stand beside it.",
    )
    found.section(
        "Where we differ, and why",
        page.bullets(
            [
                "The paper gives this example in figures only, so there is no number of it to differ from.",
                "The countries scatter around any boundary: some on either side are alike. The network can bend around "
                "single countries where the quadratic cannot, and its representative point moves along.",
            ]
        ),
    )
    found.section("How it was made", page.command(f"softprofile reproduce {NAME}"), page.files(described))
    return found


def _nearest_country(kept: pd.DataFrame, fitted: BoundaryFit) -> str:
    return str(kept["country"].iloc[fitted.nearest_index()])


def _left_out_sentence(left_out: list[str]) -> str:
    same = sorted(left_out) == sorted(_PAPER_LEFT_OUT)
    named = "the ones that the paper names" if same else f"where the paper names {', '.join(_PAPER_LEFT_OUT)}"
    return f"Left out, because GDP or freedom is missing or 0: {', '.join(left_out)}; {named}."


def _apart_sentence(kept: pd.DataFrame, pair: Pair) -> str:
    apart = kept["country"][pair.quadratic.sides != pair.network.sides].tolist()
    return f"On different sides: {', '.join(sorted(apart))}." if apart else ""


def _threshold_table(kept: pd.DataFrame, pair: Pair) -> str:
    rows = []
    for quantile in _QUANTILES:
        freedom = float(kept["freedom"].quantile(quantile))
        crossed = [
            " and ".join(number(value) for value in gdp_thresholds(fitted, freedom)) or page.NOTHING for fitted in pair
        ]
        rows.append([f"{100 * quantile:.0f} %", number(freedom), *crossed])
    return page.table(["quantile", "freedom", *(f"GDP, {kind}" for kind in pair._asdict())], rows)


def _threshold_sentences(kept: pd.DataFrame, pair: Pair) -> list[str]:
    """For each boundary, whether more freedom goes with a lower threshold."""
    low, high = (float(kept["freedom"].quantile(quantile)) for quantile in (_QUANTILES[0], _QUANTILES[-1]))
    sentences = []
    for kind, fitted in pair._asdict().items():
        at_low, at_high = gdp_thresholds(fitted, low), gdp_thresholds(fitted, high)
        if len(at_low) == len(at_high) == 1:
            verb = "falls" if at_high[0] < at_low[0] else "rises"
            sentences.append(f"The {kind} threshold {verb} from {number(at_low[0])} to {number(at_high[0])}.")
    return [" ".join(sentences)] if sentences else []
