"""Doors for those who tune already: searches of scikit-learn and studies of Optuna."""

from softprofile.doors.selection.refit import PlateauRefit, plateau_refit
from softprofile.doors.selection.searches import fit_cv_results
from softprofile.doors.selection.studies import fit_study, plateau_trial

__all__ = ["PlateauRefit", "fit_cv_results", "fit_study", "plateau_refit", "plateau_trial"]
