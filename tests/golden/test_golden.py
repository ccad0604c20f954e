"""Results do not move unless they are meant to."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.golden.cases import cases
from tests.golden.record import VALUES

RECORDED: dict[str, Any] = json.loads(VALUES.read_text())


def test_every_case_is_on_record() -> None:
    assert set(RECORDED) == set(cases())


@pytest.mark.parametrize("name", cases())
def test_case(name: str) -> None:
    found, recorded = cases()[name](), RECORDED[name]
    assert set(found) == set(recorded)
    for key, value in recorded.items():
        np.testing.assert_allclose(
            np.array(found[key], dtype=float), np.array(value, dtype=float), rtol=1e-9, atol=1e-9, err_msg=key
        )
