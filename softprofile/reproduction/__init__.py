"""The paper's examples, reproduced: one file an example, each writes its figures, tables and a page.

An example is a module with ``reproduce(folder, *, recompute, jobs, ...) -> Path``: it writes into the folder, which is
there already, and returns the page. What other keywords it has it takes as options, such as ``preset`` for MNIST. The
first line of a page is its title and the paragraph below says in short what was found: the index is made of these.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from softprofile.util.errors import InputError, require_choice

#: Name of an example -> its module, in the order of the paper.
EXAMPLES: dict[str, str] = {
    "forest-fires": "softprofile.reproduction.forest_fires",
    "parkinson": "softprofile.reproduction.parkinson",
    "mnist": "softprofile.reproduction.mnist",
    "happiness": "softprofile.reproduction.happiness",
    "co-emission": "softprofile.reproduction.co_emission",
    "simulation": "softprofile.reproduction.simulation",
}

#: The name that stands for all of them.
ALL = "all"

#: What cannot be had on this machine, such as data without a network, an extra or a full disk.
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
    """Reproduce one example of the paper, or all of them, and return the page that was written.

    Parameters
    ----------
    name
        One of `EXAMPLES`, or "all": each that can be made on this machine, and an index of their pages.
    out
        Folder to write into; an example has a folder of its own in it.
    recompute
        Fit all the models again; else the surface inside the package is used.
    jobs
        Processes that fit models at the same time; -1 is one for each core.
    report
        Called with a sentence for each page that is written, and for each example of "all" that cannot be made.
    **options
        Of single examples, such as ``preset`` of mnist; None is the example's own choice.
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
            raise InputError(f"the example {name!r} has no option {_flag(option)}{_where(option)}.")
    page = _reproduce_one(name, module, Path(out), recompute, jobs, given)
    report(f"Page written to {page}")
    return page


def _reproduce_one(
    name: str, module: ModuleType, out: Path, recompute: bool, jobs: int, options: Mapping[str, Any]
) -> Path:
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
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
            report(f"No page of {name}: {error}")
    if not any(isinstance(page, Path) for page in made.values()):
        raise InputError(f"no example could be made: {next(iter(made.values()))}")
    index = write_index(out, made, recompute=recompute)
    report(f"Index written to {index}")
    return index


def _accepted(module: ModuleType) -> set[str]:
    return set(inspect.signature(module.reproduce).parameters) - {"recompute", "jobs"}


def _examples_with(option: str) -> list[str]:
    found = []
    for name, place in EXAMPLES.items():
        try:
            module = import_module(place)
        except ImportError:
            continue
        if option in _accepted(module):
            found.append(name)
    return found


def _where(option: str) -> str:
    others = _examples_with(option)
    return f": it belongs to {' and '.join(map(repr, others))}" if others else ""


def _flag(option: str) -> str:
    return "--" + option.replace("_", "-")
