"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import softprofile as sp
from softprofile.datasets import load_surface


def run(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "softprofile", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture(scope="module")
def csv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "surface.csv"
    load_surface("parkinson-svm").to_csv(path, index=False)
    return path


def test_plugin_makes_families_of_a_module_known(csv: Path, tmp_path: Path) -> None:
    """A module in the current folder registers them; without it the name is unknown."""
    families = Path(__file__).parents[2] / "plugins" / "families.py"
    (tmp_path / "my_families.py").write_text(families.read_text())
    fit = ["fit", csv, "--u", "gamma", "--u", "h", "--z", "test_error", "--boundary", "monotone"]
    assert "unknown boundary 'monotone'" in run(*fit, code=2).stderr
    command = [sys.executable, "-m", "softprofile", "--plugin", "my_families", *map(str, fit), "--density", "gamma:9"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "monotone" in done.stdout
    assert "gamma:9" in done.stdout
    missing = run("--plugin", "no_such_module", *fit, code=2).stderr
    assert "the module 'no_such_module' cannot be imported" in missing


def test_fit_prints_plots_and_saves(csv: Path, tmp_path: Path) -> None:
    figure, saved = tmp_path / "figure.png", tmp_path / "fit.json"
    arguments = ("--u", "gamma", "--u", "h", "--z", "train_error", "--boundary", "linear", "--n-starts", 3)
    done = run("fit", csv, *arguments, "--plot", figure, "--plot-z", "test_error", "--json", saved)
    surface = load_surface("parkinson-svm")
    fit = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear", n_starts=3)
    assert str(fit.summary()) in done.stdout
    assert figure.read_bytes().startswith(b"\x89PNG")
    assert json.loads(saved.read_text()) == json.loads(fit.to_json())
    assert f"Figure written to {figure}" in done.stdout
    assert done.stderr == ""


def test_transforms_by_column(csv: Path) -> None:
    arguments = ("--u", "gamma", "--u", "h", "--z", "train_error", "--boundary", "linear", "--n-starts", 1)
    done = run("fit", csv, *arguments, "--transform", "gamma=none", "--transform", "h=standardize")
    assert "none" in done.stdout
    assert "standardize" in done.stdout


def test_elbow(tmp_path: Path) -> None:
    table = tmp_path / "scree.csv"
    table.write_text("k,value\n" + "\n".join(f"{k},{10 if k <= 7 else 1 + k / 100}" for k in range(1, 31)))
    done = run("elbow", table, "--z", "value", "--u", "k", "--plot", tmp_path / "scree.svg")
    assert "k <= 7" in done.stdout
    assert "<svg" in (tmp_path / "scree.svg").read_text()
    assert "7 points" in run("elbow", table, "--z", "value", "--density", "laplace").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fit", "{csv}", "--u", "gamma", "--z", "loss"], "has no column 'loss': it has gamma, h, train_error"),
        (["fit", "nowhere.csv", "--u", "gamma", "--z", "loss"], "there is no file 'nowhere.csv'"),
        (["fit", "{csv}", "--u", "gamma", "--z", "h", "--boundary", "cubic"], "unknown boundary 'cubic'"),
        (
            ["fit", "{csv}", "--u", "gamma", "--z", "h", "--transform", "log", "--transform", "h=log"],
            "give --transform",
        ),
        (["elbow", "{csv}", "--z", "h", "--density", "normal"], "unknown density 'normal'"),
        (["fit", "{csv}", "--z", "h"], "name the columns of a CSV file"),
        (["fit", "softprofile"], "'softprofile' is not a store of evaluations"),
        (["evaluate", "os:getpid", "--param", "h=1,2"], "give --store DIR or --out TABLE.csv"),
        (["evaluate", "os", "--param", "h=1,2", "--out", "x.csv"], "must be MODULE:FUNCTION, not 'os'"),
    ],
)
def test_errors_are_one_sentence_and_code_2(csv: Path, arguments: list[str], sentence: str) -> None:
    done = run(*(argument.format(csv=csv) for argument in arguments), code=2)
    assert done.stdout == ""
    assert done.stderr.startswith("softprofile: ")
    assert len(done.stderr.strip().splitlines()) == 1
    assert sentence in done.stderr


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b'a,b\n"1,2\n', b"gamma,h\nx,y\n1,2\n3,4\n5,6\n"])
def test_files_that_are_no_data(tmp_path: Path, content: bytes) -> None:
    table = tmp_path / "bad.csv"
    table.write_bytes(content)
    assert run("fit", table, "--u", "gamma", "--z", "h", code=2).stderr.startswith("softprofile: ")


MODELS = """
def train(gamma, h, rng):
    if gamma == 1e6 and h == 0.1:
        raise RuntimeError("diverged")
    print("a line")
    return {"train_error": (1.0 if gamma * h > 5e3 else 4.0) + 0.01 * rng.normal(), "test_error": h}
"""


def test_evaluate_then_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_models.py").write_text(MODELS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    grid = ("--param", "gamma=1e3:1e6:7:log", "--param", "h=0.1,0.2,0.4", "--store", "runs", "--seed", 5)
    for jobs in (2, 1):  # in the second run all evaluations are in the store
        done = run("evaluate", "my_models:train", *grid, "--repeats", 2, "--jobs", jobs, "--out", "surface.csv")
        assert "Surface(21 configurations of gamma, h, 2 repeats; train_error, test_error; 1 failed)" in done.stdout
        assert "1 of 21 configurations failed; the first error is RuntimeError: diverged" in done.stderr
    assert len((tmp_path / "surface.csv").read_text().splitlines()) == 22
    done = run(
        "fit", "runs", "--z", "train_error", "--plot", "figure.png", "--plot-z", "test_error", "--json", "fit.json"
    )
    assert "1 of 21 configurations failed and are left out." in done.stdout
    assert (tmp_path / "figure.png").stat().st_size > 20_000
    assert sp.BoundaryFit.from_json("fit.json").names == ("gamma", "h")
    # Without --z, the training error is fitted.
    assert run("fit", "runs").stdout == run("fit", "runs", "--z", "train_error").stdout
    refused = run("evaluate", "my_models:train", *grid[:-2], "--seed", 6, code=2).stderr
    assert "was made with random_state=5, not 6" in refused


def test_evaluate_keeps_the_direction_in_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_models.py").write_text(MODELS.replace("1e6", "-1"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    grid = ("--param", "gamma=1e3:1e6:7:log", "--param", "h=0.1,0.2,0.4", "--store", "runs")
    run("evaluate", "my_models:train", *grid, "--better", "lower")
    assert sp.Surface.from_store("runs").better == "lower"
    assert "Nearest evaluated on side 1 (good)" in run("fit", "runs", "--side", "good").stdout


def test_demo_writes_where_it_says(tmp_path: Path) -> None:
    done = run("demo", "--out", tmp_path / "demo")
    assert (tmp_path / "demo" / "parkinson.png").stat().st_size > 20_000
    fit = sp.BoundaryFit.from_json(tmp_path / "demo" / "parkinson.json")
    assert fit.nearest_point().to_dict() == {"gamma": 5e4, "h": 1e-3}
    assert str(tmp_path / "demo" / "parkinson.png") in done.stdout
    assert np.isfinite(fit.loglik)


def test_r_status_never_fails() -> None:
    assert "rpy2" in run("r-status").stdout


def test_help_and_version() -> None:
    assert "elbow" in run("--help").stdout
    assert "--boundary" in run("fit", "--help").stdout
    assert run("--version").stdout.strip() == sp.__version__


def test_better_and_side(csv: Path, tmp_path: Path) -> None:
    fit = ["fit", csv, "--u", "gamma", "--u", "h", "--z", "train_error", "--boundary", "linear", "--n-starts", 3]
    saved = tmp_path / "fit.json"
    done = run(*fit, "--better", "lower", "--side", "good", "--json", saved)
    assert "Good side:" in done.stdout
    assert "Nearest evaluated on side 1 (good): gamma = 100000, h = 0.001 (train_error = " in done.stdout
    assert sp.BoundaryFit.from_json(saved).good_side == 1
    assert "Nearest evaluated on side 2: gamma = 50000" in run(*fit, "--side", 2).stdout
    assert "the good side is not known" in run(*fit, "--side", "good", code=2).stderr
    assert "better must be" in run(*fit, "--better", "smaller", code=2).stderr
    assert "near the boundary, side 1 (good)" in run("refine", saved, "--n", 4).stdout
    # A saved fit may be given another direction, but no other option.
    assert "side 2 (good)" in run("refine", saved, "--n", 4, "--better", "higher").stdout
    assert "leave out those of fit" in run("refine", saved, "--boundary", "linear", code=2).stderr
    assert "side 2 (good)" in run("elbow", csv, "--z", "train_error", "--u", "h", "--better", "higher").stdout
