from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from softprofile.datasets.archives import UNPACKERS, UnpackError, unpack
from tests.datasets.rar import stored_rar

FILES = {"train_data.txt": b"1,2\n", "test_data.txt": b"3,4\n"}


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def unpacks_rar(program: str) -> bool:
    """Check whether the program is installed and can read RAR: GNU tar and some builds of 7z cannot."""
    path = shutil.which(program)
    if path is None or program not in {"tar", "7z", "7zz"}:
        return path is not None
    question, word = ("--version", "bsdtar") if program == "tar" else ("i", "Rar")
    return word in subprocess.run([path, question], capture_output=True, text=True, check=False).stdout


needs_unpacker = pytest.mark.skipif(
    not any(map(unpacks_rar, UNPACKERS)), reason="no program that unpacks RAR is installed, such as bsdtar"
)


def test_zip(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"folder/train_data.txt": b"1,2\n"}))
    assert unpack(tmp_path / "a.zip", "train_data.txt", tmp_path / "out").read_bytes() == b"1,2\n"


@needs_unpacker
@pytest.mark.parametrize("wrapped", [True, False], ids=["inside a zip", "plain"])
def test_rar(wrapped: bool, tmp_path: Path) -> None:
    rar = stored_rar(FILES)
    (tmp_path / "a").write_bytes(zipped({"sound.rar": rar}) if wrapped else rar)
    for name, content in FILES.items():
        assert unpack(tmp_path / "a", name, tmp_path / "out").read_bytes() == content


@pytest.mark.parametrize("program", UNPACKERS)
def test_each_unpacker_is_called_correctly(program: str, tmp_path: Path) -> None:
    if not unpacks_rar(program):
        pytest.skip(f"no {program} that unpacks RAR is installed")
    (tmp_path / "a.rar").write_bytes(stored_rar(FILES))
    (tmp_path / "out").mkdir()
    command = [program, *UNPACKERS[program](tmp_path / "a.rar", tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [path.read_bytes() for path in (tmp_path / "out").rglob("test_data.txt")] == [b"3,4\n"]


def test_rar_without_an_unpacker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "a.rar").write_bytes(stored_rar(FILES))
    with pytest.raises(UnpackError, match="RAR archive: install bsdtar, unar, 7z or unrar"):
        unpack(tmp_path / "a.rar", "train_data.txt", tmp_path / "out")


def test_a_file_that_is_not_an_archive(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"<html>Not found</html>")
    with pytest.raises(UnpackError, match="neither a zip nor a RAR"):
        unpack(tmp_path / "a.zip", "train_data.txt", tmp_path / "out")


def test_an_archive_without_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"readme.txt": b""}))
    with pytest.raises(UnpackError, match=r"contains no train_data\.txt"):
        unpack(tmp_path / "a.zip", "train_data.txt", tmp_path / "out")
