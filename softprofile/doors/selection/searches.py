"""From the results of a scikit-learn search to a boundary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from softprofile.doors.selection.columns import ABSENT, Candidates, Rows, choose_candidates, require_options
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.util.errors import InputError
from softprofile.util.messages import Message
from softprofile.util.validation import Array, read_array

PREFIX = "param_"

# Of a halving search, an iteration with fewer of the candidates than this holds those that did well, and no poor side.
_ENOUGH_OF_HALVING = 0.5


def fit_cv_results(
    cv_results: Any,
    z: str = "mean_train_score",
    *,
    params: str | Iterable[str] | None = None,
    where: Mapping[str, Any] | None = None,
    iteration: int | None = None,
    **options: Any,
) -> BoundaryFit:
    """The boundary where improvement levelled off among the configurations of a scikit-learn search.

    Parameters
    ----------
    cv_results
        `search.cv_results_` of GridSearchCV, RandomizedSearchCV or a halving search, the same as a data frame, or the
        fitted search.
    z
        Column of the performance. The paper takes the performance on training data, for which the search needs
        ``return_train_score=True``; "mean_test_score" is always there. With several metrics the columns are
        "mean_train_<metric>".
    params
        Names of the parameters that are the coordinates, as in the search ("svc__C" in a pipeline); unless given, all
        that take more than one value. They have to be numbers.
    where
        Values of other parameters to keep, such as ``{"svc__kernel": "rbf"}``.
    iteration
        Of a halving search scores are comparable within an iteration only, for each has its own amount of resources.
        Unless given, the last one in which at least half of all candidates stand (with the usual factor of 3 the
        first): later ones hold those that did well, and no poor side is left to find a boundary against.
    options
        Those of `softprofile.fit`.

    Returns
    -------
    BoundaryFit
        Its rows are the configurations that were used, in their order; `plateau_refit` gives row numbers of
        `cv_results`. Scores are greater where better, so side 2 is the good one: ``fit.nearest_point(side=2)``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> grid = {"max_depth": [1, 2, 3, 4, 5, 6], "min_samples_leaf": [1, 2, 5, 10, 20, 40]}
    >>> search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, return_train_score=True)
    >>> fit = fit_cv_results(search.fit(*load_iris(return_X_y=True)).cv_results_, boundary="linear")
    >>> fit.names
    ('max_depth', 'min_samples_leaf')
    """
    require_options(options)
    return read_cv_results(cv_results, z, params, where, iteration).fit(options)


def read_cv_results(
    cv_results: Any,
    z: str,
    params: str | Iterable[str] | None,
    where: Mapping[str, Any] | None,
    iteration: int | None,
) -> Candidates:
    """The configurations of a search that can be compared, as numbers."""
    results = getattr(cv_results, "cv_results_", cv_results)
    if not hasattr(results, "keys") or not any(str(key).startswith(PREFIX) for key in results.keys()):  # noqa: SIM118
        raise InputError(
            "cv_results must be the cv_results_ of a fitted search, a mapping or data frame with columns named "
            f"{PREFIX}..., not {type(cv_results).__name__}."
        )
    performance = _performance(results, z)
    columns = {
        str(key).removeprefix(PREFIX): _values(results[key])
        for key in results.keys()  # noqa: SIM118 - a data frame has keys too
        if str(key).startswith(PREFIX)
    }
    rows, messages = _comparable_rows(results, iteration)
    candidates = choose_candidates(columns, performance, z, params=params, where=where, rows=rows)
    return Candidates(candidates.U, candidates.z, candidates.rows, (*messages, *candidates.messages))


def _performance(results: Any, z: str) -> Array:
    if z in results:
        return read_array(results[z], z)
    available = [str(key) for key in results if str(key).startswith(("mean_train_", "mean_test_"))]
    instead = f"give one of {', '.join(map(repr, available))} as z" if available else "give another column as z"
    if str(z).startswith("mean_train_") and not any(name.startswith("mean_train_") for name in available):
        raise InputError(f"there is no {z!r} in these results: search with return_train_score=True, or {instead}.")
    raise InputError(f"there is no {z!r} in these results: {instead}.")


def _values(column: Any) -> list[Any]:
    values = column.to_numpy() if hasattr(column, "to_numpy") else column
    mask = np.broadcast_to(np.ma.getmaskarray(values), len(values)).tolist()
    held = np.ma.getdata(values)
    # A data frame has nan where the search has a mask.
    return [
        ABSENT if hidden or (isinstance(value, float) and np.isnan(value)) else value
        for value, hidden in zip(held.tolist() if held.dtype != object else list(held), mask, strict=True)
    ]


def _comparable_rows(results: Any, iteration: int | None) -> tuple[Rows | None, list[Message]]:
    if "iter" not in results:
        if iteration is not None:
            raise InputError("iteration is for the results of a halving search: leave it out.")
        return None, []
    iterations = np.asarray(results["iter"])
    present, counts = np.unique(iterations, return_counts=True)
    if iteration is None:
        iteration = int(present[counts >= _ENOUGH_OF_HALVING * counts[0]][-1])
    elif iteration not in present:
        raise InputError(f"there is no iteration {iteration!r}: the search has {', '.join(map(str, present))}.")
    rows = np.flatnonzero(iterations == iteration)
    resources = np.asarray(results["n_resources"])[rows[0]]
    text = (
        f"of this halving search the {len(rows)} configurations of iteration {iteration} are used, "
        f"with {resources} resources each."
    )
    return rows, [Message("halving-iteration", text)]
