"""The one R session of this process: started on first use, called from any thread, one call at a time.

Calls go through rpy2's low-level interface. Its high-level one converts by rules that are kept for each thread, so that
a thread which has not set them fails; here every value is converted explicitly and there are no such rules.
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

# R signals conditions; what is not caught there is printed and, for a warning, kept until the top level is reached.
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

# The kinds are named too, for a user's .Rprofile may have chosen others.
_SEED = """
function(n) set.seed(n, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
"""

_LIBRARY_PATH = "LD_LIBRARY_PATH"
_lock = threading.RLock()
_rinterface: ModuleType | None = None
_catch: Any = None


def call(function: str, /, *arguments: Any, seed: int | None = None, **named: Any) -> Any:
    """Call an R function, given as R source, and return its value.

    Numbers, strings, bytes and arrays of one or two dimensions are passed as R's vectors, raw vectors and matrices, and
    come back so, a vector always as an array; R's named lists are dictionaries, other lists lists, and NULL is None.

    Parameters
    ----------
    function
        R source of a function, such as ``"function(x) x^2"`` or ``"stats::median"``.
    *arguments, **named
        What the function is called with.
    seed
        Seed R's random numbers with this before the call.

    Raises
    ------
    RError
        With R's own message, when R signals an error. R's warnings are given as `RWarning`.
    MissingDependencyError
        When there is no R or no rpy2.

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
    # Outside of the lock: a warning may be an error, or call a user's function.
    for message in outcome["warned"]:
        warnings.warn(str(message), RWarning, stacklevel=_outside())
    if "error" in outcome:
        raise RError(str(outcome["error"][0]))
    return outcome.get("value")


def seed(n: int) -> None:
    """Seed R's random numbers in this process.

    Every session starts seeded with 0, so that a fresh process always gives the same. Which worker of a pool gets which
    task is a matter of timing: seed in each task, or pass ``seed`` to `call`, and the results depend on the task alone.
    """
    call("function() NULL", seed=n)


def installed(package: str) -> bool:
    """Whether an R package is installed; False where there is no R or no rpy2."""
    try:
        return bool(call("function(name) nzchar(system.file(package = name))", package)[0])
    except MissingDependencyError:
        return False


def require(package: str, purpose: str) -> None:
    """Start R and check that `package` is there, or say which line installs what is missing."""
    start(purpose)
    if not installed(package):
        raise MissingDependencyError(
            f"{purpose} needs the R package {package}: install it with {install_package(package)}."
        )


def start(purpose: str = "this") -> None:
    """Start R unless it runs; `purpose` begins the sentence that is raised when it cannot."""
    with _alone(purpose):
        pass


def load(purpose: str = "this") -> ModuleType:
    """Import rpy2's low-level interface, which loads R's library but starts nothing."""
    executable = find_r()
    if executable is None:
        raise MissingDependencyError(f"{purpose} needs R, and {missing_r()}")
    try:
        with warnings.catch_warnings(), _library_path_kept():
            warnings.simplefilter("ignore")
            import rpy2.rinterface
    # rpy2 raises RuntimeError where R's library is missing, and others where it is too old.
    except (ImportError, RuntimeError, ValueError, OSError, AttributeError) as error:
        absent = isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("rpy2")
        how = "needs rpy2" if absent else "needs an rpy2 that can load this R"
        line = install_rpy2(r_version(executable))
        raise MissingDependencyError(f"{purpose} {how}: install it with {line}.") from error
    return rpy2.rinterface


@contextmanager
def _alone(purpose: str = "this") -> Iterator[Any]:
    """R, started, silent, and held by this thread alone."""
    global _rinterface, _catch
    with _lock, ExitStack() as stack:
        ri = _rinterface or load(purpose)
        # rpy2's own lock keeps out who calls R by other ways than this module.
        stack.enter_context(ri.openrlib.rlock)
        from rpy2.rinterface_lib import callbacks

        for name in ("consolewrite_print", "consolewrite_warnerror"):
            stack.enter_context(callbacks.replace_in_module(callbacks, name, _say_nothing))
        if _rinterface is None:
            with warnings.catch_warnings(), _library_path_kept():
                # Off the main thread rpy2 warns that Ctrl-C cannot reach R.
                warnings.simplefilter("ignore")
                try:
                    ri.initr()
                except (RuntimeError, OSError) as error:
                    raise MissingDependencyError(
                        f"{purpose} needs R, which does not start ({error}): see r_bridge.status()."
                    ) from error
            _catch = ri.evalr(_CATCH)
            ri.evalr(_SEED)(ri.IntSexpVector([0]))
            _rinterface = ri
        yield ri


@contextmanager
def _library_path_kept() -> Iterator[None]:
    """Libraries of R before all others are for R alone: a program started later may need its own of that name."""
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
    """Stack level of the first caller outside of this package, for warnings to point to."""
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
        raise InputError(f"R is passed numbers and strings in at most two dimensions, not {type(value).__name__}.")
    # A one-dimensional numpy array would become an R array, on which matrix products fail: a plain vector is meant.
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
        # Copied: R's memory belongs to R.
        array = np.array(value.memoryview()) if len(value) else np.empty(0)
        if isinstance(value, ri.BoolSexpVector):
            array = array.astype(bool)
        dim = value.do_slot("dim") if "dim" in value.list_attrs() else None
        return array.reshape(tuple(dim), order="F") if dim is not None else array
    return None


def _after_fork() -> None:
    # Another thread may have held the lock when the process was forked, and is not there to let it go.
    global _lock
    _lock = threading.RLock()
    if _rinterface is not None:
        _rinterface.openrlib.rlock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
