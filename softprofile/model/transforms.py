"""Log and standardise the columns of U, Eq. (13), and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from softprofile.util.errors import InputError, require_choice
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array

TRANSFORMS = ("auto", "log", "standardize", "none")

# Products and squares of what is left as it is must neither overflow, in single precision too, nor vanish.
_LARGEST_UNIT = 1e30


@dataclass(frozen=True, eq=False)
class Transform(ReadOnlyArrays):
    """What is done to each column: its kind, and the centre and scale found in the data.

    ``"log"`` is log, then standardise; ``"standardize"`` subtracts the mean and divides by the sample standard
    deviation (with n - 1); ``"none"`` leaves a column as it is.
    """

    kinds: tuple[str, ...]
    centres: Array
    scales: Array

    def apply(self, U: Array, names: Sequence[str]) -> Array:
        """From original to transformed coordinates."""
        return (self._logged(U, names) - self.centres) / self.scales

    def invert(self, V: Array) -> Array:
        """From transformed to original coordinates."""
        original = V * self.scales + self.centres
        logged = self.is_log
        with np.errstate(over="ignore"):
            original[..., logged] = np.exp(original[..., logged])
        return np.asarray(original)

    @property
    def is_log(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which columns are logged."""
        return np.array([kind == "log" for kind in self.kinds])

    def _logged(self, U: Array, names: Sequence[str]) -> Array:
        values = np.array(U, dtype=float)
        for j in np.flatnonzero(self.is_log).tolist():
            column = values[..., j]
            if np.any(column <= 0):
                raise InputError(
                    f"column {names[j]!r} has the value {column.min():g}, of which there is no log: "
                    "give it transform 'standardize'."
                )
            values[..., j] = np.log(column)
        return values


def choose_transform(U: Array, names: Sequence[str], transform: Any) -> Transform:
    """Choose each column's kind and find its centre and scale.

    `transform` is one kind for all columns, a sequence of kinds, or a mapping from column names (the others are
    "auto"). "auto" is "log" where a column is positive and "standardize" where it is not.
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
                raise InputError(f"column {name!r} spans more than a floating point number can hold: scale it.")
    centres, scales = np.array([mean_and_sd(column, ddof=1) for column in logged.T]).T
    if np.any(scales[moved] <= 0):
        name = names[int(np.flatnonzero(moved & (scales <= 0))[0])]
        raise InputError(f"column {name!r} is constant up to rounding once transformed: leave it out.")
    for j in np.flatnonzero(~moved).tolist():
        size = float(np.abs(U[:, j]).max())
        if size > _LARGEST_UNIT or scales[j] < 1 / _LARGEST_UNIT:
            raise InputError(
                f"column {names[j]!r} has values of up to {size:.3g} that differ by about {scales[j]:.3g}, which "
                "transform 'none' leaves as they are: give it transform 'standardize'."
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
