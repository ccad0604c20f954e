"""Result of a comparison: table of criteria, matrix of agreement and best pair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.model.shapes import Levels
from softprofile.trust.comparison.criteria import CRITERIA, TWO_STEP, information_criteria
from softprofile.trust.comparison.folds import Folds
from softprofile.util.errors import InputError, require_choice
from softprofile.util.messages import Message
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.upward import upward
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from softprofile.report.summaries.summary import Summary

#: Names of the boundary and the density of a model, and of its shape if others than two levels are compared.
ModelNames = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Candidate(ReadOnlyArrays):
    """Fit and scores of one pair of a boundary and a density, with a shape.

    Attributes
    ----------
    boundary : str
        Name of the boundary.
    density : str
        Name of the density.
    fit : BoundaryFit or None
        Fit to all data; None if it failed.
    scores : ndarray of shape (n,) or None
        Log predictive density of each z from the fits without it, averaged over the repeats. None if cross-validation
        was skipped or failed.
    one_level : ndarray of shape (n,) or None
        The same scores without a boundary, with one density for all z.
    reason : str
        Why there is no fit or no score; empty otherwise.
    shape : str
        Name of the shape.
    """

    boundary: str
    density: str
    fit: BoundaryFit | None = None
    scores: Array | None = None
    one_level: Array | None = None
    reason: str = ""
    shape: str = Levels.name

    @property
    def pair(self) -> ModelNames:
        """Names of the boundary and the density."""
        return self.boundary, self.density


@dataclass(frozen=True, eq=False)
class Comparison(ReadOnlyArrays):
    """Comparison of pairs of a boundary and a density, fitted to the same data.

    Returned by `compare`. If other shapes than two levels were compared, the name of the shape comes third in the names
    of a pair.

    Attributes
    ----------
    candidates : tuple of Candidate
        Fit and scores of each pair, in the order given to `compare`.
    fold_of : ndarray of int of shape (repeats, n)
        Fold of each point in each repeat.
    folds : int or None
        Number of folds; None without cross-validation.
    messages : tuple of Message
        Caveats about the comparison, and those of the individual fits: see `softprofile.Message`.

    Examples
    --------
    >>> import numpy as np
    >>> import softprofile as sp
    >>> u = np.arange(1.0, 31)
    >>> z = np.where(u > 12, 1.0, 4.0) + np.sin(7 * u)
    >>> comparison = sp.compare(u, z, boundaries="linear", folds=3)
    >>> comparison
    Comparison(2 pairs, 2 fitted; best by cv_loglik: linear, gaussian)
    >>> comparison.agreement.to_numpy()  # both put all points on the same sides
    array([[1., 1.],
           [1., 1.]])
    """

    candidates: tuple[Candidate, ...]
    fold_of: Folds
    folds: int | None
    messages: tuple[Message, ...] = ()

    @property
    def table(self) -> pd.DataFrame:
        """Criteria of all pairs, one row per pair, the best cross-validated first.

        Pairs without a fit come last, with the reason in the column ``note``. The columns are:

        - ``loglik``, ``df``, ``AIC``, ``BIC``: log-likelihood of the fit to all data, its number of parameters,
          2 df - 2 loglik and df log(n) - 2 loglik.
        - ``cv_loglik``, ``cv_se``: cross-validated log-likelihood, the sum of the log predictive densities of all
          points, and its standard error.
        - ``cv_behind``, ``cv_behind_se``: difference from the best pair's cv_loglik, and its standard error from the
          paired differences of the points.
        - ``cv_gain``: difference from the cv_loglik of the same density without a boundary.
        - ``agreement``: share of points on the same side as in the best pair's fit.
        """
        import pandas as pd

        rows = []
        for candidate in self.candidates:
            criteria = {} if candidate.fit is None else information_criteria(candidate.fit)
            names = {"boundary": candidate.boundary, "density": candidate.density, "shape": candidate.shape}
            rows.append({**names, "note": candidate.reason, **criteria, **self._cross_validated(candidate)})
        table = pd.DataFrame(rows, columns=[*_COLUMNS, "note"])
        table["df"] = table["df"].astype("Int64")
        table["agreement"] = self._agreement_with_best()
        by = "cv_loglik" if self._scored else "BIC"
        return table.sort_values(by, ascending=not CRITERIA[by], kind="stable", ignore_index=True)

    @property
    def fits(self) -> dict[ModelNames, BoundaryFit]:
        """The fits by (boundary, density), or by (boundary, density, shape).

        The shape belongs to the names if other shapes than two levels were compared. Pairs that could not be fitted are
        left out.
        """
        return {self.names_of(each): each.fit for each in self.candidates if each.fit is not None}

    def names_of(self, candidate: Candidate) -> ModelNames:
        """Return the names of a candidate in `fits`, `scores` and `agreement`.

        Parameters
        ----------
        candidate : Candidate
            One of `candidates`.

        Returns
        -------
        tuple of str
            Names of the boundary and the density, and of the shape if other shapes than two levels were compared.

        Examples
        --------
        >>> import numpy as np
        >>> import softprofile as sp
        >>> u = np.arange(1.0, 31)
        >>> comparison = sp.compare(u, np.where(u > 12, 1.0, 4.0) + np.sin(7 * u), boundaries="linear", folds=None)
        >>> comparison.names_of(comparison.candidates[1])
        ('linear', 'laplace')
        """
        return (*candidate.pair, candidate.shape) if self._has_curves else candidate.pair

    @property
    def _has_curves(self) -> bool:
        return any(candidate.shape != Levels.name for candidate in self.candidates)

    def _index(self, names: Iterable[ModelNames]) -> pd.MultiIndex:
        import pandas as pd

        levels = ["boundary", "density", *(["shape"] if self._has_curves else [])]
        return pd.MultiIndex.from_tuples(list(names), names=levels)

    @property
    def scores(self) -> pd.DataFrame:
        """Cross-validated log predictive density of every point, one column per pair."""
        import pandas as pd

        scored = self._scored
        columns = self._index(self.names_of(candidate) for candidate in scored)
        values = np.column_stack([c.scores for c in scored if c.scores is not None]) if scored else None
        return pd.DataFrame(values, columns=columns)

    @property
    def agreement(self) -> pd.DataFrame:
        """Share of points that two fits put on the same side, as a matrix."""
        import pandas as pd

        fits = self.fits
        sides = np.array([fit.sides for fit in fits.values()])
        names = self._index(fits)
        return pd.DataFrame((sides[:, None] == sides).mean(axis=-1), index=names, columns=names)

    def best_pair(self, criterion: str = "cv_loglik") -> ModelNames:
        """Name the best pair by a criterion; of tied pairs, the first.

        Parameters
        ----------
        criterion : {"cv_loglik", "AIC", "BIC", "loglik", "two-step"}, default "cv_loglik"
            "two-step" takes the density of the best pair by AIC and, among the pairs with that density, the best by
            cv_loglik. docs/studies/model_choice.md reports how often each criterion is right.

        Returns
        -------
        tuple of str
            Names of the boundary and the density, and of the shape if other shapes than two levels were compared.

        Raises
        ------
        InputError
            If the criterion is unknown, or needs cross-validation and there was none.

        Examples
        --------
        >>> import numpy as np
        >>> import softprofile as sp
        >>> u = np.arange(1.0, 31)
        >>> z = np.where(u > 12, 1.0, 4.0) + np.sin(7 * u)
        >>> comparison = sp.compare(u, z, boundaries="linear", folds=3)
        >>> comparison.best_pair("two-step")
        ('linear', 'gaussian')
        """
        require_choice(criterion, [*CRITERIA, TWO_STEP], "criterion")
        if criterion in ("cv_loglik", TWO_STEP):
            density = self.best_pair("AIC")[1] if criterion == TWO_STEP else None
            among = [candidate for candidate in self._scored if density in (None, candidate.density)]
            if not among:
                raise InputError("nothing was cross-validated: give compare a number of folds, or name AIC or BIC.")
            return self.names_of(max(among, key=total_score))
        values = {pair: information_criteria(fit)[criterion] for pair, fit in self.fits.items()}
        return (max if CRITERIA[criterion] else min)(values, key=lambda pair: values[pair])

    def best(self, criterion: str = "cv_loglik") -> BoundaryFit:
        """Return the fit of the best pair by a criterion.

        Parameters
        ----------
        criterion : {"cv_loglik", "AIC", "BIC", "loglik", "two-step"}, default "cv_loglik"
            As in `best_pair`.

        Returns
        -------
        BoundaryFit
            The fit of the best pair to all data.

        Examples
        --------
        >>> import numpy as np
        >>> import softprofile as sp
        >>> u = np.arange(1.0, 31)
        >>> z = np.where(u > 12, 1.0, 4.0) + np.sin(7 * u)
        >>> comparison = sp.compare(u, z, boundaries="linear", folds=3)
        >>> comparison.best("AIC").nearest_point().to_dict()
        {'u1': 13.0}
        """
        return self.fits[self.best_pair(criterion)]

    def summary(self) -> Summary:
        """Tabulate the criteria of all pairs, with the messages below.

        Returns
        -------
        Summary
            Tables with notes below. ``print`` shows them as text; the methods ``as_text()``, ``as_html()`` and
            ``as_latex()`` return strings.

        Examples
        --------
        >>> import numpy as np
        >>> import softprofile as sp
        >>> u = np.arange(1.0, 31)
        >>> z = np.where(u > 12, 1.0, 4.0) + np.sin(7 * u)
        >>> comparison = sp.compare(u, z, boundaries="linear", folds=3)
        >>> print(comparison.summary())  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
        Boundaries and densities compared
        ...
        linear, gaussian    -32.0   5   73.9   80.9      -33.5     0.0     0.0  25.5  100 %
        linear, laplace     -36.6   5   83.2   90.2      -39.5     6.0     1.6  23.3  100 %
        ...
        """
        return upward("report.summaries.comparison:summarize_comparison")(self)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plot the difference of each pair from the best, with standard errors.

        The difference is that of the cross-validated log-likelihoods.

        Parameters
        ----------
        ax : Axes, optional
            Axes to draw on. By default, a new figure.

        Returns
        -------
        Axes
            The axes.

        Raises
        ------
        InputError
            If there was no cross-validation.

        Examples
        --------
        >>> import numpy as np
        >>> import softprofile as sp
        >>> u = np.arange(1.0, 31)
        >>> z = np.where(u > 12, 1.0, 4.0) + np.sin(7 * u)
        >>> comparison = sp.compare(u, z, boundaries="linear", folds=3)
        >>> [label.get_text() for label in comparison.plot().get_yticklabels()]
        ['linear, gaussian', 'linear, laplace']
        """
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
    *("boundary", "density", "shape", "loglik", "df", "AIC", "BIC"),
    *("cv_loglik", "cv_se", "cv_behind", "cv_behind_se", "cv_gain", "agreement"),
)


def total_score(candidate: Candidate) -> float:
    """Sum the scores of a cross-validated pair."""
    assert candidate.scores is not None
    return float(candidate.scores.sum())


def _se_of_sum(scores: Array) -> float:
    """Compute the standard error of a sum of scores of independent points."""
    return float(np.sqrt(len(scores)) * scores.std(ddof=1))
