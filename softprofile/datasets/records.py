"""What is known of a data set before it is loaded: words, files and checksums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict


class Words(TypedDict):
    """The fields that every `Dataset` has."""

    name: str
    title: str
    description: str
    source: str
    licence: str


@dataclass(frozen=True)
class DataFile:
    """A file as its official source has it.

    Attributes
    ----------
    name
        Its name in a data folder.
    sha256
        Checksum: no other file is accepted, wherever it comes from.
    size
        In bytes.
    folder
        Subfolder of the data folder in which it is kept.
    official_name
        Its name at the source, if that is another one; accepted in a data folder too.
    """

    name: str
    sha256: str
    size: int
    folder: str = ""
    official_name: str = ""

    @property
    def place(self) -> str:
        """Path inside a data folder."""
        return f"{self.folder}/{self.name}" if self.folder else self.name

    def places(self) -> tuple[str, ...]:
        """Paths inside a data folder at which the file may stand, the usual one first."""
        names = [self.name, *([self.official_name] if self.official_name else [])]
        subfolder = [f"{self.folder}/{name}" for name in names] if self.folder else []
        return (*subfolder, *names)


@dataclass(frozen=True)
class Record:
    """A data set in the catalogue; one without files stands inside the package."""

    name: str
    title: str
    description: str
    source: str
    licence: str
    files: tuple[DataFile, ...] = ()

    def words(self) -> Words:
        """The words that go into the `Dataset`."""
        return Words(
            name=self.name,
            title=self.title,
            description=self.description,
            source=self.source,
            licence=self.licence,
        )
