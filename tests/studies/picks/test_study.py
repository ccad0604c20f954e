"""The study: a part of it, and the page that it wrote."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from studies.picks import tuning
from studies.picks.comparison import picks, read_search
from studies.picks.measures import by_task, summary
from studies.picks.method import DEVELOPMENT, FRESH, HELD_OUT, method
from studies.picks.rules import RULES
from studies.picks.study import rules_for, run
from studies.picks.surfaces import load
from studies.picks.tasks import ALL, roles
from studies.report import write_page

PAGES = Path(__file__).parents[3] / "docs" / "studies"
#: Rules without a numerical optimisation: their picks are the same on every machine.
EXACT = ["best CV", "1-SE", "2 % loss", "middle"]


@pytest.mark.parametrize(("role", "number"), [(DEVELOPMENT, 2), (HELD_OUT, 3), (FRESH, 4)])
def test_page_has_the_figures_of_the_surfaces(role: str, number: int) -> None:
    names = [name for name, each in roles().items() if each == role]
    found = picks(names, EXACT, 10, 1)
    pd.testing.assert_frame_equal(
        summary(found), pd.read_csv(PAGES / f"picks-{number}.csv").head(len(EXACT)), check_dtype=False, atol=2e-4
    )
    recorded = pd.read_csv(PAGES / f"picks-{number + 4}.csv").set_index("task")
    pd.testing.assert_frame_equal(
        by_task(found)[EXACT[1:]], recorded[EXACT[1:]], check_names=False, atol=1e-3, check_like=False
    )


def test_page_has_the_picks_of_softprofile() -> None:
    """Picks of rules that fit something, on two tasks; another machine may pick a neighbour in some split."""
    recorded = pd.read_csv(PAGES / "picks-6.csv").set_index("task")
    names = ["knn_crabs", "ridge_bwght2"]
    found = by_task(picks(names, rules_for(DEVELOPMENT), 10, 1))
    for rule in found.columns[len(EXACT) :]:
        assert found[rule].tolist() == pytest.approx(recorded.loc[names, rule].tolist(), abs=0.05), rule


def test_an_unfinished_rule_stays_away_from_held_out_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FROZEN", False)
    assert rules_for(DEVELOPMENT) == list(RULES)
    for role in (HELD_OUT, FRESH, "density"):
        assert rules_for(role) == [*EXACT, "paper, training score", "paper, CV score"]
    monkeypatch.setattr(tuning, "FROZEN", True)
    assert rules_for(HELD_OUT) == rules_for(FRESH) == list(RULES)


def test_text_says_which_tasks_had_a_part_in_the_rule() -> None:
    counts = {DEVELOPMENT: 3, HELD_OUT: 2, FRESH: 4}
    found = {role: pd.DataFrame({"task": [f"{role} {i}" for i in range(n)], "split": 0}) for role, n in counts.items()}
    text = method(found)
    assert "development (3 tasks)" in text
    assert "held out (2 tasks)" in text
    assert "fresh tasks (4 tasks)" in text
    assert "The fresh tasks were made after that and had no part in it." in text


def test_rules_do_not_see_test_scores() -> None:
    task = ALL["knn_wine"]
    rows = load(task).query("split == 0")
    search = read_search(task, rows)
    assert list(search.U.columns) == ["k"]
    assert search.cv.tolist() == rows["cv_mean"].tolist()
    assert search.se.tolist() == rows["cv_se"].tolist()
    assert search.train.tolist() == rows["train_score"].tolist()
    assert not hasattr(search, "test")


def test_quick_run_writes_the_page(tmp_path: Path) -> None:
    page = write_page("picks", run(quick=True, jobs=1), tmp_path)
    text = page.read_text(encoding="utf-8")
    assert text.count("\n## ") == len(list(tmp_path.glob("*.csv"))) == 10
    for figure in tmp_path.glob("*.png"):
        assert f"]({figure.name})" in text
    assert len(list(tmp_path.glob("*.png"))) == 6
    assert "nan" not in text
