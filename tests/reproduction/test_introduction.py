"""Figure 1, the special cases of Section 2, and the statements about all examples."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.reproduction import introduction
from softprofile.reproduction.claims import Claim, Verdict, read_claims
from softprofile.reproduction.introduction import Example
from softprofile.reproduction.pair import Pair, dents
from softprofile.reproduction.surface import computed_surface
from tests.reproduction.helpers import assert_page_is_whole

SLOW = "as the penalty is increased, the error grows, slowly at first and much steeper *at some point*"
BOTH = "as both hyper-parameters increase, the MSE increases, slowly at first, then faster in both directions"
AGREE = "the two families divide the points in high agreement"
CLOSER = "the agreement is *even higher* for the representative points"
GOOD = "the representative point is often *a practically good* choice"
CONVEX = "quadratic boundaries are regular and convex"


@pytest.fixture(scope="module")
def examples() -> dict[str, Example]:
    return introduction.fit_examples()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, examples: dict[str, Example]) -> Path:
    return introduction.write(tmp_path_factory.mktemp("introduction"), load_surface("forest-fires-enet"), examples)


def flipped(fitted: sp.BoundaryFit) -> sp.BoundaryFit:
    return replace(fitted, values=-fitted.decision_function(fitted.U))


def claims_of(folder: Path, table: pd.DataFrame, examples: dict[str, Example]) -> dict[str, Claim]:
    introduction.write(folder, computed_surface(table, "forest-fires-enet", "r"), examples)
    return {claim.statement: claim for claim in read_claims(folder)}


def test_page(page: Path) -> None:
    text = assert_page_is_whole(page)
    line = pd.read_csv(page.parent / "introduction.csv")
    split = sp.elbow(line["train_mse"], line["lambda1"])
    assert f"splits the training error after lambda1 = {split.threshold:.2f}" in text
    verdicts = {claim.statement: claim.verdict for claim in read_claims(page.parent)}
    assert verdicts[SLOW] is verdicts[BOTH] is verdicts[AGREE] is verdicts[CONVEX] is Verdict.CONFIRMED
    untested = [claim.place for claim in read_claims(page.parent) if claim.verdict is Verdict.UNTESTABLE]
    assert untested == ["Figure 1(a)", "Section 2.4"]


def test_the_scree_plot_is_the_edge_of_the_surface() -> None:
    table = load_surface("forest-fires-enet").table.sample(frac=1, random_state=0)
    line = introduction.scree(table)
    assert len(line) == 15
    assert line["lambda1"].is_monotonic_increasing
    assert line["train_mse"].min() == table["train_mse"].min()


@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
def test_verdicts_follow_the_surface(tmp_path: Path, examples: dict[str, Example]) -> None:
    table = load_surface("forest-fires-enet").table
    steady = 1 + np.log10(table["lambda1"]) / 10 + np.log10(table["lambda2"]) / 10
    found = claims_of(tmp_path, table.assign(train_mse=steady), examples)
    assert found[SLOW].verdict is Verdict.DIFFERS
    assert found[BOTH].verdict is Verdict.DIFFERS


def test_verdicts_follow_the_fits(tmp_path: Path, examples: dict[str, Example]) -> None:
    table = load_surface("forest-fires-enet").table
    pair, test = examples["parkinson"]
    assert test is not None
    known = claims_of(tmp_path, table, {"parkinson": examples["parkinson"]})
    assert {known[each].verdict for each in (AGREE, CLOSER, GOOD)} == {Verdict.CONFIRMED}
    moved = replace(pair.network, representative=pair.network.representative + 1)
    other = Pair(pair.quadratic, flipped(moved))
    found = claims_of(tmp_path, table, {"parkinson": Example(other, -test)})
    assert {found[each].verdict for each in (AGREE, CLOSER, GOOD)} == {Verdict.DIFFERS}


def test_softened_and_short_forms_of_the_likelihood(examples: dict[str, Example]) -> None:
    fitted = examples["parkinson"].pair.quadratic
    z, weights = fitted.z, fitted.weights
    assert introduction.softened_loglik(z, weights) == pytest.approx(introduction.simplified_loglik(z, weights))
    assert introduction.softened_loglik(z, weights) == pytest.approx(fitted.loglik, abs=1e-6)
    assert introduction.softened_loglik(z, weights[::-1]) < fitted.loglik - 1


@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
def test_dents_are_those_of_the_hull(examples: dict[str, Example]) -> None:
    U = np.random.default_rng(0).uniform(-1, 1, (400, 2))
    cross = (np.abs(U) < 0.3).any(axis=1)
    z = np.where(cross, 15.0, 10.0) + np.random.default_rng(1).standard_normal(400)
    fitted = sp.fit(U, z, boundary="network", transform="standardize")
    assert dents(fitted) > 0.1
    assert dents(examples["co-emission"].pair.quadratic) == 0
