"""Writes docs/messages.md from the table of codes: python tools/write_message_page.py."""

from __future__ import annotations

from pathlib import Path

from softprofile.util.messages import CODES, SEVERITIES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "messages.md"

INTRODUCTION = """\
# Messages

Results list their caveats in `messages` (a diagnosis in `warnings`). Each is a `softprofile.Message` with

- `code`: what kind of message it is, one of those below;
- `text`, also `str(message)`: the message in words, with rows counted from 0; `message.counted_from(1)` counts them
  from 1, as R does;
- `rows`: the rows of the data that it names, counted from 0;
- `severity`: how much it matters;
- `advice`: the meaning and what to do, as below.

```python
import softprofile as sp

surface = sp.datasets.load_surface("parkinson-svm")
f = sp.fit(surface[["gamma", "h"]], surface["train_error"])
weak = any(message.code == "weak-evidence" for message in f.messages)
```

In R, `names(fit$messages)` are the codes.

A `SoftProfileWarning` points at the line that called softprofile, and its attribute `details` is the message. Errors
that name rows (`InputError`) have `rows` and `counted_from` too.
"""


ORIGIN = "`tools/write_message_page.py` writes this page from the table `softprofile.util.messages.CODES`."


def page() -> str:
    """The text of the page."""
    severities = ["| severity | meaning |", "|---|---|"]
    severities += [f"| {name} | {meaning} |" for name, meaning in SEVERITIES.items()]
    codes = ["| code | severity | meaning | what to do |", "|---|---|---|---|"]
    codes += [f"| `{code}` | {each.severity} | {each.meaning} | {each.what_to_do} |" for code, each in CODES.items()]
    parts = [INTRODUCTION, "## Severities", "\n".join(severities), "## Codes", ORIGIN, "\n".join(codes)]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
