"""The warning of a fit: it speaks of noise, and not of the paper's examples."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

import softprofile as sp
from softprofile.datasets import SURFACES, load_co_emission, load_surface
from softprofile.model.boundaries import Linear, Network, Quadratic
from softprofile.optimization.evidence import gain_of_noise
from softprofile.reproduction.simulation_study import draw_design
from softprofile.util.validation import Array

SPEAKS = "there may be no plateau"


def warned(f: sp.BoundaryFit) -> bool:
    return any(message.code == "weak-evidence" for message in f.messages)


def points(n: int, m: int) -> Array:
    return np.random.default_rng(0).random((n, m))


def test_nats_of_noise() -> None:
    assert gain_of_noise(points(100, 1), Linear(), 1) == pytest.approx(3 + 1.25 * 2)
    assert gain_of_noise(points(100, 2), Quadratic(), 1) == pytest.approx(3 + 1.25 * 6)
    assert gain_of_noise(points(100, 2), Network(), 1) == gain_of_noise(points(100, 2), Quadratic(), 1)
    assert gain_of_noise(points(100, 2), Quadratic(), 2) == pytest.approx(3 + 1.25 * 7)
    assert gain_of_noise(points(8, 2), Quadratic(), 1) == pytest.approx(4 * log(4))


def test_noise_within_repeated_configurations_cannot_be_explained() -> None:
    repeated = np.repeat(points(9, 2), 2, axis=0)
    assert gain_of_noise(repeated, Quadratic(), 1) == pytest.approx(-9 * log(1 - 0.75 * 8 / 17))


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
@pytest.mark.parametrize("boundary", ["linear", "quadratic"])
def test_noise_is_nearly_always_told(boundary: str) -> None:
    told = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        told.append(warned(sp.fit(rng.random((50, 2)), rng.standard_normal(50), boundary=boundary)))
    assert np.mean(told) >= 0.9


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
@pytest.mark.parametrize("options", [{}, {"softness": "hard"}, {"preset": "paper"}])
def test_a_shift_of_three_is_not(options: dict[str, str]) -> None:
    for seed in range(3):
        rng = np.random.default_rng(seed)
        design = draw_design(rng)
        f = sp.fit(design.U, rng.standard_normal(100) + 3 * design.side2, transform="standardize", **options)  # type: ignore[arg-type]
        assert not warned(f)


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("boundary", ["linear", "quadratic"])
def test_bundled_surfaces_are_not(name: str, boundary: str) -> None:
    surface = load_surface(name)
    for z in surface.columns[2:]:
        assert not warned(sp.fit(surface[surface.columns[:2]], surface[z], boundary=boundary))


@pytest.mark.parametrize("boundary", ["quadratic", "network"])
def test_the_emissions_of_the_paper_are_not(boundary: str) -> None:
    data = load_co_emission().data
    assert not warned(sp.fit(data[["ethanol", "afr"]], data["co"], boundary=boundary))


def test_message_says_what_to_do() -> None:
    rng = np.random.default_rng(0)
    with pytest.warns(sp.SoftProfileWarning, match=r"run test_plateau\(\)"):
        f = sp.fit(rng.random(30), 10 + rng.standard_normal(30))
    assert "Warning 1: the evidence for two levels of z is weak" in str(f.summary())


def test_units_of_z_do_not_matter() -> None:
    rng = np.random.default_rng(1)
    u, z = rng.random(30), 10 + rng.standard_normal(30)
    with pytest.warns(sp.SoftProfileWarning, match=SPEAKS):
        first, second = sp.fit(u, z), sp.fit(u, 1e6 * z + 3)
    assert first.messages[0] == second.messages[0]


def test_a_strong_ridge_does_not_make_clear_levels_weak() -> None:
    u = np.arange(30.0)
    f = sp.fit(u, np.where(u > 12, 1.0, 5.0) + 0.1 * np.sin(9 * u), transform="standardize", ridge=0.05)
    assert f.loglik < f.density.split_logliks(f.z).max() - 20
    assert not warned(f)
