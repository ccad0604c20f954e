"""docs/messages.md is what the table of codes says, and its example runs."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")


def test_the_page_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("write_message_page", ROOT / "tools" / "write_message_page.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.page() == PAGE, "run python tools/write_message_page.py"


def test_the_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)
    scope: dict[str, object] = {}
    exec(code, scope)
    assert scope["weak"] is False
