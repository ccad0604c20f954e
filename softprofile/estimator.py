"""The fit as a scikit-learn estimator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softprofile.fitting import fit
from softprofile.optional import require
from softprofile.results import BoundaryFit
from softprofile.validation import Array

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator
else:
    BaseEstimator = require("sklearn.base", "sklearn", "SoftProfile").BaseEstimator


class SoftProfile(BaseEstimator):
    """`softprofile.fit` with scikit-learn's manners: `fit(U, z)`, `predict`, `decision_function`, `get_params`.

    Parameters are those of `softprofile.fit`. After fitting:

    Attributes
    ----------
    result_ : BoundaryFit
        The whole result.
    representative_point_ : array of shape (n_features_in_,)
        In original units.
    nearest_index_ : int
        Row of the evaluated configuration nearest to it.
    n_features_in_, feature_names_in_
        As everywhere in scikit-learn; the names only if U is a data frame.

    Examples
    --------
    >>> U = [[1, 1], [1, 2], [2, 1], [2, 2], [3, 3], [3, 4], [4, 3], [4, 4]]
    >>> z = [9.0, 9.1, 9.2, 8.9, 1.0, 1.1, 0.9, 1.0]
    >>> SoftProfile(boundary="linear").fit(U, z).predict([[1, 1], [4, 4]])
    array([2, 1])
    """

    def __init__(
        self,
        *,
        boundary: Any = "auto",
        density: Any = "gaussian",
        softness: str = "soft",
        transform: Any = "auto",
        n_starts: int | None = None,
        ridge: float | None = None,
        random_state: int | np.random.Generator | None = 0,
        preset: str | None = None,
    ) -> None:
        self.boundary = boundary
        self.density = density
        self.softness = softness
        self.transform = transform
        self.n_starts = n_starts
        self.ridge = ridge
        self.random_state = random_state
        self.preset = preset

    def fit(self, U: Any, z: Any) -> SoftProfile:
        """Find the boundary from configurations U and their performance z."""
        self.result_: BoundaryFit = fit(U, z, **self._parameters())
        self.n_features_in_ = len(self.result_.names)
        if hasattr(U, "columns"):
            self.feature_names_in_ = np.array(self.result_.names, dtype=object)
        self.representative_point_ = self.result_.representative_point.to_numpy()
        self.nearest_index_ = self.result_.nearest_index()
        return self

    def decision_function(self, U: Any) -> Array:
        """g(u; w): positive on side 2, where z is larger."""
        return self._fitted().decision_function(U)

    def predict(self, U: Any) -> npt.NDArray[np.int64]:
        """Side 1 or 2 of each configuration."""
        return self._fitted().predict(U)

    def _parameters(self) -> dict[str, Any]:
        return dict(self.get_params(deep=False))  # type: ignore[no-untyped-call]

    def _fitted(self) -> BoundaryFit:
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(self, "result_")
        return self.result_
