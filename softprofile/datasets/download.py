"""Download files from their official source with pooch; only what has the right checksum reaches the cache."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from softprofile.datasets.archives import UnpackError, unpack
from softprofile.datasets.records import DataFile, Record
from softprofile.datasets.search import (
    VARIABLE,
    MissingDataError,
    cache_folder,
    data_folder,
    find_in,
    is_intact,
    require_intact,
)
from softprofile.datasets.sources import SOURCES, Source
from softprofile.util.errors import InputError
from softprofile.util.optional import require

CONNECT_AND_READ_SECONDS = (5, 30)


def fetch(record: Record) -> list[str]:
    """See that all files of a data set are on this machine; one line a file says where it is.

    An altered file in the cache is replaced, one in the folder of `SOFTPROFILE_DATA` is refused: that folder is the
    user's own.
    """
    if not record.files:
        return [f"{record.name} is inside the package: there is nothing to download."]
    lines, missing = [], []
    for file in record.files:
        own, cached = find_in(data_folder(), file), find_in(cache_folder(), file)
        if own:
            lines.append(f"{file.name} is here already: {require_intact(file, own)}")
        elif cached and cached.intact:
            lines.append(f"{file.name} is here already: {cached.path}")
        else:
            missing.append(file)
    return lines + [f"{path.name} downloaded: {path}" for path in (download(missing) if missing else [])]


def download(files: Sequence[DataFile]) -> list[Path]:
    """Download files into the user's cache; the paths there."""
    pooch = require("pooch", "data", f"Downloading {files[0].name}")
    cache = cache_folder()
    assert cache is not None  # pooch is there
    with TemporaryDirectory() as scratch, _quiet(pooch):
        return [_keep(_from_any_source(file, Path(scratch), pooch, cache), cache / file.place) for file in files]


class _DownloadError(Exception):
    """Why one source did not give the file."""


def _from_any_source(file: DataFile, scratch: Path, pooch: ModuleType, cache: Path) -> Path:
    reasons = []
    for source in SOURCES[file.name]:
        try:
            return _from_source(file, source, scratch, pooch)
        except (_DownloadError, UnpackError) as reason:
            reasons.append(f"{source.url} ({reason})")
    raise MissingDataError(
        f"{file.name} is not on this machine and could not be downloaded from {' nor from '.join(reasons)}: get it by "
        f"other means and put it at {str(cache / file.place)!r}, or into a folder that the environment variable "
        f"{VARIABLE} names."
    )


def _from_source(file: DataFile, source: Source, scratch: Path, pooch: ModuleType) -> Path:
    if not source.member:
        return _get(source.url, scratch / file.name, f"sha256:{file.sha256}", pooch)
    # The name of the archive keeps those of several files in it from being downloaded twice.
    archive = scratch / source.url.rpartition("/")[2]
    if not archive.exists():
        _get(source.url, archive, None, pooch)
    path = unpack(archive, source.member, archive.with_name(f"{archive.name}-unpacked"))
    if not is_intact(path, file):
        raise _DownloadError(f"its {source.member} has another checksum than the official file had")
    return path


def _get(url: str, path: Path, checksum: str | None, pooch: ModuleType) -> Path:
    import requests.exceptions as http

    def with_bar(url: str, output: str, caller: object) -> None:
        with _bar(path.name) as bar:
            pooch.HTTPDownloader(progressbar=bar, timeout=CONNECT_AND_READ_SECONDS)(url, output, caller)

    one_file = pooch.create(
        path.parent, base_url="", registry={path.name: checksum}, urls={path.name: url}, retry_if_failed=1
    )
    try:
        return Path(one_file.fetch(path.name, downloader=with_bar))
    except http.HTTPError as error:
        status = "an error" if error.response is None else error.response.status_code
        raise _DownloadError(f"the server answers {status}") from error
    except http.Timeout as error:
        raise _DownloadError("no answer in time") from error
    except http.ConnectionError as error:
        raise _DownloadError("no connection: is there a network?") from error
    except http.RequestException as error:
        raise _DownloadError("the connection broke off") from error
    except ValueError as error:
        raise _DownloadError("what it gives has another checksum than the official file had") from error


@contextmanager
def _bar(name: str) -> Iterator[object]:
    """A progress bar in bytes if somebody is looking, else False."""
    if not sys.stderr.isatty():
        yield False
        return
    from tqdm.auto import tqdm

    # pooch sets the total once the server has told it; a bar without one is neither true nor false.
    with tqdm(desc=name, total=1, unit="B", unit_scale=True, leave=False) as bar:
        yield bar


def _keep(path: Path, target: Path) -> Path:
    """Copy into the cache in one step: a file there is whole or not there."""
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copyfile(path, beside)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(
            f"{target.name} cannot be written to {str(target.parent)!r} ({error.strerror}): make room there, or put "
            f"the file into a folder that the environment variable {VARIABLE} names."
        ) from error
    return target


@contextmanager
def _quiet(pooch: ModuleType) -> Iterator[None]:
    """Pooch tells of each file and each checksum; the progress bar and our own sentence say enough."""
    logger: logging.Logger = pooch.get_logger()
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)
