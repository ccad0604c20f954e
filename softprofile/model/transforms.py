"""Transform the columns of U by log and standardisation, Eq. (13), and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from softprofile.util.errors import InputError, require_choice
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array

TRANSFORMS = ("auto", "log", "standardize", "none")

# Largest value of an untransformed column: products and squares must not overflow or vanish, in single precision too.
_LARGEST_UNIT = 1e30


@dataclass(frozen=True, eq=False)
class Transform(ReadOnlyArrays):
    """Transform of each column: its kind, and the centre and scale estimated from the data.

    Attributes
    ----------
    kinds : tuple of {"log", "standardize", "none"}
        ``"log"`` takes the log and then standardises. ``"standardize"`` subtracts the mean and divides by the sample
        standard deviation (with n - 1). ``"none"`` leaves the column unchanged.
    centres, scales : array of shape (m,)
        What is subtracted from each column, and what it is then divided by.

    Examples
    --------
    >>> import numpy as np
    >>> from softprofile.model.transforms import choose_transform
    >>> U = np.array([[1.0, -1.0], [10.0, 0.0], [100.0, 1.0]])
    >>> transform = choose_transform(U, ["cost", "offset"], "auto")
    >>> transform.kinds
    ('log', 'standardize')
    >>> V = transform.apply(U, ["cost", "offset"])
    >>> V.tolist()
    [[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]]
    >>> transform.invert(V).round(6).tolist()
    [[1.0, -1.0], [10.0, 0.0], [100.0, 1.0]]
    """

    kinds: tuple[str, ...]
    centres: Array
    scales: Array

    def apply(self, U: Array, names: Sequence[str]) -> Array:
        """Convert original to transformed coordinates."""
        return (self._logged(U, names) - self.centres) / self.scales

    def take(self, columns: Sequence[int] | npt.NDArray[np.int64]) -> Transform:
        """Return the transform of some of the columns.

        Parameters
        ----------
        columns : sequence of int
            Positions of the columns.

        Returns
        -------
        Transform
            The transform of these columns, in this order.
        """
        chosen = np.asarray(columns, dtype=np.int64)
        return Transform(tuple(self.kinds[j] for j in chosen), self.centres[chosen], self.scales[chosen])

    def invert(self, V: Array) -> Array:
        """Convert transformed to original coordinates."""
        original = V * self.scales + self.centres
        logged = self.is_log
        with np.errstate(over="ignore"):
            original[..., logged] = np.exp(original[..., logged])
        return np.asarray(original)

    @property
    def is_log(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether each column is logged."""
        return np.array([kind == "log" for kind in self.kinds])

    def _logged(self, U: Array, names: Sequence[str]) -> Array:
        values = np.array(U, dtype=float)
        for j in np.flatnonzero(self.is_log).tolist():
            column = values[..., j]
            if np.any(column <= 0):
                raise InputError(
                    f"column {names[j]!r} has the value {column.min():g}, which has no log: "
                    "give it transform 'standardize'."
                )
            values[..., j] = np.log(column)
        return values


def choose_transform(U: Array, names: Sequence[str], transform: Any) -> Transform:
    """Choose the transform of each column and estimate its centre and scale.

    Parameters
    ----------
    U : array of shape (n, m)
        Configurations in original coordinates.
    names : sequence of str
        Names of the columns.
    transform : str, sequence of str or mapping
        One kind for all columns, one for each, or a mapping from column names (other columns are "auto"). "auto" is
        "log" for a positive column and "standardize" for any other.

    Returns
    -------
    Transform
        The transform.

    Raises
    ------
    InputError
        If a kind is unknown, or a column cannot be transformed as asked.
    """
    kinds = tuple(
        ("log" if np.all(column > 0) else "standardize") if kind == "auto" else kind
        for kind, column in zip(_requested(transform, names), U.T, strict=True)
    )
    m = len(names)
    identity = Transform(kinds, np.zeros(m), np.ones(m))
    logged = identity._logged(U, names)
    moved = np.array([kind != "none" for kind in kinds])
    for column, name in zip(logged.T, names, strict=True):
        with np.errstate(over="ignore"):
            if not np.isfinite(np.ptp(column)):
                raise InputError(f"column {name!r} has a range that overflows: rescale it.")
    centres, scales = np.array([mean_and_sd(column, ddof=1) for column in logged.T]).T
    if np.any(scales[moved] <= 0):
        name = names[int(np.flatnonzero(moved & (scales <= 0))[0])]
        raise InputError(f"column {name!r} is constant up to rounding after the transform: leave it out.")
    for j in np.flatnonzero(~moved).tolist():
        size = float(np.abs(U[:, j]).max())
        if size > _LARGEST_UNIT or scales[j] < 1 / _LARGEST_UNIT:
            raise InputError(
                f"column {names[j]!r} has values of up to {size:.3g} that differ by about {scales[j]:.3g}, too "
                "large or too close for transform 'none': give it transform 'standardize'."
            )
    return Transform(kinds, np.where(moved, centres, 0.0), np.where(moved, scales, 1.0))


def _requested(transform: Any, names: Sequence[str]) -> list[str]:
    if isinstance(transform, str):
        kinds = [transform] * len(names)
    elif isinstance(transform, Mapping):
        unknown = [str(key) for key in transform if key not in names]
        if unknown:
            raise InputError(f"transform names {unknown[0]!r}, but the columns are {', '.join(names)}.")
        kinds = [transform.get(name, "auto") for name in names]
    elif isinstance(transform, Sequence) and len(transform) == len(names):
        kinds = list(transform)
    else:
        raise InputError(
            f"transform must be one of {', '.join(map(repr, TRANSFORMS))}, one of them for each of the "
            f"{len(names)} columns, or a mapping from column names, not {transform!r}."
        )
    return [require_choice(kind, TRANSFORMS, "transform") for kind in kinds]
