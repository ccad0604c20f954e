"""The measures behind the verdicts on CO emission: the partition of the settings, and the interaction."""

from __future__ import annotations

import pytest

import softprofile as sp
from softprofile.datasets import load_co_emission
from softprofile.reproduction.co_emission import COLUMNS
from softprofile.reproduction.co_emission_claims import high_side, interaction_test


@pytest.mark.parametrize("kind", ["quadratic", "network"])
def test_partition_is_ethanol_high_or_medium_with_afr_low_or_medium(kind: str) -> None:
    table = load_co_emission().data.rename(columns=COLUMNS)
    fitted = sp.fit(table[["ethanol", "AFR"]], table["CO"], boundary=kind)
    assert high_side(fitted) == {(0, -1), (0, 0), (1, -1), (1, 0)}
    assert sorted(fitted.sides) == [1] * 10 + [2] * 8
    assert fitted.transform.kinds == ("standardize", "standardize")


def test_interaction_is_that_of_an_analysis_of_variance() -> None:
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    table = load_co_emission().data.rename(columns=COLUMNS)
    expected = anova_lm(ols("CO ~ C(ethanol) * C(AFR)", table).fit()).loc["C(ethanol):C(AFR)"]
    found = interaction_test(table)
    assert found.statistic == pytest.approx(expected["F"])
    assert found.pvalue == pytest.approx(expected["PR(>F)"])
    additive = table.assign(CO=table["ethanol"] + 2 * table["AFR"] + [0.1, -0.1] * 9)
    assert interaction_test(additive).pvalue > 0.05
