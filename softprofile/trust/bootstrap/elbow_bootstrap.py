"""Bootstrap of the threshold of an elbow."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from softprofile.fitting.elbow import Elbow, allowed_splits
from softprofile.fitting.find_elbow import elbow
from softprofile.trust.bootstrap import coverage
from softprofile.trust.bootstrap.resampling import KINDS, FittedModelSampler, residual_inflation
from softprofile.trust.bootstrap.run_replicates import (
    failure_messages,
    require_level,
    require_not_constant,
    run_replicates,
)
from softprofile.util.errors import NoBoundaryError, require_choice
from softprofile.util.messages import Message, warn
from softprofile.util.read_only import ReadOnlyArrays
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

    def interval(self, level: float = 0.9) -> pd.Series[float]:
        """Compute the percentile interval of the threshold.

        The ends are order statistics of the replicates, so they are values of u.

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
        import pandas as pd

        tail = (1 - require_level(level)) / 2
        low, high = np.quantile(self.thresholds, [tail, 1 - tail], method="inverted_cdf")
        values = {"low": float(low), "estimate": self.elbow.threshold, "high": float(high)}
        return pd.Series(values, name=self.elbow.u_name)

    @property
    def probabilities(self) -> pd.DataFrame:
        """Share of replicates and relative likelihood of each threshold."""
        import pandas as pd

        e = self.elbow
        candidates = np.sort(e.u)[e.splits - 1]
        shares = np.array([np.mean(self.thresholds == candidate) for candidate in candidates])
        index = pd.Index(candidates, name=e.u_name)
        return pd.DataFrame({"probability": shares, "relative likelihood": e.relative_profile}, index=index)

    @property
    def caveat(self) -> str:
        """Coverage of the intervals as measured on simulated sequences, in one paragraph."""
        return coverage.elbow_caveat(self.kind)

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
    order = np.argsort(e.u, kind="stable")
    # The sampler draws for the part before the split first, whichever side it is.
    after = (e.u > e.threshold)[order]
    theta = {1: e.theta[e.first_side], 2: e.theta[3 - e.first_side]}
    sampler = FittedModelSampler(e.z[order], after, theta, e.density, residual_inflation(len(e.z), _PARAMETERS))
    # Fail here rather than in a worker if the density cannot be sampled from.
    sampler.draw(kind, np.random.default_rng(0))
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
