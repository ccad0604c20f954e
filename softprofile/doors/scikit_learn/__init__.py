"""scikit-learn: an estimator, fits of search results, and a callable for `refit`."""
