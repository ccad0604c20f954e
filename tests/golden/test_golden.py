"""Results do not move unless they are meant to."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.golden.cases import cases
from tests.golden.record import VALUES

RECORDED: dict[str, Any] = json.loads(VALUES.read_text())

#: Relative tolerances of what depends on where in a flat valley an optimiser stops, and so on the rounding of the
#: processor. All else, also the log-likelihood, is the same to 1e-9 on any processor.
TOLERANCE = {
    "parameters": 1e-3,
    "values": 1e-3,
    "representative": 1e-4,
    "points": 1e-4,
    "intervals": 1e-4,
    "theta": 1e-6,
    "criteria": 1e-6,
}


def test_every_case_is_on_record() -> None:
    assert set(RECORDED) == set(cases())


@pytest.mark.parametrize("name", cases())
def test_case(name: str) -> None:
    found, recorded = cases()[name](), RECORDED[name]
    assert set(found) == set(recorded)
    for key, value in recorded.items():
        near = TOLERANCE.get(key, 1e-9)
        np.testing.assert_allclose(
            np.array(found[key], dtype=float), np.array(value, dtype=float), rtol=near, atol=near, err_msg=key
        )
