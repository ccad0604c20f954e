"""CO emission by added ethanol and air-to-fuel ratio: Section 5, Figures 5 and 6 and Appendix C of the paper.

Both inputs have the levels -1, 0 and +1, so they are standardised but not log-transformed. Each of the nine settings
was run twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import figures, page, trends
from softprofile.reproduction.claims import Claim, judged
from softprofile.reproduction.page import Page, number, point
from softprofile.reproduction.pair import Pair, fit_pair

if TYPE_CHECKING:
    import pandas as pd

NAME = "co-emission"
COLUMNS = {"ethanol": "ethanol", "afr": "AFR", "co": "CO"}
LEVELS = {-1: "low", 0: "medium", 1: "high"}

Setting = tuple[int, int]

#: Settings with high emission in the data: ethanol medium or high, and air-to-fuel ratio low or medium.
EXPECTED: frozenset[Setting] = frozenset((ethanol, afr) for ethanol in (0, 1) for afr in (-1, 0))


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


def high_side(fitted: BoundaryFit) -> frozenset[Setting]:
    """Find the settings on side 2, the side with the higher emission.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit of CO over (ethanol, AFR).

    Returns
    -------
    frozenset of tuple of int
        The settings (ethanol, AFR).
    """
    return frozenset((int(ethanol), int(afr)) for ethanol, afr in fitted.U[fitted.sides == 2])


def _page(table: pd.DataFrame, pair: Pair, described: dict[str, str]) -> Page:
    verdicts = {kind: high_side(fitted) == EXPECTED for kind, fitted in pair._asdict().items()}
    found = Page("CO emission: ethanol and air-to-fuel ratio", _summary(pair, verdicts))
    found.add(
        page.figure(f"{NAME}.png", "CO emission by added ethanol and air-to-fuel ratio, with both boundaries"),
        "Section 5, lower panels of Figure 5 of the paper. Each point represents two runs; the contours show their "
        "means.",
    )
    found.claims = _claims(table, pair)
    found.section(
        "The partition",
        "Emission in the two runs of each setting, and in parentheses its side according to each boundary (quadratic, "
        "network):",
        _settings_table(table, pair),
    )
    found.section("Representative points", pair.points_table({"mean CO": _mean_at(table)}), *pair.notes())
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


def _claims(table: pd.DataFrame, pair: Pair) -> list[Claim]:
    fits = pair._asdict()
    means = table.groupby(["ethanol", "AFR"])["CO"].mean()
    settings = {name: sorted(int(level) for level in table[name].unique()) for name in ("ethanol", "AFR")}
    low = {setting: value for setting, value in means.items() if _is_low(setting)}
    high = {setting: value for setting, value in means.items() if not _is_low(setting)}
    test = interaction_test(table)
    shapes = {kind: trends.shape_of_sides(fitted) for kind, fitted in fits.items()}
    normal = {kind: _normality(fitted) for kind, fitted in fits.items()}
    return [
        judged(
            "both variables have the levels -1, 0 and +1",
            "Section 5",
            f"{len(means)} settings, {len(table)} runs; the levels are "
            + " and ".join(f"{', '.join(map(str, levels))} ({name})" for name, levels in settings.items()),
            all(levels == sorted(LEVELS) for levels in settings.values()),
            "the file has other levels",
        ),
        judged(
            "the interaction of ethanol and air-to-fuel ratio is very strong",
            "Section 5",
            f"F = {test.statistic:.1f} with {test.between} and {test.within} degrees of freedom, p = "
            f"{number(test.pvalue, 2)}; it explains {100 * test.share:.0f} % of the variance",
            test.pvalue < 0.001,
            "the F test of the interaction gives a p-value of at least 0.001",
        ),
        judged(
            "CO emission is highest when ethanol is high and AFR is low",
            "Section 5, Figure 5",
            f"highest mean at {_words(means.idxmax())}, {number(float(means.max()))}",
            _as_setting(means.idxmax()) == (1, -1),
            "the highest mean is at another setting",
        ),
        judged(
            "CO emission is lowest when either ethanol is low or AFR is high",
            "Section 5, Figure 5",
            f"the means of these {len(low)} settings go up to {number(max(low.values()))}, those of the other "
            f"{len(high)} down to {number(min(high.values()))}",
            max(low.values()) < min(high.values()),
            "a setting with low ethanol or high AFR has a higher mean than one of the others",
        ),
        judged(
            "the boundaries mark where drops in CO emission have stabilised",
            "Section 5, Figure 5",
            "; ".join(
                f"{kind}: side 2 is "
                + ("that of" if high_side(fitted) == EXPECTED else "not that of")
                + " these others"
                for kind, fitted in fits.items()
            ),
            all(high_side(fitted) == EXPECTED for fitted in fits.values()),
            "at least one boundary divides the settings in another way",
        ),
        judged(
            "the two boundaries agree on how to divide the space",
            "Section 5, Figure 5",
            f"{pair.same_side} of {len(table)} runs are on the same side",
            pair.same_side == len(table),
            "some settings are on different sides",
        ),
        judged(
            "two Gaussians with a common variance are *even a pretty good* model",
            "Appendix C, Figure 6",
            "; ".join(
                f"{kind}: {shapes[kind].described()}, smallest p-value of a Shapiro-Wilk test {normal[kind]:.2f}"
                for kind in fits
            ),
            all(shapes[kind].reasonable and normal[kind] > 0.05 for kind in fits),
            f"at least one boundary fails the criterion {trends.REASONABLE}, or normality is rejected at 5 %",
        ),
    ]


class Interaction(NamedTuple):
    """F test of the interaction of ethanol and air-to-fuel ratio.

    Attributes
    ----------
    statistic, pvalue : float
        Of the F test.
    between, within : int
        Degrees of freedom.
    share : float
        Share of the variance that the interaction explains.
    """

    statistic: float
    pvalue: float
    between: int
    within: int
    share: float


def interaction_test(table: pd.DataFrame) -> Interaction:
    """Test the interaction in a two-way analysis of variance of a balanced design.

    Parameters
    ----------
    table : DataFrame
        Columns ethanol, AFR and CO.

    Returns
    -------
    Interaction
        The test.
    """
    from scipy.stats import f

    y = table["CO"]
    cell = _mean_at(table)
    additive = (
        table.groupby("ethanol")["CO"].transform("mean") + table.groupby("AFR")["CO"].transform("mean") - y.mean()
    )
    levels = (table["ethanol"].nunique(), table["AFR"].nunique())
    between, within = (levels[0] - 1) * (levels[1] - 1), len(y) - levels[0] * levels[1]
    explained, rest = float(np.sum((cell - additive) ** 2)), float(np.sum((y - cell) ** 2))
    statistic = (explained / between) / (rest / within)
    share = explained / float(np.sum((y - y.mean()) ** 2))
    return Interaction(statistic, float(f.sf(statistic, between, within)), between, within, share)


def _normality(fitted: BoundaryFit) -> float:
    """Smaller p-value of the Shapiro-Wilk tests of the two sides."""
    from scipy.stats import shapiro

    return float(min(shapiro(fitted.z[fitted.sides == side]).pvalue for side in (1, 2)))


def _as_setting(setting: object) -> Setting:
    ethanol, afr = np.asarray(setting, dtype=int)
    return int(ethanol), int(afr)


def _is_low(setting: object) -> bool:
    ethanol, afr = _as_setting(setting)
    return ethanol == -1 or afr == 1


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


def _mean_at(table: pd.DataFrame) -> pd.Series[float]:
    return table.groupby(["ethanol", "AFR"])["CO"].transform("mean")


def _words(setting: object) -> str:
    ethanol, afr = _as_setting(setting)
    return f"ethanol {LEVELS[ethanol]}, AFR {LEVELS[afr]}"
