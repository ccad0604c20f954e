from __future__ import annotations

import functools
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.evaluation.objectives import (
    Shipped,
    attempt,
    calling_style,
    generator,
    objective_name,
    pickled,
    read_metrics,
)
from softprofile.evaluation.records import Task
from tests.evaluation.models import noisy

NAMES = ("gamma", "h")


class Model:
    def __call__(self, config: dict[str, float], rng: np.random.Generator) -> float:
        return config["gamma"]


@pytest.mark.parametrize(
    ("objective", "style"),
    [
        (lambda gamma, h: 0, "keywords"),
        (lambda **config: 0, "keywords"),
        (lambda gamma, h, depth=3: 0, "keywords"),
        (lambda gamma, h, rng: 0, "keywords and rng"),
        (lambda gamma, h, rng=None: 0, "keywords and rng"),
        (lambda rng, **config: 0, "keywords and rng"),
        (lambda config, rng: 0, "config and rng"),
        (lambda config, rng=None: 0, "config and rng"),
        (lambda u, g: 0, "config and rng"),
        (Model(), "config and rng"),
        (functools.partial(noisy, rng=np.random.default_rng()), "keywords and rng"),
    ],
)
def test_styles(objective: Any, style: str) -> None:
    assert calling_style(objective, NAMES) == style


def test_an_objective_that_cannot_be_called_with_the_grid() -> None:
    with pytest.raises(sp.InputError, match=r"takes \(gamma\), but the columns of the grid are gamma, h"):
        calling_style(lambda gamma: 0, NAMES)
    with pytest.raises(sp.InputError, match="must be a function, not 3"):
        calling_style(3, NAMES)


def test_names() -> None:
    assert objective_name(noisy) == "tests.evaluation.models:noisy"
    assert objective_name(Model()) == "tests.evaluation.test_objectives:Model"
    assert objective_name(functools.partial(noisy, h=1)) == "partial(tests.evaluation.models:noisy)"


def test_generators_depend_only_on_seed_row_and_repeat() -> None:
    keys = [(seed, row, repeat) for seed in range(3) for row in range(4) for repeat in range(3)]
    draws = {key: generator(*key).random() for key in keys}
    assert len(set(draws.values())) == len(keys)
    assert all(generator(*key).random() == draw for key, draw in draws.items())


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.array(2.0), np.array([2.0])[0], True + 1])
def test_a_single_number_is_named_z(value: Any) -> None:
    assert read_metrics(value, NAMES) == {"z": 2.0}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (None, "the objective returned z = None"),
        ("0.5", "the objective returned z = '0.5'"),
        ({"loss": [1, 2]}, r"the objective returned loss = \[1, 2\]"),
        ({}, "an empty dict"),
        ({3: 1.0}, "called 3"),
        ({"gamma": 1.0}, "called 'gamma', but the surface has another column of that name"),
        ({"error": 1.0}, "called 'error', but the surface has another column of that name"),
        ({"loss": 1.0, "loss_se": 1.0}, "called 'loss', but the surface has another column of that name"),
    ],
)
def test_invalid_return_values(value: Any, sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        read_metrics(value, NAMES)


@pytest.mark.parametrize("error", [ValueError("two\nlines"), SystemExit(3), MemoryError()])
def test_errors_are_recorded_on_one_line(error: BaseException) -> None:
    def objective(gamma: float) -> float:
        raise error

    record = attempt(objective, "keywords", 0, Task(4, 1, {"gamma": 1.0}))
    assert record.key == (4, 1)
    assert record.metrics == {}
    assert record.error.startswith(type(error).__name__)
    assert "\n" not in record.error


def test_an_objective_cannot_change_the_grid() -> None:
    config = {"gamma": 1.0}
    attempt(lambda config, rng: config.pop("gamma"), "config and rng", 0, Task(0, 0, config))
    assert config == {"gamma": 1.0}


def test_sending_objectives(tmp_path: Path) -> None:
    data = np.arange(1000.0)
    for shipped in (
        Shipped(live=lambda gamma: data.sum()),
        pickled(lambda gamma: data.sum()),
        pickled(lambda gamma: data.sum(), tmp_path / "objective", largest=100),
    ):
        assert shipped.load()(1) == data.sum()
        assert shipped.by_value().load()(1) == data.sum()
    assert (tmp_path / "objective").stat().st_size > 8000


def test_objectives_that_cannot_be_sent(tmp_path: Path) -> None:
    lock = threading.Lock()
    with pytest.raises(sp.InputError, match=r"cannot be sent to other processes .TypeError"):
        pickled(lambda gamma: lock)
    broken = Shipped("digest of nothing", pickled=b"cnowhere\nfunction\n.")
    with pytest.raises(sp.InputError, match=r"cannot be loaded in a worker process .ModuleNotFoundError"):
        broken.load()
