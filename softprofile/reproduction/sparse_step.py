"""A layer of the digit network that skips zeros, for training on a CPU.

After ReLU and dropout most inputs of a layer are zero: in the paper's network about 85 % of the pixels, and 60 % (at
the start) to 80 % of the first hidden layer. A layer a = x W' of a mini-batch needs three products, and in each of them
only the non-zero x_ij contribute or matter:

- output: a_i. = sum_j x_ij W_.j,
- gradient of the inputs: dx_ij = delta_i. W_.j, needed for x_ij != 0 only, because ReLU and dropout multiply the others
  by zero,
- gradient of the weights: g_.j = sum_i x_ij delta_i. .

All three use W_.j, the weights from one input to all outputs, so that one layout of W serves them. The gradient of the
weights is never stored: the update of steps 3 and 4 of Table 3, m <- mu m + g, w <- w - epsilon m and
w_k <- w_k min(1, c / (|w_k| + 1e-7)), is done in the same pass, one block of outputs after another.

The result is that of the dense products up to the rounding of single precision: only the order of summation differs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from softprofile.reproduction.sparse_kernels import PANEL, TILE, Single, kernels
from softprofile.util.errors import InputError

if TYPE_CHECKING:
    import torch

_PAGE = 4096


class UpdateRates(NamedTuple):
    """Constants of steps 3 and 4 of Table 3.

    Attributes
    ----------
    momentum : float
        Momentum mu.
    learning_rate : float
        Learning rate epsilon.
    max_norm : float
        Bound c on the norm of the weights of each output.
    epsilon : float
        Constant added to a norm before c is divided by it.
    """

    momentum: float
    learning_rate: float
    max_norm: float
    epsilon: float


class SparseLinear:
    """Linear layer x -> x W' + b whose weights and momentum are kept in the layout of the kernels.

    Calling it with a batch of inputs returns the outputs, through which torch can differentiate. The weights are
    updated during the backward pass, with the constants in `rates`. The biases get a gradient, for an optimizer.

    Parameters
    ----------
    weights : Tensor of shape (outputs, inputs)
        The weights, which require a gradient. They are read by `load` and written by `store`, not in between.
    biases : Tensor of shape (outputs,)
        The biases.
    batch_size : int
        Number of rows of a batch.

    Attributes
    ----------
    rates : UpdateRates
        Constants of the next update; set them before the backward pass.
    """

    rates: UpdateRates

    def __init__(self, weights: torch.Tensor, biases: torch.Tensor, batch_size: int) -> None:
        self.weights, self.biases = weights, biases
        outputs, inputs = weights.shape
        panels, tiles, most = -(-outputs // PANEL), -(-inputs // TILE), batch_size * inputs
        self._W, self._M = _aligned(panels, inputs, PANEL), _aligned(panels, inputs, PANEL)
        self._a, self._delta = _aligned(panels, batch_size, PANEL), _aligned(panels, batch_size, PANEL)
        # The lists are written before it is known whether an input is zero, hence one more place.
        self._by_sample = (
            np.zeros((tiles, batch_size + 1), np.int64),
            np.empty(most + 1, np.uint32),
            np.empty(most + 1, np.float32),
        )
        self._by_input = (np.zeros(inputs + 1, np.int64), np.empty(most, np.uint32), np.empty(most, np.float32))
        self._gradients = np.empty(most, np.float32)
        self.load(None)

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        """Evaluate x W' + b.

        Parameters
        ----------
        x : Tensor of shape (batch_size, inputs)
            Inputs.

        Returns
        -------
        Tensor of shape (batch_size, outputs)
            The outputs.
        """
        return _product().apply(x, self.weights, self) + self.biases

    def load(self, momentum: torch.Tensor | None) -> None:
        """Read the weights and their momentum.

        Parameters
        ----------
        momentum : Tensor of the shape of the weights or None
            The momentum; None sets it to zero.
        """
        _to_panels(self.weights.detach().numpy().T, self._W)
        if momentum is None:
            self._M[:] = 0
        else:
            _to_panels(momentum.numpy().T, self._M)

    def store(self) -> torch.Tensor:
        """Write the weights.

        Returns
        -------
        Tensor of the shape of the weights
            A copy of their momentum.
        """
        import torch

        self.weights.detach().numpy()[:] = self._columns(self._W).T
        return torch.from_numpy(self._columns(self._M).T.copy())

    def product(self, x: Single) -> Single:
        """Multiply x W', and keep the lists of non-zero inputs for the other two products.

        Parameters
        ----------
        x : array of shape (batch_size, inputs)
            Inputs.

        Returns
        -------
        array of shape (batch_size, outputs)
            The product.
        """
        # The kernels address memory without checks.
        expected = (self._a.shape[1], self._W.shape[1])
        if x.shape != expected:
            raise InputError(f"a batch of inputs must have shape {expected}, not {x.shape}.")
        compiled = kernels()
        compiled.list_nonzero(np.ascontiguousarray(x, np.float32), *self._by_sample, *self._by_input)
        compiled.product(self._W, *self._by_sample, self._a)
        return self._columns(self._a)

    def backward(self, delta: Single, wanted: bool) -> Single | None:
        """Do steps 3 and 4 of Table 3 for the last `product`, with the constants in `rates`.

        Parameters
        ----------
        delta : array of shape (batch_size, outputs)
            Gradient with respect to the product.
        wanted : bool
            Whether the gradient with respect to the inputs is wanted.

        Returns
        -------
        array of shape (batch_size, inputs) or None
            The gradient with respect to the inputs before the update, with zeros where an input is zero.
        """
        _to_panels(delta, self._delta)
        gradient = np.empty((len(delta) if wanted else 0, self._W.shape[1]), np.float32)
        constants = map(np.float32, self.rates)
        kernels().backward(self._delta, *self._by_input, *constants, self._M, self._W, self._gradients, gradient)
        return gradient if wanted else None

    def _columns(self, panels: Single) -> Single:
        """Put the panels side by side, without the columns that fill up the last one."""
        rows = panels.shape[1]
        return panels.transpose(1, 0, 2).reshape(rows, -1)[:, : len(self.biases)]


@cache
def _product() -> Any:
    """Make the product of a layer known to torch's differentiation."""
    import torch

    class Product(torch.autograd.Function):
        @staticmethod
        def forward(context: Any, x: torch.Tensor, _weights: torch.Tensor, layer: SparseLinear) -> torch.Tensor:
            context.layer = layer
            return torch.from_numpy(layer.product(x.detach().numpy()))

        @staticmethod
        def backward(context: Any, delta: torch.Tensor) -> tuple[torch.Tensor | None, None, None]:
            # The weights are an argument so that torch calls this function for the first layer too, whose inputs need
            # no gradient.
            gradient = context.layer.backward(delta.numpy(), context.needs_input_grad[0])
            return None if gradient is None else torch.from_numpy(gradient), None, None

    return Product


def _to_panels(matrix: Single, panels: Single) -> None:
    """Copy the columns of a matrix into panels; the columns that fill up the last panel stay zero."""
    for p, panel in enumerate(panels):
        columns = matrix[:, p * PANEL : (p + 1) * PANEL]
        panel[:, : columns.shape[1]] = columns


def _aligned(*shape: int) -> Single:
    """Array of zeros that begins at a page of memory: vectors that cross two cache lines take twice the time."""
    size = 4 * int(np.prod(shape))
    memory = np.zeros(size + _PAGE, np.uint8)
    first = -memory.ctypes.data % _PAGE
    return memory[first : first + size].view(np.float32).reshape(shape)
