"""The two-layer network g(u) = w2' tanh(W1 u + b1) + b2, Eq. (10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from softprofile.model.boundaries.base import START_STEEPNESS, Boundary, LinearPart, regression_cut, with_steepness
from softprofile.model.boundaries.quadratic import Quadratic
from softprofile.util.validation import Array, require_count

# Ridge of the regression start: with few points, random hidden units could interpolate z.
_START_RIDGE = 0.03
# Largest size of the hidden weights of informed starts.
_LARGEST_START = 3.0


class Network(Boundary):
    """Two-layer network, g(u) = w2' tanh(W1 u + b1) + b2, Eq. (10).

    The parameters are W1 by rows, b1, w2 and b2, in this order.

    Parameters
    ----------
    hidden : int, default 32
        Number of hidden units; the paper's is 32.

    Examples
    --------
    >>> from softprofile.boundaries import Network
    >>> Network(hidden=8).n_parameters(2)
    33
    """

    name: str = "network"
    optimizer: ClassVar[str] = "adam"
    informed_share: ClassVar[float] = 1.0
    has_gentle_starts: ClassVar[bool] = True
    curved: ClassVar[bool] = True

    def __init__(self, hidden: int = 32) -> None:
        self.hidden = require_count(hidden, "hidden, the number of hidden units,")

    def n_parameters(self, m: int) -> int:
        """Return hidden (m + 2) + 1."""
        return self.hidden * (m + 2) + 1

    def design(self, U: Array) -> Array:
        """Return (u, 1); the biases of the hidden units are the weights of the 1."""
        return np.column_stack([U, np.ones(len(U))])

    def value(self, design: Array, w: Array) -> Array:
        """Return Eq. (10)."""
        return self.value_and_pullback(design, w)[0]

    def gradient(self, design: Array, w: Array) -> Array:
        """Return the gradient at each point, by backpropagation."""
        hidden = self.hidden_layer(design, w)
        inner = (1 - hidden**2) * self.layers(w)[2][..., None, :]
        by_weights = inner[..., :, None] * design[:, None, :-1]
        ones = np.ones((*hidden.shape[:-1], 1))
        return np.concatenate([by_weights.reshape(*hidden.shape[:-1], -1), inner, hidden, ones], axis=-1)

    def pullback(self, design: Array, w: Array, dg: Array) -> Array:
        """Return the chain rule, by backpropagation."""
        return self.value_and_pullback(design, w)[1](dg)

    def value_and_pullback(self, design: Array, w: Array) -> tuple[Array, Callable[[Array], Array]]:
        """Return both from one pass through the hidden layer, whose tanh dominates the cost."""
        hidden = self._hidden_units(design, w)
        w2, b2 = w[..., -self.hidden - 1 : -1], w[..., -1:]
        values = (w2[..., None, :] @ hidden)[..., 0, :]
        values += b2
        return values, lambda dg: self._backpropagate(design, hidden, w2, dg)

    def curvature(self, design: Array, w: Array, dg: Array, ddg: Array) -> Array:
        """Return the outer products of the gradients plus one block per hidden unit.

        The second derivative of g has no terms between different units. With h = tanh(a'(u, 1)) and weight v, the unit
        v h has the second derivatives -2 v h (1 - h^2) (u, 1)(u, 1)' in a, and (1 - h^2) (u, 1) in a and v.
        """
        hidden, v = self._hidden_units(design, w), self.layers(w)[2]
        slopes = 1 - hidden * hidden
        inner_slopes = v[:, None] * slopes
        m, units = design.shape[1] - 1, np.arange(self.hidden)
        by_weights = (inner_slopes[:, None, :] * design.T[:m]).reshape(-1, len(design))
        gradients = np.vstack([by_weights, inner_slopes, hidden, np.ones((1, len(design)))])
        curvature = (gradients * ddg) @ gradients.T
        slopes *= dg
        # Positions of the weights a and v of each unit among the parameters.
        inner = np.column_stack([units[:, None] * m + np.arange(m), self.hidden * m + units])
        outer = self.hidden * (m + 1) + units
        products = (design[:, :, None] * design[:, None, :]).reshape(len(design), -1)
        twice = (-2 * v[:, None]) * ((slopes * hidden) @ products)
        curvature[inner[:, :, None], inner[:, None, :]] += twice.reshape(-1, m + 1, m + 1)
        once = slopes @ design
        curvature[inner, outer[:, None]] += once
        curvature[outer[:, None], inner] += once
        return curvature

    def hidden_layer(self, design: Array, w: Array) -> Array:
        """Return the hidden layer, tanh(W1 u + b1).

        Parameters
        ----------
        design : array of shape (n, m + 1)
            What `design` returned.
        w : array of shape (..., p)
            Parameters.

        Returns
        -------
        array of shape (..., n, hidden)
            Hidden units at every point.
        """
        return np.swapaxes(self._hidden_units(design, w), -1, -2)

    def layers(self, w: Array) -> tuple[Array, Array, Array, Array]:
        """Split the parameters into W1, b1, w2 and b2 of Eq. (10).

        Parameters
        ----------
        w : array of shape (..., p)
            Parameters.

        Returns
        -------
        tuple of array
            W1 of shape (..., hidden, m), b1 and w2 of shape (..., hidden), and b2 of shape (...).
        """
        H = self.hidden
        m = (w.shape[-1] - 1) // H - 2
        W1 = w[..., : H * m].reshape(*w.shape[:-1], H, m)
        return W1, w[..., H * m : H * (m + 1)], w[..., H * (m + 1) : -1], w[..., -1]

    def flip(self, w: Array) -> tuple[Boundary, Array]:
        """Return the parameters with the output layer negated."""
        flipped = w.copy()
        flipped[..., -self.hidden - 1 :] *= -1
        return self, flipped

    def effective_parameters(self, m: int) -> int:
        """Return the number of a quadratic boundary; gentle fits to noise gain no more than that one does."""
        return Quadratic().n_parameters(m)

    def linear_part(self, design: Array, w: Array) -> LinearPart:
        """Return the output layer, whose features are the hidden units and 1."""
        features = np.column_stack([self.hidden_layer(design, w), np.ones(len(design))])
        return LinearPart(features, slice(-self.hidden - 1, None))

    def gentle_starts(self, design: Array, z: Array, rng: np.random.Generator) -> Array:
        """Return one random start, as in the paper's procedure."""
        return self.random_starts(design, 1, rng)

    def random_starts(self, design: Array, count: int, rng: np.random.Generator) -> Array:
        """Return weights uniform on +-1 / sqrt(number of inputs of the layer), PyTorch's initialisation."""
        m, H = design.shape[1] - 1, self.hidden
        bounds = np.repeat([1 / np.sqrt(m), 1 / np.sqrt(H)], [H * (m + 1), H + 1])
        return bounds * rng.uniform(-1, 1, (count, len(bounds)))

    def informed_starts(self, design: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
        """Return random hidden layers with the regression of z on them, cut at its elbow, as output layer.

        The hidden weights have size 1, 2, 3, 3, 3, ...: larger weights give more flexible boundaries, which lead to
        higher likelihoods.
        """
        m, H = design.shape[1] - 1, self.hidden
        sizes = np.minimum(1.0 + np.arange(count), _LARGEST_START)[:, None]
        starts = np.hstack([sizes * rng.standard_normal((count, H * (m + 1))), np.zeros((count, H + 1))])
        for w in starts:
            features, outputs = self.linear_part(design, w)
            output = regression_cut(features, z, _START_RIDGE)
            w[outputs] = with_steepness(features @ output, output, START_STEEPNESS)
        return starts

    def coefficients(self, w: Array, names: Sequence[str]) -> dict[str, Any]:
        """Return W1, b1, w2 and b2 of Eq. (10)."""
        W1, b1, w2, b2 = self.layers(w)
        return {"W1": W1.copy(), "b1": b1.copy(), "w2": w2.copy(), "b2": float(b2)}

    def describe(self, w: Array, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the number of hidden units."""
        return [("Hidden units", str(self.hidden))]

    def options(self) -> dict[str, Any]:
        """Return the number of hidden units."""
        return {"hidden": self.hidden}

    def _hidden_units(self, design: Array, w: Array) -> Array:
        """Return tanh(W1 u + b1), of shape (..., hidden, n), from a single matrix product for all networks."""
        H, m = self.hidden, design.shape[-1] - 1
        batch = w.shape[:-1]
        weights = np.empty((*batch, H, m + 1), w.dtype)
        weights[..., :m] = w[..., : H * m].reshape(*batch, H, m)
        weights[..., m] = w[..., H * m : H * (m + 1)]
        inner = weights.reshape(-1, m + 1) @ design.T
        return np.tanh(inner, out=inner).reshape(*batch, H, len(design))

    def _backpropagate(self, design: Array, hidden: Array, w2: Array, dg: Array) -> Array:
        """Return sum_i dg_i (1 - h^2) w2 (u_i, 1), and the sums of dg_i h and dg_i.

        The sum over 1 - h^2 is computed as a total minus a sum over h^2, which saves an array of the size of h.
        """
        weighted = dg[..., None] * design
        totals = dg @ design
        inner = w2[..., None] * (totals[..., None, :] - (hidden * hidden) @ weighted)
        by_weights = inner[..., :-1].reshape(*w2.shape[:-1], -1)
        by_output = (hidden @ dg[..., None])[..., 0]
        return np.concatenate([by_weights, inner[..., -1], by_output, totals[..., -1:]], axis=-1)
