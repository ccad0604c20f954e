"""What the README claims, run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import softprofile as sp
from tests.docs.test_recipes import agree

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


CODE = re.findall(r"```python\n(.*?)```", README, flags=re.S)


def test_the_first_example_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is an extra: pip install 'softprofile[sklearn]'")
    (shown,) = re.findall(r"```text\n(.*?)```", README, flags=re.S)
    scope: dict[str, Any] = {}
    exec(CODE[0], scope)
    agree(capsys.readouterr().out, shown)
    search, found = scope["search"], scope["r"]
    assert search.best_index_ == found.index
    assert search.best_estimator_.get_params()["svc__C"] == found.configuration["svc__C"]


def test_the_papers_example_and_the_figures_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    scope: dict[str, Any] = {"sp": sp}
    exec(CODE[1], scope)
    assert "representative point" in capsys.readouterr().out
    fit = scope["f"]
    assert isinstance(fit, sp.BoundaryFit)
    point = fit.representative_point
    assert f"gamma = {point['gamma']:.2e}".replace("e+04", "e4") in README
    assert f"h = {point['h']:.2e}".replace("e-03", "e-3") in README
    assert fit.nearest_point().to_dict() == {"gamma": 5e4, "h": 1e-3}


def test_figures_of_the_study_are_those_of_its_page() -> None:
    table = pd.read_csv(Path(__file__).parents[2] / "docs" / "studies" / "picks-4.csv").set_index("rule")
    rule, other = table.loc["recommend"], table.loc["1-SE"]
    flat = " ".join(README.split())
    assert f"On {rule['tasks']} real tuning problems" in flat
    assert f"(mean regret {rule['regret']:.3f}, standard error {rule['se']:.3f}; " in flat
    assert f"the one-standard-error rule: {other['regret']:.3f}) with {100 * rule['complexity']:.0f} % of" in flat


def test_every_option_it_names_is_accepted() -> None:
    options = dict(re.findall(r"^\| `(boundary|density)=` \| (.*) \|$", README, flags=re.M))
    for name in re.findall(r'`"([^"]+)"`', options["boundary"]):
        assert sp.boundaries.get_boundary(name).name == name
    for name in re.findall(r'`"([^"]+)"`', options["density"]):
        assert sp.densities.get_density(name).name == name.partition(":")[0]


def test_speeds_are_those_of_the_page() -> None:
    page = pd.read_csv(Path(__file__).parents[2] / "docs" / "speed.csv")

    def measured(job: str, peer: str) -> float:
        (ratio,) = page.loc[page["job"].str.startswith(job) & page["peer"].str.contains(peer, regex=False), "ratio"]
        return float(ratio)

    of_peers = [measured("`elbow`, n = 10,000", peer) for peer in ("kneed", "ruptures", "graspologic")]
    always, as_taken = (measured("simulation table", starts) for starts in ("always 20", "as many"))
    rounded = [f"{float(f'{ratio:.2g}'):,.0f} x" for ratio in of_peers]
    for claim in (
        f"{measured('`elbow`, Gaussian, n = 1,000,000', 'numba'):.2f} x its time",
        f"{', '.join(rounded)} faster",
        f"{measured('quadratic `fit`, m = 2, n = 400', 'scipy'):.1f} x faster",
        f"{measured('network `fit`, 32 hidden, n = 400, 5 starts', 'PyTorch'):.0f} x faster",
        f"{always:.1f} x faster ({as_taken:.1f} x with",
        f"A million points cost {measured('quadratic `fit`, n = 1,000,000', 'itself'):.1f} times as much",
    ):
        assert claim in README
