"""The section on the literal procedure: one fit per seed, with `preset="paper"`."""

from __future__ import annotations

import softprofile as sp
from softprofile.reproduction.literal import SEEDS, literal_section
from softprofile.reproduction.page import point
from softprofile.reproduction.pair import fit_pair


def test_rows_are_the_fits_of_the_preset() -> None:
    surface = sp.datasets.load_surface("parkinson-svm")
    U, z = surface[["gamma", "h"]], surface["train_error"]
    pair = fit_pair(U, z)
    table, words = literal_section(pair)
    rows = table.splitlines()[2:]
    assert len(rows) == 2 * (len(SEEDS) + 1)
    for seed in SEEDS:
        literal = sp.fit(U, z, preset="paper", random_state=seed)
        assert f"| quadratic | {seed} | {point(literal.representative_point)} | {literal.loglik:.2f} |" in rows
    assert f"| network | softprofile's defaults | {point(pair.network.representative_point)}" in rows[-1]
    assert f"these {len(SEEDS)} seeds" in words
