"""Plateau test of an elbow, and of sorted values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softprofile.fitting.elbow import Elbow, allowed_splits
from softprofile.fitting.elbow_curve import find_curve_elbow
from softprofile.fitting.find_elbow import first_best
from softprofile.model.densities import Density, Gaussian
from softprofile.model.likelihood import Likelihood
from softprofile.model.shapes import Transition
from softprofile.trust.plateau.boundary_plateau import decide_verdict
from softprofile.trust.plateau.curve_plateau import plateau_test_of_curve
from softprofile.trust.plateau.levelling_off import with_range_of_curve
from softprofile.trust.plateau.permuting import CHANGE_STREAM, STEADY_STREAM
from softprofile.trust.plateau.results import NO_CHANGE, PLATEAU, STEADY_CHANGE, PlateauTest
from softprofile.trust.plateau.sequential_p_value import MonteCarloSettings, sequential_p_value
from softprofile.trust.plateau.trends import (
    fit_ramp,
    has_turning_point,
    levels_to_ramp_loglik_ratio,
    rates_within_sides,
)
from softprofile.util.errors import InputError
from softprofile.util.validation import Array

#: Populations from which sorted samples are drawn.
POPULATIONS = ("normal", "uniform")


def plateau_test_of_elbow(elbow: Elbow, settings: MonteCarloSettings, sorted_values: bool | None) -> PlateauTest:
    """Test an elbow as a fit is tested, or compare sorted values with sorted samples. See `Elbow.test_plateau`."""
    order = np.lexsort((elbow.z, elbow.u))
    sequence = Sequence(elbow.u[order], elbow.z[order], elbow.splits, elbow.density)
    monotone = is_monotone(sequence.z)
    if sorted_values and not monotone:
        raise InputError("sorted_values is true, but z neither only falls nor only rises: sort it, or leave that out.")
    if monotone and (elbow.given_u is None if sorted_values is None else sorted_values):
        return _test_sorted(sequence, settings, elbow.z_name)
    if elbow.curve is not None:
        return plateau_test_of_curve(elbow.curve, settings)
    change = sequential_p_value(sequence.loglik_ratio(sequence.z), PermutedSequence(sequence, settings), settings)
    if change.p_value > settings.level:
        return PlateauTest(NO_CHANGE, change, None, None, settings.level, elbow.z_name)
    shape, V = sequence.with_real_valued_density(), sequence.u[:, None]
    parts = shape.parts(sequence.z)
    steady = sequential_p_value(
        levels_to_ramp_loglik_ratio(V, sequence.z, parts), PermutedTrendResiduals(shape, settings), settings
    )
    before, after = rates_within_sides(V, sequence.z, parts)
    found = (before, after) if elbow.first_side == 1 else (after, before)
    verdict = decide_verdict(steady, found, turning=has_turning_point(V, sequence.z, parts), level=settings.level)
    test = PlateauTest(verdict, change, steady, found, settings.level, elbow.z_name)
    return test if elbow.better is None else _with_range(test, elbow)


def _with_range(test: PlateauTest, elbow: Elbow) -> PlateauTest:
    """Revise the verdict on an elbow that knows its good side, see `with_range_of_levels`."""
    fit = find_curve_elbow(
        elbow.z, elbow.given_u, (elbow.u_name, elbow.z_name), Gaussian(), Transition(), elbow.better
    ).curve
    assert fit is not None
    means = sum(float(np.var(part) * len(part)) for part in (elbow.z[elbow.sides == side] for side in (1, 2)))
    return with_range_of_curve(test, fit, means)


def is_monotone(z: Array) -> bool:
    """Test whether z is monotone."""
    steps = np.diff(z)
    return bool(np.all(steps <= 0) or np.all(steps >= 0))


@dataclass(frozen=True)
class Sequence:
    """The values z in the order of u, and the splits allowed."""

    u: Array
    z: Array
    splits: npt.NDArray[np.int64]
    density: Density

    def loglik_ratio(self, z: Array) -> float:
        """Compute the log-likelihood ratio of the best split of z to a single density."""
        one = float(Likelihood(z, self.density).soft(np.zeros(len(z))).loglik)
        return float(np.max(self.density.split_logliks(z)[self.splits - 1])) - one

    def parts(self, z: Array) -> npt.NDArray[np.int64]:
        """Return the part of each point: 1 before the best split of z, 2 after it."""
        split = self.splits[first_best(self.density.split_logliks(z)[self.splits - 1])]
        return np.where(np.arange(len(z)) < split, 1, 2)

    def with_real_valued_density(self) -> Sequence:
        """Replace a density that does not accept all real numbers, such as that of counts, by the Gaussian."""
        if self.density.location_scale:
            return self
        tied = np.flatnonzero(np.diff(self.u) == 0) + 1
        splits = np.setdiff1d(allowed_splits(len(self.z), None, Gaussian.min_points), tied)
        return Sequence(self.u, self.z, splits, Gaussian())


@dataclass(frozen=True)
class PermutedSequence:
    """Log-likelihood ratio of the best split to a single density, for permutations of z."""

    sequence: Sequence
    settings: MonteCarloSettings

    def __call__(self, i: int) -> float:
        """Compute the statistic of the i-th permutation."""
        return self.sequence.loglik_ratio(self.settings.rng(CHANGE_STREAM, i).permutation(self.sequence.z))


@dataclass(frozen=True)
class PermutedTrendResiduals:
    """Log-likelihood ratio of two levels to a ramp, for the fitted ramp with permuted residuals."""

    sequence: Sequence
    settings: MonteCarloSettings

    def __call__(self, i: int) -> float:
        """Compute the statistic of the i-th permutation."""
        V = self.sequence.u[:, None]
        steady = fit_ramp(V, self.sequence.z)
        z = steady.fitted + self.settings.rng(STEADY_STREAM, i).permutation(steady.residuals)
        return levels_to_ramp_loglik_ratio(V, z, self.sequence.parts(z))


@dataclass(frozen=True)
class SortedSample:
    """Log-likelihood ratio of the best split to a single density, for sorted samples of one population."""

    sequence: Sequence
    settings: MonteCarloSettings
    population: str

    def __call__(self, i: int) -> float:
        """Compute the statistic of the i-th sample."""
        rng, n = self.settings.rng(POPULATIONS.index(self.population), i), len(self.sequence.z)
        sample = rng.standard_normal(n) if self.population == "normal" else rng.random(n)
        return self.sequence.loglik_ratio(np.sort(sample))


def _test_sorted(sequence: Sequence, settings: MonteCarloSettings, z_name: str) -> PlateauTest:
    """Compare with sorted samples of each population; the population with the largest p-value decides."""
    shape = sequence.with_real_valued_density()
    observed = shape.loglik_ratio(shape.z)
    answers = {
        name: sequential_p_value(observed, SortedSample(shape, settings, name), settings) for name in POPULATIONS
    }
    nearest = max(answers, key=lambda name: answers[name].p_value)
    change = answers[nearest]
    verdict = PLATEAU if change.p_value <= settings.level else STEADY_CHANGE
    return PlateauTest(verdict, change, None, None, settings.level, z_name, nearest)
