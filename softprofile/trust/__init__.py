"""How far to trust a fit: bootstrap, plateau test, diagnostics, comparison, and what to evaluate next."""
