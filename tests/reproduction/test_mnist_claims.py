"""Verdicts on the paper's statements about MNIST follow from the surface."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_surface
from softprofile.reproduction import digit_surface
from softprofile.reproduction.claims import Claim, Verdict
from softprofile.reproduction.digit_surface import PRESETS
from softprofile.reproduction.mnist_claims import claims
from softprofile.reproduction.pair import fit_pair
from softprofile.reproduction.surface import computed_surface

pytestmark = pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")


def like_the_papers() -> pd.DataFrame:
    """A surface on the paper's grid whose boundary passes near (0.54, 2.2), with a noisy test error."""
    table = pd.DataFrame(PRESETS["paper"].grid(), columns=["r", "c"])
    distance = np.log(table["r"] / 0.52) * 2 - np.log(table["c"] / 2.2)
    train = 0.1 + 1.2 / (1 + np.exp(-6 * distance)) + 0.05 * distance
    noise = 0.06 * np.random.default_rng(1).standard_normal(len(table))
    test = 1.3 + 0.1 * distance**2 + noise
    test[(table["r"] == 0.5) & (table["c"] == 2.0)] = 1.18
    return table.assign(train_error=train, test_error=test)


def judge(table: pd.DataFrame, preset: str) -> list[Claim]:
    surface = computed_surface(table, digit_surface.BUNDLED, "python", preset=preset, device="cpu")
    return claims(surface, fit_pair(table[["r", "c"]], table["train_error"]))


def verdict(found: list[Claim], words: str) -> Verdict:
    (claim,) = (claim for claim in found if words in claim.statement)
    return claim.verdict


def test_a_surface_like_the_papers_confirms_its_statements() -> None:
    found = judge(like_the_papers(), "paper")
    for words in ("relatively low when", "training error increases", "slowly at first", "almost identical"):
        assert verdict(found, words) is Verdict.CONFIRMED, words
    for words in ("much noisier", "relatively low test error", "its test error", "nearest trained"):
        assert verdict(found, words) is Verdict.CONFIRMED, words


def test_verdicts_follow_the_surface() -> None:
    table = like_the_papers()
    smooth = table.assign(test_error=table["train_error"] + 1)
    assert verdict(judge(smooth, "paper"), "much noisier") is Verdict.DIFFERS
    assert verdict(judge(smooth, "paper"), "its test error") is Verdict.DIFFERS
    mirrored = table.assign(train_error=table["train_error"].max() - table["train_error"])
    assert verdict(judge(mirrored, "paper"), "relatively low when") is Verdict.DIFFERS
    assert verdict(judge(mirrored, "paper"), "training error increases") is Verdict.DIFFERS
    moved = table.assign(c=table["c"] / 2)
    assert verdict(judge(moved, "paper"), "representative point is roughly") is Verdict.DIFFERS
    assert verdict(judge(moved, "paper"), "no less than about") is Verdict.DIFFERS


def test_the_desk_surface_differs_in_location_and_says_why() -> None:
    table = load_surface("mnist-dropout").table
    found = judge(table, "desk")
    for words in ("representative point is roughly", "nearest trained", "its test error", "much noisier"):
        assert verdict(found, words) is Verdict.DIFFERS, words
    assert all("256 units" in claim.reason for claim in found if "roughly" in claim.statement)
