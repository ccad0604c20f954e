"""A callable for the argument `refit` of scikit-learn's searches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from softprofile.doors.candidates import require_options
from softprofile.doors.recommending import (
    SearchRows,
    direction_unknown,
    loss_messages,
    require_edge_options,
    require_recommend_options,
)
from softprofile.doors.scikit_learn.cv_results import better_of_column, read_cv_results
from softprofile.doors.scikit_learn.recommending import MEAN_TEST, read_search_rows
from softprofile.fitting.good_side import resolve_side
from softprofile.recommendation.inputs import RULES
from softprofile.util.errors import InputError, SoftProfileWarning, require_choice
from softprofile.util.messages import Message, warn
from softprofile.util.row_numbers import literal
from softprofile.util.text import error_text
from softprofile.util.validation import read_array

_EDGE_OPTIONS = ("better", "cost", "simpler", "tolerance", "transform")
# Columns of a search of which nobody knows whether lower or higher is better.
_NO_DIRECTION = re.compile(r"std_.*|param_.*|n_resources|iter")


@dataclass(frozen=True)
class PlateauRefit:
    """Callable for `refit=` that selects a configuration on the plateau.

    `plateau_refit` makes it, and checks its arguments. It can be pickled, cloned and printed.

    Attributes
    ----------
    z : str or None
        Metric or column of the performance; None for the default of the rule.
    params : str, tuple of str or None
        Names of the parameters to consider; None for all that take more than one value.
    side : {1, 2} or None
        Side of the boundary that the paper's rule chooses from; None for both sides.
    where : mapping or None
        Values of other parameters to keep.
    iteration : int or None
        Iteration of a halving search.
    options : mapping
        Other options of the rule.
    rule : {"edge", "paper"}
        The rule that selects the configuration.

    Examples
    --------
    >>> import softprofile as sp
    >>> refit = sp.plateau_refit("mean_test_score", rule="paper", boundary="linear")
    >>> refit.side
    2
    >>> cv_results = {
    ...     "param_max_depth": [1, 2, 3, 4, 5, 6, 7, 8],
    ...     "mean_test_score": [0.51, 0.50, 0.52, 0.92, 0.90, 0.92, 0.91, 0.90],
    ... }
    >>> refit(cv_results)
    3
    """

    z: str | None = None
    params: str | tuple[str, ...] | None = None
    side: int | None = None
    where: Mapping[str, Any] | None = None
    iteration: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    rule: str = "edge"

    def __call__(self, cv_results: Any) -> int:
        """Return the row of `cv_results` to select. Whatever goes wrong, it is the best one, with a warning."""
        try:
            return self._by_the_paper(cv_results) if self.rule == "paper" else self._at_the_edge(cv_results)
        except SoftProfileWarning:  # the user has turned warnings into errors
            raise
        except Exception as error:
            # scikit-learn would discard the results of the search, possibly those of hours of work.
            return self._best(cv_results, error)

    def _at_the_edge(self, cv_results: Any) -> int:
        """Return the row that `softprofile.recommend` chooses."""
        options = dict(self.options)
        about_rows = {name: options.pop(name, None) for name in ("better", "cost")}
        found = read_search_rows(cv_results, self.z, self.iteration, **about_rows).where(self.where)
        advice = found.recommend(self.params, **options)
        # Nobody sees the notes of a recommendation inside a search.
        warn(*(replace(note, severity="warning") for note in advice.messages if _is_note_of_loss(note)))
        return advice.index

    def _by_the_paper(self, cv_results: Any) -> int:
        """Return the row nearest to the representative point, Eq. (12), and say what it loses."""
        z = self.z or "mean_train_score"
        candidates = read_cv_results(cv_results, z, self.params, self.where, self.iteration)
        row = int(candidates.rows[candidates.fit(self.options).nearest_index(self.side)])
        scores = self._test_scores(cv_results)
        if scores is not None:
            warn(*loss_messages(replace(scores, rows=candidates.rows), row))
        return row

    def _test_scores(self, cv_results: Any) -> SearchRows | None:
        """Return the rows with the mean test score that belongs to z, or else the first one; None without any."""
        results = getattr(cv_results, "cv_results_", cv_results)
        scores = [str(key) for key in getattr(results, "keys", tuple)() if str(key).startswith(MEAN_TEST)]
        if not scores:
            return None
        metric = (self.z or "score").removeprefix("mean_train_").removeprefix(MEAN_TEST)
        wanted = f"{MEAN_TEST}{metric}"
        return read_search_rows(results, wanted if wanted in scores else scores[0], None)

    def _best(self, cv_results: Any, error: Exception) -> int:
        """Return the row with the best mean test score, and warn of the error that prevented another choice."""
        found = self._test_scores(cv_results)
        if found is None:  # these are no results of a search, so that none can be lost
            raise error
        with suppress(InputError):
            found = found.where(self.where)
        row = found.best()
        text = (
            f"the configuration with the best {literal(repr(found.z_name))}, row {{row}}, is selected instead of one "
            f"at the edge of the plateau, because of an error: {literal(error_text(error))}"
        )
        warn(Message("best-score-instead", text, (row,)))
        return row


def plateau_refit(
    z: str | None = None,
    *,
    rule: str = "edge",
    params: str | Iterable[str] | None = None,
    side: int | str = "good",
    where: Mapping[str, Any] | None = None,
    iteration: int | None = None,
    **options: Any,
) -> PlateauRefit:
    """Have a scikit-learn search select a configuration at the edge of the plateau.

    With ``GridSearchCV(..., refit=plateau_refit())``, the attributes `best_index_`, `best_params_` and
    `best_estimator_` belong to the configuration that `recommend_cv_results` recommends: one that is as good as that
    with the highest mean test score, up to the noise, and simpler. `recommend_cv_results` with the same arguments
    returns the recommendation itself, to print and to plot.

    Parameters
    ----------
    z : str, optional
        The performance: a metric such as "accuracy", or a column such as "mean_test_accuracy". Needed if the search has
        several metrics. By default "mean_test_score"; with ``rule="paper"`` it is "mean_train_score", for which the
        search needs ``return_train_score=True``.
    rule : {"edge", "paper"}, default="edge"
        "edge" is the rule of `softprofile.recommend`. "paper" selects the configuration nearest to the representative
        point of `fit_cv_results`, as in Eq. (12), and warns if its mean test score is worse than the best.
    params : str or iterable of str, optional
        Names of the parameters to consider. By default all that take more than one value; with ``rule="paper"`` they
        have to be numeric.
    side : {"good", "any", 1, 2}, default="good"
        For ``rule="paper"``: side of the boundary to choose from. "good" is the side with the larger score. "any" takes
        the nearest of all configurations. 1 and 2 are the sides with the smaller and the larger `z`; one of these, or
        `better`, is needed if `z` is neither a score nor a time.
    where : mapping, optional
        Values of parameters to keep, such as ``{"svc__kernel": "rbf"}``.
    iteration : int, optional
        Iteration of a halving search, as in `recommend_cv_results`, or with ``rule="paper"`` as in `fit_cv_results`.
    **options : dict
        With ``rule="edge"``: `better`, `cost`, `simpler`, `tolerance` and `transform` of `recommend_cv_results`. With
        ``rule="paper"``: options of `softprofile.fit`, such as `boundary` and `density`.

    Returns
    -------
    PlateauRefit
        The callable to pass as `refit`.

    Raises
    ------
    InputError
        If an option is not valid. All options are checked here, before the search starts.

    Notes
    -----
    No error occurs after the search. If no configuration can be recommended, the one with the best mean test score is
    selected, and a `SoftProfileWarning` says what was wrong.

    With a callable `refit`, scikit-learn sets no `best_score_`.

    HalvingGridSearchCV and HalvingRandomSearchCV accept a callable but do not call it. Use
    ``recommend_cv_results(search)`` after the search.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import softprofile as sp
    >>> grid = {"max_depth": [1, 2, 3, 4, 5, 6, None], "min_samples_leaf": [1, 5, 10, 20, 40]}
    >>> search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, refit=sp.plateau_refit())
    >>> search = search.fit(*load_iris(return_X_y=True))
    >>> search.best_index_ == sp.recommend_cv_results(search).index
    True
    """
    names = params if params is None or isinstance(params, str) else tuple(params)
    if where is not None and not isinstance(where, Mapping):
        raise InputError(f"where must map names of parameters to the values to keep, not be {where!r}.")
    if rule == "paper":
        require_options(options)
        direction = options.get("better") or better_of_column(z or "mean_train_score")
        return PlateauRefit(z, names, resolve_side(side, direction, str(z)), where, iteration, options, rule)
    require_choice(rule, RULES, "rule")
    require_edge_options(_EDGE_OPTIONS, options, side)
    cost = options.pop("cost", None)
    require_recommend_options(rule=rule, **options)
    if z is not None and _NO_DIRECTION.fullmatch(z) and options.get("better") is None:
        raise direction_unknown(z)
    if cost is not None:
        options["cost"] = cost if isinstance(cost, str) else tuple(read_array(cost, "cost").tolist())
    return PlateauRefit(z, names, None, where, iteration, options, rule)


def _is_note_of_loss(message: Message) -> bool:
    """Return whether a message says, without a warning, that the selected configuration is worse than the best."""
    return message.code == "worse-than-best" and message.severity == "note"
