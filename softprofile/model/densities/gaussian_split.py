r"""The best split of a sequence into two Gaussian levels of one variance, from running sums alone.

With c the centred sequence, :math:`S_q` its running sum and T its sum of squares, a split at q leaves the variance
:math:`T / n - S_q^2 / \{q (n - q)\}`. The second term is called the gain; the best split has the largest gain.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from softprofile.util.validation import Array

#: Splits whose log-likelihoods per point agree to this are tied, and the first of them is taken.
TIE = 1e-12
# Smallest share of the variance that a split may leave. Below it, cancellation hides which splits are tied.
_LEAST_SHARE_LEFT = 0.01
_LEAST_VARIANCE, _MOST_VARIANCE = 1e-200, 1e200
_NEGLIGIBLE = 1e-16
_LOG_2PI_E = math.log(2 * math.pi) + 1
_WIDTH = 256
# Numbers processed at once: a cache-sized block. Shorter sequences are searched in one piece.
_AT_ONCE = 128 * _WIDTH
_ROUNDING = 1e-9
# A product with this matrix is the running sum of eight numbers, faster than numpy's cumsum.
_ADDS_UP = np.triu(np.ones((8, 8)))
_ONES = np.ones(_WIDTH)


class CentredSequence:
    """A sequence z centred at its mean, for the search of its best split.

    The mean is kept as `offset` + `rest`, because one number would round a large mean by more than the spread of z.
    """

    def __init__(self, z: Array) -> None:
        self.z, self.n = z, len(z)
        self.rest = 0.0
        with np.errstate(over="ignore", invalid="ignore"):
            self._measure_whole() if self.n < _AT_ONCE else self._measure_blocks()

    @property
    def mean(self) -> float:
        """Mean of z."""
        return self.offset + self.rest

    @property
    def ordinary(self) -> bool:
        """Whether squares neither overflow nor vanish."""
        return _LEAST_VARIANCE < self.variance < _MOST_VARIANCE

    def precise(self, gain: float, least_share: float) -> bool:
        """Return whether a split with this gain leaves enough variance for the difference to be precise."""
        return self.variance - gain > max(_LEAST_SHARE_LEFT, least_share) * self.variance

    def loglik(self, gain: float) -> float:
        """Return Eq. (8) for a split with this gain."""
        return float((np.log(self.variance - gain) + _LOG_2PI_E) * (-0.5 * self.n))

    def logliks(self) -> Array:
        """Return Eq. (8) for the splits at q = 1, ..., n - 1."""
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
        """Return Eq. (8) for splits with these gains, which are overwritten."""
        np.subtract(self.variance, gains, out=gains)
        np.log(gains, out=gains)
        gains += _LOG_2PI_E
        gains *= -0.5 * self.n
        return gains

    def best(self) -> tuple[int, float, float]:
        """Return the first of the best splits, its running sum and its gain."""
        if self.n < _AT_ONCE:
            sums = self.c[:-1].cumsum()
            gains = gain(sums, _products(self.n))
        else:
            q, sums = self._candidates()
            gains = gain(sums, q * (self.n - q))
        most = float(np.maximum.reduce(gains))
        # Two log-likelihoods differ by n / 2 times the relative difference of the remaining variances.
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
        """Compute the sums of all blocks, and their sums of squares about the block means, in one pass."""
        n, z = self.n, self.z
        # The mean of a subsample is near the mean: squares about it are at most 65 times those about the mean itself.
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
        r"""Return the splits of the blocks that may contain the best split, and their running sums.

        Within a block of w numbers the running sum deviates from the straight line between its ends by at most
        :math:`\sqrt{w \sum (c - \bar c)^2} / 2` (Cauchy-Schwarz inequality).
        """
        n, blocks = self.n, len(self.sums)
        ends = np.add.accumulate(self.sums)
        starts = ends - self.sums
        highest = np.maximum(np.abs(starts), np.abs(ends)) + 0.5 * np.sqrt(_WIDTH * np.maximum(self.spread, 0.0))
        last = _WIDTH * np.arange(1.0, blocks + 1)
        first = last - _WIDTH + 1
        # q (n - q) is smallest at an end of the block. The last block and the rest after it are always searched.
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


# Cached because bootstraps search thousands of sequences of one length.
@lru_cache(maxsize=8)
def _products(n: int) -> Array:
    """Return q (n - q) for q = 1, ..., n - 1."""
    q = np.arange(1.0, n)
    return q * (n - q)


def gain(sums: Array, products: Array, out: Array | None = None) -> Array:
    """Return S_q^2 / {q (n - q)} from the sums S_q and the products q (n - q)."""
    gains = np.multiply(sums, sums, out=out)
    gains /= products
    return gains


def _running_sums(c: Array, before: float, out: Array) -> None:
    """Write the running sum of c, starting from `before`, to `out`."""
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
