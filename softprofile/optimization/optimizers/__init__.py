"""Optimisers: they know an objective, nothing of statistics."""
