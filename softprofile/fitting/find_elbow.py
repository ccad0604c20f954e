"""Elbow of a sequence: exact search over all splits (Zhu and Ghodsi, 2006)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.elbow import Elbow, SideTheta, allowed_splits
from softprofile.fitting.good_side import require_better
from softprofile.model.densities import Density, get_density
from softprofile.model.densities.base import Split
from softprofile.model.densities.gaussian_split import TIE
from softprofile.model.likelihood import Likelihood
from softprofile.util.errors import InputError
from softprofile.util.messages import Message, warn
from softprofile.util.read_only import read_only
from softprofile.util.validation import Array, is_constant, read_configurations, read_performance, require_count


def elbow(z: Any, u: Any = None, density: Any = "gaussian", *, better: str | None = None) -> Elbow:
    r"""Find where a sequence levels off, by the profile likelihood, Eq. (2).

    All splits of the sequence into two parts are compared. Always returns a split; use `Elbow.test_plateau` to check
    that there is a plateau.

    Parameters
    ----------
    z : array-like of shape (n,)
        The values, in the order of a scree plot or of `u`.
    u : array-like of shape (n,), optional
        The candidate of each value, such as a number of components, in any order. By default 1, 2, ..., n. Points with
        equal u are not separated.
    density : str or Density, default "gaussian"
        Density of z on either side: a name such as "gaussian" or "laplace", or an object, see
        `softprofile.densities`.
    better : {"lower", "higher"}, optional
        Which values of z are better: "lower" for an error, "higher" for a score.

    Returns
    -------
    Elbow
        The best split: ``index`` is the number of points before it and ``threshold`` the u of the last of them. The
        sides are u <= threshold and u > threshold; side 2 is the one with the larger location of z, as in `fit`. Of
        equally likely splits, the first.

    Raises
    ------
    InputError
        If z or u cannot be used, or no split leaves enough points on both sides.

    See Also
    --------
    elbows : Several elbows, one after another.
    fit : A boundary in any number of dimensions.

    Notes
    -----
    For the Gaussian density with common variance, the best split maximises :math:`S_q^2 / \{q (n - q)\}`, with
    :math:`S_q` the running sum of the centred z. The search takes one pass over the data and skips blocks that cannot
    hold the best split. The likelihoods of all splits, ``profile``, are computed on first access. The Laplace density
    uses running medians in O(n log n).

    Examples
    --------
    >>> import softprofile as sp
    >>> e = sp.elbow([9.0, 8.5, 8.8, 1.0, 1.2, 0.9, 1.1])
    >>> e.index
    3
    >>> sp.elbow([0.9, 9.0, 1.1, 8.8], u=[0.4, 0.1, 0.3, 0.2]).threshold  # sorted by u before the search
    0.2
    """
    direction = require_better(better)
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
                f"no split leaves {family.min_points} points on each side without separating equal {u_name!r}."
            )
        profile = family.split_logliks(ordered)[splits - 1]
        first = first_best(profile)
        likelihood, g = Likelihood(ordered, family), np.where(np.arange(n) < splits[first], -1.0, 1.0)
        fitted = likelihood.fit_sides(g, "hard")
        falls = _falls(values, family, fitted.theta)
        best = Split(int(splits[first]), float(profile[first]), fitted.theta)
        messages = (fitted.flipped() if falls else fitted).floor_messages()
    else:
        falls = _falls(values, family, best.theta)
    return Elbow(
        index=best.q,
        threshold=float(best.q if candidates is None else candidates[order][best.q - 1]),
        loglik=best.loglik,
        theta={1: best.theta[2], 2: best.theta[1]} if falls else best.theta,
        z=read_only(values),
        u_name=u_name,
        z_name=z_name,
        density=family,
        messages=tuple(messages),
        given_u=candidates,
        given_profile=profile,
        better=direction,
        first_side=2 if falls else 1,
    )


def _falls(z: Array, density: Density, theta: SideTheta) -> bool:
    """Whether the location of z is larger before the split than after it, by more than rounding."""
    before, after = (
        float(density.location({name: np.asarray(value) for name, value in theta[part].items()})) for part in (1, 2)
    )
    return before > after and before - after > 8 * math.ulp(max(float(z.max()), -float(z.min())))


def _read_candidates(u: Any, n: int) -> tuple[Array, str]:
    """Validate u and find its name."""
    table, (name, *others) = read_configurations(u)
    if others or len(table) != n:
        raise InputError(f"u must be one number for each of the {n} values of z, but its shape is {table.shape}.")
    candidates = table[:, 0]
    if is_constant(candidates):
        raise InputError(f"{name!r} is constant: no threshold on it can split z.")
    return candidates, name


def elbows(z: Any, n: int = 3, density: Any = "gaussian") -> npt.NDArray[np.int64]:
    """Find several elbows: that of z, then that of the values after it, and so on.

    In network analysis this is a common way to choose an embedding dimension: the first elbow is often too early, and
    the second or third is taken instead. Values are used in the order given, so sort singular values in decreasing
    order.

    Parameters
    ----------
    z : array-like of shape (n_values,)
        The values, in the order of a scree plot.
    n : int, default 3
        Number of elbows. Fewer are returned, with a warning, if the values after an elbow are too few or all equal.
    density : str or Density, default "gaussian"
        As in `elbow`.

    Returns
    -------
    ndarray of int
        The elbows, each counted from the beginning of z.

    Raises
    ------
    InputError
        If z or n cannot be used.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.elbows([9, 8.5, 8.8, 4, 4.2, 3.9, 1, 1.1, 0.9, 1], n=2)
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
    """Find the position of the largest log-likelihood, the first of those tied up to rounding."""
    top = float(np.max(logliks))
    return int(np.argmax(logliks >= top - TIE * max(len(logliks), abs(top))))
