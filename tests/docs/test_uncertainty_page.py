"""What docs/uncertainty.md says of its example, computed."""

from __future__ import annotations

import re
from pathlib import Path

import softprofile as sp

PAGE = (Path(__file__).parents[2] / "docs" / "uncertainty.md").read_text(encoding="utf-8")


def test_the_figures_of_the_example() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)[0]
    scope: dict[str, object] = {}
    exec(code.replace("b.summary(), b.plot()", ""), scope)
    b = scope["b"]
    assert isinstance(b, sp.BoundaryBootstrap)
    ends = [
        f"{end:.1e}".replace("e+0", "e").replace("e-0", "e-")
        for end in b.intervals()[["low", "high"]].to_numpy().ravel()
    ]
    share, side2 = b.chosen["share"].iloc[0], b.probability([[5e4, 1e-3]])[0]
    said = (
        f"The 90 % intervals are {ends[0]} to {ends[1]} for gamma and {ends[2]} to {ends[3]} for h; (5e4, 1e-3) is "
        f"chosen in {100 * share:.0f} % of the replicates, and lies on side 2 in {100 * side2:.0f} %."
    )
    assert said in " ".join(PAGE.split())
