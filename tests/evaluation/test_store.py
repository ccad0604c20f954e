"""The store: every record that was written completely is read, whatever happens to the folder."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import softprofile as sp
from softprofile.evaluation.records import Record, merge, read_record
from softprofile.evaluation.store import Store, open_store, read_store
from tests.evaluation.models import noisy, program

RECORDS = st.builds(
    Record,
    row=st.integers(0, 10**6),
    repeat=st.integers(0, 100),
    metrics=st.dictionaries(st.text(), st.floats(allow_nan=False)),
    error=st.text(),
    seconds=st.floats(0, 1e9),
)


def make(folder: Path, **changed: Any) -> Store:
    made: dict[str, Any] = {
        "objective": "models:train",
        "grid": {"gamma": [1.0, 2.0]},
        "grid_sha256": "a",
        "seed": 0,
        "repeats": 1,
        **changed,
    }
    return open_store(folder, **made)


def record(row: int, error: str = "") -> Record:
    return Record(row, 0, {} if error else {"z": row / 3}, error, 0.25)


@given(RECORDS)
def test_a_record_is_one_line_and_round_trips(given_record: Record) -> None:
    line = given_record.to_line()
    assert line.count(b"\n") == 1
    assert read_record(line) == given_record


@given(RECORDS, st.data())
def test_no_part_of_a_line_is_read_as_a_record(given_record: Record, data: st.DataObject) -> None:
    line = given_record.to_line().rstrip(b"\n")
    assert read_record(line[: data.draw(st.integers(0, len(line) - 1))]) is None


@pytest.mark.parametrize("line", [b"", b"null", b"[]", b"{}", b'{"row": -1}', b"\xff\xfe", b"\x00" * 50])
def test_lines_that_are_not_records(line: bytes) -> None:
    assert read_record(line) is None


def test_a_result_replaces_an_error_and_otherwise_the_first_record_is_kept() -> None:
    for new in ([record(1, "no"), record(1)], [record(1), record(1, "no")]):
        records: dict[tuple[int, int], Record] = {}
        merge(records, new)
        assert records == {(1, 0): record(1)}


def test_every_process_reads_all_records(tmp_path: Path) -> None:
    one, other = make(tmp_path / "runs"), make(tmp_path / "runs")
    assert one.meta == other.meta
    one.append(record(0))
    other.append(record(1))
    assert set(one.records) == {(0, 0)}
    one.refresh()
    assert set(one.records) == {(0, 0), (1, 0)} == set(read_store(tmp_path / "runs").records)
    assert len(list((tmp_path / "runs").glob("records-*"))) == 2


def test_cut_off_at_every_byte(tmp_path: Path) -> None:
    whole = make(tmp_path / "runs")
    for row in range(4):
        whole.append(record(row))
    (path,) = (tmp_path / "runs").glob("records-*")
    content = path.read_bytes()
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        store = read_store(tmp_path / "runs")
        lines = content[:length].count(b"\n")
        assert set(store.records) == {(row, 0) for row in range(lines)}
        assert store.dropped() == (length > 0 and content[length - 1 : length] != b"\n")


def test_damage_in_the_middle_costs_one_record(tmp_path: Path) -> None:
    whole = make(tmp_path / "runs")
    for row in range(3):
        whole.append(record(row))
    (path,) = (tmp_path / "runs").glob("records-*")
    first, second, third = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + b"\x00" * (len(second) - 1) + b"\n" + third)
    store = read_store(tmp_path / "runs")
    assert set(store.records) == {(0, 0), (2, 0)}
    assert store.dropped() == 1


def test_a_growing_line_is_read_when_it_is_complete(tmp_path: Path) -> None:
    store = make(tmp_path / "runs")
    path = tmp_path / "runs" / "records-elsewhere-1-ab.jsonl"
    line = record(1).to_line()
    path.write_bytes(line[:20])
    store.refresh()
    assert store.records == {}
    with path.open("ab") as file:
        file.write(line[20:])
    store.refresh()
    assert store.records == {(1, 0): record(1)}
    assert store.dropped() == 0


def test_a_forked_process_writes_to_its_own_file(tmp_path: Path) -> None:
    store = make(tmp_path / "runs")
    store.append(record(0))
    child = os.fork()
    if not child:
        store.append(record(1))
        os._exit(0)
    os.waitpid(child, 0)
    store.append(record(2))
    assert len(list((tmp_path / "runs").glob("records-*"))) == 2
    assert len(read_store(tmp_path / "runs").records) == 3


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"objective": "models:test"}, "was made by the objective models:train, not models:test"),
        ({"grid_sha256": "b"}, "another grid, of 2 configurations of gamma .* but with other values"),
        ({"grid_sha256": "b", "grid": {"h": [1]}}, "of 2 configurations of gamma and not 1 configurations of h"),
        ({"seed": 1}, "was made with random_state=0, not 1"),
    ],
)
def test_a_store_of_another_evaluation_is_an_error(tmp_path: Path, changed: dict[str, Any], sentence: str) -> None:
    make(tmp_path)
    with pytest.raises(sp.InputError, match=sentence):
        make(tmp_path, **changed)


def test_without_a_seed_the_seed_of_the_store_is_used(tmp_path: Path) -> None:
    seeds = {make(tmp_path / name, seed=None).meta.random_state for name in ("a", "a", "b")}
    assert len(seeds) == 2


def test_folders_that_are_not_stores(tmp_path: Path) -> None:
    with pytest.raises(sp.InputError, match="must be a folder, not a file"):
        make(tmp_path / "runs.parquet")
    with pytest.raises(sp.InputError, match=r"there is no meta.json in it"):
        read_store(tmp_path / "nowhere")
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(sp.InputError, match=r"holds 'letter.txt' but no meta.json"):
        make(tmp_path)
    (tmp_path / "meta.json").write_text('{"format": 1, "obj')
    with pytest.raises(sp.InputError, match=r"meta.json' cannot be read"):
        make(tmp_path)
    (tmp_path / "meta.json").write_text(json.dumps({"format": 99}))
    with pytest.raises(sp.InputError, match="has format 99"):
        make(tmp_path)


def test_two_processes_share_a_store(tmp_path: Path) -> None:
    text = f"""
import softprofile as sp
from tests.evaluation.models import noisy
sp.evaluate(noisy, sp.grid(gamma=range(150), h=[1.0, 2.0]), store={str(tmp_path / "runs")!r})
"""
    both = [subprocess.Popen(program(text)) for _ in range(2)]
    assert [process.wait(timeout=100) for process in both] == [0, 0]
    store = read_store(tmp_path / "runs")
    assert store.dropped() == 0
    assert len(store.records) == 300
    alone = sp.evaluate(noisy, sp.grid(gamma=range(150), h=[1.0, 2.0]))
    assert sp.Surface.from_store(tmp_path / "runs").table.equals(alone.table)
