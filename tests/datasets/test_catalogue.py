"""The listing of `softprofile data`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from softprofile.datasets import SURFACES
from softprofile.datasets.catalogue import CATALOGUE, listing
from softprofile.datasets.sources import SOURCES, Source
from softprofile.doors.cli import app
from tests.datasets.conftest import Web


def run(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "softprofile", "data", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_no_files_found(cache: Path) -> None:
    text = run().stdout
    for entry in CATALOGUE.values():
        assert f"{entry.name}: {entry.title}" in text
        assert f"licence: {entry.licence}" in text
        for file in entry.files:
            assert f"{SOURCES[file.name][0].url}" in text
        assert (f"softprofile data --download {entry.name}" in text) == bool(entry.files)
    assert text.count(": not found") == len(SOURCES)
    for name, surface in SURFACES.items():
        assert f"{name}\n" in text
        assert f"made by: {surface.command}" in text
    assert "SOFTPROFILE_DATA: not set" in text
    assert f"cache: {cache}" in text


def test_altered_files_and_a_missing_folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.mkdir(parents=True)
    (cache / "forestfires.csv").write_text("X,Y\n")
    monkeypatch.setenv("SOFTPROFILE_DATA", str(tmp_path / "nowhere"))
    text = listing()
    assert f"forestfires.csv (25 kB): cache, ALTERED: the checksum is not the official one\n    {cache}" in text
    assert f"SOFTPROFILE_DATA: {tmp_path / 'nowhere'} (no such folder)" in text


def test_all_files_found(paper_data: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOFTPROFILE_DATA", str(paper_data))
    text = listing()
    assert text.count(": SOFTPROFILE_DATA, checksum ok") == len(SOURCES)
    assert "not found" not in text
    assert "--download" not in text
    assert "train-images-idx3-ubyte.gz (9.9 MB): SOFTPROFILE_DATA, checksum ok" in text


def test_download_by_name(paper_data: Path, cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SOURCES, "forestfires.csv", (Source(web.url("forestfires.csv")),))
    web.pages["forestfires.csv"] = (paper_data / "forestfires.csv").read_bytes()
    done = CliRunner().invoke(app, ["data", "--download", "forest-fires"])
    assert done.exit_code == 0, done.output
    assert done.output == f"forestfires.csv downloaded: {cache / 'forestfires.csv'}\n"
    assert "forestfires.csv (25 kB): cache, checksum ok" in run().stdout


def test_a_download_that_fails_is_one_sentence_and_code_2(
    cache: Path, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SOURCES, "whr2025.xlsx", (Source(web.url("gone.xlsx")),))
    done = CliRunner().invoke(app, ["data", "--download", "happiness"])
    assert done.exit_code == 2
    assert done.output.startswith("softprofile: whr2025.xlsx is not on this machine and could not be downloaded from")
    assert done.output.count("\n") == 1


def test_names_that_cannot_be_downloaded(cache: Path) -> None:
    assert (
        run("--download", "co-emission").stdout
        == "co-emission is bundled with the package: there is nothing to download.\n"
    )
    refused = run("--download", "mnit", code=2).stderr
    assert refused.startswith(
        "softprofile: unknown data set 'mnit': choose one of 'forest-fires', 'parkinson', 'mnist'"
    )
