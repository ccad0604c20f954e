"""The examples of docs/choosing.md, run as they stand: what they print is what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.test_recipes import agree

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "choosing.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, flags=re.S | re.M)


@pytest.mark.parametrize("number", range(2))
def test_examples_print_what_the_page_shows(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(EXAMPLES) == 2
    code, shown = EXAMPLES[number]
    exec(compile(code, "docs/choosing.md", "exec"), {})
    agree(capsys.readouterr().out, shown)
