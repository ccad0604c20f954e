"""Bootstrap of a fitted boundary and its representative point."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import SideTheta
from softprofile.model.likelihood import Likelihood
from softprofile.trust.bootstrap import coverage
from softprofile.trust.bootstrap.curve_sampler import CurveSampler
from softprofile.trust.bootstrap.edges import ReplicateModel, edge_points
from softprofile.trust.bootstrap.fit_replicate import SEARCHES, Replicate, fit_replicate, resolve_search
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
from softprofile.util.streams import random_stream
from softprofile.util.upward import upward
from softprofile.util.validation import Array, read_configurations

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.report.summaries.summary import Summary

# Number of boundary values computed in one batch, to bound the memory used.
_BATCH_SIZE = 2_000_000


@dataclass(frozen=True, eq=False)
class BoundaryBootstrap(ReadOnlyArrays):
    """Bootstrap of a fit: boundaries and representative points of replicates.

    Returned by `BoundaryFit.bootstrap`.

    Attributes
    ----------
    fit : BoundaryFit
        The fit that was bootstrapped.
    kind : {"residual", "pairs", "parametric"}
        Resampling scheme.
    search : {"full", "warm"}
        Search that was used for each replicate; "auto" is already resolved.
    n : int
        Number of replicates drawn, failed ones included.
    parameters : ndarray of shape (k, p)
        Boundary parameters w of the k replicates that succeeded, in the transformed coordinates of `fit`.
    signs : ndarray of shape (k,)
        Sign that orients g of each replicate like g of `fit`. It is -1 only for user-defined boundaries.
    representatives : ndarray of shape (k, m)
        Representative points of the replicates, in transformed coordinates.
    rows : ndarray of int of shape (k,)
        Row of the evaluated configuration nearest to each representative point.
    failures : dict of str to int
        Number of failed replicates by reason.
    messages : tuple of Message
        Caveats about the result: see `softprofile.Message`.
    models : tuple of ReplicateModel
        Shape and densities of each replicate that succeeded, from which `edge_intervals` finds its edge.

    See Also
    --------
    ElbowBootstrap : The bootstrap of a threshold in one dimension.

    Examples
    --------
    >>> import softprofile as sp
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
    >>> b = f.bootstrap(n=20, search="warm")
    >>> b.intervals().loc["h"].round(4).to_dict()
    {'low': 0.0009, 'estimate': 0.0012, 'high': 0.0014}
    >>> int(b.chosen.index[0])  # the row that is chosen most often
    18
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
    messages: tuple[Message, ...] = ()
    models: tuple[ReplicateModel, ...] = ()

    @property
    def representative_points(self) -> pd.DataFrame:
        """Representative points in original units; one row per replicate."""
        import pandas as pd

        return pd.DataFrame(self.fit.transform.invert(self.representatives), columns=list(self.fit.names))

    def intervals(self, level: float = 0.9) -> pd.DataFrame:
        """Compute percentile intervals of the representative point.

        The ends are quantiles of the replicates. They are therefore equivariant: the intervals of a rescaled or logged
        hyper-parameter are the rescaled or logged intervals.

        Parameters
        ----------
        level : float, default 0.9
            Nominal coverage of each interval, between 0 and 1.

        Returns
        -------
        DataFrame
            One row per hyper-parameter with columns ``low``, ``estimate`` and ``high``, in original units.

        Raises
        ------
        InputError
            If `level` is not strictly between 0 and 1.

        See Also
        --------
        BoundaryBootstrap.caveat : The measured coverage of these intervals.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> b = f.bootstrap(n=20, search="warm")
        >>> b.intervals().loc["h"].round(4).to_dict()
        {'low': 0.0009, 'estimate': 0.0012, 'high': 0.0014}
        """
        return self._percentile_intervals(self.representatives, self.fit.representative, level)

    def edge_points(self, tolerance: float | None = None) -> pd.DataFrame:
        """Find the edge of the plateau in each replicate.

        Parameters
        ----------
        tolerance : float, optional
            Share of the improvement that may be left on the edge, as in `BoundaryFit.edge`.

        Returns
        -------
        DataFrame
            Representative point of the edge of each replicate, in original units; NaN if a replicate has no edge. The
            improvement is that within the range of the evaluated configurations.

        Raises
        ------
        InputError
            If the fit was not told which values of z are better, or the tolerance is not valid.

        See Also
        --------
        BoundaryBootstrap.representative_points : The same for the boundary.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("mnist-dropout")
        >>> f = sp.fit(surface[["r", "c"]], surface["train_error"], boundary="linear", shape="ramp", better="lower")
        >>> b = f.bootstrap(n=20)
        >>> b.edge_points().shape
        (20, 2)
        """
        import pandas as pd

        points = edge_points(self.fit, self.parameters, self.signs, self.models, self.fit.edge(tolerance).tolerance)
        return pd.DataFrame(self.fit.transform.invert(points), columns=list(self.fit.names))

    def edge_intervals(self, tolerance: float | None = None, level: float = 0.9) -> pd.DataFrame:
        """Compute percentile intervals of the representative point of the edge.

        Parameters
        ----------
        tolerance : float, optional
            Share of the improvement that may be left on the edge, as in `BoundaryFit.edge`.
        level : float, default 0.9
            Nominal coverage of each interval, between 0 and 1.

        Returns
        -------
        DataFrame
            One row per hyper-parameter with columns ``low``, ``estimate`` and ``high``, in original units.

        Raises
        ------
        InputError
            If the fit was not told which values of z are better, or an argument is not valid.
        NoBoundaryError
            If no replicate has an edge.

        See Also
        --------
        BoundaryFit.edge : The edge of the fit.
        BoundaryBootstrap.intervals : The same for the representative point of the boundary.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("mnist-dropout")
        >>> f = sp.fit(surface[["r", "c"]], surface["train_error"], boundary="linear", shape="ramp", better="lower")
        >>> b = f.bootstrap(n=20)
        >>> b.edge_intervals().loc["c"].round(2).to_dict()
        {'low': 1.51, 'estimate': 1.95, 'high': 2.35}
        """
        require_level(level)
        edge = self.fit.edge(tolerance)
        points = edge_points(self.fit, self.parameters, self.signs, self.models, edge.tolerance)
        known = points[np.isfinite(points).all(axis=1)]
        if not len(known):
            raise NoBoundaryError("no replicate has an edge: its fitted location of z is the same everywhere.")
        return self._percentile_intervals(known, edge.representative, level)

    def _percentile_intervals(self, points: Array, estimate: Array, level: float) -> pd.DataFrame:
        """Compute intervals of points in transformed coordinates, and return them in original units."""
        import pandas as pd

        tail = (1 - require_level(level)) / 2
        # The "weibull" definition assigns level k / (n + 1) to the k-th order statistic, which is unbiased for small n.
        low, high = np.quantile(points, [tail, 1 - tail], axis=0, method="weibull")
        ends = self.fit.transform.invert(np.stack([low, estimate, high]))
        return pd.DataFrame(ends.T, index=list(self.fit.names), columns=["low", "estimate", "high"])

    def probability(self, V: Any) -> Array:
        """Estimate the probability that configurations lie on side 2.

        The estimate is the share of replicates with g > 0 at the configuration.

        Parameters
        ----------
        V : array-like or DataFrame of shape (k, m)
            Configurations in original units. The columns of a DataFrame are matched by name.

        Returns
        -------
        ndarray of shape (k,)
            Probability of side 2 at each configuration.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> b = f.bootstrap(n=20, search="warm")
        >>> b.probability([[5000, 1e-5], [5e5, 0.01]])
        array([1., 0.])
        """
        points, _ = read_configurations(V, self.fit.names)
        return self.probability_at(self.fit.transform.apply(points, self.fit.names))

    def probability_at(self, points: Array) -> Array:
        """Estimate the probability of side 2 at points in transformed coordinates.

        Parameters
        ----------
        points : ndarray of shape (k, m)
            Configurations in the transformed coordinates of `fit`.

        Returns
        -------
        ndarray of shape (k,)
            Probability of side 2 at each point.

        See Also
        --------
        BoundaryBootstrap.probability : The same in original units.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> b = f.bootstrap(n=20, search="warm")
        >>> b.probability_at(f.transformed[[0, 34]])
        array([1., 0.])
        """
        boundary = self.fit.boundary
        design = boundary.design(points)
        counts = np.zeros(len(points))
        batch = max(1, _BATCH_SIZE // max(1, len(points)))
        for first in range(0, len(self.parameters), batch):
            here = slice(first, first + batch)
            counts += np.sum(self.signs[here, None] * boundary.value(design, self.parameters[here]) > 0, axis=0)
        return counts / len(self.parameters)

    def band(self, V: Any = None, level: float = 0.9) -> pd.DataFrame:
        """Find the configurations whose side is uncertain, the band of the boundary.

        A configuration is in the band if its probability of side 2 lies strictly between (1 - level) / 2 and
        (1 + level) / 2. The band is pointwise, not simultaneous. It is defined in any number of dimensions.

        Parameters
        ----------
        V : array-like or DataFrame of shape (k, m), optional
            Configurations in original units. By default, the evaluated ones.
        level : float, default 0.9
            Nominal pointwise level of the band, between 0 and 1.

        Returns
        -------
        DataFrame
            One row per configuration: its hyper-parameters, its ``side`` in the fit, the ``probability`` of side 2, and
            whether it is ``in band``.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> b = f.bootstrap(n=20, search="warm")
        >>> b.band([[5000, 1e-5], [5e4, 0.0011], [5e5, 0.01]])["in band"].tolist()
        [False, True, False]
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
        """Evaluated configurations that replicates choose, the most frequent first.

        The index is the row of the configuration. ``times`` counts the replicates and ``share`` is their proportion.
        """
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
        """Coverage of intervals and band, as measured on simulated surfaces."""
        return coverage.boundary_caveat(self.kind, self.search, self.fit)

    def summary(self) -> Summary:
        """Tabulate the intervals, the band and the chosen configurations.

        Returns
        -------
        Summary
            Tables with the measured coverage below. ``print`` shows them as text; the methods ``as_text()``,
            ``as_html()`` and ``as_latex()`` return strings.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> b = f.bootstrap(n=20, search="warm")
        >>> print(b.summary())  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
        Bootstrap of a plateau boundary
        ===...
        Kind:      residual  Replicates:             20
        ...
        """
        return upward("report.summaries.bootstrap:summarize_boundary_bootstrap")(self)

    def plot(self, ax: Any = None, level: float = 0.9, z: Any = None) -> Any:
        """Plot the fit with its band and the replicates of the representative point.

        The shaded band is where the side is uncertain at this level. Dots are the replicates of the representative
        point, bars their intervals. Rings around evaluated configurations have an area proportional to how often each
        is chosen.

        Parameters
        ----------
        ax : Axes or sequence of Axes, optional
            Axes to draw on; for m > 2 hyper-parameters one per pair of them, as in `BoundaryFit.plot`. By default, a
            new figure.
        level : float, default 0.9
            Level of the band and of the intervals.
        z : array-like of shape (n,), optional
            Other values at the same configurations, for instance a test error, to plot in place of the performance.

        Returns
        -------
        Axes or ndarray of Axes
            The axes; an array of them for m > 2.

        Examples
        --------
        >>> import softprofile as sp
        >>> f = sp.fit([1, 2, 3, 4, 5, 6, 7, 8], [9.1, 8.7, 9.0, 2.2, 1.9, 2.1, 2.0, 1.8])
        >>> ax = f.bootstrap(n=20, search="warm").plot(level=0.8)
        >>> ax.get_xlabel()
        'u1'
        """
        return upward("report.plotting:plot_boundary_bootstrap")(self, ax=ax, level=require_level(level), z=z)

    def __repr__(self) -> str:
        ends = ", ".join(f"{name} {low:.4g} to {high:.4g}" for name, low, _, high in self.intervals().itertuples())
        return f"BoundaryBootstrap({self.kind}, n={self.n}; 90 % intervals {ends})"


def bootstrap_fit(
    fit: BoundaryFit, n: int, kind: str, n_jobs: int | None, random_state: int | np.random.Generator | None, search: str
) -> BoundaryBootstrap:
    """Implement `BoundaryFit.bootstrap`, which documents the arguments."""
    require_choice(kind, KINDS, "kind")
    search = resolve_search(fit, require_choice(search, SEARCHES, "search"))
    sampler = _sampler(fit)
    # Fail here rather than in a worker if the density cannot be sampled from.
    sampler.draw(kind, random_stream(0))
    outcome = run_replicates(partial(_replicate, fit, sampler, kind, search), n, n_jobs, random_state)
    attempted = len(outcome.replicates) + sum(outcome.failures.values())
    messages = failure_messages(outcome.failures, attempted)
    warn(*messages)
    w, signs, representatives, rows, models = zip(*outcome.replicates, strict=True)
    return BoundaryBootstrap(
        fit=fit,
        kind=kind,
        search=search,
        n=attempted,
        parameters=np.array(w),
        signs=np.array(signs),
        representatives=np.array(representatives),
        rows=np.array(rows),
        failures=outcome.failures,
        messages=messages,
        models=models,
    )


def _sampler(fit: BoundaryFit) -> FittedModelSampler | CurveSampler:
    """Return the fitted model as a sampler: a curve, or two levels."""
    if fit.shape.has_curve:
        return CurveSampler(fit)
    # Degrees of freedom: the boundary's parameters up to their scale, and the two levels.
    inflation = residual_inflation(len(fit.z), len(fit.parameters) + 1)
    return FittedModelSampler(fit.z, fit.sides == 2, _fit_each_side(fit), fit.density, inflation)


def _fit_each_side(fit: BoundaryFit) -> SideTheta:
    """Fit the density to the points of each side by hard weights, also for a softened fit."""
    return Likelihood(fit.z, fit.density).fit_sides(np.where(fit.sides == 2, 1.0, -1.0), "hard").theta


def _replicate(
    fit: BoundaryFit, sampler: FittedModelSampler | CurveSampler, kind: str, search: str, rng: np.random.Generator
) -> Replicate:
    sample = sampler.draw(kind, rng)
    require_not_constant(sample.z)
    return fit_replicate(fit, sample, search, rng)
