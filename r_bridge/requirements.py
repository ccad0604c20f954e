"""The rpy2 that fits an R: `python -m r_bridge.requirements` prints what pip has to install for the R of this machine.

It uses only the standard library, since it runs before anything is installed.
"""

from __future__ import annotations

import re
import sys

from r_bridge.installation import find_r, missing_r, r_version

# rpy2-rinterface 3.6.6 needs functions that R has had since this version.
_NEWEST_RPY2_NEEDS = (4, 5)


def rpy2_requirement(version: str) -> list[str]:
    """List what pip has to install for rpy2 to run with a version of R.

    Parameters
    ----------
    version : str
        Version of R, such as "4.2.2".

    Returns
    -------
    list of str
        Requirement specifiers.

    Raises
    ------
    InputError
        If `version` is not a version of R.

    Examples
    --------
    >>> rpy2_requirement("4.2.2")
    ['rpy2>=3.6', 'rpy2-rinterface<3.6.6']
    >>> rpy2_requirement("4.5.0")
    ['rpy2>=3.6']
    """
    found = re.match(r"(\d+)\.(\d+)(\.|$)", version) if isinstance(version, str) else None
    if not found:
        from softprofile.util.errors import InputError

        raise InputError(f"{version!r} is not a version of R: give one such as '4.2.2'.")
    newest = (int(found[1]), int(found[2])) >= _NEWEST_RPY2_NEEDS
    return ["rpy2>=3.6"] if newest else ["rpy2>=3.6", "rpy2-rinterface<3.6.6"]


def install_rpy2(version: str | None) -> str:
    """Return the command that installs an rpy2 for a version of R.

    Parameters
    ----------
    version : str or None
        Version of R; None selects an rpy2 that runs with every R.

    Returns
    -------
    str
        Shell command.
    """
    return "pip install " + " ".join(f"'{line}'" for line in rpy2_requirement(version or "4.0"))


def main() -> int:
    """Print the requirements for the R of this machine, one per line."""
    executable = find_r()
    if executable is None:
        print(missing_r(), file=sys.stderr)
        return 1
    version = r_version(executable)
    if version is None:
        print(f"{executable} --version does not print a version of R: reinstall R.", file=sys.stderr)
        return 1
    print("\n".join(rpy2_requirement(version)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
