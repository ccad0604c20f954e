"""Result of a plateau test: the verdict, p-values and a one-sentence conclusion."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from softprofile.trust.plateau.sequential_p_value import MonteCarlo
from softprofile.trust.plateau.trends import LEVEL_RATE
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.upward import upward
from softprofile.util.validation import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from softprofile.report.summaries.summary import Summary

PLATEAU = "plateau"
NO_CHANGE = "no change"
STEADY_CHANGE = "steady change"
TURNING_POINT = "turning point"
NOT_LEVELLED_OFF = "not levelled off"

#: All verdicts.
VERDICTS = (PLATEAU, NO_CHANGE, STEADY_CHANGE, TURNING_POINT, NOT_LEVELLED_OFF)


@dataclass(frozen=True, eq=False)
class PlateauTest(ReadOnlyArrays):
    """Result of a plateau test, against one level and against a ramp.

    Returned by `BoundaryFit.test_plateau` and `Elbow.test_plateau`, which describe the tests.

    Attributes
    ----------
    verdict : {"no change", "steady change", "turning point", "not levelled off", "plateau"}
        The conclusion.
    change : MonteCarlo
        First test. Log-likelihood ratio of the fit to a single density; the null distribution is that of permuted z
        or, for sorted values, that of sorted samples of one population.
    steady : MonteCarlo or None
        Second test. Gaussian log-likelihood ratio of two levels, or a curve, to a ramp; the null distribution is that
        of the fitted ramp with permuted residuals. None if the first test finds no change, and for sorted values.
    rates : tuple of two floats or None
        Rate of change of z within side 1 and side 2, relative to the ramp: 1 on a ramp, 0 on a level. None if there was
        no second test.
    level : float
        Significance level of both tests.
    z_name : str
        Name of the performance z.
    population : {"normal", "uniform", ""}
        For sorted values, the population with the larger p-value. Empty otherwise.
    shape : {"levels", "transition", "ramp"}
        Shape of the fit that was tested.
    extend : tuple of (str, str)
        Ranges to extend because z still improves there, such as ``(("x", "above 10"),)``. Known only if the fit was
        told which values of z are better.

    Examples
    --------
    >>> import softprofile as sp
    >>> e = sp.elbow([5.2, 4.8, 5.1, 4.9, 5.3, 1.1, 0.8, 1.2, 0.9, 1.0, 1.3, 0.7])
    >>> t = e.test_plateau(n=99)
    >>> t
    PlateauTest('plateau', statistic=28.06, p_value=0.01, n=99, steady_p_value=0.01)
    >>> print(t.sentence)  # doctest: +NORMALIZE_WHITESPACE
    z has a plateau: two levels are 28.1 nats likelier than one (p = 0.01, 99 permutations) and fit better than they
    would if z changed steadily (p = 0.01).
    """

    verdict: str
    change: MonteCarlo
    steady: MonteCarlo | None
    rates: tuple[float, float] | None
    level: float
    z_name: str
    population: str = ""
    shape: str = "levels"
    extend: tuple[tuple[str, str], ...] = ()

    @property
    def statistic(self) -> float:
        """Log-likelihood ratio of two levels, or a curve, to one level, in nats."""
        return self.change.statistic

    @property
    def p_value(self) -> float:
        """P-value of the first test: whether z depends on the configuration."""
        return self.change.p_value

    @property
    def n(self) -> int:
        """Number of permutations drawn in the first test."""
        return self.change.n

    @property
    def null(self) -> Array:
        """Statistics of the permutations in the first test."""
        return self.change.null

    @property
    def steady_p_value(self) -> float | None:
        """P-value of the second test, against a ramp; None if it was not done."""
        return None if self.steady is None else self.steady.p_value

    @property
    def sentence(self) -> str:
        """The conclusion in one sentence."""
        return _sorted_sentence(self) if self.population else _sentence(self)

    def summary(self) -> Summary:
        """Tabulate both tests, with the conclusion below.

        Returns
        -------
        Summary
            Tables with a note below. ``print`` shows them as text; the methods ``as_text()``, ``as_html()`` and
            ``as_latex()`` return strings.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.2, 4.8, 5.1, 4.9, 5.3, 1.1, 0.8, 1.2, 0.9, 1.0, 1.3, 0.7])
        >>> t = e.test_plateau(n=99)
        >>> print(t.summary())  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
        Test of the plateau
        ...
        Performance:                    z        Level:            0.05
        Verdict:                        plateau  Null hypothesis:  permutations
        ...
        """
        return upward("report.summaries.plateau:summarize_plateau")(self)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plot the null distribution of the decisive test and the observed statistic.

        The decisive test is the second one (two levels against a ramp) if it was made, else the first.

        Parameters
        ----------
        ax : Axes, optional
            Axes to draw on. By default, a new figure.

        Returns
        -------
        Axes
            The axes of the histogram.

        Examples
        --------
        >>> import softprofile as sp
        >>> e = sp.elbow([5.2, 4.8, 5.1, 4.9, 5.3, 1.1, 0.8, 1.2, 0.9, 1.0, 1.3, 0.7])
        >>> t = e.test_plateau(n=99)
        >>> t.plot().get_title()
        'z: plateau'
        """
        return upward("report.plotting:plot_plateau")(self, ax=ax)

    def __repr__(self) -> str:
        steady = "" if self.steady is None else f", steady_p_value={self.steady.p_value:.3g}"
        return (
            f"PlateauTest({self.verdict!r}, statistic={self.statistic:.4g}, p_value={self.p_value:.3g}, n={self.n}"
            f"{steady})"
        )


def _sentence(test: PlateauTest) -> str:
    z, change, steady = test.z_name, test.change, test.steady
    curve = test.shape != "levels"
    model, than = (f"the {test.shape}", "one level") if curve else ("two levels", "one")
    are, fit, they = ("is", "fits", "it") if curve else ("are", "fit", "they")
    if steady is None or test.rates is None:
        subject = f"the {test.shape} of {z}" if curve else f"two levels of {z}"
        return (
            f"No plateau is shown: {subject} {are} {change.statistic:.1f} nats likelier than {than}, no more "
            f"than noise alone may give (p = {change.p_value:.2g}, {change.n} permutations)."
        )
    changes = f"{z} changes with the configuration (p = {change.p_value:.2g})"
    if test.verdict == PLATEAU:
        return (
            f"{z} has a plateau: {model} {are} {change.statistic:.1f} nats likelier than {than} "
            f"(p = {change.p_value:.2g}, {change.n} permutations) and {fit} better than {they} would if {z} changed "
            f"steadily (p = {steady.p_value:.2g})."
        )
    if test.verdict == NOT_LEVELLED_OFF:
        return f"{changes} but has not levelled off within the range{_extension(test) or ', in either direction'}."
    if test.verdict == TURNING_POINT:
        return (
            f"{changes} but has a turning point in the middle of the range: it has a best or worst region there "
            "rather than a plateau."
        )
    if steady.p_value > test.level:
        return (
            f"{changes}, but there is no evidence that it levels off: {model} {fit} no better than {they} would if "
            f"{z} changed steadily over the whole range (p = {steady.p_value:.2g}){_extension(test)}."
        )
    flattest = min((abs(rate) for rate in test.rates if not math.isnan(rate)), default=math.nan)
    return (
        f"{changes}, but hardly levels off: on the flatter side it still changes {flattest:.2f} times as fast as a "
        f"ramp would, more than the {LEVEL_RATE:g} that a plateau may have{_extension(test)}."
    )


def _extension(test: PlateauTest) -> str:
    """Say which ranges to extend, if that is known."""
    return ": extend " + " and ".join(f"{name} {way}" for name, way in test.extend) if test.extend else ""


def _sorted_sentence(test: PlateauTest) -> str:
    z, change = test.z_name, test.change
    samples = f"sorted samples of one {test.population} population (p = {change.p_value:.2g}, {change.n} samples)"
    if test.verdict == PLATEAU:
        return f"The sorted values of {z} have two levels, clearer than those of {samples}."
    return (
        f"There is no evidence that the sorted values of {z} level off: two levels are no clearer in them than in "
        f"{samples}."
    )
