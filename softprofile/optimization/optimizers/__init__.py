"""General-purpose optimizers of an objective from many starts."""
