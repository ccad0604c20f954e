r"""The elastic net of R's package elasticnet (Zou and Hastie, 2005), computed by R or by a LARS path in Python.

With the columns of X centred and scaled to unit length and y centred, the estimate is

.. math::
    \hat\beta = (1 + \lambda_2) \arg\min_\beta
        \|y - X \beta\|^2 + \lambda_2 \|\beta\|^2 + \lambda_1 \|\beta\|_1 .

This equals :math:`\sqrt{1 + \lambda_2}` times the lasso estimate with penalty :math:`\lambda_1 / \sqrt{1 + \lambda_2}`
for the data

.. math::
    X^* = (1 + \lambda_2)^{-1/2} \binom{X}{\sqrt{\lambda_2} I}, \qquad y^* = \binom{y}{0} .

It is linear in :math:`\lambda_1` between the knots of the path. Coefficients are returned on the scale of the data.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from r_bridge.engines import Engine, choose
from r_bridge.errors import RError, RWarning
from r_bridge.inputs import read_penalties, read_response, read_table
from r_bridge.lasso import settle
from softprofile.util.errors import InputError
from softprofile.util.optional import require
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.validation import Array, is_constant

if TYPE_CHECKING:
    import pandas as pd

# enet rejects a penalty beyond the first knot of the path, and returns NA below the last knot if rounding leaves it
# above zero. Columns that it drops as collinear are absent from the coefficients.
_R_PATHS = """
function(x, y, lambda1, lambda2) {
  coefficients <- matrix(0, length(lambda1) * length(lambda2), ncol(x))
  for (b in seq_along(lambda2)) {
    path <- elasticnet::enet(x, y, lambda = lambda2[b])
    last <- min(path$penalty)
    if (last > 1e-6 * path$penalty[1] && any(lambda1 < last)) stop("the path of enet ends before the penalty asked for")
    s <- pmax(pmin(lambda1, path$penalty[1]), last)
    rows <- (b - 1) * length(lambda1) + seq_along(lambda1)
    coefficients[rows, path$allset] <- predict(path, s = s, mode = "penalty", type = "coefficients")$coefficients
  }
  coefficients
}
"""

# Maximum number of steps per column, the same as in enet.
_STEPS = 50

# lars_path stops when the correlation divided by the number of rows falls below 1.2e-7. If y is scaled so that the
# first correlation is this large, the limit is below rounding error.
_FIRST_CORRELATION = 1e9


@dataclass(frozen=True, eq=False)
class ElasticNet(ReadOnlyArrays):
    """Elastic nets at every pair of penalties.

    Attributes
    ----------
    lambda1 : ndarray of shape (l1,)
        Penalties of the absolute coefficients.
    lambda2 : ndarray of shape (l2,)
        Penalties of the squared coefficients.
    intercepts : ndarray of shape (l1, l2)
        Intercepts.
    coefficients : ndarray of shape (l1, l2, p)
        Coefficients on the scale of the data.
    names : tuple of str
        Names of the p columns of X.
    engine : {"r", "python"}
        The engine that computed the paths.
    """

    lambda1: Array
    lambda2: Array
    intercepts: Array = field(repr=False)
    coefficients: Array = field(repr=False)
    names: tuple[str, ...]
    engine: Engine

    def predict(self, X: Any) -> Array:
        """Predict the response at every pair of penalties.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n, p)
            Inputs. The columns of a DataFrame are matched by name.

        Returns
        -------
        ndarray of shape (l1, l2, n)
            Predictions.
        """
        table, _ = read_table(X, self.names)
        return self.intercepts[..., None] + self.coefficients @ table.T

    def to_frame(self) -> pd.DataFrame:
        """Tabulate the coefficients.

        Returns
        -------
        DataFrame
            One row per pair of penalties, with lambda1 varying fastest: lambda1, lambda2, intercept and one column per
            column of X.
        """
        import pandas as pd

        lambda2, lambda1 = (grid.ravel() for grid in np.meshgrid(self.lambda2, self.lambda1, indexing="ij"))
        penalties = pd.DataFrame({"lambda1": lambda1, "lambda2": lambda2, "intercept": self.intercepts.T.ravel()})
        values = self.coefficients.transpose(1, 0, 2).reshape(len(penalties), -1)
        # Concatenated, because a column of X may be named lambda1 too.
        return pd.concat([penalties, pd.DataFrame(values, columns=list(self.names))], axis=1)


def enet(X: Any, y: Any, lambda1: Any, lambda2: Any, *, engine: str = "auto") -> ElasticNet:
    """Fit elastic nets at all pairs of `lambda1` and `lambda2`, as defined by R's ``elasticnet::enet``.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, p)
        Inputs; p may exceed n, and columns may be collinear.
    y : array-like of shape (n,)
        Response.
    lambda1 : float or array-like of shape (l1,)
        Penalty of the absolute coefficients, as in R's ``predict(s = lambda1, mode = "penalty")``. Beyond the end of
        the path all coefficients are zero; R raises an error there.
    lambda2 : float or array-like of shape (l2,)
        Penalty of the squared coefficients, as in R's ``enet(lambda = lambda2)``. At zero, collinear columns have more
        than one minimiser, and the result depends on the engine.
    engine : {"auto", "r", "python"}, default "auto"
        "auto" uses R if elasticnet is installed, otherwise Python. R's enet fails if the path has only one step, as
        with one column; "auto" then uses Python, and warns unless p = 1.

    Returns
    -------
    ElasticNet
        Coefficients at every pair of penalties.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [3.0, 1.0]])
    >>> net = enet(X, [0.0, 1.0, 2.0, 3.0], [0.0, 1.0], 0.5, engine="python")
    >>> net.coefficients.shape, net.predict(X).shape
    ((2, 1, 2), (2, 1, 4))
    """
    table, names = read_table(X)
    response = read_response(y, len(table))
    l1 = read_penalties(lambda1, "lambda1")
    l2 = read_penalties(lambda2, "lambda2")
    if len(table) < 2:
        raise InputError("X has fewer than two rows: no coefficient can be estimated.")
    for column, name in zip(table.T, names, strict=True):
        if is_constant(column):
            raise InputError(f"column {name!r} of X is constant: remove it, the model has an intercept.")
    chosen = choose("python" if engine == "auto" and table.shape[1] == 1 else engine, "elasticnet", "enet")

    mean, level = table.mean(axis=0), response.mean()
    if _all_zero(table - mean, response):
        coefficients = np.zeros((len(l1), len(l2), len(names)))
    elif chosen == "r":
        try:
            coefficients = _paths_by_r(table, response, l1, l2)
        except RError as error:
            if engine == "r":
                raise
            warnings.warn(f"R's enet failed ({error}): the engine 'python' was used instead.", RWarning, stacklevel=2)
            chosen, coefficients = "python", _paths_by_python(table, response, l1, l2)
    else:
        coefficients = _paths_by_python(table, response, l1, l2)
    return ElasticNet(l1, l2, level - coefficients @ mean, coefficients, names, chosen)


def _all_zero(centred: Array, response: Array) -> bool:
    """Check whether every column is uncorrelated with y, so that the path has no first step."""
    if is_constant(response):
        return True
    deviation = response - response.mean()
    cosine = centred.T @ deviation / (np.linalg.norm(centred, axis=0) * np.linalg.norm(deviation))
    return bool(np.abs(cosine).max() < 1e-15)


def _paths_by_r(table: Array, response: Array, lambda1: Array, lambda2: Array) -> Array:
    from r_bridge import session

    flat: Array = session.call(_R_PATHS, table, response, lambda1, lambda2)
    return flat.reshape(len(lambda2), len(lambda1), -1).transpose(1, 0, 2)


def _paths_by_python(table: Array, response: Array, lambda1: Array, lambda2: Array) -> Array:
    centred = table - table.mean(axis=0)
    # Scaled in two steps, so that squares of very small or large numbers stay within range.
    size = np.abs(centred).max(axis=0)
    length = size * np.linalg.norm(centred / size, axis=0)
    coefficients = np.empty((len(lambda1), len(lambda2), table.shape[1]))
    for b, penalty in enumerate(lambda2):
        coefficients[:, b] = _path(centred / length, response - response.mean(), lambda1, float(penalty)) / length
    return coefficients


def _path(X: Array, y: Array, lambda1: Array, lambda2: float) -> Array:
    """Compute the coefficients of standardised columns at one `lambda2`, of shape (l1, p)."""
    linear_model = require("sklearn.linear_model", "sklearn", "enet with engine 'python'")
    p = X.shape[1]
    shrink = np.sqrt(1 + lambda2)
    augmented = np.vstack([X, np.sqrt(lambda2) * np.eye(p)]) / shrink if lambda2 > 0 else X
    target = np.concatenate([y, np.zeros(len(augmented) - len(y))])
    correlation = np.abs(augmented.T @ target).max()
    if correlation == 0:
        return np.zeros((len(lambda1), p))
    unit = correlation / _FIRST_CORRELATION
    with warnings.catch_warnings():
        # lars_path warns when it drops collinear columns; enet drops them silently.
        warnings.simplefilter("ignore")
        alphas, _, steps = linear_model.lars_path(
            augmented, target / unit * len(augmented), method="lasso", max_iter=_STEPS * p
        )
    # lars_path stops after a step in which the penalty increases because of rounding.
    kept = np.concatenate([[True], alphas[1:] < np.minimum.accumulate(alphas)[:-1]])
    knots = 2 * shrink * unit * alphas[kept][::-1]
    naive = unit / shrink / len(augmented) * steps.T[kept][::-1]
    path = np.column_stack([np.interp(lambda1, knots, column) for column in naive.T])
    return (1 + lambda2) * settle(X, y, lambda1 / 2, lambda2, path)
