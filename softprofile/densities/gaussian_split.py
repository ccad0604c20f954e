r"""The best split of a sequence into two Gaussian levels of one variance, from running sums alone.

With c the centred sequence, :math:`S_q` its running sum and T its sum of squares, the squares that a split at q leaves
are :math:`T - n S_q^2 / \{q (n - q)\}`: the best split has the largest :math:`S_q^2 / \{q (n - q)\}`.
"""

from __future__ import annotations

import math

import numpy as np

from softprofile.validation import Array

#: Splits whose log-likelihoods agree to this, for each point, are tied, and the first of them is taken.
TIE = 1e-12
# Where a smaller share of the squares is left, their difference has lost digits that tell equal splits from others.
_LEAST_SHARE_LEFT = 0.01
# Squares of larger or smaller numbers than these could overflow or vanish.
_LEAST_SQUARES, _MOST_SQUARES = 1e-200, 1e200
_LOG_2PI_E = math.log(2 * math.pi) + 1
_WIDTH = 256
# Numbers worked on at once: what fits into a processor's cache. Shorter sequences than the second are searched whole.
_AT_ONCE, _FEW = 64 * _WIDTH, 64 * _WIDTH
_ROUNDING = 1e-9
# A product with this adds up every eight numbers, faster than numpy's running sum.
_ADDS_UP = np.triu(np.ones((8, 8)))


class CentredSequence:
    """A sequence about its mean: sums and squares of its blocks, and no copy of it unless it is short."""

    def __init__(self, z: Array) -> None:
        self.z, self.n = z, len(z)
        with np.errstate(over="ignore", invalid="ignore"):
            self.mean = float(np.add.reduce(z)) / self.n
            self._measure_whole() if self.n < _FEW else self._measure_blocks()

    def precise(self, between: float, least_share: float) -> bool:
        """Whether so much is left of the squares that their difference is right."""
        # A sum of squares that overflowed or vanished is not.
        ordinary = _LEAST_SQUARES < self.squares < _MOST_SQUARES
        return ordinary and self.squares - between > max(_LEAST_SHARE_LEFT, least_share) * self.squares

    def loglik(self, between: float) -> float:
        """Eq. (8) of a split with these squares between its sides."""
        return float((np.log((self.squares - between) / self.n) + _LOG_2PI_E) * (-0.5 * self.n))

    def logliks(self, between: Array) -> Array:
        """The same of many; overwrites its argument."""
        for first in range(0, len(between), _AT_ONCE):
            part = between[first : first + _AT_ONCE]
            np.subtract(self.squares, part, out=part)
            part /= self.n
            np.log(part, out=part)
            part += _LOG_2PI_E
            part *= -0.5 * self.n
        return between

    def all_between(self) -> Array:
        """n S_q^2 / {q (n - q)} for q = 1, ..., n - 1."""
        if self.n < _FEW:
            return self._between(self._whole_sums(), np.arange(1.0, self.n))
        between = np.empty(self.n - 1)
        buffer, q = np.empty(_AT_ONCE), np.arange(1.0, _AT_ONCE + 1)
        before = 0.0
        for first in range(0, self.n - 1, _AT_ONCE):
            z = self.z[first : min(first + _AT_ONCE, self.n - 1)]
            c = np.subtract(z, self.mean, out=buffer[: len(z)])
            c -= self.rest
            whole = len(c) // 8 * 8
            sums = between[first : first + len(c)]
            eights = np.matmul(c[:whole].reshape(-1, 8), _ADDS_UP, out=sums[:whole].reshape(-1, 8))
            ends = np.add.accumulate(eights[:, -1])
            eights[1:] += ends[:-1, None]
            np.add.accumulate(c[whole:], out=sums[whole:])
            sums[whole:] += ends[-1] if whole else 0.0
            sums += before
            before = float(sums[-1])
            np.add(q[: len(c)], first, out=c)
            self._between(sums, c, out=sums)
        return between

    def best(self) -> tuple[int, float, float]:
        """The first of the best splits, its running sum, and the squares between its sides."""
        if self.n < _FEW:
            q, sums = np.arange(1.0, self.n), self._whole_sums()
        else:
            q, sums = self._candidates()
        between = self._between(sums, q)
        most = float(np.maximum.reduce(between))
        # Two log-likelihoods differ by n / 2 times the relative difference of what is left.
        first = int((between >= most - 2 * TIE * (self.squares - most)).argmax())
        return int(q[first]), float(sums[first]), float(between[first])

    def _whole_sums(self) -> Array:
        return self.c[:-1].cumsum()

    def _measure_whole(self) -> None:
        self.c = self.z - self.mean
        # The mean of large numbers is rounded by more than their differences allow.
        self.rest = float(np.add.reduce(self.c)) / self.n
        self.c -= self.rest
        self.squares = float(self.c @ self.c)

    def _measure_blocks(self) -> None:
        z, end = self.z, self.n // _WIDTH * _WIDTH
        self.sums, squares = np.empty((2, end // _WIDTH))
        buffer = np.empty(_AT_ONCE)
        for first in range(0, end, _AT_ONCE):
            part = z[first : min(first + _AT_ONCE, end)]
            c = np.subtract(part, self.mean, out=buffer[: len(part)]).reshape(-1, _WIDTH)
            rows = slice(first // _WIDTH, first // _WIDTH + len(c))
            np.add.reduce(c, axis=1, out=self.sums[rows])
            np.einsum("ij,ij->i", c, c, out=squares[rows])
        tail = z[end:] - self.mean
        total = float(np.add.reduce(self.sums) + np.add.reduce(tail))
        self.rest = total / self.n
        self.squares = float(np.add.reduce(squares) + tail @ tail) - total * self.rest
        self.spread = squares - self.sums * self.sums / _WIDTH
        self.sums -= _WIDTH * self.rest

    def _candidates(self) -> tuple[Array, Array]:
        r"""The splits in those blocks that may hold the best one, and their running sums.

        Within a block of w numbers the running sum is off the straight line between its ends by
        :math:`\sqrt{w \sum (c - \bar c)^2} / 2` at most (Cauchy and Schwarz).
        """
        n, blocks = self.n, len(self.sums)
        ends = np.add.accumulate(self.sums)
        starts = ends - self.sums
        highest = np.maximum(np.abs(starts), np.abs(ends)) + 0.5 * np.sqrt(_WIDTH * np.maximum(self.spread, 0.0))
        last = _WIDTH * np.arange(1.0, blocks + 1)
        # At both ends of a block q (n - q) is least; the very last block is searched always.
        last_products, first_products = last * (n - last), (last - _WIDTH + 1) * (n - last + _WIDTH - 1)
        known = np.max(ends[:-1] ** 2 / last_products[:-1])
        possible = highest**2 >= known * (1 - _ROUNDING) * np.minimum(first_products, last_products)
        rows = np.flatnonzero(possible[:-1])
        c = self.z[: blocks * _WIDTH].reshape(-1, _WIDTH)[rows] - self.mean - self.rest
        end = self.z[(blocks - 1) * _WIDTH : -1] - self.mean - self.rest
        sums = np.concatenate([(np.add.accumulate(c, axis=1) + starts[rows, None]).ravel(), end.cumsum() + starts[-1]])
        in_block = np.arange(1.0, _WIDTH + 1)
        q = np.concatenate([(rows[:, None] * _WIDTH + in_block).ravel(), np.arange((blocks - 1) * _WIDTH + 1.0, n)])
        return q, sums

    def _between(self, sums: Array, q: Array, out: Array | None = None) -> Array:
        """n S_q^2 / {q (n - q)}."""
        between = np.multiply(sums, sums, out=out)
        between *= self.n
        between /= q * (self.n - q)
        return between
