"""Bootstrap of the threshold of an elbow."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import Elbow, allowed_splits
from softprofile.fitting.elbow_curve import curve_threshold
from softprofile.fitting.find_elbow import elbow
from softprofile.fitting.refitting import refit
from softprofile.trust.bootstrap import coverage
from softprofile.trust.bootstrap.curve_sampler import CurveSampler
from softprofile.trust.bootstrap.edges import ReplicateModel, edge_points, model_of
from softprofile.trust.bootstrap.resampling import KINDS, FittedModelSampler, residual_inflation
from softprofile.trust.bootstrap.run_replicates import (
    failure_messages,
    require_level,
    require_not_constant,
    run_replicates,
)
from softprofile.util.errors import InputError, NoBoundaryError, require_choice
from softprofile.util.messages import Message, warn
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.streams import random_stream
from softprofile.util.upward import upward
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from softprofile.report.summaries.summary import Summary

# One threshold and two levels.
_PARAMETERS = 3


@dataclass(frozen=True, eq=False)
class ElbowBootstrap(ReadOnlyArrays):
    """Bootstrap of an elbow: thresholds of replicates.

    Returned by `Elbow.bootstrap`.

    Attributes
    ----------
    elbow : Elbow
        The elbow that was bootstrapped.
    kind : {"residual", "pairs", "parametric"}
        Resampling scheme.
    n : int
        Number of replicates drawn, failed ones included.
    thresholds : ndarray of shape (k,)
        Threshold of each of the k replicates that succeeded.
    failures : dict of str to int
        Number of failed replicates by reason.
    messages : tuple of Message
        Caveats about the result: see `softprofile.Message`.
    parameters : ndarray of shape (k, 2) or None
        Slope and constant of g in each replicate of a transition or a ramp, in standardised u. None for two levels.
    models : tuple of ReplicateModel
        Shape and densities of each replicate of a transition or a ramp. Empty for two levels.

    See Also
    --------
    BoundaryBootstrap : The bootstrap of a boundary in any number of dimensions.

    Examples
    --------
    >>> import softprofile as sp
    >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
    >>> b = e.bootstrap(n=100)
    >>> b.interval().to_dict()
    {'low': 3.0, 'estimate': 5.0, 'high': 6.0}
    """

    elbow: Elbow
    kind: str
    n: int
    thresholds: Array
    failures: dict[str, int] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()
    parameters: Array | None = None
    models: tuple[ReplicateModel, ...] = ()

    def interval(self, level: float = 0.9) -> pd.Series[float]:
        """Compute the percentile interval of the threshold.

        For two levels, the ends are order statistics of the replicates, so they are values of u. The threshold of a
        transition or a ramp may lie between them.

        Parameters
        ----------
        level : float, default 0.9
            Nominal coverage of the interval, between 0 and 1.

        Returns
        -------
        Series
            ``low``, ``estimate`` and ``high``, named after u.

        Raises
        ------
        InputError
            If `level` is not strictly between 0 and 1.

        See Also
        --------
        Elbow.likelihood_interval : An interval from the likelihood alone.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
        >>> b = e.bootstrap(n=100)
        >>> b.interval(level=0.5).to_dict()
        {'low': 5.0, 'estimate': 5.0, 'high': 5.0}
        """
        return self._percentile_interval(self.thresholds, self.elbow.threshold, level)

    def edge_interval(self, tolerance: float | None = None, level: float = 0.9) -> pd.Series[float]:
        """Compute the percentile interval of the edge of a transition or a ramp.

        Parameters
        ----------
        tolerance : float, optional
            Share of the improvement that may be left on the edge, as in `Elbow.edge`.
        level : float, default 0.9
            Nominal coverage of the interval, between 0 and 1.

        Returns
        -------
        Series
            ``low``, ``estimate`` and ``high``, named after u.

        Raises
        ------
        InputError
            If the elbow is one of two levels, `elbow` was not told which values of z are better, or an argument is not
            valid.
        NoBoundaryError
            If no replicate has an edge.

        Examples
        --------
        >>> import softprofile as sp
        >>> z = [5.2, 4.7, 4.5, 3.3, 1.5, 0.8, 0.1, 0.2, -0.1, 0.0]
        >>> b = sp.elbow(z, shape="transition", better="lower").bootstrap(n=50)
        >>> b.edge_interval(tolerance=0.05).round(1).to_dict()
        {'low': 5.9, 'estimate': 6.7, 'high': 7.5}
        """
        curve = self.elbow.curve
        if curve is None or self.parameters is None:
            raise InputError("two levels have no edge but the threshold: use shape='transition' or shape='ramp'.")
        require_level(level)
        edge = curve.edge(tolerance)
        points = edge_points(curve, self.parameters, np.ones(len(self.models)), self.models, edge.tolerance)
        known = points[np.isfinite(points).all(axis=1)]
        if not len(known):
            raise NoBoundaryError("no replicate has an edge: its fitted location of z is the same everywhere.")
        return self._percentile_interval(curve.transform.invert(known)[:, 0], float(edge.point.iloc[0]), level)

    def _percentile_interval(self, replicates: Array, estimate: float, level: float) -> pd.Series[float]:
        import pandas as pd

        tail = (1 - require_level(level)) / 2
        method: Literal["inverted_cdf", "weibull"] = "inverted_cdf" if self.elbow.curve is None else "weibull"
        low, high = np.quantile(replicates, [tail, 1 - tail], method=method)
        return pd.Series({"low": float(low), "estimate": estimate, "high": float(high)}, name=self.elbow.u_name)

    @property
    def probabilities(self) -> pd.DataFrame:
        """Share of replicates and relative likelihood of each threshold.

        For a transition or a ramp, of each split: a threshold counts for the split that it makes.
        """
        import pandas as pd

        e = self.elbow
        ordered = np.sort(e.u)
        candidates = ordered[e.splits - 1]
        if e.curve is None:
            shares = np.array([np.mean(self.thresholds == candidate) for candidate in candidates])
        else:
            made = np.searchsorted(ordered, self.thresholds, side="right")
            shares = np.array([np.mean(made == split) for split in e.splits])
        index = pd.Index(candidates, name=e.u_name)
        return pd.DataFrame({"probability": shares, "relative likelihood": e.relative_profile}, index=index)

    @property
    def caveat(self) -> str:
        """Coverage of the intervals as measured on simulated sequences, in one paragraph."""
        return coverage.elbow_caveat(self.kind, self.elbow.shape)

    def summary(self) -> Summary:
        """Tabulate the intervals and the likeliest thresholds.

        Returns
        -------
        Summary
            Tables with the measured coverage below. ``print`` shows them as text; the methods ``as_text()``,
            ``as_html()`` and ``as_latex()`` return strings.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
        >>> b = e.bootstrap(n=100)
        >>> "likelihood" in b.summary().as_text()
        True
        """
        return upward("report.summaries.bootstrap:summarize_elbow_bootstrap")(self)

    def plot(self, ax: Axes | None = None, level: float = 0.9) -> Axes:
        """Plot the sequence with the interval of its threshold.

        The right axis shows the share of replicates with each threshold (bars) and its relative likelihood (curve).

        Parameters
        ----------
        ax : Axes, optional
            Axes to draw on. By default, a new figure.
        level : float, default 0.9
            Level of the interval.

        Returns
        -------
        Axes
            The axes of the sequence.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
        >>> b = e.bootstrap(n=100)
        >>> b.plot(level=0.8).get_xlabel()
        'index'
        """
        return upward("report.plotting:plot_elbow_bootstrap")(self, ax=ax, level=require_level(level))

    def __repr__(self) -> str:
        low, _, high = self.interval()
        return (
            f"ElbowBootstrap({self.kind}, n={self.n}; {self.elbow.u_name} <= {self.elbow.threshold:g}, "
            f"90 % interval {low:g} to {high:g})"
        )


def bootstrap_elbow(
    e: Elbow, n: int, kind: str, n_jobs: int | None, random_state: int | np.random.Generator | None
) -> ElbowBootstrap:
    """Implement `Elbow.bootstrap`, which documents the arguments."""
    require_choice(kind, KINDS, "kind")
    if e.curve is not None:
        return _bootstrap_curve(e, e.curve, n, kind, n_jobs, random_state)
    order = np.argsort(e.u, kind="stable")
    # The sampler draws for the part before the split first, whichever side it is.
    after = (e.u > e.threshold)[order]
    theta = {1: e.theta[e.first_side], 2: e.theta[3 - e.first_side]}
    sampler = FittedModelSampler(e.z[order], after, theta, e.density, residual_inflation(len(e.z), _PARAMETERS))
    # Fail here rather than in a worker if the density cannot be sampled from.
    sampler.draw(kind, random_stream(0))
    outcome = run_replicates(partial(_replicate, sampler, e.u[order], kind), n, n_jobs, random_state)
    attempted = len(outcome.replicates) + sum(outcome.failures.values())
    messages = failure_messages(outcome.failures, attempted)
    warn(*messages)
    return ElbowBootstrap(e, kind, attempted, np.array(outcome.replicates), outcome.failures, messages)


def _replicate(sampler: FittedModelSampler, u: Array, kind: str, rng: np.random.Generator) -> float:
    """Draw a replicate and return its threshold."""
    sample = sampler.draw(kind, rng)
    require_not_constant(sample.z)
    candidates = u[sample.rows]
    if not len(allowed_splits(len(u), candidates, sampler.density.min_points)):
        raise NoBoundaryError("no split leaves enough points on both sides.")
    return elbow(sample.z, candidates, sampler.density).threshold


class _CurveReplicate(NamedTuple):
    """Threshold, boundary and model of one replicate of a curve."""

    threshold: float
    parameters: Array
    model: ReplicateModel


def _bootstrap_curve(
    e: Elbow, curve: BoundaryFit, n: int, kind: str, n_jobs: int | None, random_state: int | np.random.Generator | None
) -> ElbowBootstrap:
    """Bootstrap a transition or a ramp; each replicate is searched from the curve of the elbow."""
    sampler = CurveSampler(curve)
    outcome = run_replicates(partial(_curve_replicate, sampler, kind), n, n_jobs, random_state)
    attempted = len(outcome.replicates) + sum(outcome.failures.values())
    messages = failure_messages(outcome.failures, attempted)
    warn(*messages)
    thresholds, parameters, models = zip(*outcome.replicates, strict=True)
    return ElbowBootstrap(
        e,
        kind,
        attempted,
        np.array(thresholds),
        outcome.failures,
        messages,
        parameters=np.array(parameters),
        models=models,
    )


def _curve_replicate(sampler: CurveSampler, kind: str, rng: np.random.Generator) -> _CurveReplicate:
    """Draw a replicate of a curve and refit it."""
    sample = sampler.draw(kind, rng)
    require_not_constant(sample.z)
    found = refit(sampler.fit, sample.z, sampler.fit.U[sample.rows], rng=rng, warm=True)
    return _CurveReplicate(curve_threshold(found), found.parameters, model_of(found))
