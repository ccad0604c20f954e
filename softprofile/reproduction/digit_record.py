"""The record of the full-width networks: errors and row norms at milestones of their training.

``tools/train_full_digits.py`` trains the networks of the preset ``full`` and adds a row to the record, a CSV file in
the package, at each milestone.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from softprofile.reproduction.digit_surface import PRESETS
from softprofile.reproduction.page import number, table

if TYPE_CHECKING:
    import pandas as pd

RECORD = "mnist-full-training.csv"
PRESET = "full"

#: First milestone that the page shows.
_FIRST_SHOWN = 20_000


def load_record() -> pd.DataFrame:
    """Load the record.

    Returns
    -------
    DataFrame
        One row per configuration (r, c) and milestone, with errors in %, the largest row norm of each weight matrix
        (`largest_norm_1` to `_3`), and the share of its rows for which the bound c is active (`held_share_1` to `_3`).
    """
    import pandas as pd

    with (files("softprofile.datasets") / "surfaces" / RECORD).open(encoding="utf-8") as file:
        return pd.read_csv(file)


def finished(record: pd.DataFrame) -> pd.DataFrame:
    """Select the networks whose training has reached the last step of the preset.

    Parameters
    ----------
    record : DataFrame
        As returned by `load_record`.

    Returns
    -------
    DataFrame
        One row per finished network.
    """
    return record[record["step"] == PRESETS[PRESET].schedule.steps].reset_index(drop=True)


def described(record: pd.DataFrame) -> list[str]:
    """Describe the networks of the record: how far they are trained, and what c does.

    Parameters
    ----------
    record : DataFrame
        As returned by `load_record`.

    Returns
    -------
    list of str
        Markdown paragraphs and a table.
    """
    preset = PRESETS[PRESET]
    schedule = preset.schedule
    used = 1 - schedule.remaining_learning_rate(schedule.steps) / schedule.remaining_learning_rate(0)
    done, shown = finished(record), record[record["step"] >= _FIRST_SHOWN]
    parts = [
        f"The preset `{PRESET}` is the paper's own network, {schedule.hidden:,} units per hidden layer, with the "
        f"paper's schedules, stopped after {schedule.steps:,} steps. Until then {100 * used:.1f} % of the sum of all "
        f"learning rates is used. {len(done)} of the {len(preset.grid())} networks of its grid are finished, too few "
        "to fit a boundary. Errors are in %, on training and test images:",
        table(
            ["(r, c)", "step", "training error", "test error", "largest row norm of W1, W2, W3", "rows at the bound c"],
            [
                [
                    f"({number(row['r'])}, {number(row['c'])})",
                    f"{row['step']:,.0f}",
                    f"{row['train_error']:.2f}",
                    f"{row['test_error']:.2f}",
                    ", ".join(f"{row[f'largest_norm_{layer}']:.2f}" for layer in (1, 2, 3)),
                    ", ".join(f"{100 * row[f'held_share_{layer}']:.0f} %" for layer in (1, 2, 3)),
                ]
                for _, row in shown.astype(float).iterrows()
            ],
        ),
        _last_steps(record),
        _row_norms(done),
    ]
    return [part for part in parts if part]


def _last_steps(record: pd.DataFrame) -> str:
    """State how much the last milestone differs from the one before."""
    last = record.sort_values("step").groupby(["r", "c"]).tail(2)
    complete = last.groupby(["r", "c"])["step"].transform("max") == PRESETS[PRESET].schedule.steps
    pairs = last[complete].groupby(["r", "c"])
    if not len(pairs):
        return ""
    change = pairs[["train_error", "test_error"]].last() - pairs[["train_error", "test_error"]].first()
    first, final = (int(step) for step in np.unique(last[complete]["step"])[-2:])
    return (
        f"From step {first:,} to step {final:,} the training error of the finished networks changes by at most "
        f"{change['train_error'].abs().max():.3f} points and the test error by at most "
        f"{change['test_error'].abs().max():.3f}; one test image is 0.01."
    )


def _row_norms(done: pd.DataFrame) -> str:
    """State for which c the bound is active in the hidden layers."""
    if done.empty:
        return ""
    active = done[(done["held_share_1"] > 0) | (done["held_share_2"] > 0)]
    free = done.drop(active.index)
    sentences = []
    if not active.empty:
        values = ", ".join(number(c) for c in sorted(active["c"].unique()))
        sentences.append(f"The bound is active in the hidden layers for c = {values}.")
    if not free.empty:
        values = ", ".join(number(c) for c in sorted(free["c"].unique()))
        largest = free[["largest_norm_1", "largest_norm_2"]].to_numpy().max()
        sentences.append(
            f"For c = {values} no row of W1 or W2 is longer than {largest:.2f}, so the bound is active in the output "
            "layer at most."
        )
    sentences.append(
        "This is with initial weights of standard deviation 1/sqrt(number of inputs). If that number were a variance, "
        "all rows would be at the bound after the first step; networks with that initialisation were not trained."
    )
    return " ".join(sentences)
