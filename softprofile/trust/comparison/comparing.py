"""Fit every combination of a boundary, a density and a shape and cross-validate them on the same folds."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.fitting.good_side import require_better
from softprofile.model.likelihood import SOFTNESS
from softprofile.model.shapes import Levels
from softprofile.model.transforms import choose_transform
from softprofile.trust.comparison.candidate_models import read_candidate_models
from softprofile.trust.comparison.cross_validation import FIT_ERRORS, assign_folds, collect, score_held_out
from softprofile.trust.comparison.results import Candidate, Comparison, total_score
from softprofile.util.errors import NoBoundaryError, SoftProfileWarning, require_choice
from softprofile.util.jobs import run_all
from softprofile.util.messages import Message
from softprofile.util.streams import require_generator
from softprofile.util.validation import read_observations, require_count, require_number


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
    better: str | None = None,
    shapes: Any = "levels",
) -> Comparison:
    r"""Compare boundaries, densities and shapes by likelihood and cross-validation.

    Every boundary is paired with every density, and every pair with every shape if there are several. Each pair is
    fitted to all data and cross-validated; the folds are the same for all pairs.

    Parameters
    ----------
    U : array-like or DataFrame of shape (n, m)
        Evaluated configurations.
    z : array-like of shape (n,)
        Performance of each configuration.
    boundaries : str, Boundary or sequence of them, default ("linear", "quadratic", "network")
        Boundaries to compare, by name or as objects, as in `fit`.
    densities : str, Density or sequence of them, default ("gaussian", "laplace")
        Densities to compare, by name or as objects, as in `fit`.
    folds : int or None, default 5
        Number of folds. None skips cross-validation.
    repeats : int, default 1
        Number of cross-validations, each with new folds; scores are averaged. With one set of folds, chance in the
        assignment moves the differences between pairs by half of their standard errors and more. Use 5 if the choice
        matters.
    softness : {"soft", "hard"}, default "soft"
        As in `fit`, for all fits.
    transform : str, sequence of str or dict, default "auto"
        As in `fit`, for all fits.
    n_starts : int, optional
        As in `fit`, for all fits.
    ridge : float, optional
        As in `fit`, for all fits.
    n_jobs : int or None, default 1
        Number of processes, as in joblib. The results do not depend on it.
    random_state : int, numpy.random.Generator or None, default 0
        Seed or generator of the starts and the folds.
    better : {"lower", "higher"}, optional
        As in `fit`, for all fits.
    shapes : str, Shape or sequence of them, default "levels"
        Shapes to compare, as in `fit`: for instance ``("levels", "transition", "ramp")``. A shape with a curve needs
        soft fits, and a density with a location and one scale; other pairs keep their row, with the reason.

    Returns
    -------
    Comparison
        The fits, their scores and the best pair. A pair that cannot be fitted keeps its row in the table, with the
        reason.

    Raises
    ------
    InputError
        If the data or an argument cannot be used.
    NoBoundaryError
        If no pair can be fitted.

    Notes
    -----
    The score of a held-out z is its log predictive density given u, from a fit to the other folds,

    .. math:: \log [\{1 - s(u)\} f(z; \hat\theta_1) + s(u) f(z; \hat\theta_2)],

    with s(u) the weight of side 2, Eq. (4), which is 0 or 1 for hard fits. This density integrates to one. The
    interpolation of log densities in Eq. (5) does not, see `softprofile.trust.comparison.prediction`. For a transition
    or a ramp, it is the log density of z about the location of the curve at u. The log-likelihood of a soft fit of two
    levels, Eq. (5), is not that of a density of z, so AIC and BIC compare it with that of a curve only roughly;
    cv_loglik compares all shapes alike.

    Folds are stratified by z. Fits to folds are full searches: warm starts from the boundary of all data would leak the
    held-out points and inflate the score by some nats, differently for each family (docs/studies/model_choice.md). The
    transform is that of all configurations; it depends on U, not on z.

    All log-likelihoods are those of z in its own units, so they are comparable between densities. Counts are the
    exception: "poisson" and "binomial" give probabilities of whole numbers, the others densities. The two are roughly
    comparable only for whole numbers one apart. If both kinds are compared, a message says so.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> u = np.arange(1.0, 31)
    >>> z = np.where(u > 12, 1.0, 4.0) + np.sin(7 * u)
    >>> comparison = sp.compare(u, z, boundaries="linear", folds=3)
    >>> comparison.best_pair()
    ('linear', 'gaussian')
    >>> comparison.table[["density", "cv_loglik", "cv_behind"]].round(1)
        density  cv_loglik  cv_behind
    0  gaussian      -33.5        0.0
    1   laplace      -39.5        6.0

    A sequence that falls in a straight line and then stays. The line is straight in u, not in its logarithm:

    >>> z = np.maximum(0, 12 - u) + np.sin(7 * u)
    >>> shapes = ("levels", "ramp")
    >>> options = {"densities": "gaussian", "boundaries": "linear", "transform": "standardize", "folds": 3}
    >>> sp.compare(u, z, shapes=shapes, **options).best_pair()
    ('linear', 'gaussian', 'ramp')
    """
    import pandas as pd

    data = read_observations(U, z)
    # Report an error that concerns all pairs once, not once per pair.
    choose_transform(data.U, data.names, transform)
    options = {
        "softness": require_choice(softness, SOFTNESS, "softness"),
        "transform": transform,
        "n_starts": None if n_starts is None else require_count(n_starts, "n_starts"),
        "ridge": None if ridge is None else require_number(ridge, "ridge", at_least=0),
        "random_state": _seed(random_state),
        "better": require_better(better),
    }
    pairs = read_candidate_models(boundaries, densities, shapes, len(data.names))
    fold_of = assign_folds(data.U, data.z, folds, repeats, options["random_state"])
    table, values = pd.DataFrame(data.U, columns=list(data.names)), pd.Series(data.z, name=data.z_name)
    made = run_all(_fit_pair, [(table, values, *pair, options) for pair in pairs.values()], n_jobs, "fits")
    fits = {pair: found for pair, found in zip(pairs, made, strict=True) if isinstance(found, BoundaryFit)}
    reasons = {pair: found for pair, found in zip(pairs, made, strict=True) if isinstance(found, str)}
    if not fits:
        (pair, reason), *_ = reasons.items()
        raise NoBoundaryError(f"no pair could be fitted; {', '.join(pair[:2])}: {reason}")
    splits = [fold == k for fold in fold_of for k in range(folds or 0)]
    tasks = [(found, held_out) for found in fits.values() for held_out in splits]
    scored = iter(run_all(score_held_out, tasks, n_jobs, "folds"))
    candidates = []
    for pair in pairs:
        outcomes = [next(scored) for _ in splits] if pair in fits else []
        scores, one_level, trouble = collect(outcomes, splits, len(fold_of))
        boundary, density, shape = pair
        reason = reasons.get(pair, trouble)
        candidates.append(Candidate(boundary, density, fits.get(pair), scores, one_level, reason, shape))
    return Comparison(tuple(candidates), fold_of, folds, _messages(candidates))


def _seed(random_state: int | np.random.Generator | None) -> int:
    if isinstance(random_state, int | np.integer) and not isinstance(random_state, bool):
        return require_count(random_state, "random_state", at_least=0)
    return int(require_generator(random_state).integers(2**32))


def _fit_pair(U: Any, z: Any, boundary: Any, density: Any, shape: Any, options: dict[str, Any]) -> BoundaryFit | str:
    """Return the fit, or the reason for its failure. Warnings are suppressed: they are in the fit's messages."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SoftProfileWarning)
        try:
            return fit(U, z, boundary=boundary, density=density, shape=shape, **options)
        except FIT_ERRORS as error:
            return str(error) or type(error).__name__


def _described(candidate: Candidate) -> str:
    """Name a candidate in a message."""
    pair = " and ".join(candidate.pair)
    return pair if candidate.shape == Levels.name else f"{pair} with shape {candidate.shape}"


def _messages(candidates: Sequence[Candidate]) -> tuple[Message, ...]:
    messages = []
    fitted = [candidate for candidate in candidates if candidate.fit is not None]
    discrete = {candidate.density: candidate.fit.density.discrete for candidate in fitted if candidate.fit is not None}
    if len(set(discrete.values())) > 1:
        counts = " and ".join(name for name, is_discrete in discrete.items() if is_discrete)
        text = (
            f"{counts} gives probabilities of whole numbers, but the other densities are continuous: "
            "their log-likelihoods are only roughly comparable, and only if z are whole numbers one apart."
        )
        messages.append(Message("counts-and-densities", text))
    scored = [candidate for candidate in candidates if candidate.scores is not None]
    if scored:
        best = max(scored, key=total_score)
        if best.scores is not None and best.one_level is not None and best.scores.sum() <= best.one_level.sum():
            text = "no boundary predicts held-out z better than a single level does: there may be no plateau to find."
            messages.append(Message("no-better-than-one-level", text))
    pairs_of: dict[Message, list[str]] = {}
    for candidate in candidates:
        failures = [Message("pair-failed", candidate.reason)] if candidate.reason else []
        for message in failures + list(candidate.fit.messages if candidate.fit is not None else ()):
            pairs_of.setdefault(message, []).append(_described(candidate))
    return (*messages, *(message.about(", ".join(pairs)) for message, pairs in pairs_of.items()))
