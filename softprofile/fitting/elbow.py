"""The result of `elbow`: plain data that do not change, with methods that lead to tables, figures and checks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.model.densities import Density
from softprofile.util.read_only import ReadOnlyArrays, read_only
from softprofile.util.upward import upward
from softprofile.util.validation import Array, require_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from softprofile.report.summaries.summary import Summary
    from softprofile.trust.bootstrap import ElbowBootstrap
    from softprofile.trust.plateau import PlateauTest

#: Fitted parameters of the densities of side 1 and side 2.
SideTheta = dict[int, dict[str, float]]


@dataclass(frozen=True, eq=False)
class Elbow(ReadOnlyArrays):
    """The best split of a sequence, Eq. (2): side 1 is u <= threshold, side 2 is u > threshold.

    Attributes
    ----------
    index
        How many points, in the order of u, come before the elbow.
    threshold
        The u of the last of them.
    loglik
        Profile log-likelihood of this split.
    splits, profile
        All splits that were compared, as numbers of points before the cut, and their profile log-likelihoods.
    theta
        Fitted parameters of the densities of side 1 and side 2.
    u, z, sides
        The data, and the side of each point, in the order given.
    messages
        What should be known about this answer.
    """

    index: int
    threshold: float
    loglik: float
    theta: SideTheta
    z: Array
    u_name: str
    z_name: str
    density: Density
    messages: tuple[str, ...] = ()
    given_u: Array | None = None
    given_profile: Array | None = None

    @cached_property
    def u(self) -> Array:
        """The candidate of each point; 1, 2, ..., n if none were given."""
        return read_only(np.arange(1.0, len(self.z) + 1)) if self.given_u is None else self.given_u

    @cached_property
    def sides(self) -> npt.NDArray[np.int64]:
        """Side 1 or 2 of each point."""
        return read_only(np.where(self.u <= self.threshold, 1, 2))

    @cached_property
    def splits(self) -> npt.NDArray[np.int64]:
        """The splits compared: those that leave enough points on both sides and part no equal u."""
        return read_only(allowed_splits(len(self.z), self.given_u, self.density.min_points))

    @cached_property
    def profile(self) -> Array:
        """Profile log-likelihood of each split."""
        if self.given_profile is not None:
            return self.given_profile
        z = self.z if self.given_u is None else self.z[np.argsort(self.given_u, kind="stable")]
        fewest = self.density.min_points
        return read_only(self.density.split_logliks(z)[fewest - 1 : len(z) - fewest])

    @property
    def relative_profile(self) -> Array:
        """Likelihood of each split relative to that of the best: exp(profile - max profile), from 0 to 1."""
        return np.asarray(np.exp(self.profile - np.max(self.profile)))

    def likelihood_interval(self, level: float = 0.9) -> tuple[float, float]:
        """Lowest and highest of the likeliest thresholds that together have `level` of the likelihood of all.

        A threshold is no smooth parameter, so the usual limits from chi squared do not hold; this set is the credible
        set of a threshold that was as likely anywhere beforehand.
        """
        wanted = require_number(level, "level", above=0, below=1)
        relative = self.relative_profile
        order = np.argsort(-relative, kind="stable")
        shares = np.cumsum(relative[order]) / relative.sum()
        # One more threshold in case rounding leaves the sum of all below the level.
        kept = order[: int(np.searchsorted(shares, wanted)) + 1]
        thresholds = np.sort(self.u)[self.splits[kept] - 1]
        return float(thresholds.min()), float(thresholds.max())

    def bootstrap(
        self,
        n: int = 500,
        *,
        kind: str = "residual",
        n_jobs: int | None = 1,
        random_state: int | np.random.Generator | None = 0,
    ) -> ElbowBootstrap:
        """How sure the threshold is: the elbows of n replicates of the data.

        Parameters
        ----------
        n
            Number of replicates, 20 or more.
        kind
            "residual" (levels of the sides plus residuals drawn anew), "pairs" (points with replacement) or
            "parametric" (draws from the fitted densities).
        n_jobs
            Processes; the results are the same whatever their number.
        random_state
            Seed or generator of the replicates.
        """
        return upward("trust.bootstrap.elbow_bootstrap:bootstrap_elbow")(self, n, kind, n_jobs, random_state)

    def summary(self) -> Summary:
        """A table of the data, the split and the densities on both sides."""
        return upward("report.summaries.elbow:summarize_elbow")(self)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the scree plot, the threshold and the profile log-likelihood."""
        return upward("report.plotting:plot_elbow")(self, ax=ax)

    def test_plateau(
        self,
        n: int = 199,
        *,
        level: float = 0.05,
        stop_after: int = 10,
        n_jobs: int | None = 1,
        random_state: int = 0,
        sorted_values: bool | None = None,
    ) -> PlateauTest:
        """Ask whether there are two levels at all, as `BoundaryFit.test_plateau` does, with the exact search.

        Values that were sorted, as in a scree plot, fall whatever they are: permuting them would tell nothing but that
        they were sorted. Of those the gain of the best split is compared with that of sorted samples of one population,
        normal and uniform (whose sorted values fall evenly), and the larger of the two p-values is taken. This is the
        test for two clusters of Engelman and Hartigan (1969). Only "plateau" or "steady change" can come out.

        Parameters
        ----------
        n, level, stop_after, n_jobs, random_state
            As in `BoundaryFit.test_plateau`.
        sorted_values
            Whether z was sorted. Unless given, it was if it only falls or only rises and no u was given.
        """
        settings = upward("trust.plateau.sequential_p_value:MonteCarloSettings").validated(
            n, level, stop_after, n_jobs, random_state
        )
        return upward("trust.plateau.elbow_plateau:plateau_test_of_elbow")(self, settings, sorted_values)

    def __repr__(self) -> str:
        return f"Elbow(index={self.index}, threshold={self.threshold:g}, loglik={self.loglik:.6g}, n={len(self.z)})"


def allowed_splits(n: int, u: Array | None, min_points: int) -> npt.NDArray[np.int64]:
    """Numbers of points before a cut that leaves `min_points` on each side and parts no equal values of u."""
    splits = np.arange(min_points, n - min_points + 1)
    if u is None:
        return splits
    ordered = np.sort(u)
    return splits[ordered[splits] > ordered[splits - 1]]
