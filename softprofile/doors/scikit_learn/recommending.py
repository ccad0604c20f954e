"""Recommend a configuration from the results of a scikit-learn search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from softprofile.doors.candidates import Rows
from softprofile.doors.recommending import SearchRows, direction_unknown, read_vector, require_recommend_options
from softprofile.doors.scikit_learn.cv_results import better_of_column, read_columns, rows_of_iteration
from softprofile.util.errors import InputError
from softprofile.util.messages import Message
from softprofile.util.validation import Array, read_array

if TYPE_CHECKING:
    from softprofile.recommendation import Recommendation

MEAN_TEST = "mean_test_"
_MEAN_SCORE = re.compile(r"mean_(train|test)_.*")


def recommend_cv_results(
    cv_results: Any,
    z: str | None = None,
    *,
    params: str | Iterable[str] | None = None,
    where: Mapping[str, Any] | None = None,
    iteration: int | None = None,
    better: str | None = None,
    cost: Any = None,
    simpler: Mapping[str, str] | None = None,
    tolerance: float | None = None,
    rule: str = "edge",
    transform: Any = "auto",
) -> Recommendation:
    """Recommend a configuration from the results of a scikit-learn search.

    The mean test scores are the performance. Their standard errors are the standard deviation over the splits divided
    by the square root of the number of splits. Mean training scores, if the search has them
    (``return_train_score=True``), show which parameters make the model more complex. Categorical parameters, booleans,
    None and parameters that only some of a list of grids have need no option.

    Parameters
    ----------
    cv_results : dict, DataFrame or fitted search
        `search.cv_results_` of GridSearchCV, RandomizedSearchCV or a halving search, the same as a data frame, or the
        fitted search itself.
    z : str, optional
        The performance: a metric such as "accuracy", or a column such as "mean_test_accuracy". Needed if the search has
        several metrics. By default "mean_test_score".
    params : str or iterable of str, optional
        Names of the parameters to consider. By default all that take more than one value.
    where : mapping, optional
        Values of parameters to keep, such as ``{"svc__kernel": "rbf"}``.
    iteration : int, optional
        Iteration of a halving search. By default the configurations that were evaluated with the full resources.
    better : {"lower", "higher"}, optional
        Which values of `z` are better. By default "higher" for scores, and "lower" for times.
    cost : str or array-like of shape (n,), optional
        What a configuration costs: a column of `cv_results` such as "mean_fit_time", or one number per row. Among
        configurations that are as good, the cheapest is recommended.
    simpler : mapping, optional
        Which values of a parameter make a simpler model, such as ``{"max_depth": "lower"}``.
    tolerance : float, optional
        Share of the improvement that may be given up. By default it depends on the noise.
    rule : {"edge", "paper"}, default="edge"
        "edge" recommends a configuration at the edge of the plateau, and none that is worse than the best evaluated by
        more than the noise. "paper" is Eq. (12): the configuration nearest to the representative point.
    transform : str, list or dict, default="auto"
        Transforms of the numeric parameters, as in `softprofile.recommend`.

    Returns
    -------
    Recommendation
        The recommendation. Its `index` is a row of `cv_results`, so that ``cv_results["params"][found.index]`` are the
        parameters; `configuration` and `alternatives` have the same row numbers as labels.

    Raises
    ------
    InputError
        If an option is not valid, there is no column `z`, or `z` is missing in all rows.

    See Also
    --------
    plateau_refit : Have the search itself select this configuration.
    softprofile.recommend : The same for any table of configurations.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import softprofile as sp
    >>> grid = {"max_depth": [1, 2, 3, 4, 5, 6, None], "criterion": ["gini", "entropy"]}
    >>> search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=5).fit(*load_iris(return_X_y=True))
    >>> found = sp.recommend_cv_results(search)
    >>> found.better
    'higher'
    >>> best = search.cv_results_["mean_test_score"].max()
    >>> bool(search.cv_results_["mean_test_score"][found.index] >= best - found.noise)
    True
    """
    require_recommend_options(better=better, simpler=simpler, tolerance=tolerance, rule=rule, transform=transform)
    found = read_search_rows(cv_results, z, iteration, better=better, cost=cost).where(where)
    return found.recommend(params, simpler=simpler, tolerance=tolerance, rule=rule, transform=transform)


def read_search_rows(
    cv_results: Any, z: str | None, iteration: int | None, *, better: str | None = None, cost: Any = None
) -> SearchRows:
    """Return the comparable rows of a search, with their standard errors, training scores and costs.

    Parameters
    ----------
    cv_results : dict, DataFrame or fitted search
        The results.
    z : str or None
        Metric or column of the performance.
    iteration : int or None
        Iteration of a halving search; None for the rows with the full resources.
    better : {"lower", "higher"} or None
        Which values of z are better; None if z is a score.
    cost : str, array-like of shape (n,) or None
        Column of the cost, or the cost itself.

    Returns
    -------
    SearchRows
        The rows.
    """
    results, columns = read_columns(cv_results)
    name = score_column(results, z)
    performance = read_array(results[name], name)
    direction = better or better_of_column(name)
    if direction is None:
        raise direction_unknown(name)
    rows, messages = _full_rows(results, len(performance), iteration)
    vectors = {
        "z_se": _standard_errors(results, name),
        "z_train": _train_scores(results, name),
        "cost": None if cost is None else _cost(results, cost, len(performance)),
    }
    return SearchRows(columns, performance, name, direction, rows, vectors, messages=messages)


def score_column(results: Any, z: str | None) -> str:
    """Return the column of a metric or column name; of the only metric if that is None."""
    if z is not None:
        for name in (z, f"{MEAN_TEST}{z}"):
            if name in results:
                return name
    scores = [str(key) for key in results.keys() if str(key).startswith(MEAN_TEST)]  # noqa: SIM118 - or a data frame
    if z is None and len(scores) == 1:
        return scores[0]
    if not scores:
        raise InputError("these results have no mean test scores: give the column of the performance as z.")
    names = ", ".join(repr(name.removeprefix(MEAN_TEST)) for name in scores)
    if z is None:
        raise InputError(f"the search has several scores: choose one of {names} with z=.")
    remedy = "search with return_train_score=True, or " if z.startswith("mean_train_") else ""
    raise InputError(f"there is no score {z!r} in these results: {remedy}choose one of {names} with z=.")


def _standard_errors(results: Any, column: str) -> Array | None:
    """Return the standard errors of a mean score; None if the results do not have the standard deviations."""
    if not _MEAN_SCORE.fullmatch(column):
        return None
    deviation, split = f"std_{column.removeprefix('mean_')}", re.compile(rf"split\d+_{column.removeprefix('mean_')}")
    n_splits = sum(bool(split.fullmatch(str(key))) for key in results.keys())  # noqa: SIM118
    if deviation not in results or n_splits < 2:
        return None
    return read_array(results[deviation], deviation) / np.sqrt(n_splits)


def _train_scores(results: Any, column: str) -> Array | None:
    """Return the training scores that belong to a column of test scores; None if there are none."""
    name = f"mean_train_{column.removeprefix(MEAN_TEST)}"
    if not column.startswith(MEAN_TEST) or name not in results:
        return None
    return read_array(results[name], name)


def _cost(results: Any, cost: Any, n: int) -> Array:
    """Return the cost of each row."""
    if not isinstance(cost, str):
        return read_vector(cost, n, "cost")
    if cost not in results:
        raise InputError(f"there is no column {cost!r} in these results to be the cost.")
    return read_vector(results[cost], n, cost)


def _full_rows(results: Any, n: int, iteration: int | None) -> tuple[Rows, tuple[Message, ...]]:
    """Return the rows of a halving search that had the full resources, or all rows of another search."""
    if iteration is not None:
        rows, notes = rows_of_iteration(results, iteration)
        return rows, tuple(notes)
    if "n_resources" not in results:
        return np.arange(n), ()
    resources = np.asarray(results["n_resources"])
    rows = np.flatnonzero(resources == resources.max())
    text = (
        f"of this halving search the {len(rows)} configurations with the full resources ({resources.max()}) are used; "
        f"the other {n - len(rows)} rows had less."
    )
    return rows, (Message("halving-iteration", text),) if len(rows) < n else ()
