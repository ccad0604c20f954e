"""The result of `recommend`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.edge import Edge
from softprofile.recommendation.coordinates import Coordinates
from softprofile.recommendation.edge import EdgeSearch
from softprofile.util.messages import Message
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.text import free_name
from softprofile.util.upward import upward
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from softprofile.report.summaries.summary import Summary


@dataclass(frozen=True, eq=False)
class Recommendation(ReadOnlyArrays):
    """A recommended configuration, and the reason.

    Returned by `recommend`.

    Attributes
    ----------
    index : int
        Row of the recommended configuration, counted from 0.
    best_index : int
        Row of the configuration with the best z.
    reason : str
        What is given up against the best evaluated, and what is gained, in one sentence.
    loss : float
        How much worse the recommended z is than the best evaluated; 0 or larger.
    noise : float
        Standard deviation of the noise of z near its best; 0 if it could not be estimated.
    accepted_loss : float
        Largest loss that the rule accepts.
    rule : {"edge", "paper"}
        The rule.
    better : {"lower", "higher"}
        Which z is better.
    direction : {"cost", "simpler", "training scores", "assumed", "none"}
        Where the order from simple to complex comes from. "assumed": the poor side is taken as the simpler one.
    verdict : {"plateau", "optimum inside", "still improving", "flat", "unknown"}
        Form of the smoothed surface. "plateau": it levels off towards an end of the range. "optimum inside": it is
        worse at both ends. "still improving": it is best at an end, and has not levelled off there.
    U : DataFrame of shape (n, m)
        Evaluated configurations.
    z : ndarray of shape (n,)
        Their performance.
    z_name : str
        Name of the performance.
    as_good : ndarray of int
        Rows of `alternatives`.
    group : ndarray of int
        Rows that have the levels (categories, booleans, None) of the recommended configuration, without those that
        failed.
    coordinates : Coordinates
        Transformed coordinates of the numeric hyper-parameters.
    edge_search : EdgeSearch or None
        Data of the search for the edge, which is made when the edge is first asked for.
    levels_fit : BoundaryFit or None
        The fit of two levels, for ``rule="paper"``.
    messages : tuple of Message
        Caveats: see `softprofile.Message`.
    edge_point : Series or None
        Point on the edge of the good region, in original units; None if there is no edge.
    alternatives : DataFrame
        The configurations as good as the best, with their z, ``loss`` (how much worse z is than the best) and
        ``edge_distance`` (distance to the edge in transformed coordinates), the smallest loss first.
    fit : BoundaryFit or None
        The fit that the edge comes from: the likelier of a transition and a ramp, in which z far worse than the best is
        clipped. For ``rule="paper"``, the fit of two levels.
    edge : Edge or None
        The edge of the plateau; None for ``rule="paper"``, or if there is no edge.

    See Also
    --------
    recommend : Recommend one of the evaluated configurations.

    Examples
    --------
    >>> import softprofile as sp
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> r = sp.recommend(surface[["gamma", "h"]], surface["test_error"], better="lower", z_train=surface["train_error"])
    >>> r
    Recommendation(gamma=5000, h=0.005; loss=0.595, rule='edge')
    """

    index: int
    best_index: int
    reason: str
    loss: float
    noise: float
    accepted_loss: float
    rule: str
    better: str
    direction: str
    verdict: str
    U: pd.DataFrame
    z: Array
    z_name: str
    as_good: npt.NDArray[np.int64]
    group: npt.NDArray[np.int64]
    coordinates: Coordinates
    edge_search: EdgeSearch | None = None
    levels_fit: BoundaryFit | None = None
    messages: tuple[Message, ...] = ()

    @property
    def configuration(self) -> pd.Series[Any]:
        """The recommended configuration. Its name is the label of its row in U."""
        return self._row(self.index)

    @property
    def best_configuration(self) -> pd.Series[Any]:
        """The configuration with the best z. Its name is the label of its row in U."""
        return self._row(self.best_index)

    @cached_property
    def edge(self) -> Edge | None:
        """The edge of the plateau."""
        return None if self.edge_search is None else self.edge_search.find()

    @property
    def fit(self) -> BoundaryFit | None:
        """The fit that the edge comes from, or that of two levels."""
        return self.levels_fit if self.edge is None else self.edge.fit

    @property
    def edge_point(self) -> pd.Series[Any] | None:
        """Point on the edge, in original units; categories are those recommended."""
        import pandas as pd

        if self.fit is None:
            return None
        original = self.fit.transform.invert(self._point)
        values = {name: self.U[name].iloc[self.index] for name in self.U.columns}
        values |= dict(zip(self.fit.names, map(float, original), strict=True))
        return pd.Series(values, name="edge")

    @property
    def alternatives(self) -> pd.DataFrame:
        """The configurations as good as the best."""
        import numpy as np

        rows, fit = self.as_good, self.fit
        table = self.U.iloc[rows].copy()
        distance = np.full(len(rows), np.nan)
        if fit is not None:
            own = np.isin(rows, self.group)
            columns = [self.coordinates.names.index(name) for name in fit.names]
            points = fit.transform.apply(self.coordinates.numbers[rows[own]][:, columns], fit.names)
            distance[own] = np.linalg.norm(points - self._point, axis=1)
        loss = np.abs(self.z[self.best_index] - self.z[rows])
        for name, values in ((self.z_name, self.z[rows]), ("loss", loss), ("edge_distance", distance)):
            table[free_name(name, list(table.columns))] = values
        return table

    @property
    def _point(self) -> Array:
        """The representative point of the edge or of the boundary between two levels."""
        if self.edge is not None:
            return self.edge.representative
        assert self.levels_fit is not None
        return self.levels_fit.representative

    def summary(self) -> Summary:
        """Tabulate the recommended and the best evaluated configuration, and the reason.

        Returns
        -------
        Summary
            Tables with notes below. ``print`` shows them as text; the methods ``as_text()``, ``as_html()`` and
            ``as_latex()`` return strings.

        Examples
        --------
        >>> import softprofile as sp
        >>> r = sp.recommend({"depth": [1, 2, 3, 4, 5, 6]}, [0.61, 0.80, 0.91, 0.92, 0.92, 0.92], better="higher")
        >>> print(r.summary())  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
        Recommended configuration
        ...
        """
        return upward("report.summaries.recommendation:summarize_recommendation")(self)

    def plot(self, ax: Any = None) -> Any:
        """Plot z, the recommended and the best evaluated configuration, and the edge.

        The configurations as good as the best are marked too. One hyper-parameter is drawn as a scatter plot, two as
        contours of z. For more there is one panel per pair of hyper-parameters.

        Parameters
        ----------
        ax : Axes or sequence of Axes, optional
            Axes to draw on; for m > 2 a sequence of m (m - 1) / 2 axes for the pairs (1, 2), (1, 3), (2, 3), (1, 4),
            ... of hyper-parameters. By default, a new figure.

        Returns
        -------
        Axes or ndarray of Axes
            The axes; for m > 2 an array of them in the order above.

        Examples
        --------
        >>> import softprofile as sp
        >>> r = sp.recommend({"depth": [1, 2, 3, 4, 5, 6]}, [0.61, 0.80, 0.91, 0.92, 0.92, 0.92], better="higher")
        >>> r.plot().get_xlabel()
        'depth'
        """
        return upward("report.plotting:plot_recommendation")(self, ax=ax)

    def __repr__(self) -> str:
        from softprofile.recommendation.reasons import describe_configuration

        shown = describe_configuration({name: self.U[name].tolist()[self.index] for name in self.U.columns})
        return f"Recommendation({shown}; loss={self.loss:.3g}, rule={self.rule!r})"

    def _row(self, row: int) -> pd.Series[Any]:
        import pandas as pd

        values = {name: self.U[name].iloc[row] for name in self.U.columns}
        return pd.Series(values, name=self.U.index[row])
