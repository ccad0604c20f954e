"""The edge of the plateau as summaries and plots show it."""

from __future__ import annotations

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.edge import Edge
from softprofile.util.errors import NoBoundaryError
from softprofile.util.validation import Array


def shown_edge(fit: BoundaryFit, tolerance: float | None = None) -> Edge | None:
    """Return the edge to show.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.
    tolerance : float, optional
        Share of the improvement that may be left on the edge.

    Returns
    -------
    Edge or None
        None for two levels, if it is not known which z is better, and if there is no edge. If a tolerance is given,
        what prevents an edge is an error.
    """
    if tolerance is not None:
        return fit.edge(tolerance)
    if fit.better is None or not fit.shape.has_curve:
        return None
    try:
        return fit.edge()
    except NoBoundaryError:
        return None


def is_boundary(edge: Edge) -> bool:
    """Return whether the edge is the boundary g = 0 itself: the good side is exactly flat."""
    fit = edge.fit
    return edge.tolerance == 0 and (fit.shape.flat_side == fit.good_side or not fit.shape.has_curve)


def edge_value(edge: Edge, V: Array) -> Array:
    """Return a function of points in transformed coordinates that is zero on the edge."""
    if is_boundary(edge):
        return edge.fit.boundary.value(edge.fit.boundary.design(V), edge.fit.parameters)
    return np.asarray(edge.tolerance - edge.remaining(V))


def share_text(edge: Edge) -> str:
    """Return the share of the improvement that is left on the edge, such as "5 %"."""
    return f"{100 * edge.tolerance:g} %"
