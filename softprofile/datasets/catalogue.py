"""The data sets by name, and the listing of what is where."""

from __future__ import annotations

import textwrap

from softprofile.datasets.bundled import SURFACES
from softprofile.datasets.co_emission import CO_EMISSION
from softprofile.datasets.forest_fires import FOREST_FIRES
from softprofile.datasets.happiness import HAPPINESS
from softprofile.datasets.mnist import MNIST
from softprofile.datasets.parkinson import PARKINSON
from softprofile.datasets.records import DataFile, Record
from softprofile.datasets.search import VARIABLE, cache_folder, data_folder, find_in
from softprofile.datasets.sources import SOURCES
from softprofile.util.errors import require_choice

#: Name of a data set -> its record.
RECORDS: dict[str, Record] = {
    record.name: record for record in (FOREST_FIRES, PARKINSON, MNIST, HAPPINESS, CO_EMISSION)
}


def download(name: str) -> list[str]:
    """Download a data set into the user's cache, unless it is here; one line a file says where it is."""
    from softprofile.datasets.download import fetch

    return fetch(RECORDS[require_choice(name, RECORDS, "data set")])


def listing() -> str:
    """Each data set and surface: where it is, its licence, and whether its checksum is right."""
    lines = ["Data sets", ""]
    for record in RECORDS.values():
        lines += [f"{record.name}: {record.title}", *_wrapped(f"licence: {record.licence}")]
        lines += [line for file in record.files for line in _file_lines(file)] or ["  inside the package"]
        if any(_where(file) is None for file in record.files):
            lines.append(f"  to download: softprofile data --download {record.name}")
        lines.append("")
    lines += ["Surfaces, inside the package", ""]
    for name, surface in SURFACES.items():
        lines += [name, *_wrapped(surface.description), f"  made by: {surface.command}", ""]
    return "\n".join([*lines, "Folders", "", *_folders()])


def _file_lines(file: DataFile) -> list[str]:
    where = _where(file)
    if where is None:
        url = SOURCES[file.name][0].url
        return [f"  {file.name} ({_size(file.size)}): not here", f"    from {url}"]
    place, path, intact = where
    verdict = "checksum ok" if intact else "ALTERED: the checksum is not the official one"
    return [f"  {file.name} ({_size(file.size)}): {place}, {verdict}", f"    {path}"]


def _where(file: DataFile) -> tuple[str, str, bool] | None:
    for place, folder in ((VARIABLE, data_folder()), ("cache", cache_folder())):
        found = find_in(folder, file)
        if found:
            return place, str(found.path), found.intact
    return None


def _folders() -> list[str]:
    own, cache = data_folder(), cache_folder()
    named = "not set" if own is None else f"{own}{'' if own.is_dir() else ' (there is no such folder)'}"
    cached = "not known without pooch: pip install 'softprofile[data]'" if cache is None else str(cache)
    return [f"{VARIABLE}: {named}", f"cache: {cached}"]


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="  ", subsequent_indent="  ")
