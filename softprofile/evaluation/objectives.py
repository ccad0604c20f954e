"""The user's objective: how it is called, what it may return, and how it is sent to other processes."""

from __future__ import annotations

import functools
import hashlib
import inspect
import math
import pickle
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from softprofile.evaluation.configurations import RESERVED
from softprofile.evaluation.records import Record, Task, failed
from softprofile.util.errors import InputError
from softprofile.util.streams import random_stream
from softprofile.util.text import error_text

ONLY_METRIC = "z"

_loaded: dict[str, Any] = {}
_loading = threading.Lock()


def objective_name(objective: Any) -> str:
    """Return the module and name of an objective, such as ``models:train``."""
    if isinstance(objective, functools.partial):
        return f"partial({objective_name(objective.func)})"
    if not hasattr(objective, "__qualname__"):
        objective = type(objective)
    return f"{objective.__module__}:{objective.__qualname__}"


def calling_style(objective: Any, names: tuple[str, ...]) -> str:
    """Determine how to call the objective: "keywords", "keywords and rng" or "config and rng"."""
    if not callable(objective):
        raise InputError(f"the objective must be a function, not {objective!r}.")
    try:
        signature = inspect.signature(objective)
    except (TypeError, ValueError):  # some built-in functions have no signature
        return "keywords"
    keywords = dict.fromkeys(names)
    if "rng" in signature.parameters and "rng" not in names and _binds(signature, **keywords, rng=None):
        return "keywords and rng"
    if _binds(signature, **keywords):
        return "keywords"
    if _binds(signature, None, None):
        return "config and rng"
    raise InputError(
        f"the objective takes {signature}, but the columns of the grid are {', '.join(names)}: "
        f"define it as objective({', '.join(names)}) or as objective(config, rng)."
    )


def generator(entropy: int, row: int, repeat: int) -> np.random.Generator:
    """Return the random generator of one evaluation, the same in any process and in any order."""
    return random_stream(entropy, row, repeat)


def attempt(objective: Callable[..., Any], style: str, entropy: int, task: Task) -> Record:
    """Evaluate one configuration; an error is recorded, not raised."""
    started = time.perf_counter()
    config = dict(task.config)
    try:
        if style == "keywords":
            value = objective(**config)
        elif style == "keywords and rng":
            value = objective(**config, rng=generator(entropy, task.row, task.repeat))
        else:
            value = objective(config, generator(entropy, task.row, task.repeat))
        metrics = read_metrics(value, tuple(task.config))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: one configuration must not stop the others
        return failed(task, error_text(error), time.perf_counter() - started)
    return Record(task.row, task.repeat, metrics, "", time.perf_counter() - started)


def read_metrics(value: Any, names: tuple[str, ...]) -> dict[str, float]:
    """Convert the return value of an objective to a dict of floats; a single number is named "z"."""
    found = dict(value) if isinstance(value, Mapping) else {ONLY_METRIC: value}
    if not found:
        raise InputError("the objective returned an empty dict: return a number or a dict of numbers.")
    for name in found:
        if not isinstance(name, str):
            raise InputError(f"the objective returned a metric called {name!r}: names must be strings.")
        if name in (*names, *RESERVED) or f"{name}_se" in (*names, *found):
            raise InputError(
                f"the objective returned a metric called {name!r}, but the surface has another column of that name: "
                "rename the metric."
            )
    return {name: _number(name, number) for name, number in found.items()}


@dataclass(frozen=True)
class Shipped:
    """An objective to be sent to a worker: the object itself, its pickle, or a file with its pickle."""

    digest: str = ""
    live: Any = None
    pickled: bytes = b""
    file: Path | None = None

    def load(self) -> Callable[..., Any]:
        """Return the objective; each process unpickles it only once."""
        if not self.digest:
            return self.live
        with _loading:
            if self.digest not in _loaded:
                objective = self._unpickled()
                _loaded.clear()  # objectives of earlier runs may hold much data
                _loaded[self.digest] = objective
            return _loaded[self.digest]

    def by_value(self) -> Shipped:
        """Return the objective in a form that another process can load."""
        return self if self.digest else pickled(self.live)

    def _unpickled(self) -> Any:
        try:
            return pickle.loads(self.pickled or (self.file.read_bytes() if self.file else b""))
        except Exception as error:
            raise InputError(
                f"the objective cannot be loaded in a worker process ({error_text(error)}): "
                "the modules it uses must be importable there."
            ) from None


def pickled(objective: Any, file: Path | None = None, largest: float = math.inf) -> Shipped:
    """Pickle an objective, also a lambda or a notebook's function; into `file` if it is larger than `largest` bytes."""
    import cloudpickle

    try:
        data = cloudpickle.dumps(objective)
    except Exception as error:
        raise InputError(
            f"the objective cannot be sent to other processes ({error_text(error)}): create what cannot be pickled "
            "inside the objective, or evaluate with n_jobs=1 and without time_limit."
        ) from None
    digest = hashlib.sha256(data).hexdigest()
    if file is not None and len(data) > largest:
        file.write_bytes(data)
        return Shipped(digest, file=file)
    return Shipped(digest, pickled=data)


def _binds(signature: inspect.Signature, *args: Any, **kwargs: Any) -> bool:
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def _number(name: str, value: Any) -> float:
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        return float(value)
    except (TypeError, ValueError, RuntimeError):
        raise InputError(
            f"the objective returned {name} = {value!r:.80}: return a number or a dict of numbers."
        ) from None
