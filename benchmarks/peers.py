"""Peers of the benchmarks: other implementations of the same model, and other packages for the same task."""

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
    """Find Zhu and Ghodsi's best split by cumulative sums in plain numpy.

    Parameters
    ----------
    z : ndarray of shape (n,)
        Sequence.

    Returns
    -------
    int
        Length of the first part.
    """
    n = len(z)
    q = np.arange(1, n)
    return int(np.argmax(np.cumsum(z - z.mean())[:-1] ** 2 / (q * (n - q)))) + 1


def _compiled(function: T) -> T:
    compiled: Any = importlib.import_module("numba").njit(function)
    compiled(np.arange(4.0))
    return cast("T", compiled)


def compiled_split() -> Callable[[Array], int]:
    """Compile a loop that finds the best split.

    Returns
    -------
    callable
        Function of z that returns the length of the first part.
    """

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
    """Compile a loop that computes the profile log-likelihood of every split, Eq. (2).

    Returns
    -------
    callable
        Function of z that returns an array of shape (n - 1,).
    """

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
    """Compute the common-scale Laplace log-likelihood of every split, with two medians per split.

    Parameters
    ----------
    z : ndarray of shape (n,)
        Sequence.

    Returns
    -------
    ndarray of shape (n - 1,)
        Log-likelihood of each split.
    """
    n = len(z)
    totals = [sum(float(np.abs(part - np.median(part)).sum()) for part in (z[:q], z[q:])) for q in range(1, n)]
    return -n * (np.log(2 * np.array(totals) / n) + 1)


def ruptures_split(z: Array) -> int:
    """Find one change of the mean by dynamic programming with ruptures, at any position.

    Parameters
    ----------
    z : ndarray of shape (n,)
        Sequence.

    Returns
    -------
    int
        Length of the first part.
    """
    import ruptures

    return int(ruptures.Dynp(model="l2", min_size=1, jump=1).fit(z).predict(n_bkps=1)[0])


def kneed_knee(z: Array) -> Any:
    """Find the knee of a decreasing convex curve with kneed, a different rule for the same plot.

    Parameters
    ----------
    z : ndarray of shape (n,)
        Sequence.

    Returns
    -------
    int or None
        Position of the knee.
    """
    import kneed

    x = np.arange(1, len(z) + 1)
    return kneed.KneeLocator(x, z, curve="convex", direction="decreasing").knee


class Graspologic:
    """graspologic's select_dimension in a separate process, since it needs an older numpy.

    Parameters
    ----------
    python : Path, optional
        Interpreter of an environment with graspologic.
    """

    def __init__(self, python: Path = GRASPOLOGIC_PYTHON) -> None:
        self._process = subprocess.Popen(
            [str(python), str(_WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds(self, z: Array) -> tuple[float, int]:
        """Measure one call, without the communication between processes.

        Parameters
        ----------
        z : ndarray of shape (n,)
            Sequence.

        Returns
        -------
        seconds : float
            Time of the call.
        elbow : int
            The first elbow.
        """
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
    """Make the loss -Eq. (8) / n + ridge |w|^2, with gradient, for a g that is linear in w.

    Parameters
    ----------
    features : ndarray of shape (n, k)
        Design matrix.
    z : ndarray of shape (n,)
        Performance.
    ridge : float
        Ridge penalty.

    Returns
    -------
    callable
        Function of w that returns the loss and its gradient.
    """
    n = len(z)
    centred = (z - z.mean()) / z.std()

    def loss(w: Array) -> tuple[float, Array]:
        value, by_g = _gaussian_loss(features @ w, centred)
        return value + ridge * float(w @ w), by_g @ features / n + 2 * ridge * w

    return loss


def network_loss(points: Array, z: Array, hidden: int, ridge: float) -> Loss:
    """Make the loss -Eq. (8) / n + ridge |w|^2, with gradient, for g = w2' tanh(W1 u + b1) + b2.

    Parameters
    ----------
    points : ndarray of shape (n, m)
        Configurations.
    z : ndarray of shape (n,)
        Performance.
    hidden : int
        Number of hidden units.
    ridge : float
        Ridge penalty.

    Returns
    -------
    callable
        Function of w that returns the loss and its gradient.
    """
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
    """Minimise by scipy's BFGS with the analytic gradient, from one start after another.

    Parameters
    ----------
    loss : callable
        Function of w that returns the loss and its gradient.
    starts : ndarray of shape (s, k)
        One start per row.

    Returns
    -------
    w : ndarray of shape (k,)
        The best solution.
    value : float
        Its loss.
    """
    ends = [optimize.minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-9}) for start in starts]
    best = min(ends, key=lambda end: float(end.fun))
    return np.asarray(best.x), float(best.fun)


def adam_from_each(loss: Loss, starts: Array, steps: int, rate: float = 0.01) -> tuple[Array, float]:
    """Minimise by ADAM in plain numpy, from one start after another.

    Parameters
    ----------
    loss : callable
        Function of w that returns the loss and its gradient.
    starts : ndarray of shape (s, k)
        One start per row.
    steps : int
        Number of steps per start.
    rate : float, default 0.01
        Learning rate.

    Returns
    -------
    w : ndarray of shape (k,)
        The best solution.
    value : float
        Its loss.
    """
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
    """Fit the network with a plain PyTorch loop: autograd and Adam from each start.

    Parameters
    ----------
    points : ndarray of shape (n, m)
        Configurations.
    z : ndarray of shape (n,)
        Performance.
    hidden : int
        Number of hidden units.
    starts : int
        Number of starts.
    steps : int
        Number of steps per start.
    rate : float, default 0.01
        Learning rate.

    Returns
    -------
    float
        The best log-likelihood, Eq. (8), in units of z.
    """
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
    """Compute the softened Gaussian log-likelihood, Eq. (8), in units of z.

    Parameters
    ----------
    g : ndarray of shape (n,)
        Values of the boundary function.
    z : ndarray of shape (n,)
        Performance.

    Returns
    -------
    float
        The log-likelihood.
    """
    n, scale = len(z), float(z.std())
    half_log_variance = _gaussian_loss(g, (z - z.mean()) / scale)[0]
    return -n * (half_log_variance + math.log(scale) + 0.5 * (math.log(2 * math.pi) + 1))


def _gaussian_loss(g: Array, z: Array) -> tuple[float, Array]:
    """Return log(RSS / n) / 2, and n times its gradient with respect to g."""
    n = len(z)
    weights2, weights1 = expit(g), expit(-g)
    mean1, mean2 = weights1 @ z / weights1.sum(), weights2 @ z / weights2.sum()
    away1, away2 = (z - mean1) ** 2, (z - mean2) ** 2
    variance = float(weights1 @ away1 + weights2 @ away2) / n
    return 0.5 * math.log(variance), weights1 * weights2 * (away2 - away1) / (2 * variance)
