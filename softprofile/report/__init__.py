"""Summaries and drawings of every result."""
