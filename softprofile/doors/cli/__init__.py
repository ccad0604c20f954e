"""The command line: thin doors on what the package does, one file a group of commands.

A command that works on a fit is decorated with `on_a_fit` (reading.py): it then takes a saved fit, or data with the
options of `fit`. All that goes wrong passes through `one_sentence` (endings.py), which has the exit codes.
"""

from __future__ import annotations

from importlib import import_module

from softprofile.doors.cli.application import app, main

# Each adds its commands to the app; this is the order in which the help lists them.
for _group in ("fitting", "trusting", "focusing", "evaluating", "examples"):
    import_module(f"softprofile.doors.cli.{_group}")

__all__ = ["app", "main"]
