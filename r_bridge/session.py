"""The R session of this process: started on first use, usable from any thread, one call at a time.

Calls go through rpy2's low-level interface, and every value is converted explicitly. The high-level interface stores
its conversion rules per thread, so it fails in threads that have not set them.
"""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from r_bridge.errors import RError, RWarning
from r_bridge.installation import find_r, install_package, missing_r, r_version
from r_bridge.requirements import install_rpy2
from softprofile.util.errors import InputError, MissingDependencyError
from softprofile.util.validation import require_count

# Conditions are caught inside R; otherwise R prints them, and defers warnings until the top level is reached.
_CATCH = """
function(source, arguments) {
  warned <- character()
  outcome <- withCallingHandlers(
    tryCatch(
      list(value = do.call(eval(parse(text = source, keep.source = FALSE), globalenv()), arguments)),
      error = function(e) list(error = conditionMessage(e))
    ),
    warning = function(w) {
      warned <<- c(warned, conditionMessage(w))
      invokeRestart("muffleWarning")
    },
    message = function(m) invokeRestart("muffleMessage")
  )
  c(outcome, list(warned = warned))
}
"""

# The kinds of generators are set too, because a user's .Rprofile may have chosen others.
_SEED = """
function(n) set.seed(n, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
"""

_LIBRARY_PATH = "LD_LIBRARY_PATH"
_lock = threading.RLock()
_rinterface: ModuleType | None = None
_catch: Any = None


def call(function: str, /, *arguments: Any, seed: int | None = None, **named: Any) -> Any:
    """Call an R function, given as R source, and return its value.

    Parameters
    ----------
    function : str
        R source of a function, such as ``"function(x) x^2"`` or ``"stats::median"``.
    *arguments, **named : Any
        Arguments of the function. Numbers, strings, bytes and arrays of one or two dimensions are passed as R vectors,
        raw vectors and matrices.
    seed : int, optional
        Seed of R's random numbers, set before the call.

    Returns
    -------
    Any
        R vectors and matrices as arrays, raw vectors as bytes, named lists as dictionaries, other lists as lists, and
        NULL as None.

    Raises
    ------
    RError
        If R signals an error, with R's message. R's warnings are given as `RWarning`.
    MissingDependencyError
        If R or rpy2 is missing.

    Examples
    --------
    ``call("function(x, power) x^power", [1.0, 2.0, 3.0], power=2)`` is ``array([1., 4., 9.])``.
    """
    with _alone() as ri:
        if seed is not None:
            ri.evalr(_SEED)(ri.IntSexpVector([_seed(seed)]))
        values = [(None, value) for value in arguments] + list(named.items())
        passed = ri.ListSexpVector([_to_r(ri, value) for _, value in values])
        passed.names = ri.StrSexpVector([name or "" for name, _ in values])
        outcome = _from_r(ri, _catch(ri.StrSexpVector([function]), passed))
    # Outside the lock, because a warning may be turned into an error, or call a user's function.
    for message in outcome["warned"]:
        warnings.warn(str(message), RWarning, stacklevel=_outside())
    if "error" in outcome:
        raise RError(str(outcome["error"][0]))
    return outcome.get("value")


def seed(n: int) -> None:
    """Seed R's random numbers in this process.

    Parameters
    ----------
    n : int
        The seed.

    Notes
    -----
    Every session starts with seed 0, so a new process always gives the same results. In a pool, the assignment of tasks
    to workers depends on timing: set the seed in each task, or pass ``seed`` to `call`, to make results depend only on
    the task.
    """
    call("function() NULL", seed=n)


def installed(package: str) -> bool:
    """Check whether an R package is installed.

    Parameters
    ----------
    package : str
        Name of the package.

    Returns
    -------
    bool
        False also if R or rpy2 is missing.
    """
    try:
        return bool(call("function(name) nzchar(system.file(package = name))", package)[0])
    except MissingDependencyError:
        return False


def require(package: str, purpose: str) -> None:
    """Start R and check that a package is installed.

    Parameters
    ----------
    package : str
        Name of the package.
    purpose : str
        What it is needed for, as the subject of the error message.

    Raises
    ------
    MissingDependencyError
        If R, rpy2 or the package is missing, with the command that installs it.
    """
    start(purpose)
    if not installed(package):
        raise MissingDependencyError(
            f"{purpose} needs the R package {package}: install it with {install_package(package)}."
        )


def start(purpose: str = "this") -> None:
    """Start R unless it is running.

    Parameters
    ----------
    purpose : str, default "this"
        What it is needed for, as the subject of the error message.

    Raises
    ------
    MissingDependencyError
        If R or rpy2 is missing, with the command that installs it.
    """
    with _alone(purpose):
        pass


def load(purpose: str = "this") -> ModuleType:
    """Import rpy2's low-level interface, which loads R's library but does not start R.

    Parameters
    ----------
    purpose : str, default "this"
        What it is needed for, as the subject of the error message.

    Returns
    -------
    module
        ``rpy2.rinterface``.

    Raises
    ------
    MissingDependencyError
        If R or rpy2 is missing, with the command that installs it.
    """
    executable = find_r()
    if executable is None:
        raise MissingDependencyError(f"{purpose} needs R, and {missing_r()}")
    try:
        with warnings.catch_warnings(), _library_path_kept():
            warnings.simplefilter("ignore")
            import rpy2.rinterface
    # rpy2 raises RuntimeError if R's library is missing, and other errors if it is too old.
    except (ImportError, RuntimeError, ValueError, OSError, AttributeError) as error:
        absent = isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("rpy2")
        how = "needs rpy2" if absent else "needs an rpy2 that can load this R"
        line = install_rpy2(r_version(executable))
        raise MissingDependencyError(f"{purpose} {how}: install it with {line}.") from error
    return rpy2.rinterface


@contextmanager
def _alone(purpose: str = "this") -> Iterator[Any]:
    """Start R if necessary, silence its output and lock it for this thread."""
    global _rinterface, _catch
    with _lock, ExitStack() as stack:
        ri = _rinterface or load(purpose)
        # rpy2's own lock excludes calls to R that do not go through this module.
        stack.enter_context(ri.openrlib.rlock)
        from rpy2.rinterface_lib import callbacks

        for name in ("consolewrite_print", "consolewrite_warnerror"):
            stack.enter_context(callbacks.replace_in_module(callbacks, name, _say_nothing))
        if _rinterface is None:
            with warnings.catch_warnings(), _library_path_kept():
                # Outside the main thread rpy2 warns that Ctrl-C cannot interrupt R.
                warnings.simplefilter("ignore")
                try:
                    ri.initr()
                except (RuntimeError, OSError) as error:
                    raise MissingDependencyError(
                        f"{purpose} needs R, but R does not start ({error}): see r_bridge.status()."
                    ) from error
            _catch = ri.evalr(_CATCH)
            ri.evalr(_SEED)(ri.IntSexpVector([0]))
            _rinterface = ri
        yield ri


@contextmanager
def _library_path_kept() -> Iterator[None]:
    """Restore the library path that rpy2 changes, since programs started later may need other libraries."""
    before = os.environ.get(_LIBRARY_PATH)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_LIBRARY_PATH, None)
        else:
            os.environ[_LIBRARY_PATH] = before


def _say_nothing(text: str) -> None:
    pass


def _seed(n: int) -> int:
    whole = require_count(n, "the seed", at_least=0)
    if whole >= 2**31:
        raise InputError(f"the seed must be below 2**31 for R, not {n!r}.")
    return whole


def _outside() -> int:
    """Stack level of the first caller outside this package, for the location of warnings."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "r_bridge":
        level, frame = level + 1, frame.f_back
    return level


def _to_r(ri: Any, value: Any) -> Any:
    if isinstance(value, bytes):
        return ri.ByteSexpVector(value)
    if value is None:
        return ri.NULL
    array = np.asarray(value)
    if array.ndim > 2 or array.dtype.kind not in "biufU":
        raise InputError(
            f"arguments of R must be numbers or strings with at most two dimensions, not {type(value).__name__}."
        )
    # Passed as a plain vector: matrix products fail on an R array of one dimension.
    flat = array.ravel(order="F")
    if array.dtype.kind == "U":
        vector = ri.StrSexpVector([str(text) for text in flat])
    elif array.dtype.kind == "b":
        vector = ri.BoolSexpVector([bool(item) for item in flat])
    elif array.dtype.kind in "iu" and (not flat.size or np.abs(flat, dtype=float).max() < 2**31):
        vector = ri.IntSexpVector(flat.astype(np.int32))
    else:
        vector = ri.FloatSexpVector(flat.astype(np.float64))
    if array.ndim == 2:
        vector.do_slot_assign("dim", ri.IntSexpVector(array.shape))
    return vector


def _from_r(ri: Any, value: Any) -> Any:
    if isinstance(value, ri.ListSexpVector):
        items = [_from_r(ri, item) for item in value]
        names = [] if value.names is ri.NULL or value.names.rid == ri.NULL.rid else list(value.names)
        return dict(zip(names, items, strict=True)) if names else items
    if isinstance(value, ri.ByteSexpVector):
        return bytes(value)
    if isinstance(value, ri.StrSexpVector):
        return np.array(list(value), dtype=str)
    if isinstance(value, ri.FloatSexpVector | ri.IntSexpVector | ri.BoolSexpVector):
        # Copied, because R owns its memory.
        array = np.array(value.memoryview()) if len(value) else np.empty(0)
        if isinstance(value, ri.BoolSexpVector):
            array = array.astype(bool)
        dim = value.do_slot("dim") if "dim" in value.list_attrs() else None
        return array.reshape(tuple(dim), order="F") if dim is not None else array
    return None


def _after_fork() -> None:
    # If another thread held the lock during the fork, nobody would release it in the child.
    global _lock
    _lock = threading.RLock()
    if _rinterface is not None:
        _rinterface.openrlib.rlock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
