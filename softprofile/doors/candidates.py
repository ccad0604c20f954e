"""From the parameters of a search to the configurations to fit, for the doors of all tuning frameworks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import PRESETS, fit
from softprofile.fitting.good_side import require_better
from softprofile.model.boundaries import get_boundary
from softprofile.model.densities import get_density
from softprofile.model.likelihood import SOFTNESS
from softprofile.model.transforms import TRANSFORMS
from softprofile.util.errors import InputError, require_choice
from softprofile.util.messages import Message, warn
from softprofile.util.streams import require_generator
from softprofile.util.validation import Array, require_count, require_number

if TYPE_CHECKING:
    import pandas as pd

Rows = npt.NDArray[np.int64]
Columns = Mapping[str, Sequence[Any]]

_SHOWN_VALUES = 4


class Absent:
    """Placeholder for a parameter that a configuration does not have, as in conditional search spaces."""

    def __repr__(self) -> str:
        return "absent"


ABSENT = Absent()


@dataclass(frozen=True)
class Candidates:
    """Configurations as numbers, with their performance.

    Attributes
    ----------
    U : DataFrame of shape (n, m)
        The configurations.
    z : Series of shape (n,)
        Their performance.
    rows : ndarray of shape (n,)
        Row of each configuration among all rows of the search.
    messages : tuple of Message
        Decisions made on the way, to be listed among the messages of the fit.
    """

    U: pd.DataFrame
    z: pd.Series[float]
    rows: Rows
    messages: tuple[Message, ...]

    def fit(self, options: Mapping[str, Any]) -> BoundaryFit:
        """Fit a boundary with these options of `softprofile.fit`; `messages` precede those of the fit."""
        found = fit(self.U, self.z, **options)
        return replace(found, messages=(*self.messages, *found.messages))


def choose_candidates(
    columns: Columns,
    z: Array,
    z_name: str,
    *,
    params: str | Iterable[str] | None = None,
    where: Mapping[str, Any] | None = None,
    rows: Rows | None = None,
    categorical: Collection[str] = (),
) -> Candidates:
    """Select the configurations and parameters to fit.

    Parameters
    ----------
    columns : mapping of str to sequence
        Values of each parameter, `ABSENT` where a configuration does not have it.
    z : ndarray of shape (n,)
        Performance of each row.
    z_name : str
        Name of the performance.
    params : str or iterable of str, optional
        The coordinates. By default all parameters that take more than one value.
    where : mapping, optional
        Values to keep of other parameters: ``{"kernel": "rbf"}`` or ``{"max_depth": [1, 2, 3]}``.
    rows : ndarray of int, optional
        The rows to select from. By default all rows.
    categorical : collection of str, default=()
        Parameters whose numbers are labels. They are coordinates only if `params` names them.

    Returns
    -------
    Candidates
        The selected configurations.

    Raises
    ------
    InputError
        If a coordinate is not numeric, or no usable row remains.

    Examples
    --------
    >>> import numpy as np
    >>> columns = {"C": [1, 10, 100, 1, 10], "kernel": ["rbf", "rbf", "rbf", "linear", "linear"]}
    >>> z = np.array([0.5, 0.8, 0.9, 0.7, 0.8])
    >>> choose_candidates(columns, z, "score", where={"kernel": "rbf"}).U["C"].tolist()
    [1.0, 10.0, 100.0]
    """
    import pandas as pd

    fixed = dict(where or {})
    chosen = read_names(columns, params)
    rows = rows_where(columns, fixed, np.arange(len(z)) if rows is None else rows)

    messages = []
    if chosen is None:
        chosen = varying(columns, rows)
        constant = [name for name in columns if name not in chosen and name not in fixed]
        if not chosen:
            raise InputError("no parameter takes more than one value: there is nothing to find a boundary in.")
        _require_numbers(columns, chosen, rows, categorical)
        _require_present(columns, chosen, rows)
        if constant:
            coordinates = "is not a coordinate" if len(constant) == 1 else "are not coordinates"
            text = f"{_joined(constant)} took only one value and {coordinates} of the boundary."
            messages.append(Message("constant-parameters", text))
    else:
        everywhere = rows
        rows = rows[[all(columns[name][row] is not ABSENT for name in chosen) for row in rows.tolist()]]
        if not len(rows):
            raise InputError(f"no configuration has all of {_joined(chosen)}: choose fewer of them with params=.")
        if len(rows) < len(everywhere):
            text = (
                f"{len(everywhere) - len(rows)} of {len(everywhere)} configurations do not have all of "
                f"{_joined(chosen)} and are left out."
            )
            messages.append(Message("parameters-absent", text))
        _require_numbers(columns, chosen, rows, ())
        messages += messages_about_others(columns, chosen, fixed, rows)

    usable = np.isfinite(z[rows])
    if not usable.any():
        raise InputError(f"{z_name!r} is missing in all {len(rows)} configurations: every fit of the model failed.")
    if not usable.all():
        text = f"{np.sum(~usable)} of {len(rows)} configurations have no finite {z_name!r} and are left out."
        messages.append(Message("missing-left-out", text))
        rows = rows[usable]
    warn(*messages)
    table = pd.DataFrame({name: [float(columns[name][row]) for row in rows.tolist()] for name in chosen})
    return Candidates(table, pd.Series(z[rows], name=z_name), rows, tuple(messages))


def require_options(options: Mapping[str, Any]) -> None:
    """Raise InputError for an option that `softprofile.fit` does not have or would refuse, before a long search."""
    known = fit_options()
    unknown = [name for name in options if name not in known]
    if unknown:
        raise InputError(f"unknown option {unknown[0]!r}: the options of fit are {', '.join(known)}.")
    for name, value in options.items():
        # None is a default of these options, as "auto" is one of the boundary.
        if name in _CHECKS and value is not None and not (name == "boundary" and value == "auto"):
            _CHECKS[name](value)


def fit_options() -> list[str]:
    """Return the names of the options of `softprofile.fit`."""
    return [name for name in signature(fit).parameters if name not in ("U", "z")]


def require_transform(transform: Any) -> None:
    """Raise InputError for a kind of transform that does not exist; the columns need not be known yet."""
    kinds = list(transform.values()) if isinstance(transform, Mapping) else transform
    for kind in kinds if isinstance(kinds, list | tuple) else [kinds]:
        require_choice(kind, TRANSFORMS, "transform")


_CHECKS: dict[str, Callable[[Any], object]] = {
    "boundary": get_boundary,
    "density": get_density,
    "softness": lambda value: require_choice(value, SOFTNESS, "softness"),
    "transform": require_transform,
    "n_starts": lambda value: require_count(value, "n_starts"),
    "ridge": lambda value: require_number(value, "ridge", at_least=0),
    "random_state": require_generator,
    "preset": lambda value: require_choice(value, PRESETS, "preset"),
    "better": require_better,
}


def rows_where(columns: Columns, where: Mapping[str, Any] | None, rows: Rows) -> Rows:
    """Return those of the rows that have the wanted values, such as ``{"kernel": "rbf"}``.

    Parameters
    ----------
    columns : mapping of str to sequence
        Values of each parameter.
    where : mapping or None
        Values to keep, as in `choose_candidates`.
    rows : ndarray of int
        The rows to select from.

    Returns
    -------
    ndarray of int
        The selected rows.

    Raises
    ------
    InputError
        If a parameter is unknown, or no row is left.
    """
    for name, wanted in (where or {}).items():
        _require_known(columns, name)
        kept = _matching(columns[name], rows, wanted)
        if not len(kept):
            raise InputError(f"no configuration has {name}={wanted!r}: it takes {_listed(columns[name], rows)}.")
        rows = kept
    return rows


def varying(columns: Columns, rows: Rows) -> list[str]:
    """Return the names of the parameters that take more than one value in these rows."""
    return [name for name in columns if len(_distinct(columns[name], rows)) > 1]


def read_names(columns: Columns, params: str | Iterable[str] | None) -> list[str] | None:
    """Return `params` as a list of known names without repetitions, or None."""
    if params is None:
        return None
    names = [params] if isinstance(params, str) else list(params)
    if not names:
        raise InputError("params is empty: name at least one parameter, or leave it out for all that vary.")
    if len(set(names)) < len(names):
        raise InputError(f"params names a parameter twice: {_joined(names)}.")
    for name in names:
        _require_known(columns, name)
    return names


def _require_known(columns: Columns, name: str) -> None:
    if name not in columns:
        raise InputError(f"there is no parameter {name!r}: the search has {', '.join(map(repr, columns))}.")


def _matching(values: Sequence[Any], rows: Rows, wanted: Any) -> Rows:
    """Return the rows whose value is the wanted one, or one of the wanted ones."""
    allowed = wanted if isinstance(wanted, list | tuple | set | frozenset) else [wanted]
    # A tuple can be a value itself, as for hidden_layer_sizes.
    return rows[[any(_same(values[row], each) for each in (*allowed, wanted)) for row in rows.tolist()]]


def _same(value: Any, wanted: Any) -> bool:
    """Return whether two values of a parameter are equal."""
    if isinstance(value, bool | np.bool_) != isinstance(wanted, bool | np.bool_):
        return False  # True == 1 in Python, but as parameter values they differ
    try:
        return value is wanted or bool(value == wanted)
    except ValueError:  # arrays are compared element by element
        return bool(np.array_equal(value, wanted))


def _distinct(values: Sequence[Any], rows: Rows) -> dict[Hashable, Any]:
    """Return the distinct values in order of appearance, by a hashable key."""
    found: dict[Hashable, Any] = {}
    for row in rows.tolist():
        found.setdefault(_key(values[row]), values[row])
    return found


def _key(value: Any) -> Hashable:
    """Return a key that is equal for equal values."""
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return (isinstance(value, bool | np.bool_), value)


def _require_numbers(columns: Columns, names: Sequence[str], rows: Rows, categorical: Collection[str]) -> None:
    """Raise InputError for a coordinate that is not numeric, or is categorical."""
    for name in names:
        values = [value for value in _distinct(columns[name], rows).values() if value is not ABSENT]
        strange = [value for value in values if not _is_number(value)]
        if not strange and name not in categorical:
            continue
        numeric = [other for other in names if other not in categorical and all_numbers(columns[other], rows)]
        example = max(values, key=lambda value: len(_matching(columns[name], rows, value)))
        what = (
            f"parameter {name!r} takes values that are not numbers ({_listed(columns[name], rows)})"
            if strange
            else f"parameter {name!r} is categorical ({_listed(columns[name], rows)})"
        )
        amounts = "" if strange else ", or name it in params= too if its numbers are amounts"
        raise InputError(f"{what}: keep one of them with where={{{name!r}: {example!r}}}{_but(numeric)}{amounts}.")


def _but(numeric: Sequence[str]) -> str:
    return f", or name the numeric parameters alone with params={list(numeric)!r}" if numeric else ""


def _require_present(columns: Columns, names: Sequence[str], rows: Rows) -> None:
    """Raise InputError for a coordinate that some configurations do not have."""
    conditional = [name for name in names if any(columns[name][row] is ABSENT for row in rows)]
    if conditional:
        name = conditional[0]
        held = sum(columns[name][row] is not ABSENT for row in rows)
        always = [other for other in names if other not in conditional]
        instead = f" (params={always!r} are those that all have)" if always else ""
        raise InputError(
            f"only {held} of {len(rows)} configurations have the parameter {name!r}: choose the coordinates with "
            f"params=, and configurations that lack one of them are left out{instead}, or keep some configurations "
            "with where=."
        )


def messages_about_others(columns: Columns, chosen: Sequence[str], fixed: Collection[str], rows: Rows) -> list[Message]:
    """Say which parameters vary that are not considered, except those that `where` has chosen from."""
    others = [n for n in columns if n not in chosen and n not in fixed and len(_distinct(columns[n], rows)) > 1]
    if not others:
        return []
    text = (
        f"{_joined(others)} varied too but {_is(others)} not among params: {_its(others)} effect on the performance "
        "counts as noise; keep one value with where= to remove that noise."
    )
    return [Message("other-parameters-vary", text)]


def all_numbers(values: Sequence[Any], rows: Rows) -> bool:
    """Return whether a parameter is a number in all of these rows that have it."""
    return all(_is_number(values[row]) or values[row] is ABSENT for row in rows.tolist())


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)


def _listed(values: Sequence[Any], rows: Rows) -> str:
    shown = [repr(value) for value in _distinct(values, rows).values() if value is not ABSENT]
    return ", ".join(shown[:_SHOWN_VALUES]) + (", ..." if len(shown) > _SHOWN_VALUES else "")


def _joined(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _its(names: Sequence[str]) -> str:
    return "its" if len(names) == 1 else "their"
