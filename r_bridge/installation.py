"""Find R without starting it inside Python, and the commands that install missing parts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

#: R packages that the bridge uses, and their purpose.
PACKAGES: dict[str, str] = {
    "elasticnet": "r_bridge.enet with engine 'r'",
    "lars": "elasticnet itself",
    "e1071": "r_bridge.svm with engine 'r'",
    "reticulate": "softprofile called from R",
}

INSTALL_R = "sudo apt-get install r-base-core, or see https://cran.r-project.org"

# A working R answers within a second; a broken one must not block the caller.
_TIMEOUT = 60


def find_r() -> str | None:
    """Find the R that rpy2 would use: that of R_HOME if it is set, otherwise the first on PATH.

    Returns
    -------
    str or None
        Path of the executable, or None if there is no R.
    """
    home = os.environ.get("R_HOME")
    if home:
        return shutil.which("R", path=str(Path(home) / "bin"))
    return shutil.which("R")


def missing_r() -> str:
    """State that there is no R, and what to do.

    Returns
    -------
    str
        One sentence.
    """
    home = os.environ.get("R_HOME")
    if home:
        return f"there is no R in R_HOME ({home}): unset R_HOME, or set it to the folder that R RHOME prints."
    return f"there is no R on PATH: install it ({INSTALL_R})."


def r_version(executable: str) -> str | None:
    """Ask an R executable for its version.

    Parameters
    ----------
    executable : str
        Path of R.

    Returns
    -------
    str or None
        Version such as "4.2.2", or None if R does not run.
    """
    found = re.search(r"^R version (\d+\.\d+\.\d+)", _output([executable, "--version"]), re.MULTILINE)
    # The --version of a development version has no number, but R itself knows it.
    found = found or re.search(
        r"^version=(\d+\.\d+\.\d+)",
        _output(
            [executable, "--no-echo", "--no-save", "-e", r'cat("\nversion=", format(getRversion()), "\n", sep = "")']
        ),
        re.MULTILINE,
    )
    return found[1] if found else None


def package_versions(executable: str, packages: Sequence[str] = tuple(PACKAGES)) -> dict[str, str | None]:
    """Ask an R executable for the versions of packages.

    Parameters
    ----------
    executable : str
        Path of R.
    packages : sequence of str, optional
        Names of packages; by default all of `PACKAGES`.

    Returns
    -------
    dict of str to (str or None)
        Version of each package, None if it is not installed.
    """
    names = ", ".join(f'"{name}"' for name in packages)
    code = (
        f"for (name in c({names})) "
        r'cat("\npackage ", name, "=", tryCatch(format(packageVersion(name)), error = function(e) ""), "\n", sep = "")'
    )
    # An .Rprofile may print too, so our lines have a prefix.
    output = _output([executable, "--no-echo", "--no-save", "-e", code])
    found = dict(re.findall(r"^package (\w+)=(\S+)$", output, re.MULTILINE))
    return {name: found.get(name) for name in packages}


def install_package(name: str) -> str:
    """Return the command that installs an R package.

    Parameters
    ----------
    name : str
        Name of the package.

    Returns
    -------
    str
        Shell command.
    """
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
