"""The surface: a table of evaluated configurations and their performance."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from softprofile.surfaces.provenance import UNKNOWN, Provenance
from softprofile.util.messages import Message
from softprofile.util.text import WIDTH, labelled
from softprofile.util.upward import upward

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Surface:
    """Evaluated configurations and their performance.

    `evaluate` and `datasets.load_surface` return a surface, and `fit_surface` fits a boundary to it. Index it by column
    names or a boolean mask as you would index a DataFrame: ``surface[["gamma", "h"]]``, ``surface["train_error"]``,
    ``surface[surface["h"] > 1e-4]``. Other methods of a DataFrame, such as ``surface.iloc``, are those of `table`.

    Attributes
    ----------
    table : DataFrame of shape (n, k)
        One row per configuration: its hyper-parameters, then its metrics. A surface returned by `evaluate` holds the
        mean of each metric over the repeats and, with more than one repeat, its standard error ``<metric>_se``;
        ``n_done``, the number of repeats that gave a result; and ``error``, the first error of a failed configuration,
        else an empty string.
    parameters : tuple of str
        Columns of the hyper-parameters.
    metrics : tuple of str
        Columns of the performance.
    repeats : int
        Number of evaluations requested for each configuration.
    messages : tuple of Message
        Caveats, such as how many configurations failed.
    provenance : Provenance
        Where the surface comes from and how to compute it again.
    better : {"lower", "higher"} or None
        Which values of the metrics are better; None if that is not known. `fit_surface` uses it.

    Examples
    --------
    >>> import softprofile as sp
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> surface
    Surface('parkinson-svm': 35 configurations of gamma, h; train_error, test_error)
    >>> print(surface)
    Surface 'parkinson-svm'
    <BLANKLINE>
    Training and test error (%) of R's e1071::svm, radial kernel, on the UCI Parkinson speech data, over
    5 costs (gamma) and 7 kernel parameters (h).
    <BLANKLINE>
    rows        35 configurations
    parameters  gamma, h
    metrics     train_error, test_error
    source      bundled with softprofile
    made by     softprofile reproduce parkinson --recompute
    engine      r
    >>> surface[["gamma", "h"]].shape
    (35, 2)
    >>> sp.fit_surface(surface, z="train_error").nearest_point().to_dict()
    {'gamma': 50000.0, 'h': 0.001}
    """

    table: pd.DataFrame
    parameters: tuple[str, ...]
    metrics: tuple[str, ...]
    repeats: int = 1
    messages: tuple[Message, ...] = ()
    provenance: Provenance = UNKNOWN
    better: str | None = None

    def __getattr__(self, name: str) -> Any:
        # Called for attributes that the class does not have: methods and properties of pandas work as on the table.
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.table, name)

    @property
    def columns(self) -> pd.Index[str]:
        """Column names of the table."""
        return self.table.columns

    @property
    def n_failed(self) -> int:
        """Number of configurations of which at least one repeat failed."""
        return int((self.table["error"] != "").sum()) if "error" in self.table else 0

    @property
    def n_missing(self) -> int:
        """Number of configurations that did not fail but are not finished."""
        if "n_done" not in self.table or "error" not in self.table:
            return 0
        return int(((self.table["error"] == "") & (self.table["n_done"] < self.repeats)).sum())

    def to_csv(self, path: str | Path, **options: Any) -> None:
        """Write the table to a CSV file.

        Parameters
        ----------
        path : str or Path
            File to write.
        **options : Any
            Passed to `pandas.DataFrame.to_csv`; the index is left out unless ``index=True``.

        Examples
        --------
        >>> import softprofile as sp
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "surface.csv")
        ...     sp.datasets.load_surface("parkinson-svm").to_csv(file)
        ...     file.read_text().splitlines()[0]
        'gamma,h,train_error,test_error'
        """
        self.table.to_csv(path, **{"index": False, **options})

    @classmethod
    def from_store(cls, folder: str | Path) -> Surface:
        """Read the evaluations that a store holds so far.

        Parameters
        ----------
        folder : str or Path
            Folder that was given to `evaluate` as `store`, also while that evaluation is still running.

        Returns
        -------
        Surface
            The evaluations in the store; `messages` say what failed and what is missing.

        Raises
        ------
        InputError
            If the folder is not a store.

        Examples
        --------
        >>> import softprofile as sp
        >>> from tempfile import TemporaryDirectory
        >>> def train(gamma, h):
        ...     return {"train_error": h / gamma}
        >>> with TemporaryDirectory() as folder:
        ...     _ = sp.evaluate(train, sp.grid(gamma=[1.0, 2.0], h=[0.5]), store=folder)
        ...     sp.Surface.from_store(folder)["train_error"].tolist()
        [0.5, 0.25]
        """
        found: Surface = upward("evaluation.surfaces:surface_from_store")(folder)
        return found

    @overload
    def __getitem__(self, key: str) -> pd.Series[Any]: ...

    @overload
    def __getitem__(self, key: list[str] | pd.Index[str] | pd.Series[bool]) -> pd.DataFrame: ...

    def __getitem__(self, key: Any) -> Any:
        return self.table[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.table.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.table.columns

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        name = f"{self.provenance.name!r}: " if self.provenance.name else ""
        repeats = f", {self.repeats} repeats" if self.repeats > 1 else ""
        return (
            f"Surface({name}{len(self)} configurations of {', '.join(self.parameters)}{repeats}; "
            f"{', '.join(self.metrics) or 'no results'}{self._incomplete()})"
        )

    def __str__(self) -> str:
        origin = self.provenance
        lines = [f"Surface {origin.name!r}" if origin.name else "Surface", ""]
        if origin.description:
            lines += [*textwrap.wrap(origin.description, WIDTH), ""]
        repeats = f", {self.repeats} repeats" if self.repeats > 1 else ""
        rows = {
            "rows": f"{len(self)} configurations{repeats}{self._incomplete()}",
            "parameters": ", ".join(self.parameters),
            "metrics": ", ".join(self.metrics) or "no results",
            "better": self.better or "",
            "source": origin.source,
            "made by": origin.command,
            "engine": origin.engine,
            "preset": origin.preset,
            "device": origin.device,
        }
        for label, text in rows.items():
            lines += labelled(label, text, 12) if text else []
        for message in self.messages:
            lines += labelled("note", str(message), 12)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        texts = [text for text in (repr(self), self.provenance.description) if text]
        paragraphs = "".join(f"<p>{escape(text)}</p>" for text in texts)
        return f"{paragraphs}{self.table.to_html(max_rows=20)}"

    def _incomplete(self) -> str:
        counts = [(self.n_failed, "failed"), (self.n_missing, "not finished")]
        return "".join(f"; {count} {what}" for count, what in counts if count)
