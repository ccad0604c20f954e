"""Grids that are poorly focused, on purpose, and what is said about them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.fitting.focus import focus_warnings
from softprofile.util.errors import SoftProfileWarning
from softprofile.util.validation import Array

quiet = pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")


def step_at(levels: Array, threshold: float, noise: float = 0.3, others: int = 6) -> sp.BoundaryFit:
    """A fit of a full grid of gamma and h where z changes with gamma alone, at the threshold."""
    gamma, h = (each.ravel() for each in np.meshgrid(levels, np.linspace(-1, 1, others)))
    rng = np.random.default_rng(0)
    z = np.where(gamma > threshold, 1.0, 4.0) + noise * rng.standard_normal(len(gamma))
    import pandas as pd

    return sp.fit(pd.DataFrame({"gamma": gamma, "h": h}), pd.Series(z, name="loss"), boundary="linear", n_starts=3)


GRID = np.geomspace(1e3, 1e6, 13)


def test_a_good_grid_is_silent() -> None:
    f = step_at(GRID, 3e4)
    assert f.focus() == ()
    assert not any("gamma" in message.text for message in f.messages)


@pytest.mark.parametrize(
    ("name", "columns", "z"),
    [
        ("parkinson-svm", ["gamma", "h"], "train_error"),
        ("forest-fires-enet", ["lambda1", "lambda2"], "train_mse"),
        ("mnist-dropout", ["r", "c"], "train_error"),
    ],
)
@quiet
def test_the_published_grids_are_well_focused(name: str, columns: list[str], z: str) -> None:
    surface = load_surface(name)
    assert sp.fit(surface[columns], surface[z]).focus() == ()


@quiet
@pytest.mark.parametrize(
    ("threshold", "direction", "low", "high"), [(1.2e3, "below", 31.6, 1e3), (9e5, "above", 1e6, 3.16e7)]
)
def test_a_boundary_at_the_edge(threshold: float, direction: str, low: float, high: float) -> None:
    f = step_at(GRID, threshold)
    (finding,) = f.focus()
    assert (finding.kind, finding.parameter, finding.direction) == ("edge", "gamma", direction)
    assert (finding.message.code, finding.severity) == ("point-at-edge", "warning")
    # Half of the range more, on the log scale.
    assert finding.low == pytest.approx(low, rel=0.01)
    assert finding.high == pytest.approx(high, rel=0.01)
    assert f"extend gamma {direction} {1e3 if direction == 'below' else 1e6:.4g}" in finding.sentence
    assert finding.message in f.messages
    assert finding.sentence == finding.message.text
    assert str(finding) == finding.sentence


def test_fit_warns_of_what_spoils_the_answer() -> None:
    with pytest.warns(SoftProfileWarning, match="the representative point lies at the smallest value of gamma"):
        step_at(GRID, 1.2e3)


def test_near_the_edge_of_a_coarse_grid_is_advice() -> None:
    f = step_at(np.geomspace(1e3, 1e6, 7), 2e3)
    (finding,) = f.focus()
    assert (finding.kind, finding.direction, finding.severity) == ("edge", "below", "suggestion")
    assert finding.message.code == "point-near-edge"
    assert focus_warnings(f) == ()


@quiet
def test_a_side_that_is_nearly_empty() -> None:
    rng = np.random.default_rng(1)
    U = np.column_stack([np.linspace(1, 10, 40), rng.uniform(1, 2, 40)])
    z = np.where(U[:, 0] > 9.6, 9.0, 1.0) + 0.1 * rng.standard_normal(40)
    f = sp.fit(U, z, boundary="linear", n_starts=3)
    finding = f.focus()[0]
    assert (finding.kind, finding.parameter, finding.direction) == ("side", "u1", "above")
    assert (finding.message.code, finding.severity) == ("side-nearly-empty", "warning")
    assert finding.sentence.startswith("side 2 holds only 2 of 40 configurations: evaluate more with u1 above 10,")
    assert finding.low == 10
    assert finding.high > 10


@quiet
def test_a_nearly_empty_side_in_the_middle_is_surrounded() -> None:
    u = np.arange(-10.0, 11.0)
    z = np.where(np.abs(u) < 0.5, 9.0, 1.0) + 0.01 * np.sin(u)
    f = sp.fit(u, z, boundary="quadratic")
    finding = f.focus()[0]
    assert (finding.kind, finding.direction, finding.low, finding.high) == ("side", "between", -1.0, 1.0)


@quiet
def test_there_is_nothing_below_zero_for_what_was_never_negative() -> None:
    u = np.arange(0.0, 21.0)
    f = sp.fit(u, np.where(u < 0.5, 9.0, 1.0) + 0.01 * np.sin(u))
    finding = f.focus()[0]
    assert (finding.kind, finding.direction, finding.low, finding.high) == ("side", "between", 0.0, 1.0)
    trees = np.arange(1.0, 21.0)
    f = sp.fit(trees, np.where(trees < 1.5, 9.0, 1.0) + 0.01 * np.sin(trees))
    assert {each.direction for each in f.focus()} == {"between"}


@quiet
def test_z_that_is_flat_nearly_everywhere() -> None:
    u = np.arange(-4.0, 25.0)
    f = sp.fit(u, 5 + 40 * np.exp(-u / 1.5))
    (finding,) = (each for each in f.focus() if each.kind == "saturated")
    assert finding.parameter == "u1"
    assert finding.low == -4.0
    assert f.sides[u == finding.high] == 1
    assert (finding.message.code, finding.severity) == ("side-saturated", "suggestion")
    assert "z is flat on side 1, which holds" in finding.sentence


def test_a_jump_between_two_lines_is_to_be_refined() -> None:
    f = step_at(np.geomspace(1e3, 1e6, 7), 3e4, noise=0.001)
    (finding,) = f.focus()
    assert (finding.kind, finding.direction) == ("coarse", "between")
    assert (finding.message.code, finding.severity) == ("grid-coarse", "suggestion")
    assert (finding.low, finding.high) == pytest.approx((1e4, 10**4.5))
    assert finding.sentence.startswith("loss jumps between gamma = 1e+04 and 3.162e+04, 17% of its range")


def test_few_values_of_a_hyper_parameter() -> None:
    f = step_at(np.array([1.5, 20.5, 300.5]), 100.0)
    (finding,) = f.focus()
    assert (finding.kind, finding.parameter, finding.low, finding.high) == ("coarse", "gamma", 20.5, 300.5)
    # Between whole numbers that are neighbours there is nothing to refine.
    assert step_at(np.array([0.0, 1.0]), 0.5).focus() == ()


def test_findings_are_plain_data_that_cannot_change() -> None:
    (finding,) = step_at(np.geomspace(1e3, 1e6, 7), 2e3).focus()
    with pytest.raises(AttributeError):
        finding.low = 0.0  # type: ignore[misc]


def said(f: sp.BoundaryFit) -> list[tuple[Any, ...]]:
    return [(each.kind, each.parameter, each.direction, each.severity) for each in f.focus()]


@quiet
@settings(max_examples=12)
@given(
    seed=st.integers(0, 10_000),
    unit=st.sampled_from([1e-6, 0.5, 1.0, 1e9]),
    shift=st.sampled_from([0.0, 50.0]),
    scale=st.sampled_from([1e-5, 1.0, 1e7]),
)
def test_units_and_order_do_not_matter(seed: int, unit: float, shift: float, scale: float) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(9, 50))
    U = np.column_stack([np.exp(rng.uniform(-3, 3, n)), rng.choice([0.5, 1.5, 2.5, 9.5], n)])
    along = np.log(U[:, 0]) + 0.2 * U[:, 1]
    z = np.where(along > np.quantile(along, rng.uniform(0.02, 0.98)), 1.0, 3.0) + 0.2 * rng.standard_normal(n)
    options: dict[str, Any] = {"boundary": "linear", "n_starts": 2, "softness": "hard"}
    expected = sp.fit(U, z, **options)
    other = sp.fit(U * [unit, 1.0], z * scale, **options)
    if not np.array_equal(other.sides, expected.sides) or not np.allclose(other.values, expected.values, rtol=1e-4):
        return  # another of several equal partitions
    assert said(other) == said(expected)
    for ours, theirs in zip(other.focus(), expected.focus(), strict=True):
        factor = unit if ours.parameter == "u1" else 1.0
        assert (ours.low, ours.high) == pytest.approx((theirs.low * factor, theirs.high * factor), rel=1e-4)
    order = rng.permutation(n)
    moved = sp.BoundaryFit.from_dict(_reordered(expected, order))
    assert moved.focus() == expected.focus()
    shifted = sp.fit(U, z + shift, **options)
    if np.allclose(shifted.representative, expected.representative, rtol=1e-6):
        assert said(shifted) == said(expected)


def _reordered(f: sp.BoundaryFit, order: npt.NDArray[np.int64]) -> dict[str, Any]:
    data = f.to_dict()
    return {**data, **{key: [data[key][i] for i in order] for key in ("U", "z", "values")}}


# With `better`, nobody is sent deeper into the poor side.


@quiet
@pytest.mark.parametrize(("threshold", "towards_high_z"), [(1.2e3, True), (9e5, False)])
def test_an_edge_is_extended_only_into_the_good_side(threshold: float, towards_high_z: bool) -> None:
    # z is 4 below the threshold and 1 above it.
    f = step_at(GRID, threshold)
    (finding,) = f.focus()
    good, poor = ("higher", "lower") if towards_high_z else ("lower", "higher")
    (kept,) = f.with_better(good).focus()
    assert (kept.parameter, kept.direction, kept.low, kept.high) == (
        finding.parameter,
        finding.direction,
        finding.low,
        finding.high,
    )
    assert kept.sentence.endswith(", further into the good side.")
    assert f.with_better(poor).focus() == ()
    assert "point-at-edge" in {message.code for message in f.messages}
    assert "point-at-edge" not in {message.code for message in f.with_better(poor).messages}


@quiet
def test_a_nearly_empty_poor_side_is_not_extended() -> None:
    rng = np.random.default_rng(1)
    U = np.column_stack([np.linspace(1, 10, 40), rng.uniform(1, 2, 40)])
    z = np.where(U[:, 0] > 9.6, 9.0, 1.0) + 0.1 * rng.standard_normal(40)
    poor = sp.fit(U, z, boundary="linear", n_starts=3, better="lower").focus()[0]
    assert (poor.kind, poor.parameter, poor.direction) == ("side", "u1", "between")
    assert poor.high <= 10
    good = sp.fit(U, z, boundary="linear", n_starts=3, better="higher").focus()[0]
    assert (good.kind, good.parameter, good.direction) == ("side", "u1", "above")
    assert good.sentence.startswith("side 2 (good) holds only 2 of 40 configurations: evaluate more with u1 above 10,")


@quiet
def test_kernel_ridge_is_not_sent_to_larger_gamma() -> None:
    """On this grid the error of kernel ridge regression rises with gamma; the advice was to extend gamma above 1."""
    pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
    from sklearn.datasets import load_diabetes
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    grid = {"kernelridge__alpha": np.logspace(-4, 2, 7), "kernelridge__gamma": np.logspace(-5, 0, 6)}
    model = make_pipeline(StandardScaler(), KernelRidge(kernel="rbf"))
    search = GridSearchCV(model, grid, cv=3, scoring="neg_root_mean_squared_error").fit(*load_diabetes(return_X_y=True))
    known = sp.fit_cv_results(search, "mean_test_score")
    unknown = known.with_better(None)
    assert [(each.parameter, each.direction) for each in unknown.focus()] == [("kernelridge__gamma", "above")]
    assert any("kernelridge__gamma above 1" in why for why in sp.refine(unknown, 8)["why"])
    assert known.better == "higher"
    assert known.focus() == ()
    assert sp.refine(known, 8)["kernelridge__gamma"].max() <= 1
    # The nearest of all lies on the poor side; that on the good side is far better.
    assert known.z[known.nearest_index()] < -130
    assert known.z[known.nearest_index("good")] > -65
