"""Results reach the layers above them by name: every name leads somewhere, and nothing else imports by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import softprofile as sp
from softprofile.util.upward import upward

PACKAGE = Path(sp.__file__).parent
SOURCES = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
PATHS = sorted({path for text in SOURCES.values() for path in re.findall(r'upward\("([^"]+)"\)', text)})


@pytest.mark.parametrize("path", PATHS)
def test_every_path_leads_to_something_callable(path: str) -> None:
    assert callable(upward(path))


def test_only_results_and_surfaces_reach_upwards() -> None:
    users = {name for name, text in SOURCES.items() if "upward(" in text and name != "util/upward.py"}
    assert users <= {
        "fitting/boundary_fit.py",
        "fitting/elbow.py",
        "surfaces/surface.py",
        "trust/bootstrap/boundary_bootstrap.py",
        "recommendation/results.py",
        "trust/bootstrap/elbow_bootstrap.py",
        "trust/comparison/results.py",
        "trust/diagnostics/results.py",
        "trust/plateau/results.py",
    }
    assert len(PATHS) > 10
