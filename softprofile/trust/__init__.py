"""Checks of a fit: bootstrap, plateau test, diagnostics, model comparison, and proposals of new configurations."""
