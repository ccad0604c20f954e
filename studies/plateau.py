"""Error rates of `test_plateau` and of the warning of `fit`."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

import softprofile as sp
from softprofile.datasets import SURFACES, load_surface
from softprofile.reproduction.parallel import run as run_tasks
from softprofile.reproduction.simulation_study import draw_design
from softprofile.trust.plateau.results import NO_CHANGE, VERDICTS
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array
from studies.report import Section, Study

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05
# With 19 permutations, stopped at the first that reaches the statistic, a test at 5 % is exact and costs 3.5 fits on
# average under noise.
QUICK_TEST = {"n": 19, "stop_after": 1}

Noise = Callable[[np.random.Generator, int], Array]
NOISES: dict[str, Noise] = {
    "normal": lambda rng, n: rng.standard_normal(n),
    "Laplace": lambda rng, n: rng.laplace(size=n),
    "t, 3 degrees of freedom": lambda rng, n: rng.standard_t(3, n),
}

#: Arguments of `fit` other than the defaults, by name.
FITS: dict[str, dict[str, Any]] = {
    "quadratic": {},
    "network": {"boundary": "network"},
    "quadratic, literal": {"preset": "paper"},
}

#: Surfaces over the unit square, with range 1.
SHAPES: dict[str, Callable[[Array, Array], Array]] = {
    "step across the diagonal": lambda a, b: (a + b > 1).astype(float),
    "step around a disc": lambda a, b: ((a - 0.5) ** 2 + (b - 0.5) ** 2 > 0.16).astype(float),
    "ramp": lambda a, b: (a + b) / 2,
    "slightly bent ramp": lambda a, b: a**1.3,
    "ramp, then flat from 0.3": lambda a, b: np.maximum(0, 0.3 - a) / 0.3,
    "ramp, then flat from 0.5": lambda a, b: np.maximum(0, 0.5 - a) / 0.5,
    "ramp, then flat from 0.7": lambda a, b: np.maximum(0, 0.7 - a) / 0.7,
    "saturating, exp(-3 u)": lambda a, b: np.exp(-3 * a),
    "quadratic bowl": lambda a, b: 2 * ((a - 0.5) ** 2 + (b - 0.5) ** 2),
}

#: Sequences on (0, 1), for the elbow.
CURVES: dict[str, Callable[[Array], Array]] = {
    "step at 0.4": lambda x: (x < 0.4).astype(float),
    "ramp": lambda x: 1 - x,
    "ramp, then flat from 0.5": lambda x: np.maximum(0, 0.5 - x) / 0.5,
    "saturating, exp(-6 u)": lambda x: np.exp(-6 * x),
    "quadratic bowl": lambda x: 4 * (x - 0.5) ** 2,
}


@dataclass(frozen=True)
class Sizes:
    """Number of repetitions of each part."""

    noise: int
    network: int
    power: int
    shape: int
    ramp: int
    bundled: int
    elbow: int
    warning: int


FULL = Sizes(noise=500, network=200, power=50, shape=40, ramp=200, bundled=99, elbow=1000, warning=100)
QUICK = Sizes(noise=8, network=2, power=3, shape=2, ramp=2, bundled=19, elbow=40, warning=4)


def run(quick: bool, jobs: int) -> Study:
    """Run the study.

    Parameters
    ----------
    quick : bool
        Use few repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Study
        The results.
    """
    sizes = QUICK if quick else FULL
    parts = (false_alarms, power, shapes, bundled, elbow_false_alarms, elbow_shapes, warnings_of_fit)
    study = Study(
        "Is there a plateau?",
        "Results of `test_plateau` on simulated data, at the 5 % level: `rate` is a share of the data sets, and `se` "
        "its standard error. Unless stated otherwise, tests of fits use 19 permutations and stop at the first that "
        "reaches the observed statistic (`n=19, stop_after=1`). This is exact at 5 % and cheap, but has less power "
        "than the default of 199. Tests of elbows use 99 permutations and stop at the fifth.",
    )
    for part in parts:
        started = time.perf_counter()
        study.sections.append(part(sizes, jobs))
        print(f"{part.__name__}: {time.perf_counter() - started:.0f} s", flush=True)
    return study


def false_alarms(sizes: Sizes, jobs: int) -> Section:
    """Estimate how often p <= 5 % if z does not depend on u.

    Parameters
    ----------
    sizes : Sizes
        Number of repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Section
        The results.
    """
    cases = [
        ("pure noise", "normal", 0.0, "quadratic", sizes.noise),
        ("constant plus noise", "normal", 50.0, "quadratic", sizes.noise),
        ("pure noise", "Laplace", 0.0, "quadratic, literal", sizes.noise),
        ("pure noise", "t, 3 degrees of freedom", 0.0, "quadratic, literal", sizes.noise),
        ("pure noise", "normal", 0.0, "network", sizes.network),
    ]
    rows = []
    for label, noise, offset, kind, sets in cases:
        alarms = run_tasks(_alarm, [(noise, offset, kind, seed) for seed in range(sets)], jobs, "fits")
        rows.append({"z": label, "noise": noise, "fit": kind, **_rate(alarms)})
    return Section(
        "False alarms",
        "How often p <= 5 % if z is independent of u, for n = 100 points of the simulation's design and the Gaussian "
        "density. The goal is a rate between 3 % and 7 %. Literal fits use "
        '`preset="paper"`, which is four times as fast.',
        _table(rows),
    )


def _alarm(noise: str, offset: float, kind: str, seed: int) -> bool:
    rng = random_stream(seed, "plateau: false alarms", noise, int(offset))
    f = _fit(draw_design(rng).U, offset + NOISES[noise](rng, 100), transform="standardize", **FITS[kind])
    # Permutations have the seed of the data set: a common seed would make the alarms dependent.
    return f is not None and f.test_plateau(**QUICK_TEST, random_state=seed).p_value <= LEVEL


def power(sizes: Sizes, jobs: int) -> Section:
    """Estimate the power on the paper's simulation.

    Parameters
    ----------
    sizes : Sizes
        Number of repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Section
        The results.
    """
    rows = []
    for noise in ("normal", "Laplace"):
        for shift in (3, 2, 1):
            tasks = [(noise, shift, seed) for seed in range(sizes.power)]
            found = run_tasks(_simulated, tasks, jobs, "fits")
            rows.append(
                {"noise": noise, "shift": shift, **_rate([change for change, _ in found])}
                | {"warned": float(np.mean([warned for _, warned in found]))}
            )
    return Section(
        "Power",
        "The paper's simulation: two levels that differ by `shift`, separated by y = sin 2x, with n = 100, noise of "
        "scale one and a quadratic boundary. `rate` is how often p <= 5 % for two levels against one; `warned` is how "
        "often `fit` itself warns that the evidence is weak.",
        _table(rows),
    )


def _simulated(noise: str, shift: int, seed: int) -> tuple[bool, bool]:
    rng = random_stream(seed, "plateau: power", noise, shift)
    design = draw_design(rng)
    f = _fit(design.U, NOISES[noise](rng, 100) + shift * design.side2, transform="standardize")
    if f is None:
        return False, False
    return f.test_plateau(**QUICK_TEST, random_state=seed).p_value <= LEVEL, _warns(f)


def shapes(sizes: Sizes, jobs: int) -> Section:
    """Tabulate the verdicts on surfaces of various shapes.

    Parameters
    ----------
    sizes : Sizes
        Number of repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Section
        The results.
    """
    rows = []
    for name in SHAPES:
        for noise in (0.1, 0.25):
            for draws in (19, 99) if name == "ramp, then flat from 0.5" else (19,):
                tasks = [(name, noise, draws, seed) for seed in range(sizes.ramp if name == "ramp" else sizes.shape)]
                found = run_tasks(_shape, tasks, jobs, "fits")
                rows.append({"surface": name, "noise": noise, "permutations": draws, **_verdicts(found)})
    return Section(
        "Other shapes",
        "Share of each verdict for surfaces over the unit square with range 1, at n = 64 random points, with normal "
        "noise of the given standard deviation and literal fits. A ramp called a plateau is a false alarm of the "
        "second test.",
        _table(rows),
    )


def _shape(name: str, noise: float, draws: int, seed: int) -> str:
    rng = random_stream(seed, "plateau: shapes")
    U = rng.random((64, 2))
    f = _fit(U, SHAPES[name](*U.T) + noise * rng.standard_normal(64), transform="standardize", preset="paper")
    if f is None:
        return NO_CHANGE
    return f.test_plateau(draws, stop_after=(draws + 1) // 20, random_state=seed).verdict


def bundled(sizes: Sizes, jobs: int) -> Section:
    """Test the surfaces of the package.

    Parameters
    ----------
    sizes : Sizes
        Number of repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Section
        The results.
    """
    rows = []
    for name in SURFACES:
        surface = load_surface(name)
        for column in surface.columns[2:]:
            f = _fit(surface[surface.columns[:2]], surface[column])
            assert f is not None
            found = f.test_plateau(sizes.bundled, n_jobs=jobs)
            row = {"surface": name, "z": column, "points": len(surface), "nats": found.statistic, "p": found.p_value}
            ramp = {"nats over a ramp": np.nan, "p, ramp": np.nan, "rate, side 1": np.nan, "rate, side 2": np.nan}
            if found.steady is not None and found.rates is not None:
                ramp = dict(zip(ramp, (found.steady.statistic, found.steady.p_value, *found.rates), strict=True))
            rows.append(row | ramp | {"verdict": found.verdict, "warned": _warns(f)})
    return Section(
        "The bundled surfaces",
        "`fit(...)` with all defaults and `test_plateau(99)` on `softprofile.datasets.load_surface(...)`. These "
        "surfaces have almost no noise, and none is an exact step or ramp.",
        _table(rows),
    )


def elbow_false_alarms(sizes: Sizes, jobs: int) -> Section:
    """Tabulate the verdicts on noise and on sorted values, for elbows.

    Parameters
    ----------
    sizes : Sizes
        Number of repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Section
        The results.
    """
    cases: dict[str, Callable[[np.random.Generator], Array]] = {
        "noise, normal": lambda rng: rng.standard_normal(50),
        "noise, t, 3 degrees of freedom": lambda rng: rng.standard_t(3, 50),
        "sorted normal sample": lambda rng: np.sort(rng.standard_normal(50))[::-1],
        "sorted uniform sample": lambda rng: np.sort(rng.random(50))[::-1],
        "sorted exponential sample": lambda rng: np.sort(rng.exponential(size=50))[::-1],
        "eigenvalues of noise, 200 x 50": partial(_eigenvalues, n=200, components=()),
        "eigenvalues of noise, 60 x 50": partial(_eigenvalues, n=60, components=()),
        "eigenvalues, components of variance 6, 5, 4": partial(_eigenvalues, n=200, components=(6, 5, 4)),
        "eigenvalues, components of variance 20, 15, 10": partial(_eigenvalues, n=200, components=(20, 15, 10)),
    }
    rows = []
    for name, draw in cases.items():
        found = []
        for seed in range(sizes.elbow):
            z = draw(random_stream(seed, "plateau: sequences"))
            found.append(sp.elbow(z).test_plateau(99, stop_after=5, random_state=seed).verdict)
        rows.append({"sequence of 50": name, **_verdicts(found)})
    return Section(
        "Elbows: noise and scree plots",
        "Sequences without a plateau, except for the last two rows, which have three components in 200 x 50 noise of "
        "variance one. The test compares sorted values with sorted normal and uniform samples. Eigenvalues of noise "
        "are neither, but fall even more evenly.",
        _table(rows),
    )


def _eigenvalues(rng: np.random.Generator, n: int, components: Sequence[float]) -> Array:
    scales = np.ones(50)
    scales[: len(components)] = np.sqrt(components)
    covariance = np.cov(rng.standard_normal((n, 50)) * scales, rowvar=False)
    return np.asarray(np.linalg.eigvalsh(covariance)[::-1], dtype=float)


def elbow_shapes(sizes: Sizes, jobs: int) -> Section:
    """Tabulate the verdicts on noisy curves, for elbows.

    Parameters
    ----------
    sizes : Sizes
        Number of repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Section
        The results.
    """
    x = (np.arange(50) + 0.5) / 50
    rows = []
    for name, curve in CURVES.items():
        for noise in (0.1, 0.25):
            found = []
            for seed in range(sizes.elbow // 5):
                z = curve(x) + noise * random_stream(seed, "plateau: curves").standard_normal(50)
                found.append(sp.elbow(z).test_plateau(99, stop_after=5, random_state=seed).verdict)
            rows.append({"curve": name, "noise": noise, **_verdicts(found)})
    return Section(
        "Elbows: other shapes",
        "Share of each verdict for curves with range 1 at 50 points, with normal noise of the given standard "
        "deviation.",
        _table(rows),
    )


def warnings_of_fit(sizes: Sizes, jobs: int) -> Section:
    """Estimate how often `fit` itself warns if z is pure noise.

    Parameters
    ----------
    sizes : Sizes
        Number of repetitions.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Section
        The results.
    """
    rows: list[dict[str, Any]] = []
    for boundary, m in (("linear", 1), ("linear", 2), ("quadratic", 2), ("quadratic", 3)):
        for n in (20, 100, 300):
            tasks = [(boundary, m, n, "gaussian", seed) for seed in range(sizes.warning)]
            rows.append(_warned_row(boundary, m, n, "gaussian", run_tasks(_noise_fit, tasks, jobs, "fits")))
    for density in ("gaussian-separate", "laplace"):
        tasks = [("quadratic", 2, 100, density, seed) for seed in range(sizes.warning)]
        rows.append(_warned_row("quadratic", 2, 100, density, run_tasks(_noise_fit, tasks, jobs, "fits")))
    tasks = [("network", 2, 100, "gaussian", seed) for seed in range(sizes.network)]
    rows.append(_warned_row("network", 2, 100, "gaussian", run_tasks(_noise_fit, tasks, jobs, "fits")))
    return Section(
        "The warning of `fit`",
        "Fits to pure noise (normal, or Laplace for that density) at uniform points in m dimensions: gain in "
        "log-likelihood of two levels over one, in nats, and how often `fit` warns.",
        _table(rows),
    )


def _noise_fit(boundary: str, m: int, n: int, density: str, seed: int) -> tuple[float, bool]:
    rng = random_stream(seed, "plateau: warnings", n, m)
    U = rng.random((n, m))
    z = rng.laplace(size=n) if density == "laplace" else rng.standard_normal(n)
    f = _fit(U, z, boundary=boundary, density=density, transform="standardize")
    if f is None:
        return 0.0, True
    one = sp.profile_loglik(np.where(np.arange(n) < 1, 1e-300, 0.0), z, density)
    return f.loglik - one, _warns(f)


def _warned_row(boundary: str, m: int, n: int, density: str, found: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    gains = [gain for gain, _ in found]
    low, high = np.quantile(gains, [0.5, 0.95])
    return {"boundary": boundary, "m": m, "n": n, "density": density, "median gain": low, "95 % gain": high} | {
        "warned": float(np.mean([warned for _, warned in found]))
    }


def _fit(U: Any, z: Any, **options: Any) -> sp.BoundaryFit | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        try:
            return sp.fit(U, z, **options)
        except sp.NoBoundaryError:
            return None


def _warns(f: sp.BoundaryFit) -> bool:
    return any(message.code == "weak-evidence" for message in f.messages)


def _rate(hits: Sequence[bool]) -> dict[str, float]:
    share = float(np.mean(hits))
    return {"sets": len(hits), "rate": share, "se": float(np.sqrt(share * (1 - share) / len(hits)))}


def _verdicts(found: Sequence[str]) -> dict[str, float]:
    return {"sets": len(found)} | {verdict: float(np.mean([one == verdict for one in found])) for verdict in VERDICTS}


def _table(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(list(rows))
