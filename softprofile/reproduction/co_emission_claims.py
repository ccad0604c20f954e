"""The paper's statements about CO emission, each with a verdict that follows from the measurements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import trends
from softprofile.reproduction.claims import Claim, judged
from softprofile.reproduction.page import number
from softprofile.reproduction.pair import Pair

if TYPE_CHECKING:
    import pandas as pd

LEVELS = {-1: "low", 0: "medium", 1: "high"}

Setting = tuple[int, int]

#: Settings with high emission in the data: ethanol medium or high, and air-to-fuel ratio low or medium.
EXPECTED: frozenset[Setting] = frozenset((ethanol, afr) for ethanol in (0, 1) for afr in (-1, 0))


def claims(table: pd.DataFrame, pair: Pair) -> list[Claim]:
    """Judge the paper's statements about the example.

    Parameters
    ----------
    table : DataFrame
        Columns ethanol, AFR and CO, one row per run.
    pair : Pair
        Both fits to the emission.

    Returns
    -------
    list of Claim
        The statements.
    """
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


def mean_at_setting(table: pd.DataFrame) -> pd.Series[float]:
    """Compute the mean emission of the runs at the same setting.

    Parameters
    ----------
    table : DataFrame
        Columns ethanol, AFR and CO, one row per run.

    Returns
    -------
    Series
        The mean, one value per run.
    """
    return table.groupby(["ethanol", "AFR"])["CO"].transform("mean")


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
    cell = mean_at_setting(table)
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


def _words(setting: object) -> str:
    ethanol, afr = _as_setting(setting)
    return f"ethanol {LEVELS[ethanol]}, AFR {LEVELS[afr]}"
