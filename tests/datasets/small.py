"""A data set of two small files, to try the search and the download with."""

from __future__ import annotations

import hashlib

from softprofile.datasets.records import DataFile, Record

CONTENT = {"first.csv": b"a,b\n1,2\n" * 100, "second.csv": b"c\n3\n" * 100}
SMALL = Record(
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
