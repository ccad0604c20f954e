"""What docs/focus.md shows, run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "focus.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)[0]
    shown = re.findall(r"prints\n\n```\n(.*?)\n```", PAGE, flags=re.S)[0]
    scope: dict[str, object] = {}
    exec(code, scope)
    assert capsys.readouterr().out.rstrip() == shown
