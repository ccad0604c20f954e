"""The region of low values, side 1, of a fit with two hyper-parameters: how far it extends, and boxes inside it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.util.validation import Array

_RASTER = 401


def extent(fitted: BoundaryFit) -> dict[str, tuple[float, float]]:
    """Find the smallest and the largest value of each hyper-parameter anywhere on side 1.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit over two positive hyper-parameters.

    Returns
    -------
    dict of str to tuple of float
        Smallest and largest value by name, within the range of the evaluated configurations. Each is attained at some
        value of the other hyper-parameter.
    """
    axes, good = raster(fitted)
    found = {}
    for number, (name, values) in enumerate(zip(fitted.names, axes, strict=True)):
        inside = values[good.any(axis=1 - number)]
        found[name] = (float(inside.min()), float(inside.max()))
    return found


def box_is_good(fitted: BoundaryFit, corner: Mapping[str, float], increasing: Mapping[str, bool]) -> bool:
    """Check whether all of a box with a given corner is on side 1.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit over two positive hyper-parameters.
    corner : mapping of str to float
        The corner, by name.
    increasing : mapping of str to bool
        Whether the box extends from the corner to larger values of a hyper-parameter, or to smaller ones.

    Returns
    -------
    bool
        Whether no point strictly inside the box, within the range of the evaluated configurations, is on side 2.
    """
    axes, good = raster(fitted)
    inside = [
        values > corner[name] if increasing[name] else values < corner[name]
        for name, values in zip(fitted.names, axes, strict=True)
    ]
    return bool(good[np.ix_(*inside)].all())


def largest_box(fitted: BoundaryFit, increasing: Mapping[str, bool]) -> dict[str, float]:
    """Find the corner of the largest box on side 1, by its area on logarithmic axes.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit over two positive hyper-parameters.
    increasing : mapping of str to bool
        Whether the box extends from the corner to the largest value of a hyper-parameter, or to the smallest one.

    Returns
    -------
    dict of str to float
        The corner, by name.
    """
    axes, good = raster(fitted)
    # From the fixed end of the box inwards.
    inwards = tuple(slice(None, None, -1 if increasing[name] else 1) for name in fitted.names)
    first, second = (values[order] for values, order in zip(axes, inwards, strict=True))
    # True where everything up to the fixed ends is on side 1.
    clean = np.logical_and.accumulate(np.logical_and.accumulate(good[inwards], axis=0), axis=1)
    area = np.outer(np.abs(np.log(first[0] / first)), np.abs(np.log(second[0] / second))) * clean
    row, column = np.unravel_index(int(area.argmax()), area.shape)
    return dict(zip(fitted.names, (float(first[row]), float(second[column])), strict=True))


def raster(fitted: BoundaryFit) -> tuple[tuple[Array, Array], npt.NDArray[np.bool_]]:
    """Evaluate the sides on a fine grid over the range of the evaluated configurations.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit over two positive hyper-parameters.

    Returns
    -------
    axes : tuple of two ndarrays
        Values of each hyper-parameter, evenly spaced on a logarithmic axis.
    good : ndarray of bool
        Whether a pair is on side 1; rows are values of the first hyper-parameter.
    """
    first, second = (np.geomspace(column.min(), column.max(), _RASTER) for column in fitted.U.T)
    U = np.column_stack([np.repeat(first, _RASTER), np.tile(second, _RASTER)])
    return (first, second), (fitted.decision_function(U) <= 0).reshape(_RASTER, _RASTER)
