"""The paper's statements about happiness, each with a verdict that follows from the countries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.reproduction import trends
from softprofile.reproduction.claims import Claim, judged
from softprofile.reproduction.page import number
from softprofile.reproduction.pair import Pair
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

#: The year of the report's data that the paper uses.
PAPER_YEAR = 2024

#: Quantiles of freedom at which the thresholds of GDP are compared.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

# As the paper prints them: Appendix C.
_COUNTRIES, _KEPT = 147, 144
_LEFT_OUT = ("Afghanistan", "Tajikistan", "Venezuela")
# Smallest share of countries on the same side of both boundaries that counts as agreement.
_AGREEMENT = 0.95
# Numbers of bins of the histograms in which a second mode is looked for; the paper's is not known.
_BINS = range(6, 16)
_LINE_POINTS = 2001


def claims(kept: pd.DataFrame, left_out: list[str], pair: Pair) -> list[Claim]:
    """Judge the paper's statements about the example.

    Parameters
    ----------
    kept : DataFrame
        Country, GDP, freedom and life evaluation, one row per country.
    left_out : list of str
        Names of the countries excluded.
    pair : Pair
        Both fits to the life evaluation over (GDP, freedom).

    Returns
    -------
    list of Claim
        The statements.
    """
    fits = pair._asdict()
    share = pair.same_side / len(kept)
    thresholds = {kind: _at_quantiles(kept, fitted) for kind, fitted in fits.items()}
    low = {kind: fitted.theta[1]["mean"] for kind, fitted in fits.items()}
    high = {kind: fitted.theta[2]["mean"] for kind, fitted in fits.items()}
    shapes = {kind: trends.shape_of_sides(fitted) for kind, fitted in fits.items()}
    lower = {kind: fitted.z[fitted.sides == 1] for kind, fitted in fits.items()}
    modes = {kind: smooth_modes(z) for kind, z in lower.items()}
    binned = {kind: sum(second_mode(z, bins) is not None for bins in _BINS) for kind, z in lower.items()}
    return [
        judged(
            f"in {PAPER_YEAR} there are life evaluations of {_COUNTRIES} countries",
            "Appendix C",
            f"{len(kept) + len(left_out)} countries",
            len(kept) + len(left_out) == _COUNTRIES,
            "the file has other rows",
        ),
        judged(
            f"{', '.join(_LEFT_OUT)} are left out, because GDP or freedom is missing or 0; {_KEPT} countries remain",
            "Section 5, Appendix C",
            f"{', '.join(left_out)} are left out; {len(kept)} remain",
            sorted(left_out) == sorted(_LEFT_OUT) and len(kept) == _KEPT,
            "GDP or freedom is missing or 0 in other countries",
        ),
        judged(
            "GDP must reach a threshold for life evaluation to be among the leading group",
            "Section 5, Figure 5",
            "at the median of freedom the boundary is crossed at GDP = "
            + " and ".join(f"{_listed(_crossed(kept, fitted, 0.5))} ({kind})" for kind, fitted in fits.items())
            + "; the levels are "
            + " and ".join(f"{number(low[kind])}, {number(high[kind])} ({kind})" for kind in fits),
            all(_rises_once(kept, fitted) for fitted in fits.values()),
            "at the median of freedom, a boundary is not crossed exactly once from the low to the high level",
        ),
        judged(
            "a wider perception of freedom lowers this threshold",
            "Section 5, Figure 5",
            "; ".join(_change_in_words(kind, crossed) for kind, crossed in thresholds.items()),
            all(_falls(crossed) for crossed in thresholds.values()),
            "for at least one boundary the threshold is higher where freedom is widest, or there are no two to compare",
        ),
        judged(
            "the two boundaries agree on how to divide the countries",
            "Section 5, Figure 5",
            f"{pair.same_side} of {len(kept)} countries are on the same side ({100 * share:.1f} %)",
            share >= _AGREEMENT,
            f"less than {100 * _AGREEMENT:.0f} % of the countries are on the same side",
        ),
        judged(
            "two Gaussians with a common variance are *not a grossly inappropriate model*",
            "Appendix C, Figure 6",
            "; ".join(f"{kind}: {shape.described()}" for kind, shape in shapes.items()),
            all(shape.reasonable for shape in shapes.values()),
            f"at least one boundary fails the criterion {trends.REASONABLE}",
        ),
        judged(
            "there is *a noticeable second mode in the distribution on the left*",
            "Appendix C, Figure 6",
            "modes of the lower side in a kernel density estimate with the usual bandwidth: "
            + " and ".join(f"{count} ({kind})" for kind, count in modes.items()),
            any(count > 1 for count in modes.values()),
            f"a second mode depends on the bins of the histogram, which the paper does not give: of those with "
            f"{min(_BINS)} to {max(_BINS)} bins, "
            + " and ".join(f"{count} of {len(_BINS)} ({kind})" for kind, count in binned.items())
            + " have one",
        ),
    ]


def gdp_thresholds(fitted: BoundaryFit, freedom: float) -> list[float]:
    """Find the values of GDP at which the boundary is crossed, at a given freedom.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit of life evaluation over (GDP, freedom).
    freedom : float
        The fixed value of freedom.

    Returns
    -------
    list of float
        Crossings within the range of the data, in increasing order.
    """
    gdp = np.geomspace(fitted.U[:, 0].min(), fitted.U[:, 0].max(), _LINE_POINTS)
    g = fitted.decision_function(np.column_stack([gdp, np.full(len(gdp), freedom)]))
    before = np.flatnonzero((g[1:] > 0) != (g[:-1] > 0))
    return [float(gdp[k] + (gdp[k + 1] - gdp[k]) * g[k] / (g[k] - g[k + 1])) for k in before]


def _crossed(kept: pd.DataFrame, fitted: BoundaryFit, quantile: float) -> list[float]:
    return gdp_thresholds(fitted, float(kept["freedom"].quantile(quantile)))


def _at_quantiles(kept: pd.DataFrame, fitted: BoundaryFit) -> dict[float, float]:
    """The threshold by quantile of freedom, where the boundary is crossed exactly once."""
    crossed = {quantile: _crossed(kept, fitted, quantile) for quantile in QUANTILES}
    return {quantile: values[0] for quantile, values in crossed.items() if len(values) == 1}


def _falls(thresholds: Mapping[float, float]) -> bool:
    """Whether the threshold at the largest quantile is lower than at the smallest one."""
    values = list(thresholds.values())
    return len(values) > 1 and values[-1] < values[0]


def _change_in_words(kind: str, thresholds: Mapping[float, float]) -> str:
    if len(thresholds) < 2:
        return f"{kind}: fewer than two thresholds"
    (low, first), *_, (high, last) = thresholds.items()
    always = bool(np.all(np.diff(list(thresholds.values())) < 0))
    return (
        f"{kind}: from {number(first)} at the {100 * low:.0f} % quantile of freedom to {number(last)} at the "
        f"{100 * high:.0f} % quantile, {'falling' if always else 'not falling'} at every quantile of the table below"
    )


def _listed(values: list[float]) -> str:
    return " and ".join(number(value) for value in values) or "no value"


def _rises_once(kept: pd.DataFrame, fitted: BoundaryFit) -> bool:
    """Whether the boundary is crossed once at the median of freedom, with the higher level at larger GDP."""
    freedom = float(kept["freedom"].median())
    ends = np.column_stack([[fitted.U[:, 0].min(), fitted.U[:, 0].max()], [freedom, freedom]])
    poor, rich = fitted.decision_function(ends)
    return len(gdp_thresholds(fitted, freedom)) == 1 and bool(poor < rich)


def smooth_modes(z: Array) -> int:
    """Count the modes of a kernel density estimate with Scott's bandwidth.

    Parameters
    ----------
    z : ndarray of shape (n,)
        The values.

    Returns
    -------
    int
        Number of local maxima.
    """
    from scipy.stats import gaussian_kde

    margin = np.ptp(z) / 4
    density = gaussian_kde(z)(np.linspace(z.min() - margin, z.max() + margin, _LINE_POINTS))
    return int(np.sum((density[1:-1] > density[:-2]) & (density[1:-1] > density[2:])))


def second_mode(z: Array, bins: int) -> float | None:
    """Find a second mode in a histogram.

    Parameters
    ----------
    z : ndarray of shape (n,)
        The values.
    bins : int
        Number of bins.

    Returns
    -------
    float or None
        Middle of the bin of the second mode: a bin separated from the highest one by a bin at most half as high as
        itself. None if there is no such bin; the highest of several.
    """
    counts, edges = np.histogram(z, bins=bins)
    top = int(counts.argmax())
    found = []
    for k in range(bins):
        between = counts[min(k, top) + 1 : max(k, top)]
        if len(between) and counts[k] > 0 and between.min() <= counts[k] / 2:
            found.append((int(counts[k]), float((edges[k] + edges[k + 1]) / 2)))
    return max(found)[1] if found else None
