"""Inputs of the commands: a CSV file, a folder of evaluations, or a saved fit."""

from __future__ import annotations

import inspect
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import softprofile
from softprofile.doors.cli import options
from softprofile.doors.cli.exit_codes import report_errors
from softprofile.doors.cli.options import FitOptions
from softprofile.util.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.fitting.boundary_fit import BoundaryFit


def read_table(file: Path, columns: list[str]) -> pd.DataFrame:
    """Read a CSV file that must have these columns."""
    import pandas as pd

    if not file.is_file():
        raise InputError(f"there is no file {str(file)!r}.")
    try:
        with warnings.catch_warnings():
            # Rows longer than the header: pandas would truncate them, or use their first field as a label.
            warnings.simplefilter("error", pd.errors.ParserWarning)
            table = pd.read_csv(file, index_col=False, low_memory=False)
            header = pd.read_csv(file, header=None, nrows=1, dtype=str, keep_default_na=False).iloc[0].tolist()
    except (pd.errors.ParserError, pd.errors.EmptyDataError, pd.errors.ParserWarning, UnicodeError) as error:
        raise InputError(f"{str(file)!r} cannot be read as CSV ({str(error).strip()}).") from None
    for column in columns:
        require_column(file, table, column)
        if Counter(header)[column] > 1:
            raise InputError(f"{str(file)!r} has {Counter(header)[column]} columns {column!r}: rename all but one.")
    return table


def require_column(file: Path, table: pd.DataFrame, column: str) -> None:
    """Raise InputError if a table lacks this column."""
    if column not in table.columns:
        raise InputError(f"{str(file)!r} has no column {column!r}: it has {', '.join(map(str, table.columns))}.")


def fit_data(source: Path, given: FitOptions) -> tuple[pd.DataFrame, BoundaryFit]:
    """Fit a CSV file or a folder of evaluations; return the rows of the table that were used, and the fit."""
    if source.is_dir():
        return _fit_store(source, given)
    if not given.u or given.z is None:
        raise InputError("name the columns of a CSV file: --u for each hyper-parameter, --z for the performance.")
    table = read_table(source, [*given.u, given.z])
    return table, softprofile.fit(table[given.u], table[given.z], **given.for_fit())


def read_fit(source: Path, given: FitOptions) -> BoundaryFit:
    """Read a saved fit, or fit a CSV file or a folder of evaluations."""
    if source.is_dir() or not _looks_like_json(source):
        return fit_data(source, given)[1]
    if given != FitOptions(better=given.better):
        raise InputError(f"{str(source)!r} is a saved fit, made with options of its own: leave out those of fit.")
    saved = softprofile.BoundaryFit.from_json(source)
    return saved if given.better is None else saved.with_better(given.better)


def takes_a_fit(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: turn `command(fit, ...)` into a command that takes a saved fit, or data with the options of `fit`.

    The wrapped command has the argument SOURCE instead of its first parameter, the fit. The options in `FitOptions`
    follow the command's own parameters. Errors are reported in one sentence.
    """
    own = list(inspect.signature(command).parameters.values())[1:]
    hints = get_type_hints(command, include_extras=True)
    of_fit = get_type_hints(FitOptions, include_extras=True)
    own = [each.replace(annotation=hints[each.name], kind=inspect.Parameter.KEYWORD_ONLY) for each in own]
    taken = {each.name for each in own}
    # An option of the command itself, such as --random-state, replaces that of the fit, which then has its default.
    names = [field.name for field in fields(FitOptions) if field.name not in taken]
    defaults = {field.name: field.default for field in fields(FitOptions)}

    def wrapped(source: Path, **given: Any) -> None:
        with report_errors():
            read = read_fit(source, FitOptions(**{name: given.pop(name) for name in names}))
            command(read, **given)

    parameters = [
        inspect.Parameter("source", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=options.FitOrData),
        *own,
        *(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=defaults[name], annotation=of_fit[name])
            for name in names
        ),
    ]
    wrapped.__name__, wrapped.__doc__ = command.__name__, command.__doc__
    wrapped.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {each.name: each.annotation for each in parameters}
    return wrapped


def _looks_like_json(file: Path) -> bool:
    """Return whether a file is named .json or starts with a brace, as no CSV header does."""
    if file.suffix.lower() == ".json":
        return True
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return stream.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def _fit_store(folder: Path, given: FitOptions) -> tuple[pd.DataFrame, BoundaryFit]:
    """Fit the evaluations in a folder."""
    from softprofile.evaluation.surface_fits import usable_rows

    surface = softprofile.Surface.from_store(folder)
    result = softprofile.fit_surface(surface, given.z, parameters=given.u, **given.for_fit())
    rows, _ = usable_rows(surface.table, result.z_name)
    return surface.table[rows], result
