r"""The best split of a sequence into two Gaussian levels of one variance, from running sums alone.

With c the centred sequence, :math:`S_q` its running sum and T its sum of squares, a split at q leaves the variance
:math:`T / n - S_q^2 / \{q (n - q)\}`. What is subtracted is called the gain: the best split has the largest.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from softprofile.util.validation import Array

#: Splits whose log-likelihoods agree to this, for each point, are tied, and the first of them is taken.
TIE = 1e-12
# Where a smaller share of the variance is left, the difference has lost digits that tell equal splits from others.
_LEAST_SHARE_LEFT = 0.01
_LEAST_VARIANCE, _MOST_VARIANCE = 1e-200, 1e200
_NEGLIGIBLE = 1e-16
_LOG_2PI_E = math.log(2 * math.pi) + 1
_WIDTH = 256
# Numbers worked on at once: what fits into a processor's cache. Sequences shorter than that are searched whole.
_AT_ONCE = 128 * _WIDTH
_ROUNDING = 1e-9
# A product with this adds up every eight numbers, faster than numpy's running sum.
_ADDS_UP = np.triu(np.ones((8, 8)))
_ONES = np.ones(_WIDTH)


class CentredSequence:
    """A sequence about its mean, which is `offset` + `rest`: a large mean is rounded by more than z is."""

    def __init__(self, z: Array) -> None:
        self.z, self.n = z, len(z)
        self.rest = 0.0
        with np.errstate(over="ignore", invalid="ignore"):
            self._measure_whole() if self.n < _AT_ONCE else self._measure_blocks()

    @property
    def mean(self) -> float:
        """The mean of z."""
        return self.offset + self.rest

    @property
    def ordinary(self) -> bool:
        """Whether squares neither overflow nor vanish."""
        return _LEAST_VARIANCE < self.variance < _MOST_VARIANCE

    def precise(self, gain: float, least_share: float) -> bool:
        """Whether so much is left of the variance that the difference is right."""
        return self.variance - gain > max(_LEAST_SHARE_LEFT, least_share) * self.variance

    def loglik(self, gain: float) -> float:
        """Eq. (8) of a split with this gain."""
        return float((np.log(self.variance - gain) + _LOG_2PI_E) * (-0.5 * self.n))

    def logliks(self) -> Array:
        """Eq. (8) of the splits at q = 1, ..., n - 1."""
        n = self.n
        if n < _AT_ONCE:
            return self._logliks(split_gains(self.c))
        logliks, buffer, count = np.empty(n - 1), np.empty(_AT_ONCE), np.arange(1.0, _AT_ONCE + 1)
        before = 0.0
        for first in range(0, n - 1, _AT_ONCE):
            part = logliks[first : first + _AT_ONCE]
            c = self._centred(self.z[first : first + len(part)], buffer[: len(part)])
            _running_sums(c, before, out=part)
            before = float(part[-1])
            q = np.add(count[: len(c)], first, out=c)
            self._logliks(gain(part, q * (n - q), out=part))
        return logliks

    def _logliks(self, gains: Array) -> Array:
        """Eq. (8) of splits with these gains, which it overwrites."""
        np.subtract(self.variance, gains, out=gains)
        np.log(gains, out=gains)
        gains += _LOG_2PI_E
        gains *= -0.5 * self.n
        return gains

    def best(self) -> tuple[int, float, float]:
        """The first of the best splits, its running sum and its gain."""
        if self.n < _AT_ONCE:
            sums = self.c[:-1].cumsum()
            gains = gain(sums, _products(self.n))
        else:
            q, sums = self._candidates()
            gains = gain(sums, q * (self.n - q))
        most = float(np.maximum.reduce(gains))
        # Two log-likelihoods differ by n / 2 times the relative difference of what is left.
        first = int((gains >= most - 2 * TIE * (self.variance - most)).argmax())
        index = first + 1 if self.n < _AT_ONCE else int(q[first])
        return index, float(sums[first]), float(gains[first])

    def _centred(self, z: Array, out: Array | None = None) -> Array:
        c = np.subtract(z, self.offset, out=out)
        if self.rest:
            c -= self.rest
        return c

    def _measure_whole(self) -> None:
        self.offset = float(self.z[0])
        self.c = self.z - self.offset
        self.variance = float(self.c.dot(self.c)) / self.n
        if self.ordinary:
            self.rest = float(np.add.reduce(self.c)) / self.n
            self.c -= self.rest
            self.variance = float(self.c.dot(self.c)) / self.n

    def _measure_blocks(self) -> None:
        """Sums of all blocks, and squares about their means, in one pass."""
        n, z = self.n, self.z
        # Near the mean: the squares about it are at most 65 times those about the mean itself.
        near = float(np.mean(z[::64]))
        whole = n // _WIDTH * _WIDTH
        sums, squares = np.empty((2, whole // _WIDTH))
        buffer = np.empty(_AT_ONCE)
        for first in range(0, whole, _AT_ONCE):
            part = z[first : min(first + _AT_ONCE, whole)]
            c = np.subtract(part, near, out=buffer[: len(part)]).reshape(-1, _WIDTH)
            rows = slice(first // _WIDTH, first // _WIDTH + len(c))
            c.dot(_ONES, out=sums[rows])
            np.matmul(c[:, None, :], c[:, :, None], out=squares[rows, None, None])
        tail = z[whole:] - near
        rest = float(np.add.reduce(sums) + np.add.reduce(tail)) / n
        self.variance = float(np.add.reduce(squares) + tail @ tail) / n - rest * rest
        self.sums, self.spread = sums - _WIDTH * rest, squares - sums * sums / _WIDTH
        self.offset = near + rest
        self.rest = rest - (self.offset - near)
        if self.rest * self.rest <= _NEGLIGIBLE**2 * self.variance:
            self.rest = 0.0

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
        first = last - _WIDTH + 1
        # q (n - q) is least at one of the ends of a block; what follows the last block but one is always searched.
        last_products, first_products = last * (n - last), first * (n - first)
        known = np.max(ends[:-1] ** 2 / last_products[:-1])
        possible = highest**2 >= known * (1 - _ROUNDING) * np.minimum(first_products, last_products)
        rows = np.flatnonzero(possible[:-1])
        c = self._centred(self.z[: blocks * _WIDTH].reshape(-1, _WIDTH)[rows])
        final = self._centred(self.z[(blocks - 1) * _WIDTH : -1])
        running = (np.add.accumulate(c, axis=1) + starts[rows, None]).ravel()
        q = (first[rows, None] + np.arange(_WIDTH)).ravel()
        final_q = first[-1] + np.arange(len(final))
        return np.concatenate([q, final_q]), np.concatenate([running, np.add.accumulate(final) + starts[-1]])


def split_gains(centred: Array) -> Array:
    """Return the gains S_q^2 / {q (n - q)} of the splits at q = 1, ..., n - 1 of a centred sequence."""
    return gain(centred[:-1].cumsum(), _products(len(centred)))


# Sequences to be searched by the thousand are often of one length.
@lru_cache(maxsize=8)
def _products(n: int) -> Array:
    """q (n - q) for q = 1, ..., n - 1."""
    q = np.arange(1.0, n)
    return q * (n - q)


def gain(sums: Array, products: Array, out: Array | None = None) -> Array:
    """Return S_q^2 / {q (n - q)} from the sums S_q and the products q (n - q)."""
    gains = np.multiply(sums, sums, out=out)
    gains /= products
    return gains


def _running_sums(c: Array, before: float, out: Array) -> None:
    """The running sum of c, begun at `before`."""
    whole = len(c) // 8 * 8
    if whole:
        eights = np.matmul(c[:whole].reshape(-1, 8), _ADDS_UP, out=out[:whole].reshape(-1, 8))
        ends = np.add.accumulate(eights[:, -1])
        ends += before
        eights[0] += before
        eights[1:] += ends[:-1, None]
        before = float(ends[-1])
    np.add.accumulate(c[whole:], out=out[whole:])
    out[whole:] += before
