"""How sure the threshold of an elbow is."""

from __future__ import annotations

import warnings
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
from softprofile.util.errors import NoBoundaryError, SoftProfileWarning, require_choice
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.upward import upward
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from softprofile.report.summaries.summary import Summary

# A threshold in one dimension and the two levels.
_PARAMETERS = 3


@dataclass(frozen=True, eq=False)
class ElbowBootstrap(ReadOnlyArrays):
    """Thresholds of replicates of an elbow.

    Attributes
    ----------
    elbow
        The elbow itself.
    kind, n
        How replicates were drawn, and how many.
    thresholds
        The threshold of each replicate that succeeded.
    failures
        How many failed, by reason.
    messages
        What should be known about this answer.
    """

    elbow: Elbow
    kind: str
    n: int
    thresholds: Array
    failures: dict[str, int] = field(default_factory=dict)
    messages: tuple[str, ...] = ()

    def interval(self, level: float = 0.9) -> pd.Series[float]:
        """Low, estimate and high: the quantiles of the thresholds, which are values of u themselves."""
        import pandas as pd

        tail = (1 - require_level(level)) / 2
        low, high = np.quantile(self.thresholds, [tail, 1 - tail], method="inverted_cdf")
        values = {"low": float(low), "estimate": self.elbow.threshold, "high": float(high)}
        return pd.Series(values, name=self.elbow.u_name)

    @property
    def probabilities(self) -> pd.DataFrame:
        """Each possible threshold: how often replicates have it, and its relative likelihood."""
        import pandas as pd

        e = self.elbow
        candidates = np.sort(e.u)[e.splits - 1]
        shares = np.array([np.mean(self.thresholds == candidate) for candidate in candidates])
        index = pd.Index(candidates, name=e.u_name)
        return pd.DataFrame({"probability": shares, "relative likelihood": e.relative_profile}, index=index)

    @property
    def caveat(self) -> str:
        """What simulations say of the interval."""
        return coverage.elbow_caveat(self.kind)

    def summary(self) -> Summary:
        """A table of intervals and of the likeliest thresholds."""
        return upward("report.summaries.bootstrap:summarize_elbow_bootstrap")(self)

    def plot(self, ax: Axes | None = None, level: float = 0.9) -> Axes:
        """Draw the scree plot, the interval of the threshold, and how likely each threshold is, in both ways."""
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
    """Draw and search n replicates: see `Elbow.bootstrap`."""
    require_choice(kind, KINDS, "kind")
    order = np.argsort(e.u, kind="stable")
    side2 = (e.sides == 2)[order]
    sides = FittedModelSampler(e.z[order], side2, e.theta, e.density, residual_inflation(len(e.z), _PARAMETERS))
    sides.draw(kind, np.random.default_rng(0))
    one = partial(_threshold, sides, e.u[order], kind)
    outcome = run_replicates(one, n, n_jobs, random_state)
    attempted = len(outcome.replicates) + sum(outcome.failures.values())
    messages = failure_messages(outcome.failures, attempted)
    for message in messages:
        warnings.warn(message, SoftProfileWarning, stacklevel=3)
    return ElbowBootstrap(e, kind, attempted, np.array(outcome.replicates), outcome.failures, messages)


def _threshold(sides: FittedModelSampler, u: Array, kind: str, rng: np.random.Generator) -> float:
    sample = sides.draw(kind, rng)
    require_not_constant(sample.z)
    candidates = u[sample.rows]
    if not len(allowed_splits(len(u), candidates, sides.density.min_points)):
        raise NoBoundaryError("no split leaves enough points on both sides.")
    return elbow(sample.z, candidates, sides.density).threshold
