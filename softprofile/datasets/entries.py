"""Catalogue entries: what is known about a data set before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict


class DatasetFields(TypedDict):
    """The fields that every `Dataset` has."""

    name: str
    title: str
    description: str
    source: str
    licence: str


@dataclass(frozen=True)
class DataFile:
    """A file of a data set, as published by its official source.

    Attributes
    ----------
    name : str
        File name in a data folder.
    sha256 : str
        Checksum; a file with another checksum is never used.
    size : int
        Size in bytes.
    folder : str
        Subfolder of the data folder that holds the file, or empty.
    official_name : str
        File name at the official source if it differs; accepted in a data folder too.
    """

    name: str
    sha256: str
    size: int
    folder: str = ""
    official_name: str = ""

    @property
    def place(self) -> str:
        """Path relative to a data folder."""
        return f"{self.folder}/{self.name}" if self.folder else self.name

    def places(self) -> tuple[str, ...]:
        """Paths relative to a data folder at which the file is accepted, the preferred one first."""
        names = [self.name, *([self.official_name] if self.official_name else [])]
        subfolder = [f"{self.folder}/{name}" for name in names] if self.folder else []
        return (*subfolder, *names)


@dataclass(frozen=True)
class CatalogueEntry:
    """A data set in the catalogue; an entry without files is bundled with the package."""

    name: str
    title: str
    description: str
    source: str
    licence: str
    files: tuple[DataFile, ...] = ()

    def dataset_fields(self) -> DatasetFields:
        """Return the fields that the entry shares with the loaded `Dataset`."""
        return DatasetFields(
            name=self.name,
            title=self.title,
            description=self.description,
            source=self.source,
            licence=self.licence,
        )
