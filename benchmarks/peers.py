"""What softprofile is timed beside: the same mathematics by other means, and other packages for the same question."""

from __future__ import annotations

import importlib
import json
import math
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from scipy import optimize
from scipy.special import expit

from softprofile.util.validation import Array

GRASPOLOGIC_PYTHON = Path(".venv-graspologic/bin/python")
_WORKER = Path(__file__).with_name("graspologic_worker.py")

T = TypeVar("T")
Loss = Callable[[Array], tuple[float, Array]]


# One dimension


def numpy_split(z: Array) -> int:
    """Zhu and Ghodsi's best split by running sums, as one would write it down."""
    n = len(z)
    q = np.arange(1, n)
    return int(np.argmax(np.cumsum(z - z.mean())[:-1] ** 2 / (q * (n - q)))) + 1


def _compiled(function: T) -> T:
    compiled: Any = importlib.import_module("numba").njit(function)
    compiled(np.arange(4.0))
    return cast("T", compiled)


def compiled_split() -> Callable[[Array], int]:
    """The same by one compiled loop over z, after one for its mean."""

    def best(z: Array) -> int:
        n, mean = len(z), 0.0
        for value in z:
            mean += value
        mean /= n
        total, most, found = 0.0, -1.0, 0
        for i in range(n - 1):
            total += z[i] - mean
            q = i + 1.0
            between = total * total / (q * (n - q))
            if between > most:
                most, found = between, i + 1
        return found

    return _compiled(best)


def compiled_profile() -> Callable[[Array], Array]:
    """The profile log-likelihood of every split, Eq. (2), by compiled loops."""

    def profile(z: Array) -> Array:
        n, mean, squares = len(z), 0.0, 0.0
        for value in z:
            mean += value
        mean /= n
        for value in z:
            squares += (value - mean) ** 2
        out, total = np.empty(n - 1), 0.0
        for i in range(n - 1):
            total += z[i] - mean
            q = i + 1.0
            left = squares - n * total * total / (q * (n - q))
            out[i] = -0.5 * n * (math.log(2 * math.pi * left / n) + 1)
        return out

    return _compiled(profile)


def laplace_profile_by_medians(z: Array) -> Array:
    """Common-scale Laplace log-likelihood of every split, with two fresh medians for each."""
    n = len(z)
    totals = [sum(float(np.abs(part - np.median(part)).sum()) for part in (z[:q], z[q:])) for q in range(1, n)]
    return -n * (np.log(2 * np.array(totals) / n) + 1)


def ruptures_split(z: Array) -> int:
    """ruptures: dynamic programming for one change of the mean, every position allowed."""
    import ruptures

    return int(ruptures.Dynp(model="l2", min_size=1, jump=1).fit(z).predict(n_bkps=1)[0])


def kneed_knee(z: Array) -> Any:
    """kneed: the knee of a falling convex curve, a different rule for the same plot."""
    import kneed

    x = np.arange(1, len(z) + 1)
    return kneed.KneeLocator(x, z, curve="convex", direction="decreasing").knee


class Graspologic:
    """graspologic's select_dimension in a process of its own, since it needs an older numpy than this one."""

    def __init__(self, python: Path = GRASPOLOGIC_PYTHON) -> None:
        self._process = subprocess.Popen(
            [str(python), str(_WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds(self, z: Array) -> tuple[float, int]:
        """Seconds of one call, without the way to that process and back, and the first elbow."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(z.tolist()) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return float(answer["seconds"]), int(answer["elbow"])

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


# Boundaries


def quadratic_loss(features: Array, z: Array, ridge: float) -> Loss:
    """-Eq. (8) / n + ridge |w|^2 and its gradient at one w, for a g that is linear in w."""
    n = len(z)
    centred = (z - z.mean()) / z.std()

    def loss(w: Array) -> tuple[float, Array]:
        value, by_g = _gaussian_loss(features @ w, centred)
        return value + ridge * float(w @ w), by_g @ features / n + 2 * ridge * w

    return loss


def network_loss(points: Array, z: Array, hidden: int, ridge: float) -> Loss:
    """The same for g = w2' tanh(W1 u + b1) + b2, backpropagated by hand."""
    n, m = points.shape
    centred = (z - z.mean()) / z.std()

    def loss(w: Array) -> tuple[float, Array]:
        W1, b1 = w[: hidden * m].reshape(hidden, m), w[hidden * m : hidden * (m + 1)]
        w2, b2 = w[hidden * (m + 1) : -1], w[-1]
        layer = np.tanh(points @ W1.T + b1)
        value, by_g = _gaussian_loss(layer @ w2 + b2, centred)
        inner = (1 - layer**2) * w2 * by_g[:, None]
        gradient = np.concatenate([(inner.T @ points).ravel(), inner.sum(axis=0), by_g @ layer, [by_g.sum()]])
        return value + ridge * float(w @ w), gradient / n + 2 * ridge * w

    return loss


def bfgs_from_each(loss: Loss, starts: Array) -> tuple[Array, float]:
    """scipy's BFGS with the analytic gradient, one start after another; the best w and its loss."""
    ends = [optimize.minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-9}) for start in starts]
    best = min(ends, key=lambda end: float(end.fun))
    return np.asarray(best.x), float(best.fun)


def adam_from_each(loss: Loss, starts: Array, steps: int, rate: float = 0.01) -> tuple[Array, float]:
    """ADAM written by hand in numpy, one start after another; the best w and its loss."""
    ends = []
    for start in starts:
        w, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
        for step in range(1, steps + 1):
            gradient = loss(w)[1]
            mean = 0.9 * mean + 0.1 * gradient
            square = 0.999 * square + 0.001 * gradient**2
            w = w - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        ends.append((w, loss(w)[0]))
    return min(ends, key=lambda end: end[1])


def torch_network(points: Array, z: Array, hidden: int, starts: int, steps: int, rate: float = 0.01) -> float:
    """The plain PyTorch loop, autograd and Adam from each start; the best log-likelihood, Eq. (8), in units of z."""
    torch: Any = importlib.import_module("torch")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    u = torch.tensor(points, dtype=torch.float32)
    y = torch.tensor((z - z.mean()) / z.std(), dtype=torch.float32)
    n = len(z)
    found = []
    for _ in range(starts):
        model = torch.nn.Sequential(
            torch.nn.Linear(points.shape[1], hidden), torch.nn.Tanh(), torch.nn.Linear(hidden, 1)
        )
        adam = torch.optim.Adam(model.parameters(), lr=rate)
        for _ in range(steps):
            adam.zero_grad()
            weights2 = torch.sigmoid(model(u)[:, 0])
            weights1 = 1 - weights2
            mean1, mean2 = (weights1 @ y) / weights1.sum(), (weights2 @ y) / weights2.sum()
            left = weights1 @ (y - mean1) ** 2 + weights2 @ (y - mean2) ** 2
            torch.log(left / n).backward()
            adam.step()
        with torch.no_grad():
            g = model(u)[:, 0].double().numpy()
        found.append(loglik(g, z))
    return max(found)


def loglik(g: Array, z: Array) -> float:
    """Eq. (8), the softened Gaussian log-likelihood, in units of z."""
    n, scale = len(z), float(z.std())
    half_log_variance = _gaussian_loss(g, (z - z.mean()) / scale)[0]
    return -n * (half_log_variance + math.log(scale) + 0.5 * (math.log(2 * math.pi) + 1))


def _gaussian_loss(g: Array, z: Array) -> tuple[float, Array]:
    """log(RSS / n) / 2, and n times its gradient in g."""
    n = len(z)
    weights2, weights1 = expit(g), expit(-g)
    mean1, mean2 = weights1 @ z / weights1.sum(), weights2 @ z / weights2.sum()
    away1, away2 = (z - mean1) ** 2, (z - mean2) ** 2
    variance = float(weights1 @ away1 + weights2 @ away2) / n
    return 0.5 * math.log(variance), weights1 * weights2 * (away2 - away1) / (2 * variance)
