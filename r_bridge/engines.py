"""Choice of the engine: R or Python."""

from __future__ import annotations

from typing import Literal

from softprofile.util.errors import require_choice

Engine = Literal["r", "python"]

ENGINES = ("auto", "r", "python")


def choose(engine: str, package: str, purpose: str) -> Engine:
    """Choose the engine.

    Parameters
    ----------
    engine : {"auto", "r", "python"}
        "auto" selects R if its package is installed, otherwise Python.
    package : str
        The R package that the engine "r" needs.
    purpose : str
        What it is needed for, as the subject of an error message.

    Returns
    -------
    {"r", "python"}
        The engine.

    Raises
    ------
    InputError
        If the name of the engine is unknown.
    MissingDependencyError
        If the engine is "r", and R, rpy2 or the package is missing.
    """
    require_choice(engine, ENGINES, "engine")
    if engine == "python":
        return "python"
    from r_bridge import session

    if engine == "auto":
        return "r" if session.installed(package) else "python"
    session.require(package, f"{purpose} with engine 'r'")
    return "r"
