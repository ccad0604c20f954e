"""The result of `elbow`: immutable data with methods for checks, tables and figures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.fitting.good_side import good_side, side_of_result
from softprofile.model.densities import Density
from softprofile.model.shapes import Levels, Shape
from softprofile.util.errors import InputError
from softprofile.util.messages import Message
from softprofile.util.read_only import ReadOnlyArrays, read_only
from softprofile.util.upward import upward
from softprofile.util.validation import Array, require_number

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from softprofile.fitting.boundary_fit import BoundaryFit
    from softprofile.fitting.edge import Edge
    from softprofile.report.summaries.summary import Summary
    from softprofile.trust.bootstrap import ElbowBootstrap
    from softprofile.trust.plateau import PlateauTest

#: Fitted parameters of the densities of side 1 and side 2.
SideTheta = dict[int, dict[str, float]]


@dataclass(frozen=True, eq=False)
class Elbow(ReadOnlyArrays):
    """The best split of a sequence, Eq. (2).

    Returned by `elbow`. The sides are numbered as in a `BoundaryFit`: side 2 has the larger location of z. If z falls
    at the split, side 2 is u <= threshold and side 1 is u > threshold; if z rises, or the locations are equal, side 1
    is u <= threshold. The result is immutable: its arrays are read-only copies of the data.

    Attributes
    ----------
    index : int
        Number of points, in the order of u, before the split.
    threshold : float
        The u of the last point before the split.
    loglik : float
        Profile log-likelihood of the split.
    theta : dict of int to dict
        Fitted parameters of the densities of side 1 and side 2, by name.
    z : ndarray of shape (n,)
        The values, in the order given.
    u_name : str
        Name of u.
    z_name : str
        Name of z.
    density : Density
        The family of the density of z on either side.
    messages : tuple of Message
        Caveats about the result: see `softprofile.Message`.
    given_u : ndarray of shape (n,) or None
        The u given to `elbow`, if any; `u` has 1, 2, ..., n otherwise.
    given_profile : ndarray or None
        Profile log-likelihoods, if the search computed them; `profile` computes them otherwise.
    better : {"lower", "higher"} or None
        Which values of z are better, if `elbow` was told.
    curve : BoundaryFit or None
        The fit of a transition or a ramp; None for two levels.
    first_side : {1, 2}
        The side of u <= threshold.
    u : ndarray of shape (n,)
        The candidate of each value, in the order given.
    sides : ndarray of int of shape (n,)
        Side of each value, 1 or 2, in the order given.
    splits : ndarray of int
        All splits compared, as numbers of points before the split.
    profile : ndarray
        Profile log-likelihood of each split.
    good_side : {1, 2} or None
        The side with the better values of z; None if `better` is None.

    See Also
    --------
    elbow : Find the best split.
    BoundaryFit : A boundary in any number of dimensions.

    Examples
    --------
    >>> import softprofile as sp
    >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
    >>> e
    Elbow(index=5, threshold=5, loglik=-11.8487, n=12)
    >>> e.sides  # side 2 has the larger values
    array([2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1])
    """

    index: int
    threshold: float
    loglik: float
    theta: SideTheta
    z: Array
    u_name: str
    z_name: str
    density: Density
    messages: tuple[Message, ...] = ()
    given_u: Array | None = None
    given_profile: Array | None = None
    better: str | None = None
    curve: BoundaryFit | None = None
    first_side: int = 1

    @cached_property
    def u(self) -> Array:
        """The candidate of each value; 1, 2, ..., n if none were given."""
        return read_only(np.arange(1.0, len(self.z) + 1)) if self.given_u is None else self.given_u

    @cached_property
    def sides(self) -> npt.NDArray[np.int64]:
        """Side of each value: 1, or 2 where the location of z is larger."""
        return read_only(np.where(self.u <= self.threshold, self.first_side, 3 - self.first_side))

    @property
    def good_side(self) -> int | None:
        """The side with the better values of z: 1, 2, or None if `better` is None."""
        return good_side(self.better)

    def nearest_index(self, side: int | str | None = None) -> int:
        """Find the row nearest to the threshold.

        Parameters
        ----------
        side : {1, 2, "good"}, optional
            Consider only values on this side. By default, all of them.

        Returns
        -------
        int
            Row of z, the first of several with the same u.

        Raises
        ------
        InputError
            If `side` is not 1, 2, "good" or None, the good side is not known, or no value lies on the side.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([9.0, 8.0, 1.0, 0.9, 0.8], u=[10, 20, 30, 40, 50], better="lower")
        >>> e.threshold, e.nearest_index(), e.nearest_index(side="good")
        (20.0, 1, 2)
        """
        wanted = side_of_result(side, self.better)
        among = np.ones(len(self.z), dtype=bool) if wanted is None else self.sides == wanted
        if not among.any():
            raise InputError(f"no value lies on side {wanted}: the threshold is at the end of the range.")
        return int(np.argmin(np.where(among, np.abs(self.u - self.threshold), np.inf)))

    def nearest_point(self, side: int | str | None = None) -> pd.Series[float]:
        """Return the candidate nearest to the threshold.

        Parameters
        ----------
        side : {1, 2, "good"}, optional
            Consider only values on this side. By default, all of them.

        Returns
        -------
        Series
            The candidate by name; the name of the Series is its row.

        Raises
        ------
        InputError
            If `side` is not 1, 2, "good" or None, or the good side is not known.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([9.0, 8.0, 1.0, 0.9, 0.8], u=[10, 20, 30, 40, 50], better="lower")
        >>> e.nearest_point(side="good").to_dict()
        {'u1': 30.0}
        """
        import pandas as pd

        row = self.nearest_index(side)
        return pd.Series([float(self.u[row])], index=[self.u_name], name=row)

    @cached_property
    def splits(self) -> npt.NDArray[np.int64]:
        """The splits compared: those that leave enough points on both sides and do not separate equal u."""
        return read_only(allowed_splits(len(self.z), self.given_u, self.density.min_points))

    @cached_property
    def profile(self) -> Array:
        """Profile log-likelihood of each split; of a curve, with g = 0 halfway between the two u of the split."""
        if self.given_profile is not None:
            return self.given_profile
        if self.curve is not None:
            ordered = np.sort(self.u)
            halfway = (ordered[self.splits - 1] + ordered[self.splits]) / 2
            return read_only(upward("fitting.elbow_curve:curve_profile")(self.curve, halfway))
        z = self.z if self.given_u is None else self.z[np.argsort(self.given_u, kind="stable")]
        fewest = self.density.min_points
        return read_only(self.density.split_logliks(z)[fewest - 1 : len(z) - fewest])

    @property
    def relative_profile(self) -> Array:
        """Relative likelihood of each split: exp(profile - max profile), between 0 and 1."""
        return np.asarray(np.exp(self.profile - np.max(self.profile)))

    @property
    def shape(self) -> Shape:
        """How the location of z changes: two levels, a transition or a ramp."""
        return Levels() if self.curve is None else self.curve.shape

    def edge(self, tolerance: float | None = None) -> Edge:
        """Find the edge of the plateau of a transition or a ramp.

        Parameters
        ----------
        tolerance : float, optional
            Share of the improvement that may be left on the edge, as in `BoundaryFit.edge`.

        Returns
        -------
        Edge
            The edge.

        Raises
        ------
        InputError
            If the elbow is one of two levels, or `elbow` was not told which values of z are better.

        Examples
        --------
        >>> import softprofile as sp
        >>> z = [5.0, 4.9, 4.5, 3.2, 1.6, 0.7, 0.2, 0.1, 0.0, 0.0]
        >>> sp.elbow(z, shape="transition", better="lower").edge(tolerance=0.05).point.round(1).to_dict()
        {'index': 7.1}
        """
        if self.curve is None:
            raise InputError("two levels have no edge but the threshold: use shape='transition' or shape='ramp'.")
        return self.curve.edge(tolerance)

    def likelihood_interval(self, level: float = 0.9) -> tuple[float, float]:
        """Compute the interval spanned by the likeliest thresholds.

        The set holds the likeliest thresholds whose relative likelihoods add up to at least `level` of the total. It is
        the credible set of a threshold with a uniform prior. Limits based on the chi-squared distribution do not apply,
        because the likelihood is not smooth in the threshold.

        Parameters
        ----------
        level : float, default 0.9
            Share of the total likelihood, between 0 and 1.

        Returns
        -------
        tuple of two floats
            Lowest and highest threshold in the set.

        Raises
        ------
        InputError
            If `level` is not strictly between 0 and 1.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
        >>> e.likelihood_interval(level=0.9)
        (3.0, 7.0)
        """
        wanted = require_number(level, "level", above=0, below=1)
        relative = self.relative_profile
        order = np.argsort(-relative, kind="stable")
        shares = np.cumsum(relative[order]) / relative.sum()
        # One more threshold, because rounding may leave the sum of all shares below the level.
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
        """Bootstrap the elbow: find the elbows of `n` resampled sequences.

        Parameters
        ----------
        n : int, default 500
            Number of replicates, at least 20.
        kind : {"residual", "pairs", "parametric"}, default "residual"
            Resampling scheme. "residual" adds resampled residuals to the locations of the sides; if the sides have
            separate scales, and for counts, it resamples z within each side. "pairs" resamples points (u, z) with
            replacement. "parametric" draws from the fitted densities. For a transition or a ramp, residuals are those
            about the curve.
        n_jobs : int or None, default 1
            Number of processes, as in joblib. The results do not depend on it.
        random_state : int, numpy.random.Generator or None, default 0
            Seed or generator of the replicates.

        Returns
        -------
        ElbowBootstrap
            Thresholds of the replicates and their interval.

        Raises
        ------
        InputError
            If an argument is invalid, or the density cannot be sampled from.
        NoBoundaryError
            If all replicates fail.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
        >>> e.bootstrap(n=100).interval().to_dict()
        {'low': 3.0, 'estimate': 5.0, 'high': 6.0}
        """
        return upward("trust.bootstrap.elbow_bootstrap:bootstrap_elbow")(self, n, kind, n_jobs, random_state)

    def summary(self, tolerance: float | None = None) -> Summary:
        """Tabulate the data, the split and the densities of both sides.

        Parameters
        ----------
        tolerance : float, optional
            Share of the improvement that may be left on the edge, as in `edge`. By default, the edge is shown for a
            transition or a ramp if `elbow` was told which values of z are better.

        Returns
        -------
        Summary
            Tables with notes below. ``print`` shows them as text; the methods ``as_text()``, ``as_html()`` and
            ``as_latex()`` return strings.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
        >>> "index <= 5" in e.summary().as_text()
        True
        """
        return upward("report.summaries.elbow:summarize_elbow")(self, tolerance)

    def plot(self, ax: Axes | None = None, tolerance: float | None = None) -> Axes:
        """Plot the sequence with its threshold and the profile log-likelihood.

        The dashed line is halfway between the threshold and the next larger u. The right axis shows the profile
        log-likelihood of every split. A transition or a ramp is drawn as a curve, and its edge as a second line.

        Parameters
        ----------
        ax : Axes, optional
            Axes to draw on. By default, a new figure.
        tolerance : float, optional
            Share of the improvement that may be left on the edge, as in `summary`.

        Returns
        -------
        Axes
            The axes of the sequence.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.1, 4.2, 5.5, 3.4, 4.9, 2.9, 3.6, 2.2, 3.1, 1.9, 3.3, 2.4])
        >>> ax = e.plot()
        >>> ax.get_xlabel(), ax.get_ylabel()
        ('index', 'z')
        """
        return upward("report.plotting:plot_elbow")(self, ax=ax, tolerance=tolerance)

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
        """Test for a plateau by permutation tests, or by sorted samples if z was sorted.

        Parameters
        ----------
        n : int, default 199
            Maximal number of permutations, or of sorted samples, in each test.
        level : float, default 0.05
            Significance level.
        stop_after : int, default 10
            Stop when this many draws have a statistic at least as large as the observed one. The p-value is then the
            sequential one of Besag and Clifford (1991), which keeps the level.
        n_jobs : int or None, default 1
            Number of processes, as in joblib: -1 is one per core. The result does not depend on it.
        random_state : int, default 0
            Seed of the draws.
        sorted_values : bool, optional
            Whether z was sorted. By default, it was if it is monotone and no u was given.

        Returns
        -------
        PlateauTest
            The verdict, the p-values and a sentence.

        Raises
        ------
        InputError
            If an argument is invalid, `n` is too small for any p-value to reach `level`, or `sorted_values` is true
            and z is not monotone.

        See Also
        --------
        BoundaryFit.test_plateau : The tests for values that were not sorted.

        Notes
        -----
        Sorted values, as in a scree plot, are monotone whatever they are. A permutation test would only detect that
        they were sorted. Instead, the log-likelihood ratio of the best split to a single density is compared with that
        of sorted samples of one population, normal or uniform (whose sorted values fall evenly). The larger of the two
        p-values counts. This is the test for two clusters of Engelman and Hartigan (1969). The verdict is then
        "plateau" or "steady change". It is the same for every shape.

        Examples
        --------
        >>> import softprofile as sp
        >>> eigenvalues = [9.1, 8.7, 8.2, 1.3, 1.2, 1.2, 1.1, 1.0, 0.9, 0.9, 0.8, 0.7]
        >>> sp.elbow(eigenvalues).test_plateau(n=99).verdict
        'plateau'
        """
        settings = upward("trust.plateau.sequential_p_value:MonteCarloSettings").validated(
            n, level, stop_after, n_jobs, random_state
        )
        return upward("trust.plateau.elbow_plateau:plateau_test_of_elbow")(self, settings, sorted_values)

    def __repr__(self) -> str:
        return f"Elbow(index={self.index}, threshold={self.threshold:g}, loglik={self.loglik:.6g}, n={len(self.z)})"


def allowed_splits(n: int, u: Array | None, min_points: int) -> npt.NDArray[np.int64]:
    """List the splits that leave `min_points` on each side and do not separate equal values of u.

    A split is the number of points before it, in the order of u.
    """
    splits = np.arange(min_points, n - min_points + 1)
    if u is None:
        return splits
    ordered = np.sort(u)
    return splits[ordered[splits] > ordered[splits - 1]]
