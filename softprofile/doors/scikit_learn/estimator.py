"""`softprofile.fit` as a scikit-learn estimator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.util.optional import require
from softprofile.util.validation import MIN_POINTS, Array

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator
else:
    BaseEstimator = require("sklearn.base", "sklearn", "SoftProfile").BaseEstimator


class SoftProfile(BaseEstimator):
    """Softened profile likelihood as a scikit-learn estimator.

    X holds the configurations (U elsewhere in softprofile) and y their performance (z). The parameters are those of
    `softprofile.fit`, except that its `transform` is named `transforms` here: scikit-learn regards every object with an
    attribute `transform` as a transformer.

    Parameters
    ----------
    boundary : str or Boundary, default="auto"
        Family of boundaries: "linear", "quadratic" or "network", or an object. "auto" is quadratic, and linear for a
        single hyper-parameter.
    density : str or Density, default="gaussian"
        Density of y on each side: a name such as "laplace" or "student-t:4", or an object.
    softness : {"soft", "hard"}, default="soft"
        "soft" maximises Eq. (5), "hard" maximises Eq. (3).
    transforms : str, list or dict, default="auto"
        "auto", "log", "standardize" or "none" for all columns, a list with one per column, or a dict by column name.
    n_starts : int, optional
        Number of starts of the optimiser.
    ridge : float, optional
        Weight of the ridge penalty. 0 is the paper's objective.
    random_state : int, Generator or None, default=0
        Seed, or generator, of the starts.
    preset : {"paper"}, optional
        "paper" is the literal procedure of the paper.
    better : {"lower", "higher"}, optional
        Which values of y are better: "lower" for an error, "higher" for a score. With it,
        ``result_.nearest_point(side="good")`` works.

    Attributes
    ----------
    result_ : BoundaryFit
        The complete result.
    representative_point_ : ndarray of shape (n_features_in_,)
        The representative point, in original units.
    nearest_index_ : int
        Row of the evaluated configuration nearest to the representative point, on either side, Eq. (12).
    n_features_in_ : int
        Number of columns of X.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the columns of X. Defined only if X is a data frame whose column names are all strings.

    See Also
    --------
    softprofile.fit : The function behind the estimator, with a full description of the parameters.

    Examples
    --------
    >>> import softprofile as sp
    >>> U = [[1, 1], [1, 2], [2, 1], [2, 2], [3, 3], [3, 4], [4, 3], [4, 4]]
    >>> z = [9.0, 9.1, 9.2, 8.9, 1.0, 1.1, 0.9, 1.0]
    >>> estimator = sp.SoftProfile(boundary="linear").fit(U, z)
    >>> estimator.predict([[1, 1], [4, 4]])
    array([2, 1])
    """

    n_features_in_: int
    feature_names_in_: npt.NDArray[np.object_]

    def __init__(
        self,
        *,
        boundary: Any = "auto",
        density: Any = "gaussian",
        softness: str = "soft",
        transforms: Any = "auto",
        n_starts: int | None = None,
        ridge: float | None = None,
        random_state: int | np.random.Generator | None = 0,
        preset: str | None = None,
        better: str | None = None,
    ) -> None:
        self.boundary = boundary
        self.density = density
        self.softness = softness
        self.transforms = transforms
        self.n_starts = n_starts
        self.ridge = ridge
        self.random_state = random_state
        self.preset = preset
        self.better = better

    def fit(self, X: Any, y: Any) -> SoftProfile:
        """Find the boundary where improvement levels off.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Evaluated configurations.
        y : array-like of shape (n_samples,)
            Performance of each configuration.

        Returns
        -------
        SoftProfile
            The fitted estimator itself.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> estimator = sp.SoftProfile().fit(surface[["gamma", "h"]], surface["train_error"])
        >>> estimator.result_.nearest_point().to_dict()
        {'gamma': 50000.0, 'h': 0.001}
        """
        import pandas as pd
        from sklearn.utils.validation import validate_data

        z_name = getattr(y, "name", None)
        table, z = validate_data(self, X, y, y_numeric=True, ensure_min_samples=MIN_POINTS)
        U: Any = pd.DataFrame(table, columns=self.feature_names_in_) if hasattr(self, "feature_names_in_") else table
        options = self.get_params(deep=False)  # type: ignore[no-untyped-call]
        options["transform"] = options.pop("transforms")
        self.result_: BoundaryFit = fit(U, pd.Series(z, name=z_name), **options)
        self.representative_point_ = self.result_.representative_point.to_numpy()
        self.nearest_index_ = self.result_.nearest_index()
        return self

    def decision_function(self, X: Any) -> Array:
        """Return g(u; w), which is positive on side 2, where y is larger.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Configurations, in original units.

        Returns
        -------
        ndarray of shape (n_samples,)
            Value of g at each configuration.

        Examples
        --------
        >>> import softprofile as sp
        >>> U = [[1, 1], [1, 2], [2, 1], [2, 2], [3, 3], [3, 4], [4, 3], [4, 4]]
        >>> z = [9.0, 9.1, 9.2, 8.9, 1.0, 1.1, 0.9, 1.0]
        >>> estimator = sp.SoftProfile(boundary="linear").fit(U, z)
        >>> estimator.decision_function([[1, 1], [4, 4]]) > 0
        array([ True, False])
        """
        return self._fitted().decision_function(self._read(X))

    def predict(self, X: Any) -> npt.NDArray[np.int64]:
        """Return the side of each configuration.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Configurations, in original units.

        Returns
        -------
        ndarray of shape (n_samples,)
            1 or 2; y is larger on side 2.

        Examples
        --------
        >>> import pandas as pd
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> estimator = sp.SoftProfile().fit(surface[["gamma", "h"]], surface["train_error"])
        >>> estimator.predict(pd.DataFrame({"gamma": [1e4, 1e6], "h": [1e-5, 1e-1]}))
        array([2, 1])
        """
        return self._fitted().predict(self._read(X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[no-untyped-call]
        tags.target_tags.required = True
        return tags

    def _read(self, X: Any) -> Any:
        from sklearn.utils.validation import validate_data

        return validate_data(self, X, reset=False)

    def _fitted(self) -> BoundaryFit:
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(self, "result_")
        return self.result_
