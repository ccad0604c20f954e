"""Fits every pair of a boundary and a density, cross-validates them on the same folds, and gathers what was found."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.model.likelihood import SOFTNESS
from softprofile.model.transforms import choose_transform
from softprofile.trust.comparison.candidate_models import read_candidate_models
from softprofile.trust.comparison.cross_validation import FIT_ERRORS, assign_folds, collect, score_held_out
from softprofile.trust.comparison.results import Candidate, Comparison, total_score
from softprofile.util.errors import NoBoundaryError, SoftProfileWarning, require_choice
from softprofile.util.jobs import run_all
from softprofile.util.validation import read_observations, require_count, require_generator, require_number


def compare(
    U: Any,
    z: Any,
    *,
    boundaries: Any = ("linear", "quadratic", "network"),
    densities: Any = ("gaussian", "laplace"),
    folds: int | None = 5,
    repeats: int = 1,
    softness: str = "soft",
    transform: Any = "auto",
    n_starts: int | None = None,
    ridge: float | None = None,
    n_jobs: int | None = 1,
    random_state: int | np.random.Generator | None = 0,
) -> Comparison:
    r"""Fit every pair of a boundary and a density to the same data, and compare them.

    A held-out z is scored by the logarithm of its predictive density given u, from a fit to the other folds,

    .. math:: \log [\{1 - s(u)\} f(z; \hat\theta_1) + s(u) f(z; \hat\theta_2)],

    with s(u) the weight of side 2, Eq. (4) (0 or 1 for hard fits). This density integrates to one; what Eq. (5)
    interpolates does not: see `softprofile.trust.comparison.prediction`. Fits to the folds begin afresh. Begun at the
    boundary of all data they would be quicker, but a steep boundary stays where it was put, on the side that suits the
    points held out: that flatters the score by some nats, and not all families alike (docs/studies/model_choice.md).

    Folds are the same for all pairs, with low and high z alike frequent in each. The coordinates are those of all
    configurations: they know u, nothing of z.

    Parameters
    ----------
    U, z
        As in `fit`.
    boundaries, densities
        Names or objects: every one is paired with every other. What `fit` takes.
    folds
        Number of folds; None leaves cross-validation out.
    repeats
        How often to cross-validate, each time with other folds; scores are averaged. Chance in dealing out one set of
        folds moves the differences between pairs by half of their standard errors and more: take 5 where the choice
        matters.
    softness, transform, n_starts, ridge
        As in `fit`, for all fits.
    n_jobs
        Processes, as joblib counts them.
    random_state
        Seed, or generator, of the starts and the folds.

    Returns
    -------
    Comparison

    Notes
    -----
    Log-likelihoods are those of z in its own units, for all densities, so they can be compared: other units of z move
    all of them by the same amount. Counts are the exception. "poisson" and "binomial" give probabilities of whole
    numbers; the others give densities, which for whole numbers one apart are nearly that, and for others are not. Where
    both kinds are compared a message says so.

    A pair that cannot be fitted keeps its row in the table, with the reason.

    Examples
    --------
    >>> import numpy as np
    >>> x, y = np.meshgrid(np.arange(1, 9), np.arange(1, 9))
    >>> U = np.column_stack([x.ravel(), y.ravel()])
    >>> noise = np.random.default_rng(0).standard_normal(64)
    >>> found = compare(U, np.where(U.prod(axis=1) > 9, 1.0, 5.0) + noise, boundaries=["linear"])
    >>> found.best_pair()
    ('linear', 'gaussian')
    """
    import pandas as pd

    data = read_observations(U, z)
    # What is wrong for all pairs is said at once, not of each.
    choose_transform(data.U, data.names, transform)
    options = {
        "softness": require_choice(softness, SOFTNESS, "softness"),
        "transform": transform,
        "n_starts": None if n_starts is None else require_count(n_starts, "n_starts"),
        "ridge": None if ridge is None else require_number(ridge, "ridge", at_least=0),
        "random_state": _seed(random_state),
    }
    pairs = read_candidate_models(boundaries, densities, len(data.names))
    fold_of = assign_folds(data.U, data.z, folds, repeats, options["random_state"])
    table, values = pd.DataFrame(data.U, columns=list(data.names)), pd.Series(data.z, name=data.z_name)
    made = run_all(_fit_pair, [(table, values, *pair, options) for pair in pairs.values()], n_jobs, "fits")
    fits = {pair: found for pair, found in zip(pairs, made, strict=True) if isinstance(found, BoundaryFit)}
    reasons = {pair: found for pair, found in zip(pairs, made, strict=True) if isinstance(found, str)}
    if not fits:
        (pair, reason), *_ = reasons.items()
        raise NoBoundaryError(f"no pair could be fitted; {', '.join(pair)}: {reason}")
    splits = [fold == k for fold in fold_of for k in range(folds or 0)]
    tasks = [(found, held_out) for found in fits.values() for held_out in splits]
    scored = iter(run_all(score_held_out, tasks, n_jobs, "folds"))
    candidates = []
    for pair in pairs:
        outcomes = [next(scored) for _ in splits] if pair in fits else []
        scores, one_level, trouble = collect(outcomes, splits, len(fold_of))
        candidates.append(Candidate(*pair, fits.get(pair), scores, one_level, reasons.get(pair, trouble)))
    return Comparison(tuple(candidates), fold_of, folds, _messages(candidates))


def _seed(random_state: int | np.random.Generator | None) -> int:
    if isinstance(random_state, int | np.integer) and not isinstance(random_state, bool):
        return require_count(random_state, "random_state", at_least=0)
    return int(require_generator(random_state).integers(2**32))


def _fit_pair(U: Any, z: Any, boundary: Any, density: Any, options: dict[str, Any]) -> BoundaryFit | str:
    """The fit, or why there is none. What it would warn of is in its messages."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        try:
            return fit(U, z, boundary=boundary, density=density, **options)
        except FIT_ERRORS as error:
            return str(error) or type(error).__name__


def _messages(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    messages = []
    fitted = [candidate for candidate in candidates if candidate.fit is not None]
    discrete = {candidate.density: candidate.fit.density.discrete for candidate in fitted if candidate.fit is not None}
    if len(set(discrete.values())) > 1:
        counts = " and ".join(name for name, is_discrete in discrete.items() if is_discrete)
        messages.append(
            f"{counts} gives probabilities of whole numbers, the other densities densities: "
            "their log-likelihoods can be compared only roughly, and only where z are whole numbers one apart."
        )
    scored = [candidate for candidate in candidates if candidate.scores is not None]
    if scored:
        best = max(scored, key=total_score)
        if best.scores is not None and best.one_level is not None and best.scores.sum() <= best.one_level.sum():
            messages.append(
                "no boundary predicts z that were held out better than one level for all of them: "
                "there may be no plateau to find."
            )
    said_of: dict[str, list[str]] = {}
    for candidate in candidates:
        notes = [candidate.reason] if candidate.reason else []
        for note in notes + list(candidate.fit.messages if candidate.fit is not None else ()):
            said_of.setdefault(note, []).append(" and ".join(candidate.pair))
    return (*messages, *(f"{', '.join(pairs)}: {note}" for note, pairs in said_of.items()))
