"""Verdicts on the paper's statements about Figure 1 and all examples follow from the surface and the fits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.reproduction.claims import Claim, Verdict
from softprofile.reproduction.introduction import scree
from softprofile.reproduction.introduction_claims import Example, claims, simplified_loglik, softened_loglik
from softprofile.reproduction.pair import Pair

SLOW = "as the penalty is increased, the error grows, slowly at first and much steeper *at some point*"
BOTH = "as both hyper-parameters increase, the MSE increases, slowly at first, then faster in both directions"
AGREE = "the two families divide the points in high agreement"
CLOSER = "the agreement is *even higher* for the representative points"
GOOD = "the representative point is often *a practically good* choice"
CONVEX = "quadratic boundaries are regular and convex"


def judge(table: pd.DataFrame, examples: dict[str, Example]) -> dict[str, Claim]:
    line = scree(table)
    split = sp.elbow(line["train_mse"], np.log10(line["lambda1"]))
    return {claim.statement: claim for claim in claims(table, line, split, examples)}


def flipped(fitted: sp.BoundaryFit) -> sp.BoundaryFit:
    return replace(fitted, values=-fitted.decision_function(fitted.U))


def test_verdicts_on_the_stored_surfaces(examples: dict[str, Example]) -> None:
    found = judge(load_surface("forest-fires-enet").table, examples)
    assert {found[each].verdict for each in (SLOW, BOTH, AGREE, CONVEX)} == {Verdict.CONFIRMED}


@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
def test_verdicts_follow_the_surface(examples: dict[str, Example]) -> None:
    table = load_surface("forest-fires-enet").table
    steady = 1 + np.log10(table["lambda1"]) / 10 + np.log10(table["lambda2"]) / 10
    found = judge(table.assign(train_mse=steady), examples)
    assert found[SLOW].verdict is Verdict.DIFFERS
    assert found[BOTH].verdict is Verdict.DIFFERS


def test_verdicts_follow_the_fits(examples: dict[str, Example]) -> None:
    table = load_surface("forest-fires-enet").table
    pair, test = examples["parkinson"]
    assert test is not None
    known = judge(table, {"parkinson": examples["parkinson"]})
    assert {known[each].verdict for each in (AGREE, CLOSER, GOOD)} == {Verdict.CONFIRMED}
    moved = replace(pair.network, representative=pair.network.representative + 1)
    other = Pair(pair.quadratic, flipped(moved))
    found = judge(table, {"parkinson": Example(other, -test)})
    assert {found[each].verdict for each in (AGREE, CLOSER, GOOD)} == {Verdict.DIFFERS}


def test_softened_and_short_forms_of_the_likelihood(examples: dict[str, Example]) -> None:
    fitted = examples["parkinson"].pair.quadratic
    z, weights = fitted.z, fitted.weights
    assert softened_loglik(z, weights) == pytest.approx(simplified_loglik(z, weights))
    assert softened_loglik(z, weights) == pytest.approx(fitted.loglik, abs=1e-6)
    assert softened_loglik(z, weights[::-1]) < fitted.loglik - 1
