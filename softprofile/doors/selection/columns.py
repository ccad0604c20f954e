"""Which parameters of a search are coordinates of a boundary, and which of its rows can be used."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.util.errors import InputError
from softprofile.util.messages import Message, warn
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

Rows = npt.NDArray[np.int64]
Columns = Mapping[str, Sequence[Any]]

_SHOWN_VALUES = 4


class Absent:
    """Stands where a configuration does not have a parameter, as in conditional search spaces."""

    def __repr__(self) -> str:
        return "absent"


ABSENT = Absent()


@dataclass(frozen=True)
class Candidates:
    """Configurations as numbers, their performance, and where each of them stands among all rows of the search."""

    U: pd.DataFrame
    z: pd.Series[float]
    rows: Rows
    messages: tuple[Message, ...]

    def fit(self, options: Mapping[str, Any]) -> BoundaryFit:
        """`softprofile.fit` with these options; decisions taken on the way are among the messages."""
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
    """Make a table of numbers of the parameters in `params`, or say in one sentence why that cannot be.

    Parameters
    ----------
    columns
        Values of each parameter, `ABSENT` where a configuration does not have it.
    z, z_name
        Performance of each row, and its name.
    params
        The coordinates; all parameters that take more than one value unless given.
    where
        Values to keep of some parameters: ``{"kernel": "rbf"}`` or ``{"max_depth": [1, 2, 3]}``.
    rows
        The rows to choose from; all of them unless given.
    categorical
        Parameters whose numbers are labels unless `params` names them.
    """
    import pandas as pd

    fixed = dict(where or {})
    chosen = _names(params)
    for name in [*fixed, *(chosen or ())]:
        if name not in columns:
            raise InputError(f"there is no parameter {name!r}: the search has {', '.join(map(repr, columns))}.")
    rows = np.arange(len(z)) if rows is None else rows
    for name, wanted in fixed.items():
        kept = _matching(columns[name], rows, wanted)
        if not len(kept):
            raise InputError(f"no configuration has {name}={wanted!r}: it takes {_listed(columns[name], rows)}.")
        rows = kept

    messages = []
    if chosen is None:
        chosen = [name for name in columns if len(_distinct(columns[name], rows)) > 1]
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
        messages += _message_about_others(columns, chosen, fixed, rows)

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
    """Refuse what `softprofile.fit` does not take, before hours are spent on a search."""
    known = [name for name in signature(fit).parameters if name not in ("U", "z")]
    unknown = [name for name in options if name not in known]
    if unknown:
        raise InputError(f"unknown option {unknown[0]!r}: the options of fit are {', '.join(known)}.")


def _names(params: str | Iterable[str] | None) -> list[str] | None:
    if params is None:
        return None
    names = [params] if isinstance(params, str) else list(params)
    if not names:
        raise InputError("params is empty: name at least one parameter, or leave it out for all that vary.")
    if len(set(names)) < len(names):
        raise InputError(f"params names a parameter twice: {_joined(names)}.")
    return names


def _matching(values: Sequence[Any], rows: Rows, wanted: Any) -> Rows:
    allowed = wanted if isinstance(wanted, list | tuple | set | frozenset) else [wanted]
    # A tuple may be the value itself, as of hidden_layer_sizes.
    return rows[[any(_same(values[row], each) for each in (*allowed, wanted)) for row in rows.tolist()]]


def _same(value: Any, wanted: Any) -> bool:
    if isinstance(value, bool | np.bool_) != isinstance(wanted, bool | np.bool_):
        return False  # True == 1, but criterion=True is not criterion=1
    try:
        return value is wanted or bool(value == wanted)
    except ValueError:  # arrays are compared element by element
        return bool(np.array_equal(value, wanted))


def _distinct(values: Sequence[Any], rows: Rows) -> dict[Hashable, Any]:
    """The distinct values in order of appearance, by a key that can be hashed."""
    found: dict[Hashable, Any] = {}
    for row in rows.tolist():
        found.setdefault(_key(values[row]), values[row])
    return found


def _key(value: Any) -> Hashable:
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return (isinstance(value, bool | np.bool_), value)


def _require_numbers(columns: Columns, names: Sequence[str], rows: Rows, categorical: Collection[str]) -> None:
    for name in names:
        values = [value for value in _distinct(columns[name], rows).values() if value is not ABSENT]
        strange = [value for value in values if not _is_number(value)]
        if not strange and name not in categorical:
            continue
        numeric = [other for other in names if other not in categorical and _all_numbers(columns[other], rows)]
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


def _message_about_others(
    columns: Columns, chosen: Sequence[str], fixed: Mapping[str, Any], rows: Rows
) -> list[Message]:
    others = [n for n in columns if n not in chosen and n not in fixed and len(_distinct(columns[n], rows)) > 1]
    if not others:
        return []
    text = (
        f"{_joined(others)} varied too but {_is(others)} not among params: {_its(others)} effect on the performance "
        "counts as noise; keep one value with where= to remove that noise."
    )
    return [Message("other-parameters-vary", text)]


def _all_numbers(values: Sequence[Any], rows: Rows) -> bool:
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
