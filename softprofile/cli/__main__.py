"""``python -m softprofile.cli``."""

from __future__ import annotations

from softprofile.cli import main

main()
