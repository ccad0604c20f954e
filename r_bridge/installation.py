"""Finds R on this machine without starting it inside Python, and says how to install what is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

#: The R packages that the bridge knows, and what each is for.
PACKAGES: dict[str, str] = {
    "elasticnet": "r_bridge.enet with engine 'r'",
    "lars": "elasticnet itself",
    "e1071": "r_bridge.svm with engine 'r'",
    "reticulate": "softprofile called from R",
}

INSTALL_R = "sudo apt-get install r-base-core, or see https://cran.r-project.org"

# Nothing that is asked here takes R longer than a second; a broken one must not hang the answer.
_TIMEOUT = 60


def find_r() -> str | None:
    """Path of the R that rpy2 would use: that of R_HOME if it is set, else the first on PATH."""
    home = os.environ.get("R_HOME")
    if home:
        return shutil.which("R", path=str(Path(home) / "bin"))
    return shutil.which("R")


def missing_r() -> str:
    """One sentence: there is no R, and what to do."""
    home = os.environ.get("R_HOME")
    if home:
        return f"there is no R in R_HOME ({home}): unset R_HOME or let it name the folder that R RHOME prints."
    return f"there is no R on PATH: install it ({INSTALL_R})."


def r_version(executable: str) -> str | None:
    """Version of an R such as "4.2.2", or None if it does not run."""
    found = re.search(r"^R version (\d+\.\d+\.\d+)", _output([executable, "--version"]), re.MULTILINE)
    # A development version names its date only; asked from within, it has a number.
    found = found or re.search(
        r"^version=(\d+\.\d+\.\d+)",
        _output(
            [executable, "--no-echo", "--no-save", "-e", r'cat("\nversion=", format(getRversion()), "\n", sep = "")']
        ),
        re.MULTILINE,
    )
    return found[1] if found else None


def package_versions(executable: str, packages: Sequence[str] = tuple(PACKAGES)) -> dict[str, str | None]:
    """Version of each package in the libraries of this R, None where it is not installed."""
    names = ", ".join(f'"{name}"' for name in packages)
    code = (
        f"for (name in c({names})) "
        r'cat("\npackage ", name, "=", tryCatch(format(packageVersion(name)), error = function(e) ""), "\n", sep = "")'
    )
    # An .Rprofile may print too, so the lines are marked.
    output = _output([executable, "--no-echo", "--no-save", "-e", code])
    found = dict(re.findall(r"^package (\w+)=(\S+)$", output, re.MULTILINE))
    return {name: found.get(name) for name in packages}


def install_package(name: str) -> str:
    """The line that installs an R package."""
    return f"""Rscript -e 'install.packages("{name}", repos = "https://cloud.r-project.org")'"""


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TIMEOUT,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
