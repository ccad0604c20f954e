"""What must be true of every fit, whatever the data: recomputed here from the data and the parameters alone."""

from __future__ import annotations

import json
import warnings

import numpy as np

import softprofile as sp
from softprofile.util.validation import Array


def check_fit(f: sp.BoundaryFit) -> None:
    """Every part of a fit is finite and follows from the others."""
    _check_finite(f)
    _check_sides(f)
    _check_likelihood(f)
    _check_centres(f)
    _check_representative(f)
    _check_nearest(f)
    _check_json(f)
    assert str(f.summary())


def _check_finite(f: sp.BoundaryFit) -> None:
    for name in ("parameters", "values", "centres", "representative", "crossings", "loglik"):
        assert np.all(np.isfinite(getattr(f, name))), f"{name} is not finite: {getattr(f, name)}"
    for side in (1, 2):
        assert f.theta[side], f"side {side} has no density"
        assert np.all(np.isfinite([*f.theta[side].values()])), f"theta is not finite: {f.theta}"
    for original in (f.representative_point, f.centers_of_gravity, f.nearest_point()):
        assert np.all(np.isfinite(original.to_numpy())), f"not finite in original units: {original}"


def _check_sides(f: sp.BoundaryFit) -> None:
    design = f.boundary.design(f.transform.apply(f.U, f.names))
    g = f.boundary.value(design, f.parameters)
    np.testing.assert_allclose(f.values, g, rtol=1e-9, atol=1e-12 * _steepness(f))
    np.testing.assert_array_equal(f.sides, np.where(f.values > 0, 2, 1))
    # Two ways to the same g differ in the last digit, so points on the boundary itself are left out.
    clear = np.abs(f.values) > 1e-9 * _steepness(f)
    np.testing.assert_array_equal(f.predict(f.U)[clear], f.sides[clear])
    assert {*f.sides.tolist()} == {1, 2}, "a side is empty"


def _check_likelihood(f: sp.BoundaryFit) -> None:
    # If g was turned, the two sides were fitted and summed in the other order: the last digit may differ.
    again = sp.profile_loglik(f.values, f.z, f.density, f.softness)
    np.testing.assert_allclose(f.loglik, again, rtol=1e-13, atol=1e-13 * len(f.z))
    locations = [
        float(f.density.location({key: np.asarray(value) for key, value in f.theta[side].items()})) for side in (1, 2)
    ]
    assert locations[0] <= locations[1], f"side 1 lies above side 2: {locations}"


def _check_centres(f: sp.BoundaryFit) -> None:
    V = f.transform.apply(f.U, f.names)
    one_sign = np.all(f.z >= 0) or np.all(f.z <= 0)
    mass = np.abs(f.z) if one_sign else f.z - f.z.min()
    for side in (1, 2):
        held = f.sides == side
        weights = mass[held] / mass.max()
        if not mass[held].any():
            weights = np.ones(int(held.sum()))
        elif weights.max() < 1e-290:
            continue  # the weights themselves have no digits left: the package divides by those of the side
        centre = (weights[:, None] * V[held]).sum(axis=0) / weights.sum()
        np.testing.assert_allclose(f.centres[side - 1], centre, rtol=1e-9, atol=1e-9)


def _check_representative(f: sp.BoundaryFit) -> None:
    def g(points: Array) -> Array:
        return f.boundary.value(f.boundary.design(points), f.parameters)

    nearest = np.linalg.norm(f.crossings - f.representative, axis=1).min()
    assert nearest == 0.0, "the representative point is none of the crossings"
    assert abs(g(f.representative[None, :])[0]) <= 1e-8 * _steepness(f), "the representative point is off the boundary"
    V = f.transform.apply(f.U, f.names)
    slack = 1e-9 * np.maximum(1.0, np.abs(V).max(axis=0))
    assert np.all(f.representative >= V.min(axis=0) - slack), "the representative point is below the evaluated range"
    assert np.all(f.representative <= V.max(axis=0) + slack), "the representative point is above the evaluated range"


def _steepness(f: sp.BoundaryFit) -> float:
    """The size that the terms of g have at the data: what |g| is compared with."""
    terms = np.abs(f.parameters).max() * max(1.0, float(np.abs(f.transformed).max())) ** 2
    return max(float(np.abs(f.values).max()), float(terms))


def _check_nearest(f: sp.BoundaryFit) -> None:
    V = f.transform.apply(f.U, f.names)
    distances = np.sqrt(((V - f.representative) ** 2).sum(axis=1))
    for side in (None, 1, 2):
        among = np.ones(len(f.z), dtype=bool) if side is None else f.sides == side
        row = f.nearest_index(side)
        assert among[row], f"the nearest point of side {side} is on the other"
        assert distances[row] <= distances[among].min() * (1 + 1e-12), f"a nearer point of side {side} exists"
        np.testing.assert_array_equal(f.nearest_point(side).to_numpy(), f.U[row])


def _check_json(f: sp.BoundaryFit) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = f.to_json()
        read = sp.BoundaryFit.from_dict(json.loads(text))
    assert read.to_json() == text
    np.testing.assert_array_equal(read.values, f.values)
    assert read.loglik == f.loglik
    assert read.settings == f.settings
