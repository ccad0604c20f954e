"""The paper's digit network: dropout, max-norm, momentum (Table 3 and Appendix B), trained with PyTorch.

p(x) = softmax[W3 relu{W2 relu(W1 x + b1) + b2} + b3], Eq. (15), by stochastic gradient descent on the cross-entropy,
every layer's input thinned by dropout and every row of a weight matrix held to a norm of at most c.

Two readings of the paper's text. The initial weights are N(0, 1 / sqrt(number of inputs)), element by element: the
second figure is taken for the standard deviation, with which a row of W begins with a norm of about 1; as a variance
it would give rows of norm 784^(1/4) = 5.3 and 2048^(1/4) = 6.7, above every c of interest, and the first max-norm step
would cut them all to c. And "sample a mini-batch" is read as 100 independent draws from all images, with replacement.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.util.errors import InputError
from softprofile.util.optional import require

if TYPE_CHECKING:
    import torch

PIXELS = 784
CLASSES = 10
INPUT_DROPOUT = 0.2
MAX_NORM_EPSILON = 1e-7
_INITIAL_RATE = 0.01
_EVALUATION_BATCH = 5000


class Digits(NamedTuple):
    """Images as rows of bytes, and their labels."""

    images: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int64]

    def checked(self) -> Digits:
        """Itself, if it can be trained on."""
        images, labels = np.asarray(self.images), np.asarray(self.labels)
        if images.ndim != 2 or images.shape[1] != PIXELS or images.dtype != np.uint8 or not len(images):
            raise InputError(
                f"images must be rows of {PIXELS} bytes (uint8), not {images.dtype} of shape {images.shape}."
            )
        if labels.shape != (len(images),):
            raise InputError(f"there must be one label for each of the {len(images)} images, not shape {labels.shape}.")
        if labels.dtype.kind not in "iu" or labels.min() < 0 or labels.max() >= CLASSES:
            raise InputError(f"labels must be whole numbers from 0 to {CLASSES - 1}.")
        return Digits(np.ascontiguousarray(images), labels.astype(np.int64))

    def checksum(self) -> int:
        """A number that other images or labels do not have."""
        return zlib.crc32(self.labels.tobytes(), zlib.crc32(self.images.data))


class Errors(NamedTuple):
    """Classification errors in %, of the whole network: nothing is dropped when it is judged."""

    train: float
    test: float


class Milestone(NamedTuple):
    """A network in the course of its training.

    `largest_norms` are the largest norms of a row of W1, W2 and W3, `held_shares` the shares of the rows of each that
    the bound c holds back: those whose norm is c to a tenth of a per cent.
    """

    step: int
    errors: Errors
    largest_norms: tuple[float, ...]
    held_shares: tuple[float, ...]


@dataclass(frozen=True)
class Schedule:
    """How long to train and how the momentum and the learning rate change: Appendix B.2 unless given.

    `momentum_ramp` is the number of steps over which the momentum rises, `half_life` that in which the rate halves.
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
        """mu_t = 0.9 + 0.05 (t - 1) / ramp while t <= ramp, then 0.95; t counts from 1."""
        return 0.9 + 0.05 * (t - 1) / self.momentum_ramp if t <= self.momentum_ramp else 0.95

    def learning_rate(self, t: int) -> float:
        """epsilon_t = 0.01 * 0.5^((t - 1) / half_life); t counts from 1."""
        return _INITIAL_RATE * 0.5 ** ((t - 1) / self.half_life)

    def remaining_learning_rate(self, t: int) -> float:
        """Sum of all epsilon_s with s > t, were training never to end: about 144 * 0.5^(t / 10,000) in the paper.

        It is the geometric series epsilon_{t + 1} / (1 - gamma) with gamma = 0.5^(1 / half_life).
        """
        return float(self.learning_rate(t + 1) / -np.expm1(-np.log(2) / self.half_life))

    def standstill(self, weight: float, momentum: float) -> int:
        """First step t whose update, epsilon_t * `momentum`, leaves a `weight` as it is in single precision.

        A sum is rounded to the nearest number that can be written: less than half a unit in the last place is lost.
        """
        if not momentum:
            return 1
        half_unit = float(np.spacing(np.float32(abs(weight)))) / 2
        halvings = np.log2(_INITIAL_RATE * abs(momentum) / half_unit)
        return max(1, 2 + int(np.floor(self.half_life * halvings)))


def device_name() -> str:
    """The fastest device here: a GPU if there is one."""
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
    checkpoint: Path | None = None,
    checkpoint_every: int = 10_000,
    milestones: Collection[int] = (),
    record: Callable[[Milestone], None] | None = None,
) -> Errors:
    """Errors of the network trained with dropout `rate` (r) in the hidden layers and rows of norm <= `max_norm` (c).

    With a `checkpoint` file the run is written down every so many steps, and a killed run goes on from there to the
    same result as one that was never killed, on the same device. On a CPU the last digits depend on the number of
    threads that torch uses.

    `record` is called after each step listed in `milestones`; after a restart, again for those that lie behind the last
    checkpoint, with the same values.
    """
    if not 0 <= rate < 1:
        raise InputError(f"the dropout rate must lie in [0, 1), not {rate!r}.")
    if not max_norm > 0:
        raise InputError(f"the max-norm must be positive, not {max_norm!r}.")
    if checkpoint_every < 1:
        raise InputError(f"checkpoint_every must be a whole number >= 1, not {checkpoint_every!r}.")
    training, test = training.checked(), test.checked()
    run = _Run(schedule, rate, max_norm, seed, device or device_name(), training.checksum())
    if checkpoint is not None and checkpoint.exists():
        run.restore(checkpoint)
    images, labels = run.place(training)
    while run.step < schedule.steps:
        run.advance(images, labels)
        if record is not None and run.step in milestones:
            record(run.milestone(images, labels, *run.place(test)))
        if checkpoint is not None and (run.step % checkpoint_every == 0 or run.step == schedule.steps):
            run.save(checkpoint)
    return Errors(run.error(images, labels), run.error(*run.place(test)))


def initial_parameters(inputs: int, hidden: int, generator: torch.Generator) -> list[torch.Tensor]:
    """W1, b1, W2, b2, W3, b3: biases zero, weights normal with standard deviation 1 / sqrt(number of inputs).

    Appendix B.2 writes N(0, 1 / sqrt(784)) and N(0, 1 / sqrt(2048)): see the head of this file.
    """
    torch = _torch()
    widths = (inputs, hidden, hidden, CLASSES)
    parameters = []
    for fan_in, fan_out in pairwise(widths):
        parameters.append(torch.randn(fan_out, fan_in, generator=generator) / fan_in**0.5)
        parameters.append(torch.zeros(fan_out))
    return parameters


def dropout(x: torch.Tensor, rate: float, generator: torch.Generator) -> torch.Tensor:
    """D_r(x) = 1_r * x / (1 - r) with independent 1_r ~ Bernoulli(1 - r): equal to x in expectation."""
    kept = _torch().rand(x.shape, generator=generator, device=x.device) >= rate
    return x * kept / (1 - rate)


def logits(parameters: list[torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    """What the softmax of Eq. (15) is taken of."""
    W1, b1, W2, b2, W3, b3 = parameters
    first = (x @ W1.T + b1).relu()
    return (first @ W2.T + b2).relu() @ W3.T + b3


def thinned_logits(
    parameters: list[torch.Tensor], x: torch.Tensor, rate: float, generator: torch.Generator
) -> torch.Tensor:
    """The same with dropout: 0.2 of the inputs, `rate` of either hidden layer (Appendix B.1)."""
    W1, b1, W2, b2, W3, b3 = parameters
    first = (dropout(x, INPUT_DROPOUT, generator) @ W1.T + b1).relu()
    second = (dropout(first, rate, generator) @ W2.T + b2).relu()
    return dropout(second, rate, generator) @ W3.T + b3


def hold_rows(weights: torch.Tensor, max_norm: float) -> None:
    """w_j <- w_j min(1, c / (|w_j| + 1e-7)) for every row, in place: step 4 of Table 3."""
    norms = weights.norm(dim=1, keepdim=True)
    weights.mul_((max_norm / (norms + MAX_NORM_EPSILON)).clamp_(max=1.0))


class _Run:
    """One training run: parameters, momentum, and the streams of chance, all of which a checkpoint holds."""

    def __init__(self, schedule: Schedule, rate: float, max_norm: float, seed: int, device: str, checksum: int) -> None:
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
        # Mini-batches and dropout have streams of their own: every configuration sees the same images.
        self.batches = torch.Generator().manual_seed(seed)
        self.dropped = torch.Generator(device).manual_seed(seed + 1)
        weights = torch.Generator().manual_seed(seed + 2)
        self.parameters = [
            parameter.to(device).requires_grad_() for parameter in initial_parameters(PIXELS, schedule.hidden, weights)
        ]
        # m <- mu m + g, theta <- theta - epsilon m: torch's SGD with momentum is step 3 of Table 3.
        self.optimizer = torch.optim.SGD(self.parameters, lr=_INITIAL_RATE, momentum=0.9)

    def place(self, digits: Digits) -> tuple[torch.Tensor, torch.Tensor]:
        torch = _torch()
        # A copy: what a process is handed by another may be a read-only map of a file, which torch warns of.
        return torch.tensor(digits.images, device=self.device), torch.tensor(digits.labels, device=self.device)

    def advance(self, images: torch.Tensor, labels: torch.Tensor) -> None:
        """One step of Table 3."""
        torch = _torch()
        self.step += 1
        chosen = torch.randint(len(images), (self.schedule.batch_size,), generator=self.batches).to(self.device)
        output = thinned_logits(self.parameters, _pixels(images[chosen]), self.rate, self.dropped)
        loss = torch.nn.functional.cross_entropy(output, labels[chosen])
        self.optimizer.zero_grad()
        loss.backward()
        (group,) = self.optimizer.param_groups
        group["momentum"], group["lr"] = self.schedule.momentum(self.step), self.schedule.learning_rate(self.step)
        self.optimizer.step()
        with torch.no_grad():
            for weights in self.parameters[::2]:
                hold_rows(weights, self.max_norm)

    def error(self, images: torch.Tensor, labels: torch.Tensor) -> float:
        """Share of images, in %, whose largest output is not that of their label."""
        torch = _torch()
        wrong = 0
        with torch.no_grad():
            for first in range(0, len(images), _EVALUATION_BATCH):
                some = slice(first, first + _EVALUATION_BATCH)
                wrong += int((logits(self.parameters, _pixels(images[some])).argmax(dim=1) != labels[some]).sum())
        return 100 * wrong / len(images)

    def milestone(
        self, images: torch.Tensor, labels: torch.Tensor, test_images: torch.Tensor, test_labels: torch.Tensor
    ) -> Milestone:
        norms = [weights.detach().norm(dim=1) for weights in self.parameters[::2]]
        return Milestone(
            self.step,
            Errors(self.error(images, labels), self.error(test_images, test_labels)),
            tuple(float(each.max()) for each in norms),
            tuple(float((each >= self.max_norm * (1 - 1e-3)).float().mean()) for each in norms),
        )

    def save(self, path: Path) -> None:
        """Write all to a new file and only then put it in the old one's place: a kill loses neither."""
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
            raise InputError(f"{path} cannot be read as a checkpoint: remove it to begin that run anew.") from error
        if identity != self.identity:
            raise InputError(f"{path} is the checkpoint of another run: give an empty folder, or remove it.")
        self.step = state["step"]
        with torch.no_grad():
            for parameter, saved in zip(self.parameters, state["parameters"], strict=True):
                parameter.copy_(saved)
        self.optimizer.load_state_dict(state["optimizer"])
        self.batches.set_state(state["batches"])
        self.dropped.set_state(state["dropped"])


def _pixels(images: torch.Tensor) -> torch.Tensor:
    return images.float() / 255


def _torch() -> Any:
    return require("torch", "torch", "the digit network")
