"""The rpy2 that fits an R, also on the command line and before anything is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import r_bridge
from r_bridge.installation import r_version
from softprofile import InputError
from tests.r_bridge.helpers import ROOT, status

OLD = ["rpy2>=3.6", "rpy2-rinterface<3.6.6"]
NEW = ["rpy2>=3.6"]


@pytest.mark.parametrize(
    ("version", "expected"),
    [("3.6.3", OLD), ("4.2.2", OLD), ("4.4.3", OLD), ("4.5.0", NEW), ("4.5", NEW), ("4.10.1", NEW), ("5.0.0", NEW)],
)
def test_requirement_of_a_version(version: str, expected: list[str]) -> None:
    assert r_bridge.rpy2_requirement(version) == expected


@pytest.mark.parametrize("version", ["", "four", "4", None, 4.2])
def test_bad_version(version: object) -> None:
    with pytest.raises(InputError, match="is not a version of R"):
        r_bridge.rpy2_requirement(version)  # type: ignore[arg-type]


def run_module(path: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "R_HOME"}
    # -S: no site-packages, as in an environment in which nothing is installed yet.
    return subprocess.run(
        [sys.executable, "-S", "-m", "r_bridge.requirements"],
        capture_output=True,
        text=True,
        check=False,
        env={**env, "PATH": path, "PYTHONPATH": str(ROOT)},
    )


def fake_r(folder: Path, first_line: str) -> str:
    script = folder / "R"
    script.write_text(f"#!/bin/sh\necho '{first_line}'\n", encoding="utf-8")
    script.chmod(0o755)
    return str(folder)


@pytest.mark.skipif(os.name == "nt", reason="the R of this test is a shell script")
@pytest.mark.parametrize(("version", "expected"), [("4.2.2", OLD), ("4.5.1", NEW)])
def test_command_prints_one_per_line(tmp_path: Path, version: str, expected: list[str]) -> None:
    path = fake_r(tmp_path, f'R version {version} (2025-01-01) -- "A Name"') + os.pathsep + os.environ["PATH"]
    done = run_module(path)
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, expected, "")


@pytest.mark.skipif(os.name == "nt", reason="the R of this test is a shell script")
def test_development_version_is_read_by_running_r(tmp_path: Path) -> None:
    script = tmp_path / "R"
    script.write_text(
        '#!/bin/sh\nif [ "$1" = --version ]; then echo "R Under development (unstable)"; else echo version=4.6.0; fi\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    assert r_version(str(script)) == "4.6.0"


def test_command_without_r(tmp_path: Path) -> None:
    done = run_module(str(tmp_path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "there is no R on PATH" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="the R of this test is a shell script")
def test_command_with_a_broken_r(tmp_path: Path) -> None:
    done = run_module(fake_r(tmp_path, "Segmentation fault") + os.pathsep + os.environ["PATH"])
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_command_with_the_r_of_this_machine() -> None:
    version = status().r
    if version is None:
        pytest.skip("there is no R on this machine")
    assert run_module(os.environ["PATH"]).stdout.splitlines() == r_bridge.rpy2_requirement(version)
