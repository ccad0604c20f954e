"""Doors: other ways to use softprofile, from scikit-learn, from Optuna and from the command line.

- scikit_learn/: the estimator `SoftProfile`, and functions for the results of scikit-learn's searches.
- optuna.py: functions for Optuna studies.
- candidates.py: what the doors of tuning frameworks share: from the parameters of a search to configurations to fit.
- cli/: the command ``softprofile``.
"""
