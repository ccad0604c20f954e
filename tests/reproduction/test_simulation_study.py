"""The simulation of Appendix D: data, misclassified points, and variance components."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from softprofile.reproduction import simulation_study as study
from softprofile.reproduction.simulation_study import CELLS, Cell, draw_design, draw_noise, repetition, simulate, spread

QUICK = (Cell("quadratic", "normal", 3, "paper"), Cell("quadratic", "laplace", 2, "paper"))


class TestData:
    def test_points_and_sides_are_those_of_the_paper(self) -> None:
        U, side2 = draw_design(np.random.default_rng(0))
        assert U.shape == (100, 2)
        assert U[:, 0].min() > 0
        assert U[:, 0].max() < 2 * np.pi
        assert np.abs(U[:, 1]).max() < 5
        assert np.abs(U[:, 1]).max() > 4
        for (x, y), above in zip(U, side2, strict=True):
            assert above == (y - np.sin(2 * x) > 0)

    def test_noise_has_scale_one(self) -> None:
        rng = np.random.default_rng(1)
        laplace = np.concatenate([draw_noise("laplace", rng) for _ in range(400)])
        normal = np.concatenate([draw_noise("normal", rng) for _ in range(400)])
        # With 40,000 values, mean |z| of a Laplace distribution is xi = 1 with standard error 0.005; its variance is 2.
        assert np.abs(laplace).mean() == pytest.approx(1, abs=0.025)
        assert laplace.var() == pytest.approx(2, abs=0.12)
        assert normal.std() == pytest.approx(1, abs=0.02)
        assert np.mean(normal**4) == pytest.approx(3, abs=0.2)

    def test_cells_are_the_papers_table_and_the_laplace_density_for_laplace_data(self) -> None:
        assert len([cell for cell in CELLS if cell.method == "paper"]) == 12
        assert len([cell for cell in CELLS if cell.method == "defaults"]) == 12
        right = [cell for cell in CELLS if cell.method == "laplace"]
        assert len(right) == 6
        assert {cell.distribution for cell in right} == {"laplace"}
        assert len({cell.column for cell in CELLS}) == len(CELLS)


class TestStreams:
    def test_noise_does_not_depend_on_the_design(self) -> None:
        """Ranks of x, y and the noise are uncorrelated, in draw 0 of a design as in any other.

        Numpy pads seeds with zeros: with the seeds [0, design] and [0, design, 0] the Laplace noise of draw 0 was a
        monotone function of x. Each mean of 60 correlations of 100 points has a standard deviation of 0.013.
        """
        for draw in (0, 1):
            found = []
            for design in range(60):
                points, noise = study.draw_data(design, draw)
                columns = np.column_stack([points.U, *noise.values()])
                found.append(spearmanr(columns).statistic)
            means = np.mean(found, axis=0)
            assert np.abs(means[np.triu_indices(4, 1)]).max() < 4 / np.sqrt(60 * 99)
            # No single one is extreme either: 360 correlations with a standard deviation of 0.1.
            assert np.max(np.abs(np.triu(found, 1))) < 0.45

    def test_draws_and_seeds_differ_and_designs_are_shared(self) -> None:
        first, second = study.draw_data(3, 0), study.draw_data(3, 1)
        np.testing.assert_array_equal(first[0].U, second[0].U)
        assert not np.any(first[1]["normal"] == second[1]["normal"])
        assert not np.any(first[0].U == study.draw_data(3, 0, seed=1)[0].U)


class TestWrongPoints:
    def test_linear_boundary_misclassifies_only_points_near_the_sine(self) -> None:
        design = draw_design(np.random.default_rng(3))
        z = 100.0 * design.side2 + np.random.default_rng(4).standard_normal(100)
        wrong = study.wrong_points(design, z, "linear", {})
        # No line separates the sides; the line y = 0 misclassifies only points with |y| < 1.
        assert 0 < wrong <= int(np.sum((design.U[:, 1] > 0) != design.side2))

    def test_network_follows_the_sine(self) -> None:
        design = draw_design(np.random.default_rng(3))
        z = 100.0 * design.side2 + np.random.default_rng(4).standard_normal(100)
        assert study.wrong_points(design, z, "network", {}) <= 2

    def test_without_a_boundary_the_smaller_side_is_misclassified(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from softprofile.util.errors import NoBoundaryError

        def refuses(*arguments: object, **options: object) -> None:
            raise NoBoundaryError("none")

        monkeypatch.setattr(study, "fit", refuses)
        design = draw_design(np.random.default_rng(5))
        expected = min(int(design.side2.sum()), 100 - int(design.side2.sum()))
        assert study.wrong_points(design, design.U[:, 0], "quadratic", {}) == expected


class TestSimulate:
    def test_repetitions_are_the_same_alone_and_in_a_table(self) -> None:
        table = simulate(12, cells=QUICK)
        assert table["design"].tolist() == [0] * 10 + [1] * 2
        assert table["draw"].tolist() == [*range(10), 0, 1]
        alone = repetition(1, 0, QUICK)
        row = table.iloc[10]
        assert {column: row[column] for column in alone} == alone

    def test_more_repetitions_start_with_the_same_ones(self) -> None:
        pd.testing.assert_frame_equal(simulate(3, cells=QUICK), simulate(5, cells=QUICK).iloc[:3])

    def test_fixed_design_has_one_design(self) -> None:
        table = simulate(12, fixed_design=True, cells=QUICK[:1])
        assert set(table["design"]) == {0}
        assert table["draw"].tolist() == list(range(12))

    def test_known_values_are_not_computed_again(self) -> None:
        known = simulate(2, cells=QUICK)
        known.loc[0, QUICK[0].column] = 99
        known.loc[1, QUICK[1].column] = pd.NA
        again = simulate(3, cells=QUICK, known=known)
        assert again.loc[0, QUICK[0].column] == 99
        fresh = simulate(3, cells=QUICK)
        assert again[QUICK[1].column][1] == fresh[QUICK[1].column][1]
        pd.testing.assert_frame_equal(again.iloc[2:], fresh.iloc[2:])

    def test_processes_give_the_same_and_every_block_is_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(study, "_BLOCK", 2)
        kept: list[int] = []
        table = simulate(
            3, jobs=2, cells=QUICK, keep=lambda table: kept.append(int(table[QUICK[0].column].notna().sum()))
        )
        assert kept == [2, 3]
        pd.testing.assert_frame_equal(table, simulate(3, cells=QUICK))


class TestSpread:
    def test_against_the_model(self) -> None:
        # 400 designs with 10 draws each: sd 0.02 between designs and 0.03 within.
        rng = np.random.default_rng(0)
        design = pd.Series([k // 10 for k in range(4000)])
        wrong = pd.Series(100 * (0.1 + 0.02 * rng.standard_normal(400)[design] + 0.03 * rng.standard_normal(4000)))
        found = spread(design, wrong)
        assert found.between == pytest.approx(0.02, rel=0.15)
        assert found.within == pytest.approx(0.03, rel=0.05)
        assert found.se == pytest.approx(np.sqrt(0.02**2 / 400 + 0.03**2 / 4000), rel=0.1)
        assert found.mean == pytest.approx(0.1, abs=4 * found.se)
        assert found.of_mean_on_one_design(100) == pytest.approx(np.hypot(0.02, 0.003), rel=0.15)

    def test_one_design_has_no_spread_between(self) -> None:
        found = spread(pd.Series([0, 0, 0, 0]), pd.Series([1.0, 2.0, 3.0, 4.0]))
        assert found.between is None
        assert found.mean == pytest.approx(0.025)
        assert found.within == pytest.approx(np.std([0.01, 0.02, 0.03, 0.04], ddof=1))
        assert found.se == pytest.approx(found.within / 2)

    def test_missing_repetitions_are_left_out(self) -> None:
        design = pd.Series([0, 0, 1, 1, 2])
        full = spread(design, pd.Series([1, 2, 3, 4, pd.NA], dtype="Int64").astype("Float64"))
        assert full == spread(design[:4], pd.Series([1.0, 2.0, 3.0, 4.0]))
        assert full.n == 4
