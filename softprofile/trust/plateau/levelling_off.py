"""Whether z levels off within the evaluated range, for the verdict of a plateau test."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.good_side import GOOD_SIDES
from softprofile.fitting.levelling import unfinished_ranges
from softprofile.fitting.refitting import refit
from softprofile.model.boundaries import Quadratic
from softprofile.model.densities import Gaussian
from softprofile.model.shapes import Transition
from softprofile.trust.plateau.results import NOT_LEVELLED_OFF, PLATEAU, STEADY_CHANGE, PlateauTest
from softprofile.util.streams import random_stream

#: Names of hyper-parameters with the direction in which to extend them, such as ``("x", "above 10")``.
Ranges = tuple[tuple[str, str], ...]


def levels_off(fit: BoundaryFit) -> tuple[bool, Ranges]:
    """Judge whether the curve of a fit levels off within the range, on the good side if that is known.

    Parameters
    ----------
    fit : BoundaryFit
        A fit with a transition or a ramp.

    Returns
    -------
    levelled : bool
        Whether z has levelled off. If the good side is not known, whether it has at one end at least.
    extend : tuple of (str, str)
        The ranges to extend. Empty if the good side is not known.
    """
    if fit.better is None:
        return not all(unfinished_ranges(fit, better) for better in GOOD_SIDES), ()
    extend = tuple(unfinished_ranges(fit, fit.better))
    return not extend, extend


def with_range_of_levels(test: PlateauTest, fit: BoundaryFit) -> PlateauTest:
    """Revise the verdict on two levels where a transition fits better and has not levelled off on the good side.

    Parameters
    ----------
    test : PlateauTest
        Test of two levels.
    fit : BoundaryFit
        The fit of two levels.

    Returns
    -------
    PlateauTest
        The test itself unless the good side is known. Otherwise a plateau becomes "not levelled off", and the ranges to
        extend are added to it and to a steady change.
    """
    if fit.better is None or test.verdict not in (PLATEAU, STEADY_CHANGE):
        return test
    settings = replace(
        fit.settings,
        shape=Transition(),
        density=Gaussian(),
        softness="soft",
        literal=False,
        ridge=None,
        n_starts=None,
        # Others take long to search.
        boundary=fit.boundary if fit.boundary.linear else Quadratic(),
    )
    curve = refit(replace(fit, settings=settings), fit.z, rng=random_stream(0))
    means = sum(float(np.var(part) * len(part)) for part in (fit.z[fit.sides == side] for side in (1, 2)) if len(part))
    return with_range_of_curve(test, curve, means)


def with_range_of_curve(test: PlateauTest, curve: BoundaryFit, rss_of_levels: float) -> PlateauTest:
    """Revise the verdict on two levels by a transition of the same data, if that fits better.

    Parameters
    ----------
    test : PlateauTest
        Test of two levels.
    curve : BoundaryFit
        A transition that knows its good side.
    rss_of_levels : float
        Residual sum of squares about the two levels.

    Returns
    -------
    PlateauTest
        The test with the ranges to extend.
    """
    if test.verdict not in (PLATEAU, STEADY_CHANGE) or np.sum((curve.z - curve.locations) ** 2) >= rss_of_levels:
        return test
    _, extend = levels_off(curve)
    if not extend:
        return test
    return replace(test, verdict=NOT_LEVELLED_OFF if test.verdict == PLATEAU else test.verdict, extend=extend)
