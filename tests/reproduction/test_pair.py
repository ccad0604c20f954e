"""Pairs of fits: distance, agreement and tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.reproduction.introduction_claims import Example
from softprofile.reproduction.pair import Pair, dents, mean_steps


def test_both_families_are_fitted_with_the_defaults(surface: pd.DataFrame, pair: Pair) -> None:
    assert (pair.quadratic.boundary.name, pair.network.boundary.name) == ("quadratic", "network")
    expected = sp.fit(surface[["gamma", "h"]], surface["train_error"])
    np.testing.assert_array_equal(pair.quadratic.parameters, expected.parameters)


def test_distance_and_relative_differences(pair: Pair) -> None:
    moved = replace(pair.quadratic, representative=pair.quadratic.representative + np.array([0.3, -0.4]))
    apart = Pair(pair.quadratic, moved)
    assert apart.distance == pytest.approx(0.5)
    expected = 100 * (np.exp(pair.quadratic.transform.scales * [0.3, -0.4]) - 1)
    np.testing.assert_allclose(apart.relative_differences, expected)
    assert list(apart.relative_differences.index) == ["gamma", "h"]


def test_distance_in_grid_steps(pair: Pair) -> None:
    steps = mean_steps(pair.quadratic)
    V = pair.quadratic.transformed
    np.testing.assert_allclose(steps, np.ptp(V, axis=0) / [4, 6])
    moved = replace(pair.quadratic, representative=pair.quadratic.representative + np.array([3, -4]) * steps)
    assert Pair(pair.quadratic, moved).grid_steps == pytest.approx(5)


def test_distance_between_boundaries() -> None:
    U = np.random.default_rng(0).uniform(0, 10, (300, 2))
    noise = np.random.default_rng(1).standard_normal(300) / 5 + 10
    straight, shifted = (
        sp.fit(U, noise + 5 * (U[:, 0] > cut), boundary="linear", transform="standardize") for cut in (4, 6)
    )
    assert Pair(straight, straight).boundary_distance == pytest.approx(0, abs=1e-9)
    expected = 2 / U[:, 0].std(ddof=1)
    assert Pair(straight, shifted).boundary_distance == pytest.approx(expected, rel=0.1)


def test_agreement_counts_points(pair: Pair) -> None:
    assert pair.same_side == 35
    assert "all 35 points to the same sides" in pair.agreement()
    flipped = np.where(np.isin(np.arange(35), [0, 7, 9]), -1, 1) * pair.network.decision_function(pair.network.U)
    assert "32 of 35 points" in Pair(pair.quadratic, replace(pair.network, values=flipped)).agreement()


def test_points_table_has_the_values_at_the_nearest_point(surface: pd.DataFrame, pair: Pair) -> None:
    rows = pair.points_table({"test error": surface["test_error"]}).splitlines()
    assert rows[0].startswith(
        "| boundary | representative (gamma, h) | nearest evaluated (gamma, h) | test error there"
    )
    for row, (kind, fitted) in zip(rows[2:], pair._asdict().items(), strict=True):
        cells = row.strip("| ").split(" | ")
        nearest = fitted.nearest_index()
        assert cells[0] == kind
        assert cells[2].endswith(f"side {fitted.sides[nearest]}")
        assert float(cells[3]) == pytest.approx(surface["test_error"][nearest], abs=0.005)
        assert cells[4] == f"{(fitted.sides == 1).sum()} and {(fitted.sides == 2).sum()}"


def test_densities_table(pair: Pair) -> None:
    rows = [row.strip("| ").split(" | ") for row in pair.densities_table().splitlines()]
    assert len(rows) == 2 + 4
    low = pair.quadratic.z[pair.quadratic.sides == 1]
    assert rows[2][0] == "quadratic, side 1"
    assert rows[2][1].startswith("mean ")
    assert rows[2][2] == str(len(low))
    assert float(rows[2][3]) == pytest.approx(low.mean(), rel=5e-3)
    assert float(rows[2][4]) == pytest.approx(low.std(ddof=1), rel=5e-3)


def test_messages_are_listed(pair: Pair) -> None:
    assert pair.notes() == []
    warned = Pair(pair.quadratic, replace(pair.network, messages=(sp.Message("weak-evidence", "look at this."),)))
    assert warned.notes() == ["- network: look at this."]


def test_written_fits_can_be_read(pair: Pair, tmp_path: Path) -> None:
    described = pair.write(tmp_path, "svm")
    assert list(described) == ["svm-quadratic.json", "svm-network.json"]
    again = sp.BoundaryFit.from_json(tmp_path / "svm-network.json")
    np.testing.assert_array_equal(again.parameters, pair.network.parameters)


@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
def test_dents_are_those_of_the_hull(examples: dict[str, Example]) -> None:
    U = np.random.default_rng(0).uniform(-1, 1, (400, 2))
    cross = (np.abs(U) < 0.3).any(axis=1)
    z = np.where(cross, 15.0, 10.0) + np.random.default_rng(1).standard_normal(400)
    fitted = sp.fit(U, z, boundary="network", transform="standardize")
    assert dents(fitted) > 0.1
    assert dents(examples["co-emission"].pair.quadratic) == 0
