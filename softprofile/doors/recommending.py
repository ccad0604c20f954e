"""From the rows of a search to a recommendation, for the doors of all tuning frameworks."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from softprofile.doors.candidates import (
    ABSENT,
    Columns,
    Rows,
    all_numbers,
    fit_options,
    messages_about_others,
    read_names,
    require_transform,
    rows_where,
    varying,
)
from softprofile.fitting.good_side import require_better
from softprofile.recommendation import Recommendation, recommend
from softprofile.recommendation.choice import LEAST_TOLERANCE
from softprofile.recommendation.inputs import BETTER, RULES
from softprofile.util.errors import InputError, SoftProfileWarning, require_choice
from softprofile.util.messages import Message, warn
from softprofile.util.row_numbers import literal
from softprofile.util.validation import Array, read_array, require_number

if TYPE_CHECKING:
    import pandas as pd

# How the table shows a parameter that a configuration does not have, unless None is one of its values.
_ABSENT_IN_TABLE = None
_ABSENT_BESIDE_NONE = "absent"


@dataclass(frozen=True)
class SearchRows:
    """Rows of a search, with what is known about each of them.

    Attributes
    ----------
    columns : mapping of str to sequence
        Values of each parameter, `ABSENT` where a configuration does not have it.
    z : ndarray of shape (n,)
        Performance of each row; nan where the evaluation failed.
    z_name : str
        Name of the performance.
    better : {"lower", "higher"}
        Which values of z are better.
    rows : ndarray of int
        The comparable rows.
    vectors : mapping of str to ndarray of shape (n,)
        Other arguments of `softprofile.recommend` that have one value per row: "z_se", "z_train" and "cost".
    categorical : collection of str
        Parameters whose numbers are labels.
    messages : tuple of Message
        Decisions made on the way.
    labels : sequence or None
        Labels of all rows; None for their numbers.
    fixed : collection of str
        Parameters of which the user chose the values to keep.
    """

    columns: Columns
    z: Array
    z_name: str
    better: str
    rows: Rows
    vectors: Mapping[str, Array | None] = field(default_factory=dict)
    categorical: Collection[str] = ()
    messages: tuple[Message, ...] = ()
    labels: Sequence[Hashable] | None = None
    fixed: Collection[str] = ()

    def where(self, where: Mapping[str, Any] | None) -> SearchRows:
        """Return the rows that have these values of parameters."""
        return replace(self, rows=rows_where(self.columns, where, self.rows), fixed=tuple(where or ()))

    def best(self) -> int:
        """Return the row with the best z, the first row if z is missing in all of them."""
        finite = self.rows[np.isfinite(self.z[self.rows])]
        if not len(finite):
            return int(self.rows[0])
        best = np.argmax if self.better == "higher" else np.argmin
        return int(finite[best(self.z[finite])])

    def recommend(self, params: str | Iterable[str] | None = None, **options: Any) -> Recommendation:
        """Recommend one of the rows.

        Parameters
        ----------
        params : str or iterable of str, optional
            The parameters to consider. By default all that take more than one value.
        **options : dict
            Options of `softprofile.recommend`.

        Returns
        -------
        Recommendation
            The recommendation; its row numbers and tables are those of the whole search.
        """
        import pandas as pd

        names = read_names(self.columns, params) or varying(self.columns, self.rows)
        if not names:
            raise InputError("no parameter takes more than one value: there is nothing to choose from.")
        vectors: dict[str, Any] = {
            name: None if each is None else each[self.rows] for name, each in self.vectors.items()
        }
        table = self._table(names, as_labels=self.categorical if params is None else ())
        with warnings.catch_warnings():
            # They are issued below, with row numbers of the search.
            warnings.simplefilter("ignore", SoftProfileWarning)
            found = recommend(
                table.iloc[self.rows],
                pd.Series(self.z[self.rows], index=table.index[self.rows], name=self.z_name),
                better=self.better,
                **vectors,
                **options,
            )
        others = [] if params is None else messages_about_others(self.columns, names, self.fixed, self.rows)
        found = self._in_the_search(found, table, others)
        warn(*found.messages)
        return found

    def _table(self, names: Sequence[str], as_labels: Collection[str]) -> pd.DataFrame:
        """Return all rows of the search as a table of numbers and categories."""
        import pandas as pd

        # Labels stay what they are: numpy's whole numbers would print as np.int64(3).
        n = len(self.z)
        index = pd.Index(list(range(n)) if self.labels is None else list(self.labels), dtype=object)
        columns = {}
        for name in names:
            values = self.columns[name]
            absent = _ABSENT_BESIDE_NONE if any(value is None for value in values) else _ABSENT_IN_TABLE
            shown = [absent if value is ABSENT else _simple(value) for value in values]
            if name in as_labels:
                shown = [value if value is None else str(value) for value in shown]
            column = pd.Series(shown, index=index, dtype=object)
            numeric = name not in as_labels and all_numbers(values, np.arange(n)) and ABSENT not in values
            columns[name] = column.infer_objects() if numeric else column
        return pd.DataFrame(columns, index=index)

    def _in_the_search(self, found: Recommendation, table: pd.DataFrame, others: list[Message]) -> Recommendation:
        """Return a recommendation about `rows` as one about all rows of the search, and add the messages."""

        def expanded(values: Array) -> Array:
            whole = np.full((len(self.z), *values.shape[1:]), np.nan)
            whole[self.rows] = values
            return whole

        notes = [replace(each, rows=tuple(self.rows[list(each.rows)].tolist())) for each in found.messages]
        coordinates = found.coordinates
        return replace(
            found,
            index=int(self.rows[found.index]),
            best_index=int(self.rows[found.best_index]),
            as_good=self.rows[found.as_good],
            group=self.rows[found.group],
            U=table,
            z=expanded(found.z),
            coordinates=replace(coordinates, numbers=expanded(coordinates.numbers), V=expanded(coordinates.V)),
            messages=(*self.messages, *others, *notes),
        )


def _simple(value: Any) -> Hashable:
    """Return a value that a table can hold and compare; arrays and estimators by their repr."""
    if isinstance(value, np.generic):
        value = value.item()
    return value if value is None or isinstance(value, str | bool | int | float | tuple) else repr(value)


def require_recommend_options(
    *,
    better: str | None = None,
    simpler: Mapping[str, str] | None = None,
    tolerance: float | None = None,
    rule: str = "edge",
    transform: Any = "auto",
) -> None:
    """Raise InputError for an option that `softprofile.recommend` would refuse, before a long search starts."""
    require_choice(rule, RULES, "rule")
    require_better(better)
    require_transform(transform)
    if tolerance is not None:
        require_number(tolerance, "tolerance", at_least=0, below=1)
    if simpler is not None:
        if not isinstance(simpler, Mapping):
            raise InputError(f"simpler must map names of parameters to 'lower' or 'higher', not be {simpler!r}.")
        for name, direction in simpler.items():
            require_choice(direction, BETTER, f"direction of {name!r} in simpler")


def require_edge_options(known: Collection[str], options: Mapping[str, Any], side: int | str) -> None:
    """Raise InputError for options that belong to the paper's rule, or to none.

    Parameters
    ----------
    known : collection of str
        Names of the options of ``rule="edge"``.
    options : mapping
        What the user gave.
    side : {"good", "any", 1, 2}
        The option `side`, which only the paper's rule has; "good" is its default.
    """
    for name in options if side == "good" else ("side", *options):
        if name not in known:
            of_paper = name == "side" or name in fit_options()
            remedy = "add rule='paper', or leave it out" if of_paper else f"its options are {', '.join(known)}"
            raise InputError(f"rule='edge' has no option {name!r}: {remedy}.")


def read_vector(values: Any, n: int, what: str) -> Array:
    """Return one number per row of a search."""
    read = read_array(values, what)
    if read.shape != (n,):
        raise InputError(f"{what} must have one value for each of the {n} rows, not shape {read.shape}.")
    return read


def direction_unknown(z_name: str) -> InputError:
    """Make the error for a performance of which nobody said whether lower or higher is better."""
    return InputError(f"whether lower or higher {z_name!r} is better is not known: say better='lower' or 'higher'.")


def loss_messages(found: SearchRows, row: int) -> list[Message]:
    """Say how much worse than the best one a row is; nothing if they are as good as equal.

    They are if the loss is within a standard error of the best, or within 2.5 % of the distance from the best to the
    poorer quartile.
    """
    best = found.best()
    loss = abs(float(found.z[best] - found.z[row]))
    errors = found.vectors.get("z_se")
    noise = 0.0 if errors is None or not np.isfinite(errors[best]) else float(errors[best])
    finite = found.z[found.rows][np.isfinite(found.z[found.rows])]
    quartile = np.quantile(finite, 0.25 if found.better == "higher" else 0.75)
    if loss <= max(noise, LEAST_TOLERANCE * abs(float(found.z[best] - quartile))):
        return []
    selected = "configuration, row {row}," if found.labels is None else f"trial {found.labels[row]}"
    text = (
        f"{literal(repr(found.z_name))} of the selected {selected} is {found.z[row]:.4g}: worse by {loss:.2g} than the "
        f"best evaluated, {found.z[best]:.4g}."
    )
    return [Message("worse-than-best", text, (row,))]
