"""The commands that check a fit print the summaries of the methods."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import softprofile as sp
from softprofile.doors.cli import app

COLUMNS = ("--u", "gamma", "--u", "h", "--z", "train_error")


@pytest.fixture(scope="module")
def fit() -> sp.BoundaryFit:
    surface = sp.datasets.load_surface("parkinson-svm")
    return sp.fit(surface[["gamma", "h"]], surface["train_error"])


@pytest.fixture(scope="module")
def saved(fit: sp.BoundaryFit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fits") / "fit.json"
    fit.to_json(path)
    return path


@pytest.fixture(scope="module")
def csv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "surface.csv"
    sp.datasets.load_surface("parkinson-svm").to_csv(path, index=False)
    return path


def run(*arguments: object, code: int = 0) -> Result:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == code, done.output
    return done


def test_bootstrap(fit: sp.BoundaryFit, saved: Path, csv: Path, tmp_path: Path) -> None:
    figure = tmp_path / "sure.png"
    done = run("bootstrap", saved, "--n", 20, "--kind", "pairs", "--random-state", 3, "--plot", figure)
    assert str(fit.bootstrap(20, kind="pairs", random_state=3).summary()) in done.stdout
    assert figure.read_bytes().startswith(b"\x89PNG")
    from_data = run("bootstrap", csv, *COLUMNS, "--n", 20, "--kind", "pairs", "--random-state", 3)
    assert from_data.stdout in done.stdout


def test_plateau(fit: sp.BoundaryFit, saved: Path, tmp_path: Path) -> None:
    figure = tmp_path / "permuted.png"
    done = run("test-plateau", saved, "--n", 19, "--plot", figure)
    assert str(fit.test_plateau(19).summary()) in done.stdout
    assert figure.exists()


def test_diagnose(fit: sp.BoundaryFit, saved: Path, tmp_path: Path) -> None:
    figure = tmp_path / "diagnosis.png"
    done = run("diagnose", saved, "--plot", figure)
    assert str(fit.diagnose().summary()) in done.stdout
    assert figure.exists()


def test_compare(csv: Path, tmp_path: Path) -> None:
    figure = tmp_path / "compared.png"
    done = run("compare", csv, *COLUMNS, "--boundaries", "linear, quadratic", "--folds", 3, "--plot", figure)
    surface = sp.datasets.load_surface("parkinson-svm")
    compared = sp.compare(surface[["gamma", "h"]], surface["train_error"], boundaries=["linear", "quadratic"], folds=3)
    assert str(compared.summary()) in done.stdout
    assert figure.exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("bootstrap", "--n", "2"), "20"),
        (("bootstrap", "--kind", "magic"), "'residual'"),
        (("bootstrap", "--u", "gamma"), "saved fit"),
        (("diagnose", "--jobs", "0"), "n_jobs"),
        (("test-plateau", "--level", "7"), "level"),
    ],
)
def test_invalid_options_are_reported_in_one_sentence(saved: Path, arguments: tuple[str, ...], sentence: str) -> None:
    done = run(arguments[0], saved, *arguments[1:], code=2)
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_unknown_density(csv: Path) -> None:
    assert "'magic'" in run("compare", csv, *COLUMNS, "--densities", "magic", code=2).stderr
