"""Rules on small surfaces whose answers are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

from studies.picks.rules import (
    RULES,
    Search,
    best_cv,
    middle,
    one_standard_error,
    paper,
    percent_loss,
    recommended,
)
from studies.picks.tasks import Hyper

DEPTH = Hyper("depth", 1, 5, 5, 1, log=False, integer=True)
PENALTY = Hyper("penalty", 1e-2, 1e2, 5, -1)


def search(
    cv: Sequence[float], se: float | Sequence[float] = 0.01, train: Sequence[float] | None = None, hyper: Hyper = DEPTH
) -> Search:
    scores = np.array(cv)
    U = pd.DataFrame({hyper.name: np.array(hyper.grid())[: len(cv)]})
    return Search((hyper,), U, scores, np.broadcast_to(se, scores.shape), scores if train is None else np.array(train))


def two_way(cv: Sequence[Sequence[float]], se: float = 0.01) -> Search:
    """Return a search with one row of `cv` per depth and one column per penalty."""
    scores = np.array(cv)
    depth, penalty = np.meshgrid(DEPTH.grid(), PENALTY.grid(), indexing="ij")
    U = pd.DataFrame({"depth": depth.ravel(), "penalty": penalty.ravel()})
    return Search((DEPTH, PENALTY), U, scores.ravel(), np.full(scores.size, se), scores.ravel())


def test_positions_and_order() -> None:
    here = two_way(np.zeros((5, 5)).tolist())
    positions = here.positions().reshape(5, 5, 2)
    np.testing.assert_allclose(positions[:, 0, 0], [0, 0.25, 0.5, 0.75, 1])
    np.testing.assert_allclose(positions[0, :, 1], [0, 0.25, 0.5, 0.75, 1], atol=1e-12)
    order = here.order().reshape(5, 5)
    assert divmod(int(order.argmin()), 5) == (0, 4)
    assert divmod(int(order.argmax()), 5) == (4, 0)


def test_best_cv_takes_the_first_of_equal_scores() -> None:
    assert best_cv(search([0.5, 0.9, 0.8, 0.9, 0.7])) == 1


@pytest.mark.parametrize(
    ("se", "expected"),
    [(0.0, 3), (0.005, 3), (0.02, 2), (0.2, 1), (0.5, 0), ([0, 0, 0, 0.02, 0], 2), ([0.5, 0.5, 0.5, 0.0, 0.5], 3)],
)
def test_one_standard_error_is_that_of_the_best(se: float | Sequence[float], expected: int) -> None:
    assert one_standard_error(search([0.5, 0.75, 0.89, 0.9, 0.88], se)) == expected


def test_one_standard_error_follows_the_direction_of_complexity() -> None:
    scores = [0.89, 0.9, 0.89, 0.895, 0.5]
    assert one_standard_error(search(scores, 0.02)) == 0
    assert one_standard_error(search(scores, 0.02, hyper=PENALTY)) == 3


def test_order_adds_hyper_parameters() -> None:
    scores = np.full((5, 5), 0.5)
    # Against the best, the second is simpler by two steps in depth, the third by one step in depth and two in penalty.
    scores[4, 0], scores[2, 0], scores[3, 2] = 0.9, 0.89, 0.89
    assert one_standard_error(two_way(scores.tolist(), 0.02)) == 3 * 5 + 2
    # Of equally simple ones, the better.
    scores[2, 1] = 0.895
    assert one_standard_error(two_way(scores.tolist(), 0.02)) == 2 * 5 + 1


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([0.5, 0.881, 0.9, 0.9, 0.8], 2),  # 2.1 %
        ([0.5, 0.883, 0.9, 0.9, 0.8], 1),  # 1.9 %
        ([-2.0, -1.015, -1.0, -1.2, -1.3], 1),  # 1.5 % of a negative score
        ([-2.0, -1.03, -1.0, -1.2, -1.3], 2),
        ([-1.0, -0.01, 0.0, -0.01, -0.01], 2),
    ],
)
def test_percent_loss_is_relative_to_the_best(scores: Sequence[float], expected: int) -> None:
    assert percent_loss(search(scores)) == expected


def test_middle_is_on_the_scale_of_the_search() -> None:
    assert middle(search([0.9, 0.5, 0.1, 0.5, 0.9])) == 2
    assert middle(search([0.9, 0.5, 0.1, 0.5, 0.9], hyper=PENALTY)) == 2  # penalty 1, not 50
    assert middle(two_way(np.zeros((5, 5)).tolist())) == 2 * 5 + 2


def test_middle_takes_the_simpler_of_equally_near_configurations() -> None:
    for direction, expected in ((1, 1), (-1, 2)):
        even = Hyper("width", 1, 8, 4, direction, integer=True)
        assert middle(search([0.1, 0.2, 0.3, 0.4], hyper=even)) == expected


def test_paper_is_nearest_to_the_step() -> None:
    long = Hyper("depth", 1, 12, 12, 1, log=False, integer=True)
    step = [0.51, 0.5, 0.52, 0.51, 0.5, 0.9, 0.91, 0.89, 0.9, 0.92, 0.9, 0.91]
    flat = np.linspace(0.6, 0.61, 12).tolist()
    here = search(step, train=step[::-1], hyper=long)
    assert paper(here, "cv") in (4, 5)
    assert paper(here, "train") in (6, 7)
    assert best_cv(here) == 9
    constant = search([0.5] * 12, hyper=long)
    assert 0 <= paper(search(flat, hyper=long), "cv") < 12
    with pytest.raises(ValueError, match="constant"):
        paper(constant, "cv")


def test_recommend_keeps_the_plateau_and_is_not_more_complex() -> None:
    long = Hyper("depth", 1, 12, 12, 1, log=False, integer=True)
    cv = [0.5, 0.6, 0.7, 0.8, 0.898, 0.9, 0.901, 0.899, 0.9, 0.902, 0.9, 0.901]
    train = np.linspace(0.6, 1, 12).tolist()
    here = search(cv, 0.01, train, long)
    for options in ({"se": True, "train": True}, {"se": False, "train": True}, {"se": True, "train": True}):
        row = recommended(here, **options, simpler=options["se"])
        assert cv[row] >= 0.89
        assert row <= best_cv(here)


def test_names_are_unique_and_every_rule_selects_a_row() -> None:
    scores = np.add.outer([0.1, 0.4, 0.7, 0.8, 0.8], [0.1, 0.09, 0.1, 0.05, 0.0])
    here = two_way((scores + 0.003 * np.random.default_rng(0).standard_normal(scores.shape)).tolist())
    assert len(RULES) == 11
    for rule in RULES.values():
        assert 0 <= rule.select(here) < 25, rule.name
