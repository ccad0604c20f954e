"""Summaries of every result: tables as text, HTML or LaTeX, in the style of statsmodels."""
