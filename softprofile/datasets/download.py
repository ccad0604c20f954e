"""Download files from their official source with pooch; only files with the correct checksum enter the cache."""

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
from softprofile.datasets.entries import CatalogueEntry, DataFile
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


def fetch(entry: CatalogueEntry) -> list[str]:
    """Download the files of a data set that are not on this machine; return one line of text per file.

    An altered file in the cache is replaced. An altered file in the folder of `SOFTPROFILE_DATA`, which belongs to the
    user, is an error.
    """
    if not entry.files:
        return [f"{entry.name} is bundled with the package: there is nothing to download."]
    lines, missing = [], []
    for file in entry.files:
        own, cached = find_in(data_folder(), file), find_in(cache_folder(), file)
        if own:
            lines.append(f"{file.name} is already here: {require_intact(file, own)}")
        elif cached and cached.intact:
            lines.append(f"{file.name} is already here: {cached.path}")
        else:
            missing.append(file)
    return lines + [f"{path.name} downloaded: {path}" for path in (download(missing) if missing else [])]


def download(files: Sequence[DataFile]) -> list[Path]:
    """Download files into the user's cache and return their paths."""
    pooch = require("pooch", "data", f"Downloading {files[0].name}")
    cache = cache_folder()
    assert cache is not None  # because pooch is installed
    with TemporaryDirectory() as scratch, _quiet(pooch):
        return [_keep(_from_any_source(file, Path(scratch), pooch, cache), cache / file.place) for file in files]


class _DownloadError(Exception):
    """A source did not provide the file."""


def _from_any_source(file: DataFile, scratch: Path, pooch: ModuleType, cache: Path) -> Path:
    reasons = []
    for source in SOURCES[file.name]:
        try:
            return _from_source(file, source, scratch, pooch)
        except (_DownloadError, UnpackError) as reason:
            reasons.append(f"{source.url} ({reason})")
    raise MissingDataError(
        f"{file.name} is not on this machine and could not be downloaded from {' nor from '.join(reasons)}: download "
        f"it by hand to {str(cache / file.place)!r}, or to a folder named by the environment variable {VARIABLE}."
    )


def _from_source(file: DataFile, source: Source, scratch: Path, pooch: ModuleType) -> Path:
    if not source.member:
        return _get(source.url, scratch / file.name, f"sha256:{file.sha256}", pooch)
    # Several files may share an archive: its file name prevents a second download.
    archive = scratch / source.url.rpartition("/")[2]
    if not archive.exists():
        _get(source.url, archive, None, pooch)
    path = unpack(archive, source.member, archive.with_name(f"{archive.name}-unpacked"))
    if not is_intact(path, file):
        raise _DownloadError(f"its {source.member} has a wrong checksum")
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
        raise _DownloadError(f"the server answered {status}") from error
    except http.Timeout as error:
        raise _DownloadError("the server did not answer in time") from error
    except http.ConnectionError as error:
        raise _DownloadError("no connection: check the network") from error
    except http.RequestException as error:
        raise _DownloadError("the connection was lost") from error
    except ValueError as error:
        raise _DownloadError("the file has a wrong checksum") from error


@contextmanager
def _bar(name: str) -> Iterator[object]:
    """Yield a progress bar in bytes on a terminal, else False."""
    if not sys.stderr.isatty():
        yield False
        return
    from tqdm.auto import tqdm

    # pooch replaces the total when the server has sent it; without a total, the bar has no truth value.
    with tqdm(desc=name, total=1, unit="B", unit_scale=True, leave=False) as bar:
        yield bar


def _keep(path: Path, target: Path) -> Path:
    """Copy into the cache atomically, so that the cache never holds a partial file."""
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
            f"{target.name} cannot be written to {str(target.parent)!r} ({error.strerror}): free some space "
            f"there, or put the file into a folder named by the environment variable {VARIABLE}."
        ) from error
    return target


@contextmanager
def _quiet(pooch: ModuleType) -> Iterator[None]:
    """Silence the log messages of pooch about each file and checksum."""
    logger: logging.Logger = pooch.get_logger()
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)
