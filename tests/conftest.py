"""Hypothesis: the same examples on every machine, or, with --hypothesis-profile=thorough, many new ones."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("softprofile", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("softprofile")
