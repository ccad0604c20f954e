r"""The support vector classifier of R's package e1071, computed by R or by scikit-learn; both use libsvm.

The kernel is radial, :math:`k(u, v) = \exp(-\gamma \|u - v\|^2)`. Columns are centred at the mean of the training data
and divided by their standard deviation (with divisor n - 1). If a column is constant, no column is scaled, as in e1071.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from r_bridge.engines import Engine, choose
from r_bridge.errors import RWarning
from r_bridge.inputs import Labels, read_labels, read_table
from softprofile.util.errors import InputError
from softprofile.util.optional import require
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.validation import Array, require_number

# The model is serialized, so that it can be pickled and sent to another process with its own R.
_R_FIT = """
function(x, y, names, cost, gamma) {
  colnames(x) <- names
  model <- e1071::svm(x, factor(y, levels = seq_len(max(y))), kernel = "radial", cost = cost, gamma = gamma,
                      fitted = FALSE)
  list(index = model$index, model = serialize(model, NULL))
}
"""

_R_PREDICT = """
function(model, x) {
  loadNamespace("e1071")
  as.integer(predict(unserialize(model), x))
}
"""


@dataclass(frozen=True, eq=False)
class SupportVectorMachine(ReadOnlyArrays):
    """A fitted support vector classifier.

    Attributes
    ----------
    cost, gamma : float
        The hyper-parameters.
    classes : ndarray of shape (k,)
        The distinct labels, in order of first occurrence.
    support : ndarray of int
        Indices of the support vectors in the training data, counted from 0, in increasing order.
    support_vectors : ndarray of shape (s, p)
        The support vectors, on the scale of the data.
    names : tuple of str
        Names of the columns of X.
    engine : {"r", "python"}
        The engine that fitted the model.
    """

    cost: float
    gamma: float
    classes: Labels
    support: npt.NDArray[np.intp] = field(repr=False)
    support_vectors: Array = field(repr=False)
    names: tuple[str, ...]
    engine: Engine
    _model: Any = field(repr=False)
    _centre: Array = field(repr=False)
    _scale: Array = field(repr=False)

    def predict(self, X: Any) -> Labels:
        """Predict the label of each row.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n, p)
            Inputs. The columns of a DataFrame are matched by name.

        Returns
        -------
        ndarray of shape (n,)
            Labels, of the type that the model was fitted to.
        """
        table, _ = read_table(X, self.names)
        if not len(table):
            return self.classes[:0]
        if self.engine == "r":
            from r_bridge import session

            return self.classes[session.call(_R_PREDICT, self._model, table) - 1]
        return self.classes[self._model.predict((table - self._centre) / self._scale)]

    def error(self, X: Any, y: Any) -> float:
        """Compute the classification error in %.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n, p)
            Inputs.
        y : array-like of shape (n,)
            True labels.

        Returns
        -------
        float
            Percentage of rows with a wrong prediction.
        """
        predicted = self.predict(X).tolist()
        labels = read_labels(y, len(predicted)).tolist()
        if not labels:
            raise InputError("X has no rows: the error is not defined.")
        return 100 * sum(a != b for a, b in zip(predicted, labels, strict=True)) / len(labels)


def svm(X: Any, y: Any, cost: float, gamma: float, *, engine: str = "auto") -> SupportVectorMachine:
    """Fit a support vector classifier with a radial kernel, as R's ``e1071::svm`` does.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, p)
        Inputs.
    y : array-like of shape (n,)
        Labels of any type, at least two distinct ones.
    cost, gamma : float
        Cost of an error and parameter of the kernel, as in R's
        ``svm(X, factor(y), kernel = "radial", cost=, gamma=)``.
    engine : {"auto", "r", "python"}, default "auto"
        "auto" uses R if e1071 is installed, otherwise Python. Both engines solve the same problem to the same
        tolerance, with slightly different arithmetic, so a row close to the boundary may get a different label.

    Returns
    -------
    SupportVectorMachine
        The fitted classifier.

    Examples
    --------
    >>> import numpy as np
    >>> model = svm(np.array([[0.0], [1.0], [8.0], [9.0]]), ["low", "low", "high", "high"], 1, 1, engine="python")
    >>> model.predict([[0.5], [8.5]]).tolist()
    ['low', 'high']
    """
    table, names = read_table(X)
    labels = read_labels(y, len(table))
    cost = require_number(cost, "cost", above=0)
    gamma = require_number(gamma, "gamma", above=0)
    classes, codes = _classes(labels)
    if len(classes) < 2:
        raise InputError(f"y has {len(classes)} different label(s): at least two are needed.")
    chosen = choose(engine, "e1071", "svm")

    centre, scale = np.zeros(len(names)), np.ones(len(names))
    if chosen == "r":
        from r_bridge import session

        fitted = session.call(_R_FIT, table, codes + 1, list(names), cost, gamma)
        model, support = fitted["model"], fitted["index"].astype(np.intp) - 1
    else:
        sklearn_svm = require("sklearn.svm", "sklearn", "svm with engine 'python'")
        constant = [name for column, name in zip(table.T, names, strict=True) if np.ptp(column) == 0]
        if constant:
            # The same message as e1071's.
            listed = " and ".join(f"'{name}'" for name in constant)
            warnings.warn(f"Variable(s) {listed} constant. Cannot scale data.", RWarning, stacklevel=2)
        else:
            centre, scale = table.mean(axis=0), table.std(axis=0, ddof=1)
        # e1071 numbers the classes in order of occurrence, scikit-learn sorts them; for these codes both agree.
        model = sklearn_svm.SVC(C=cost, gamma=gamma, kernel="rbf", tol=1e-3).fit((table - centre) / scale, codes)
        support = model.support_.astype(np.intp)
    support = np.sort(support)
    return SupportVectorMachine(
        cost, gamma, classes, support, table[support], names, chosen, _model=model, _centre=centre, _scale=scale
    )


def _classes(labels: Labels) -> tuple[Labels, npt.NDArray[np.intp]]:
    """Return the distinct labels in order of occurrence, and the code of each row."""
    order: dict[Any, int] = {}
    first = []
    codes = np.empty(len(labels), dtype=np.intp)
    for row, label in enumerate(labels.tolist()):
        if label not in order:
            order[label] = len(order)
            first.append(row)
        codes[row] = order[label]
    return labels[first], codes
