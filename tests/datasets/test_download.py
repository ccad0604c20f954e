"""Downloads over real HTTP, from a server on this machine."""

from __future__ import annotations

import io
import socket
import sys
from pathlib import Path

import pytest

from softprofile.datasets import AlteredDataError, MissingDataError, load_forest_fires, load_parkinson
from softprofile.datasets.download import download, fetch
from softprofile.datasets.sources import SOURCES, Source
from softprofile.util.errors import InputError
from tests.datasets.conftest import Web
from tests.datasets.rar import stored_rar
from tests.datasets.small import CONTENT, FIRST, SECOND, SMALL
from tests.datasets.test_archives import needs_unpacker, zipped


@pytest.fixture(autouse=True)
def sources(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in CONTENT.items():
        monkeypatch.setitem(SOURCES, name, (Source(web.url(name)),))
        web.pages[name] = content


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_good_files_reach_the_cache(cache: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert download(SMALL.files) == [cache / FIRST.place, cache / SECOND.place]
    assert [(cache / file.place).read_bytes() for file in SMALL.files] == list(CONTENT.values())
    assert files_in(cache) == ["sub/first.csv", "sub/second.csv"]
    assert capfd.readouterr() == ("", "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("first_answer", [[], [503]], ids=["at once", "at the second try"])
def test_a_terminal_gets_a_progress_bar(
    first_answer: list[bytes | int], cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.pages["first.csv"] = [*first_answer, CONTENT["first.csv"]]
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    download([FIRST])
    assert "first.csv: " in terminal.getvalue()
    assert f"/{len(CONTENT['first.csv'])} [" in terminal.getvalue()
    assert terminal.getvalue().endswith(" \r")  # and erased at the end


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (404, "the server answered 404"),
        (b"altered", "the file has a wrong checksum"),
    ],
)
def test_one_retry_then_an_error_of_one_sentence(page: bytes | int, reason: str, cache: Path, web: Web) -> None:
    web.pages["first.csv"] = page
    with pytest.raises(MissingDataError) as failed:
        download(SMALL.files)
    message = str(failed.value)
    assert message.startswith(
        f"first.csv is not on this machine and could not be downloaded from {web.url('first.csv')} ({reason}): "
    )
    assert str(cache / FIRST.place) in message
    assert "SOFTPROFILE_DATA" in message
    assert "\n" not in message
    assert web.requests == ["first.csv"] * 2
    assert files_in(cache) == []


def test_the_second_try_may_succeed(cache: Path, web: Web) -> None:
    web.pages["first.csv"] = [503, CONTENT["first.csv"]]
    assert download([FIRST]) == [cache / FIRST.place]


def test_an_interrupted_download_leaves_nothing(cache: Path, web: Web) -> None:
    web.cut_short.add("second.csv")
    with pytest.raises(MissingDataError, match=r"second\.csv .* \(.*(lost|no connection|checksum).*\)"):
        download(SMALL.files)
    assert files_in(cache) == ["sub/first.csv"]


def test_no_network_is_one_sentence(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/first.csv"
    monkeypatch.setitem(SOURCES, "first.csv", (Source(url),))
    with pytest.raises(MissingDataError) as failed:
        download([FIRST])
    message = str(failed.value)
    assert f"could not be downloaded from {url} (no connection: check the network): download it by hand" in message
    assert files_in(cache) == []


def test_the_next_source_is_tried(cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SOURCES, "first.csv", (Source(web.url("gone")), Source(web.url("first.csv"))))
    assert download([FIRST]) == [cache / FIRST.place]
    web.pages["first.csv"] = 500
    with pytest.raises(
        MissingDataError, match=r"gone \(the server answered 404\) nor from .*csv \(the server answered 500\)"
    ):
        download([FIRST])


def test_an_archive_is_downloaded_once_for_all_its_files(
    cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.pages["all.zip"] = zipped({f"inner/{name}": content for name, content in CONTENT.items()})
    for name in CONTENT:
        monkeypatch.setitem(SOURCES, name, (Source(web.url("all.zip"), member=name),))
    assert len(download(SMALL.files)) == 2
    assert web.requests == ["all.zip"]
    assert files_in(cache) == ["sub/first.csv", "sub/second.csv"]


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (zipped({"first.csv": b"altered"}), "its first.csv has a wrong checksum"),
        (zipped({"other.csv": b""}), "it contains no first.csv"),
        (b"<html>moved</html>", "it is neither a zip nor a RAR archive"),
    ],
)
def test_bad_archives(page: bytes, reason: str, cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    web.pages["all.zip"] = page
    monkeypatch.setitem(SOURCES, "first.csv", (Source(web.url("all.zip"), member="first.csv"),))
    with pytest.raises(MissingDataError, match=reason):
        download([FIRST])
    assert files_in(cache) == []


def test_a_cache_that_cannot_be_written(cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text("a file where the folder should be")
    with pytest.raises(InputError, match=r"first\.csv cannot be written to .*: free some space there, or put"):
        download([FIRST])


def test_fetch_reports_each_file(cache: Path, web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (cache / "sub").mkdir(parents=True)
    (cache / FIRST.place).write_bytes(b"altered")
    (cache / SECOND.place).write_bytes(CONTENT["second.csv"])
    here = f"second.csv is already here: {cache / SECOND.place}"
    assert fetch(SMALL) == [here, f"first.csv downloaded: {cache / FIRST.place}"]
    assert web.requests == ["first.csv"]
    assert fetch(SMALL) == [f"first.csv is already here: {cache / FIRST.place}", here]
    monkeypatch.setenv("SOFTPROFILE_DATA", str(tmp_path))
    (tmp_path / "first.csv").write_bytes(b"altered")
    with pytest.raises(AlteredDataError, match="is altered"):
        fetch(SMALL)


def test_forest_fires_from_a_zip(paper_data: Path, cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    web.pages["forest.zip"] = zipped({"forestfires.csv": (paper_data / "forestfires.csv").read_bytes()})
    monkeypatch.setitem(SOURCES, "forestfires.csv", (Source(web.url("forest.zip"), member="forestfires.csv"),))
    assert len(load_forest_fires().data) == 517
    assert len(load_forest_fires().data) == 517
    assert web.requests == ["forest.zip"]
    assert files_in(cache) == ["forestfires.csv"]


@needs_unpacker
def test_parkinson_from_a_rar_inside_a_zip(
    paper_data: Path, cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = {f"{part}_data.txt": (paper_data / f"parkinson_{part}_data.txt").read_bytes() for part in ("train", "test")}
    web.pages["speech.zip"] = zipped({"Sound_Recording.rar": stored_rar(parts)})
    for member in parts:
        monkeypatch.setitem(SOURCES, f"parkinson_{member}", (Source(web.url("speech.zip"), member=member),))
    assert load_parkinson().train.shape == (1040, 29)
    assert web.requests == ["speech.zip"]
    assert files_in(cache) == ["parkinson_test_data.txt", "parkinson_train_data.txt"]
