"""Other ways in: scikit-learn, Optuna, the command line."""
