"""A data set of two small files, for tests of the search and the download."""

from __future__ import annotations

import hashlib

from softprofile.datasets.entries import CatalogueEntry, DataFile

CONTENT = {"first.csv": b"a,b\n1,2\n" * 100, "second.csv": b"c\n3\n" * 100}
SMALL = CatalogueEntry(
    name="small",
    title="Two small files",
    description="For tests.",
    source="nowhere",
    licence="none",
    files=tuple(
        DataFile(
            name, hashlib.sha256(content).hexdigest(), len(content), folder="sub", official_name=f"official-{name}"
        )
        for name, content in CONTENT.items()
    ),
)
FIRST, SECOND = SMALL.files
