"""Fits of Optuna studies."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.doors.optuna import plateau_trial

optuna = pytest.importorskip("optuna", reason="Optuna is an extra: pip install 'softprofile[optuna]'")
# What `recommend` says about the form of the surface is not the subject here.
pytestmark = pytest.mark.filterwarnings("ignore:.* still improves:softprofile.util.errors.SoftProfileWarning")


def level(x: float, k: int) -> float:
    return 0.1 + 0.8 * (x * k < 3) + 0.01 * np.sin(40 * x + k)


def objective(trial: Any) -> float:
    x, k = trial.suggest_float("x", 1e-3, 1e3, log=True), trial.suggest_int("k", 1, 20)
    trial.set_user_attr("train_error", level(x, k) / 2)
    return level(x, k)


def run(function: Any, n_trials: int = 60, **options: Any) -> Any:
    optuna.logging.set_verbosity(optuna.logging.CRITICAL)
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1), **options)
    study.optimize(function, n_trials=n_trials, catch=(ZeroDivisionError,))
    return study


@pytest.fixture(scope="module")
def study() -> Any:
    return run(objective)


def test_the_fit_is_that_of_the_trials(study: Any) -> None:
    frame = study.trials_dataframe()
    fit = sp.fit_study(study, params=["x", "k"])
    expected = sp.fit(frame[["params_x", "params_k"]].set_axis(["x", "k"], axis=1), frame["value"])
    np.testing.assert_array_equal(fit.parameters, expected.parameters)
    assert fit.names == ("x", "k")
    assert fit.transform.kinds == ("log", "log")
    truth = np.where(frame["params_x"] * frame["params_k"] < 3, 2, 1)
    assert np.mean(fit.sides == truth) > 0.95
    assert (fit.messages[0].code, fit.messages[0].severity) == ("good-side", "note")
    assert fit.messages[0].text == "the study minimises 'value': its good side is side 1."
    assert sp.fit_study(study).names == ("x", "k")


def test_the_trial_to_take_is_on_the_good_side_of_the_direction(study: Any) -> None:
    fit = sp.fit_study(study)
    trial = plateau_trial(study, rule="paper")
    assert trial.number == fit.nearest_index(1)
    assert level(**trial.params) < 0.2
    for side, rows in (("any", None), (2, 2)):
        with pytest.warns(sp.SoftProfileWarning, match=r"'value' of the selected trial \d+ is 0.9.*: worse by 0.8"):
            assert plateau_trial(study, rule="paper", side=side).number == fit.nearest_index(rows)
    greater = run(lambda trial: 1 - objective(trial), direction="maximize")
    assert plateau_trial(greater, rule="paper").params == trial.params
    assert sp.fit_study(greater).messages[0].text.endswith("its good side is side 2.")
    with pytest.raises(sp.InputError, match="side must be"):
        plateau_trial(study, rule="paper", side="bad")


def test_user_attributes(study: Any) -> None:
    fit = sp.fit_study(study, z="user_attrs_train_error")
    assert fit.z_name == "train_error"
    assert fit.z.tolist() == [trial.user_attrs["train_error"] for trial in study.trials]
    expected = plateau_trial(study, rule="paper").params
    for option in ({"side": 1}, {"better": "lower"}):
        assert plateau_trial(study, rule="paper", z="user_attrs_train_error", **option).params == expected
    with pytest.raises(sp.InputError, match="which side of 'user_attrs_train_error' is the good one is not known"):
        plateau_trial(study, rule="paper", z="user_attrs_train_error")
    with pytest.raises(sp.InputError, match="not 'train'; there is 'user_attrs_train_error'"):
        sp.fit_study(study, z="train")


def test_several_objectives() -> None:
    two = run(lambda trial: (objective(trial), -objective(trial)), directions=["minimize", "maximize"])
    with pytest.raises(sp.InputError, match="the study has 2 objectives: say which with objective=0 to 1"):
        sp.fit_study(two)
    assert sp.fit_study(two, objective=1).messages[0].text == "the study maximises 'value': its good side is side 2."
    np.testing.assert_array_equal(sp.fit_study(two, objective=0).z, -sp.fit_study(two, objective=1).z)
    assert plateau_trial(two, objective=1).params == plateau_trial(two, objective=0).params
    with pytest.raises(sp.InputError, match="the study has 2 objectives"):
        plateau_trial(two)
    with pytest.raises(sp.InputError, match="objective must be a whole number from 0 to 1, not 2"):
        sp.fit_study(two, objective=2)
    with pytest.raises(sp.InputError, match="not both"):
        sp.fit_study(two, objective=0, z="user_attrs_train_error")


def test_incomplete_trials_are_left_out_with_their_number() -> None:
    def sometimes(trial: Any) -> float:
        value = objective(trial)
        if trial.number in (2, 5, 9):
            raise optuna.TrialPruned
        if trial.number == 7:
            raise ZeroDivisionError
        return value

    study = run(sometimes, n_trials=50)
    with pytest.warns(sp.SoftProfileWarning, match=r"4 of 50 trials are not complete \(3 pruned, 1 fail\)"):
        fit = sp.fit_study(study)
    assert len(fit.z) == 46
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        trial = plateau_trial(study, rule="paper")
    assert trial.params == {k: pytest.approx(v) for k, v in fit.nearest_point(1).items()}


def test_categorical_and_conditional_parameters() -> None:
    def mixed(trial: Any) -> float:
        kind, size = trial.suggest_categorical("kind", ["a", "b"]), trial.suggest_categorical("size", [32, 64, 128])
        extra = trial.suggest_float("extra", 0, 1) if kind == "b" else 0.0
        return objective(trial) + 0.001 * extra + 1e-6 * size

    study = run(mixed, n_trials=120)
    with pytest.raises(sp.InputError, match=r"'kind' takes values that are not numbers \('(a|b)', '(a|b)'\)"):
        sp.fit_study(study)
    with pytest.raises(sp.InputError, match=r"parameter 'size' is categorical \("):
        sp.fit_study(study, where={"kind": "a"})
    fit = sp.fit_study(study, where={"kind": "b", "size": 64})
    assert set(fit.names) == {"extra", "x", "k"}
    assert len(fit.z) == sum(trial.params["kind"] == "b" and trial.params["size"] == 64 for trial in study.trials)
    with pytest.warns(sp.SoftProfileWarning, match="'kind', 'extra' varied too"):
        sp.fit_study(study, params=["x", "k", "size"])


def test_the_recommendation_is_that_of_the_trials(study: Any) -> None:
    frame = study.trials_dataframe()
    U = frame[["params_x", "params_k"]].set_axis(["x", "k"], axis=1)
    expected = sp.recommend(U, frame["value"], better="lower")
    found = sp.recommend_study(study)
    assert (found.index, found.best_index, found.better) == (expected.index, expected.best_index, "lower")
    assert found.configuration.to_dict() == study.trials[found.index].params
    assert found.configuration.name == study.trials[found.index].number
    assert found.best_index == study.best_trial.number
    assert plateau_trial(study) == study.trials[found.index]
    greater = run(lambda trial: -objective(trial), direction="maximize")
    assert sp.recommend_study(greater).index == found.index
    assert sp.recommend_study(greater).better == "higher"
    assert found.plot() is not None


def test_incomplete_trials_are_said_and_counted(study: Any) -> None:
    def sometimes(trial: Any) -> float:
        value = objective(trial)
        if trial.number in (0, 2, 5, 9):
            raise optuna.TrialPruned
        return value

    pruned = run(sometimes)
    with pytest.warns(sp.SoftProfileWarning, match=r"4 of 60 trials are not complete \(4 pruned\)"):
        found = sp.recommend_study(pruned)
    assert found.messages[0].code == "trials-incomplete"
    # The index counts all trials, pruned ones too.
    assert found.configuration.name == found.index == pruned.trials[found.index].number
    assert found.configuration.to_dict() == pruned.trials[found.index].params
    assert found.z[found.index] == pruned.trials[found.index].value
    assert found.best_index == pruned.best_trial.number
    assert set(found.alternatives.index) <= {trial.number for trial in pruned.trials if trial.values}


def test_user_attributes_are_costs_and_errors(study: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def spy(U: Any, z: Any, **options: Any) -> Any:
        given.update(options)
        return sp.recommend(U, z, **options)

    monkeypatch.setattr("softprofile.doors.recommending.recommend", spy)
    sp.recommend_study(study, z_train="user_attrs_train_error", cost="duration", z_se=np.full(60, 0.01))
    assert given["z_train"].tolist() == [trial.user_attrs["train_error"] for trial in study.trials]
    assert given["cost"].tolist() == [trial.duration.total_seconds() for trial in study.trials]
    assert given["z_se"].tolist() == [0.01] * 60
    found = sp.recommend_study(study, z="user_attrs_train_error", better="lower")
    assert found.z[found.index] == study.trials[found.index].user_attrs["train_error"]
    with pytest.raises(sp.InputError, match="whether lower or higher 'user_attrs_train_error' is better is not known"):
        sp.recommend_study(study, z="user_attrs_train_error")
    with pytest.raises(sp.InputError, match="cost must be the name of a user attribute, not 'watts'"):
        sp.recommend_study(study, cost="watts")
    with pytest.raises(sp.InputError, match="z_se must have one value for each of the 60 rows"):
        sp.recommend_study(study, z_se=[0.1])


def test_categorical_and_conditional_parameters_need_no_option() -> None:
    def mixed(trial: Any) -> float:
        kind, size = trial.suggest_categorical("kind", ["a", "b"]), trial.suggest_categorical("size", [32, None])
        extra = trial.suggest_float("extra", 0, 1) if kind == "b" else 0.0
        return objective(trial) + 0.001 * extra + (0.3 if size is None else 0)

    study = run(mixed, n_trials=100)
    found = sp.recommend_study(study)
    assert plateau_trial(study) == study.trials[found.index]
    assert study.trials[found.index].params["size"] == 32
    assert found.loss <= max(found.noise, 0.05)
    params = study.trials[found.index].params
    assert found.configuration["kind"] == params["kind"]
    assert found.configuration["size"] == "32"  # a label
    with pytest.warns(sp.SoftProfileWarning, match="'size', 'extra' varied too but are not among params"):
        named = sp.recommend_study(study, params=["x", "k"], where={"kind": "b"})
    assert list(named.configuration.index) == ["x", "k"]
    assert study.trials[named.index].params["kind"] == "b"


def test_options_of_the_rules_are_not_mixed(study: Any) -> None:
    with pytest.raises(sp.InputError, match="rule='edge' has no option 'boundary': add rule='paper'"):
        plateau_trial(study, boundary="linear")
    with pytest.raises(sp.InputError, match="rule='edge' has no option 'side'"):
        plateau_trial(study, side=1)
    with pytest.raises(sp.InputError, match="unknown option 'tolerance'"):
        plateau_trial(study, rule="paper", tolerance=0.1)
    with pytest.raises(sp.InputError, match="unknown rule 'middle'"):
        plateau_trial(study, rule="middle")


def test_invalid_studies_are_refused() -> None:
    with pytest.raises(sp.InputError, match="study must be an Optuna study, not dict"):
        sp.fit_study({})
    with pytest.raises(sp.InputError, match="no complete trial"):
        sp.fit_study(optuna.create_study())
    with pytest.raises(sp.InputError, match="no parameters"):
        sp.fit_study(run(lambda trial: 1.0, n_trials=5))
    with pytest.raises(sp.InputError, match="study must be an Optuna study, not dict"):
        sp.recommend_study({})
    with pytest.raises(sp.InputError, match="no complete trial"):
        sp.recommend_study(optuna.create_study())


def test_the_direction_of_the_study_reaches_the_fit(study: Any) -> None:
    fit = sp.fit_study(study)
    assert (fit.better, fit.good_side) == ("lower", 1)
    assert fit.nearest_index("good") == plateau_trial(study, rule="paper").number
    maximised = run(lambda trial: 1 - objective(trial), direction="maximize")
    assert sp.fit_study(maximised).good_side == 2
    attribute = "user_attrs_train_error"
    assert sp.fit_study(study, z=attribute).better is None
    assert sp.fit_study(study, z=attribute, better="lower").good_side == 1
    trial = plateau_trial(study, rule="paper", z=attribute, better="lower")
    assert trial.number == sp.fit_study(study, z=attribute).nearest_index(1)
    with pytest.raises(sp.InputError, match="which side of"):
        plateau_trial(study, rule="paper", z=attribute)
