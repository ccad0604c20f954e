"""The record of the full-width networks, and what the page says about it."""

from __future__ import annotations

import pandas as pd
import pytest

from softprofile.reproduction.digit_record import described, finished, load_record
from softprofile.reproduction.digit_surface import PRESETS


def made_up(*rows: tuple[float, float, int, float, float, float]) -> pd.DataFrame:
    """A record of r, c, step, both errors and the share of rows of W1 that are held."""
    table = pd.DataFrame(rows, columns=["r", "c", "step", "train_error", "test_error", "held_share_1"])
    return table.assign(
        largest_norm_1=table["c"].where(table["held_share_1"] > 0, 1.25),
        largest_norm_2=1.1,
        largest_norm_3=table["c"],
        held_share_2=0.0,
        held_share_3=1.0,
    )


RECORD = made_up(
    (0.3, 1.0, 10_000, 1.5, 2.0, 0.5),
    (0.3, 1.0, 40_000, 0.4, 1.5, 0.9),
    (0.3, 1.0, 50_000, 0.375, 1.48, 0.9),
    (0.3, 2.0, 40_000, 0.2, 1.4, 0.0),
    (0.3, 2.0, 50_000, 0.1, 1.41, 0.0),
    (0.5, 2.0, 40_000, 0.3, 1.2, 0.0),
)


class TestBundled:
    def test_configurations_are_on_the_grid_and_errors_are_whole_images(self) -> None:
        record = load_record()
        assert set(zip(record["r"], record["c"], strict=True)) <= set(PRESETS["full"].grid())
        assert not record.duplicated(["r", "c", "step"]).any()
        for column, images in (("train_error", 60_000), ("test_error", 10_000)):
            counts = record[column] * images / 100
            # Six digits are stored.
            assert (counts - counts.round()).abs().max() < 0.01

    def test_no_row_is_longer_than_the_bound(self) -> None:
        record = load_record()
        for layer in (1, 2, 3):
            assert (record[f"largest_norm_{layer}"] <= record["c"] * (1 + 1e-5)).all()


def test_finished_networks_have_the_last_step() -> None:
    assert finished(RECORD)[["r", "c"]].to_numpy().tolist() == [[0.3, 1.0], [0.3, 2.0]]


def test_what_the_last_steps_changed() -> None:
    text = "\n".join(described(RECORD))
    assert "2 of the 25 networks" in text
    assert "96.9 % of the sum of all learning rates" in text
    # The third network is not finished, so its errors do not count here.
    assert "changes by at most 0.100 points and the test error by at most 0.020" in text
    assert "| (0.5, 2) | 40,000 | 0.30 | 1.20 | 1.25, 1.10, 2.00 | 0 %, 0 %, 100 % |" in text
    assert "| (0.3, 1) | 10,000" not in text


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            RECORD,
            "The bound is active in the hidden layers for c = 1. For c = 2 no row of W1 or W2 is longer than 1.25,",
        ),
        (RECORD[RECORD["c"] == 1], "The bound is active in the hidden layers for c = 1. This is with initial weights"),
    ],
)
def test_where_the_bound_is_active(rows: pd.DataFrame, words: str) -> None:
    assert words in "\n".join(described(rows))


def test_nothing_is_said_of_networks_that_are_not_finished() -> None:
    text = "\n".join(described(RECORD[RECORD["step"] < 50_000]))
    assert "0 of the 25 networks" in text
    assert "changes by at most" not in text
    assert "active" not in text
