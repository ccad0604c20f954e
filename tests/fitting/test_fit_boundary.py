"""Soft fits: the paper's Parkinson surface, invariances, presets, and one dimension."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.util.validation import Array

SLOW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SURFACE = load_surface("parkinson-svm")


def parkinson(**arguments: Any) -> sp.BoundaryFit:
    return sp.fit(SURFACE[["gamma", "h"]], SURFACE["train_error"], **arguments)


def two_levels(seed: int, n: int = 30, noise: float = 0.1, m: int = 2) -> tuple[Array, Array]:
    """Return positive U, and z near 12 on one side of a random hyperplane in log u and near 10 on the other."""
    rng = np.random.default_rng(seed)
    U = np.exp(rng.normal(size=(n, m)))
    side = np.log(U) @ rng.normal(size=m)
    return U, np.where(side > np.quantile(side, rng.uniform(0.3, 0.7)), 12.0, 10.0) + noise * rng.normal(size=n)


class TestParkinson:
    """The paper reports the representative point (5.3e4, 1.3e-3) and the nearest grid point (5e4, 1e-3)."""

    @pytest.mark.parametrize("boundary", ["quadratic", "network"])
    def test_representative_and_nearest_point(self, boundary: str) -> None:
        fit = parkinson(boundary=boundary)
        point = fit.representative_point
        assert 4.8e4 <= point["gamma"] <= 5.8e4
        assert 1.0e-3 <= point["h"] <= 1.6e-3
        assert fit.nearest_point().to_dict() == {"gamma": 5e4, "h": 1e-3}
        assert SURFACE["test_error"][fit.nearest_index()] == pytest.approx(27.38, abs=0.005)

    def test_both_boundaries_yield_the_same_partition(self) -> None:
        np.testing.assert_array_equal(parkinson().sides, parkinson(boundary="network").sides)

    @pytest.mark.parametrize(("boundary", "tolerance"), [("quadratic", 1e-3), ("network", 0.05)])
    def test_representative_point_hardly_depends_on_the_seed(self, boundary: str, tolerance: float) -> None:
        points = np.array([parkinson(boundary=boundary, random_state=s).representative_point for s in range(20)])
        assert np.all(points.max(axis=0) / points.min(axis=0) - 1 < tolerance)

    def test_side_2_has_the_larger_error(self) -> None:
        fit = parkinson()
        assert fit.theta[2]["mean"] > fit.theta[1]["mean"]
        assert SURFACE["train_error"][fit.sides == 2].mean() > SURFACE["train_error"][fit.sides == 1].mean()

    def test_binomial_counts_of_errors(self) -> None:
        counts = (SURFACE["train_error"] / 100 * 1040).round()
        fit = sp.fit(SURFACE[["gamma", "h"]], counts, density="binomial:1040")
        assert 1040 * fit.theta[1]["probability"] == pytest.approx(counts[fit.sides == 1].mean(), rel=0.01)

    def test_paper_preset_is_the_literal_objective(self) -> None:
        fit = parkinson(preset="paper")
        assert fit.ridge == 0
        # Without a ridge the softened likelihood approaches the hard one, which is an upper bound.
        hard = parkinson(softness="hard").loglik
        assert parkinson().loglik < fit.loglik <= hard
        assert fit.loglik == pytest.approx(hard, abs=0.01)

    def test_paper_preset_of_the_network(self) -> None:
        point = parkinson(boundary="network", preset="paper").representative_point
        assert point["gamma"] == pytest.approx(5.3e4, rel=0.1)
        assert point["h"] == pytest.approx(1.3e-3, rel=0.25)


class TestInvariances:
    @SLOW
    @given(st.integers(0, 10**6), st.floats(1e-6, 1e6), st.floats(1e-6, 1e6))
    def test_units_of_u(self, seed: int, unit1: float, unit2: float) -> None:
        U, z = two_levels(seed)
        units = np.array([unit1, unit2])
        before, after = sp.fit(U, z, n_starts=4), sp.fit(U * units, z, n_starts=4)
        np.testing.assert_array_equal(before.sides, after.sides)
        np.testing.assert_allclose(before.representative_point * units, after.representative_point, rtol=1e-3)

    @SLOW
    @given(st.integers(0, 10**6), st.floats(-1e3, 1e3), st.floats(1e-3, 1e3))
    def test_shift_and_scale_of_z(self, seed: int, shift: float, scale: float) -> None:
        U, z = two_levels(seed)
        n = len(z)
        before, scaled = sp.fit(U, z, n_starts=4), sp.fit(U, scale * z, n_starts=4)
        shifted = sp.fit(U, z + abs(shift), n_starts=4)
        for after, loglik in ((scaled, before.loglik - n * np.log(scale)), (shifted, before.loglik)):
            np.testing.assert_array_equal(before.sides, after.sides)
            np.testing.assert_allclose(before.values, after.values, rtol=1e-3, atol=1e-3)
            assert after.loglik == pytest.approx(loglik, rel=1e-6, abs=1e-6)
        np.testing.assert_allclose(before.representative_point, scaled.representative_point, rtol=1e-3)

    @SLOW
    @given(st.integers(0, 10**6))
    def test_negating_z_swaps_the_sides_and_nothing_else(self, seed: int) -> None:
        U, z = two_levels(seed)
        before, after = sp.fit(U, z, n_starts=4), sp.fit(U, -z, n_starts=4)
        np.testing.assert_array_equal(before.sides, 3 - after.sides)
        np.testing.assert_allclose(before.representative_point, after.representative_point, rtol=1e-3)
        np.testing.assert_allclose(before.centers_of_gravity, after.centers_of_gravity[::-1], rtol=1e-9)

    @SLOW
    @given(st.integers(0, 10**6))
    def test_row_order(self, seed: int) -> None:
        U, z = two_levels(seed)
        order = np.random.default_rng(seed).permutation(len(z))
        before, after = sp.fit(U, z, n_starts=4), sp.fit(U[order], z[order], n_starts=4)
        np.testing.assert_array_equal(before.sides[order], after.sides)
        np.testing.assert_allclose(before.representative_point, after.representative_point, rtol=1e-3)
        assert order[after.nearest_index()] == before.nearest_index()

    @SLOW
    @given(st.integers(0, 10**6))
    def test_duplicated_data(self, seed: int) -> None:
        # The n - 1 of a transform would change with the copies; without it, the objective per point is the same.
        U, z = two_levels(seed)
        V = np.log(U)
        before = sp.fit(V, z, transform="none", n_starts=4)
        after = sp.fit(np.vstack([V, V]), np.r_[z, z], transform="none", n_starts=4)
        np.testing.assert_array_equal(np.r_[before.sides, before.sides], after.sides)
        np.testing.assert_allclose(before.representative_point, after.representative_point, rtol=1e-3, atol=1e-3)
        assert after.loglik == pytest.approx(2 * before.loglik, rel=1e-6, abs=1e-6)

    @pytest.mark.parametrize("boundary", ["linear", "quadratic", "network"])
    def test_same_seed_same_answer(self, boundary: str) -> None:
        U, z = two_levels(1)
        first, second = (sp.fit(U, z, boundary=boundary, n_starts=3, random_state=7) for _ in range(2))
        np.testing.assert_array_equal(first.parameters, second.parameters)


@pytest.mark.filterwarnings("ignore:.*centres:softprofile.SoftProfileWarning")
class TestOptimum:
    @pytest.mark.parametrize("density", ["gaussian", "laplace", "student-t", "gaussian-separate"])
    @pytest.mark.parametrize("boundary", ["linear", "quadratic"])
    def test_recovers_a_clear_partition(self, boundary: str, density: str) -> None:
        U, z = two_levels(3)
        fit = sp.fit(U, z, boundary=boundary, density=density, n_starts=4)
        np.testing.assert_array_equal(fit.sides, np.where(z > 11, 2, 1))

    def test_three_dimensions(self) -> None:
        U, z = two_levels(5, n=60, m=3)
        for boundary in ("linear", "quadratic", "network"):
            fit = sp.fit(U, z, boundary=boundary, n_starts=4)
            np.testing.assert_array_equal(fit.sides, np.where(z > 11, 2, 1))
            assert abs(fit.decision_function(fit.representative_point.to_frame().T)[0]) < 1e-6

    @pytest.mark.filterwarnings("ignore:the evidence for two levels of z is weak")
    def test_gradient_vanishes_at_the_fit(self) -> None:
        """Central differences of the penalised Eq. (5) are zero for every parameter."""
        U, z = two_levels(2, noise=1.0)
        fit = sp.fit(U, z, ridge=1e-3)
        design = fit.boundary.design(fit.transformed)

        def penalised(w: Array) -> float:
            return sp.profile_loglik(design @ w, z) / len(z) - 1e-3 * float(w @ w)

        w, step = fit.parameters, 1e-5
        for direction in np.eye(len(w)):
            slope = (penalised(w + step * direction) - penalised(w - step * direction)) / (2 * step)
            assert abs(slope) < 1e-6

    def test_no_random_direction_improves_the_fit(self) -> None:
        U, z = two_levels(2, noise=1.0)
        fit = sp.fit(U, z)
        design, rng = fit.boundary.design(fit.transformed), np.random.default_rng(0)

        def penalised(w: Array) -> float:
            return sp.profile_loglik(design @ w, z) / len(z) - fit.ridge * float(w @ w)

        best = penalised(fit.parameters)
        for scale in (1e-3, 1e-1, 1.0, 10.0):
            for _ in range(100):
                assert penalised(fit.parameters + scale * rng.normal(size=len(fit.parameters))) <= best + 1e-9

    @pytest.mark.filterwarnings("ignore:the evidence for two levels of z is weak")
    def test_more_starts_are_never_worse(self) -> None:
        U, z = two_levels(11, noise=1.5)
        objective = []
        for starts in (1, 20):
            fit = sp.fit(U, z, n_starts=starts)
            objective.append(fit.loglik - fit.ridge * len(z) * fit.parameters @ fit.parameters)
        assert objective[1] >= objective[0] - 1e-6

    def test_user_defined_boundary_and_density(self) -> None:
        class Circle:
            def n_parameters(self, m: int) -> int:
                return m + 2

            def value(self, U: Array, w: Array) -> Array:
                return w[-1] * (((U - w[:-2]) ** 2).sum(axis=1) - w[-2])

            def gradient(self, U: Array, w: Array) -> Array:
                square = ((U - w[:-2]) ** 2).sum(axis=1)
                return np.column_stack(
                    [-2 * w[-1] * (U - w[:-2]), np.full(len(U), -w[-1]), square - w[-2]],
                )

        class Exponential:
            def fit(self, z: Array, weights: Array) -> dict[str, float]:
                return {"mean": float(weights @ z / weights.sum())}

            def logpdf(self, z: Array, theta: dict[str, float]) -> Array:
                return -z / theta["mean"] - np.log(theta["mean"])

        rng = np.random.default_rng(0)
        U = rng.uniform(-2, 2, (80, 2))
        inside = (U**2).sum(axis=1) < 2
        z = rng.exponential(np.where(inside, 20.0, 0.1))
        own = sp.fit(U, z, boundary=Circle(), density=Exponential(), transform="none", n_starts=30)
        assert np.mean((own.sides == 2) == inside) > 0.95
        assert own.theta[2]["mean"] == pytest.approx(z[own.sides == 2].mean(), rel=0.1)
        again = sp.BoundaryFit.from_dict(own.to_dict(), boundary=Circle(), density=Exponential())
        np.testing.assert_array_equal(again.predict(U), own.sides)
        with pytest.raises(sp.InputError, match=r"'Circle' is your own: pass the object as boundary="):
            sp.BoundaryFit.from_dict(own.to_dict())

    @pytest.mark.parametrize("density", ["poisson", "scipy:gumbel_r", "laplace-separate"])
    def test_other_densities_fit_too(self, density: str) -> None:
        U, _ = two_levels(4)
        rng = np.random.default_rng(4)
        z = rng.poisson(np.where(np.log(U[:, 0]) > 0, 40, 3)).astype(float)
        fit = sp.fit(U, z, boundary="linear", density=density, n_starts=1)
        assert np.mean((fit.sides == 2) == (np.log(U[:, 0]) > 0)) > 0.9


class TestOneDimension:
    @SLOW
    @given(
        st.lists(st.floats(-100, 100, width=32), min_size=4, max_size=25).filter(lambda z: np.ptp(z) > 1e-3),
        st.sampled_from(["gaussian", "laplace"]),
    )
    @pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
    def test_hard_linear_fit_is_the_elbow(self, z: list[float], density: str) -> None:
        u = np.arange(1.0, len(z) + 1)
        elbow = sp.elbow(z, u, density=density)
        fit = sp.fit(u, z, boundary="linear", softness="hard", density=density)
        assert fit.certified
        assert fit.loglik == pytest.approx(elbow.loglik, rel=1e-9, abs=1e-9)

    def test_hard_linear_fit_is_the_elbow_for_a_numerical_density_too(self) -> None:
        z = np.random.default_rng(0).gumbel(size=12) + 5 + 20 * (np.arange(12) > 6)
        elbow = sp.elbow(z, density="scipy:gumbel_r")
        fit = sp.fit(np.arange(1, 13), z, softness="hard", density="scipy:gumbel_r")
        assert fit.certified
        assert fit.loglik == pytest.approx(elbow.loglik, rel=1e-9)
        np.testing.assert_array_equal(fit.sides, elbow.sides)

    @SLOW
    @given(st.integers(0, 10**6), st.integers(8, 40))
    def test_soft_fit_agrees_with_a_clear_elbow(self, seed: int, n: int) -> None:
        rng = np.random.default_rng(seed)
        u = np.sort(rng.uniform(1, 100, n))
        cut = int(rng.integers(2, n - 2))
        z = np.where(np.arange(n) < cut, 5.0, 1.0) + 0.2 * rng.normal(size=n)
        elbow = sp.elbow(z, u)
        fit = sp.fit(u, z, n_starts=4)
        np.testing.assert_array_equal(fit.sides, elbow.sides)
        assert u[elbow.index - 1] <= fit.representative_point.iloc[0] < u[elbow.index]

    @SLOW
    @given(st.integers(0, 10**6), st.integers(6, 40), st.sampled_from([0.0, 1.0, 5.0]))
    @pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
    def test_soft_fit_to_noise_yields_the_partition_of_the_elbow(self, seed: int, n: int, shift: float) -> None:
        rng = np.random.default_rng(seed)
        u = rng.uniform(1, 100, n)
        z = rng.normal(size=n) + shift * (u > 50)
        elbow, fit = sp.elbow(z, u), sp.fit(u, z, n_starts=4)
        assert np.array_equal(fit.sides, elbow.sides) or np.array_equal(fit.sides, 3 - elbow.sides)


def test_data_frame_names_appear_everywhere() -> None:
    fit = parkinson(boundary="linear")
    assert list(fit.representative_point.index) == ["gamma", "h"]
    assert list(fit.centers_of_gravity.columns) == ["gamma", "h"]
    assert list(fit.nearest_point().index) == ["gamma", "h"]
    assert "train_error" in str(fit.summary())
    swapped = SURFACE[["h", "gamma"]]
    np.testing.assert_array_equal(fit.predict(swapped), fit.sides)


def test_array_columns_are_numbered() -> None:
    U, z = two_levels(0)
    assert list(sp.fit(U, z, boundary="linear", n_starts=2).representative_point.index) == ["u1", "u2"]


def test_series_and_lists_are_accepted() -> None:
    z = [5.0, 5.1, 4.9, 1.0, 1.1, 0.9]
    from_list = sp.fit([1, 2, 3, 4, 5, 6], z, boundary="linear", n_starts=2)
    from_series = sp.fit(
        pd.Series([1, 2, 3, 4, 5, 6], name="k"), pd.Series(z, name="loss"), boundary="linear", n_starts=2
    )
    np.testing.assert_array_equal(from_list.sides, [2, 2, 2, 1, 1, 1])
    assert from_series.names == ("k",)
    assert from_series.z_name == "loss"
