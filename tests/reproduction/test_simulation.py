"""The page of the simulation, and the repetitions stored in the package."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from softprofile.reproduction import reproduce, simulation
from softprofile.reproduction.simulation import bundled_table
from softprofile.reproduction.simulation_results import PAPER, Results
from softprofile.reproduction.simulation_study import CELLS, TRIED_CELLS, repetition
from softprofile.util.errors import InputError


def made_up_table(designs: int = 6, draws: int = 5, seed: int = 0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    table = pd.DataFrame({"design": np.repeat(np.arange(designs), draws), "draw": np.tile(np.arange(draws), designs)})
    for cell in (*CELLS, *TRIED_CELLS):
        centre = 100 * float(PAPER[cell.boundary, cell.distribution, cell.shift][0])
        table[cell.column] = rng.poisson(centre, len(table))
    return table.astype("Int64")


class TestBundled:
    def test_rows_are_what_the_code_computes(self) -> None:
        """Recompute every cell of four repetitions of the package."""
        table = bundled_table()
        same = []
        for row in (0, 333, 666, 999):
            kept = table.iloc[row]
            again = repetition(int(kept["design"]), int(kept["draw"]), CELLS)
            same += [int(kept[name]) == again[name] for name in again]
        # On another processor the last digits differ, so a fit to noisy data may reach another optimum.
        assert np.mean(same) >= 0.9

    def test_counts_are_possible(self) -> None:
        table = bundled_table()
        counts = table[[cell.column for cell in CELLS]]
        assert ((counts >= 0) & (counts <= 100) | counts.isna()).all(axis=None)
        assert not table.duplicated(["design", "draw"]).any()


class TestResults:
    def test_difference_is_paired(self) -> None:
        table = made_up_table()
        first, second = "quadratic-normal-3-defaults", "quadratic-normal-3-paper"
        table[first] = table[second] - 1
        found = Results(table).difference("quadratic", "normal", 3, "defaults", "paper")
        assert found.mean == pytest.approx(-0.01)
        assert found.se == pytest.approx(0, abs=1e-12)
        assert found.verdict == "better"
        assert Results(table).difference("quadratic", "normal", 3, "paper", "defaults").verdict == "worse"

    def test_standardised_difference_from_the_paper(self) -> None:
        table = made_up_table(designs=2, draws=2)
        column = "network-normal-1-paper"
        table[column] = pd.array([7, 9, 8, 10], dtype="Int64")
        ours = Results(table)
        spread = ours.spread("network", "normal", 1, "paper")
        sd = np.hypot(spread.of_mean_on_one_design(100), spread.se)
        assert ours.distance_of_paper("network", "normal", 1) == pytest.approx((0.0856 - 0.085) / sd)


class TestPage:
    def test_numbers_come_from_the_table(self, tmp_path: Path) -> None:
        table = made_up_table()
        text = simulation.write(tmp_path, table, "a command").read_text(encoding="utf-8")
        other = table.copy()
        other["quadratic-normal-3-paper"] += 50
        changed = simulation.write(tmp_path, other, "a command").read_text(encoding="utf-8")
        mean = float(table["quadratic-normal-3-paper"].mean()) / 100
        assert f"| quadratic, Normal, 3 | 0.0316 (0.0012) | {mean:.4f} (" in text
        assert f"| {mean + 0.5:.4f} (" in changed
        assert "11 of the paper's 12 cells" in changed
        assert (tmp_path / "simulation.png").stat().st_size > 20_000
        pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "simulation.csv", dtype="Int64"), other)

    def test_from_the_package(self, tmp_path: Path) -> None:
        page = reproduce("simulation", tmp_path)
        text = page.read_text(encoding="utf-8")
        assert text.startswith("# Simulation")
        assert "softprofile reproduce simulation" in text

    def test_more_repetitions_than_the_package_holds(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"holds only \d+ repetitions: add --recompute for 1000000"):
            reproduce("simulation", tmp_path, reps=1_000_000)

    def test_fixed_design_computes_and_states_its_limits(self, tmp_path: Path) -> None:
        page = reproduce("simulation", tmp_path, reps=2, fixed_design=True)
        text = page.read_text(encoding="utf-8")
        assert "All repetitions share one set of points" in text
        assert "--reps 2 --fixed-design" in text
        assert not list(page.parent.glob("*partial*"))
        table = pd.read_csv(page.with_suffix(".csv"))
        assert table["design"].tolist() == [0, 0]
        assert table["draw"].tolist() == [0, 1]
        assert table.notna().all(axis=None)
