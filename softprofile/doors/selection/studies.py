"""From an Optuna study to a boundary. Optuna itself is not imported: a study brings all that is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from softprofile.doors.selection.columns import ABSENT, Candidates, choose_candidates, require_options
from softprofile.fitting.boundary_fit import BoundaryFit
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
    """The boundary where improvement levelled off among the complete trials of an Optuna study.

    A sampler that learns, such as TPE, spends most trials where results are good, so that the poor side holds few
    points; a random or grid sampler shows the boundary best. Pruned trials are missing on the poor side too.

    Parameters
    ----------
    study
        An optuna.Study.
    params
        Names of the parameters that are the coordinates; unless given, all that take more than one value. Categorical
        ones have to be named, and their values have to be numbers.
    z
        "user_attrs_<name>" for what `trial.set_user_attr(name, value)` noted, such as a training error; the value of
        the objective unless given.
    objective
        Which objective, from 0, if the study has several.
    where
        Values of other parameters to keep, such as ``{"optimizer": "adam"}``.
    options
        Those of `softprofile.fit`.

    Returns
    -------
    BoundaryFit
        Its rows are the trials that were used, in their order. Which side is good depends on the study's direction, and
        stands among the messages: ``fit.nearest_point(side=1)`` for a study that minimises.
        `softprofile.doors.selection.plateau_trial` returns the trial itself.

    Examples
    --------
    >>> import optuna
    >>> optuna.logging.set_verbosity(optuna.logging.ERROR)
    >>> def objective(trial):
    ...     x, k = trial.suggest_float("x", 1e-3, 1e3, log=True), trial.suggest_int("k", 1, 20)
    ...     return 0.1 + 0.8 / (1 + (x * k) ** 2)
    >>> study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    >>> study.optimize(objective, n_trials=60)
    >>> fit_study(study, params=["x", "k"]).names
    ('x', 'k')
    """
    require_options(options)
    return _read_study(study, params, z, objective, where).fit(options)


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
    """The complete trial nearest the representative point, of the side that the study's direction calls good.

    `side` is "good", "any" (the paper's Eq. 12), or 1 or 2 for the smaller or greater `z`; for a user attribute it has
    to be one of the last three. All else as in `fit_study`.
    """
    require_options(options)
    if isinstance(side, bool) or side not in ("good", "any", 1, 2):
        raise InputError(f"side must be 'good', 'any', 1 or 2, not {side!r}.")
    candidates = _read_study(study, params, z, objective, where)
    if side == "good":
        if z is not None:
            raise InputError(
                f"which side of {z!r} is the good one is not known: say side=1, where it is smaller, or side=2."
            )
        side = _good_side(study, objective)
    row = candidates.fit(options).nearest_index(None if side == "any" else int(side))
    return _complete(study)[candidates.rows[row]]


def _read_study(
    study: Any,
    params: str | Iterable[str] | None,
    z: str | None,
    objective: int | None,
    where: Mapping[str, Any] | None,
) -> Candidates:
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
    return [trial for trial in study.trials if trial.state.name == "COMPLETE"]


def _performance(study: Any, trials: list[Any], z: str | None, objective: int | None) -> tuple[Any, str, list[Message]]:
    if z is None:
        index = _objective(study, objective)
        name = study.metric_names[index] if getattr(study, "metric_names", None) else "value"
        side = _good_side(study, objective)
        text = f"the study {'minimises' if side == 1 else 'maximises'} {name!r}: its good side is side {side}."
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


def _good_side(study: Any, objective: int | None) -> int:
    return 2 if study.directions[_objective(study, objective)].name == "MAXIMIZE" else 1
