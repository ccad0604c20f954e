"""Select a configuration from the results of a scikit-learn search or an Optuna study.

The functions are also available at the top level of `softprofile`.
"""

from softprofile.doors.optuna import fit_study, plateau_trial, recommend_study
from softprofile.doors.scikit_learn.cv_results import fit_cv_results
from softprofile.doors.scikit_learn.recommending import recommend_cv_results
from softprofile.doors.scikit_learn.refit import PlateauRefit, plateau_refit

__all__ = [
    "PlateauRefit",
    "fit_cv_results",
    "fit_study",
    "plateau_refit",
    "plateau_trial",
    "recommend_cv_results",
    "recommend_study",
]
