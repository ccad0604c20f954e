"""A store: a folder that keeps finished evaluations.

``meta.json`` describes the evaluation, and the files ``records-*.jsonl`` hold one line per record. Every process writes
to its own file, with one write per record, and reads all files. Therefore writers cannot interfere, and a process that
is killed leaves at most one incomplete line, the last one of its file, which readers skip.
"""

from __future__ import annotations

import json
import math
import os
import secrets
import socket
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from softprofile.evaluation.records import Key, Record, merge, read_record
from softprofile.fitting.good_side import require_better
from softprofile.util.errors import InputError

META = "meta.json"
FORMAT = 1
SYNCHRONISE_SECONDS = 1.0


@dataclass(frozen=True)
class Meta:
    """What a store holds: the objective, the grid, the seed and, if known, which values are better."""

    id: str
    objective: str
    grid: dict[str, list[Any]]
    grid_sha256: str
    random_state: int
    repeats: int
    format: int = FORMAT
    better: str | None = None

    def to_json(self) -> str:
        """Return the content of ``meta.json``; without `better` if it is not known, as older versions expect."""
        return json.dumps({name: value for name, value in asdict(self).items() if value is not None})


class Store:
    """The records read from a folder so far, and a file to append more."""

    def __init__(self, folder: Path, meta: Meta) -> None:
        self.folder = folder
        self.meta = meta
        self.records: dict[Key, Record] = {}
        self._offsets: dict[str, int] = {}
        self._unreadable = 0
        self._own = ""
        self._descriptor = -1
        self._pid = -1
        self._synchronised = -math.inf
        self._lock = threading.Lock()
        self.refresh()

    def refresh(self) -> None:
        """Read the records that any process has added since the last call."""
        with self._lock, os.scandir(self.folder) as entries:
            # Sorted by name, so that the same folder always gives the same records.
            for entry in sorted(entries, key=lambda entry: entry.name):
                if _is_records(entry.name) and entry.name != self._own:
                    self._read_on(entry)

    def append(self, record: Record) -> None:
        """Write a record, which then survives the end of this process.

        To survive a loss of power, the file is also synchronised, but at most once per second, because that may take
        longer than a quick evaluation.
        """
        with self._lock:
            if self._pid != os.getpid():  # a forked process must not write into its parent's file
                self._open_own_file()
            try:
                _write(self._descriptor, record.to_line())
                if time.monotonic() - self._synchronised >= SYNCHRONISE_SECONDS:
                    os.fsync(self._descriptor)
                    self._synchronised = time.monotonic()
            except OSError:
                self._pid = -1  # the file may now end in an incomplete line: continue in a new file
                raise
            merge(self.records, [record])

    def close(self) -> None:
        """Close the file of this process."""
        with self._lock:
            if self._descriptor >= 0 and self._pid == os.getpid():
                os.fsync(self._descriptor)
                os.close(self._descriptor)
            self._descriptor = self._pid = -1

    def dropped(self) -> int:
        """Count the records that could not be read because they were cut off or damaged."""
        return self._unreadable + sum(
            (self.folder / name).stat().st_size > offset for name, offset in self._offsets.items()
        )

    def _read_on(self, entry: os.DirEntry[str]) -> None:
        offset = self._offsets.setdefault(entry.name, 0)
        # On a network file system, the listing of the folder may show an outdated size.
        if os.stat(entry.path).st_size <= offset:
            return
        with open(entry.path, "rb") as file:
            file.seek(offset)
            whole, end, _ = file.read().rpartition(b"\n")
        if not end:
            return
        self._offsets[entry.name] = offset + len(whole) + 1
        found = [read_record(line) for line in whole.split(b"\n")]
        self._unreadable += found.count(None)
        merge(self.records, [record for record in found if record is not None])

    def _open_own_file(self) -> None:
        if self._own:
            # From now on the previous file is read like any other.
            self._offsets.setdefault(self._own, 0)
        host = "".join(c for c in socket.gethostname() if c.isalnum())[:32]
        self._own = f"records-{host}-{os.getpid()}-{secrets.token_hex(4)}.jsonl"
        self._descriptor = os.open(self.folder / self._own, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o666)
        self._pid = os.getpid()


def open_store(
    folder: str | Path,
    *,
    objective: str,
    grid: dict[str, list[Any]],
    grid_sha256: str,
    seed: int | None,
    repeats: int,
    better: str | None = None,
) -> Store:
    """Open the store in `folder` or create it; raise if it belongs to another evaluation.

    Without a `seed`, the seed of the store is used, and a new store gets a random one.
    """
    path = Path(folder)
    if path.suffix == ".parquet" or path.is_file():
        raise InputError(f"the store {str(path)!r} must be a folder, not a file.")
    if not (path / META).exists():
        _require_empty(path)
        entropy = secrets.randbits(128) if seed is None else seed
        _create(path, Meta(secrets.token_hex(8), objective, grid, grid_sha256, entropy, repeats, better=better))
    meta = read_meta(path)  # another process may have created it first
    if meta.objective != objective:
        raise InputError(
            f"the store {str(path)!r} was made by the objective {meta.objective}, not {objective}: give another folder."
        )
    if meta.grid_sha256 != grid_sha256:
        raise InputError(
            f"the store {str(path)!r} was made with another grid, of {_shape(meta.grid)} and not {_shape(grid)}"
            f"{' but with other values' if _shape(meta.grid) == _shape(grid) else ''}: give another folder."
        )
    if seed is not None and meta.random_state != seed:
        raise InputError(
            f"the store {str(path)!r} was made with random_state={meta.random_state}, not {seed}: give another folder."
        )
    return Store(path, meta)


def read_store(folder: str | Path) -> Store:
    """Open an existing store, whatever it holds."""
    path = Path(folder)
    if not (path / META).is_file():
        raise InputError(f"{str(path)!r} is not a store of evaluations: there is no {META} in it.")
    return Store(path, read_meta(path))


def read_meta(folder: Path) -> Meta:
    """Read the description of the store in `folder`."""
    try:
        found = json.loads((folder / META).read_text(encoding="utf-8"))
        if found["format"] != FORMAT:
            raise InputError(f"the store {str(folder)!r} has format {found['format']}, which this version cannot read.")
        require_better(found.get("better"))
        return Meta(**found)
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{str(folder / META)!r} cannot be read ({error}): give another folder.") from None


def _create(folder: Path, meta: Meta) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{META}.{secrets.token_hex(4)}"
    try:
        draft.write_text(meta.to_json(), encoding="utf-8")
        # Creating a link is atomic, and fails if another process was first.
        os.link(draft, folder / META)
    except FileExistsError:
        pass
    except OSError:
        if not draft.exists():
            raise
        os.replace(draft, folder / META)  # a file system without links
    finally:
        draft.unlink(missing_ok=True)


def _require_empty(folder: Path) -> None:
    if folder.is_dir():
        others = [name for name in os.listdir(folder) if not name.startswith(META)]
        if others and not (folder / META).exists():
            raise InputError(
                f"the folder {str(folder)!r} holds {others[0]!r} but no {META}, so it is not a store: choose another."
            )


def _shape(grid: dict[str, list[Any]]) -> str:
    rows = len(next(iter(grid.values()), []))
    return f"{rows} configurations of {', '.join(grid)}"


def _is_records(name: str) -> bool:
    return name.startswith("records-") and name.endswith(".jsonl")


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
