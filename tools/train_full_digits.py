"""Train the networks of the preset ``full`` one after another and record their errors.

``python tools/train_full_digits.py --checkpoints DIR`` trains each network of the grid that is not yet in the record,
coarse grid first, and adds a row to the record at each milestone. It can be interrupted and restarted at any time: the
folder holds the state of the network being trained. Several processes can run in parallel, each with ``--share I/N``:
the I-th of N trains every N-th network. ``--engine numba`` skips zeros, which takes less than half the time on a CPU.
"""

from __future__ import annotations

import argparse
import csv
import fcntl
from pathlib import Path

from softprofile.reproduction.digit_surface import PRESETS, load_digits
from softprofile.reproduction.dropout_network import ENGINES, Milestone, train

RECORD = Path(__file__).parents[1] / "softprofile" / "datasets" / "surfaces" / "mnist-full-training.csv"
MILESTONES = (10_000, 20_000, 30_000, 40_000, 50_000)
COLUMNS = ("r", "c", "step", "train_error", "test_error")
COLUMNS += tuple(f"{what}_{layer}" for what in ("largest_norm", "held_share") for layer in (1, 2, 3))

_SEED = 0


def coarse_first(rates: tuple[float, ...], norms: tuple[float, ...]) -> list[tuple[float, float]]:
    """Order the grid so that a coarse 3 x 3 grid comes first, then the rows and columns between.

    Parameters
    ----------
    rates, norms : tuple of float
        Dropout rates and max-norms.

    Returns
    -------
    list of tuple of float
        All pairs (rate, norm).
    """
    coarse_rates, coarse_norms = (0.3, 0.5, 0.7), (1.0, 2.0, 4.0)
    return sorted(
        ((rate, norm) for rate in rates for norm in norms),
        key=lambda at: (at[1] not in coarse_norms, at[0] not in coarse_rates),
    )


def finished(record: Path, steps: int) -> set[tuple[float, float]]:
    """Find the configurations whose last step is in the record.

    Parameters
    ----------
    record : Path
        CSV file.
    steps : int
        Number of steps of a finished network.

    Returns
    -------
    set of tuple of float
        Pairs (rate, norm).
    """
    if not record.exists():
        return set()
    with record.open(newline="") as file:
        return {(float(row["r"]), float(row["c"])) for row in csv.DictReader(file) if int(row["step"]) == steps}


def add(record: Path, rate: float, norm: float, reached: Milestone) -> None:
    """Add or replace a milestone in the record, sorted by configuration and step.

    Parameters
    ----------
    record : Path
        CSV file.
    rate, norm : float
        The configuration.
    reached : Milestone
        The milestone.
    """
    with record.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        rows: dict[tuple[float, float, int], list[str]] = {}
        if record.exists():
            with record.open(newline="") as file:
                for row in csv.DictReader(file):
                    rows[float(row["r"]), float(row["c"]), int(row["step"])] = [row[name] for name in COLUMNS]
        figures = (*reached.errors, *reached.largest_norms, *reached.held_shares)
        rows[rate, norm, reached.step] = [str(rate), str(norm), str(reached.step), *(f"{x:.6g}" for x in figures)]
        unfinished = record.with_suffix(".unfinished")
        with unfinished.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows(rows[key] for key in sorted(rows))
        unfinished.replace(record)


def main() -> None:
    """Train the networks that are not in the record."""
    import torch

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoints", type=Path, required=True, help="folder outside the repository")
    parser.add_argument("--record", type=Path, default=RECORD)
    parser.add_argument("--share", default="1/1")
    parser.add_argument("--engine", choices=ENGINES, default="torch")
    arguments = parser.parse_args()
    part, parts = map(int, arguments.share.split("/"))
    torch.set_num_threads(1)
    preset = PRESETS["full"]
    training, test = load_digits()
    arguments.checkpoints.mkdir(parents=True, exist_ok=True)
    for rate, norm in coarse_first(preset.rates, preset.norms)[part - 1 :: parts]:
        if (rate, norm) in finished(arguments.record, preset.schedule.steps):
            continue
        checkpoint = arguments.checkpoints / f"r{rate!r}-c{norm!r}.pt"
        print(f"r = {rate}, c = {norm}: engine {arguments.engine}", flush=True)
        train(
            preset.schedule,
            rate,
            norm,
            training,
            test,
            seed=_SEED,
            device="cpu",
            engine=arguments.engine,
            checkpoint=checkpoint,
            checkpoint_every=preset.checkpoint_every,
            milestones=MILESTONES,
            record=lambda reached, at=(rate, norm): add(arguments.record, *at, reached),
        )
        checkpoint.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
