"""The edge of the plateau: the level set beyond which little of the improvement is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from softprofile.fitting.region import even_grid
from softprofile.fitting.representative_point import nearest_index, representative_point
from softprofile.util.errors import InputError, NoBoundaryError
from softprofile.util.messages import Message
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.validation import Array, require_number

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.fitting.boundary_fit import BoundaryFit

#: Share of the improvement that is left at the edge of a transition, unless given.
DEFAULT_TOLERANCE = 0.05


@dataclass(frozen=True, eq=False)
class Edge(ReadOnlyArrays):
    """The edge of the plateau, and its representative point.

    Returned by `BoundaryFit.edge`.

    Attributes
    ----------
    fit : BoundaryFit
        The fit.
    tolerance : float
        Share of the improvement that is left on the edge.
    level : float
        Location of z on the edge.
    best, worst : float
        Best and worst fitted location of z in the evaluated range.
    representative : ndarray of shape (m,)
        Representative point of the edge, in transformed coordinates.
    inside : ndarray of bool of shape (n,)
        Whether each configuration lies beyond the edge, on the plateau.
    messages : tuple of Message
        Caveats about the representative point.
    point : Series
        The representative point, in original units.

    See Also
    --------
    BoundaryFit.edge : Find the edge.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> x = np.linspace(0, 10, 41)
    >>> e = sp.fit(x, 5 / (1 + np.exp(2 * (x - 4))), shape="transition", better="lower").edge()
    >>> e.tolerance, round(e.level, 2), int(e.inside.sum())
    (0.05, 0.25, 19)
    """

    fit: BoundaryFit
    tolerance: float
    level: float
    best: float
    worst: float
    representative: Array
    inside: npt.NDArray[np.bool_]
    messages: tuple[Message, ...] = ()

    @property
    def point(self) -> pd.Series[float]:
        """Representative point of the edge, in original units."""
        import pandas as pd

        values = self.fit.transform.invert(self.representative)
        return pd.Series(values, index=list(self.fit.names), name="edge point")

    def remaining(self, V: Array) -> Array:
        """Return the share of the improvement that is left at points.

        Parameters
        ----------
        V : array of shape (k, m)
            Points in transformed coordinates.

        Returns
        -------
        array of shape (k,)
            0 at the best location in the evaluated range, and 1 at the worst.

        Examples
        --------
        >>> import numpy as np
        >>> import softprofile as sp
        >>> x = np.linspace(0, 10, 41)
        >>> e = sp.fit(x, 5 / (1 + np.exp(2 * (x - 4))), shape="transition", better="lower").edge(0.1)
        >>> e.remaining(e.representative[None, :]).round(6)
        array([0.1])
        """
        return (self.best - self.fit.locations_at(V)) / (self.best - self.worst)

    def nearest_index(self) -> int:
        """Find the configuration beyond the edge that is nearest to its point.

        Returns
        -------
        int
            Row of ``fit.U``. If no configuration lies beyond the edge, the nearest of all.

        Examples
        --------
        >>> import numpy as np
        >>> import softprofile as sp
        >>> x = np.linspace(0, 10, 41)
        >>> f = sp.fit(x, 5 / (1 + np.exp(2 * (x - 4))), shape="transition", better="lower")
        >>> float(x[f.edge().nearest_index()])
        5.5
        """
        among = self.inside if self.inside.any() else np.ones(len(self.inside), dtype=bool)
        return nearest_index(self.fit.transformed, self.representative, among)

    def __repr__(self) -> str:
        point = ", ".join(f"{name}={value:.6g}" for name, value in self.point.items())
        return f"Edge(tolerance={self.tolerance:g}, level={self.level:.6g}; representative point {point})"


def find_edge(fit: BoundaryFit, tolerance: float | None = None) -> Edge:
    """Find the edge of the plateau of a fit.

    Parameters
    ----------
    fit : BoundaryFit
        A fit that knows its good side.
    tolerance : float, optional
        Share of the improvement that may be left, from 0 up to 1.

    Returns
    -------
    Edge
        The edge.

    Raises
    ------
    InputError
        If the good side is not known, or the tolerance is not valid.
    NoBoundaryError
        If the location of z is the same everywhere.
    """
    if fit.better is None:
        raise InputError("the edge needs a direction: fit with better='lower' or better='higher'.")
    exact = fit.shape.flat_side == fit.good_side or not fit.shape.has_curve
    if tolerance is None:
        share = 0.0 if exact else DEFAULT_TOLERANCE
    else:
        share = require_number(tolerance, "tolerance, a share of the improvement,", at_least=0, below=1)
    V = fit.transformed
    grid = even_grid(V)
    everywhere = np.vstack([grid, V])
    locations = fit.locations_at(everywhere)
    worst, best = float(locations.min()), float(locations.max())
    if fit.better == "lower":
        worst, best = best, worst
    if best == worst:
        raise NoBoundaryError("the fitted location of z is the same everywhere: there is no edge.")
    level = best - share * (best - worst)

    def beyond(points: Array) -> Array:
        """Positive on the plateau."""
        if exact and share == 0:
            # The whole flat side is as good as the best.
            g = fit.boundary.value(fit.boundary.design(points), fit.parameters)
            return g if fit.good_side == 2 else np.where(g <= 0, np.maximum(-g, np.finfo(float).tiny), -g)
        return (fit.locations_at(points) - level) / (best - worst)

    sides = np.where(beyond(everywhere) > 0, 2, 1)
    covered = len(grid) if len({*sides[: len(grid)].tolist()}) == 2 else len(sides)
    if len({*sides.tolist()}) < 2:
        sides[int(np.argmax(locations if fit.better == "higher" else -locations))] = 2
        covered = len(sides)
    centres = np.array([everywhere[:covered][sides[:covered] == side].mean(axis=0) for side in (1, 2)])
    found = representative_point(beyond, centres, everywhere[:covered], sides[:covered])
    return Edge(fit, share, level, best, worst, found.point, sides[len(grid) :] == 2, found.messages)
