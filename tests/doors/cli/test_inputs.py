"""Inputs of the commands: tables, folders and saved fits."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.doors.cli import app
from softprofile.doors.cli.inputs import read_fit, read_table
from softprofile.doors.cli.options import FitOptions
from softprofile.util.errors import InputError

COLUMNS = ["--u", "gamma", "--u", "h", "--z", "train_error"]


def run(*arguments: object, code: int = 0) -> Result:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == code, done.output
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fits")
    surface = load_surface("parkinson-svm")
    surface.to_csv(path / "surface.csv", index=False)
    sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear", n_starts=2).to_json(path / "fit.json")
    return path


def test_a_saved_fit_and_its_data_give_the_same(folder: Path) -> None:
    options = [*COLUMNS, "--boundary", "linear", "--n-starts", 2]
    for command in (["focus"], ["refine", "--n", 3]):
        saved = run(command[0], folder / "fit.json", *command[1:])
        fresh = run(command[0], folder / "surface.csv", *command[1:], *options)
        assert saved.stdout == fresh.stdout


def test_json_is_recognised_by_its_first_character(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "saved").write_bytes((folder / "fit.json").read_bytes())
    assert read_fit(tmp_path / "saved", FitOptions()).names == ("gamma", "h")


def test_options_of_fit_and_a_saved_fit_contradict(folder: Path) -> None:
    sentence = run("focus", folder / "fit.json", "--boundary", "network", code=2).stderr
    assert "is a saved fit, made with options of its own: leave out those of fit." in sentence


def test_a_table_needs_its_columns_named(folder: Path) -> None:
    assert "name the columns" in run("refine", folder / "surface.csv", code=2).stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b,a\n1,2,3\n4,5,6\n", "has 2 columns 'a': rename all but one."),
        ("a,b\n1,2,3\n4,5,6\n", "cannot be read as CSV"),
        ("a,b\n1,2\n4,5,6\n", "cannot be read as CSV"),
        ("", "cannot be read as CSV"),
        ("b,c\n1,2\n", "has no column 'a': it has b, c."),
    ],
)
def test_tables_that_would_be_misread_are_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "table.csv").write_text(text)
    with pytest.raises(InputError, match=sentence):
        read_table(tmp_path / "table.csv", ["a"])


def test_a_byte_order_mark_belongs_to_no_column(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_bytes(b"\xef\xbb\xbfa,b\r\n1,2\r\n")
    assert read_table(tmp_path / "table.csv", ["a", "b"]).to_dict("list") == {"a": [1], "b": [2]}


def test_refine_writes_a_table_and_a_figure(folder: Path, tmp_path: Path) -> None:
    printed = run("refine", folder / "fit.json", "--n", 4).stdout
    table, figure = tmp_path / "next.csv", tmp_path / "next.png"
    done = run("refine", folder / "fit.json", "-n", 4, "--out", table, "--plot", figure)
    assert table.read_text() == printed
    assert "4 configurations written to" in done.stdout
    assert figure.read_bytes().startswith(b"\x89PNG")
    read = pd.read_csv(io.StringIO(printed))
    assert list(read) == ["gamma", "h", "why"]
    expected = sp.refine(sp.BoundaryFit.from_json(folder / "fit.json"), 4)
    pd.testing.assert_frame_equal(read, expected)


def test_figures_of_no_known_format_are_refused(folder: Path) -> None:
    assert "its name must end in" in run("refine", folder / "fit.json", "--plot", "x.nothing", code=2).stderr


def test_focus_tells_warnings_and_advice_apart(tmp_path: Path) -> None:
    rows = [f"{u},{9 if u < 2 else 1 + u / 100}" for u in range(1, 21)]
    (tmp_path / "t.csv").write_text("depth,loss\n" + "\n".join(rows))
    told = run("focus", tmp_path / "t.csv", "--u", "depth", "--z", "loss").stdout
    assert told.startswith("Warning: side 2 holds only 1 of 20 configurations")
    surface = tmp_path / "s.csv"
    load_surface("parkinson-svm").to_csv(surface, index=False)
    assert run("focus", surface, *COLUMNS).stdout.startswith("Nothing is wrong with the focus")
