"""The data sets by name, and a listing of where their files are."""

from __future__ import annotations

import textwrap

from softprofile.datasets.bundled import SURFACES
from softprofile.datasets.co_emission import CO_EMISSION
from softprofile.datasets.entries import CatalogueEntry, DataFile
from softprofile.datasets.forest_fires import FOREST_FIRES
from softprofile.datasets.happiness import HAPPINESS
from softprofile.datasets.mnist import MNIST
from softprofile.datasets.parkinson import PARKINSON
from softprofile.datasets.search import VARIABLE, cache_folder, data_folder, find_in
from softprofile.datasets.sources import SOURCES
from softprofile.util.errors import require_choice

#: Name of a data set -> its entry.
CATALOGUE: dict[str, CatalogueEntry] = {
    entry.name: entry for entry in (FOREST_FIRES, PARKINSON, MNIST, HAPPINESS, CO_EMISSION)
}


def download(name: str) -> list[str]:
    """Download a data set into the user's cache unless it is on this machine; return one line of text per file."""
    from softprofile.datasets.download import fetch

    return fetch(CATALOGUE[require_choice(name, CATALOGUE, "data set")])


def listing() -> str:
    """List each data set and surface: where its files are, its licence, and whether the checksums are correct."""
    lines = ["Data sets", ""]
    for entry in CATALOGUE.values():
        lines += [f"{entry.name}: {entry.title}", *_wrapped(f"licence: {entry.licence}")]
        lines += [line for file in entry.files for line in _file_lines(file)] or ["  bundled with the package"]
        if any(_where(file) is None for file in entry.files):
            lines.append(f"  to download: softprofile data --download {entry.name}")
        lines.append("")
    lines += ["Surfaces, bundled with the package", ""]
    for name, surface in SURFACES.items():
        lines += [name, *_wrapped(surface.description), f"  made by: {surface.command}", ""]
    return "\n".join([*lines, "Folders", "", *_folders()])


def _file_lines(file: DataFile) -> list[str]:
    where = _where(file)
    if where is None:
        url = SOURCES[file.name][0].url
        return [f"  {file.name} ({_size(file.size)}): not found", f"    from {url}"]
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
    named = "not set" if own is None else f"{own}{'' if own.is_dir() else ' (no such folder)'}"
    cached = "unknown without pooch: pip install 'softprofile[data]'" if cache is None else str(cache)
    return [f"{VARIABLE}: {named}", f"cache: {cached}"]


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="  ", subsequent_indent="  ")
