"""Tuning problems: data, model, hyper-parameter space and design."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import numpy as np

from studies.picks import models
from studies.picks.data import DATA, Array
from studies.picks.models import Model
from studies.picks.streams import Purpose, seed, stream

#: Roles of tasks: rules may be tuned on the first, are reported on the second, and checked for density on the third.
#: The last tasks were made after the rule was changed in view of the second.
ROLES = ("development", "held out", "density", "fresh")
FOLDS = 5


def six_digits(value: float) -> float:
    """Round to 6 significant digits, the precision of the files.

    Parameters
    ----------
    value : float
        Any value.

    Returns
    -------
    float
        The rounded value.
    """
    return float(f"{value:.6g}")


@dataclass(frozen=True)
class Hyper:
    """A tuned hyper-parameter.

    Attributes
    ----------
    name : str
        Name.
    low, high : float
        Range.
    values : int
        Number of values in a grid. Integers that coincide after rounding count once.
    direction : int
        Whether larger values make the model more complex (1), simpler (-1) or neither (0).
    log : bool
        Whether the range is covered on the log scale.
    integer : bool
        Whether values are integers.
    """

    name: str
    low: float
    high: float
    values: int
    direction: int
    log: bool = True
    integer: bool = False

    def grid(self) -> list[float]:
        """Return the values of a grid."""
        spaced = (np.geomspace if self.log else np.linspace)(self.low, self.high, self.values)
        return list(dict.fromkeys(self._round(value) for value in spaced))

    def at(self, share: float) -> float:
        """Return the value at a share of the range, between 0 and 1."""
        if self.log:
            return self._round(math.exp(math.log(self.low) + share * math.log(self.high / self.low)))
        return self._round(self.low + share * (self.high - self.low))

    def _round(self, value: float) -> float:
        return float(round(value)) if self.integer else six_digits(value)


@dataclass(frozen=True)
class Task:
    """A tuning problem.

    Attributes
    ----------
    name : str
        Name, also of the file.
    data : str
        One of `DATA`.
    model : Model
        Model to tune.
    space : tuple of Hyper
        Tuned hyper-parameters.
    metric : str
        "accuracy", "neg_log_loss", "r2" or "neg_rmse"; larger is better.
    train : float or int
        Share or number of rows in the training part.
    rows : int, optional
        Rows of the subsample of the data; by default all.
    design : str
        "grid", "random" or "tpe".
    trials : int
        Number of configurations of a random or TPE design.
    splits : int
        Number of splits into training and test part.
    family : str, optional
        Tasks of the same family have the same splits and folds; by default, each task has its own.
    """

    name: str
    data: str
    model: Model
    space: tuple[Hyper, ...]
    metric: str
    train: float | int = 0.5
    rows: int | None = None
    design: str = "grid"
    trials: int = 0
    splits: int = 10
    family: str | None = None

    @property
    def stream(self) -> str:
        """Name of the random streams of splits, folds, models and designs."""
        return self.family or self.name

    @property
    def configurations(self) -> int:
        """Number of configurations per split."""
        return math.prod(len(each.grid()) for each in self.space) if self.design == "grid" else self.trials

    def drawn(self, split: int) -> list[dict[str, float]]:
        """Return the configurations of a grid or random design.

        Parameters
        ----------
        split : int
            Number of the split. Random designs are drawn anew for each split.

        Returns
        -------
        list of dict
            Values by name of the hyper-parameter.

        Raises
        ------
        ValueError
            If the design is sequential.
        """
        names = [each.name for each in self.space]
        if self.design == "grid":
            return [dict(zip(names, values, strict=True)) for values in product(*(each.grid() for each in self.space))]
        if self.design != "random":
            raise ValueError(f"The design {self.design!r} of {self.name} is sequential.")
        shares: Array = stream(Purpose.DESIGN, self.stream, split).uniform(size=(self.trials, len(self.space)))
        return [{each.name: each.at(share) for each, share in zip(self.space, row, strict=True)} for row in shares]


def _svm_space(values: int = 8) -> tuple[Hyper, ...]:
    return Hyper("C", 1e-3, 1e4, values, 1), Hyper("gamma", 1e-5, 1e2, values, 1)


_DEPTH = Hyper("max_depth", 1, 12, 12, 1, log=False, integer=True)
_LEAF = Hyper("min_samples_leaf", 1, 64, 7, -1, integer=True)
_PRUNING = Hyper("ccp_alpha", 1e-5, 0.1, 25, -1)
_RATE = Hyper("learning_rate", 0.01, 1, 5, 1)
_K = Hyper("k", 1, 70, 24, -1, integer=True)

TASKS: tuple[Task, ...] = (
    Task("svm_breast_cancer", "breast_cancer", models.svc(), _svm_space(), "accuracy"),
    Task("svm_pima", "pima", models.svc(), _svm_space(), "accuracy"),
    Task("svm_glass", "glass", models.svc(), _svm_space(), "accuracy", 0.6),
    Task("svm_digits", "digits", models.svc(), _svm_space(), "accuracy", 200, 900, "tpe", 50),
    Task("svm_email", "email", models.svc(), _svm_space(), "accuracy", 400, 2000, "random", 60),
    Task(
        "svr_concrete",
        "concrete",
        models.svr(),
        (Hyper("C", 1e-2, 300, 0, 1), Hyper("gamma", 1e-4, 10, 0, 1), Hyper("epsilon", 1e-2, 1, 0, -1)),
        "r2",
        200,
        design="random",
        trials=80,
    ),
    Task("tree_titanic", "titanic", models.tree(), (_DEPTH, _LEAF), "neg_log_loss"),
    Task("tree_fair", "fair", models.tree(), (_DEPTH, _LEAF), "accuracy", 500, 3000),
    Task("tree_hitters", "hitters", models.tree(regression=True), (_DEPTH, _LEAF), "r2", 0.6),
    Task("pruning_spam", "spam", models.tree(), (_PRUNING,), "accuracy", 500, 3000),
    Task("pruning_wage", "wage", models.tree(regression=True), (_PRUNING,), "neg_rmse", 600),
    Task(
        "forest_cells",
        "cells",
        models.forest(),
        (
            Hyper("min_samples_leaf", 1, 100, 6, -1, integer=True),
            Hyper("max_features", 0.02, 1, 5, 1),
        ),
        "neg_log_loss",
        250,
        1250,
    ),
    Task(
        "forest_hprice2",
        "hprice2",
        models.forest(regression=True),
        (Hyper("n_estimators", 1, 40, 6, 1, integer=True), Hyper("max_depth", 1, 16, 5, 1, integer=True)),
        "r2",
    ),
    Task(
        "forest_mroz",
        "mroz",
        models.forest(),
        (Hyper("max_depth", 1, 16, 5, 1, integer=True), Hyper("min_samples_leaf", 1, 80, 5, -1, integer=True)),
        "accuracy",
    ),
    Task(
        "boosting_auto",
        "auto",
        models.boosting(regression=True),
        (
            _RATE,
            Hyper("n_estimators", 3, 81, 4, 1, integer=True),
            Hyper("max_depth", 1, 4, 3, 1, integer=True),
        ),
        "r2",
    ),
    Task(
        "boosting_anes96",
        "anes96",
        models.boosting(),
        (Hyper("learning_rate", 0.01, 1, 6, 1), Hyper("n_estimators", 5, 80, 5, 1, integer=True)),
        "neg_log_loss",
        250,
    ),
    Task(
        "lightgbm_credit",
        "credit",
        models.lightgbm(),
        (Hyper("num_leaves", 2, 64, 6, 1, integer=True), Hyper("learning_rate", 0.003, 1, 7, 1)),
        "neg_log_loss",
        300,
        1800,
    ),
    Task(
        "lightgbm_ames",
        "ames",
        models.lightgbm(regression=True),
        (
            Hyper("num_leaves", 2, 64, 0, 1, integer=True),
            Hyper("learning_rate", 0.003, 1, 0, 1),
            Hyper("n_estimators", 5, 100, 0, 1, integer=True),
        ),
        "r2",
        300,
        1500,
        "tpe",
        40,
    ),
    Task("knn_wine", "wine", models.knn(), (_K,), "accuracy", 0.6),
    Task("knn_crabs", "crabs", models.knn(), (_K,), "accuracy", 0.6),
    Task("knn_hmda", "hmda", models.knn(), (Hyper("k", 1, 200, 24, -1, integer=True),), "neg_log_loss", 400),
    Task(
        "knn_sacramento",
        "sacramento",
        models.knn(regression=True),
        (Hyper("k", 1, 200, 30, -1, integer=True),),
        "neg_rmse",
    ),
    Task(
        "knn_pca_digits",
        "digits",
        models.knn_pca(),
        (Hyper("k", 1, 100, 8, -1, integer=True), Hyper("components", 1, 48, 8, 1, integer=True)),
        "accuracy",
        300,
        1300,
    ),
    Task(
        "elastic_net_diabetes",
        "diabetes",
        models.elastic_net(),
        (Hyper("alpha", 1e-4, 3, 10, -1), Hyper("l1_ratio", 0.05, 1, 6, -1, log=False)),
        "r2",
    ),
    Task(
        "elastic_net_hitters",
        "hitters",
        models.elastic_net(2),
        (Hyper("alpha", 3e-3, 3, 0, -1), Hyper("l1_ratio", 0.05, 1, 0, -1, log=False)),
        "r2",
        0.6,
        design="random",
        trials=50,
    ),
    Task("lasso_mlb1", "mlb1", models.lasso(), (Hyper("alpha", 1e-4, 1, 30, -1),), "neg_rmse"),
    Task("lasso_college", "college", models.lasso(2), (Hyper("alpha", 1e-3, 1, 25, -1),), "r2", 300),
    Task("ridge_diabetes", "diabetes", models.ridge(2), (Hyper("alpha", 1e-3, 1e5, 33, -1),), "r2"),
    Task("ridge_meats", "meats", models.ridge(), (Hyper("alpha", 1e-6, 1e4, 31, -1),), "neg_rmse"),
    Task("pls_meats", "meats", models.pls(), (Hyper("components", 1, 30, 30, 1, False, True),), "neg_rmse"),
    Task(
        "spline_nox",
        "nox",
        models.spline_ridge(),
        (Hyper("knots", 2, 40, 8, 1, integer=True), Hyper("alpha", 1e-4, 1e3, 8, -1)),
        "r2",
        300,
        3000,
    ),
    Task(
        "kernel_ridge_concrete",
        "concrete",
        models.kernel_ridge(),
        (Hyper("alpha", 1e-5, 1e3, 9, -1), Hyper("gamma", 1e-4, 10, 8, 1)),
        "r2",
        250,
    ),
    Task(
        "kernel_ridge_air_quality",
        "air_quality",
        models.kernel_ridge(),
        (Hyper("alpha", 1e-4, 1e3, 8, -1), Hyper("gamma", 1e-4, 10, 8, 1)),
        "r2",
        0.6,
    ),
    Task(
        "kernel_ridge_quakes",
        "quakes",
        models.kernel_ridge(),
        (Hyper("alpha", 1e-4, 1e3, 0, -1), Hyper("gamma", 1e-2, 100, 0, 1)),
        "neg_rmse",
        250,
        design="tpe",
        trials=50,
    ),
    Task(
        "network_orange_juice",
        "orange_juice",
        models.network(),
        (Hyper("alpha", 1e-4, 1e2, 6, -1), Hyper("width", 1, 32, 6, 1, integer=True)),
        "neg_log_loss",
        200,
    ),
    Task(
        "network_wage1",
        "wage1",
        models.network(regression=True),
        (Hyper("alpha", 1e-4, 1e2, 6, -1), Hyper("width", 1, 32, 6, 1, integer=True)),
        "r2",
    ),
    Task(
        "sgd_biopsy",
        "biopsy",
        models.sgd(),
        (Hyper("alpha", 1e-6, 10, 8, -1), Hyper("eta0", 1e-5, 10, 7, 1)),
        "accuracy",
    ),
    Task("logistic_weekly", "weekly", models.logistic(2), (Hyper("C", 1e-5, 1e3, 25, 1),), "neg_log_loss"),
    Task("logistic_birthwt", "birthwt", models.logistic(2), (Hyper("C", 1e-5, 1e3, 25, 1),), "neg_log_loss", 0.6),
    Task(
        "logistic_lasso_caravan",
        "caravan",
        models.logistic_lasso(),
        (Hyper("C", 1e-3, 10, 20, 1),),
        "neg_log_loss",
        600,
    ),
    Task(
        "naive_bayes_mnist",
        "mnist",
        models.naive_bayes(),
        (Hyper("smoothing", 1e-10, 10, 23, -1),),
        "accuracy",
        300,
        1300,
    ),
    Task("lda_cells", "cells", models.lda(), (Hyper("shrinkage", 1e-5, 1, 21, -1),), "accuracy", 250, 1250),
    Task("ridge_bwght2", "bwght2", models.ridge(2), (Hyper("alpha", 1e-2, 1e6, 33, -1),), "r2", 400),
)

#: The same problem on grids of different density.
DENSITY_TASKS: tuple[Task, ...] = (
    *(
        Task(
            f"density_kernel_ridge_{n}",
            "diabetes",
            models.kernel_ridge(),
            (Hyper("alpha", 1e-4, 1e4, n, -1),),
            "r2",
            splits=5,
            family="density_kernel_ridge",
        )
        for n in (21, 41, 81)
    ),
    *(
        Task(
            f"density_svm_{n}x{n}",
            "pima",
            models.svc(),
            (Hyper("C", 1e-2, 1e3, n, 1), Hyper("gamma", 1e-5, 1e2, n, 1)),
            "accuracy",
            200,
            splits=5,
            family="density_svm",
        )
        for n in (5, 10, 20, 28)
    ),
)

#: Tasks that were made after the last change of the rule, on data sets that no other task uses.
FRESH_TASKS: tuple[Task, ...] = (
    Task("svm_penguins", "penguins", models.svc(), _svm_space(7), "accuracy"),
    Task("svm_beps", "beps", models.svc(), _svm_space(), "accuracy", 200, 1200, "random", 40),
    Task(
        "svr_house_prices",
        "house_prices",
        models.svr(),
        (Hyper("C", 1e-2, 300, 0, 1), Hyper("gamma", 1e-4, 10, 0, 1), Hyper("epsilon", 1e-2, 1, 0, -1)),
        "r2",
        200,
        design="tpe",
        trials=40,
    ),
    Task(
        "tree_attrition",
        "attrition",
        models.tree(),
        (
            Hyper("max_depth", 1, 10, 10, 1, log=False, integer=True),
            Hyper("min_samples_leaf", 1, 50, 6, -1, integer=True),
        ),
        "neg_log_loss",
        300,
    ),
    Task(
        "tree_salaries",
        "salaries",
        models.tree(regression=True),
        (
            Hyper("max_depth", 1, 8, 8, 1, log=False, integer=True),
            Hyper("min_samples_leaf", 1, 64, 7, -1, integer=True),
        ),
        "r2",
    ),
    Task("pruning_grinnell", "grinnell", models.tree(regression=True), (_PRUNING,), "neg_rmse", 300),
    Task(
        "forest_hpc",
        "hpc",
        models.forest(),
        (Hyper("min_samples_leaf", 1, 80, 6, -1, integer=True), Hyper("max_features", 0.05, 1, 5, 1)),
        "accuracy",
        250,
        1250,
    ),
    Task(
        "forest_nbasal",
        "nbasal",
        models.forest(regression=True),
        (Hyper("n_estimators", 1, 32, 6, 1, integer=True), Hyper("max_depth", 1, 10, 5, 1, integer=True)),
        "r2",
        0.6,
    ),
    Task(
        "boosting_biomass",
        "biomass",
        models.boosting(regression=True),
        (
            Hyper("learning_rate", 0.01, 1, 4, 1),
            Hyper("n_estimators", 3, 81, 4, 1, integer=True),
            Hyper("max_depth", 1, 4, 3, 1, integer=True),
        ),
        "r2",
        200,
    ),
    Task(
        "boosting_churn",
        "churn",
        models.boosting(),
        (Hyper("learning_rate", 0.01, 1, 6, 1), Hyper("n_estimators", 3, 60, 5, 1, integer=True)),
        "neg_log_loss",
        300,
        1500,
    ),
    Task(
        "lightgbm_car_prices",
        "car_prices",
        models.lightgbm(regression=True),
        (
            Hyper("num_leaves", 2, 64, 0, 1, integer=True),
            Hyper("learning_rate", 0.003, 1, 0, 1),
            Hyper("n_estimators", 5, 80, 0, 1, integer=True),
        ),
        "r2",
        250,
        design="random",
        trials=40,
    ),
    Task("knn_hawks", "hawks", models.knn(), (_K,), "neg_log_loss", 200),
    Task(
        "knn_cps1985", "cps1985", models.knn(regression=True), (Hyper("k", 1, 150, 26, -1, integer=True),), "neg_rmse"
    ),
    Task(
        "knn_pca_alzheimer",
        "alzheimer",
        models.knn_pca(),
        (Hyper("k", 1, 70, 7, -1, integer=True), Hyper("components", 1, 64, 7, 1, integer=True)),
        "accuracy",
        0.6,
    ),
    Task(
        "elastic_net_body",
        "body",
        models.elastic_net(),
        (Hyper("alpha", 1e-4, 3, 9, -1), Hyper("l1_ratio", 0.05, 1, 5, -1, log=False)),
        "neg_rmse",
        150,
    ),
    Task("lasso_chicago", "chicago", models.lasso(), (Hyper("alpha", 1e-4, 1, 25, -1),), "r2", 250, 1500),
    Task("ridge_schools", "schools", models.ridge(2), (Hyper("alpha", 1e-3, 1e5, 33, -1),), "r2"),
    Task(
        "kernel_ridge_cpus",
        "cpus",
        models.kernel_ridge(),
        (Hyper("alpha", 1e-4, 1e3, 8, -1), Hyper("gamma", 1e-4, 10, 7, 1)),
        "r2",
        0.6,
    ),
    Task(
        "network_carseats",
        "carseats",
        models.network(regression=True),
        (Hyper("alpha", 1e-4, 1e2, 6, -1), Hyper("width", 1, 32, 6, 1, integer=True)),
        "r2",
        200,
    ),
    Task(
        "sgd_telecom",
        "telecom",
        models.sgd(),
        (Hyper("alpha", 1e-6, 10, 7, -1), Hyper("eta0", 1e-5, 10, 7, 1)),
        "neg_log_loss",
        300,
        2000,
    ),
    Task("logistic_recid", "recid", models.logistic(2), (Hyper("C", 1e-5, 1e3, 25, 1),), "neg_log_loss", 300),
    Task(
        "logistic_lasso_parkinson",
        "parkinson",
        models.logistic_lasso(),
        (Hyper("C", 1e-2, 10, 20, 1),),
        "neg_log_loss",
        0.6,
    ),
    Task(
        "naive_bayes_hepatic",
        "hepatic",
        models.naive_bayes(),
        (Hyper("smoothing", 1e-10, 10, 23, -1),),
        "accuracy",
        0.6,
    ),
    Task("lda_leaves", "leaves", models.lda(), (Hyper("shrinkage", 1e-5, 1, 21, -1),), "accuracy", 320),
)

ALL: dict[str, Task] = {each.name: each for each in (*TASKS, *DENSITY_TASKS, *FRESH_TASKS)}


def roles() -> dict[str, str]:
    """Return the roles of all tasks; `TASKS` are for development or held out at random.

    All of them on the same data set have the same role. The data sets are shuffled by the stream of `Purpose.ROLE`;
    the first ones, with at least half of the tasks, are for development.

    Returns
    -------
    dict of str to str
        One of `ROLES` by name of the task.
    """
    data = sorted({task.data for task in TASKS})
    order = stream(Purpose.ROLE, "tasks").permutation(len(data))
    assigned: dict[str, str] = {task.name: "density" for task in DENSITY_TASKS}
    for name in (data[i] for i in order):
        development = 2 * list(assigned.values()).count("development") < len(TASKS)
        assigned |= {task.name: ROLES[not development] for task in TASKS if task.data == name}
    assigned |= {task.name: "fresh" for task in FRESH_TASKS}
    return {name: assigned[name] for name in ALL}


def regression(task: Task) -> bool:
    """Return whether the response of a task is a number."""
    return DATA[task.data].kind == "regression"


def model_seed(task: Task, split: int) -> int:
    """Return the seed of all fits of a split: the same for all configurations, as with a fixed `random_state`."""
    return seed(Purpose.MODEL, task.stream, split)
