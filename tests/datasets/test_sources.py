from __future__ import annotations

from softprofile.datasets.catalogue import CATALOGUE
from softprofile.datasets.sources import SOURCES


def test_every_file_has_a_source_and_a_checksum() -> None:
    files = [file for entry in CATALOGUE.values() for file in entry.files]
    assert {file.name for file in files} == set(SOURCES)
    assert len({file.sha256 for file in files}) == len(files)
    for file in files:
        assert len(bytes.fromhex(file.sha256)) == 32
        assert all(source.url.startswith("https://") for source in SOURCES[file.name])
