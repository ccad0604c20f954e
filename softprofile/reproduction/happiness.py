"""Life evaluation by wealth and freedom: Section 5, Figures 5 and 6 and Appendix C of the paper.

Here a point is a country, not a configuration (World Happiness Report 2025, year 2024). Countries whose GDP or freedom
is missing or was rescaled to 0 are excluded, because both are log-transformed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import figures, page
from softprofile.reproduction.happiness_claims import PAPER_YEAR, QUANTILES, claims, gdp_thresholds
from softprofile.reproduction.page import Page, number, point
from softprofile.reproduction.pair import Pair, fit_pair

if TYPE_CHECKING:
    import pandas as pd

NAME = "happiness"
INPUTS = {"log_gdp_per_capita": "GDP", "freedom": "freedom"}
TARGET = {"life_evaluation": "life evaluation"}


def reproduce(folder: Path, *, recompute: bool = False, jobs: int = 1) -> Path:
    """Write the figures, the table, the fits and the page of the example.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    recompute : bool, default False
        Without effect: the data themselves are the surface, so there are no models to fit again.
    jobs : int, default 1
        Without effect, for the same reason.

    Returns
    -------
    Path
        The page.
    """
    from softprofile.datasets import load_happiness

    return write(folder, load_happiness().data)


def write(folder: Path, data: pd.DataFrame) -> Path:
    """Fit both boundaries to the countries of the year and write all output of the example.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    data : DataFrame
        The report's table of all years.

    Returns
    -------
    Path
        The page.
    """
    kept, left_out = select_countries(data)
    pair = fit_pair(kept[list(INPUTS.values())], kept[next(iter(TARGET.values()))])
    figures.draw_boundaries(pair, folder / f"{NAME}.png")
    figures.draw_sides(pair, folder / f"{NAME}-sides.png")
    sides = {f"side_{kind}": fitted.sides for kind, fitted in pair._asdict().items()}
    kept.assign(**sides).to_csv(folder / f"{NAME}.csv", index=False)
    described = {f"{NAME}.csv": "the countries and the side of each", **pair.write(folder, NAME)}
    return _page(kept, left_out, pair, described).write(folder / f"{NAME}.md")


def select_countries(data: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Select the countries of the year with GDP and freedom above 0.

    Parameters
    ----------
    data : DataFrame
        The report's table of all years.

    Returns
    -------
    kept : DataFrame
        Country, GDP, freedom and life evaluation, one row per country.
    left_out : list of str
        Names of the countries excluded.
    """
    table = data.loc[data["year"] == PAPER_YEAR, ["country", *INPUTS, *TARGET]].rename(columns={**INPUTS, **TARGET})
    usable = (table[list(INPUTS.values())] > 0).all(axis=1)
    return table[usable].reset_index(drop=True), sorted(table.loc[~usable, "country"])


def _page(kept: pd.DataFrame, left_out: list[str], pair: Pair, described: dict[str, str]) -> Page:
    countries = {kind: _nearest_country(kept, fitted) for kind, fitted in pair._asdict().items()}
    found = Page(
        "Happiness: life evaluation by wealth and freedom",
        f"Where does life evaluation reach its upper level? Over {len(kept)} countries, the representative point (GDP, "
        f"freedom) is {point(pair.quadratic.representative_point)} with the quadratic boundary, nearest to "
        f"{countries['quadratic']}, and {point(pair.network.representative_point)} with the network, nearest to "
        f"{countries['network']}. The two boundaries agree on the side of {pair.same_side} countries. The paper prints "
        "no numbers for this example.",
    )
    found.add(
        page.figure(f"{NAME}.png", "Life evaluation by GDP and freedom, with both boundaries"),
        "Section 5, upper panels of Figure 5 of the paper. GDP and freedom are the report's rescaled contributions, on "
        "logarithmic axes.",
    )
    found.claims = claims(kept, left_out, pair)
    found.section(
        "The representative points",
        pair.points_table({"life evaluation": kept["life evaluation"]}),
        f"{pair.agreement()} The nearest country is {countries['quadratic']} for the quadratic boundary and "
        f"{countries['network']} for the network. {_apart_sentence(kept, pair)}",
        *pair.notes(),
    )
    found.section(
        "The threshold of GDP",
        "The table shows the GDP at which the boundary is crossed, at several quantiles of freedom. The statement is "
        "tested between the first and the last quantile at which there is one threshold.",
        _threshold_table(kept, pair),
    )
    found.section(
        "Two densities (Appendix C)",
        page.figure(f"{NAME}-sides.png", "Life evaluation on either side of each boundary, and the fitted densities"),
        pair.densities_table(),
        "The model has a common standard deviation for both sides; the last column shows that of the countries on each "
        "side.",
    )
    found.section(
        "Where we differ, and why",
        page.bullets(
            [
                "The paper gives this example in figures only, so there are no numbers to compare.",
                "The two groups of countries overlap, so no boundary separates them cleanly. The network is flexible "
                "enough to bend around single countries, which the quadratic is not, and this moves its representative "
                "point.",
            ]
        ),
    )
    found.section("How it was made", page.command(f"softprofile reproduce {NAME}"), page.files(described))
    return found


def _nearest_country(kept: pd.DataFrame, fitted: BoundaryFit) -> str:
    return str(kept["country"].iloc[fitted.nearest_index()])


def _apart_sentence(kept: pd.DataFrame, pair: Pair) -> str:
    apart = kept["country"][pair.quadratic.sides != pair.network.sides].tolist()
    return f"On different sides: {', '.join(sorted(apart))}." if apart else ""


def _threshold_table(kept: pd.DataFrame, pair: Pair) -> str:
    rows = []
    for quantile in QUANTILES:
        freedom = float(kept["freedom"].quantile(quantile))
        crossed = [
            " and ".join(number(value) for value in gdp_thresholds(fitted, freedom)) or page.NOTHING for fitted in pair
        ]
        rows.append([f"{100 * quantile:.0f} %", number(freedom), *crossed])
    return page.table(["quantile", "freedom", *(f"GDP, {kind}" for kind in pair._asdict())], rows)
