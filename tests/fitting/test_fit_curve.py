"""Fits of a transition or a ramp: recovery, invariances, refusals, JSON."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import softprofile as sp
from softprofile.util.validation import Array

X, Y = (axis.ravel() for axis in np.meshgrid(np.linspace(-2, 2, 12), np.linspace(-2, 2, 12)))
U = np.column_stack([X, Y])
TRUE_G = 3 * (X + 0.5 * Y - 0.3)


def _surface(link: str = "logistic", noise: float = 0.0, seed: int = 0) -> Array:
    t = {"logistic": 1 / (1 + np.exp(-TRUE_G)), "cloglog": 1 - 2 ** -np.exp(TRUE_G), "loglog": 2 ** -np.exp(-TRUE_G)}
    return 1 + 4 * t[link] + noise * np.random.default_rng(seed).normal(size=len(X))


@pytest.mark.parametrize("link", ["logistic", "cloglog", "loglog"])
@pytest.mark.parametrize("sign", [1, -1])
def test_link_levels_and_steepness_are_recovered(link: str, sign: int) -> None:
    z = sign * _surface(link, 0.02)
    f = sp.fit(U, z, boundary="linear", shape="transition", transform="none")
    flipped = {"logistic": "logistic", "cloglog": "loglog", "loglog": "cloglog"}
    assert f.shape == sp.shapes.Transition(link if sign > 0 else flipped[link])
    assert [f.theta[side]["mean"] for side in (1, 2)] == pytest.approx(sorted([sign * 1, sign * 5]), abs=0.03)
    assert f.parameters == pytest.approx(sign * np.array([3, 1.5, -0.9]), abs=0.1)
    assert f.locations == pytest.approx(z, abs=0.1)


@pytest.mark.parametrize("named", ["logistic", "cloglog", "loglog"])
@pytest.mark.parametrize("link", ["cloglog", "loglog"])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_named_link_is_kept(named: str, link: str, sign: int) -> None:
    f = sp.fit(U, sign * _surface(link, 0.02), boundary="linear", shape=f"transition:{named}", transform="none")
    assert f.shape == sp.shapes.Transition(named)


@pytest.mark.parametrize("density", ["gaussian", "laplace", "student-t:4"])
def test_an_outlier_moves_a_robust_fit_little(density: str) -> None:
    z = _surface(noise=0.05)
    z[40] += 30
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        f = sp.fit(U, z, boundary="linear", shape="transition:logistic", transform="none", density=density)
    error = np.abs(np.delete(f.locations - _surface(), 40)).max()
    assert error < 0.15 if density != "gaussian" else error > 0.15


@pytest.mark.parametrize("density", ["poisson", "binomial:60"])
def test_counts_are_fitted_on_the_scale_of_the_mean(density: str) -> None:
    rng = np.random.default_rng(3)
    share = 1 / (1 + np.exp(-TRUE_G))
    z = rng.poisson(5 + 30 * share) if density == "poisson" else rng.binomial(60, 0.1 + 0.6 * share)
    f = sp.fit(U, z, boundary="linear", shape="transition:logistic", transform="none", density=density)
    truth = 5 + 30 * share if density == "poisson" else 60 * (0.1 + 0.6 * share)
    assert np.sqrt(np.mean((f.locations - truth) ** 2)) < 1.2


def test_a_ramp_finds_its_corner_and_its_slope() -> None:
    g = X + 0.5 * Y - 0.3
    z = 2 + 3 * np.maximum(g, 0)
    f = sp.fit(U, z, boundary="linear", shape="ramp", transform="none")
    assert f.shape == sp.shapes.Ramp("low")
    # With the corner known exactly, sd(z) g is the straight part.
    assert f.parameters * z.std() == pytest.approx(3 * np.array([1, 0.5, -0.3]), abs=1e-3)
    high = sp.fit(U, -z, boundary="linear", shape="ramp", transform="none")
    assert high.shape == sp.shapes.Ramp("high")
    assert high.locations == pytest.approx(-z, abs=1e-3)


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_real_surfaces_are_transitions() -> None:
    explained = {}
    for name, columns, z in (
        ("parkinson-svm", ["gamma", "h"], "train_error"),
        ("forest-fires-enet", ["lambda1", "lambda2"], "train_mse"),
        ("mnist-dropout", ["r", "c"], "train_error"),
    ):
        surface = sp.datasets.load_surface(name)
        for shape in ("levels", "transition"):
            f = sp.fit(surface[columns], surface[z], shape=shape)
            explained[name, shape] = 1 - np.var(f.z - f.locations) / np.var(f.z)
    assert all(value > 0.97 for (_, shape), value in explained.items() if shape == "transition")
    assert all(value < 0.85 for (_, shape), value in explained.items() if shape == "levels")


def test_levels_are_the_default_and_the_paper_is_unchanged() -> None:
    z = _surface(noise=0.1)
    assert sp.fit(U, z).shape == sp.shapes.Levels()
    assert sp.fit(U, z).loglik == sp.fit(U, z, shape="levels", better="lower").loglik


@settings(max_examples=15, deadline=None)
@given(
    st.floats(0.01, 100),
    st.floats(-1000, 1000),
    st.floats(0.01, 100),
    st.floats(-1000, 1000),
    st.integers(0, 2**32 - 1),
    st.sampled_from(["transition:cloglog", "ramp:low"]),
)
def test_units_order_and_scale_do_not_matter(
    u_scale: float, u_shift: float, z_scale: float, z_shift: float, seed: int, shape: Any
) -> None:
    z = _surface("cloglog", 0.1)
    options = {"boundary": "linear", "shape": shape, "transform": "standardize"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        f = sp.fit(U, z, **options)
        order = np.random.default_rng(seed).permutation(len(z))
        moved = sp.fit(u_scale * U[order] + u_shift, z_scale * z[order] + z_shift, **options)
    assert moved.values == pytest.approx(f.values[order], abs=2e-3)
    assert moved.locations == pytest.approx(z_scale * f.locations[order] + z_shift, abs=2e-3 * z_scale)
    assert (moved.representative_point.to_numpy() - u_shift) / u_scale == pytest.approx(
        f.representative_point.to_numpy(), abs=2e-3 + 1e-9 * abs(u_shift) / u_scale
    )


def test_the_sign_of_z_exchanges_the_sides() -> None:
    z = _surface("cloglog", 0.1)
    up, down = (
        sp.fit(U, sign * z, shape="transition", better=better) for sign, better in ((1, "higher"), (-1, "lower"))
    )
    assert down.locations == pytest.approx(-up.locations, abs=1e-4)
    assert down.edge().point.to_numpy() == pytest.approx(up.edge().point.to_numpy(), abs=1e-3)
    assert np.array_equal(up.edge().inside, down.edge().inside)


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_the_density_of_the_design_hardly_moves_the_point() -> None:
    surface = sp.datasets.load_surface("forest-fires-enet")
    columns = ["lambda1", "lambda2"]
    low = surface["lambda1"] < surface["lambda1"].median()
    dense = np.concatenate([np.arange(len(surface)), *(3 * [np.flatnonzero(low)])])
    U, z = surface[columns].to_numpy(), surface["train_mse"].to_numpy()
    span = np.log(U.max(axis=0) / U.min(axis=0))
    moves = {}
    for shape in ("levels", "transition"):
        first, second = (
            sp.fit(U[rows], z[rows], shape=shape).representative_point for rows in (np.arange(len(z)), dense)
        )
        moves[shape] = float(np.max(np.abs(np.log(np.asarray(second / first))) / span))
    assert moves["transition"] < 0.03 < moves["levels"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"shape": "transition", "softness": "hard"}, "neither hard nor"),
        ({"shape": "ramp", "preset": "paper"}, "neither hard nor"),
        ({"shape": "transition", "density": "gaussian-separate"}, "one scale for all points"),
        ({"shape": "transition", "density": "scipy:gumbel_r"}, "one scale for all points"),
        ({"shape": "cliff"}, "unknown shape"),
        ({"better": "smaller"}, "better"),
    ],
)
def test_contradictions_are_refused_in_one_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(sp.InputError, match=words):
        sp.fit(U, _surface(), **options)


@pytest.mark.parametrize("shape", ["transition", "ramp:low"])
def test_a_saved_fit_is_the_same(shape: Any) -> None:
    f = sp.fit(U, _surface(noise=0.1), shape=shape, better="lower")
    again = sp.BoundaryFit.from_dict(json.loads(f.to_json()))
    assert (again.shape, again.settings.shape, again.better) == (f.shape, f.settings.shape, "lower")
    assert again.locations == pytest.approx(f.locations)
    assert again.edge().representative == pytest.approx(f.edge().representative)


def test_a_network_boundary_can_be_a_transition() -> None:
    f = sp.fit(U, _surface(noise=0.05), boundary="network", shape="transition:logistic", n_starts=2)
    assert 1 - np.var(f.z - f.locations) / np.var(f.z) > 0.97


def test_many_points_are_searched_on_a_sample() -> None:
    rng = np.random.default_rng(1)
    x = rng.uniform(0, 10, 20_000)
    z = 1 / (1 + np.exp(-2 * (x - 4))) + 0.1 * rng.normal(size=len(x))
    f = sp.fit(x, z, shape="transition", transform="standardize", better="higher")
    assert float(f.representative_point.iloc[0]) == pytest.approx(4, abs=0.05)


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_a_corner_outside_the_range_has_finite_points() -> None:
    surface = sp.datasets.load_surface("parkinson-svm")
    f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear", shape="ramp", better="lower")
    assert set(f.sides) == {2}
    assert np.all(np.isfinite([f.representative, *f.centres]))
    assert f.focus() == ()
    assert f.nearest_index(side=1) == f.nearest_index(side="good") == f.nearest_index()
    assert "side 2" in f.summary().as_text()
    assert sp.BoundaryFit.from_dict(json.loads(f.to_json())).loglik == f.loglik


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
@pytest.mark.parametrize("seed", range(3))
def test_a_narrow_peak_has_finite_points(seed: int) -> None:
    # The likeliest curve may have no configuration on the upper side.
    rng = np.random.default_rng(seed)
    z = np.where(np.hypot(X - 0.2, Y) < 0.3, 1.0, 0.0) + 0.01 * rng.normal(size=len(X))
    f = sp.fit(U, z, shape="transition", transform="none", better="higher")
    assert np.all(np.isfinite([f.representative, *f.centres, f.edge().representative]))
