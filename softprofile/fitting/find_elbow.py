"""One dimension: the exact search over every split, after Zhu and Ghodsi (2006)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.elbow import Elbow, allowed_splits
from softprofile.model.densities import get_density
from softprofile.model.densities.base import Split
from softprofile.model.densities.gaussian_split import TIE
from softprofile.model.likelihood import Likelihood
from softprofile.util.errors import InputError
from softprofile.util.messages import Message, warn
from softprofile.util.read_only import read_only
from softprofile.util.validation import Array, is_constant, read_configurations, read_performance, require_count


def elbow(z: Any, u: Any = None, density: Any = "gaussian") -> Elbow:
    r"""Find where a sequence levels off, by the profile likelihood of every split: Eq. (2).

    Parameters
    ----------
    z
        The values, in the order of a scree plot.
    u
        The candidate each value belongs to, in any order; 1, 2, ..., n if not given. Points with equal u are never
        split. The order of z is that of u.
    density
        A name, such as "gaussian" or "laplace", or an object: see `softprofile.model.densities`.

    Returns
    -------
    Elbow
        ``index`` counts the points before the elbow, ``threshold`` is the u of the last of them: the sides are
        u <= threshold and u > threshold. If several splits are equally likely the first is taken.

    Notes
    -----
    For the Gaussian with common variance the best split maximises :math:`S_q^2 / \{q (n - q)\}`, with :math:`S_q` the
    running sum of the centred z: one pass over the data, in which blocks that cannot hold the best split are left
    out; the likelihoods of all splits, ``profile``, are computed when asked for. The Laplace density takes running
    medians, O(n log n).

    Examples
    --------
    >>> elbow(range(1, 101)).index
    50
    """
    family = get_density(density)
    values, z_name = read_performance(z)
    n = len(values)
    candidates, u_name = (None, "index") if u is None else _read_candidates(u, n)
    family.check(values)
    order = slice(None) if candidates is None else np.argsort(candidates, kind="stable")
    ordered = values[order]
    all_allowed = family.min_points == 1 and (candidates is None or len(np.unique(candidates)) == n)
    best = family.best_split(ordered) if all_allowed else None
    profile: Array | None = None
    messages: list[Message] = []
    if best is None:
        splits = allowed_splits(n, candidates, family.min_points)
        if not len(splits):
            raise InputError(
                f"no split leaves {family.min_points} points on each side without parting equal values of {u_name!r}."
            )
        profile = family.split_logliks(ordered)[splits - 1]
        first = first_best(profile)
        likelihood, g = Likelihood(ordered, family), np.where(np.arange(n) < splits[first], -1.0, 1.0)
        fitted = likelihood.fit_sides(g, "hard")
        best = Split(int(splits[first]), float(profile[first]), fitted.theta)
        messages = fitted.floor_messages()
    return Elbow(
        index=best.q,
        threshold=float(best.q if candidates is None else candidates[order][best.q - 1]),
        loglik=best.loglik,
        theta=best.theta,
        z=read_only(values),
        u_name=u_name,
        z_name=z_name,
        density=family,
        messages=tuple(messages),
        given_u=candidates,
        given_profile=profile,
    )


def _read_candidates(u: Any, n: int) -> tuple[Array, str]:
    table, (name, *others) = read_configurations(u)
    if others or len(table) != n:
        raise InputError(f"u must be one number for each of the {n} values of z, but its shape is {table.shape}.")
    candidates = table[:, 0]
    if is_constant(candidates):
        raise InputError(f"{name!r} is constant: no threshold on it can split z.")
    return candidates, name


def elbows(z: Any, n: int = 3, density: Any = "gaussian") -> npt.NDArray[np.int64]:
    """Repeated elbows: the elbow of z, then the elbow of what follows it, and so on.

    This is how the network-analysis community picks an embedding dimension: the first elbow is often too early, the
    second or third is taken instead. Values are used in the order given, so sort singular values decreasingly.

    Parameters
    ----------
    z
        The values, in the order of a scree plot.
    n
        How many elbows. Fewer are returned, with a warning, when what follows an elbow is too short or constant.
    density
        As in `elbow`.

    Returns
    -------
    array of int
        The elbows, each counted from the beginning of z.

    Examples
    --------
    >>> elbows([9, 8.5, 8.8, 4, 4.2, 3.9, 1, 1.1, 0.9, 1], n=2)
    array([3, 6])
    """
    wanted = require_count(n, "n, the number of elbows,")
    family = get_density(density)
    values, _ = read_performance(z)
    found: list[int] = []
    rest = values
    fewest = 2 * family.min_points + 1
    while len(found) < wanted and len(rest) >= fewest and not is_constant(rest):
        family.check(rest)
        best = family.best_split(rest) if family.min_points == 1 else None
        if best is None:
            profile = family.split_logliks(rest)
            trim = family.min_points - 1
            q = first_best(profile[trim : len(profile) - trim]) + trim + 1
        else:
            q = best.q
        found.append(q + (found[-1] if found else 0))
        rest = rest[q:]
    if len(found) < wanted:
        warn(
            Message(
                "fewer-elbows",
                f"only {len(found)} of the {wanted} elbows exist: the {len(rest)} values after the last one "
                "are too few or all equal.",
            )
        )
    return np.array(found, dtype=np.int64)


def first_best(logliks: Array) -> int:
    """Position of the largest log-likelihood, the first of those tied up to rounding."""
    top = float(np.max(logliks))
    return int(np.argmax(logliks >= top - TIE * max(len(logliks), abs(top))))
