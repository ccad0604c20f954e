from __future__ import annotations

import numpy as np
import pytest

from softprofile.recommendation.compression import choose_compression


def test_expand_inverts_compress() -> None:
    score = np.random.default_rng(0).standard_cauchy(50)
    scale = choose_compression(score)
    np.testing.assert_allclose(scale.expand(scale.compress(score)), score, rtol=1e-9, atol=1e-9)


def test_scores_near_the_best_stay_and_the_order_is_kept() -> None:
    score = np.r_[np.linspace(0, 1, 40), -1e6]
    compressed = choose_compression(score).compress(score)
    assert compressed[39] == 1
    assert compressed[38] == pytest.approx(score[38], abs=1e-4)
    np.testing.assert_array_equal(np.argsort(compressed), np.argsort(score))
    assert np.ptp(compressed) < 10


@pytest.mark.parametrize("score", [np.ones(5), np.r_[np.ones(9), 0.0], np.r_[np.ones(6), 0.0, 0.0]])
def test_many_scores_equal_to_the_best(score: np.ndarray) -> None:
    scale = choose_compression(score)
    assert np.isfinite(scale.compress(score)).all()
    assert (scale.unit > 0) == (np.ptp(score) > 0)
