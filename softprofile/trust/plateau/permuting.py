"""Refits of permuted data, with a statistic that is the same function of every permutation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.model.likelihood import Likelihood
from softprofile.trust.plateau.sequential_p_value import MonteCarloSettings
from softprofile.util.errors import NoBoundaryError
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array

# Streams of random draws, one per test.
CHANGE_STREAM, STEADY_STREAM = 0, 1


def loglik_ratio(fit: BoundaryFit, z: Array, seed: int) -> float:
    """Refit z as `fit` was fitted and compute the log-likelihood ratio to one density; 0 if no boundary fits."""
    one = float(Likelihood(z, fit.settings.density).soft(np.zeros(len(z))).loglik)
    try:
        return refit(fit, z, rng=start_generator(fit, seed)).loglik - one
    except NoBoundaryError:
        return 0.0


@dataclass(frozen=True)
class PermutedLoglikRatio:
    """Log-likelihood ratio of two densities to one, for permutations of z."""

    fit: BoundaryFit
    settings: MonteCarloSettings

    def __call__(self, i: int) -> float:
        """Compute the statistic of the i-th permutation."""
        return loglik_ratio(
            self.fit, permuted(self.fit, self.fit.z, self.settings.rng(CHANGE_STREAM, i)), self.settings.seed
        )


def permuted(fit: BoundaryFit, values: Array, rng: np.random.Generator) -> Array:
    """Permute the values in a way that does not depend on the order of the rows."""
    rows = np.lexsort((fit.z, *fit.U.T))
    shuffled = np.empty_like(values)
    shuffled[rows] = values[rng.permutation(rows)]
    return shuffled


def start_generator(fit: BoundaryFit, seed: int) -> np.random.Generator:
    """Return the generator of the starts.

    It is the same for all z. The statistic is then one fixed function of z, as exchangeability requires.
    """
    return random_stream(seed if fit.settings.random_state is None else fit.settings.random_state)
