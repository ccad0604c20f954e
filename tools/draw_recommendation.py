"""Run the first example of README.md and write its figure: `python tools/draw_recommendation.py`."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib as mpl

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Execute the example as it stands, and save the plot of its recommendation to docs/recommendation.png."""
    mpl.use("Agg")
    (code, *_) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.S)
    scope: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), scope)
    axes = scope["r"].plot()  # type: ignore[attr-defined]
    axes.figure.savefig(ROOT / "docs" / "recommendation.png", dpi=110)


if __name__ == "__main__":
    main()
