"""Which parts of R are installed, and the commands that install the missing ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class RStatus:
    """Which parts of R are installed on this machine.

    Attributes
    ----------
    r : str or None
        Version of R, None if it is missing.
    r_path : str or None
        Path of the R executable.
    rpy2 : str or None
        Version of rpy2, None if it is missing.
    problem : str
        Why rpy2 cannot load R although both are installed; empty if it can, or if one is missing.
    packages : mapping of str to (str or None)
        Version of each R package that the bridge uses, None if it is missing.
    remedies : mapping of str to str
        Command that installs each missing part.
    """

    r: str | None
    r_path: str | None
    rpy2: str | None
    problem: str
    packages: Mapping[str, str | None]
    remedies: Mapping[str, str]

    @property
    def usable(self) -> bool:
        """Whether R can be called from this Python."""
        return self.r is not None and self.rpy2 is not None and not self.problem

    def __str__(self) -> str:
        rows = [("R", self.r), ("rpy2", self.rpy2), *self.packages.items()]
        lines = []
        for name, version in rows:
            found = version or "missing"
            if name == "R" and version:
                found += f" ({self.r_path})"
            if name == "rpy2" and self.problem:
                found += f", but it does not load R: {self.problem}"
            lines.append(f"{name:<11} {found}")
            if name in self.remedies:
                lines.append(f"{'':<11} -> {self.remedies[name]}")
        if self.usable:
            lines.append("R can be called from this Python.")
        else:
            lines.append("R cannot be called from this Python; the engine 'python' works without it.")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[object, ...]:
        # A mapping proxy cannot be pickled.
        fields = (self.r, self.r_path, self.rpy2, self.problem, dict(self.packages), dict(self.remedies))
        return (_frozen, fields)


def status() -> RStatus:
    """Find out which parts of R are installed, and how to install the others.

    Returns
    -------
    RStatus
        Versions of R, rpy2 and R packages, and the commands that install missing parts.

    Notes
    -----
    R runs in a separate process: nothing is started inside Python, and no error is raised if R or rpy2 is missing.

    Examples
    --------
    ``print(status())`` may print::

        R           4.2.2 (/usr/bin/R)
        rpy2        3.6.6
        elasticnet  missing
                    -> Rscript -e 'install.packages("elasticnet", repos = "https://cloud.r-project.org")'
        lars        1.3
        e1071       1.7.13
        reticulate  1.28
        R can be called from this Python.
    """
    from r_bridge.installation import PACKAGES, find_r, install_package, missing_r, package_versions, r_version
    from r_bridge.requirements import install_rpy2

    executable = find_r()
    version = r_version(executable) if executable else None
    rpy2 = _rpy2_version()
    packages: dict[str, str | None] = (
        package_versions(executable) if executable and version else dict.fromkeys(PACKAGES)
    )
    problem = _loading_problem() if version and rpy2 else ""

    remedies = {}
    if executable is None:
        remedies["R"] = missing_r()
    elif version is None:
        remedies["R"] = f"{executable} does not run: reinstall R."
    if rpy2 is None or problem:
        remedies["rpy2"] = install_rpy2(version)
    remedies |= {name: install_package(name) for name, found in packages.items() if found is None}
    return _frozen(version, executable if version else None, rpy2, problem, packages, remedies)


def _frozen(
    r: str | None,
    r_path: str | None,
    rpy2: str | None,
    problem: str,
    packages: dict[str, str | None],
    remedies: dict[str, str],
) -> RStatus:
    return RStatus(r, r_path, rpy2, problem, MappingProxyType(packages), MappingProxyType(remedies))


def _rpy2_version() -> str | None:
    # rpy2 is a namespace package: it can be imported even if it is not installed, and has no version attribute.
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    try:
        find_spec("rpy2.rinterface")
        return version("rpy2")
    except (ImportError, ValueError, PackageNotFoundError):
        return None


def _loading_problem() -> str:
    from r_bridge.session import load

    try:
        load()
    except ImportError as error:
        return str(error.__cause__ or error)
    return ""
