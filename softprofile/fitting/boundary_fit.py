"""The result of `fit`: immutable data with methods for prediction, checks, tables and figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from softprofile.fitting.elbow import SideTheta
from softprofile.fitting.good_side import good_side, side_of_result
from softprofile.fitting.representative_point import nearest_index
from softprofile.model.boundaries import Boundary
from softprofile.model.densities import Density
from softprofile.model.densities.moving_location import MovingLocation
from softprofile.model.shapes import Levels, Shape
from softprofile.model.transforms import Transform
from softprofile.optimization.settings import FitSettings
from softprofile.util.errors import InputError
from softprofile.util.messages import Message
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.scaling import mean_and_sd
from softprofile.util.upward import upward
from softprofile.util.validation import Array, read_configurations

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.fitting.edge import Edge
    from softprofile.fitting.focus import FocusFinding
    from softprofile.report.summaries.summary import Summary
    from softprofile.trust.bootstrap import BoundaryBootstrap
    from softprofile.trust.diagnostics import Diagnosis
    from softprofile.trust.plateau import PlateauTest


@dataclass(frozen=True, eq=False)
class BoundaryFit(ReadOnlyArrays):
    """A fitted boundary and its representative point.

    Returned by `fit`. Side 1 is g(u; w) <= 0 and side 2 is g(u; w) > 0; side 2 has the larger location of z. The fit is
    immutable: its arrays are read-only copies of the data.

    Attributes
    ----------
    U : ndarray of shape (n, m)
        Evaluated configurations, in original units.
    z : ndarray of shape (n,)
        Performance of each configuration.
    names : tuple of str
        Names of the m hyper-parameters.
    z_name : str
        Name of the performance.
    transform : Transform
        Transform of the hyper-parameters to the coordinates of the fit.
    boundary : Boundary
        The family of the boundary g.
    density : Density
        The family of the density f of z on either side.
    softness : {"soft", "hard"}
        Whether the softened likelihood, Eq. (5), or the likelihood of the partition, Eq. (3), was maximised.
    ridge : float
        Ridge penalty that was used.
    n_starts : int
        Number of starts of the optimiser.
    parameters : ndarray of shape (p,)
        Parameters w of the boundary, in transformed coordinates; `coefficients` has them by name.
    theta : dict of int to dict
        Fitted parameters of the densities of side 1 and side 2, by name.
    loglik : float
        Profile log-likelihood at the fit, Eq. (5) or (3), without the ridge.
    values : ndarray of shape (n,)
        Boundary function g(u_i; w) at the data.
    centres : ndarray of shape (2, m)
        Centres of gravity of side 1 and side 2, Eq. (11), in transformed coordinates.
    representative : ndarray of shape (m,)
        Representative point, in transformed coordinates.
    crossings : ndarray of shape (k, m)
        All points where the segment between the centres crosses the boundary, in transformed coordinates.
    settings : FitSettings
        Settings given to `fit`.
    certified : bool
        Whether a hard fit is proven to be the best partition of its family.
    messages : tuple of Message
        Caveats about the result: see `softprofile.Message`.
    shape : Shape
        How the location of z changes across the boundary: two levels, a transition or a ramp. What was left to `fit`,
        such as the link of a transition, is the one chosen.

    See Also
    --------
    fit : Fit a boundary.
    Elbow : The best split of a sequence, in one dimension.

    Examples
    --------
    >>> import softprofile as sp
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
    >>> f.nearest_point().to_dict()  # nearest to the representative point, Eq. (12)
    {'gamma': 50000.0, 'h': 0.001}
    >>> [int((f.sides == side).sum()) for side in (1, 2)]
    [13, 22]
    """

    U: Array
    z: Array
    names: tuple[str, ...]
    z_name: str
    transform: Transform
    boundary: Boundary
    density: Density
    softness: str
    ridge: float
    n_starts: int
    parameters: Array
    theta: SideTheta
    loglik: float
    values: Array
    centres: Array
    representative: Array
    crossings: Array
    settings: FitSettings
    certified: bool = False
    messages: tuple[Message, ...] = ()
    shape: Shape = field(default_factory=Levels)

    @property
    def sides(self) -> npt.NDArray[np.int64]:
        """Side of each point: 1 where g <= 0, 2 where g > 0."""
        return np.where(self.values > 0, 2, 1)

    @property
    def weights(self) -> Array:
        """Weight of side 2 at each point, Eq. (4); for a curve, the share of the way."""
        if self.shape.has_curve:
            low, high = self._levels
            return (self.locations - low) / (high - low)
        return np.asarray(expit(self.values)) if self.softness == "soft" else (self.values > 0).astype(float)

    @property
    def locations(self) -> Array:
        """Fitted location of z at each point."""
        return self._locations(self.values)

    def locations_at(self, V: Array) -> Array:
        """Return the fitted location of z at points in transformed coordinates.

        Parameters
        ----------
        V : array of shape (k, m)
            Points in transformed coordinates.

        Returns
        -------
        ndarray of shape (k,)
            The locations.

        See Also
        --------
        BoundaryFit.predict_location : The same in original units.

        Examples
        --------
        >>> import softprofile as sp
        >>> f = sp.fit([1, 2, 3, 4, 5, 6], [9.0, 8.8, 9.1, 2.0, 2.1, 1.9])
        >>> bool((f.locations_at(f.transformed) == f.locations).all())
        True
        """
        return self._locations(self.boundary.value(self.boundary.design(V), self.parameters))

    def predict_location(self, V: Any) -> Array:
        """Predict the location of z at configurations.

        Parameters
        ----------
        V : array-like or DataFrame of shape (k, m)
            Configurations in original units. The columns of a DataFrame are matched by name.

        Returns
        -------
        ndarray of shape (k,)
            For two levels, the level of the side; for a transition or a ramp, a value that changes continuously.

        Examples
        --------
        >>> import numpy as np
        >>> import softprofile as sp
        >>> x = np.linspace(0, 10, 41)
        >>> f = sp.fit(x, 5 / (1 + np.exp(2 * (x - 4))), shape="transition")
        >>> f.predict_location([0, 4, 10]).round(2)
        array([5. , 2.5, 0. ])
        """
        return self._locations(self.decision_function(V))

    @property
    def _levels(self) -> tuple[float, float]:
        """Locations of side 1 and side 2, in the units of z."""
        low, high = (
            float(self.density.location({key: np.asarray(value) for key, value in self.theta[side].items()}))
            for side in (1, 2)
        )
        return low, high

    def _locations(self, g: Array) -> Array:
        located = self.shape.locations(g, *self._levels, mean_and_sd(self.z)[1])
        return self.density.within_support(located) if isinstance(self.density, MovingLocation) else located

    def edge(self, tolerance: float | None = None) -> Edge:
        r"""Find the edge of the plateau, beyond which little of the improvement is left.

        Parameters
        ----------
        tolerance : float, optional
            Share of the improvement that may be left on the edge. The default is 0.05 for a transition, and 0 where
            the plateau is exactly flat: the corner of a ramp, or the boundary between two levels.

        Returns
        -------
        Edge
            The edge: its level, its representative point, and which configurations lie beyond it.

        Raises
        ------
        InputError
            If `fit` was not told which values of z are better, or the tolerance is not valid.
        NoBoundaryError
            If the fitted location of z is the same everywhere.

        Notes
        -----
        Let :math:`\mu(u)` be the fitted location of z, and :math:`\mu_b` and :math:`\mu_w` its best and worst values
        in the box of the evaluated configurations. The edge is the set
        :math:`\{u: \mu(u) = \mu_b - \mathrm{tolerance} \cdot (\mu_b - \mu_w)\}`. Its representative point is the
        crossing of the segment between the centres of the two parts of the box, as in Section 2.6.1 of the paper, but
        with centres over an even grid of points. It does not depend on where the configurations are dense.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], shape="transition", better="lower")
        >>> e = f.edge(tolerance=0.05)
        >>> bool(e.inside[e.nearest_index()])
        True
        """
        return upward("fitting.edge:find_edge")(self, tolerance)

    @property
    def coefficients(self) -> dict[str, Any]:
        """Parameters of the boundary by name, as in Eq. (9) or Eq. (10)."""
        return self.boundary.coefficients(self.parameters, self.names)

    @property
    def representative_point(self) -> pd.Series[float]:
        """Representative point on the boundary, in original units (Section 2.6.1)."""
        return self._named(self.transform.invert(self.representative), "representative point")

    @property
    def centers_of_gravity(self) -> pd.DataFrame:
        """Centres of gravity of side 1 and side 2, Eq. (11), in original units."""
        import pandas as pd

        sides = pd.Index([1, 2], name="side")
        return pd.DataFrame(self.transform.invert(self.centres), index=sides, columns=list(self.names))

    @property
    def better(self) -> str | None:
        """Which values of z are better: "lower", "higher", or None if `fit` was not told."""
        return self.settings.better

    @property
    def good_side(self) -> int | None:
        """The side with the better values of z: 1, 2, or None if `better` is None."""
        return good_side(self.better)

    def with_better(self, better: str | None) -> BoundaryFit:
        """Return the same fit with another statement of which z is better.

        Parameters
        ----------
        better : {"lower", "higher"} or None
            Which values of z are better.

        Returns
        -------
        BoundaryFit
            The fit; nothing else changes, except that messages about the focus of the grid follow.

        Raises
        ------
        InputError
            If `better` is not valid.

        Examples
        --------
        >>> import softprofile as sp
        >>> f = sp.fit([1, 2, 3, 4, 5, 6], [9.0, 8.8, 9.1, 2.0, 2.1, 1.9])
        >>> f.with_better("lower").nearest_point(side="good").to_dict()
        {'u1': 4.0}
        """
        return upward("fitting.fit_boundary:fit_with_better")(self, better)

    def nearest_index(self, side: int | str | None = None) -> int:
        """Find the row nearest to the representative point, Eq. (12).

        Parameters
        ----------
        side : {1, 2, "good"}, optional
            Consider only configurations on this side. By default, all of them.

        Returns
        -------
        int
            Row of `U`. Distances are Euclidean in transformed coordinates. If all configurations lie on the other side,
            which only happens to transitions and ramps, the nearest of all.

        Raises
        ------
        InputError
            If `side` is not 1, 2, "good" or None, or the good side is not known.

        See Also
        --------
        BoundaryFit.nearest_point : The configuration itself.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> f.nearest_index(), f.nearest_index(side=1)
        (18, 25)
        """
        wanted = side_of_result(side, self.better)
        among = np.ones(len(self.z), dtype=bool) if wanted is None else self.sides == wanted
        if not among.any():
            # The corner of a ramp may lie outside the range, with all configurations on one side.
            among[:] = True
        return nearest_index(self.transformed, self.representative, among)

    def nearest_point(self, side: int | str | None = None) -> pd.Series[float]:
        """Return the evaluated configuration nearest to the representative point.

        Parameters
        ----------
        side : {1, 2, "good"}, optional
            Consider only configurations on this side. By default, all of them.

        Returns
        -------
        Series
            The configuration in original units. Its name is its row.

        Raises
        ------
        InputError
            If `side` is not 1, 2, "good" or None, or the good side is not known.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> f.nearest_point(side=1).to_dict()
        {'gamma': 100000.0, 'h': 0.001}
        """
        row = self.nearest_index(side)
        return self._named(self.U[row], row)

    @property
    def transformed(self) -> Array:
        """Evaluated configurations in transformed coordinates, of shape (n, m)."""
        return self.transform.apply(self.U, self.names)

    def decision_function(self, V: Any) -> Array:
        """Evaluate the boundary function g(v; w) at configurations.

        Parameters
        ----------
        V : array-like or DataFrame of shape (k, m)
            Configurations in original units. The columns of a DataFrame are matched by name.

        Returns
        -------
        ndarray of shape (k,)
            Values of g: negative or zero on side 1, positive on side 2.

        Raises
        ------
        InputError
            If a column is missing, or the transform is not defined at a configuration.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> f.decision_function([[5000, 1e-5], [5e5, 0.01]]) > 0
        array([ True, False])
        """
        points, _ = read_configurations(V, self.names)
        return self.boundary.value(self.boundary.design(self.transform.apply(points, self.names)), self.parameters)

    def predict(self, V: Any) -> npt.NDArray[np.int64]:
        """Predict the side of configurations.

        Parameters
        ----------
        V : array-like or DataFrame of shape (k, m)
            Configurations in original units. The columns of a DataFrame are matched by name.

        Returns
        -------
        ndarray of int of shape (k,)
            1 where g <= 0 and 2 where g > 0.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> f.predict([[5000, 1e-5], [5e5, 0.01]])  # side 2 has the larger training error
        array([2, 1])
        """
        return np.where(self.decision_function(V) > 0, 2, 1)

    def bootstrap(
        self,
        n: int = 500,
        *,
        kind: str = "residual",
        n_jobs: int | None = 1,
        random_state: int | np.random.Generator | None = 0,
        search: str = "auto",
    ) -> BoundaryBootstrap:
        """Bootstrap the fit: refit `n` resampled data sets.

        Parameters
        ----------
        n : int, default 500
            Number of replicates, at least 20.
        kind : {"residual", "pairs", "parametric"}, default "residual"
            Resampling scheme. "residual" adds resampled residuals to the locations of the sides; if the sides have
            separate scales, and for counts, it resamples z within each side. "parametric" draws from the fitted
            densities. Both keep the evaluated configurations. "pairs" resamples rows (u, z) with replacement and so
            includes the variation of the design. For a transition or a ramp, all points share one set of residuals
            about the curve, and "parametric" draws about the location of each point.
        n_jobs : int or None, default 1
            Number of processes, as in joblib. The results do not depend on it.
        random_state : int, numpy.random.Generator or None, default 0
            Seed or generator of the replicates.
        search : {"auto", "full", "warm"}, default "auto"
            "full" searches for the boundary of each replicate as `fit` does. "warm" starts only from the boundary of
            this fit, which is faster but makes intervals too narrow. "auto" is "full", except for user-defined
            boundaries and densities fitted numerically, where a full search is slow, and for a transition or a ramp,
            where both find the same boundary.

        Returns
        -------
        BoundaryBootstrap
            Intervals of the representative point and of the edge, the confidence band of the boundary, and how often
            each evaluated configuration is chosen.

        Raises
        ------
        InputError
            If an argument is invalid, or the density cannot be sampled from.
        NoBoundaryError
            If all replicates fail.

        Notes
        -----
        Residuals and scales are inflated by sqrt(n / (n - parameters)), as in a regression. If g is linear in w, the
        boundary of each replicate of two levels is drawn at random from those that make the same partition.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> b = f.bootstrap(n=20, search="warm")
        >>> b.intervals().loc["h"].round(4).to_dict()
        {'low': 0.0009, 'estimate': 0.0012, 'high': 0.0014}
        """
        return upward("trust.bootstrap.boundary_bootstrap:bootstrap_fit")(self, n, kind, n_jobs, random_state, search)

    def focus(self) -> tuple[FocusFinding, ...]:
        """Check whether the grid is adequate, and where to extend or refine it.

        Returns
        -------
        tuple of FocusFinding
            One finding per problem, those that make the answer unreliable first. Empty if the grid is adequate. If the
            fit knows which z is better, no finding extends the range on the poor side.

        See Also
        --------
        refine : Propose the next configurations to evaluate.

        Examples
        --------
        The forest fires surface, as if the search had started at lambda1 = 3:

        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("forest-fires-enet")
        >>> late = surface[surface["lambda1"] > 3]
        >>> f = sp.fit(late[["lambda1", "lambda2"]], late["train_mse"], boundary="linear")
        >>> [(finding.kind, finding.parameter, finding.direction) for finding in f.focus()]
        [('edge', 'lambda1', 'below')]
        """
        return upward("fitting.focus:find_focus")(self)

    def summary(self, tolerance: float | None = None) -> Summary:
        """Tabulate the data, the boundary, the densities and the chosen points.

        Parameters
        ----------
        tolerance : float, optional
            Share of the improvement that may be left on the edge, as in `edge`. By default, the edge is shown for a
            transition or a ramp if `fit` was told which values of z are better.

        Returns
        -------
        Summary
            Tables with notes below. ``print`` shows them as text; the methods ``as_text()``, ``as_html()`` and
            ``as_latex()`` return strings.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> print(f.summary())  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
        Plateau boundary by softened profile likelihood
        ===...
        Performance:                   train_error  Log-likelihood:  -104.35
        Hyper-parameters:              2            Softness:        soft
        ...
        """
        return upward("report.summaries.boundary_fit:summarize_fit")(self, tolerance)

    def plot(self, ax: Any = None, z: Any = None, tolerance: float | None = None) -> Any:
        """Plot the data, the boundary, the representative and the nearest points.

        One hyper-parameter is drawn as a scree plot with the threshold and the profile log-likelihood, two as contours
        of z with the boundary. For m > 2 there is one panel per pair of hyper-parameters, which shows the boundary with
        the others fixed at the representative point. If `fit` was told which values of z are better, the edge of a
        transition or a ramp is a second line, with a star at its representative point.

        Parameters
        ----------
        ax : Axes or sequence of Axes, optional
            Axes to draw on; for m > 2 a sequence of m (m - 1) / 2 axes for the pairs (1, 2), (1, 3), (2, 3), (1, 4),
            ... of columns. By default, a new figure.
        z : array-like of shape (n,), optional
            Other values at the same configurations, for instance a test error, to plot in place of the performance.
            The boundary remains that of the fit.
        tolerance : float, optional
            Share of the improvement that may be left on the edge, as in `summary`.

        Returns
        -------
        Axes or ndarray of Axes
            The axes; for m > 2 an array of them in the order above.

        Raises
        ------
        InputError
            If the number of axes or of values of `z` is wrong.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> ax = f.plot(z=surface["test_error"])
        >>> ax.get_xlabel(), ax.get_ylabel()
        ('gamma', 'h')
        """
        return upward("report.plotting:plot_fit")(self, ax=ax, z=z, tolerance=tolerance)

    def diagnose(
        self,
        *,
        refits: str = "warm",
        rows: Sequence[int] | None = None,
        n_jobs: int | None = 1,
        random_state: int = 0,
    ) -> Diagnosis:
        """Check the assumptions of the fit, and the influence of single rows.

        Parameters
        ----------
        refits : {"warm", "full"}, default "warm"
            Search for the boundary without a configuration. "warm" starts from the boundary of all data and shows how
            that boundary moves. "full" shows what `fit` would have found, possibly a different boundary; each refit
            takes as long as `fit`.
        rows : sequence of int, optional
            Configurations to leave out, one at a time. By default, all of them.
        n_jobs : int or None, default 1
            Number of processes, as in joblib. The results do not depend on it.
        random_state : int, default 0
            Seed of the simulated p-values.

        Returns
        -------
        Diagnosis
            Tables of residuals, tests and leverage, and one warning per problem found.

        Raises
        ------
        InputError
            If an argument is invalid.

        Notes
        -----
        The tests are Brown and Forsythe's for a common variance (for counts, the index of dispersion), Anderson and
        Darling's for the density of each side, and the F test of a regression of z on the hyper-parameters within each
        side. For a transition or a ramp, the residuals about the curve are tested in place of z, and their density on
        both sides together.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> d = f.diagnose(rows=[5, 18])
        >>> d.leverage["nearest"].to_dict()  # without row 5, row 25 is nearest to the representative point
        {5: 25, 18: 18}
        """
        return upward("trust.diagnostics:diagnose")(
            self, refits=refits, rows=rows, n_jobs=n_jobs, random_state=random_state
        )

    def test_plateau(
        self, n: int = 199, *, level: float = 0.05, stop_after: int = 10, n_jobs: int | None = 1, random_state: int = 0
    ) -> PlateauTest:
        r"""Test for a plateau by permutation tests.

        Two levels are tested against one level and, if z changes with the configuration, against a linear trend.

        Parameters
        ----------
        n : int, default 199
            Maximal number of permutations in each test.
        level : float, default 0.05
            Significance level of both tests.
        stop_after : int, default 10
            Stop when this many permutations have a statistic at least as large as the observed one. The p-value is then
            the sequential one of Besag and Clifford (1991), which keeps the level.
        n_jobs : int or None, default 1
            Number of processes, as in joblib: -1 is one per core. The result does not depend on it.
        random_state : int, default 0
            Seed of the permutations.

        Returns
        -------
        PlateauTest
            The verdict ("no change", "steady change", "turning point", "not levelled off" or "plateau"), both p-values
            and a sentence.

        Raises
        ------
        InputError
            If an argument is invalid, or `n` is too small for any p-value to reach `level`.

        Notes
        -----
        *Does z change?* The statistic is the log-likelihood ratio of the fit to a single density. The null distribution
        is that of permutations of z, each refitted in full as z was. The test is exact for exchangeable z of any
        distribution. If p exceeds `level`, the verdict is "no change".

        *Does z level off?* The statistic is the Gaussian log-likelihood ratio of two levels to a ramp,
        :math:`(n / 2) \log(RSS_{ramp} / RSS_{levels})`. The ramp is the least-squares regression of z on the
        transformed coordinates. The null distribution is that of the ramp with permuted residuals. If p exceeds
        `level`, the verdict is "steady change". Otherwise it is "turning point" if z has its lowest or highest values
        in the middle of the range (`softprofile.trust.plateau.trends.has_turning_point`). Otherwise it is "plateau",
        unless the ramp is the likelier of the two and z changes within both sides at more than 3/4 of the ramp's rate:
        then it is "steady change". If the fit knows which z is better and a transition fits better than the two levels,
        the verdict is "not levelled off" in place of "plateau" where the transition still improves at the end of the
        range: more than 5 % of the improvement is made in the last tenth.

        For a transition or a ramp, both tests compare the curve in place of two levels, and z levels off if the curve
        does within the range, on the good side if that is known. The refits use few starts and, unless a link was
        named, the logistic link, so that the statistic is the same function of all permutations.

        Examples
        --------
        >>> import softprofile as sp
        >>> z = [5.1, 4.8, 5.2, 1.1, 0.9, 1.2, 1.0, 0.8, 1.1, 1.0]
        >>> f = sp.fit(range(1, 11), z, n_starts=3)
        >>> t = f.test_plateau(n=19)
        >>> t.verdict, t.p_value, t.steady_p_value
        ('plateau', 0.05, 0.05)
        """
        settings = upward("trust.plateau.sequential_p_value:MonteCarloSettings").validated(
            n, level, stop_after, n_jobs, random_state
        )
        return upward("trust.plateau.boundary_plateau:plateau_test_of_fit")(self, settings)

    def to_dict(self) -> dict[str, Any]:
        """Convert the fit to a dictionary of plain lists, numbers and strings.

        Returns
        -------
        dict
            The fit; `from_dict` rebuilds it. The entry ``"chosen"`` repeats the representative point and the nearest
            configuration in original units, for readers other than softprofile.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> f.to_dict()["chosen"]["nearest_point"]
        {'gamma': 50000.0, 'h': 0.001}
        """
        return upward("fitting.serialization:fit_to_dict")(self)

    def to_json(self, path: str | Path | None = None) -> str:
        """Convert the fit to JSON, and write it to a file if `path` is given.

        Parameters
        ----------
        path : str or Path, optional
            File to write.

        Returns
        -------
        str
            The JSON text of `to_dict`.

        See Also
        --------
        BoundaryFit.from_json : Rebuild the fit from the file.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> import json
        >>> json.loads(f.to_json())["names"]
        ['gamma', 'h']
        """
        text = json.dumps(self.to_dict(), indent=1, allow_nan=False)
        if path is not None:
            Path(path).write_text(text + "\n", encoding="utf-8")
        return text

    @classmethod
    def from_dict(cls, data: dict[str, Any], *, boundary: Any = None, density: Any = None) -> BoundaryFit:
        """Rebuild a fit from a dictionary.

        Parameters
        ----------
        data : dict
            Dictionary made by `to_dict`.
        boundary : Boundary, optional
            The boundary object, required if it is user-defined.
        density : Density, optional
            The density object, required if it is user-defined.

        Returns
        -------
        BoundaryFit
            The fit.

        Raises
        ------
        InputError
            If the data are not those of a fit, are damaged or contradict one another.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> again = sp.BoundaryFit.from_dict(f.to_dict())
        >>> again.loglik == f.loglik
        True
        """
        return upward("fitting.serialization:fit_from_dict")(data, boundary, density)

    @classmethod
    def from_json(cls, path: str | Path, *, boundary: Any = None, density: Any = None) -> BoundaryFit:
        """Rebuild a fit from a JSON file.

        Parameters
        ----------
        path : str or Path
            File written by `to_json`.
        boundary : Boundary, optional
            The boundary object, required if it is user-defined.
        density : Density, optional
            The density object, required if it is user-defined.

        Returns
        -------
        BoundaryFit
            The fit.

        Raises
        ------
        InputError
            If the file is not JSON, or not that of a fit.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "fit.json"
        >>> text = f.to_json(file)
        >>> sp.BoundaryFit.from_json(file).nearest_index()
        18
        """
        text = Path(path).read_bytes()
        try:
            data = json.loads(text.decode("utf-8"))
        except RecursionError:
            raise InputError(f"{str(path)!r} is not JSON that softprofile wrote: it is nested too deeply.") from None
        except ValueError as error:
            raise InputError(f"{str(path)!r} is not JSON ({error}).") from None
        return cls.from_dict(data, boundary=boundary, density=density)

    def _named(self, values: Array, label: Any) -> pd.Series[float]:
        import pandas as pd

        return pd.Series(values, index=list(self.names), name=label)

    def __repr__(self) -> str:
        point = ", ".join(
            f"{name}={value:.6g}"
            for name, value in zip(self.names, self.transform.invert(self.representative), strict=True)
        )
        return (
            f"BoundaryFit({self.boundary.name} boundary, {self.density.name} density, {self.softness}; "
            f"n={len(self.z)}, loglik={self.loglik:.6g}; representative point {point})"
        )
