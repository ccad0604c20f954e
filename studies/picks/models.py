"""Models to tune, with a measure of complexity for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from studies.picks.data import Array

Params = Mapping[str, float]


@dataclass(frozen=True)
class Model:
    """An estimator as a function of its hyper-parameters.

    Attributes
    ----------
    name : str
        Description for readers.
    build : callable
        Makes an unfitted pipeline from hyper-parameters and a seed.
    complexity : callable
        Complexity of a fitted pipeline, from the pipeline, its training data and its hyper-parameters.
    measure : str
        What `complexity` measures.
    """

    name: str
    build: Callable[[Params, int], Any]
    complexity: Callable[[Any, Array, Params], float]
    measure: str


def _scaled(*steps: Any) -> Any:
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), *steps)


# Support vector machines


def _svc(params: Params, seed: int) -> Any:
    from sklearn.svm import SVC

    return _scaled(SVC(C=params["C"], gamma=params["gamma"], max_iter=200_000))


def _svr(params: Params, seed: int) -> Any:
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVR

    machine = SVR(C=params["C"], gamma=params["gamma"], epsilon=params["epsilon"], max_iter=100_000)
    return _scaled(TransformedTargetRegressor(machine, transformer=StandardScaler()))


def _svm_norm(pipeline: Any, X: Array, params: Params) -> float:
    """Norm of the decision functions in the kernel's Hilbert space, one function per pair of classes."""
    from sklearn.metrics.pairwise import rbf_kernel

    machine = getattr(pipeline[-1], "regressor_", pipeline[-1])
    K = rbf_kernel(machine.support_vectors_, gamma=params["gamma"])
    coefficients = []
    if len(machine.dual_coef_) == 1:
        coefficients.append(machine.dual_coef_[0])
    else:
        # Row j - 1 holds the coefficients of class i against j > i; row i those of class j against i < j.
        of_class = np.repeat(np.arange(len(machine.n_support_)), machine.n_support_)
        for i, j in combinations(range(len(machine.n_support_)), 2):
            first, second = of_class == i, of_class == j
            coefficients.append(machine.dual_coef_[j - 1] * first + machine.dual_coef_[i] * second)
    return float(np.sqrt(sum(each @ K @ each for each in coefficients)))


# Trees, forests and boosting


def _tree(params: Params, seed: int, regression: bool) -> Any:
    from sklearn.pipeline import make_pipeline
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    kind = DecisionTreeRegressor if regression else DecisionTreeClassifier
    return make_pipeline(kind(**_integers(params, "max_depth", "min_samples_leaf"), random_state=seed))


def _leaves(pipeline: Any, X: Array, params: Params) -> float:
    return float(pipeline[-1].get_n_leaves())


def _forest(params: Params, seed: int, regression: bool) -> Any:
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
    from sklearn.pipeline import make_pipeline

    kind = RandomForestRegressor if regression else RandomForestClassifier
    options = {"n_estimators": 15} | _integers(params, "n_estimators", "max_depth", "min_samples_leaf")
    return make_pipeline(kind(**options, random_state=seed, n_jobs=1))


def _forest_leaves(pipeline: Any, X: Array, params: Params) -> float:
    return float(sum(tree.get_n_leaves() for tree in pipeline[-1].estimators_))


def _boosting(params: Params, seed: int, regression: bool) -> Any:
    from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
    from sklearn.pipeline import make_pipeline

    kind = GradientBoostingRegressor if regression else GradientBoostingClassifier
    return make_pipeline(kind(**_integers(params, "n_estimators", "max_depth"), random_state=seed))


def _boosting_leaves(pipeline: Any, X: Array, params: Params) -> float:
    return params["learning_rate"] * sum(tree.get_n_leaves() for tree in pipeline[-1].estimators_.ravel())


def _lightgbm(params: Params, seed: int, regression: bool) -> Any:
    from lightgbm import LGBMClassifier, LGBMRegressor
    from sklearn.pipeline import make_pipeline

    kind = LGBMRegressor if regression else LGBMClassifier
    options = {"n_estimators": 50} | _integers(params, "n_estimators", "num_leaves")
    fixed: dict[str, Any] = {
        "min_child_samples": 5,
        "n_jobs": 1,
        "deterministic": True,
        "force_row_wise": True,
        "verbose": -1,
    }
    return make_pipeline(kind(**options, **fixed, random_state=seed))


def _lightgbm_leaves(pipeline: Any, X: Array, params: Params) -> float:
    trees = pipeline[-1].booster_.dump_model()["tree_info"]
    return params["learning_rate"] * sum(tree["num_leaves"] for tree in trees)


# Nearest neighbours


def _knn(params: Params, seed: int, regression: bool) -> Any:
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

    return _scaled((KNeighborsRegressor if regression else KNeighborsClassifier)(int(params["k"])))


def _knn_pca(params: Params, seed: int) -> Any:
    from sklearn.decomposition import PCA
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline

    return make_pipeline(
        PCA(int(params["components"]), svd_solver="full"), KNeighborsClassifier(int(params["k"]), algorithm="brute")
    )


def _neighbourhoods(pipeline: Any, X: Array, params: Params) -> float:
    return params.get("components", 1) * len(X) / params["k"]


# Linear models


def _elastic_net(params: Params, seed: int, degree: int) -> Any:
    from sklearn.linear_model import ElasticNet

    net = ElasticNet(alpha=params["alpha"], l1_ratio=params.get("l1_ratio", 1.0), max_iter=2000, tol=1e-3)
    return _scaled(*_polynomial(degree), _standard_target(net))


def _standard_target(regressor: Any) -> Any:
    """Scale the response, so that one grid of penalties fits all data."""
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.preprocessing import StandardScaler

    return TransformedTargetRegressor(regressor, transformer=StandardScaler())


def _polynomial(degree: int) -> list[Any]:
    from sklearn.preprocessing import PolynomialFeatures, StandardScaler

    return [] if degree == 1 else [PolynomialFeatures(degree, include_bias=False), StandardScaler()]


def _nonzero(pipeline: Any, X: Array, params: Params) -> float:
    model = getattr(pipeline[-1], "regressor_", pipeline[-1])
    return float(np.count_nonzero(model.coef_))


def _ridge(params: Params, seed: int, degree: int) -> Any:
    from sklearn.linear_model import Ridge

    return _scaled(*_polynomial(degree), Ridge(alpha=params["alpha"], solver="svd"))


def _ridge_df(pipeline: Any, X: Array, params: Params) -> float:
    Z = pipeline[:-1].transform(X)
    squares = np.linalg.svd(Z - Z.mean(axis=0), compute_uv=False) ** 2
    return float(np.sum(squares / (squares + params["alpha"])))


def _spline_ridge(params: Params, seed: int) -> Any:
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import SplineTransformer

    knots = SplineTransformer(int(params["knots"]), knots="quantile", include_bias=False, extrapolation="linear")
    return make_pipeline(knots, Ridge(alpha=params["alpha"]))


def _pls(params: Params, seed: int) -> Any:
    from sklearn.cross_decomposition import PLSRegression

    return _scaled(PLSRegression(int(params["components"]), scale=False))


def _components(pipeline: Any, X: Array, params: Params) -> float:
    return params["components"]


def _logistic(params: Params, seed: int, degree: int) -> Any:
    from sklearn.linear_model import LogisticRegression

    return _scaled(*_polynomial(degree), LogisticRegression(C=params["C"], max_iter=500))


def _logistic_lasso(params: Params, seed: int) -> Any:
    from sklearn.linear_model import LogisticRegression

    return _scaled(LogisticRegression(C=params["C"], l1_ratio=1.0, solver="liblinear", random_state=seed))


def _sgd(params: Params, seed: int) -> Any:
    from sklearn.linear_model import SGDClassifier

    options = {"loss": "log_loss", "learning_rate": "constant", "max_iter": 10, "tol": None}
    return _scaled(SGDClassifier(alpha=params["alpha"], eta0=params["eta0"], random_state=seed, **options))


def _coefficient_norm(pipeline: Any, X: Array, params: Params) -> float:
    return float(np.linalg.norm(pipeline[-1].coef_))


def _lda(params: Params, seed: int) -> Any:
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    return _scaled(LinearDiscriminantAnalysis(solver="lsqr", shrinkage=params["shrinkage"]))


# Kernels, networks and naive Bayes


def _kernel_ridge(params: Params, seed: int) -> Any:
    from sklearn.kernel_ridge import KernelRidge

    return _scaled(_standard_target(KernelRidge(alpha=params["alpha"], gamma=params.get("gamma", 0.1), kernel="rbf")))


def _kernel_df(pipeline: Any, X: Array, params: Params) -> float:
    from sklearn.metrics.pairwise import rbf_kernel

    values = np.linalg.eigvalsh(rbf_kernel(pipeline[0].transform(X), gamma=params.get("gamma", 0.1))).clip(0)
    return float(np.sum(values / (values + params["alpha"])))


def _network(params: Params, seed: int, regression: bool) -> Any:
    from sklearn.neural_network import MLPClassifier, MLPRegressor

    width = (int(params["width"]),)
    options = {
        "hidden_layer_sizes": width,
        "alpha": params["alpha"],
        "solver": "lbfgs",
        "max_iter": 80,
        "random_state": seed,
    }
    if regression:
        return _scaled(_standard_target(MLPRegressor(**options)))
    return _scaled(MLPClassifier(**options))


def _weight_norm(pipeline: Any, X: Array, params: Params) -> float:
    network = getattr(pipeline[-1], "regressor_", pipeline[-1])
    return float(np.sqrt(sum(np.sum(layer**2) for layer in network.coefs_)))


def _naive_bayes(params: Params, seed: int) -> Any:
    from sklearn.naive_bayes import GaussianNB
    from sklearn.pipeline import make_pipeline

    return make_pipeline(GaussianNB(var_smoothing=params["smoothing"]))


def _integers(params: Params, *names: str) -> dict[str, Any]:
    return {name: int(value) if name in names else value for name, value in params.items()}


def _of_degree(build: Callable[[Params, int, int], Any], degree: int) -> Callable[[Params, int], Any]:
    return lambda params, seed: build(params, seed, degree)


def _of_kind(build: Callable[[Params, int, bool], Any], regression: bool) -> Callable[[Params, int], Any]:
    return lambda params, seed: build(params, seed, regression)


def svc() -> Model:
    """RBF support vector classification, with `C` and `gamma`."""
    return Model("support vector classifier, RBF kernel", _svc, _svm_norm, "norm of the decision functions")


def svr() -> Model:
    """RBF support vector regression, with `C`, `gamma` and `epsilon`."""
    return Model("support vector regression, RBF kernel", _svr, _svm_norm, "norm of the regression function")


def tree(regression: bool = False) -> Model:
    """Decision tree, with any of `max_depth`, `min_samples_leaf` and `ccp_alpha`."""
    return Model("decision tree", _of_kind(_tree, regression), _leaves, "leaves")


def forest(regression: bool = False) -> Model:
    """Random forest of 15 trees, with any of its hyper-parameters, also `n_estimators`."""
    return Model("random forest", _of_kind(_forest, regression), _forest_leaves, "leaves of all trees")


def boosting(regression: bool = False) -> Model:
    """Gradient boosting, with `learning_rate`, `n_estimators` and `max_depth`."""
    return Model(
        "gradient boosting",
        _of_kind(_boosting, regression),
        _boosting_leaves,
        "leaves of all trees, times the learning rate",
    )


def lightgbm(regression: bool = False) -> Model:
    """LightGBM of 50 rounds, with `num_leaves`, `learning_rate` and, if tuned, `n_estimators`."""
    return Model(
        "LightGBM", _of_kind(_lightgbm, regression), _lightgbm_leaves, "leaves of all trees, times the learning rate"
    )


def knn(regression: bool = False) -> Model:
    """Nearest neighbours on standardized predictors, with `k`."""
    return Model("nearest neighbours", _of_kind(_knn, regression), _neighbourhoods, "training rows / k")


def knn_pca() -> Model:
    """Nearest neighbours on principal components, with `k` and `components`."""
    return Model(
        "nearest neighbours on principal components", _knn_pca, _neighbourhoods, "components * training rows / k"
    )


def elastic_net(degree: int = 1) -> Model:
    """Elastic net on polynomials of the predictors, with `alpha` and `l1_ratio`; the lasso without `l1_ratio`."""
    name = "elastic net" if degree == 1 else f"elastic net, polynomials of degree {degree}"
    return Model(name, _of_degree(_elastic_net, degree), _nonzero, "non-zero coefficients")


def lasso(degree: int = 1) -> Model:
    """Lasso on polynomials of the predictors, with `alpha`."""
    name = "lasso" if degree == 1 else f"lasso, polynomials of degree {degree}"
    return Model(name, _of_degree(_elastic_net, degree), _nonzero, "non-zero coefficients")


def ridge(degree: int = 1) -> Model:
    """Ridge regression on polynomials of the predictors, with `alpha`."""
    name = "ridge regression" if degree == 1 else f"ridge regression, polynomials of degree {degree}"
    return Model(name, _of_degree(_ridge, degree), _ridge_df, "effective degrees of freedom")


def spline_ridge() -> Model:
    """Ridge regression on cubic B-splines of each predictor, with `knots` and `alpha`."""
    return Model("ridge regression on cubic splines", _spline_ridge, _ridge_df, "effective degrees of freedom")


def pls() -> Model:
    """Partial least squares, with `components`."""
    return Model("partial least squares", _pls, _components, "components")


def logistic(degree: int = 1) -> Model:
    """Logistic regression with a ridge penalty on polynomials of the predictors, with `C`."""
    name = "logistic regression" if degree == 1 else f"logistic regression, polynomials of degree {degree}"
    return Model(name, _of_degree(_logistic, degree), _coefficient_norm, "norm of the coefficients")


def logistic_lasso() -> Model:
    """Logistic regression with an L1 penalty, with `C`."""
    return Model("logistic regression, L1 penalty", _logistic_lasso, _nonzero, "non-zero coefficients")


def sgd() -> Model:
    """Linear classifier by 10 epochs of stochastic gradient descent, with `alpha` and `eta0`."""
    return Model("linear classifier, gradient descent", _sgd, _coefficient_norm, "norm of the coefficients")


def lda() -> Model:
    """Linear discriminant analysis, with `shrinkage`."""
    return Model(
        "linear discriminant analysis", _lda, lambda pipeline, X, params: 1 - params["shrinkage"], "1 - shrinkage"
    )


def kernel_ridge() -> Model:
    """RBF kernel ridge regression, with `alpha` and `gamma`; `gamma` is 0.1 where it is not tuned."""
    return Model("kernel ridge regression, RBF kernel", _kernel_ridge, _kernel_df, "effective degrees of freedom")


def network(regression: bool = False) -> Model:
    """Network of one hidden layer, with `width` and `alpha`, fitted by 80 steps of L-BFGS."""
    return Model("network of one hidden layer", _of_kind(_network, regression), _weight_norm, "norm of the weights")


def naive_bayes() -> Model:
    """Gaussian naive Bayes, with `smoothing` of the variances."""
    return Model(
        "Gaussian naive Bayes",
        _naive_bayes,
        lambda pipeline, X, params: -float(np.log10(params["smoothing"])),
        "-log10 of the smoothing",
    )
