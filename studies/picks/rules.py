"""Rules that select a configuration from the results of a search."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

import softprofile as sp
from studies.picks.data import Array
from studies.picks.tasks import Hyper

#: Largest loss of `select_by_pct_loss` in R's tune, in per cent of the best score: its default.
PERCENT_LOSS = 2.0
_SIMPLER = {1: "lower", -1: "higher"}


@dataclass(frozen=True)
class Search:
    """Results of a search over hyper-parameters: all that a rule may use.

    Attributes
    ----------
    space : tuple of Hyper
        Hyper-parameters, with their ranges and their directions of complexity.
    U : DataFrame
        Their values, one row per configuration.
    cv : ndarray
        Cross-validated score of each configuration; larger is better.
    se : ndarray
        Its standard error.
    train : ndarray
        Score on the rows that the models were fitted to.
    """

    space: tuple[Hyper, ...]
    U: pd.DataFrame
    cv: Array
    se: Array
    train: Array

    def positions(self) -> Array:
        """Return the position of each configuration in the ranges, from 0 to 1, on the scale of the search."""
        return np.column_stack([_position(each, self.U[each.name].to_numpy(dtype=float)) for each in self.space])

    def order(self) -> Array:
        """Return the hand-made order of complexity: the sum of the positions, each with the sign of its direction."""
        return np.round(self.positions() @ np.array([each.direction for each in self.space]), 9)


def _position(hyper: Hyper, values: Array) -> Array:
    low, high = hyper.low, hyper.high
    if hyper.log:
        return np.asarray(np.log(values / low) / np.log(high / low))
    return (values - low) / (high - low)


@dataclass(frozen=True)
class Rule:
    """A rule that selects a configuration.

    Attributes
    ----------
    name : str
        Name in tables and figures.
    select : callable
        The rule: from a `Search` to the row of the selected configuration.
    recommends : bool
        Whether the rule is `softprofile.recommend`.
    """

    name: str
    select: Callable[[Search], int]
    recommends: bool = False


def best_cv(search: Search) -> int:
    """Select the best cross-validated score; of equal ones the first, as scikit-learn does.

    Parameters
    ----------
    search : Search
        Results of a search.

    Returns
    -------
    int
        Row of the configuration.
    """
    return int(np.argmax(search.cv))


def one_standard_error(search: Search) -> int:
    """Select the simplest configuration within one standard error of the best.

    Parameters
    ----------
    search : Search
        Results of a search.

    Returns
    -------
    int
        Row of the configuration.
    """
    best = best_cv(search)
    return _simplest(search, search.cv >= search.cv[best] - search.se[best])


def percent_loss(search: Search, limit: float = PERCENT_LOSS) -> int:
    """Select the simplest configuration with a small relative loss, as `select_by_pct_loss` of R's tune does.

    Parameters
    ----------
    search : Search
        Results of a search.
    limit : float, default PERCENT_LOSS
        Largest loss, in per cent of the absolute value of the best score.

    Returns
    -------
    int
        Row of the configuration.
    """
    best = search.cv.max()
    return _simplest(search, (best - search.cv) * 100 <= limit * abs(best))


def middle(search: Search) -> int:
    """Select the configuration nearest to the middle of the ranges, without regard to the scores.

    Parameters
    ----------
    search : Search
        Results of a search.

    Returns
    -------
    int
        Row of the configuration; of equally near ones, the simplest.
    """
    distances = np.round(((search.positions() - 0.5) ** 2).sum(axis=1), 9)
    return _simplest(search, distances == distances.min())


def _simplest(search: Search, kept: Any) -> int:
    """Return the simplest of the rows that are kept; of equally simple ones, that with the best score."""
    rows = np.flatnonzero(kept)
    return int(rows[np.lexsort((-search.cv[rows], search.order()[rows]))[0]])


def paper(search: Search, z: str) -> int:
    """Select the configuration nearest to the representative point of a fit with two levels, Eq. (12).

    Parameters
    ----------
    search : Search
        Results of a search.
    z : {"cv", "train"}
        The score that is fitted.

    Returns
    -------
    int
        Row of the configuration; that of `best_cv` if there is no boundary.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        try:
            return int(sp.fit(search.U, getattr(search, z)).nearest_index())
        except sp.NoBoundaryError:
            return best_cv(search)


def recommended(search: Search, *, se: bool, train: bool, simpler: bool = False) -> int:
    """Select what `softprofile.recommend` recommends.

    Parameters
    ----------
    search : Search
        Results of a search.
    se : bool
        Whether to pass the standard errors of the cross-validated scores.
    train : bool
        Whether to pass the training scores.
    simpler : bool, default False
        Whether to pass the directions of complexity.

    Returns
    -------
    int
        Row of the configuration.
    """
    directions = {each.name: _SIMPLER[each.direction] for each in search.space if each.direction}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        found = sp.recommend(
            search.U,
            search.cv,
            better="higher",
            z_se=search.se if se else None,
            z_train=search.train if train else None,
            simpler=directions if simpler else None,
        )
    return int(found.index)


BEST_CV = "best CV"
ONE_SE = "1-SE"
RECOMMEND = "recommend"
NO_SE = "recommend, no SE"

RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        Rule(BEST_CV, best_cv),
        Rule(ONE_SE, one_standard_error),
        Rule("2 % loss", percent_loss),
        Rule("middle", middle),
        Rule("paper, training score", partial(paper, z="train")),
        Rule("paper, CV score", partial(paper, z="cv")),
        Rule(RECOMMEND, partial(recommended, se=True, train=True), True),
        Rule(NO_SE, partial(recommended, se=False, train=True), True),
        Rule("recommend, no training score", partial(recommended, se=True, train=False), True),
        Rule("recommend, CV score only", partial(recommended, se=False, train=False), True),
        Rule("recommend, simpler given", partial(recommended, se=True, train=True, simpler=True), True),
    )
}
