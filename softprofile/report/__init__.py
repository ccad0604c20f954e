"""Summaries (tables) and plots of every result, one file per kind of result."""
