"""How softprofile behaves, measured by simulation: `python -m studies NAME` writes docs/studies/NAME.md."""
