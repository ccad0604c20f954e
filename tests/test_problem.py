from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.problem import LEAST_RIDGE, MOST_RIDGE
from softprofile.validation import Array


def levels(n: int, noise: float, seed: int = 0) -> tuple[Array, Array]:
    """Two levels one apart, on either side of a line."""
    rng = np.random.default_rng(seed)
    U = rng.uniform(-1, 1, (n, 2))
    return U, 10 + (U.sum(axis=1) > 0) + noise * rng.standard_normal(n)


def log_likelihood_ratio(fit: sp.BoundaryFit) -> float:
    """Of two levels against one, Gaussian, from the residual sums of squares."""
    z = fit.z
    left = sum(float(((z[fit.sides == side] - z[fit.sides == side].mean()) ** 2).sum()) for side in (1, 2))
    return 0.5 * len(z) * float(np.log(((z - z.mean()) ** 2).sum() / left))


class TestRidgeByEvidence:
    def test_clear_levels_have_the_least(self) -> None:
        assert sp.fit(*levels(40, 0.05)).ridge == LEAST_RIDGE
        assert sp.fit(*levels(40, 0.05), boundary="network").ridge == LEAST_RIDGE

    def test_noise_alone_has_the_most(self) -> None:
        U, _ = levels(100, 0)
        assert sp.fit(U, 10 + np.random.default_rng(5).standard_normal(100)).ridge == MOST_RIDGE

    @pytest.mark.parametrize(("n", "noise"), [(100, 0.45), (160, 0.75), (60, 0.45)])
    def test_formula(self, n: int, noise: float) -> None:
        """exp(-L / 3) with L that of the best partition, scaled up to 100 points."""
        U, z = levels(n, noise)
        best = log_likelihood_ratio(sp.fit(U, z, softness="hard"))
        expected = np.exp(-best * max(1.0, 100 / n) / 3)
        assert LEAST_RIDGE < expected < MOST_RIDGE
        # The hard fit searches from more starts and may find a partition some nats likelier, never one less likely.
        assert np.log(expected) - 1e-6 <= np.log(sp.fit(U, z).ridge) <= np.log(expected) + 1.5

    def test_units_do_not_matter(self) -> None:
        U, z = levels(100, 0.45)
        assert sp.fit(U, 1e6 * z + 3).ridge == pytest.approx(sp.fit(U, z).ridge, rel=1e-6)

    def test_given_ridge_and_the_papers_procedure_are_left_alone(self) -> None:
        U, z = levels(60, 0.6)
        assert sp.fit(U, z, ridge=1e-5).ridge == 1e-5
        assert sp.fit(U, z, preset="paper").ridge == 0

    # Wild boundaries leave both centres of gravity on one side, which fits say; here only sides count.
    @pytest.mark.filterwarnings("ignore::softprofile.errors.SoftProfileWarning")
    def test_stiffer_boundaries_err_less_under_noise(self) -> None:
        """On twenty noisy data sets, against the least ridge: fewer points on the wrong side."""
        wrong = {"by evidence": 0, "least": 0}
        for seed in range(20):
            U, z = levels(80, 1.0, seed)
            truth = np.where(U.sum(axis=1) > 0, 2, 1)
            for name, ridge in (("by evidence", None), ("least", LEAST_RIDGE)):
                wrong[name] += int(np.sum(sp.fit(U, z, transform="none", n_starts=5, ridge=ridge).sides != truth))
        assert wrong["by evidence"] < wrong["least"]
