"""The two-layer network g(u) = w2' tanh(W1 u + b1) + b2, Eq. (10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from softprofile.model.boundaries.base import START_STEEPNESS, Boundary, LinearPart, regression_cut, with_steepness
from softprofile.model.boundaries.quadratic import Quadratic
from softprofile.util.validation import Array, require_count

# Random hidden units can copy z where n is small; this much ridge keeps the regression start smooth.
_START_RIDGE = 0.03
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
        """hidden (m + 2) + 1."""
        return self.hidden * (m + 2) + 1

    def design(self, U: Array) -> Array:
        """(u, 1): the biases of the hidden units are weights of the one."""
        return np.column_stack([U, np.ones(len(U))])

    def value(self, design: Array, w: Array) -> Array:
        """Eq. (10)."""
        return self.value_and_pullback(design, w)[0]

    def gradient(self, design: Array, w: Array) -> Array:
        """Backpropagation, one point at a time."""
        hidden = self.hidden_layer(design, w)
        inner = (1 - hidden**2) * self.layers(w)[2][..., None, :]
        by_weights = inner[..., :, None] * design[:, None, :-1]
        ones = np.ones((*hidden.shape[:-1], 1))
        return np.concatenate([by_weights.reshape(*hidden.shape[:-1], -1), inner, hidden, ones], axis=-1)

    def pullback(self, design: Array, w: Array, dg: Array) -> Array:
        """Backpropagation of the sum."""
        return self.value_and_pullback(design, w)[1](dg)

    def value_and_pullback(self, design: Array, w: Array) -> tuple[Array, Callable[[Array], Array]]:
        """Both from one pass through the hidden layer, whose tanh is most of the work."""
        hidden = self._hidden_units(design, w)
        w2, b2 = w[..., -self.hidden - 1 : -1], w[..., -1:]
        values = (w2[..., None, :] @ hidden)[..., 0, :]
        values += b2
        return values, lambda dg: self._backpropagate(design, hidden, w2, dg)

    def curvature(self, design: Array, w: Array, dg: Array, ddg: Array) -> Array:
        """The outer products of gradients, and a block for each hidden unit: no two of them share a term of g.

        With h = tanh(a'(u, 1)) and weight v, the unit v h has derivatives -2 v h (1 - h^2) (u, 1)(u, 1)' in a twice,
        and (1 - h^2) (u, 1) in a and v.
        """
        hidden, v = self._hidden_units(design, w), self.layers(w)[2]
        slopes = 1 - hidden * hidden
        inner_slopes = v[:, None] * slopes
        m, units = design.shape[1] - 1, np.arange(self.hidden)
        by_weights = (inner_slopes[:, None, :] * design.T[:m]).reshape(-1, len(design))
        gradients = np.vstack([by_weights, inner_slopes, hidden, np.ones((1, len(design)))])
        curvature = (gradients * ddg) @ gradients.T
        slopes *= dg
        # Where the weights a of each unit, and its v, stand among the parameters.
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
        """tanh(W1 u + b1), of shape (..., n, hidden)."""
        return np.swapaxes(self._hidden_units(design, w), -1, -2)

    def layers(self, w: Array) -> tuple[Array, Array, Array, Array]:
        """W1, b1, w2 and b2 from the parameters."""
        H = self.hidden
        m = (w.shape[-1] - 1) // H - 2
        W1 = w[..., : H * m].reshape(*w.shape[:-1], H, m)
        return W1, w[..., H * m : H * (m + 1)], w[..., H * (m + 1) : -1], w[..., -1]

    def flip(self, w: Array) -> tuple[Boundary, Array]:
        """-g has the output layer negated."""
        flipped = w.copy()
        flipped[..., -self.hidden - 1 :] *= -1
        return self, flipped

    def effective_parameters(self, m: int) -> int:
        """Return those of a quadratic boundary: fits to noise start gently, and do not gain more than those."""
        return Quadratic().n_parameters(m)

    def linear_part(self, design: Array, w: Array) -> LinearPart:
        """Return the output layer, whose features are the hidden units and 1."""
        features = np.column_stack([self.hidden_layer(design, w), np.ones(len(design))])
        return LinearPart(features, slice(-self.hidden - 1, None))

    def gentle_starts(self, design: Array, z: Array, rng: np.random.Generator) -> Array:
        """Return one random start, as in the literal procedure."""
        return self.random_starts(design, 1, rng)

    def random_starts(self, design: Array, count: int, rng: np.random.Generator) -> Array:
        """Each layer uniform on +-1 / sqrt(its inputs), PyTorch's initialisation."""
        m, H = design.shape[1] - 1, self.hidden
        bounds = np.repeat([1 / np.sqrt(m), 1 / np.sqrt(H)], [H * (m + 1), H + 1])
        return bounds * rng.uniform(-1, 1, (count, len(bounds)))

    def informed_starts(self, design: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
        """Random hidden layers, and an output layer that regresses z on them, cut at its elbow.

        Hidden weights are of size 1, 2, 3, 3, 3, ...: from straight boundaries to wavy ones, which lead to higher
        likelihoods.
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
        """W1, b1, w2 and b2 of Eq. (10)."""
        W1, b1, w2, b2 = self.layers(w)
        return {"W1": W1.copy(), "b1": b1.copy(), "w2": w2.copy(), "b2": float(b2)}

    def describe(self, w: Array, names: Sequence[str]) -> list[tuple[str, str]]:
        """Size of the hidden layer."""
        return [("Hidden units", str(self.hidden))]

    def options(self) -> dict[str, Any]:
        """Size of the hidden layer."""
        return {"hidden": self.hidden}

    def _hidden_units(self, design: Array, w: Array) -> Array:
        """tanh(W1 u + b1), of shape (..., hidden, n): all units of all networks in one product of matrices."""
        H, m = self.hidden, design.shape[-1] - 1
        batch = w.shape[:-1]
        weights = np.empty((*batch, H, m + 1), w.dtype)
        weights[..., :m] = w[..., : H * m].reshape(*batch, H, m)
        weights[..., m] = w[..., H * m : H * (m + 1)]
        inner = weights.reshape(-1, m + 1) @ design.T
        return np.tanh(inner, out=inner).reshape(*batch, H, len(design))

    def _backpropagate(self, design: Array, hidden: Array, w2: Array, dg: Array) -> Array:
        """sum_i dg_i (1 - h^2) w2 (u_i, 1), and the sums of dg_i h and dg_i.

        The one of (1 - h^2) is taken out of the sum over points, so that only h^2 is computed for each of them.
        """
        weighted = dg[..., None] * design
        totals = dg @ design
        inner = w2[..., None] * (totals[..., None, :] - (hidden * hidden) @ weighted)
        by_weights = inner[..., :-1].reshape(*w2.shape[:-1], -1)
        by_output = (hidden @ dg[..., None])[..., 0]
        return np.concatenate([by_weights, inner[..., -1], by_output, totals[..., -1:]], axis=-1)
