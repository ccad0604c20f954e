"""Units, floor and pooling of the location-scale families."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from softprofile.model.densities import DENSITIES, Gaussian, LaplaceSeparate
from softprofile.model.densities.location_scale import LocationScaleDensity
from softprofile.util.errors import InputError
from tests.helpers import CONTINUOUS, density_named, sample

FAMILIES = [
    family
    for family in DENSITIES.factories.values()
    if isinstance(family, type) and issubclass(family, LocationScaleDensity)
]
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


@each_family
@pytest.mark.parametrize("floor", [0, 1, -1e-3, 2, np.nan, "small"])
def test_bad_floor(family: type[LocationScaleDensity], floor: Any) -> None:
    with pytest.raises(InputError, match="scale_floor"):
        family(scale_floor=floor)


@each_family
def test_floor_is_an_option(family: type[LocationScaleDensity]) -> None:
    floored = family(scale_floor=0.05)
    assert floored.options()["scale_floor"] == 0.05
    assert floored != family()
    assert type(floored)(**floored.options()) == floored
    assert "scale_floor" not in family().options()


@each_family
def test_scale_never_falls_below_the_floor(family: type[LocationScaleDensity]) -> None:
    density, z = family(scale_floor=0.9), sample("gaussian", 20, 1)
    z = (z - z.mean()) / z.std()
    first = (np.arange(20) < 10).astype(float)
    for theta in density.fit_sides(z, first, 1 - first):
        assert theta[density.scale_name] >= 0.9


@pytest.mark.parametrize("shift", [0.0, 1e8, -1e8])
@pytest.mark.parametrize("scale", [2.0**-600, 2.0**-10, 1.0, 2.0**600])
def test_standardisation_is_equivariant_to_shift_and_scale(shift: float, scale: float) -> None:
    z = np.array([0.0, 1.0, 4.0, 4.0, 8.0])
    centre, unit = Gaussian().standardization((z + shift) * scale)
    assert centre == pytest.approx((z.mean() + shift) * scale, rel=1e-14)
    assert unit == pytest.approx(z.std() * scale, rel=1e-12)


@pytest.mark.parametrize("name", CONTINUOUS)
def test_fit_is_equivariant_to_shift_and_scale(name: str) -> None:
    density, z = density_named(name), sample(name, 14, 2)
    assert isinstance(density, LocationScaleDensity)
    z = (z - z.mean()) / z.std()
    first = (np.arange(14) < 7).astype(float)
    plain = density.fit_sides(z, first, 1 - first)
    moved = density.fit_sides(3 * z - 5, first, 1 - first)
    for theta, other in zip(plain, moved, strict=True):
        expected = density.original_units(theta, -5.0, 3.0)
        for key in theta:
            np.testing.assert_allclose(other[key], expected[key], rtol=1e-8)


def test_pooling() -> None:
    totals, counts = (np.array(6.0), np.array(2.0)), (np.array(3.0), np.array(1.0))
    assert [float(mean) for mean in Gaussian().pool(totals, counts)] == [2.0, 2.0]
    assert [float(mean) for mean in LaplaceSeparate().pool(totals, counts)] == [2.0, 2.0]
    assert [float(mean) for mean in LaplaceSeparate().pool(totals, (np.array(0.0), np.array(4.0)))] == [0.0, 0.5]


@each_family
def test_separate_scales_need_two_points(family: type[LocationScaleDensity]) -> None:
    # A single point has scale zero, so its likelihood would depend only on the floor.
    assert family.min_points == (2 if "separate" in family.name else 1)
