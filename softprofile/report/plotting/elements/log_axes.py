"""Logarithmic axes with few, readable tick labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import LogFormatterSciNotation, LogLocator, MaxNLocator, NullFormatter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

_FEWEST_TICKS = 3
_STEPS_PER_DECADE = ((1, 2, 5), (1, 3))
# matplotlib assumes short labels when it counts how many fit; a label such as 2 x 10^4 takes more of an x axis.
_WIDE_LABELS = 0.65


def set_log_scale(ax: Axes, name: str) -> None:
    """Make the axis "x" or "y" logarithmic, with labels at the major ticks only."""
    ax.set(**{f"{name}scale": "log"})
    axis = ax.xaxis if name == "x" else ax.yaxis
    axis.set_major_locator(_ReadableLogLocator())
    axis.set_major_formatter(_ReadableLogFormatter())
    axis.set_minor_locator(_MinorLogLocator(subs=tuple(range(2, 10))))
    axis.set_minor_formatter(NullFormatter())


class _ReadableLogLocator(LogLocator):
    """Ticks at powers of ten; 1-2-5 or 1-3 steps if fewer than three are in view; even steps on a very short axis."""

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the ticks between two positive limits."""
        low, high = sorted((vmin, vmax))
        decades = _steps_between(low, high, (1,))
        if len(decades) >= _FEWEST_TICKS:
            return super().tick_values(vmin, vmax)
        room = self._room(low, high)
        for steps in _STEPS_PER_DECADE:
            ticks = _steps_between(low, high, steps)
            if min(_FEWEST_TICKS, room) <= len(ticks) <= room:
                return ticks
        if len(decades) == 2:
            return decades
        return MaxNLocator(min(room, 5), steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)

    def _room(self, low: float, high: float) -> int:
        """Return the number of labels that fit on the axis."""
        space = self.axis.get_tick_space()  # type: ignore[union-attr]
        wide = self.axis.axis_name == "x" and not _is_plain(low, high)  # type: ignore[union-attr]
        return max(2, int(space * (_WIDE_LABELS if wide else 1)))


class _MinorLogLocator(LogLocator):
    """Ticks between powers of ten; none if no power of ten is in view."""

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        low, high = sorted((vmin, vmax))
        return super().tick_values(vmin, vmax) if _steps_between(low, high, (1,)) else []


class _ReadableLogFormatter(LogFormatterSciNotation):
    """Plain numbers if the whole axis is near 1, and multiples of powers of ten otherwise."""

    def __init__(self) -> None:
        super().__init__(labelOnlyBase=False, minor_thresholds=(math.inf, math.inf))

    def __call__(self, x: float, pos: Any = None) -> str:
        """Return the label of a tick."""
        plain = _is_plain(*sorted(self.axis.get_view_interval()))  # type: ignore[union-attr]
        return f"{x:g}" if plain else super().__call__(x, pos)


def _is_plain(low: float, high: float) -> bool:
    """Return whether numbers in this range are short without an exponent."""
    return low >= 5e-4 and high <= 2e4


def _steps_between(low: float, high: float, steps: tuple[int, ...]) -> list[float]:
    """Return the multiples of powers of ten, by the given steps, between two limits."""
    decades = np.arange(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    candidates = [step * 10.0**decade for decade in decades for step in steps]
    return [tick for tick in candidates if low <= tick <= high]
