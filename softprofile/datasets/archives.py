"""Extract one file from a downloaded archive: a zip, a RAR, or a RAR inside a zip as in the UCI repository."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

#: Program -> its arguments for unpacking an archive into a folder. `tar` is bsdtar on Windows and macOS.
UNPACKERS: dict[str, Callable[[Path, Path], list[str]]] = {
    "bsdtar": lambda archive, folder: ["-xf", str(archive), "-C", str(folder)],
    "unar": lambda archive, folder: ["-quiet", "-force-overwrite", "-output-directory", str(folder), str(archive)],
    "7zz": lambda archive, folder: ["x", "-y", f"-o{folder}", str(archive)],
    "7z": lambda archive, folder: ["x", "-y", f"-o{folder}", str(archive)],
    "unrar": lambda archive, folder: ["x", "-y", "-inul", str(archive), f"{folder}/"],
    "tar": lambda archive, folder: ["-xf", str(archive), "-C", str(folder)],
}


class UnpackError(Exception):
    """A file could not be extracted from an archive."""


def unpack(archive: Path, member: str, folder: Path) -> Path:
    """Unpack the archive into `folder` and return the path of the file named `member`, whatever its subfolder."""
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
        raise UnpackError(f"it contains no {member}")
    return found[0]


def _unpack_rar(archive: Path, folder: Path) -> None:
    if not archive.read_bytes()[:4] == b"Rar!":
        raise UnpackError("it is neither a zip nor a RAR archive")
    for program, arguments in UNPACKERS.items():
        executable = shutil.which(program)
        # GNU tar and some builds of 7z cannot read RAR: try the next program.
        if executable and _succeeds([executable, *arguments(archive, folder)]):
            return
    raise UnpackError("it is a RAR archive: install bsdtar, unar, 7z or unrar to unpack it")


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False).returncode == 0
