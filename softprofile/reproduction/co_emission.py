"""CO emission by added ethanol and air-to-fuel ratio: Section 5, Figures 5 and 6 and Appendix C of the paper.

Both inputs have the levels -1, 0 and +1, so they are standardised but not log-transformed. Each of the nine settings
was run twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from softprofile.reproduction import figures, page
from softprofile.reproduction.co_emission_claims import EXPECTED, LEVELS, claims, high_side, mean_at_setting
from softprofile.reproduction.page import Page, number, point
from softprofile.reproduction.pair import Pair, fit_pair

if TYPE_CHECKING:
    import pandas as pd

NAME = "co-emission"
COLUMNS = {"ethanol": "ethanol", "afr": "AFR", "co": "CO"}


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
    from softprofile.datasets import load_co_emission

    return write(folder, load_co_emission().data)


def write(folder: Path, data: pd.DataFrame) -> Path:
    """Fit both boundaries to the measurements and write all output of the example.

    Parameters
    ----------
    folder : Path
        Existing output folder.
    data : DataFrame of shape (18, 3) or wider
        Measurements with the columns ethanol, afr and co.

    Returns
    -------
    Path
        The page.
    """
    table = data[list(COLUMNS)].rename(columns=COLUMNS)
    pair = fit_pair(table[["ethanol", "AFR"]], table["CO"])
    figures.draw_boundaries(pair, folder / f"{NAME}.png")
    figures.draw_sides(pair, folder / f"{NAME}-sides.png")
    sides = {f"side_{kind}": fitted.sides for kind, fitted in pair._asdict().items()}
    table.assign(**sides).to_csv(folder / f"{NAME}.csv", index=False)
    described = {f"{NAME}.csv": "the measurements and the side of each", **pair.write(folder, NAME)}
    return _page(table, pair, described).write(folder / f"{NAME}.md")


def _page(table: pd.DataFrame, pair: Pair, described: dict[str, str]) -> Page:
    verdicts = {kind: high_side(fitted) == EXPECTED for kind, fitted in pair._asdict().items()}
    found = Page("CO emission: ethanol and air-to-fuel ratio", _summary(pair, verdicts))
    found.add(
        page.figure(f"{NAME}.png", "CO emission by added ethanol and air-to-fuel ratio, with both boundaries"),
        "Section 5, lower panels of Figure 5 of the paper. Each point represents two runs; the contours show their "
        "means.",
    )
    found.claims = claims(table, pair)
    found.section(
        "The partition",
        "Emission in the two runs of each setting, and in parentheses its side according to each boundary (quadratic, "
        "network):",
        _settings_table(table, pair),
    )
    found.section("Representative points", pair.points_table({"mean CO": mean_at_setting(table)}), *pair.notes())
    found.section(
        "Two densities (Appendix C)",
        page.figure(f"{NAME}-sides.png", "CO emission on either side of each boundary, and the fitted densities"),
        pair.densities_table(),
    )
    found.section(
        "Where we differ, and why",
        page.bullets(
            [
                "The paper gives this example in figures only, so only the partition can be compared. It is "
                + ("the one seen in the data." if all(verdicts.values()) else "not the one seen in the data."),
                "Only nine settings determine the boundary. Between them the data do not constrain it, so its shape, "
                "and with it the representative point, depends on the boundary family and on the ridge.",
            ]
        ),
    )
    found.section("How it was made", page.command(f"softprofile reproduce {NAME}"), page.files(described))
    return found


def _summary(pair: Pair, verdicts: dict[str, bool]) -> str:
    partition = "{ethanol medium or high with AFR low or medium}"
    if all(verdicts.values()):
        found = f"Both boundaries separate {partition} from the rest, which agrees with the data"
    else:
        wrong = " and ".join(kind for kind, right in verdicts.items() if not right)
        found = f"The {wrong} boundary does not separate {partition} from the rest, although the data do"
    low, high = (pair.quadratic.theta[side]["mean"] for side in (1, 2))
    return (
        f"Where does the emission of carbon monoxide fall to its lower level? {found}; the fitted levels are "
        f"{number(low)} and {number(high)}. The representative point (ethanol, AFR) is "
        f"{point(pair.quadratic.representative_point, 2)} with the quadratic boundary and "
        f"{point(pair.network.representative_point, 2)} with the network. The paper prints no numbers for this example."
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
