"""Verdicts on the paper's statements about happiness: thresholds of GDP, and modes."""

from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.reproduction.claims import Verdict
from softprofile.reproduction.happiness import select_countries
from softprofile.reproduction.happiness_claims import claims, gdp_thresholds, second_mode, smooth_modes
from softprofile.reproduction.pair import fit_pair
from tests.reproduction.helpers import simulated_countries


def test_thresholds_lie_on_the_boundary() -> None:
    kept, _ = select_countries(simulated_countries(80))
    fitted = sp.fit(kept[["GDP", "freedom"]], kept["life evaluation"])
    for freedom in (0.5, 0.7, 0.9):
        (gdp,) = gdp_thresholds(fitted, freedom)
        assert abs(fitted.decision_function([[gdp, freedom]])[0]) < 1e-3 * np.ptp(fitted.values)
        assert gdp * freedom == pytest.approx(0.8, rel=0.15)
    assert gdp_thresholds(fitted, 0.02) == []


def test_freedom_that_raises_the_threshold_is_not_confirmed() -> None:
    data = simulated_countries(120)
    good = data["log_gdp_per_capita"] / data["freedom"] > 1.7
    life = np.where(good, 7.0, 4.0) + 0.01 * np.arange(len(data)) % 0.3
    kept, left_out = select_countries(data.assign(life_evaluation=life))
    pair = fit_pair(kept[["GDP", "freedom"]], kept["life evaluation"])
    verdicts = {claim.statement: claim.verdict for claim in claims(kept, left_out, pair)}
    assert verdicts["a wider perception of freedom lowers this threshold"] is Verdict.DIFFERS


def test_modes() -> None:
    rng = np.random.default_rng(1)
    one, two = rng.standard_normal(400), np.concatenate([rng.standard_normal(200), 8 + rng.standard_normal(150)])
    assert smooth_modes(one) == 1
    assert smooth_modes(two) == 2
    assert second_mode(one, 6) is None
    assert second_mode(two, 8) == pytest.approx(8, abs=1.5)
