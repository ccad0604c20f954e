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
import pandas as pd
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


def is_nearest(fit: sp.BoundaryFit, row: int, side: int) -> bool:
    """By brute force: on that side, and none there is nearer to the representative point."""
    away = np.linalg.norm(fit.transformed - fit.representative, axis=1)
    return bool(fit.sides[row] == side and away[row] == away[fit.sides == side].min())


def looks_agree(table: pd.DataFrame, second: sp.BoundaryFit) -> sp.BoundaryFit:
    """The first look, the second being one at its good side, whose errors are smaller than those of the other."""
    first = sp.fit(table.iloc[:, :2], table["train_error"])
    good = table[first.sides == 1]
    assert good["train_error"].mean() < table["train_error"][first.sides == 2].mean()
    np.testing.assert_array_equal(second.U, good.iloc[:, :2])
    for fit in (first, second):
        assert is_nearest(fit, fit.nearest_index(side=1), side=1)
    return first


def test_every_recipe_is_tested() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, flags=re.M)
    assert list(RECIPES) == headings
    source = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{title}"' in source for title in headings)


def test_support_vector_machine(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
    scope = run_python("A support vector machine in scikit-learn", capsys)
    search, first = scope["search"], sp.fit_cv_results(scope["search"].cv_results_)
    assert is_nearest(first, scope["first"], side=2)
    assert first.z[first.sides == 2].min() > first.z[first.sides == 1].mean()
    good = np.flatnonzero(first.sides == 2)
    second = sp.fit(first.U[good], first.z[good])
    assert is_nearest(second, int(np.flatnonzero(good == search.best_index_)[0]), side=2)
    assert search.best_estimator_.get_params()["svc__C"] == search.best_params_["svc__C"]


def test_network(capsys: pytest.CaptureFixture[str]) -> None:
    for module, extra in (("torch", "torch"), ("sklearn", "sklearn")):
        pytest.importorskip(module, reason=f"{module} is an extra: pip install 'softprofile[{extra}]'")
    scope = run_python("A PyTorch network", capsys)
    first = looks_agree(scope["table"], scope["fit"])
    # The smallest width with the smallest rate is not on the plateau, the largest with a usual rate is.
    assert first.predict([[2, 1e-4], [64, 1e-2]]).tolist() == [2, 1]


def test_lightgbm(capsys: pytest.CaptureFixture[str]) -> None:
    for module in ("lightgbm", "sklearn"):
        pytest.importorskip(module, reason=f"{module} is not installed: pip install {module}")
    scope = run_python("LightGBM: depth and rounds", capsys)
    first, table = looks_agree(scope["table"], scope["fit"]), scope["table"]
    # More rounds of deeper trees: never back from the plateau.
    assert first.predict([[1, 1], [7, 200]]).tolist() == [2, 1]
    assert (table.query("depth == 7 and rounds == 200")["train_error"] == 0).all()


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
        "stopifnot(fit$sides[as.integer(rownames(chosen))] == 1, identical(fit$names, c('lambda1', 'lambda2')))",
        "stopifnot(mean(grid$error[fit$sides == 1]) < mean(grid$error[fit$sides == 2]))",
        # Without penalties it is least squares, which has the smallest error of all.
        "stopifnot(min(grid$error) > mean(stats::lm(y ~ x)$residuals^2) - 1e-6)",
    )
    printed, checked, _ = run_r("\n".join([recipe["code"], *checks])).partition("CHECKS")
    assert checked
    agree("\n".join(line for line in printed.splitlines() if "=" in line or "error" in line), recipe["shown"])
