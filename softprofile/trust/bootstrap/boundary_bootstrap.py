"""How sure a boundary and its representative point are."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import SideTheta
from softprofile.model.likelihood import Likelihood
from softprofile.trust.bootstrap import coverage
from softprofile.trust.bootstrap.fit_replicate import SEARCHES, Replicate, fit_replicate, resolve_search
from softprofile.trust.bootstrap.resampling import KINDS, FittedModelSampler, residual_inflation
from softprofile.trust.bootstrap.run_replicates import (
    failure_messages,
    require_level,
    require_not_constant,
    run_replicates,
)
from softprofile.util.errors import SoftProfileWarning, require_choice
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.upward import upward
from softprofile.util.validation import Array, read_configurations

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.report.summaries.summary import Summary

# Boundary values computed at once.
_VALUES_AT_ONCE = 2_000_000


@dataclass(frozen=True, eq=False)
class BoundaryBootstrap(ReadOnlyArrays):
    """Boundaries and representative points of replicates of a fit.

    Attributes
    ----------
    fit
        The fit itself.
    kind, search, n
        How replicates were drawn and searched for, and how many. The search is the one that was used, "full" or "warm".
    parameters, signs
        w of each replicate that succeeded, in the coordinates of the fit, and the sign with which its g is that of the
        fit's boundary (-1 happens only to boundaries of a user's own).
    representatives
        Their representative points, in transformed coordinates.
    rows
        The row of the evaluated configuration nearest to each.
    failures
        How many failed, by reason.
    messages
        What should be known about this answer.
    """

    fit: BoundaryFit
    kind: str
    search: str
    n: int
    parameters: Array
    signs: Array
    representatives: Array
    rows: npt.NDArray[np.intp]
    failures: dict[str, int] = field(default_factory=dict)
    messages: tuple[str, ...] = ()

    @property
    def representative_points(self) -> pd.DataFrame:
        """The representative points of the replicates, in original units."""
        import pandas as pd

        return pd.DataFrame(self.fit.transform.invert(self.representatives), columns=list(self.fit.names))

    def intervals(self, level: float = 0.9) -> pd.DataFrame:
        """Low, estimate and high of each coordinate of the representative point, in original units.

        Quantiles of the replicates: the same in any units of the hyper-parameters, or in their logs.
        """
        import pandas as pd

        tail = (1 - require_level(level)) / 2
        # Quantiles whose levels are right for few replicates too: k / (n + 1) for the k-th of them.
        low, high = np.quantile(self.representatives, [tail, 1 - tail], axis=0, method="weibull")
        ends = self.fit.transform.invert(np.stack([low, self.fit.representative, high]))
        return pd.DataFrame(ends.T, index=list(self.fit.names), columns=["low", "estimate", "high"])

    def probability(self, V: Any) -> Array:
        """Probability of side 2 at configurations V in original units: the share of replicates with g > 0 there."""
        points, _ = read_configurations(V, self.fit.names)
        return self.probability_at(self.fit.transform.apply(points, self.fit.names))

    def probability_at(self, points: Array) -> Array:
        """The same at points (k, m) in transformed coordinates."""
        boundary = self.fit.boundary
        design = boundary.design(points)
        votes = np.zeros(len(points))
        at_once = max(1, _VALUES_AT_ONCE // max(1, len(points)))
        for first in range(0, len(self.parameters), at_once):
            here = slice(first, first + at_once)
            votes += np.sum(self.signs[here, None] * boundary.value(design, self.parameters[here]) > 0, axis=0)
        return votes / len(self.parameters)

    def band(self, V: Any = None, level: float = 0.9) -> pd.DataFrame:
        """Which configurations the boundary may leave on either side: the confidence band, in any dimension.

        A configuration is in the band where the probability of side 2 lies strictly between (1 - level) / 2 and
        (1 + level) / 2. The band is pointwise: each configuration is judged by itself.

        Parameters
        ----------
        V
            Configurations in original units; those that were evaluated unless given.
        level
            Such as 0.9.

        Returns
        -------
        DataFrame
            The configurations, their side, the probability of side 2, and whether they are in the band.
        """
        import pandas as pd

        tail = (1 - require_level(level)) / 2
        points, names = read_configurations(self.fit.U if V is None else V, self.fit.names)
        probability = self.probability(points)
        table = pd.DataFrame(points, columns=list(names))
        table["side"] = self.fit.predict(points)
        table["probability"] = probability
        table["in band"] = (probability > tail) & (probability < 1 - tail)
        return table

    @property
    def chosen(self) -> pd.DataFrame:
        """The evaluated configurations that were nearest in some replicate, and how often; the most frequent first."""
        import pandas as pd

        rows, times = np.unique(self.rows, return_counts=True)
        order = np.argsort(-times, kind="stable")
        table = pd.DataFrame(self.fit.U[rows[order]], index=rows[order], columns=list(self.fit.names))
        table[self.fit.z_name] = self.fit.z[rows[order]]
        table["times"] = times[order]
        table["share"] = times[order] / len(self.rows)
        return table

    @property
    def caveat(self) -> str:
        """What simulations say of the intervals."""
        return coverage.boundary_caveat(self.kind, self.search, self.fit)

    def summary(self) -> Summary:
        """Tables of the intervals, the band and the configurations chosen."""
        return upward("report.summaries.bootstrap:summarize_boundary_bootstrap")(self)

    def plot(self, ax: Any = None, level: float = 0.9, z: Any = None) -> Any:
        """Draw the fit with the band of its boundary, the points of the replicates and how often each is chosen."""
        return upward("report.plotting:plot_boundary_bootstrap")(self, ax=ax, level=require_level(level), z=z)

    def __repr__(self) -> str:
        ends = ", ".join(f"{name} {low:.4g} to {high:.4g}" for name, low, _, high in self.intervals().itertuples())
        return f"BoundaryBootstrap({self.kind}, n={self.n}; 90 % intervals {ends})"


def bootstrap_fit(
    fit: BoundaryFit, n: int, kind: str, n_jobs: int | None, random_state: int | np.random.Generator | None, search: str
) -> BoundaryBootstrap:
    """Draw and refit n replicates: see `BoundaryFit.bootstrap`."""
    require_choice(kind, KINDS, "kind")
    usable = resolve_search(fit, require_choice(search, SEARCHES, "search"))
    # The boundary's length does not count, the two levels do.
    sides = FittedModelSampler(
        fit.z, fit.sides == 2, _fit_each_side(fit), fit.density, residual_inflation(len(fit.z), len(fit.parameters) + 1)
    )
    # A density that cannot be drawn from says so here, not in a worker.
    sides.draw(kind, np.random.default_rng(0))
    outcome = run_replicates(partial(_replicate, fit, sides, kind, usable), n, n_jobs, random_state)
    attempted = len(outcome.replicates) + sum(outcome.failures.values())
    messages = failure_messages(outcome.failures, attempted)
    for message in messages:
        warnings.warn(message, SoftProfileWarning, stacklevel=3)
    w, signs, representatives, rows = zip(*outcome.replicates, strict=True)
    return BoundaryBootstrap(
        fit=fit,
        kind=kind,
        search=usable,
        n=attempted,
        parameters=np.array(w),
        signs=np.array(signs),
        representatives=np.array(representatives),
        rows=np.array(rows),
        failures=outcome.failures,
        messages=messages,
    )


def _fit_each_side(fit: BoundaryFit) -> SideTheta:
    """The densities fitted to the points of each side, without those that a soft boundary half counts to it."""
    theta1, theta2 = Likelihood(fit.z, fit.density).theta(np.where(fit.sides == 2, 1.0, -1.0), "hard")
    return {1: theta1, 2: theta2}


def _replicate(
    fit: BoundaryFit, sides: FittedModelSampler, kind: str, search: str, rng: np.random.Generator
) -> Replicate:
    sample = sides.draw(kind, rng)
    require_not_constant(sample.z)
    return fit_replicate(fit, sample, search, rng)
