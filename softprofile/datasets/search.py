"""Find the files of a data set: a given path, `SOFTPROFILE_DATA`, the user's cache, then the official source.

Whichever it is, a file is used only if its checksum is the official one.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from softprofile.datasets.records import DataFile, Record
from softprofile.datasets.sources import SOURCES
from softprofile.util.errors import InputError

VARIABLE = "SOFTPROFILE_DATA"


class MissingDataError(InputError):
    """A data file is not on this machine and cannot be downloaded."""


class AlteredDataError(InputError):
    """A data file is not the official one: its checksum differs."""


@dataclass(frozen=True)
class Found:
    """A file on this machine, and whether it is the official one."""

    path: Path
    intact: bool


def obtain(record: Record, path: str | os.PathLike[str] | None = None) -> list[Path]:
    """The files of a data set, in the order of the record, each with the right checksum.

    Parameters
    ----------
    record
        The data set.
    path
        Its file, or a folder that holds its files. If not given, the folder that `SOFTPROFILE_DATA` names and the
        user's cache are searched, and what is in neither is downloaded into the cache.

    Raises
    ------
    MissingDataError
        If a file is nowhere and cannot be downloaded.
    AlteredDataError
        If a file is found whose checksum is not the official one.
    """
    if path is not None:
        return [require_intact(file, _given(record, file, Path(path).expanduser())) for file in record.files]
    missing = [file for file in record.files if _on_this_machine(file) is None]
    if missing:
        from softprofile.datasets.download import download

        download(missing)
    return [_require_found(file) for file in record.files]


def data_folder() -> Path | None:
    """The folder that `SOFTPROFILE_DATA` names."""
    named = os.environ.get(VARIABLE, "").strip()
    return Path(named).expanduser() if named else None


def cache_folder() -> Path | None:
    """The user's cache folder; None where pooch, which knows it and fills it, is not installed."""
    try:
        pooch = import_module("pooch")
    except ImportError:
        return None
    return Path(pooch.os_cache("softprofile"))


def find_in(folder: Path | None, file: DataFile) -> Found | None:
    """The file in a data folder, or None."""
    if folder is None:
        return None
    for place in file.places():
        if (folder / place).is_file():
            return Found(folder / place, intact=is_intact(folder / place, file))
    return None


def is_intact(path: Path, file: DataFile) -> bool:
    """Whether the checksum is the official one."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest() == file.sha256


def require_intact(file: DataFile, found: Found) -> Path:
    """The path, if the file is the official one."""
    if found.intact:
        return found.path
    raise AlteredDataError(
        f"{str(found.path)!r} is altered: its sha256 checksum is not that of the official {file.name}; put the "
        f"official file there, from {SOURCES[file.name][0].url}, or delete it and softprofile downloads that one."
    )


def _on_this_machine(file: DataFile) -> Path | None:
    found = find_in(data_folder(), file) or find_in(cache_folder(), file)
    return require_intact(file, found) if found else None


def _require_found(file: DataFile) -> Path:
    path = _on_this_machine(file)
    if path is None:
        raise MissingDataError(f"{file.name} was downloaded and is gone again: try once more.")
    return path


def _given(record: Record, file: DataFile, path: Path) -> Found:
    if path.is_file():
        if len(record.files) > 1:
            names = ", ".join(each.name for each in record.files)
            raise InputError(f"{record.name} has {len(record.files)} files: give the folder that holds {names}.")
        return Found(path, intact=is_intact(path, file))
    if not path.is_dir():
        raise MissingDataError(f"there is no file or folder {str(path)!r}.")
    found = find_in(path, file)
    if found is None:
        raise MissingDataError(f"the folder {str(path)!r} holds no {file.place}.")
    return found
