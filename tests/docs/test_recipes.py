"""The recipes of docs/recipes.md, run as they stand: what they print is what the page shows, and it is true."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import softprofile as sp

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
RECIPE = re.compile(
    r"^## (?P<title>[^\n]+)\n.*?^```(?P<language>python|r)\n(?P<code>.*?)^```\n\n```text\n(?P<shown>.*?)^```",
    re.S | re.M,
)
RECIPES = {found["title"]: found for found in RECIPE.finditer(PAGE)}
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d*)?(?:e[-+]?\d+)?")

Scope = dict[str, Any]


def run_python(title: str, capsys: pytest.CaptureFixture[str]) -> Scope:
    recipe = RECIPES[title]
    scope: Scope = {}
    exec(compile(recipe["code"], f"recipe: {title}", "exec"), scope)
    agree(capsys.readouterr().out, recipe["shown"])
    return scope


def agree(printed: str, shown: str) -> None:
    """The same words, and numbers equal up to what another release of a library may change in them."""
    words = [re.sub(r"[-\s]+", " ", NUMBER.sub("#", text)).strip() for text in (printed, shown)]
    assert words[0] == words[1], f"the page shows something else than:\n{printed}"
    ours, theirs = ([float(number) for number in NUMBER.findall(text)] for text in (printed, shown))
    np.testing.assert_allclose(ours, theirs, rtol=0.05, atol=0.02, err_msg=f"this was printed:\n{printed}")


def is_as_good(advice: sp.Recommendation, loss: float) -> bool:
    """By brute force: worse than the best evaluated by no more than this, and by as much as is said."""
    best = np.nanmax(advice.z) if advice.better == "higher" else np.nanmin(advice.z)
    assert advice.loss == pytest.approx(abs(best - advice.z[advice.index]))
    assert advice.z[advice.best_index] == best
    return advice.loss <= loss


def test_every_recipe_is_tested() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, flags=re.M)
    assert list(RECIPES) == headings
    source = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{title}"' in source for title in headings)


def test_support_vector_machine(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
    scope = run_python("A support vector machine in scikit-learn", capsys)
    search, advice = scope["search"], scope["advice"]
    assert search.best_index_ == advice.index
    assert search.best_estimator_.get_params()["svc__C"] == search.best_params_["svc__C"]
    results = search.cv_results_
    np.testing.assert_array_equal(advice.z, results["mean_test_score"])
    assert is_as_good(advice, results["std_test_score"][advice.best_index])
    # Simpler: it fits the training data no better than the best does.
    assert results["mean_train_score"][advice.index] <= results["mean_train_score"][advice.best_index]


def test_optuna(capsys: pytest.CaptureFixture[str]) -> None:
    for module in ("optuna", "sklearn"):
        pytest.importorskip(module, reason=f"{module} is an extra: pip install 'softprofile[{module}]'")
    scope = run_python("A study of Optuna", capsys)
    study, advice = scope["study"], scope["advice"]
    assert is_as_good(advice, 0.01)
    nodes = [trial.user_attrs["nodes"] for trial in study.trials]
    assert nodes[advice.index] == min(nodes[row] for row in advice.as_good)
    assert advice.configuration.to_dict() == study.trials[advice.index].params


def test_network(capsys: pytest.CaptureFixture[str]) -> None:
    for module, extra in (("torch", "torch"), ("sklearn", "sklearn")):
        pytest.importorskip(module, reason=f"{module} is an extra: pip install 'softprofile[{extra}]'")
    scope = run_python("A PyTorch network", capsys)
    advice, table = scope["advice"], scope["table"]
    assert is_as_good(advice, 0.05)
    assert advice.configuration["width"] <= table["width"][advice.best_index]
    assert table["train_error"][advice.index] >= table["train_error"][advice.best_index]


def test_lightgbm(capsys: pytest.CaptureFixture[str]) -> None:
    for module in ("lightgbm", "sklearn"):
        pytest.importorskip(module, reason=f"{module} is not installed: pip install {module}")
    scope = run_python("LightGBM: depth and rounds", capsys)
    advice, table = scope["advice"], scope["table"]
    assert is_as_good(advice, 0.05 * np.ptp(table["loss"]))
    assert table["leaves"][advice.index] == table["leaves"][advice.as_good].min()
    assert table["leaves"][advice.index] < table["leaves"][advice.best_index]


def test_principal_components(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
    scope = run_python("How many principal components", capsys)
    z, index = scope["pca"].explained_variance_, scope["elbow"].index
    # The best split leaves the least squares within its two groups, by brute force.
    within = [np.var(z[:q]) * q + np.var(z[q:]) * (len(z) - q) for q in range(1, len(z))]
    assert index == 1 + int(np.argmin(within))


def test_dbscan(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
    with warnings.catch_warnings():
        scope = run_python("DBSCAN: eps and min_samples", capsys)
    index = scope["index"]
    # What the words below the table say.
    assert (index.loc["noise, gaussian"] < 0.5).all()
    assert (index.loc["noise, gaussian-separate", ["moons", "blobs"]] > 0.9).all()
    assert index.loc["noise, gaussian-separate", "iris"] < 0.1
    tried = index.drop("best of the grid")
    assert tried.min(axis=1).idxmax() == "log groups, gaussian"
    assert (tried.le(index.loc["best of the grid"])).all(axis=None)


@pytest.fixture(scope="module")
def run_r(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Runs R code with this checkout's R package, against this Python."""
    if shutil.which("Rscript") is None:
        pytest.skip("there is no R on this machine")
    for package in ("elasticnet", "reticulate"):
        check = f"quit(status = !requireNamespace('{package}', quietly = TRUE))"
        if subprocess.run(["Rscript", "-e", check], check=False, capture_output=True).returncode:
            pytest.skip(f"R's package {package} is not installed")
    library = tmp_path_factory.mktemp("r-library")
    install = ["R", "CMD", "INSTALL", "--no-docs", "--no-test-load", f"--library={library}", str(ROOT)]
    done = subprocess.run(install, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    environment = os.environ | {
        "R_LIBS": os.pathsep.join(filter(None, [str(library), os.environ.get("R_LIBS")])),
        "RETICULATE_PYTHON": sys.executable,
        "PYTHONPATH": str(ROOT),
    }

    def run(code: str) -> str:
        file = library / "recipe.R"
        file.write_text(code, encoding="utf-8")
        result = subprocess.run(
            ["Rscript", str(file)], check=False, capture_output=True, text=True, env=environment, cwd=library
        )
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


def test_elastic_net(run_r: Callable[[str], str]) -> None:
    recipe = RECIPES["Elastic net in R"]
    checks = (
        'writeLines("CHECKS")',
        "row <- as.integer(rownames(advice$configuration))",
        "best <- which.min(grid$error)",
        "stopifnot(all(unlist(advice$configuration) >= unlist(grid[best, c('lambda1', 'lambda2')])))",
        "stopifnot(grid$error[row] - grid$error[best] < grid$se[best])",
    )
    printed, checked, _ = run_r("\n".join([recipe["code"], *checks])).partition("CHECKS")
    assert checked
    agree("\n".join(line for line in printed.splitlines() if "error" in line), recipe["shown"])
