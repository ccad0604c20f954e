"""Reproduction of the paper's examples: one module per example, which writes figures, tables and a page.

An example is a module with a function ``reproduce(folder, *, recompute, jobs, ...) -> Path``. It writes into an
existing folder and returns the path of the page. Further keyword arguments are options of that example, such as
``preset`` of MNIST. The first line of a page is its title, and the first paragraph summarises the result; the index
collects both. The statements of the paper that the page tests are in ``claims.csv`` beside it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from softprofile.util.errors import InputError, require_choice

#: Module of each example by name, in the order of the paper.
EXAMPLES: dict[str, str] = {
    "introduction": "softprofile.reproduction.introduction",
    "forest-fires": "softprofile.reproduction.forest_fires",
    "parkinson": "softprofile.reproduction.parkinson",
    "mnist": "softprofile.reproduction.mnist",
    "happiness": "softprofile.reproduction.happiness",
    "co-emission": "softprofile.reproduction.co_emission",
    "simulation": "softprofile.reproduction.simulation",
}

#: Name that selects every example.
ALL = "all"

# As in claims.py, which is imported only when an example runs.
_CLAIMS_FILE = "claims.csv"

# Errors after which the other examples still run: data that cannot be downloaded, a missing extra, a full disk.
_CANNOT = (ValueError, ImportError, OSError)


def reproduce(
    name: str,
    out: str | Path = "reproduced",
    *,
    recompute: bool = False,
    jobs: int = 1,
    report: Callable[[str], object] = lambda sentence: None,
    **options: Any,
) -> Path:
    """Reproduce one example of the paper, or all of them.

    Parameters
    ----------
    name : str
        One of `EXAMPLES`, or "all" for every example that can run on this machine and an index of their pages.
    out : str or Path, default "reproduced"
        Output folder. Each example writes into a subfolder of its own name.
    recompute : bool, default False
        Fit all models again instead of using the performance surface stored in the package.
    jobs : int, default 1
        Number of worker processes; -1 means one per core.
    report : callable, optional
        Called with one sentence per page written, per example of "all" that failed, and with the number of statements
        of the paper that are confirmed, per example and in all.
    **options : Any
        Options of single examples, such as ``preset`` of mnist. None selects the example's default.

    Returns
    -------
    Path
        The page of the example, or the index for "all".

    Raises
    ------
    InputError
        If the name, `jobs` or an option is not valid, or if no example of "all" could be reproduced.
    """
    require_choice(name, [*EXAMPLES, ALL], "example")
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0 or jobs < -1:
        raise InputError(f"jobs must be a whole number >= 1, or -1 for all cores, not {jobs!r}.")
    given = {option: value for option, value in options.items() if value is not None}
    if name == ALL:
        return _reproduce_all(Path(out), recompute, jobs, report, given)
    module = import_module(EXAMPLES[name])
    for option in given:
        if option not in _accepted(module):
            raise InputError(f"the example {name!r} has no option {_flag(option)}{_owners(option)}.")
    page = _reproduce_one(name, module, Path(out), recompute, jobs, given)
    report(f"Page written to {page}")
    _report_claims({name: page}, report)
    return page


def _reproduce_one(
    name: str, module: ModuleType, out: Path, recompute: bool, jobs: int, options: Mapping[str, Any]
) -> Path:
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    # Statements of an earlier run must not be counted, whether or not this one succeeds.
    (folder / _CLAIMS_FILE).unlink(missing_ok=True)
    accepted = {option: value for option, value in options.items() if option in _accepted(module)}
    page: Path = module.reproduce(folder, recompute=recompute, jobs=jobs, **accepted)
    return page


def _reproduce_all(
    out: Path, recompute: bool, jobs: int, report: Callable[[str], object], options: Mapping[str, Any]
) -> Path:
    from softprofile.reproduction.index import write_index

    for option in options:
        if not _examples_with(option):
            raise InputError(f"no example has the option {_flag(option)}.")
    made: dict[str, Path | str] = {}
    for name, place in EXAMPLES.items():
        try:
            made[name] = _reproduce_one(name, import_module(place), out, recompute, jobs, options)
            report(f"Page written to {made[name]}")
        except _CANNOT as error:
            made[name] = str(error)
            report(f"No page for {name}: {error}")
    if not any(isinstance(page, Path) for page in made.values()):
        raise InputError(f"no example could be reproduced: {next(iter(made.values()))}")
    index = write_index(out, made, recompute=recompute)
    report(f"Index written to {index}")
    _report_claims(made, report)
    return index


def _report_claims(made: Mapping[str, Path | str], report: Callable[[str], object]) -> None:
    """Report how many statements are confirmed; examples that could not run are named, not counted."""
    from softprofile.reproduction.claims import read_claims, summary

    pages = {name: page for name, page in made.items() if isinstance(page, Path)}
    for line in summary({name: read_claims(page.parent) for name, page in pages.items()}):
        report(line)
    missing = [name for name in made if name not in pages]
    if missing:
        report(f"Not counted, because not reproduced: {', '.join(missing)}.")


def _accepted(module: ModuleType) -> set[str]:
    """Names of the keyword arguments that only this example takes."""
    return set(inspect.signature(module.reproduce).parameters) - {"recompute", "jobs"}


def _examples_with(option: str) -> list[str]:
    """Names of the examples that take the option."""
    found = []
    for name, place in EXAMPLES.items():
        try:
            module = import_module(place)
        except ImportError:
            continue
        if option in _accepted(module):
            found.append(name)
    return found


def _owners(option: str) -> str:
    """Name the examples that have the option, as the end of an error message."""
    others = _examples_with(option)
    return f": it belongs to {' and '.join(map(repr, others))}" if others else ""


def _flag(option: str) -> str:
    return "--" + option.replace("_", "-")
