"""The quadratic boundary g(u) = u'Au + b'u + c, Eq. (9): a conic section in two dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import isqrt
from typing import Any

import numpy as np

from softprofile.model.boundaries.linear_in_parameters import LinearInParameters
from softprofile.util.validation import Array

# Coefficients below this share of the largest count as zero when the conic is classified.
_ZERO = 1e-9


class Quadratic(LinearInParameters):
    """Quadratic boundary, g(u) = u'Au + b'u + c with A symmetric, Eq. (9).

    The parameters are the coefficients of the products u_j u_k, j <= k, then b, then c; for m = 2 that is the paper's
    (a, b, c, d, e, f) in a x^2 + b x y + c y^2 + d x + e y + f.

    Examples
    --------
    >>> import numpy as np
    >>> from softprofile.boundaries import Quadratic
    >>> Quadratic().conic(np.array([1.0, 0.0, 1.0, 0.0, 0.0, -1.0]))
    'ellipse'
    """

    name: str = "quadratic"

    def n_parameters(self, m: int) -> int:
        """Return (m + 1)(m + 2) / 2: m (m + 1) / 2 products, m slopes and a constant."""
        return (m + 1) * (m + 2) // 2

    def design(self, U: Array) -> Array:
        """Return the features (u_j u_k for j <= k, u, 1)."""
        n, m = U.shape
        # Fill column by column, without temporary copies: the features are already several times the size of U.
        features = np.empty((self.n_parameters(m), n))
        for product, (j, k) in zip(features, combinations_with_replacement(range(m), 2), strict=False):
            np.multiply(U[:, j], U[:, k], out=product)
        features[-m - 1 : -1], features[-1] = U.T, 1.0
        return features.T

    def term_names(self, names: Sequence[str]) -> list[str]:
        """Return the names of the products and columns, and "constant"."""
        products = [
            f"{names[j]}^2" if j == k else f"{names[j]}*{names[k]}"
            for j in range(len(names))
            for k in range(j, len(names))
        ]
        return [*products, *names, "constant"]

    def _simplest_features(self, p: int) -> slice:
        """Return the position of the linear terms and the constant."""
        m = (isqrt(8 * p + 1) - 3) // 2
        return slice(p - m - 1, p)

    def coefficients(self, w: Array, names: Sequence[str]) -> dict[str, Any]:
        """Return the matrix A, the vector b and the constant c of Eq. (9), in transformed coordinates."""
        A, b, c = self.matrices(w, len(names))
        return {"A": A, "b": b, "c": c}

    def matrices(self, w: Array, m: int) -> tuple[Array, Array, float]:
        """Return A (symmetric), b and c of Eq. (9).

        Parameters
        ----------
        w : array of shape (p,)
            Parameters.
        m : int
            Number of hyper-parameters.

        Returns
        -------
        tuple of array, array and float
            A of shape (m, m), b of shape (m,), and c.
        """
        products = m * (m + 1) // 2
        A = np.zeros((m, m))
        A[np.triu_indices(m)] = w[:products]
        return (A + A.T) / 2, np.array(w[products:-1]), float(w[-1])

    def describe(self, w: Array, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the type of the conic if m = 2."""
        return [("Conic", self.conic(w))] if len(names) == 2 else []

    def conic(self, w: Array) -> str:
        """Return the type of the conic g = 0 in two dimensions.

        Parameters
        ----------
        w : array of shape (6,)
            Parameters.

        Returns
        -------
        str
            "ellipse", "hyperbola", "parabola", "line", or a degenerate conic.
        """
        A, b, c = self.matrices(w / np.max(np.abs(w)), 2)
        whole = np.block([[A, b[:, None] / 2], [b[None, :] / 2, np.array([[c]])]])
        discriminant = float(np.linalg.det(A))
        if np.max(np.abs(A)) < _ZERO:
            return "line"
        if np.linalg.svd(whole, compute_uv=False)[-1] < _ZERO:
            return "degenerate conic (a point or a pair of lines)"
        if abs(discriminant) < _ZERO:
            return "parabola"
        return "ellipse" if discriminant > 0 else "hyperbola"
