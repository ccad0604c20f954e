"""What `recommend` promises, on surfaces of every kind."""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import softprofile as sp
from softprofile.recommendation.choice import LEAST_TOLERANCE
from softprofile.util.errors import InputError, SoftProfileWarning
from tests.recommendation.surfaces import SIMPLER, codes, grid, plateau, ridge, saturating

# --- the guard -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_never_worse_than_the_best_by_more_than_is_accepted(seed: int) -> None:
    U = grid()
    z = plateau(U, noise=0.02, seed=seed)
    r = sp.recommend(U, z, better="higher", simpler=SIMPLER)
    assert r.loss == z.max() - z[r.index] <= r.accepted_loss
    assert r.accepted_loss == max(r.noise, LEAST_TOLERANCE * (z.max() - np.quantile(z, 0.25)))
    assert 0.005 < r.noise < 0.04


def test_the_simplest_of_those_as_good_is_on_the_simple_side_of_the_best() -> None:
    U = grid()
    r = sp.recommend(U, plateau(U), better="higher", simpler=SIMPLER)
    complexity = np.log(U["C"]) + np.log(U["gamma"])
    assert complexity[r.index] == pytest.approx(complexity[r.as_good].min())
    assert complexity[r.index] < complexity[r.best_index]
    assert plateau(U, noise=0)[r.index] > 0.88


def test_a_plateau_is_entered_at_its_edge_and_not_at_its_far_end() -> None:
    U, z = saturating()
    r = sp.recommend(U, z, better="higher")
    assert r.verdict == "plateau"
    assert 40 <= r.configuration["trees"] <= 150
    assert r.edge_point is not None
    assert 20 <= r.edge_point["trees"] <= 100


def test_a_denser_grid_does_not_move_the_pick_down_the_slope() -> None:
    scores = []
    for points in (5, 9, 17, 28):
        U = grid(points)
        r = sp.recommend(U, plateau(U), better="higher", simpler=SIMPLER)
        scores.append(plateau(U, noise=0)[r.index])
    assert min(scores) > 0.87


# --- direction -----------------------------------------------------------------------------------------------------


def test_training_scores_tell_the_simple_side_when_it_is_the_poor_one() -> None:
    U, z = saturating()
    r = sp.recommend(U, z, better="higher", z_train=0.5 + 0.01 * np.log(U["trees"]))
    assert r.direction == "training scores"
    assert r.configuration["trees"] < 150
    assert "direction-assumed" not in codes(r)


def test_training_scores_tell_the_simple_side_when_it_is_the_good_one() -> None:
    # Small k is complex and poor: the simplest configuration as good is at the far end of the plateau.
    U, z = saturating()
    r = sp.recommend(U.rename(columns={"trees": "k"}), z, better="higher", z_train=1 - 0.01 * np.log(U["trees"]))
    assert r.configuration["k"] == U["trees"][r.as_good].max() > 300


def test_a_direction_that_was_assumed_is_said() -> None:
    U, z = saturating()
    r = sp.recommend(U, z, better="higher")
    assert r.direction == "assumed"
    assert "direction-assumed" in codes(r)
    assert "assumed" in r.reason


@pytest.mark.filterwarnings("ignore:z still improves")
@pytest.mark.parametrize("simple", ["lower", "higher"])
def test_never_more_complex_than_the_best_by_the_given_direction(simple: str) -> None:
    sign = 1 if simple == "lower" else -1
    for seed in range(5):
        U, z = saturating(noise=0.03, seed=seed)
        r = sp.recommend(U, z, better="higher", simpler={"trees": simple})
        assert sign * U["trees"][r.index] <= sign * U["trees"][r.best_index]


def test_the_cheapest_is_taken_if_a_cost_is_given() -> None:
    U = grid()
    cost = np.random.default_rng(0).uniform(1, 10, len(U))
    r = sp.recommend(U, plateau(U), better="higher", cost=cost, simpler=SIMPLER)
    assert r.direction == "cost"
    assert cost[r.index] == cost[r.as_good].min()
    assert "cheaper" in r.reason


def test_constant_training_scores_are_no_direction() -> None:
    U, z = saturating()
    r = sp.recommend(U, z, better="higher", z_train=np.ones(len(z)))
    assert r.direction == "none"
    assert r.loss <= r.accepted_loss


# --- failures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (-1e6, "failures-left-out"),
        (np.nan, "missing-left-out"),
        (-np.inf, "missing-left-out"),
        (np.inf, "missing-left-out"),
    ],
)
def test_failures_are_left_out_and_reported(value: float, code: str) -> None:
    U = grid()
    z = plateau(U)
    rows = [3, 40, 70]
    cost = np.log(U["C"]) + 1.3 * np.log(U["gamma"])
    without = sp.recommend(U.drop(rows), np.delete(z, rows), better="higher", cost=cost.drop(rows))
    z[rows] = value
    with pytest.warns(SoftProfileWarning, match="3, 40, 70"):
        r = sp.recommend(U, z, better="higher", cost=cost)
    (message,) = [message for message in r.messages if message.code == code]
    assert message.rows == (3, 40, 70)
    assert r.configuration.name == without.configuration.name
    assert r.noise == pytest.approx(without.noise, rel=0.01)


def test_a_majority_of_failures_does_not_hide_the_plateau() -> None:
    U = grid()
    z = plateau(U)
    z[np.asarray(np.log10(U["C"]) < 0.5)] = -1e6
    with pytest.warns(SoftProfileWarning, match="left out as failed"):
        r = sp.recommend(U, z, better="higher", simpler=SIMPLER)
    assert z[r.index] > 0.87


def test_a_long_tail_of_terrible_scores_does_not_raise_what_is_accepted() -> None:
    U = grid()
    z = plateau(U)
    poor = np.flatnonzero(z < 0.3)
    z[poor] -= np.exp(np.random.default_rng(0).normal(1, 2, len(poor)))
    r = sp.recommend(U, z, better="higher", simpler=SIMPLER)
    assert z[r.index] > 0.85


def test_misfit_far_below_the_top_does_not_count_as_noise() -> None:
    # The poor half is rough, the good half is smooth.
    U, z = saturating(n=40)
    rough = z.copy()
    rough[:12] -= np.random.default_rng(0).uniform(0, 0.3, 12)
    smooth, other = (sp.recommend(U, each, better="higher", simpler={"trees": "lower"}) for each in (z, rough))
    assert other.noise < 0.01
    assert other.configuration["trees"] == pytest.approx(smooth.configuration["trees"], rel=1)


def test_a_standard_error_of_zero_is_no_information() -> None:
    U = grid()
    z = plateau(U)
    without = sp.recommend(U, z, better="higher", simpler=SIMPLER)
    zero = sp.recommend(U, z, better="higher", simpler=SIMPLER, z_se=np.zeros(len(z)))
    assert (zero.index, zero.noise) == (without.index, without.noise)
    small = sp.recommend(U, z, better="higher", simpler=SIMPLER, z_se=np.full(len(z), 1e-4))
    assert small.noise == pytest.approx(1e-4)


# --- shapes --------------------------------------------------------------------------------------------------------


def test_a_cliff_beside_the_plateau_is_not_stepped_over() -> None:
    rng = np.random.default_rng(0)
    rate = np.arange(1, 31)
    z = np.where(rate <= 20, 0.9 + 0.002 * rng.standard_normal(30), 0.1)
    r = sp.recommend({"rate": rate}, z, better="higher", simpler={"rate": "higher"})
    assert r.configuration["rate"] <= 20
    assert z[r.index] > 0.89


def test_a_lucky_best_is_set_aside_and_reported() -> None:
    U = grid()
    z = plateau(U)
    lucky = int(np.flatnonzero((U["C"] < 0.01) & (U["gamma"] < 0.01))[5])
    z[lucky] = 1.2
    with pytest.warns(SoftProfileWarning, match=f"in row {lucky}"):
        r = sp.recommend(U, z, better="higher", simpler=SIMPLER)
    assert r.best_index == lucky
    assert r.loss == pytest.approx(1.2 - z[r.index])
    assert 0.87 < z[r.index] < 0.95
    assert "set aside" in r.reason
    assert "0.3" in r.reason


def test_a_true_narrow_peak_is_not_called_lucky() -> None:
    x = np.linspace(-3, 3, 25)
    r = sp.recommend({"x": x}, np.exp(-(x**2) / 0.1), better="higher")
    assert "lucky-best" not in codes(r)
    assert r.index == 12


def test_an_optimum_inside_the_grid_is_recognised() -> None:
    U = grid()
    z = ridge(U)
    r = sp.recommend(U, z, better="higher")
    assert r.verdict == "optimum inside"
    assert r.direction == "none"
    (message,) = r.messages
    assert message.code == "optimum-inside"
    assert "C and gamma" in message
    assert abs(np.log10(r.configuration["C"]) - 0.5) < 0.8
    assert abs(np.log10(r.configuration["gamma"]) + 1) < 0.8


def test_a_training_score_that_falls_for_ever_has_no_plateau() -> None:
    trees = np.unique(np.logspace(0, 3, 25).astype(int))
    with pytest.warns(SoftProfileWarning, match="cross-validated"):
        r = sp.recommend({"trees": trees}, 1 - 0.12 * np.log(trees), better="lower")
    assert r.verdict == "still improving"
    assert "extend trees above 1000" in r.messages[-1].text
    assert r.index == r.best_index


def test_zeros_in_a_log_column_are_stated() -> None:
    alpha = np.r_[0.0, np.logspace(-4, 1, 11)]
    z = -((np.log10(alpha + 1e-4) + 1) ** 2)
    r = sp.recommend({"alpha": alpha}, z, better="higher")
    assert "zeros-in-log-column" in codes(r)
    assert r.configuration["alpha"] == pytest.approx(0.1)
    plain = sp.recommend({"alpha": alpha}, z, better="higher", transform="standardize")
    assert "zeros-in-log-column" not in codes(plain)


# --- little to go by -----------------------------------------------------------------------------------------------


def test_a_constant_z_gives_the_simplest_with_the_reason() -> None:
    U = grid(4)
    r = sp.recommend(U, np.full(16, 0.5), better="higher", simpler={"C": "higher", "gamma": "higher"})
    assert r.configuration.tolist() == [1e3, 1e2]
    assert r.loss == 0
    assert "the same everywhere" in r.reason


def test_ties_go_to_the_simplest() -> None:
    U = grid()
    z = np.round(plateau(U), 1)
    r = sp.recommend(U, z, better="higher", simpler=SIMPLER)
    assert r.loss == 0
    complexity = np.log(U["C"]) + np.log(U["gamma"])
    assert complexity[r.index] == pytest.approx(complexity[r.as_good].min())


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_few_configurations_give_the_best_evaluated(n: int) -> None:
    rng = np.random.default_rng(n)
    r = sp.recommend(rng.uniform(size=(n, 4)), np.arange(n), better="lower")
    assert r.index == r.best_index == 0
    assert r.loss == 0
    assert "nothing-to-compare" in codes(r)
    assert r.fit is None


def test_two_values_of_z_give_the_best_evaluated() -> None:
    r = sp.recommend({"x": np.arange(10)}, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1], better="higher", simpler={"x": "lower"})
    assert r.configuration["x"] == 5


# --- categories ----------------------------------------------------------------------------------------------------


def kernels(noise: float = 0.002) -> tuple[pd.DataFrame, Any]:
    rows = [(kernel, C) for kernel in ("linear", "rbf") for C in np.logspace(-2, 3, 16)]
    U = pd.DataFrame(rows, columns=["kernel", "C"])
    z = 0.8 - 0.3 * np.exp(-1.5 * (np.log10(U["C"]) + 2)) + 0.05 * (U["kernel"] == "rbf")
    return U, z + noise * np.random.default_rng(0).standard_normal(len(U))


def test_each_level_is_smoothed_on_its_own() -> None:
    U, z = kernels()
    r = sp.recommend(U, z, better="higher")
    assert r.configuration["kernel"] == "rbf"
    assert r.configuration["C"] < 300
    assert r.edge_point is not None
    assert r.edge_point["kernel"] == "rbf"
    assert set(r.group) == set(range(16, 32))


def test_levels_are_compared_with_each_other_where_their_complexity_is_known() -> None:
    U, z = kernels()
    z = z - 0.0502 * (U["kernel"] == "rbf")
    train = 0.05 * np.log10(U["C"]) + 0.5 * (U["kernel"] == "rbf")
    assert sp.recommend(U, z, better="higher", z_train=train).configuration["kernel"] == "linear"
    assert sp.recommend(U, z, better="higher", cost=-train).configuration["kernel"] == "rbf"
    # Without that, only configurations of the level of the best can be called simpler.
    r = sp.recommend(U, z, better="higher", simpler={"C": "lower"})
    assert r.configuration["kernel"] == r.best_configuration["kernel"]


def test_none_is_a_level_beside_numbers() -> None:
    U = pd.DataFrame({"max_depth": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, None]})
    z = [0.5, 0.7, 0.8, 0.85, 0.88, 0.89, 0.9, 0.9, 0.9, 0.9, 0.901]
    train = [0.5, 0.7, 0.82, 0.88, 0.9, 0.93, 0.95, 0.96, 0.98, 0.99, 1.0]
    r = sp.recommend(U, z, better="higher", z_train=train)
    assert 6 <= r.configuration["max_depth"] <= 8
    assert "max_depth=None: 0.901" in r.reason
    given = sp.recommend(U, z, better="higher", simpler={"max_depth": "lower"})
    assert given.index == 10


def test_booleans_may_have_a_direction() -> None:
    rows = [(C, flag) for C in np.logspace(-2, 3, 12) for flag in (False, True)]
    U = pd.DataFrame(rows, columns=["C", "interactions"])
    noise = np.repeat(np.random.default_rng(0).standard_normal(12), 2)
    z = 0.8 - 0.3 * np.exp(-1.5 * (np.log10(U["C"]) + 2)) + 0.001 * noise
    for simple, expected in (("lower", False), ("higher", True)):
        r = sp.recommend(U, z, better="higher", simpler={"interactions": simple, "C": "lower"})
        assert r.configuration["interactions"] == expected


def test_only_categories() -> None:
    r = sp.recommend({"kernel": list("abcde")}, [1, 5, 3, 4, 2], better="higher")
    assert r.configuration["kernel"] == "b"
    assert r.edge_point is None
    with pytest.raises(InputError, match="nothing to plot"):
        r.plot()


# --- the paper's rule and the tolerance ----------------------------------------------------------------------------


def test_the_papers_rule_is_equation_12() -> None:
    surface = sp.datasets.load_surface("parkinson-svm")
    U, z = surface[["gamma", "h"]], surface["train_error"]
    with pytest.warns(SoftProfileWarning, match="above the best evaluated"):
        r = sp.recommend(U, z, better="lower", rule="paper")
    f = sp.fit(U, z)
    assert r.index == f.nearest_index()
    assert r.fit is not None
    np.testing.assert_array_equal(r.fit.parameters, f.parameters)
    assert r.edge_point is not None
    pd.testing.assert_series_equal(r.edge_point, f.representative_point, check_names=False)
    assert "Eq. (12)" in r.reason


def test_the_papers_rule_has_no_guard_but_says_how_much_is_given_up() -> None:
    U = grid()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        r = sp.recommend(U, plateau(U) + 0.1, better="higher", rule="paper")
    assert r.loss > 0.2
    assert [message.code for message in r.messages if message.severity == "warning"] == ["worse-than-best"]
    assert len(caught) == 1
    assert f"{r.loss:.2g} below" in str(caught[0].message)


def test_the_papers_rule_falls_back_to_the_best_evaluated() -> None:
    with pytest.warns(SoftProfileWarning, match="two levels cannot be fitted"):
        r = sp.recommend({"x": [1, 2, 3]}, [3, 1, 2], better="lower", rule="paper")
    assert r.index == 1
    assert r.fit is None


def test_the_papers_rule_with_categories_uses_the_levels_of_the_best() -> None:
    U, z = kernels()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        r = sp.recommend(U, z, better="higher", rule="paper")
        f = sp.fit(U[["C"]][16:], z[16:])
    assert r.index == 16 + f.nearest_index()


def test_the_papers_rule_with_a_column_that_varies_among_failures_only() -> None:
    U, z = saturating()
    U["flag"] = np.where(np.arange(24) < 2, 1.0, 0.0)
    z[:2] = -1e6
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        r = sp.recommend(U, z, better="higher", rule="paper")
    assert r.edge_point is not None
    assert list(r.edge_point.index) == ["trees", "flag"]


def test_tolerance_is_a_share_of_the_improvement() -> None:
    U = grid()
    z = plateau(U)
    losses = []
    for tolerance in (0, 0.01, 0.1, 0.4):
        r = sp.recommend(U, z, better="higher", simpler=SIMPLER, tolerance=tolerance)
        assert r.loss <= r.accepted_loss == tolerance * (z.max() - np.quantile(z, 0.25))
        losses.append(r.loss)
    assert losses[0] == 0
    assert losses == sorted(losses)
    assert r.messages[-1].code == "worse-than-best"
    assert r.messages[-1].severity == "note"


# --- reasons and results -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_every_reason_says_how_far_the_pick_is_from_the_best(better: str) -> None:
    U = grid()
    z = plateau(U) * (1 if better == "higher" else -1)
    r = sp.recommend(U, z, better=better, simpler=SIMPLER)
    side = "below" if better == "higher" else "above"
    assert r.loss > 0
    assert f"{r.loss:.2g} {side} that of the best evaluated" in r.reason
    assert r.reason.count(".") >= 1
    assert r.reason.endswith(".")


def test_alternatives_are_those_as_good() -> None:
    U = grid()
    U.index = [f"trial {k}" for k in range(len(U))]
    z = pd.Series(plateau(U), name="accuracy")
    r = sp.recommend(U, z, better="higher", simpler=SIMPLER)
    table = r.alternatives
    assert list(table.columns) == ["C", "gamma", "accuracy", "loss", "edge_distance"]
    assert table["loss"].is_monotonic_increasing
    assert table["loss"].iloc[0] == 0
    assert table["loss"].max() <= r.accepted_loss
    assert r.configuration.name in table.index
    assert r.configuration.name == f"trial {r.index}"
    assert (table["edge_distance"] >= 0).all()


# --- invariance ----------------------------------------------------------------------------------------------------

SEARCHES = {
    "plateau": (grid(6), plateau(grid(6), noise=0.01)),
    "ridge": (grid(6), ridge(grid(6))),
    "saturating": saturating(),
}


@pytest.mark.parametrize("name", SEARCHES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_invariance(name: str, data: st.DataObject) -> None:
    """Neither sign, shift and scale of z nor units of U nor the order of rows matter."""
    U, z = SEARCHES[name]
    options: dict[str, Any] = data.draw(
        st.sampled_from([{}, {"simpler": {U.columns[0]: "lower"}}, {"z_train": np.arange(len(z))}, {"cost": z**2}])
    )
    first = sp.recommend(U, z, better="higher", **options)
    sign = data.draw(st.sampled_from([1, -1]))
    scale = data.draw(st.floats(1e-3, 1e3))
    shift = data.draw(st.floats(-10, 10))
    units = data.draw(st.lists(st.floats(1e-3, 1e3), min_size=U.shape[1], max_size=U.shape[1]))
    order = np.random.default_rng(data.draw(st.integers(0, 99))).permutation(len(z))
    moved: dict[str, Any] = {
        key: value if key == "simpler" else np.asarray(value)[order] for key, value in options.items()
    }
    if "z_train" in moved:
        moved["z_train"] = sign * moved["z_train"]
    second = sp.recommend(
        (U * units).iloc[order],
        sign * scale * (z[order] + shift),
        better="higher" if sign > 0 else "lower",
        **moved,
    )
    assert order[second.index] == first.index
    assert second.loss == pytest.approx(scale * first.loss, rel=1e-6, abs=1e-9 * scale * (abs(shift) + 1))
    assert second.noise == pytest.approx(scale * first.noise, rel=1e-2)
    assert second.verdict == first.verdict


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_search_gets_an_answer(data: st.DataObject) -> None:
    """Whatever the scores and configurations are, a row with a finite z is recommended."""
    n = data.draw(st.integers(1, 25))
    score = st.one_of(st.floats(-1e3, 1e3), st.sampled_from([0.5, 1.0, -1e6, np.nan, np.inf, -np.inf, 1e12]))
    z = np.array(data.draw(st.lists(score, min_size=n, max_size=n)))
    z[data.draw(st.integers(0, n - 1))] = 0.7
    value = st.one_of(st.sampled_from([0, 1, 2.5, 1e-4, 1e4, "a", None, True, np.nan, np.inf]), st.floats(-10, 10))
    U = {name: data.draw(st.lists(value, min_size=n, max_size=n)) for name in "xy"}
    options: dict[str, Any] = data.draw(
        st.sampled_from(
            [{}, {"z_train": z}, {"cost": z}, {"z_se": np.abs(z)}, {"simpler": {"x": "lower"}}, {"tolerance": 0.1}]
        )
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        r = sp.recommend(U, z, better="lower", rule=data.draw(st.sampled_from(["edge", "paper"])), **options)
    assert np.isfinite(z[r.index])
    assert r.loss >= 0
    assert r.z[r.best_index] == z[np.isfinite(z)].min() or "failures-left-out" in codes(r)
    str(r.summary())


def test_time() -> None:
    U = np.random.default_rng(0).uniform(size=(200, 3))
    z = 1 / (1 + np.exp(-8 * (U.sum(axis=1) - 1.2))) + 0.01 * np.random.default_rng(1).standard_normal(200)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start = time.perf_counter()
        sp.recommend(U, z, better="higher", z_train=U.sum(axis=1))
    assert time.perf_counter() - start < 3
