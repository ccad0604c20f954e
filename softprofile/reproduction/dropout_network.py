"""The paper's digit network: dropout, max-norm, momentum (Table 3 and Appendix B), trained with PyTorch.

The model is p(x) = softmax[W3 relu{W2 relu(W1 x + b1) + b2} + b3], Eq. (15). It is trained by stochastic gradient
descent on the cross-entropy, with dropout on the input of every layer and the norm of every row of a weight matrix
bounded by c.

The paper's text is ambiguous in two places. (1) The initial weights are N(0, 1 / sqrt(number of inputs)), independently
for each element. We take the second parameter as the standard deviation, so that a row of W starts with a norm of about
1. As a variance it would give rows of norm 784^(1/4) = 5.3 and 2048^(1/4) = 6.7, above every c of interest, and the
first max-norm step would shrink them all to c. (2) We read "sample a mini-batch" as 100 independent draws from all
images, with replacement.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.reproduction.sparse_step import SparseLinear, UpdateRates
from softprofile.util.errors import InputError, require_choice
from softprofile.util.optional import require

if TYPE_CHECKING:
    import torch

PIXELS = 784
CLASSES = 10
INPUT_DROPOUT = 0.2
MAX_NORM_EPSILON = 1e-7
ENGINES = ("torch", "numba")
_INITIAL_RATE = 0.01
_EVALUATION_BATCH = 5000


class Digits(NamedTuple):
    """Images as rows of bytes, and their labels."""

    images: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int64]

    def checked(self) -> Digits:
        """Validate shapes, types and labels, and return a contiguous copy."""
        images, labels = np.asarray(self.images), np.asarray(self.labels)
        if images.ndim != 2 or images.shape[1] != PIXELS or images.dtype != np.uint8 or not len(images):
            raise InputError(
                f"images must be rows of {PIXELS} bytes (uint8), not {images.dtype} of shape {images.shape}."
            )
        if labels.shape != (len(images),):
            raise InputError(f"labels must have shape ({len(images)},), one per image, not {labels.shape}.")
        if labels.dtype.kind not in "iu" or labels.min() < 0 or labels.max() >= CLASSES:
            raise InputError(f"labels must be whole numbers from 0 to {CLASSES - 1}.")
        return Digits(np.ascontiguousarray(images), labels.astype(np.int64))

    def checksum(self) -> int:
        """Return a CRC-32 checksum of images and labels, to identify the data in a checkpoint."""
        return zlib.crc32(self.labels.tobytes(), zlib.crc32(self.images.data))


class Errors(NamedTuple):
    """Classification errors in %, evaluated without dropout."""

    train: float
    test: float


class Milestone(NamedTuple):
    """State of a network at one step of its training.

    Attributes
    ----------
    step : int
        Number of steps done.
    errors : Errors
        Training and test error.
    largest_norms : tuple of float
        Largest row norm of W1, W2 and W3.
    held_shares : tuple of float
        Share of the rows of W1, W2 and W3 for which the bound c is active: those with a norm within 0.1 % of c.
    """

    step: int
    errors: Errors
    largest_norms: tuple[float, ...]
    held_shares: tuple[float, ...]


@dataclass(frozen=True)
class Schedule:
    """Network width, length of training, momentum and learning rate; the defaults are those of Appendix B.2.

    Attributes
    ----------
    hidden : int
        Units per hidden layer.
    steps : int
        Number of training steps T.
    batch_size : int
        Images per mini-batch.
    momentum_ramp : int
        Number of steps over which the momentum rises.
    half_life : int
        Number of steps in which the learning rate halves.
    """

    hidden: int = 2048
    steps: int = 1_000_000
    batch_size: int = 100
    momentum_ramp: int = 10_000
    half_life: int = 10_000

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InputError(f"{name} of a schedule must be a whole number >= 1, not {value!r}.")

    def momentum(self, t: int) -> float:
        """Momentum mu_t = 0.9 + 0.05 (t - 1) / ramp for t <= ramp, then 0.95; t counts from 1."""
        return 0.9 + 0.05 * (t - 1) / self.momentum_ramp if t <= self.momentum_ramp else 0.95

    def learning_rate(self, t: int) -> float:
        """Learning rate epsilon_t = 0.01 * 0.5^((t - 1) / half_life); t counts from 1."""
        return _INITIAL_RATE * 0.5 ** ((t - 1) / self.half_life)

    def remaining_learning_rate(self, t: int) -> float:
        """Sum of epsilon_s over all s > t, if training never stopped.

        This is the geometric series epsilon_{t + 1} / (1 - gamma) with gamma = 0.5^(1 / half_life), about
        144 * 0.5^(t / 10,000) in the paper.
        """
        return float(self.learning_rate(t + 1) / -np.expm1(-np.log(2) / self.half_life))

    def standstill(self, weight: float, momentum: float) -> int:
        """First step t whose update epsilon_t * `momentum` does not change `weight` in single precision.

        Sums are rounded to the nearest representable number, so an update of less than half a unit in the last place
        has no effect.
        """
        if not momentum:
            return 1
        half_unit = float(np.spacing(np.float32(abs(weight)))) / 2
        halvings = np.log2(_INITIAL_RATE * abs(momentum) / half_unit)
        return max(1, 2 + int(np.floor(self.half_life * halvings)))


def device_name() -> str:
    """Name the fastest PyTorch device available.

    Returns
    -------
    str
        "cuda", "mps" or "cpu".
    """
    torch = _torch()
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def train(
    schedule: Schedule,
    rate: float,
    max_norm: float,
    training: Digits,
    test: Digits,
    *,
    seed: int = 0,
    device: str | None = None,
    engine: str = "torch",
    checkpoint: Path | None = None,
    checkpoint_every: int = 10_000,
    milestones: Collection[int] = (),
    record: Callable[[Milestone], None] | None = None,
) -> Errors:
    """Train the network and evaluate its classification errors.

    Parameters
    ----------
    schedule : Schedule
        Size of the network and length of the training.
    rate : float
        Dropout rate r of the hidden layers, in [0, 1).
    max_norm : float
        Bound c on the norm of every row of a weight matrix.
    training, test : Digits
        Images and labels.
    seed : int, default 0
        Seed of the weights, the mini-batches and the dropout.
    device : str, optional
        PyTorch device; by default the fastest one available, or "cpu" for the engine "numba".
    engine : {"torch", "numba"}, default "torch"
        How the hidden layers are computed: "torch" with dense products, "numba" on a CPU with compiled loops that skip
        zeros, see `softprofile.reproduction.sparse_step`. The engines use the same random numbers and give the same
        network up to rounding; each continues checkpoints of the other.
    checkpoint : Path, optional
        File for the state of the run. If it exists, training continues from it, with the same result on the same
        device and engine as an uninterrupted run.
    checkpoint_every : int, default 10_000
        Number of steps between two checkpoints.
    milestones : collection of int, optional
        Steps after which `record` is called.
    record : callable, optional
        Called with a `Milestone`. After a restart it is called again, with the same values, for the milestones that
        were reached after the last checkpoint.

    Returns
    -------
    Errors
        Training and test error in %.

    Raises
    ------
    InputError
        If an argument is out of range, or if the checkpoint belongs to another run.

    Notes
    -----
    On a CPU the last digits depend on the number of threads that torch uses.
    """
    if not 0 <= rate < 1:
        raise InputError(f"the dropout rate must lie in [0, 1), not {rate!r}.")
    if not max_norm > 0:
        raise InputError(f"the max-norm must be positive, not {max_norm!r}.")
    if checkpoint_every < 1:
        raise InputError(f"checkpoint_every must be a whole number >= 1, not {checkpoint_every!r}.")
    require_choice(engine, ENGINES, "engine")
    if engine == "numba" and device not in (None, "cpu"):
        raise InputError(f'the engine "numba" runs on the device "cpu" only, not on {device!r}.')
    training, test = training.checked(), test.checked()
    device = device or ("cpu" if engine == "numba" else device_name())
    run = _Run(schedule, rate, max_norm, seed, device, training.checksum(), engine)
    if checkpoint is not None and checkpoint.exists():
        run.restore(checkpoint)
    images, labels = run.to_device(training)
    while run.step < schedule.steps:
        run.advance(images, labels)
        if record is not None and run.step in milestones:
            record(run.milestone(images, labels, *run.to_device(test)))
        if checkpoint is not None and (run.step % checkpoint_every == 0 or run.step == schedule.steps):
            run.save(checkpoint)
    return Errors(run.error(images, labels), run.error(*run.to_device(test)))


def initial_parameters(inputs: int, hidden: int, generator: torch.Generator) -> list[torch.Tensor]:
    """Draw the initial weights and biases (Appendix B.2).

    Parameters
    ----------
    inputs, hidden : int
        Number of inputs and of units per hidden layer.
    generator : torch.Generator
        Random number generator.

    Returns
    -------
    list of Tensor
        W1, b1, W2, b2, W3, b3: zero biases, and normal weights with standard deviation 1 / sqrt(number of inputs).

    Notes
    -----
    Appendix B.2 writes N(0, 1 / sqrt(784)) and N(0, 1 / sqrt(2048)); the docstring of this module explains why we read
    these as standard deviations.
    """
    torch = _torch()
    widths = (inputs, hidden, hidden, CLASSES)
    parameters = []
    for fan_in, fan_out in pairwise(widths):
        parameters.append(torch.randn(fan_out, fan_in, generator=generator) / fan_in**0.5)
        parameters.append(torch.zeros(fan_out))
    return parameters


def dropout(x: torch.Tensor, rate: float, generator: torch.Generator) -> torch.Tensor:
    """Apply dropout: D_r(x) = 1_r * x / (1 - r) with independent 1_r ~ Bernoulli(1 - r).

    Parameters
    ----------
    x : Tensor
        Input of a layer.
    rate : float
        Dropout rate r.
    generator : torch.Generator
        Random number generator on the device of `x`.

    Returns
    -------
    Tensor
        Values with expectation `x`, of the same shape.
    """
    kept = _torch().rand(x.shape, generator=generator, device=x.device) >= rate
    return x * kept / (1 - rate)


def logits(parameters: list[torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    """Evaluate the argument of the softmax of Eq. (15), without dropout.

    Parameters
    ----------
    parameters : list of Tensor
        W1, b1, W2, b2, W3, b3.
    x : Tensor of shape (n, 784)
        Pixels in [0, 1].

    Returns
    -------
    Tensor of shape (n, 10)
        The logits.
    """
    W1, b1, W2, b2, W3, b3 = parameters
    first = (x @ W1.T + b1).relu()
    return (first @ W2.T + b2).relu() @ W3.T + b3


def logits_with_dropout(
    parameters: list[torch.Tensor], x: torch.Tensor, rate: float, generator: torch.Generator
) -> torch.Tensor:
    """Evaluate the logits with dropout: 0.2 of the inputs, `rate` of each hidden layer (Appendix B.1).

    Parameters
    ----------
    parameters : list of Tensor
        W1, b1, W2, b2, W3, b3.
    x : Tensor of shape (n, 784)
        Pixels in [0, 1].
    rate : float
        Dropout rate r of the hidden layers.
    generator : torch.Generator
        Random number generator on the device of `x`.

    Returns
    -------
    Tensor of shape (n, 10)
        The logits.
    """
    return _thinned([_Dense(*pair) for pair in _layers_of(parameters)], x, rate, generator)


def bound_row_norms(weights: torch.Tensor, max_norm: float) -> None:
    """Bound the norm of every row, in place: w_j <- w_j min(1, c / (|w_j| + 1e-7)), step 4 of Table 3.

    Parameters
    ----------
    weights : Tensor of shape (outputs, inputs)
        Weight matrix, changed in place.
    max_norm : float
        The bound c.
    """
    norms = weights.norm(dim=1, keepdim=True)
    weights.mul_((max_norm / (norms + MAX_NORM_EPSILON)).clamp_(max=1.0))


@dataclass(frozen=True)
class _Dense:
    """Linear layer whose weights and biases are both updated by the optimizer."""

    weights: torch.Tensor
    biases: torch.Tensor

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return x @ self.weights.T + self.biases


def _layers_of(parameters: list[torch.Tensor]) -> list[tuple[torch.Tensor, torch.Tensor]]:
    return list(zip(parameters[::2], parameters[1::2], strict=True))


def _thinned(
    layers: Sequence[Callable[[torch.Tensor], torch.Tensor]], x: torch.Tensor, rate: float, generator: torch.Generator
) -> torch.Tensor:
    first, second, last = layers
    x = first(dropout(x, INPUT_DROPOUT, generator)).relu()
    x = second(dropout(x, rate, generator)).relu()
    return last(dropout(x, rate, generator))


class _Run:
    """State of a training run that a checkpoint saves: parameters, momentum and random number generators."""

    def __init__(
        self,
        schedule: Schedule,
        rate: float,
        max_norm: float,
        seed: int,
        device: str,
        checksum: int,
        engine: str = "torch",
    ) -> None:
        torch = _torch()
        self.schedule, self.rate, self.max_norm, self.device = schedule, rate, max_norm, device
        self.identity = {
            **asdict(schedule),
            "rate": rate,
            "max_norm": max_norm,
            "seed": seed,
            "device": device,
            "checksum": checksum,
        }
        self.step = 0
        # Mini-batches and dropout use separate generators, so that every configuration sees the same images.
        self.batches = torch.Generator().manual_seed(seed)
        self.dropped = torch.Generator(device).manual_seed(seed + 1)
        weights = torch.Generator().manual_seed(seed + 2)
        self.parameters = [
            parameter.to(device).requires_grad_() for parameter in initial_parameters(PIXELS, schedule.hidden, weights)
        ]
        # m <- mu m + g, theta <- theta - epsilon m: torch's SGD with momentum is step 3 of Table 3.
        self.optimizer = torch.optim.SGD(self.parameters, lr=_INITIAL_RATE, momentum=0.9)
        # Not part of the identity: both engines give the same network up to rounding.
        *hidden, last = _layers_of(self.parameters)
        self.sparse = [SparseLinear(*pair, schedule.batch_size) for pair in hidden] if engine == "numba" else []
        self.dense = [_Dense(*pair) for pair in ([last] if self.sparse else [*hidden, last])]

    def to_device(self, digits: Digits) -> tuple[torch.Tensor, torch.Tensor]:
        torch = _torch()
        # Copy: arrays received from another process may be read-only memory maps, about which torch warns.
        return torch.tensor(digits.images, device=self.device), torch.tensor(digits.labels, device=self.device)

    def advance(self, images: torch.Tensor, labels: torch.Tensor) -> None:
        """Do one step of Table 3."""
        torch = _torch()
        self.step += 1
        chosen = torch.randint(len(images), (self.schedule.batch_size,), generator=self.batches).to(self.device)
        momentum, learning_rate = self.schedule.momentum(self.step), self.schedule.learning_rate(self.step)
        for sparse in self.sparse:
            sparse.rates = UpdateRates(momentum, learning_rate, self.max_norm, MAX_NORM_EPSILON)
        output = _thinned([*self.sparse, *self.dense], _pixels(images[chosen]), self.rate, self.dropped)
        loss = torch.nn.functional.cross_entropy(output, labels[chosen])
        self.optimizer.zero_grad()
        loss.backward()
        (group,) = self.optimizer.param_groups
        group["momentum"], group["lr"] = momentum, learning_rate
        self.optimizer.step()
        with torch.no_grad():
            for dense in self.dense:
                bound_row_norms(dense.weights, self.max_norm)

    def collect(self) -> None:
        """Bring `parameters` and the momentum in `optimizer` up to date with the layers that are kept elsewhere."""
        for layer in self.sparse:
            self.optimizer.state[layer.weights]["momentum_buffer"] = layer.store()

    def error(self, images: torch.Tensor, labels: torch.Tensor) -> float:
        """Classification error in %."""
        torch = _torch()
        self.collect()
        wrong = 0
        with torch.no_grad():
            for first in range(0, len(images), _EVALUATION_BATCH):
                some = slice(first, first + _EVALUATION_BATCH)
                wrong += int((logits(self.parameters, _pixels(images[some])).argmax(dim=1) != labels[some]).sum())
        return 100 * wrong / len(images)

    def milestone(
        self, images: torch.Tensor, labels: torch.Tensor, test_images: torch.Tensor, test_labels: torch.Tensor
    ) -> Milestone:
        self.collect()
        norms = [weights.detach().norm(dim=1) for weights in self.parameters[::2]]
        return Milestone(
            self.step,
            Errors(self.error(images, labels), self.error(test_images, test_labels)),
            tuple(float(each.max()) for each in norms),
            tuple(float((each >= self.max_norm * (1 - 1e-3)).float().mean()) for each in norms),
        )

    def save(self, path: Path) -> None:
        """Write to a new file, then rename it, so that an interruption never leaves an incomplete checkpoint."""
        self.collect()
        state = {
            "run": self.identity,
            "step": self.step,
            "parameters": [parameter.detach() for parameter in self.parameters],
            "optimizer": self.optimizer.state_dict(),
            "batches": self.batches.get_state(),
            "dropped": self.dropped.get_state(),
        }
        unfinished = path.with_name(f"{path.name}.unfinished")
        _torch().save(state, unfinished)
        os.replace(unfinished, path)

    def restore(self, path: Path) -> None:
        torch = _torch()
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
            identity = state["run"]
        except (EOFError, LookupError, RuntimeError, TypeError, UnpicklingError) as error:
            raise InputError(f"{path} is not a readable checkpoint: remove it to start that run again.") from error
        if identity != self.identity:
            raise InputError(f"{path} is the checkpoint of another run: use an empty folder, or remove it.")
        self.step = state["step"]
        with torch.no_grad():
            for parameter, saved in zip(self.parameters, state["parameters"], strict=True):
                parameter.copy_(saved)
        self.optimizer.load_state_dict(state["optimizer"])
        self.batches.set_state(state["batches"])
        self.dropped.set_state(state["dropped"])
        for layer in self.sparse:
            layer.load(self.optimizer.state[layer.weights]["momentum_buffer"])


def _pixels(images: torch.Tensor) -> torch.Tensor:
    return images.float() / 255


def _torch() -> Any:
    return require("torch", "torch", "the digit network")
