"""The fits on record: families of densities and boundaries, soft and hard, in one to five dimensions.

Each case returns plain numbers by name. ``python -m tests.golden.record`` writes them to ``values.json``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import softprofile as sp
from tests.helpers import TRIALS, MyExponential, MyWave

Case = Callable[[], dict[str, Any]]


def cases() -> dict[str, Case]:
    """Every case by name."""
    found: dict[str, Case] = {}
    for density in (
        *("gaussian", "gaussian-separate", "laplace", "laplace-separate", "student-t:4", "student-t-separate:5"),
        *("poisson", f"binomial:{TRIALS}"),
    ):
        for boundary in ("linear", "quadratic"):
            for softness in ("soft", "hard"):
                found[f"{density} {boundary} {softness}"] = partial(
                    fitted, 2, 60, 1, density=density, boundary=boundary, softness=softness
                )
    for m in (1, 3, 4, 5):
        found[f"gaussian auto m={m}"] = partial(fitted, m, 40 + 20 * m, 10 + m)
    found |= {
        "gaussian network soft": partial(fitted, 2, 80, 2, boundary="network"),
        "gaussian network hard": partial(fitted, 2, 60, 2, boundary="network", softness="hard"),
        "laplace network soft": partial(fitted, 2, 80, 3, boundary="network", density="laplace"),
        "gaussian network m=3": partial(fitted, 3, 90, 4, boundary="network"),
        "scipy soft": partial(fitted, 2, 40, 5, density="scipy:gumbel_r"),
        "user density soft": partial(fitted, 2, 40, 6, density=MyExponential(), positive=True),
        "user boundary soft": partial(fitted, 2, 60, 7, boundary=MyWave()),
        "user boundary hard": partial(fitted, 2, 40, 7, boundary=MyWave(), softness="hard"),
        "threshold separate": partial(fitted, 1, 50, 8, density="gaussian-separate"),
        "threshold laplace hard": partial(fitted, 1, 50, 8, density="laplace", softness="hard"),
        "weak quadratic": partial(fitted, 2, 100, 9, shift=1.0),
        "weak network": partial(fitted, 2, 100, 9, shift=1.0, boundary="network"),
        "weak laplace": partial(fitted, 2, 100, 9, shift=1.0, density="laplace"),
        "no ridge": partial(fitted, 2, 100, 9, shift=1.0, ridge=0.0, n_starts=4),
        "strong ridge": partial(fitted, 2, 60, 1, ridge=1e-2, n_starts=4),
        "many points": partial(fitted, 2, 3000, 12),
        "many points hard": partial(fitted, 2, 2500, 12, boundary="linear", softness="hard"),
        "paper quadratic": partial(fitted, 2, 60, 1, preset="paper"),
        "paper network": partial(fitted, 2, 60, 1, preset="paper", boundary="network"),
        "parkinson": partial(on_surface, "parkinson-svm", ["gamma", "h"]),
        "forest fires": partial(on_surface, "forest-fires-enet", ["lambda1", "lambda2"]),
        "forest fires hard": partial(on_surface, "forest-fires-enet", ["lambda1", "lambda2"], softness="hard"),
        "elbow gaussian": partial(elbow_of, "gaussian"),
        "elbow laplace": partial(elbow_of, "laplace"),
        "elbow student": partial(elbow_of, "student-t:4"),
        "bootstrap": bootstrapped,
        "bootstrap elbow": bootstrapped_elbow,
        "plateau": plateau,
        "diagnosis": diagnosis,
        "comparison": comparison,
        "refined": refined,
    }
    return found


def data(m: int, n: int, seed: int, shift: float = 4.0, positive: bool = False) -> tuple[Any, Any]:
    """Configurations in m dimensions and a z that is larger by `shift` inside a ball."""
    rng = np.random.default_rng(seed)
    U = rng.uniform(0.1, 10, size=(n, m))
    inside = ((np.log(U) - np.log(U).mean(axis=0)) ** 2).sum(axis=1) < 0.9 * m
    noise = rng.standard_normal(n) + 0.05 * U[:, 0]
    z = 5.0 + shift * inside + noise
    return U, np.abs(z) + 0.1 if positive else z


def fitted(m: int, n: int, seed: int, shift: float = 4.0, positive: bool = False, **options: Any) -> dict[str, Any]:
    """Numbers of one fit."""
    U, z = data(m, n, seed, shift, positive)
    if str(options.get("density", "")).startswith(("poisson", "binomial")):
        z = np.clip(np.round(z), 0, TRIALS)
    return numbers(quietly(sp.fit, U, z, **options))


def on_surface(name: str, columns: list[str], **options: Any) -> dict[str, Any]:
    """Numbers of the fit to a surface inside the package."""
    surface = sp.datasets.load_surface(name)
    z = next(column for column in surface.columns if column.startswith("train"))
    return numbers(quietly(sp.fit, surface[columns], surface[z], **options))


def numbers(f: sp.BoundaryFit) -> dict[str, Any]:
    """What a fit found."""
    # The hidden units of a network can be exchanged, so only its values are determined.
    parameters = {} if isinstance(f.boundary, sp.boundaries.Network) else {"parameters": f.parameters.tolist()}
    return parameters | {
        "loglik": f.loglik,
        "values": f.values[:20].tolist(),
        "side 2": int((f.sides == 2).sum()),
        "representative": f.representative.tolist(),
        "centres": f.centres.tolist(),
        "theta": [list(f.theta[side].values()) for side in (1, 2)],
        "nearest": [f.nearest_index(), f.nearest_index(1), f.nearest_index(2)],
        "ridge": f.ridge,
        "starts": f.n_starts,
        "certified": int(f.certified),
        "messages": len(f.messages),
    }


def elbow_of(density: str) -> dict[str, Any]:
    """Numbers of an elbow."""
    _, z = data(1, 40, 20)
    e = sp.elbow(np.sort(z)[::-1], density=density)
    return {
        "index": e.index,
        "loglik": e.loglik,
        "profile": e.profile.tolist(),
        "theta": [list(e.theta[side].values()) for side in (1, 2)],
        "interval": list(e.likelihood_interval()),
    }


def bootstrapped() -> dict[str, Any]:
    """Intervals of the representative point."""
    b = quietly(sp.fit, *data(2, 60, 1)).bootstrap(20)
    return {
        "intervals": b.intervals().to_numpy(float).tolist(),
        "points": b.representative_points[:5].to_numpy(float).tolist(),
    }


def bootstrapped_elbow() -> dict[str, Any]:
    """Interval of a threshold."""
    _, z = data(1, 40, 20)
    return {"thresholds": sp.elbow(z).bootstrap(20).thresholds.tolist()}


def plateau() -> dict[str, Any]:
    """p-values of the test for a plateau."""
    f = quietly(sp.fit, *data(2, 60, 1))
    test = f.test_plateau(19)
    return {"p": [test.p_value], "plateau": int(test.verdict == "plateau")}


def diagnosis() -> dict[str, Any]:
    """Shifts of the representative point as rows are left out."""
    d = quietly(sp.fit, *data(2, 40, 1)).diagnose()
    return {"moves": d.left_out.moves.tolist(), "nearest": d.left_out.nearest.tolist()}


def comparison() -> dict[str, Any]:
    """Criteria of two densities and two boundaries."""
    table = quietly(
        sp.compare, *data(2, 60, 1), boundaries=["linear", "quadratic"], densities=["gaussian", "laplace"]
    ).table
    return {"criteria": table.select_dtypes("number").to_numpy(float).tolist()}


def refined() -> dict[str, Any]:
    """Configurations proposed next."""
    return {"next": sp.refine(quietly(sp.fit, *data(2, 60, 1)), n=5).select_dtypes("number").to_numpy().tolist()}


def quietly(call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What is called, without its warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        return call(*arguments, **options)
