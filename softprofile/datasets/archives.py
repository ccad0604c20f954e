"""Take one file out of a downloaded archive: zip, or RAR, or a RAR inside a zip as the UCI repository has it."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

#: Program -> its arguments to unpack an archive into a folder. `tar` is bsdtar on Windows and macOS.
UNPACKERS: dict[str, Callable[[Path, Path], list[str]]] = {
    "bsdtar": lambda archive, folder: ["-xf", str(archive), "-C", str(folder)],
    "unar": lambda archive, folder: ["-quiet", "-force-overwrite", "-output-directory", str(folder), str(archive)],
    "7zz": lambda archive, folder: ["x", "-y", f"-o{folder}", str(archive)],
    "7z": lambda archive, folder: ["x", "-y", f"-o{folder}", str(archive)],
    "unrar": lambda archive, folder: ["x", "-y", "-inul", str(archive), f"{folder}/"],
    "tar": lambda archive, folder: ["-xf", str(archive), "-C", str(folder)],
}


class UnpackError(Exception):
    """Why a file could not be taken out of an archive."""


def unpack(archive: Path, member: str, folder: Path) -> Path:
    """The file named `member`, wherever it lies in the archive, unpacked into `folder`."""
    if not folder.exists():
        folder.mkdir(parents=True)
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as opened:
                opened.extractall(folder)
            inner = sorted(folder.rglob("*.rar"))
        else:
            inner = [archive]
        for each in inner:
            _unpack_rar(each, folder)
    found = sorted(folder.rglob(member))
    if not found:
        raise UnpackError(f"it holds no {member}")
    return found[0]


def _unpack_rar(archive: Path, folder: Path) -> None:
    if not archive.read_bytes()[:4] == b"Rar!":
        raise UnpackError("it is neither a zip nor a RAR archive")
    for program, arguments in UNPACKERS.items():
        executable = shutil.which(program)
        # GNU tar, and builds of 7z without the RAR part, are there and cannot do it: the next one may.
        if executable and _runs([executable, *arguments(archive, folder)]):
            return
    raise UnpackError("it is a RAR archive: install bsdtar, unar, 7z or unrar, any of which unpacks it")


def _runs(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False).returncode == 0
