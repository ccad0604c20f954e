r"""The best split of a sequence into two Gaussian levels of one variance, from running sums alone.

With c the centred sequence, :math:`S_q` its running sum and T its sum of squares, the squares that a split at q leaves
are :math:`T - n S_q^2 / \{q (n - q)\}`: the best split has the largest :math:`S_q^2 / \{q (n - q)\}`.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from softprofile.validation import Array

# Where a smaller share of the squares is left, their difference has lost digits that tell equal splits from others.
LEAST_SHARE_LEFT = 0.01
# Squares of larger or smaller numbers than these could overflow or vanish.
_LEAST_SQUARES, _MOST_SQUARES = 1e-200, 1e200
# Splits whose log-likelihoods agree to this, for each point, are tied, and the first of them is taken.
TIE = 1e-12
_WIDTH = 256
# Shorter sequences are searched whole.
_FEW = 8 * _WIDTH
_ROUNDING = 1e-9
# A product with this adds up every eight numbers, several times faster than numpy's running sum.
_ADDS_UP = np.triu(np.ones((8, 8)))


class CentredSequence:
    """A sequence about its mean, filled up with zeros to whole blocks."""

    def __init__(self, z: Array) -> None:
        self.n = n = len(z)
        self.padded = np.zeros(n if n < _FEW else -(-n // _WIDTH) * _WIDTH)
        c = self.padded[:n]
        with np.errstate(over="ignore", invalid="ignore"):
            self.mean = float(np.add.reduce(z)) / n
            np.subtract(z, self.mean, out=c)
            # The mean of large numbers is rounded by more than their differences allow.
            rest = float(np.add.reduce(c)) / n
            if rest:
                c -= rest
                self.mean += rest
            self.squares = float(c @ c)

    @property
    def ordinary(self) -> bool:
        """Whether sums of squares neither overflow nor vanish."""
        return _LEAST_SQUARES < self.squares < _MOST_SQUARES

    def logliks(self, between: Array) -> Array:
        """Eq. (8) of splits with these squares between their sides."""
        variance = (self.squares - between) / self.n
        np.log(variance, out=variance)
        variance += math.log(2 * math.pi) + 1
        variance *= -0.5 * self.n
        return variance

    def all_between(self) -> Array:
        """n S_q^2 / {q (n - q)} for q = 1, ..., n - 1."""
        n = self.n
        if n < _FEW:
            sums = np.add.accumulate(self.padded[:-1])
        else:
            rows = self.padded.reshape(-1, 8) @ _ADDS_UP
            rows[1:] += np.add.accumulate(rows[:-1, -1])[:, None]
            sums = rows.ravel()[: n - 1]
        return _between(sums, np.arange(1.0, n), n)

    def best(self) -> tuple[int, Array]:
        """The first of the best splits, and the squares between its sides as an array of one."""
        if self.n < _FEW:
            q, between = np.arange(1, self.n), self.all_between()
        else:
            q, between = self._candidates()
        most = float(np.maximum.reduce(between))
        left = self.squares - most
        # Two log-likelihoods differ by n / 2 times the relative difference of what is left.
        first = int((between >= most - 2 * TIE * left).argmax())
        return int(q[first]), between[first : first + 1]

    def _candidates(self) -> tuple[npt.NDArray[np.int64], Array]:
        r"""The splits in those blocks that may hold the best one, and the squares between their sides.

        Within a block of w numbers the running sum is off the straight line between its ends by
        :math:`\sqrt{w \sum (c - \bar c)^2} / 2` at most (Cauchy and Schwarz).
        """
        n, blocks = self.n, self.padded.reshape(-1, _WIDTH)
        sums = blocks.sum(axis=1)
        ends = np.add.accumulate(sums)
        starts = ends - sums
        spread = np.maximum(np.einsum("ij,ij->i", blocks, blocks) - sums**2 / _WIDTH, 0.0)
        highest = np.maximum(np.abs(starts), np.abs(ends)) + 0.5 * np.sqrt(_WIDTH * spread)
        first = np.arange(1.0, n, _WIDTH)[: len(blocks)]
        last = np.minimum(first + _WIDTH - 1, n - 1)
        bound = highest**2 / np.minimum(first * (n - first), last * (n - last))
        known = ends[:-1] ** 2 / (last[:-1] * (n - last[:-1]))
        rows = np.flatnonzero(bound >= known.max() * (1 - _ROUNDING))
        q = (rows[:, None] * _WIDTH + np.arange(1, _WIDTH + 1)).ravel()
        running = (np.add.accumulate(blocks[rows], axis=1) + starts[rows, None]).ravel()
        splits = int(np.searchsorted(q, n))
        return q[:splits], _between(running[:splits], q[:splits].astype(float), n)


def _between(sums: Array, q: Array, n: int) -> Array:
    """n S_q^2 / {q (n - q)}; overwrites its arguments."""
    sums *= sums
    sums *= n
    sums /= q * (n - q)
    return sums
