"""Simulation studies of softprofile: `python -m studies NAME` writes docs/studies/NAME.md."""
