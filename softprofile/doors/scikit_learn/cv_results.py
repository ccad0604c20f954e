"""Fit a boundary to the results of a scikit-learn search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from softprofile.doors.candidates import ABSENT, Candidates, Rows, choose_candidates, require_options
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.util.errors import InputError
from softprofile.util.messages import Message
from softprofile.util.validation import Array, read_array

PREFIX = "param_"

# An iteration of a halving search with a smaller share of the candidates has no poor side: only good ones are left.
_SMALLEST_SHARE_OF_CANDIDATES = 0.5

# Which values of a column are better. A scorer is maximised, whatever its name.
_BETTER = {
    r"(mean|split\d+)_(train|test)_.*": "higher",
    r"mean_(fit|score)_time": "lower",
    r"rank_test_.*": "lower",
}


def fit_cv_results(
    cv_results: Any,
    z: str = "mean_train_score",
    *,
    params: str | Iterable[str] | None = None,
    where: Mapping[str, Any] | None = None,
    iteration: int | None = None,
    **options: Any,
) -> BoundaryFit:
    """Fit the boundary where improvement levels off in a scikit-learn search.

    Parameters
    ----------
    cv_results : dict, DataFrame or fitted search
        `search.cv_results_` of GridSearchCV, RandomizedSearchCV or a halving search, the same as a data frame, or the
        fitted search itself.
    z : str, default="mean_train_score"
        Column of the performance. The paper uses the performance on training data, for which the search needs
        ``return_train_score=True``; "mean_test_score" is always available. With several metrics the columns are
        "mean_train_<metric>".
    params : str or iterable of str, optional
        Names of the parameters that are the coordinates, as in the search ("svc__C" in a pipeline). By default all that
        take more than one value. They have to be numeric.
    where : mapping, optional
        Values of other parameters to keep, such as ``{"svc__kernel": "rbf"}``.
    iteration : int, optional
        Iteration of a halving search to use. Scores are comparable only within an iteration, because each iteration has
        its own amount of resources. By default the last iteration with at least half of all candidates, which is the
        first iteration for the usual factor of 3. Later iterations keep only good candidates, so that no poor side is
        left.
    **options : dict
        Options of `softprofile.fit`. `better` is known for most columns: "higher" for scores, which scikit-learn
        maximises, and "lower" for times and ranks.

    Returns
    -------
    BoundaryFit
        The fit. Its rows are the configurations that were used, in their order; `plateau_refit` returns row numbers of
        `cv_results`. The configuration on the good side is ``fit.nearest_point(side="good")``: for scores, side 2.

    Raises
    ------
    InputError
        If there is no column `z`, or a coordinate is not numeric.

    See Also
    --------
    plateau_refit : Have the search select its configuration by this fit.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import softprofile as sp
    >>> grid = {"max_depth": [1, 2, 3, 4, 5, 6], "min_samples_leaf": [1, 5, 10, 20, 40]}
    >>> search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=2, return_train_score=True)
    >>> search = search.fit(*load_iris(return_X_y=True))
    >>> fit = sp.fit_cv_results(search.cv_results_, boundary="linear")
    >>> fit.names
    ('max_depth', 'min_samples_leaf')
    >>> fit.better, fit.good_side
    ('higher', 2)
    >>> bool(fit.z[fit.sides == 2].min() > fit.z[fit.sides == 1].max())  # side 2 holds the better scores
    True
    """
    require_options(options)
    better = options.pop("better", None) or better_of_column(z)
    return read_cv_results(cv_results, z, params, where, iteration).fit({**options, "better": better})


def better_of_column(z: str) -> str | None:
    """Return which values of a column of `cv_results_` are better, or None if its name does not tell."""
    return next((better for pattern, better in _BETTER.items() if re.fullmatch(pattern, str(z))), None)


def read_cv_results(
    cv_results: Any,
    z: str,
    params: str | Iterable[str] | None,
    where: Mapping[str, Any] | None,
    iteration: int | None,
) -> Candidates:
    """Return the comparable configurations of a search, as numbers."""
    results, columns = read_columns(cv_results)
    performance = _performance(results, z)
    rows, messages = _comparable_rows(results, iteration)
    candidates = choose_candidates(columns, performance, z, params=params, where=where, rows=rows)
    return Candidates(candidates.U, candidates.z, candidates.rows, (*messages, *candidates.messages))


def read_columns(cv_results: Any) -> tuple[Any, dict[str, list[Any]]]:
    """Return the mapping or data frame with the results, and the values of each parameter."""
    results = getattr(cv_results, "cv_results_", cv_results)
    if not hasattr(results, "keys") or not any(str(key).startswith(PREFIX) for key in results.keys()):  # noqa: SIM118
        raise InputError(
            "cv_results must be the cv_results_ of a fitted search, a mapping or data frame with columns named "
            f"{PREFIX}..., not {type(cv_results).__name__}."
        )
    columns = {
        str(key).removeprefix(PREFIX): _values(results[key])
        for key in results.keys()  # noqa: SIM118 - a data frame has keys too
        if str(key).startswith(PREFIX)
    }
    return results, columns


def _performance(results: Any, z: str) -> Array:
    """Return the column z."""
    if z in results:
        return read_array(results[z], z)
    available = [str(key) for key in results if str(key).startswith(("mean_train_", "mean_test_"))]
    instead = f"give one of {', '.join(map(repr, available))} as z" if available else "give another column as z"
    if str(z).startswith("mean_train_") and not any(name.startswith("mean_train_") for name in available):
        raise InputError(f"there is no {z!r} in these results: search with return_train_score=True, or {instead}.")
    raise InputError(f"there is no {z!r} in these results: {instead}.")


def _values(column: Any) -> list[Any]:
    """Return the values of a parameter, with ABSENT where a configuration does not have it."""
    values = column.to_numpy() if hasattr(column, "to_numpy") else column
    if not isinstance(values, np.ndarray):
        return list(values)
    mask = np.broadcast_to(np.ma.getmaskarray(values), len(values)).tolist()
    held = np.ma.getdata(values)
    # In a data frame, masked values have become nan.
    return [
        ABSENT if hidden or (isinstance(value, float) and np.isnan(value)) else value
        for value, hidden in zip(held.tolist() if held.dtype != object else list(held), mask, strict=True)
    ]


def _comparable_rows(results: Any, iteration: int | None) -> tuple[Rows | None, list[Message]]:
    """Return the rows of one iteration of a halving search with a note, or None for all rows of another search."""
    if iteration is None:
        if "iter" not in results:
            return None, []
        present, counts = np.unique(np.asarray(results["iter"]), return_counts=True)
        iteration = int(present[counts >= _SMALLEST_SHARE_OF_CANDIDATES * counts[0]][-1])
    return rows_of_iteration(results, iteration)


def rows_of_iteration(results: Any, iteration: int) -> tuple[Rows, list[Message]]:
    """Return the rows of one iteration of a halving search, with a note."""
    if "iter" not in results:
        raise InputError("iteration is for the results of a halving search: leave it out.")
    iterations = np.asarray(results["iter"])
    present = np.unique(iterations)
    if iteration not in present:
        raise InputError(f"there is no iteration {iteration!r}: the search has {', '.join(map(str, present))}.")
    rows = np.flatnonzero(iterations == iteration)
    resources = np.asarray(results["n_resources"])[rows[0]]
    text = (
        f"of this halving search the {len(rows)} configurations of iteration {iteration} are used, "
        f"with {resources} resources each."
    )
    return rows, [Message("halving-iteration", text)]
