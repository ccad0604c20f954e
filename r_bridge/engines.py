"""Who computes: R itself, or Python."""

from __future__ import annotations

from typing import Literal

from softprofile.util.errors import require_choice

Engine = Literal["r", "python"]

ENGINES = ("auto", "r", "python")


def choose(engine: str, package: str, purpose: str) -> Engine:
    """The engine to use: "auto" is R where its `package` is installed and Python elsewhere."""
    require_choice(engine, ENGINES, "engine")
    if engine == "python":
        return "python"
    from r_bridge import session

    if engine == "auto":
        return "r" if session.installed(package) else "python"
    session.require(package, f"{purpose} with engine 'r'")
    return "r"
