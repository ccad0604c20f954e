"""Fit a boundary to a surface, without the configurations that failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.surfaces.surface import Surface
from softprofile.util.errors import InputError
from softprofile.util.messages import Message, warn
from softprofile.util.validation import read_array

if TYPE_CHECKING:
    import pandas as pd


def fit_surface(
    surface: Any, z: str | None = None, *, parameters: Sequence[str] | None = None, **options: Any
) -> BoundaryFit:
    """Fit the boundary where improvement has levelled off to a surface.

    Parameters
    ----------
    surface : Surface, str, Path or DataFrame
        A surface, the folder of a store, or a table with one row per configuration.
    z : str, optional
        Column of the performance. By default the only metric, or the training metric if all others are its held-out
        counterparts, such as ``train_error`` of ``train_error`` and ``test_error``.
    parameters : sequence of str, optional
        Columns of the hyper-parameters. By default all hyper-parameters of the surface; required for a DataFrame.
    **options : Any
        Passed to `fit`: boundary, density, softness, transform and so on. `better` is by default that of the surface.

    Returns
    -------
    BoundaryFit
        Fitted without the configurations that failed or have no finite `z`; its messages say how many there are.

    Raises
    ------
    InputError
        If `z` is not given and the surface has several metrics, if a column does not exist, or if a hyper-parameter is
        not numeric.

    See Also
    --------
    softprofile.fit : Fit a boundary to a table of configurations and their performance.
    softprofile.evaluate : Compute a surface.

    Examples
    --------
    >>> import softprofile as sp
    >>> f = sp.fit_surface(sp.datasets.load_surface("parkinson-svm"))
    >>> f.z_name, f.nearest_point().to_dict()
    ('train_error', {'gamma': 50000.0, 'h': 0.001})

    A surface of your own:

    >>> def error(depth, rate):
    ...     return (1.0 if depth * rate > 9 else 5.0) + 0.01 * depth
    >>> surface = sp.evaluate(error, sp.grid(depth=range(1, 7), rate=range(1, 7)))
    >>> sp.fit_surface(surface).nearest_point().to_dict()
    {'depth': 3.0, 'rate': 3.0}
    >>> sp.fit_surface(surface, better="lower").nearest_point(side="good").to_dict()
    {'depth': 4.0, 'rate': 3.0}
    """
    if isinstance(surface, str | Path):
        surface = Surface.from_store(surface)
    table, names, metrics = _read(surface, parameters)
    chosen = _metric(z, metrics, table)
    for name in names:
        _require_numbers(table, name)
    kept, messages = usable_rows(table, chosen)
    warn(*messages)
    if not kept.any():
        raise InputError(f"no configuration has a finite {chosen}: there is nothing to fit.")
    # The direction is that of the metrics, not of their standard errors.
    if isinstance(surface, Surface) and chosen in metrics and options.get("better") is None:
        options["better"] = surface.better
    result = fit(table.loc[kept, names], table.loc[kept, chosen], **options)
    return replace(result, messages=(*messages, *result.messages))


def usable_rows(table: pd.DataFrame, z: str) -> tuple[npt.NDArray[np.bool_], list[Message]]:
    """Select the rows that did not fail and have a finite z, with messages on how many others there are."""
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

    if isinstance(surface, Surface):
        names = list(surface.parameters if parameters is None else parameters)
        _require_columns(surface.table, names)
        return surface.table.reset_index(drop=True), names, list(surface.metrics)
    if not isinstance(surface, pd.DataFrame):
        raise InputError(
            f"surface must be a Surface, the folder of a store or a DataFrame, not {type(surface).__name__}."
        )
    if parameters is None:
        raise InputError(
            "a DataFrame does not say which columns are hyper-parameters: fit_surface(table, z=..., parameters=[...])."
        )
    names = list(parameters)
    _require_columns(surface, names)
    others = [str(name) for name in surface.columns if name not in (*names, "n_done", "error")]
    return surface.reset_index(drop=True), names, others


def _metric(z: str | None, metrics: list[str], table: pd.DataFrame) -> str:
    if z is None:
        if not metrics:
            raise InputError("no evaluation gave a result: there is nothing to fit.")
        default = _default_metric(metrics)
        if default is None:
            raise InputError(f"name the metric to fit, such as z={metrics[0]!r}: the surface has {', '.join(metrics)}.")
        return default
    if z not in table.columns or z not in (*metrics, *(f"{name}_se" for name in metrics)):
        known = f"the metrics are {', '.join(metrics)}" if metrics else "no evaluation gave a result"
        raise InputError(f"there is no metric {z!r}: {known}.")
    return z


def _default_metric(metrics: list[str]) -> str | None:
    """Return the only metric, or the training metric if the others are the same on held-out data; else None."""
    if len(metrics) == 1:
        return metrics[0]
    training = [name for name in metrics if name.startswith("train_")]
    if len(training) != 1:
        return None
    what = training[0].removeprefix("train_")
    held_out = {f"{part}_{what}" for part in ("test", "val", "valid", "validation", "cv")}
    return training[0] if {*metrics} - {*training} <= held_out else None


def _require_columns(table: pd.DataFrame, names: list[str]) -> None:
    if not names:
        raise InputError("parameters is empty: name at least one column of a hyper-parameter.")
    for name in names:
        if name not in table.columns:
            raise InputError(f"there is no parameter {name!r}: the columns are {', '.join(map(str, table.columns))}.")


def _require_numbers(table: pd.DataFrame, name: str) -> None:
    import pandas as pd

    column = table[name]
    if not pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
        raise InputError(
            f"parameter {name!r} is not numeric (it holds {column.iloc[0]!r}): a boundary needs numbers, so fit one "
            "surface per value of it, or name the numeric hyper-parameters by parameters=[...]."
        )
