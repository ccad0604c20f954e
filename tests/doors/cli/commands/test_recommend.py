"""The command that recommends a configuration prints what the function says."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

import softprofile as sp
from softprofile.doors.cli import app

ERRORS = ("--z", "test_error", "--better", "lower", "--train", "train_error")


@pytest.fixture(scope="module")
def csv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "surface.csv"
    sp.datasets.load_surface("parkinson-svm").to_csv(path, index=False)
    return path


def run(*arguments: object, code: int = 0) -> Result:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == code, done.output
    return done


@pytest.fixture(scope="module")
def expected() -> sp.Recommendation:
    surface = sp.datasets.load_surface("parkinson-svm")
    return sp.recommend(surface[["gamma", "h"]], surface["test_error"], better="lower", z_train=surface["train_error"])


def test_the_summary_and_the_figure(csv: Path, expected: sp.Recommendation, tmp_path: Path) -> None:
    figure = tmp_path / "advice.png"
    done = run("recommend", csv, "--u", "gamma", "--u", "h", *ERRORS, "--plot", figure)
    assert str(expected.summary()) in done.stdout
    assert f"Figure written to {figure}" in done.stdout
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_columns_that_no_option_names_are_hyper_parameters(csv: Path, expected: sp.Recommendation) -> None:
    assert run("recommend", csv, *ERRORS).stdout == f"Hyper-parameters: gamma, h\n\n{expected.summary()}\n"


def test_json_is_all_that_is_printed(csv: Path, expected: sp.Recommendation, tmp_path: Path) -> None:
    printed = json.loads(run("recommend", csv, *ERRORS, "--json", "--plot", tmp_path / "advice.svg").stdout)
    assert printed["index"] == expected.index
    assert printed["configuration"] == expected.configuration.to_dict()
    assert printed["z"] == expected.z[expected.index]
    assert printed["loss"] == expected.loss
    assert printed["reason"] == expected.reason
    assert [row["index"] for row in printed["alternatives"]] == expected.alternatives.index.tolist()
    assert [message["code"] for message in printed["messages"]] == [message.code for message in expected.messages]


def test_all_options_reach_the_function(tmp_path: Path) -> None:
    depths = [1, 2, 4, 8, 16, None]
    table = pd.DataFrame([(d, k) for k in ("gini", "entropy") for d in depths], columns=["depth", "kind"], dtype=object)
    table["score"] = [0.5, 0.7, 0.85, 0.9, 0.9, 0.91, 0.5, 0.7, 0.8, 0.86, 0.87, 0.86]
    table["se"], table["seconds"] = 0.02, range(12)
    file = tmp_path / "trees.csv"
    table.to_csv(file, index=False)
    options = ("--z", "score", "--better", "higher", "--se", "se", "--cost", "seconds", "--simpler", "depth=lower")
    printed = json.loads(run("recommend", file, *options, "--tolerance", 0.1, "--json").stdout)
    read = pd.read_csv(file)
    found = sp.recommend(
        read[["depth", "kind"]],
        read["score"],
        better="higher",
        z_se=read["se"],
        cost=read["seconds"],
        simpler={"depth": "lower"},
        tolerance=0.1,
    )
    assert printed["index"] == found.index
    assert printed["configuration"]["kind"] == table["kind"][found.index]


def test_the_rule_of_the_paper(csv: Path) -> None:
    surface = sp.datasets.load_surface("parkinson-svm")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sp.SoftProfileWarning)
        found = sp.recommend(surface[["gamma", "h"]], surface["train_error"], better="lower", rule="paper")
    columns = ("--u", "gamma", "--u", "h", "--z", "train_error", "--better", "lower", "--rule", "paper")
    assert str(found.summary()) in run("recommend", csv, *columns).stdout


def test_a_folder_of_evaluations(tmp_path: Path) -> None:
    def train(gamma: float, h: float, rng: object) -> dict[str, float]:
        return {"loss": (1.0 if gamma * h > 20 else 4.0) + 0.2 * rng.normal()}  # type: ignore[attr-defined]

    grid = sp.grid(gamma=[1.0, 3.0, 10.0, 30.0, 100.0], h=[0.1, 0.3, 1.0, 3.0])
    surface = sp.evaluate(train, grid, store=tmp_path / "runs", repeats=2)
    done = run("recommend", tmp_path / "runs", "--z", "loss", "--better", "lower")
    found = sp.recommend(surface[["gamma", "h"]], surface["loss"], better="lower", z_se=surface["loss_se"])
    assert str(found.summary()) in done.stdout
    sp.evaluate(train, grid, store=tmp_path / "kept", repeats=2, better="lower")
    assert run("recommend", tmp_path / "kept", "--z", "loss").stdout == done.stdout
    assert "--better lower or --better higher" in run("recommend", tmp_path / "runs", "--z", "loss", code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--z", "loss", "--better", "lower"], "has no column 'loss'"),
        (["--z", "test_error", "--better", "smaller"], "'smaller'"),
        (["--z", "test_error"], "say which values of 'test_error' are better: --better lower or --better higher"),
        ([*ERRORS, "--se", "sd"], "has no column 'sd'"),
        ([*ERRORS, "--simpler", "h"], "--simpler must be COL=lower or COL=higher, not 'h'"),
        ([*ERRORS, "--simpler", "h=less"], "'less'"),
        ([*ERRORS, "--simpler", "depth=lower"], "simpler names 'depth'"),
        ([*ERRORS, "--rule", "middle"], "unknown rule 'middle'"),
        ([*ERRORS, "--cost", "h", "--se", "gamma"], "has no column left for the hyper-parameters"),
    ],
)
def test_errors_are_one_sentence(csv: Path, arguments: list[str], sentence: str) -> None:
    done = run("recommend", csv, *arguments, code=2)
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert sentence in done.stderr
