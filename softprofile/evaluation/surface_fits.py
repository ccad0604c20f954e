"""From a surface to the boundary on it: what failed is left out, and said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.evaluation.surfaces import Surface
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.util.errors import InputError
from softprofile.util.messages import Message, warn
from softprofile.util.validation import read_array

if TYPE_CHECKING:
    import pandas as pd


def fit_surface(
    surface: Any, z: str | None = None, *, parameters: Sequence[str] | None = None, **options: Any
) -> BoundaryFit:
    """Fit the boundary where improvement has levelled off, to an evaluated surface.

    Parameters
    ----------
    surface
        A `Surface`, the folder of a store, or a data frame.
    z
        Column of the performance; not needed if there is one metric only.
    parameters
        Columns of the hyper-parameters: all of the surface's unless given; needed for a data frame.
    **options
        As in `fit`: boundary, density, softness, transform and so on.

    Returns
    -------
    BoundaryFit
        Configurations that failed, or have no finite z, are left out; its messages say how many.

    Examples
    --------
    >>> import softprofile as sp
    >>> def error(depth, rate):
    ...     return (1.0 if depth * rate > 9 else 5.0) + 0.01 * depth
    >>> surface = sp.evaluate(error, sp.grid(depth=range(1, 7), rate=range(1, 7)))
    >>> sp.fit_surface(surface).nearest_point().to_dict()
    {'depth': 3.0, 'rate': 3.0}
    """
    table, names, metrics = _read(surface, parameters)
    chosen = _metric(z, metrics, table)
    for name in names:
        _require_numbers(table, name)
    kept, messages = usable_rows(table, chosen)
    warn(*messages)
    if not kept.any():
        raise InputError(f"no configuration has a finite {chosen}: there is nothing to fit.")
    result = fit(table.loc[kept, names], table.loc[kept, chosen], **options)
    return replace(result, messages=(*messages, *result.messages))


def usable_rows(table: pd.DataFrame, z: str) -> tuple[npt.NDArray[np.bool_], list[Message]]:
    """Which rows did not fail and have a finite z, and messages about the others."""
    failed = (table["error"].fillna("") != "").to_numpy() if "error" in table else np.zeros(len(table), dtype=bool)
    empty = ~failed & ~np.isfinite(read_array(table[z], z))
    messages = []
    if failed.any():
        text = f"{failed.sum()} of {len(table)} configurations failed and are left out."
        messages.append(Message("failed-left-out", text))
    if empty.any():
        text = f"{empty.sum()} of {len(table)} configurations have no finite {z} and are left out."
        messages.append(Message("missing-left-out", text))
    return ~failed & ~empty, messages


def _read(surface: Any, parameters: Sequence[str] | None) -> tuple[pd.DataFrame, list[str], list[str]]:
    import pandas as pd

    if isinstance(surface, str | Path):
        surface = Surface.from_store(surface)
    if isinstance(surface, Surface):
        names = list(surface.parameters if parameters is None else parameters)
        _require_columns(surface.table, names)
        return surface.table.reset_index(drop=True), names, list(surface.metrics)
    if not isinstance(surface, pd.DataFrame):
        raise InputError(
            f"fit_surface needs a Surface, the folder of a store or a data frame, not {type(surface).__name__}."
        )
    if parameters is None:
        raise InputError("name the columns of the hyper-parameters: fit_surface(table, z=..., parameters=[...]).")
    names = list(parameters)
    _require_columns(surface, names)
    others = [str(name) for name in surface.columns if name not in (*names, "n_done", "error")]
    return surface.reset_index(drop=True), names, others


def _metric(z: str | None, metrics: list[str], table: pd.DataFrame) -> str:
    if z is None:
        if len(metrics) != 1:
            raise InputError(
                f"say which metric is z: there are {', '.join(metrics)}."
                if metrics
                else "no evaluation gave a result: there is nothing to fit."
            )
        return metrics[0]
    if z not in table.columns or z not in (*metrics, *(f"{name}_se" for name in metrics)):
        raise InputError(f"there is no metric {z!r}: there are {', '.join(metrics) or 'no results'}.")
    return z


def _require_columns(table: pd.DataFrame, names: list[str]) -> None:
    if not names:
        raise InputError("name at least one column of a hyper-parameter.")
    for name in names:
        if name not in table.columns:
            raise InputError(f"there is no parameter {name!r}: the columns are {', '.join(map(str, table.columns))}.")


def _require_numbers(table: pd.DataFrame, name: str) -> None:
    import pandas as pd

    column = table[name]
    if not pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
        raise InputError(
            f"parameter {name!r} is not numeric (it holds {column.iloc[0]!r}): a boundary needs numbers, so fit one "
            "surface for each of its values, or name the numeric ones with parameters=[...]."
        )
