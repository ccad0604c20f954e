"""Fit a boundary to the trials of an Optuna study. Optuna is not imported: the study has all that is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from softprofile.doors.candidates import ABSENT, Candidates, choose_candidates, require_options
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.good_side import GOOD_SIDES, require_better, resolve_side
from softprofile.util.errors import InputError
from softprofile.util.messages import Message, warn
from softprofile.util.validation import read_array

USER_ATTRIBUTE = "user_attrs_"


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


def plateau_trial(
    study: Any,
    params: str | Iterable[str] | None = None,
    *,
    side: int | str = "good",
    z: str | None = None,
    objective: int | None = None,
    where: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Return the complete trial nearest to the representative point.

    The trial is one that reached the plateau: by default it lies on the good side of the boundary, as given by the
    direction of the study.

    Parameters
    ----------
    study : optuna.Study
        The study, after `study.optimize`.
    params : str or iterable of str, optional
        Names of the parameters that are the coordinates, as in `fit_study`.
    side : {"good", "any", 1, 2}, default="good"
        Side of the boundary to choose from. "good" is side 1 for an objective that is minimised and side 2 for one that
        is maximised. "any" takes the nearest of all trials, as in the paper's Eq. (12). 1 and 2 are the sides with the
        smaller and the larger `z`. For a user attribute, "good" is known only if `better` is given.
    z : str, optional
        ``"user_attrs_<name>"`` for a user attribute, as in `fit_study`. By default the value of the objective.
    objective : int, optional
        Index of the objective, from 0. Needed if the study has several.
    where : mapping, optional
        Values of other parameters to keep, as in `fit_study`.
    **options : dict
        Options of `softprofile.fit`. `better` is by default the direction of the study.

    Returns
    -------
    optuna.trial.FrozenTrial
        The trial, with its `number`, `params` and `value`.

    Raises
    ------
    InputError
        If `side` is not one of the above, or "good" is asked for with a user attribute; and as in `fit_study`.

    See Also
    --------
    fit_study : The fit behind the choice.

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
    >>> trial.number == sp.fit_study(study).nearest_index(side=1)
    True
    """
    require_options(options)
    better = _known_better(study, z, objective, options)
    chosen = resolve_side(side, better, str(z))
    candidates = _read_study(study, params, z, objective, where)
    row = candidates.fit({**options, "better": better}).nearest_index(chosen)
    return _complete(study)[candidates.rows[row]]


def _read_study(
    study: Any,
    params: str | Iterable[str] | None,
    z: str | None,
    objective: int | None,
    where: Mapping[str, Any] | None,
) -> Candidates:
    """Return the complete trials as configurations to fit."""
    if not (hasattr(study, "trials") and hasattr(study, "directions")):
        raise InputError(f"study must be an Optuna study, not {type(study).__name__}.")
    trials = _complete(study)
    if not trials:
        raise InputError("the study has no complete trial: run study.optimize first.")
    values, z_name, messages = _performance(study, trials, z, objective)
    lost = Counter(trial.state.name.lower() for trial in study.trials) - Counter(complete=len(trials))
    if lost:
        kinds = ", ".join(f"{count} {state}" for state, count in lost.items())
        text = f"{lost.total()} of {len(study.trials)} trials are not complete ({kinds}) and are left out."
        messages.append(Message("trials-incomplete", text))
    warn(*messages)
    names = dict.fromkeys(name for trial in trials for name in trial.params)
    if not names:
        raise InputError("the trials of this study have no parameters.")
    columns = {name: [trial.params.get(name, ABSENT) for trial in trials] for name in names}
    categorical = {
        name
        for trial in trials
        for name, distribution in trial.distributions.items()
        if type(distribution).__name__ == "CategoricalDistribution"
    }
    found = choose_candidates(columns, values, z_name, params=params, where=where, categorical=categorical)
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
    known = dict.fromkeys(key for trial in trials for key in trial.user_attrs)
    if not str(z).startswith(USER_ATTRIBUTE) or name not in known:
        held = ", ".join(f"'{USER_ATTRIBUTE}{key}'" for key in known) or "none: the trials have no user attributes"
        raise InputError(f"z must be the name of a user attribute, not {z!r}; there is {held}.")
    return read_array([trial.user_attrs.get(name, np.nan) for trial in trials], name), name, []


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
