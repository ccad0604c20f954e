from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.model.boundaries import Quadratic
from softprofile.model.densities import Gaussian
from softprofile.optimization.plan import DEFAULT_RIDGE, GENTLE_RIDGE, plan_search
from softprofile.optimization.settings import FitSettings
from softprofile.util.errors import SoftProfileWarning
from softprofile.util.validation import Array


def levels(n: int, noise: float, seed: int = 0) -> tuple[Array, Array]:
    """Return two levels that differ by 1, on the two sides of a line."""
    rng = np.random.default_rng(seed)
    U = rng.uniform(-1, 1, (n, 2))
    return U, 10 + (U.sum(axis=1) > 0) + noise * rng.standard_normal(n)


def log_likelihood_ratio(fit: sp.BoundaryFit) -> float:
    """Return the Gaussian log-likelihood ratio of two levels against one, from the residual sums of squares."""
    z = fit.z
    left = sum(float(((z[fit.sides == side] - z[fit.sides == side].mean()) ** 2).sum()) for side in (1, 2))
    return 0.5 * len(z) * float(np.log(((z - z.mean()) ** 2).sum() / left))


class TestEvidence:
    def test_clear_levels_are_searched_in_full(self) -> None:
        for boundary in ("quadratic", "network"):
            assert sp.fit(*levels(40, 0.05), boundary=boundary).ridge == DEFAULT_RIDGE

    @pytest.mark.parametrize("boundary", ["linear", "quadratic", "network"])
    def test_noise_is_searched_from_gentle_starts(self, boundary: str) -> None:
        U, _ = levels(100, 0)
        z = 10 + np.random.default_rng(5).standard_normal(100)
        with pytest.warns(sp.SoftProfileWarning, match="may be no plateau"):
            fitted = sp.fit(U, z, boundary=boundary)
        assert fitted.ridge == GENTLE_RIDGE
        assert fitted.n_starts == {"linear": 2, "quadratic": 2, "network": 1}[boundary]

    @pytest.mark.parametrize(("n", "noise"), [(100, 0.45), (160, 0.75), (60, 0.45)])
    def test_evidence_is_the_log_likelihood_ratio(self, n: int, noise: float) -> None:
        U, z = levels(n, noise)
        best = log_likelihood_ratio(sp.fit(U, z, softness="hard")) * max(1.0, 100 / n)
        found = plan_search(FitSettings(Quadratic(), Gaussian()), U, z, np.random.default_rng(0)).evidence
        # The hard fit uses more starts, so it may find a partition that is some nats better, but never a worse one.
        assert best - 5 <= found <= best + 1e-6

    def test_units_do_not_matter(self) -> None:
        U, z = levels(100, 0.45)
        first, second = sp.fit(U, z), sp.fit(U, 1e6 * z + 3)
        assert first.ridge == second.ridge == GENTLE_RIDGE
        np.testing.assert_array_equal(first.sides, second.sides)

    def test_given_starts_or_ridge_and_the_paper_preset_are_never_gentle(self) -> None:
        U, z = levels(60, 0.6)
        assert sp.fit(U, z, ridge=1e-5).ridge == 1e-5
        assert sp.fit(U, z, n_starts=3).ridge == DEFAULT_RIDGE
        assert sp.fit(U, z, preset="paper").ridge == 0

    # Overfitted boundaries may leave both centres of gravity on one side, which warns; only the sides are tested here.
    @pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
    def test_gentle_search_has_smaller_errors_under_noise(self) -> None:
        """Compared with a full search, fewer points of twenty noisy data sets are on the wrong side."""
        wrong = {"default": 0, "full": 0}
        for seed in range(20):
            U, z = levels(80, 1.0, seed)
            truth = np.where(U.sum(axis=1) > 0, 2, 1)
            for name, starts in (("default", None), ("full", 20)):
                wrong[name] += int(np.sum(sp.fit(U, z, transform="none", n_starts=starts).sides != truth))
        assert wrong["default"] < wrong["full"]


class TestManyPoints:
    @pytest.mark.parametrize("boundary", ["linear", "quadratic"])
    def test_sampling_leads_to_the_same_optimum(self, boundary: str, monkeypatch: pytest.MonkeyPatch) -> None:
        U, z = levels(2_500, 0.3)
        sampled = sp.fit(U, z, boundary=boundary)
        monkeypatch.setattr("softprofile.optimization.plan._SAMPLED_POINTS", 10_000)
        whole = sp.fit(U, z, boundary=boundary)
        assert sampled.ridge == whole.ridge
        assert sampled.loglik == pytest.approx(whole.loglik, abs=1e-3)
        np.testing.assert_allclose(sampled.representative_point, whole.representative_point, atol=1e-3)

    def test_all_points_are_used_if_the_sample_misses_a_level(self) -> None:
        """A sample without the two high points of 3000 has constant z, so all points are used."""
        u = np.linspace(0, 1, 3_000)
        z = np.where(u > u[-3], 5.0, 1.0)
        for seed in range(6):
            with pytest.warns(SoftProfileWarning, match="side 2 holds only 2 of 3000 configurations"):
                found = sp.fit(u[:, None], z, random_state=seed)
            assert (found.sides == 2).sum() == 2
