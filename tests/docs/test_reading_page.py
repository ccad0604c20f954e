"""The examples of docs/read-your-answer.md print what the page shows, and its figures are true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import softprofile as sp
from tests.docs.test_recipes import agree

PAGE = (Path(__file__).parents[2] / "docs" / "read-your-answer.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, flags=re.S)


@pytest.fixture(scope="module")
def scope() -> dict[str, Any]:
    return {}


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_print_what_the_page_shows(
    number: int, scope: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code, shown = EXAMPLES[number]
    exec(compile(code, f"example {number}", "exec"), scope)
    agree(capsys.readouterr().out, shown)


def test_figures_in_the_text_are_true() -> None:
    surface = sp.datasets.load_surface("parkinson-svm")
    U, train, test = surface[["gamma", "h"]], surface["train_error"], surface["test_error"].to_numpy()
    levels, transition = (sp.fit(U, train, shape=shape, better="lower") for shape in ("levels", "transition"))
    flat = " ".join(PAGE.split())
    explained = [100 * (1 - np.var(f.z - f.locations) / np.var(f.z)) for f in (transition, levels)]
    assert (
        f"explains {explained[0]:.1f} % of the variance of the training error, two levels {explained[1]:.0f} %" in flat
    )
    at = sp.recommend(U, surface["test_error"], better="lower", z_train=train).index
    assert f"leads to a test error of {test[levels.nearest_index()]:.2f} %" in flat
    assert f"the edge of its plateau to {test[transition.edge().nearest_index()]:.2f} %" in flat
    assert f"from validation errors to {test[at]:.2f} %" in flat
