"""A callable for the argument `refit` of scikit-learn's searches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from softprofile.doors.candidates import require_options
from softprofile.doors.scikit_learn.cv_results import read_cv_results
from softprofile.fitting.good_side import resolve_side
from softprofile.util.errors import InputError, NoBoundaryError

_SCORES = re.compile(r"(mean|split\d+)_(train|test)_")


@dataclass(frozen=True)
class PlateauRefit:
    """Callable for `refit=` that selects a configuration on the plateau.

    `plateau_refit` makes it, and checks its arguments. It can be pickled, cloned and printed.

    Attributes
    ----------
    z : str
        Column of the performance.
    params : str, tuple of str or None
        Names of the parameters that are the coordinates; None for all that take more than one value.
    side : {1, 2} or None
        Side of the boundary to choose from; None for both sides.
    where : mapping or None
        Values of other parameters to keep.
    iteration : int or None
        Iteration of a halving search.
    options : mapping
        Options of `softprofile.fit`.

    Examples
    --------
    >>> import softprofile as sp
    >>> refit = sp.plateau_refit("mean_test_score", boundary="linear")
    >>> refit.side
    2
    >>> cv_results = {
    ...     "param_max_depth": [1, 2, 3, 4, 5, 6, 7, 8],
    ...     "mean_test_score": [0.51, 0.50, 0.52, 0.91, 0.90, 0.92, 0.91, 0.90],
    ... }
    >>> refit(cv_results)
    3
    """

    z: str = "mean_train_score"
    params: str | tuple[str, ...] | None = None
    side: int | None = 2
    where: Mapping[str, Any] | None = None
    iteration: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, cv_results: Any) -> int:
        """Return the row of `cv_results` to select."""
        try:
            candidates = read_cv_results(cv_results, self.z, self.params, self.where, self.iteration)
            return int(candidates.rows[candidates.fit(self.options).nearest_index(self.side)])
        except (InputError, NoBoundaryError) as error:
            # The search would discard its results, possibly those of hours of work.
            error.cv_results = cv_results  # type: ignore[union-attr]
            error.add_note("The search is not lost: its results are the attribute cv_results of this exception.")
            raise


def plateau_refit(
    z: str = "mean_train_score",
    *,
    params: str | Iterable[str] | None = None,
    side: int | str = "good",
    where: Mapping[str, Any] | None = None,
    iteration: int | None = None,
    **options: Any,
) -> PlateauRefit:
    """Have a scikit-learn search select a configuration on the plateau.

    With ``GridSearchCV(..., refit=plateau_refit(), return_train_score=True)``, the attributes `best_index_`,
    `best_params_` and `best_estimator_` belong to the evaluated configuration nearest to the representative point,
    instead of that with the highest mean test score. `fit_cv_results` with the same arguments returns the fit behind
    the choice, to print and to plot.

    Parameters
    ----------
    z : str, default="mean_train_score"
        Column of the performance, as in `fit_cv_results`.
    params : str or iterable of str, optional
        Names of the parameters that are the coordinates, as in `fit_cv_results`.
    side : {"good", "any", 1, 2}, default="good"
        Side of the boundary to choose from. "good" is the side with the larger score: the configurations that reached
        the plateau. "any" takes the nearest of all configurations, as in the paper's Eq. (12). 1 and 2 are the sides
        with the smaller and the larger `z`; one of these is needed if `z` is not a score, such as "mean_fit_time".
    where : mapping, optional
        Values of other parameters to keep, as in `fit_cv_results`.
    iteration : int, optional
        Iteration of a halving search, as in `fit_cv_results`.
    **options : dict
        Options of `softprofile.fit`.

    Returns
    -------
    PlateauRefit
        The callable to pass as `refit`.

    Raises
    ------
    InputError
        If an option or `side` is not valid. An error during the search carries the results of the search in its
        attribute `cv_results`.

    Notes
    -----
    With a callable `refit`, scikit-learn sets no `best_score_`.

    HalvingGridSearchCV and HalvingRandomSearchCV accept a callable but do not call it. Call it yourself:
    ``search.cv_results_["params"][plateau_refit()(search.cv_results_)]``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import softprofile as sp
    >>> grid = {"max_depth": [1, 2, 3, 4, 5, 6], "min_samples_leaf": [1, 5, 10, 20, 40]}
    >>> refit = sp.plateau_refit(boundary="linear")
    >>> search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=2, refit=refit, return_train_score=True)
    >>> search = search.fit(*load_iris(return_X_y=True))
    >>> search.best_index_ == sp.fit_cv_results(search, boundary="linear").nearest_index(side=2)
    True
    """
    require_options(options)
    names = params if params is None or isinstance(params, str) else tuple(params)
    chosen = resolve_side(side, "higher" if _SCORES.match(z) else None, z)
    return PlateauRefit(z, names, chosen, where, iteration, options)
