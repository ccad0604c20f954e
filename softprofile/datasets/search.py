"""Find the files of a data set: a given path, `SOFTPROFILE_DATA`, the user's cache, then the official source.

Wherever a file is found, it is used only if its checksum is correct.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from softprofile.datasets.entries import CatalogueEntry, DataFile
from softprofile.datasets.sources import SOURCES
from softprofile.util.errors import InputError

VARIABLE = "SOFTPROFILE_DATA"


class MissingDataError(InputError):
    """A data file is not on this machine and cannot be downloaded."""


class AlteredDataError(InputError):
    """A data file differs from the official one: it has another checksum."""


@dataclass(frozen=True)
class Found:
    """A file on this machine, and whether its checksum is correct."""

    path: Path
    intact: bool


def obtain(entry: CatalogueEntry, path: str | os.PathLike[str] | None = None) -> list[Path]:
    """Find or download the files of a data set and verify their checksums.

    Parameters
    ----------
    entry : CatalogueEntry
        The data set.
    path : str or path-like, optional
        Its file, or a folder that holds its files. By default the folder named by `SOFTPROFILE_DATA` and the user's
        cache are searched, and what is in neither is downloaded into the cache.

    Returns
    -------
    list of Path
        One path per file, in the order of ``entry.files``.

    Raises
    ------
    MissingDataError
        If a file is not found and cannot be downloaded.
    AlteredDataError
        If a file has a wrong checksum.
    """
    if path is not None:
        return [require_intact(file, _given(entry, file, Path(path).expanduser())) for file in entry.files]
    missing = [file for file in entry.files if _on_this_machine(file) is None]
    if missing:
        from softprofile.datasets.download import download

        download(missing)
    return [_require_found(file) for file in entry.files]


def data_folder() -> Path | None:
    """Return the folder named by `SOFTPROFILE_DATA`, or None if it is not set."""
    named = os.environ.get(VARIABLE, "").strip()
    return Path(named).expanduser() if named else None


def cache_folder() -> Path | None:
    """Return the user's cache folder, or None if pooch, which manages it, is not installed."""
    try:
        pooch = import_module("pooch")
    except ImportError:
        return None
    return Path(pooch.os_cache("softprofile"))


def find_in(folder: Path | None, file: DataFile) -> Found | None:
    """Find the file in a data folder; None if it is not there."""
    if folder is None:
        return None
    for place in file.places():
        if (folder / place).is_file():
            return Found(folder / place, intact=is_intact(folder / place, file))
    return None


def is_intact(path: Path, file: DataFile) -> bool:
    """Check whether the checksum of the file is the official one."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest() == file.sha256


def require_intact(file: DataFile, found: Found) -> Path:
    """Return the path, or raise if the checksum is wrong."""
    if found.intact:
        return found.path
    raise AlteredDataError(
        f"{str(found.path)!r} is altered: its sha256 checksum is not that of the official {file.name}; replace it by "
        f"the official file from {SOURCES[file.name][0].url}, or delete it to let softprofile download that file."
    )


def _on_this_machine(file: DataFile) -> Path | None:
    found = find_in(data_folder(), file) or find_in(cache_folder(), file)
    return require_intact(file, found) if found else None


def _require_found(file: DataFile) -> Path:
    path = _on_this_machine(file)
    if path is None:
        raise MissingDataError(f"{file.name} was deleted right after its download: try again.")
    return path


def _given(entry: CatalogueEntry, file: DataFile, path: Path) -> Found:
    if path.is_file():
        if len(entry.files) > 1:
            names = ", ".join(each.name for each in entry.files)
            raise InputError(f"{entry.name} has {len(entry.files)} files: give the folder that holds {names}.")
        return Found(path, intact=is_intact(path, file))
    if not path.is_dir():
        raise MissingDataError(f"there is no file or folder {str(path)!r}.")
    found = find_in(path, file)
    if found is None:
        raise MissingDataError(f"the folder {str(path)!r} contains no {file.place}.")
    return found
