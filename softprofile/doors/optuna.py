"""Fit a boundary to the trials of an Optuna study. Optuna is not imported: the study has all that is needed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from softprofile.doors.candidates import ABSENT, Candidates, choose_candidates, require_options
from softprofile.doors.recommending import (
    SearchRows,
    direction_unknown,
    loss_messages,
    read_vector,
    require_edge_options,
    require_recommend_options,
)
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.good_side import GOOD_SIDES, require_better, resolve_side
from softprofile.recommendation import Recommendation
from softprofile.recommendation.inputs import RULES
from softprofile.util.errors import InputError, require_choice
from softprofile.util.messages import Message, warn
from softprofile.util.validation import Array, read_array

USER_ATTRIBUTE = "user_attrs_"

_EDGE_OPTIONS = ("better", "z_se", "z_train", "cost", "simpler", "tolerance", "transform")


def fit_study(
    study: Any,
    params: str | Iterable[str] | None = None,
    *,
    z: str | None = None,
    objective: int | None = None,
    where: Mapping[str, Any] | None = None,
    **options: Any,
) -> BoundaryFit:
    """Fit the boundary where improvement levels off in an Optuna study.

    Only complete trials are used. A random or grid sampler shows the boundary best. An adaptive sampler, such as TPE,
    spends most trials where results are good, so that few trials remain on the poor side; pruned trials are missing
    on the poor side as well.

    Parameters
    ----------
    study : optuna.Study
        The study, after `study.optimize`.
    params : str or iterable of str, optional
        Names of the parameters that are the coordinates. By default all that take more than one value. Categorical
        parameters have to be named, and their values have to be numbers.
    z : str, optional
        ``"user_attrs_<name>"`` for a value stored by ``trial.set_user_attr(name, value)``, such as a training error. By
        default the value of the objective.
    objective : int, optional
        Index of the objective, from 0. Needed if the study has several.
    where : mapping, optional
        Values of other parameters to keep, such as ``{"optimizer": "adam"}``.
    **options : dict
        Options of `softprofile.fit`. `better` is by default the direction of the study; it is not known for a user
        attribute.

    Returns
    -------
    BoundaryFit
        The fit. Its rows are the trials that were used, in their order. The good side depends on the direction of the
        study and is named in `messages`; the configuration on it is ``fit.nearest_point(side="good")``.

    Raises
    ------
    InputError
        If the study has no complete trial, or a coordinate is not numeric.

    See Also
    --------
    plateau_trial : The trial to take.

    Examples
    --------
    >>> import optuna
    >>> import softprofile as sp
    >>> optuna.logging.set_verbosity(optuna.logging.ERROR)
    >>> def objective(trial):
    ...     x, k = trial.suggest_float("x", 1e-3, 1e3, log=True), trial.suggest_int("k", 1, 20)
    ...     return 0.1 + 0.8 / (1 + (x * k) ** 2)
    >>> study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    >>> study.optimize(objective, n_trials=60)
    >>> fit = sp.fit_study(study, params=["x", "k"])
    >>> fit.names
    ('x', 'k')
    >>> print(fit.messages[0])
    the study minimises 'value': its good side is side 1.
    >>> fit.better, fit.good_side
    ('lower', 1)
    """
    require_options(options)
    candidates = _read_study(study, params, z, objective, where)
    return candidates.fit({**options, "better": _known_better(study, z, objective, options)})


def recommend_study(
    study: Any,
    params: str | Iterable[str] | None = None,
    *,
    z: str | None = None,
    objective: int | None = None,
    where: Mapping[str, Any] | None = None,
    better: str | None = None,
    z_se: Any = None,
    z_train: Any = None,
    cost: Any = None,
    simpler: Mapping[str, str] | None = None,
    tolerance: float | None = None,
    rule: str = "edge",
    transform: Any = "auto",
) -> Recommendation:
    """Recommend a trial of an Optuna study.

    Only complete trials are used; a message says how many are left out. The direction of the study says which values
    are better. Categorical and conditional parameters need no option.

    Parameters
    ----------
    study : optuna.Study
        The study, after `study.optimize`.
    params : str or iterable of str, optional
        Names of the parameters to consider. By default all that take more than one value. The numbers of a categorical
        parameter are labels, unless `params` names it.
    z : str, optional
        ``"user_attrs_<name>"`` for a user attribute. By default the value of the objective.
    objective : int, optional
        Index of the objective, from 0. Needed if the study has several.
    where : mapping, optional
        Values of parameters to keep, such as ``{"optimizer": "adam"}``.
    better : {"lower", "higher"}, optional
        Which values are better. Needed only if `z` is a user attribute.
    z_se, z_train, cost : str or array-like of shape (n,), optional
        Standard errors, training performance and cost, as in `softprofile.recommend`: ``"user_attrs_<name>"``,
        "duration" for the seconds that a trial took, or one number for each of `study.trials`.
    simpler : mapping, optional
        Which values of a parameter make a simpler model, such as ``{"depth": "lower"}``.
    tolerance : float, optional
        Share of the improvement that may be given up. By default it depends on the noise.
    rule : {"edge", "paper"}, default="edge"
        "edge" recommends a trial at the edge of the plateau, and none that is worse than the best by more than the
        noise. "paper" is Eq. (12): the trial nearest to the representative point.
    transform : str, list or dict, default="auto"
        Transforms of the numeric parameters, as in `softprofile.recommend`.

    Returns
    -------
    Recommendation
        The recommendation. Its `index` is a position in `study.trials`; ``configuration.name`` is the number of the
        trial, and `alternatives` has the numbers of trials as row labels.

    Raises
    ------
    InputError
        If an option is not valid, or the study has no complete trial.

    See Also
    --------
    plateau_trial : The trial itself.
    softprofile.recommend : The same for any table of configurations.

    Examples
    --------
    >>> import optuna
    >>> import softprofile as sp
    >>> optuna.logging.set_verbosity(optuna.logging.ERROR)
    >>> def objective(trial):
    ...     x, k = trial.suggest_float("x", 1e-3, 1e3, log=True), trial.suggest_int("k", 1, 20)
    ...     return 0.1 + 0.8 / (1 + (x * k) ** 2)
    >>> study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    >>> study.optimize(objective, n_trials=60)
    >>> found = sp.recommend_study(study)
    >>> found.better
    'lower'
    >>> found.configuration.name == study.trials[found.index].number
    True
    """
    require_recommend_options(better=better, simpler=simpler, tolerance=tolerance, rule=rule, transform=transform)
    rows = _search_rows(study, z, objective, better, {"z_se": z_se, "z_train": z_train, "cost": cost}).where(where)
    return rows.recommend(params, simpler=simpler, tolerance=tolerance, rule=rule, transform=transform)


def plateau_trial(
    study: Any,
    params: str | Iterable[str] | None = None,
    *,
    rule: str = "edge",
    side: int | str = "good",
    z: str | None = None,
    objective: int | None = None,
    where: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Return the complete trial to take, at the edge of the plateau.

    It is the trial that `recommend_study` recommends.

    Parameters
    ----------
    study : optuna.Study
        The study, after `study.optimize`.
    params : str or iterable of str, optional
        Names of the parameters to consider. By default all that take more than one value; with ``rule="paper"`` they
        have to be numeric.
    rule : {"edge", "paper"}, default="edge"
        "edge" is the rule of `softprofile.recommend`. "paper" takes the trial nearest to the representative point of
        `fit_study`, as in Eq. (12).
    side : {"good", "any", 1, 2}, default="good"
        For ``rule="paper"``: side of the boundary to choose from. "good" is side 1 for an objective that is minimised
        and side 2 for one that is maximised. "any" takes the nearest of all trials. 1 and 2 are the sides with the
        smaller and the larger `z`; one of these, or `better`, is needed for a user attribute.
    z : str, optional
        ``"user_attrs_<name>"`` for a user attribute, as in `fit_study`. By default the value of the objective.
    objective : int, optional
        Index of the objective, from 0. Needed if the study has several.
    where : mapping, optional
        Values of other parameters to keep, as in `fit_study`.
    **options : dict
        With ``rule="edge"``: `better`, `z_se`, `z_train`, `cost`, `simpler`, `tolerance` and `transform` of
        `recommend_study`. With ``rule="paper"``: options of `softprofile.fit`, such as `boundary` and `density`.

    Returns
    -------
    optuna.trial.FrozenTrial
        The trial, with its `number`, `params` and `value`.

    Raises
    ------
    InputError
        If an option is not valid or does not belong to the rule, or the study has no complete trial.

    See Also
    --------
    recommend_study : The recommendation, to print and to plot.
    fit_study : The fit behind the paper's rule.

    Examples
    --------
    >>> import optuna
    >>> import softprofile as sp
    >>> optuna.logging.set_verbosity(optuna.logging.ERROR)
    >>> def objective(trial):
    ...     x, k = trial.suggest_float("x", 1e-3, 1e3, log=True), trial.suggest_int("k", 1, 20)
    ...     return 0.1 + 0.8 / (1 + (x * k) ** 2)
    >>> study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    >>> study.optimize(objective, n_trials=60)
    >>> trial = sp.plateau_trial(study)
    >>> trial.number == sp.recommend_study(study).configuration.name
    True
    """
    require_choice(rule, RULES, "rule")
    if rule == "edge":
        require_edge_options(_EDGE_OPTIONS, options, side)
        found = recommend_study(study, params, z=z, objective=objective, where=where, **options)
        return study.trials[found.index]
    require_options(options)
    better = _known_better(study, z, objective, options)
    chosen = resolve_side(side, better, str(z))
    candidates = _read_study(study, params, z, objective, where)
    row = candidates.rows[candidates.fit({**options, "better": better}).nearest_index(chosen)]
    if better is not None:
        trials = _complete(study)
        performance = _performance(study, trials, z, objective)[0]
        numbers = [trial.number for trial in trials]
        rows = SearchRows({}, performance, str(candidates.z.name), better, candidates.rows, labels=numbers)
        warn(*loss_messages(rows, row))
    return _complete(study)[row]


def _search_rows(
    study: Any, z: str | None, objective: int | None, better: str | None, vectors: Mapping[str, Any]
) -> SearchRows:
    """Return all trials with their parameters; the comparable rows are the complete trials."""
    trials, notes = _usable_trials(study)
    values, z_name, _ = _performance(study, trials, z, objective)
    direction = _known_better(study, z, objective, {"better": better})
    if direction is None:
        raise direction_unknown(str(z))
    held = list(study.trials)
    numbers = [trial.number for trial in held]
    rows = np.array([numbers.index(trial.number) for trial in trials])
    performance = np.full(len(held), np.nan)
    performance[rows] = values
    names = _parameter_names(trials)
    return SearchRows(
        columns={name: [trial.params.get(name, ABSENT) for trial in held] for name in names},
        z=performance,
        z_name=z_name,
        better=direction,
        rows=rows,
        vectors={name: None if each is None else _per_trial(held, each, name) for name, each in vectors.items()},
        categorical=_categorical(trials),
        messages=tuple(notes),
        labels=numbers,
    )


def _per_trial(trials: Sequence[Any], given: Any, what: str) -> Array:
    """Return one number per trial: a user attribute, the duration in seconds, or what is given."""
    if not isinstance(given, str):
        return read_vector(given, len(trials), what)
    if given == "duration":
        seconds = [math.nan if trial.duration is None else trial.duration.total_seconds() for trial in trials]
        return np.array(seconds)
    return _user_attribute(trials, given, what)


def _usable_trials(study: Any) -> tuple[list[Any], list[Message]]:
    """Return the complete trials, and a message on the others."""
    if not (hasattr(study, "trials") and hasattr(study, "directions")):
        raise InputError(f"study must be an Optuna study, not {type(study).__name__}.")
    trials = _complete(study)
    if not trials:
        raise InputError("the study has no complete trial: run study.optimize first.")
    lost = Counter(trial.state.name.lower() for trial in study.trials) - Counter(complete=len(trials))
    if not lost:
        return trials, []
    kinds = ", ".join(f"{count} {state}" for state, count in lost.items())
    text = f"{lost.total()} of {len(study.trials)} trials are not complete ({kinds}) and are left out."
    return trials, [Message("trials-incomplete", text)]


def _parameter_names(trials: Sequence[Any]) -> list[str]:
    """Return the names of all parameters in order of appearance."""
    names = list(dict.fromkeys(name for trial in trials for name in trial.params))
    if not names:
        raise InputError("the trials of this study have no parameters.")
    return names


def _categorical(trials: Sequence[Any]) -> set[str]:
    """Return the names of the categorical parameters."""
    return {
        name
        for trial in trials
        for name, distribution in trial.distributions.items()
        if type(distribution).__name__ == "CategoricalDistribution"
    }


def _read_study(
    study: Any,
    params: str | Iterable[str] | None,
    z: str | None,
    objective: int | None,
    where: Mapping[str, Any] | None,
) -> Candidates:
    """Return the complete trials as configurations to fit."""
    trials, notes = _usable_trials(study)
    values, z_name, messages = _performance(study, trials, z, objective)
    messages += notes
    warn(*messages)
    columns = {name: [trial.params.get(name, ABSENT) for trial in trials] for name in _parameter_names(trials)}
    found = choose_candidates(columns, values, z_name, params=params, where=where, categorical=_categorical(trials))
    return Candidates(found.U, found.z, found.rows, (*messages, *found.messages))


def _complete(study: Any) -> list[Any]:
    """Return the complete trials."""
    return [trial for trial in study.trials if trial.state.name == "COMPLETE"]


def _performance(study: Any, trials: list[Any], z: str | None, objective: int | None) -> tuple[Any, str, list[Message]]:
    """Return the performance of the trials, its name, and a note on the good side."""
    if z is None:
        index = _objective(study, objective)
        name = study.metric_names[index] if getattr(study, "metric_names", None) else "value"
        better = _better(study, objective)
        does = {"lower": "minimises", "higher": "maximises"}[better]
        text = f"the study {does} {name!r}: its good side is side {GOOD_SIDES[better]}."
        values = read_array([trial.values[index] for trial in trials], name)
        return values, name, [Message("good-side", text)]
    if objective is not None:
        raise InputError("give objective= or z=, not both.")
    name = str(z).removeprefix(USER_ATTRIBUTE)
    return _user_attribute(trials, str(z), "z"), name, []


def _user_attribute(trials: Sequence[Any], given: str, what: str) -> Array:
    """Return the values of a user attribute, nan where a trial does not have it."""
    name = given.removeprefix(USER_ATTRIBUTE)
    known = dict.fromkeys(key for trial in trials for key in trial.user_attrs)
    if not given.startswith(USER_ATTRIBUTE) or name not in known:
        held = ", ".join(f"'{USER_ATTRIBUTE}{key}'" for key in known) or "none: the trials have no user attributes"
        raise InputError(f"{what} must be the name of a user attribute, not {given!r}; there is {held}.")
    return read_array([trial.user_attrs.get(name, np.nan) for trial in trials], name)


def _objective(study: Any, objective: int | None) -> int:
    """Return the checked index of the objective."""
    count = len(study.directions)
    if objective is None and count > 1:
        raise InputError(
            f"the study has {count} objectives: say which with objective=0 to {count - 1}, "
            f"or give z='{USER_ATTRIBUTE}<name>'."
        )
    index = 0 if objective is None else objective
    if isinstance(index, bool) or not isinstance(index, int | np.integer) or not 0 <= index < count:
        raise InputError(f"objective must be a whole number from 0 to {count - 1}, not {objective!r}.")
    return int(index)


def _known_better(study: Any, z: str | None, objective: int | None, options: Mapping[str, Any]) -> str | None:
    """Return `better` of the options, or the direction of the study; None for a user attribute."""
    given = require_better(options.get("better"))
    return given or (_better(study, objective) if z is None else None)


def _better(study: Any, objective: int | None) -> str:
    """Return which values are better: "lower" if the objective is minimised, and "higher" if it is maximised."""
    return "higher" if study.directions[_objective(study, objective)].name == "MAXIMIZE" else "lower"
