"""The fit as a scikit-learn estimator."""

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
    """`softprofile.fit` with scikit-learn's manners: `fit(X, y)`, `predict`, `decision_function`, `get_params`.

    X are the configurations (U elsewhere in softprofile) and y their performance (z). Parameters are those of
    `softprofile.fit`, except that its ``transform=`` is called ``transforms=`` here: scikit-learn takes every object
    that has an attribute `transform` for a transformer.

    Attributes
    ----------
    result_ : BoundaryFit
        The whole result.
    representative_point_ : array of shape (n_features_in_,)
        In original units.
    nearest_index_ : int
        Row of the evaluated configuration nearest to it.
    n_features_in_, feature_names_in_
        As everywhere in scikit-learn; the names only if X is a data frame whose column names are strings.

    Examples
    --------
    >>> U = [[1, 1], [1, 2], [2, 1], [2, 2], [3, 3], [3, 4], [4, 3], [4, 4]]
    >>> z = [9.0, 9.1, 9.2, 8.9, 1.0, 1.1, 0.9, 1.0]
    >>> SoftProfile(boundary="linear").fit(U, z).predict([[1, 1], [4, 4]])
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
    ) -> None:
        self.boundary = boundary
        self.density = density
        self.softness = softness
        self.transforms = transforms
        self.n_starts = n_starts
        self.ridge = ridge
        self.random_state = random_state
        self.preset = preset

    def fit(self, X: Any, y: Any) -> SoftProfile:
        """Find the boundary from configurations X and their performance y."""
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
        """g(u; w) at the configurations X: positive on side 2, where y is larger."""
        return self._fitted().decision_function(self._read(X))

    def predict(self, X: Any) -> npt.NDArray[np.int64]:
        """Side 1 or 2 of each configuration."""
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
