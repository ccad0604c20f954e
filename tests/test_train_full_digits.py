"""The record of the full-width networks: what is in it is not trained again, and rows stay in order."""

from __future__ import annotations

import csv
import importlib.util
from pathlib import Path
from typing import Any

from softprofile.reproduction.digit_surface import PRESETS
from softprofile.reproduction.dropout_network import Errors, Milestone

TOOL = Path(__file__).parents[1] / "tools" / "train_full_digits.py"


def tool() -> Any:
    spec = importlib.util.spec_from_file_location("train_full_digits", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def milestone(step: int, error: float) -> Milestone:
    return Milestone(step, Errors(error, 2 * error), (1.0, 1.0, 1.0), (0.0, 0.0, 0.5))


def test_rows_are_added_in_order_and_once(tmp_path: Path) -> None:
    record = tmp_path / "record.csv"
    names = tool()
    names.add(record, 0.5, 2.0, milestone(20, 0.3))
    names.add(record, 0.3, 1.0, milestone(10, 0.7))
    names.add(record, 0.5, 2.0, milestone(10, 0.9))
    names.add(record, 0.5, 2.0, milestone(10, 0.8))
    with record.open(newline="") as file:
        rows = [(row["r"], row["c"], row["step"], row["train_error"]) for row in csv.DictReader(file)]
    assert rows == [("0.3", "1.0", "10", "0.7"), ("0.5", "2.0", "10", "0.8"), ("0.5", "2.0", "20", "0.3")]
    assert names.finished(record, 20) == {(0.5, 2.0)}
    assert names.finished(tmp_path / "missing.csv", 20) == set()


def test_the_coarse_grid_comes_first() -> None:
    full = PRESETS["full"]
    order = tool().coarse_first(full.rates, full.norms)
    assert sorted(order) == sorted(full.grid())
    assert set(order[:9]) == {(r, c) for r in (0.3, 0.5, 0.7) for c in (1.0, 2.0, 4.0)}


def test_the_record_holds_milestones_of_the_preset() -> None:
    names = tool()
    with names.RECORD.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {(float(row["r"]), float(row["c"])) for row in rows} <= set(PRESETS["full"].grid())
    assert {int(row["step"]) for row in rows} <= set(names.MILESTONES)
    assert all(0 < float(row["train_error"]) < float(row["test_error"]) < 5 for row in rows)
