"""What the README claims, run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import softprofile as sp

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_three_lines_and_the_figures_below_them(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", README, flags=re.S)[0]
    scope: dict[str, object] = {}
    exec(code, scope)
    assert "representative point" in capsys.readouterr().out
    fit = scope["f"]
    assert isinstance(fit, sp.BoundaryFit)
    point = fit.representative_point
    assert f"gamma = {point['gamma']:.2e}".replace("e+04", "e4") in README
    assert f"h = {point['h']:.2e}".replace("e-03", "e-3") in README
    assert fit.nearest_point().to_dict() == {"gamma": 5e4, "h": 1e-3}


def test_every_option_it_names_is_accepted() -> None:
    options = dict(re.findall(r"^\| `(boundary|density)=` \| (.*) \|$", README, flags=re.M))
    for name in re.findall(r'`"([^"]+)"`', options["boundary"]):
        assert sp.boundaries.get_boundary(name).name == name
    for name in re.findall(r'`"([^"]+)"`', options["density"]):
        assert sp.densities.get_density(name).name == name.partition(":")[0]
