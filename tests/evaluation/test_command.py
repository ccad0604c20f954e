from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import softprofile as sp
from softprofile.evaluation.command import import_objective, read_params
from tests.evaluation.models import noisy


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("h=0.1,0.2", [0.1, 0.2]),
        ("depth=1,2", [1, 2]),
        ("kernel=rbf,linear", ["rbf", "linear"]),
        ("depth=1:10:4", [1, 4, 7, 10]),
        ("rate=0:1:3", [0.0, 0.5, 1.0]),
        ("trees=1:1000:4:log", [1, 10, 100, 1000]),
        ("gamma=1e3:1e6:7:log", list(np.geomspace(1e3, 1e6, 7))),
    ],
)
def test_params(text: str, values: list[Any]) -> None:
    ((_, found),) = read_params([text]).items()
    assert found == values
    assert [type(value) for value in found] == [type(v.item() if hasattr(v, "item") else v) for v in values]


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["gamma"], "must be NAME=VALUES"),
        (["gamma="], "must be NAME=VALUES"),
        (["h=1", "h=2"], "given twice"),
        (["h=1:2"], "FROM:TO:COUNT"),
        (["h=1:2:3:cubic"], "FROM:TO:COUNT"),
        (["h=a:b:3"], "finite number"),
        (["h=0:1:3:log"], "must be positive"),
    ],
)
def test_bad_params(texts: list[str], sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        read_params(texts)


def test_objectives_are_imported() -> None:
    assert import_objective("tests.evaluation.models:noisy") is noisy
    assert import_objective("pathlib:Path.exists") is Path.exists


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("noisy", "must be MODULE:FUNCTION"),
        ("tests.nowhere:train", "cannot be imported .ModuleNotFoundError"),
        ("tests.evaluation.models:nobody", "has no 'nobody'"),
        ("tests.evaluation.models:REPOSITORY", "is not a function"),
    ],
)
def test_unknown_objectives(text: str, sentence: str) -> None:
    with pytest.raises(sp.InputError, match=sentence):
        import_objective(text)
