"""The choice that scikit-learn's searches leave to `refit`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from softprofile.doors.candidates import require_options
from softprofile.doors.scikit_learn.cv_results import read_cv_results
from softprofile.util.errors import InputError, NoBoundaryError

_SCORES = re.compile(r"(mean|split\d+)_(train|test)_")


@dataclass(frozen=True)
class PlateauRefit:
    """A callable for `refit=` that can be pickled, cloned and shown; `plateau_refit` makes it."""

    z: str = "mean_train_score"
    params: str | tuple[str, ...] | None = None
    side: int | None = 2
    where: Mapping[str, Any] | None = None
    iteration: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, cv_results: Any) -> int:
        """Row of `cv_results` that is to be taken."""
        try:
            candidates = read_cv_results(cv_results, self.z, self.params, self.where, self.iteration)
            return int(candidates.rows[candidates.fit(self.options).nearest_index(self.side)])
        except (InputError, NoBoundaryError) as error:
            # The search would throw its results away, and hours with them.
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
    """Have a scikit-learn search take the evaluated configuration nearest the representative point.

    ``GridSearchCV(..., refit=plateau_refit(), return_train_score=True)`` then has its `best_index_`, `best_params_` and
    `best_estimator_` there, instead of at the highest mean test score. `fit_cv_results` with the same arguments gives
    the fit behind the choice, to print and to draw. (With a callable `refit` scikit-learn sets no `best_score_`.)

    HalvingGridSearchCV and HalvingRandomSearchCV accept a callable but do not call it. Call it yourself:
    ``search.cv_results_["params"][plateau_refit()(search.cv_results_)]``.

    Parameters
    ----------
    z, params, where, iteration
        As in `fit_cv_results`.
    side
        "good": among the configurations that reached the plateau, the side with the greater score. "any": among all,
        as in the paper's Eq. (12). 1 and 2 are the sides with the smaller and the greater `z`: needed where `z` is not
        a score, such as "mean_fit_time".
    options
        Those of `softprofile.fit`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> grid = {"max_depth": [1, 2, 3, 4, 5, 6], "min_samples_leaf": [1, 2, 5, 10, 20, 40]}
    >>> tree = DecisionTreeClassifier(random_state=0)
    >>> search = GridSearchCV(tree, grid, refit=plateau_refit(boundary="linear"), return_train_score=True)
    >>> sorted(search.fit(*load_iris(return_X_y=True)).best_params_)
    ['max_depth', 'min_samples_leaf']
    """
    require_options(options)
    names = params if params is None or isinstance(params, str) else tuple(params)
    return PlateauRefit(z, names, _side(side, z), where, iteration, options)


def _side(side: int | str, z: str) -> int | None:
    if side == "any":
        return None
    if side == "good":
        if not _SCORES.match(z):
            raise InputError(
                f"which side of {z!r} is the good one is not known: say side=1, where it is smaller, or side=2."
            )
        return 2
    if isinstance(side, bool) or side not in (1, 2):
        raise InputError(f"side must be 'good', 'any', 1 or 2, not {side!r}.")
    return int(side)
