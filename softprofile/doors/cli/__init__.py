"""The command line: thin wrappers of the Python functions, with the same names for the same options.

- application.py: the command ``softprofile`` and its help.
- commands/: the commands, one file per group.
- inputs.py: what a command reads. A command decorated with `takes_a_fit` takes a saved fit, or data with the options of
  ``softprofile fit``.
- options.py: arguments and options that several commands share.
- exit_codes.py: exit codes; all errors pass through `report_errors`.
- figures.py: figures that a command writes.
"""

from __future__ import annotations

from importlib import import_module

from softprofile.doors.cli.application import app, main

# Importing a group adds its commands to the app; the help lists them in this order.
for _group in ("fit", "recommend", "trust", "focus", "evaluate", "reproduce"):
    import_module(f"softprofile.doors.cli.commands.{_group}")

__all__ = ["app", "main"]
