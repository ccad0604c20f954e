from __future__ import annotations

import sys
from pathlib import Path

import pytest

from softprofile.datasets import AlteredDataError, MissingDataError
from softprofile.datasets.search import data_folder, obtain
from softprofile.datasets.sources import SOURCES, Source
from softprofile.util.errors import InputError, MissingDependencyError
from tests.datasets.conftest import Web
from tests.datasets.small import CONTENT, FIRST, SECOND, SMALL


def fill(folder: Path, **altered: bytes) -> Path:
    for name, content in CONTENT.items():
        path = folder / "sub" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(altered.get(name.partition(".")[0], content))
    return folder


@pytest.fixture(autouse=True)
def sources(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in CONTENT.items():
        monkeypatch.setitem(SOURCES, name, (Source(web.url(name)),))
        web.pages[name] = content


def test_order_is_path_then_variable_then_cache_then_download(
    tmp_path: Path, cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, own = fill(tmp_path / "given"), fill(tmp_path / "own")
    monkeypatch.setenv("SOFTPROFILE_DATA", str(own))
    fill(cache)
    assert obtain(SMALL, given) == [given / FIRST.place, given / SECOND.place]
    assert obtain(SMALL) == [own / FIRST.place, own / SECOND.place]
    (own / FIRST.place).unlink()
    assert obtain(SMALL) == [cache / FIRST.place, own / SECOND.place]
    (cache / FIRST.place).unlink()
    assert web.requests == []
    assert obtain(SMALL) == [cache / FIRST.place, own / SECOND.place]
    assert web.requests == ["first.csv"]
    assert (cache / FIRST.place).read_bytes() == CONTENT["first.csv"]


@pytest.mark.parametrize("where", ["given", "own", "cache"])
def test_an_altered_file_is_an_error_wherever_it_is(
    where: str, tmp_path: Path, cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = fill(cache if where == "cache" else tmp_path / where, second=b"c\n4\n")
    if where == "own":
        monkeypatch.setenv("SOFTPROFILE_DATA", str(folder))
        fill(cache)
    with pytest.raises(AlteredDataError) as refused:
        obtain(SMALL, folder if where == "given" else None)
    message = str(refused.value)
    assert message.startswith(f"{str(folder / SECOND.place)!r} is altered")
    assert web.url("second.csv") in message
    assert "delete it" in message
    assert web.requests == []


@pytest.mark.parametrize("name", ["{}", "official-{}", "sub/official-{}"])
def test_other_places_in_a_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for each, content in CONTENT.items():
        (tmp_path / name.format(each)).write_bytes(content)
    assert [path.read_bytes() for path in obtain(SMALL, tmp_path)] == list(CONTENT.values())


def test_a_given_path_is_the_only_place_searched(tmp_path: Path, cache: Path) -> None:
    fill(cache)
    with pytest.raises(MissingDataError, match="there is no file or folder"):
        obtain(SMALL, tmp_path / "nowhere")
    with pytest.raises(MissingDataError, match=r"contains no sub/first\.csv"):
        obtain(SMALL, tmp_path)
    with pytest.raises(InputError, match=r"small has 2 files: give the folder that holds first\.csv, second\.csv"):
        obtain(SMALL, cache / FIRST.place)


def test_a_variable_that_names_no_folder_is_ignored(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOFTPROFILE_DATA", str(tmp_path / "nowhere"))
    fill(cache)
    assert obtain(SMALL) == [cache / FIRST.place, cache / SECOND.place]
    monkeypatch.setenv("SOFTPROFILE_DATA", " ")
    assert data_folder() is None


def test_pooch_is_needed_only_for_downloads(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pooch", None)
    monkeypatch.setenv("SOFTPROFILE_DATA", str(fill(tmp_path / "own")))
    assert len(obtain(SMALL)) == 2
    (tmp_path / "own" / FIRST.place).unlink()
    with pytest.raises(MissingDependencyError, match=r"Downloading first\.csv needs pooch.*'softprofile\[data\]'"):
        obtain(SMALL)
