from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from tests.trust.diagnostics.helpers import two_levels


@pytest.fixture(scope="module")
def sound() -> sp.Diagnosis:
    return two_levels(60).diagnose()


def test_no_test_warns_for_a_sound_fit(sound: sp.Diagnosis) -> None:
    assert not [each for each in sound.warnings if each.code != "nearest-point-unstable"]
    assert len(sound.leverage) == 60
    assert sound.tests["p_value"].gt(0.01).all()


def test_warning_of_unequal_spread_names_a_remedy() -> None:
    d = two_levels(spread=5).diagnose(rows=[0])
    (message,) = [each for each in d.warnings if each.code == "unequal-spread"]
    assert "times larger on one side" in message.text
    assert "density='gaussian-separate'" in message.text
    remedied = two_levels(spread=5, density="gaussian-separate").diagnose(rows=[0])
    assert not [each for each in remedied.warnings if each.code == "unequal-spread"]


def test_warning_of_an_outlier() -> None:
    f = two_levels(60)
    z = f.z.copy()
    z[7] += 12
    other = sp.fit(f.U, z, boundary="linear", transform="standardize")
    d = other.diagnose(rows=[7])
    (message,) = [each for each in d.warnings if each.code == "outliers"]
    assert message.rows == (7,)
    assert message.text.startswith("the configuration in row 7 lies far outside")
    assert message.counted_from(1).startswith("the configuration in row 8 lies far outside")
    assert f"z = {z[7]:.4g} in row 7" in message.text
    assert d.residuals["quantile_residual"].abs().idxmax() == 7


def test_warning_of_a_wrong_density() -> None:
    f = two_levels(60)
    z = np.where(f.sides == 2, 40.0, 30.0) + np.random.default_rng(0).standard_cauchy(60)
    codes = [each.code for each in replace(f, z=z, theta=f.theta).diagnose(rows=[0]).warnings]
    assert "density-misfit" in codes


def test_warning_of_a_slope() -> None:
    f = two_levels(60)
    d = sp.fit(f.U, f.z + 1.5 * f.U[:, 1], boundary="linear", transform="standardize").diagnose(rows=[0])
    assert any("is not level: the hyper-parameters explain" in each.text for each in d.warnings)


def test_configurations_that_change_the_answer_are_counted(sound: sp.Diagnosis) -> None:
    changed = int(sound.leverage["changes_answer"].sum())
    found = [each for each in sound.warnings if each.code == "nearest-point-unstable"]
    assert len(found) == (changed > 0)
    for message in found:
        assert f"in {changed} of 60 cases" in message.text
        assert message.rows[0] == sound.fit.nearest_index()
        assert set(message.rows[1:]) == {*sound.leverage["nearest"]} - {message.rows[0]}


def test_the_same_seed_gives_the_same_diagnosis(sound: sp.Diagnosis) -> None:
    again = two_levels(60).diagnose()
    pd.testing.assert_frame_equal(again.tests, sound.tests)
    pd.testing.assert_frame_equal(again.leverage, sound.leverage)
    assert again.warnings == sound.warnings


@pytest.mark.parametrize(
    "options", [{"boundary": "quadratic"}, {"softness": "hard"}, {"density": "laplace"}, {"density": "student-t:4"}]
)
def test_other_fits_are_diagnosed_too(options: dict[str, Any]) -> None:
    d = two_levels(30, **options).diagnose(rows=[0, 1])
    assert d.tests["p_value"].notna().all()
    assert d.leverage["move"].notna().all()


def test_summary_and_repr(sound: sp.Diagnosis) -> None:
    text = str(sound.summary())
    for part in ("Brown-Forsythe", "Anderson-Darling", "level (F)", "changes nearest", "row ", "Left out, one by one"):
        assert part in text
    number = len(sound.warnings)
    assert text.count("Warning ") == number
    said = "nothing to warn of" if not number else "1 warning" if number == 1 else f"{number} warnings"
    assert repr(sound) == f"Diagnosis(linear boundary, gaussian density; {said})"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"refits": "cold"}, "unknown refits 'cold'"),
        ({"rows": [60]}, "rows must name at least one of the rows 0 to 59"),
        ({"rows": []}, "rows must name at least one"),
        ({"rows": [0.5]}, "each of rows must be a whole number"),
        ({"rows": 3}, "rows must be rows of the data"),
        ({"random_state": -1}, "random_state must be"),
    ],
)
def test_bad_arguments(sound: sp.Diagnosis, options: dict[str, Any], message: str) -> None:
    with pytest.raises(sp.InputError, match=message):
        sound.fit.diagnose(**options)
