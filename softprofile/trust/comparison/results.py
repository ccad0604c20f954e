"""What a comparison returns: plain data, with the table, the matrix of agreement and the best pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.trust.comparison.criteria import CRITERIA, TWO_STEP, information_criteria
from softprofile.trust.comparison.folds import Folds
from softprofile.util.errors import InputError, require_choice
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.upward import upward
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from softprofile.report.summaries.summary import Summary

ModelNames = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Candidate(ReadOnlyArrays):
    """One pair of a boundary and a density.

    Attributes
    ----------
    boundary, density
        Their names.
    fit
        The fit to all data; None where there is none.
    scores
        Log predictive density of each z from the fits that did not see it, averaged over the repeats; None where
        cross-validation was not asked for or failed.
    one_level
        The same without a boundary: one density for all z.
    reason
        Why there is no fit, or no score.
    """

    boundary: str
    density: str
    fit: BoundaryFit | None = None
    scores: Array | None = None
    one_level: Array | None = None
    reason: str = ""

    @property
    def pair(self) -> ModelNames:
        """Boundary and density."""
        return self.boundary, self.density


@dataclass(frozen=True, eq=False)
class Comparison(ReadOnlyArrays):
    """Pairs of a boundary and a density, fitted to the same data.

    Attributes
    ----------
    candidates
        What was found for each pair, in the order asked for.
    fold_of
        Which fold each point was in, of shape (repeats, n).
    folds
        Number of folds; None if there was no cross-validation.
    messages
        What should be known: about the comparison, and what the single fits had to say.
    """

    candidates: tuple[Candidate, ...]
    fold_of: Folds
    folds: int | None
    messages: tuple[str, ...] = ()

    @property
    def table(self) -> pd.DataFrame:
        """One row a pair, the best cross-validated first; pairs without a fit last, with the reason as `note`.

        Columns
        -------
        loglik, df, AIC, BIC
            Log-likelihood of the fit, its degrees of freedom (see `degrees_of_freedom`), 2 df - 2 loglik and
            df log(n) - 2 loglik.
        cv_loglik, cv_se
            Sum over all points of the log predictive density by fits that did not see them, and its standard error.
        cv_behind, cv_behind_se
            How far that is behind the best pair's, and the standard error of this difference, point by point.
        cv_gain
            How far it is ahead of the same density without a boundary.
        agreement
            Share of points on the same side as in the best pair's fit.
        """
        import pandas as pd

        rows = []
        for candidate in self.candidates:
            criteria = {} if candidate.fit is None else information_criteria(candidate.fit)
            names = {"boundary": candidate.boundary, "density": candidate.density, "note": candidate.reason}
            rows.append({**names, **criteria, **self._cross_validated(candidate)})
        table = pd.DataFrame(rows, columns=[*_COLUMNS, "note"])
        table["df"] = table["df"].astype("Int64")
        table["agreement"] = self._agreement_with_best()
        by = "cv_loglik" if self._scored else "BIC"
        return table.sort_values(by, ascending=not CRITERIA[by], kind="stable", ignore_index=True)

    @property
    def fits(self) -> dict[ModelNames, BoundaryFit]:
        """The fits by (boundary, density), as far as there are any."""
        return {candidate.pair: candidate.fit for candidate in self.candidates if candidate.fit is not None}

    @property
    def scores(self) -> pd.DataFrame:
        """The cross-validated log density of every point, one column a pair."""
        import pandas as pd

        scored = self._scored
        columns = pd.MultiIndex.from_tuples([c.pair for c in scored], names=["boundary", "density"])
        values = np.column_stack([c.scores for c in scored if c.scores is not None]) if scored else None
        return pd.DataFrame(values, columns=columns)

    @property
    def agreement(self) -> pd.DataFrame:
        """Share of points that two fits put on the same side, for all pairs of fits."""
        import pandas as pd

        fits = self.fits
        sides = np.array([fit.sides for fit in fits.values()])
        names = pd.MultiIndex.from_tuples(list(fits), names=["boundary", "density"])
        return pd.DataFrame((sides[:, None] == sides).mean(axis=-1), index=names, columns=names)

    def best_pair(self, criterion: str = "cv_loglik") -> ModelNames:
        """Boundary and density of the best fit; the first of equals.

        Parameters
        ----------
        criterion
            "cv_loglik", "AIC", "BIC", "loglik", or "two-step": the density of the best pair by AIC, and of the pairs
            with that density the best by cv_loglik. Which is right how often is in docs/studies/model_choice.md.
        """
        require_choice(criterion, [*CRITERIA, TWO_STEP], "criterion")
        if criterion in ("cv_loglik", TWO_STEP):
            density = self.best_pair("AIC")[1] if criterion == TWO_STEP else None
            among = [candidate for candidate in self._scored if density in (None, candidate.density)]
            if not among:
                raise InputError("nothing was cross-validated: give compare a number of folds, or name AIC or BIC.")
            return max(among, key=total_score).pair
        values = {pair: information_criteria(fit)[criterion] for pair, fit in self.fits.items()}
        return (max if CRITERIA[criterion] else min)(values, key=lambda pair: values[pair])

    def best(self, criterion: str = "cv_loglik") -> BoundaryFit:
        """The fit of `best_pair`."""
        return self.fits[self.best_pair(criterion)]

    def summary(self) -> Summary:
        """The table, and what should be known about it, as text, HTML or LaTeX."""
        return upward("report.summaries.comparison:summarize_comparison")(self)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how far each pair is behind the best, with standard errors."""
        return upward("report.plotting:plot_comparison")(self, ax=ax)

    @property
    def _scored(self) -> list[Candidate]:
        return [candidate for candidate in self.candidates if candidate.scores is not None]

    def _agreement_with_best(self) -> list[float]:
        best = max(self._scored, key=total_score).fit if self._scored else None
        return [
            float(np.mean(c.fit.sides == best.sides)) if c.fit is not None and best is not None else np.nan
            for c in self.candidates
        ]

    def _cross_validated(self, candidate: Candidate) -> dict[str, float]:
        if candidate.scores is None or candidate.one_level is None:
            return {}
        best = max(self._scored, key=total_score).scores
        assert best is not None
        behind = best - candidate.scores
        return {
            "cv_loglik": float(candidate.scores.sum()),
            "cv_se": _se_of_sum(candidate.scores),
            "cv_behind": float(behind.sum()),
            "cv_behind_se": _se_of_sum(behind),
            "cv_gain": float((candidate.scores - candidate.one_level).sum()),
        }

    def __repr__(self) -> str:
        by = "cv_loglik" if self._scored else "BIC"
        best = ", ".join(self.best_pair(by))
        return f"Comparison({len(self.candidates)} pairs, {len(self.fits)} fitted; best by {by}: {best})"


_COLUMNS = (
    *("boundary", "density", "loglik", "df", "AIC", "BIC"),
    *("cv_loglik", "cv_se", "cv_behind", "cv_behind_se", "cv_gain", "agreement"),
)


def total_score(candidate: Candidate) -> float:
    """The cross-validated log-likelihood of a pair that has one."""
    assert candidate.scores is not None
    return float(candidate.scores.sum())


def _se_of_sum(scores: Array) -> float:
    """Standard error of a sum of scores of independent points."""
    return float(np.sqrt(len(scores)) * scores.std(ddof=1))
