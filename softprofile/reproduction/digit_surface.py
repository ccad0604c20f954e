"""Errors of the digit network over a grid of dropout rates and max-norms, by presets, in runs that may be killed.

A preset says how large the networks are, how long they are trained and over which grid of (r, c). While networks are
trained, a folder holds the state of each and the errors of those that are done, so that the same call goes on where a
killed one was, to the same result.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from softprofile.reproduction.dropout_network import Digits, Errors, Schedule, device_name, train
from softprofile.reproduction.parallel import run
from softprofile.reproduction.surface import computed_surface, difference_from_bundled, is_bundled
from softprofile.surfaces.surface import Surface
from softprofile.util.errors import InputError, require_choice
from softprofile.util.optional import require

NAME = "mnist"
BUNDLED = "mnist-dropout"

#: The preset of the surface inside the package.
BUNDLED_PRESET = "desk"

_SEED = 0


@dataclass(frozen=True)
class Preset:
    """How the networks are trained, and which.

    Attributes
    ----------
    schedule
        Size of the network and length of the training.
    rates, norms
        The grid: dropout rates r and max-norms c.
    images
        How many training images are used, the first ones; None is all.
    checkpoint_every
        Steps after which the state of a network is written down.
    words
        What it is for.
    """

    schedule: Schedule
    rates: tuple[float, ...]
    norms: tuple[float, ...]
    images: int | None
    checkpoint_every: int
    words: str

    def grid(self) -> list[tuple[float, float]]:
        """Every (r, c)."""
        return list(product(self.rates, self.norms))


#: Name of a preset -> what it is.
PRESETS: dict[str, Preset] = {
    "paper": Preset(
        Schedule(),
        rates=(0.3, 0.4, 0.5, 0.6, 0.7),
        norms=(1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0),
        images=None,
        checkpoint_every=10_000,
        words="the paper's network and schedules, for a GPU",
    ),
    "full": Preset(
        Schedule(steps=50_000),
        rates=(0.3, 0.4, 0.5, 0.6, 0.7),
        norms=(1.0, 1.5, 2.0, 3.0, 4.0),
        images=None,
        checkpoint_every=1_000,
        words=(
            "the paper's network and schedules, stopped after 50,000 steps, for half an hour per network on one core"
        ),
    ),
    "desk": Preset(
        Schedule(hidden=256, steps=15_000, momentum_ramp=2_500, half_life=2_500),
        rates=(0.3, 0.4, 0.5, 0.6, 0.7, 0.8),
        norms=(0.5, 0.75, 1.0, 1.5, 2.0, 3.0),
        images=None,
        checkpoint_every=500,
        words=(
            "smaller hidden layers and compressed schedules, for an hour or two on two cores; the shape of the surface "
            "can be compared with the paper's, its coordinates and its level only in part"
        ),
    ),
    "smoke": Preset(
        Schedule(hidden=16, steps=120, momentum_ramp=40, half_life=40),
        rates=(0.2, 0.5, 0.8),
        norms=(0.25, 0.5, 1.0),
        images=2_000,
        checkpoint_every=40,
        words="a trial of seconds, whose errors mean nothing",
    ),
}


def described(surface: Surface) -> str:
    """Say in one or two sentences where the values come from."""
    made = surface.provenance
    if is_bundled(surface):
        return (
            f"The surface is `{made.name}` inside the package, computed with the preset `{made.preset}` on a "
            "CPU, one thread a network; `--recompute` trains all networks again."
        )
    now = f"All {len(surface)} networks were trained for this page, on the device `{made.device}`."
    return f"{now} {difference_from_bundled(surface)}" if made.preset == BUNDLED_PRESET else now


def compute_surface(
    checkpoints: Path, *, preset: str = BUNDLED_PRESET, jobs: int = 1, device: str | None = None
) -> Surface:
    """Training and test error at every (r, c) of the preset's grid.

    What the folder `checkpoints` holds of an earlier call is not computed again; see `errors`.
    """
    import pandas as pd

    chosen = PRESETS[require_choice(preset, PRESETS, "preset")]
    device = device or device_name()
    training, test = load_digits(chosen.images)
    _claim(checkpoints, {**asdict(chosen.schedule), "images": chosen.images, "seed": _SEED, "device": device})
    tasks = [(chosen, rate, norm, training, test, device, checkpoints) for rate, norm in chosen.grid()]
    done = run(errors, tasks, jobs, "networks")
    table = pd.DataFrame(
        [(rate, norm, *found) for (rate, norm), found in zip(chosen.grid(), done, strict=True)],
        columns=["r", "c", "train_error", "test_error"],
    )
    of_preset = "" if preset == BUNDLED_PRESET else f" --preset {preset}"
    command = f"softprofile reproduce {NAME} --recompute{of_preset}"
    return computed_surface(table, BUNDLED, "python", preset=preset, device=device, command=command)


def load_digits(images: int | None = None) -> tuple[Digits, Digits]:
    """MNIST for training, all or the first `images` of it, and for testing."""
    from softprofile.datasets import load_mnist

    data = load_mnist()
    training, test = (
        Digits(part.drop(columns="label").to_numpy(), part["label"].to_numpy()).checked()
        for part in (data.train[:images], data.test)
    )
    return training, test


def errors(
    preset: Preset, rate: float, norm: float, training: Digits, test: Digits, device: str, checkpoints: Path
) -> Errors:
    """Errors of the network at (r, c): as written down if it is done, else trained, from its checkpoint on."""
    name = f"r{rate!r}-c{norm!r}"
    finished, checkpoint = checkpoints / f"{name}.json", checkpoints / f"{name}.pt"
    if not finished.exists():
        with _one_thread():
            found = train(
                preset.schedule,
                rate,
                norm,
                training,
                test,
                seed=_SEED,
                device=device,
                checkpoint=checkpoint,
                checkpoint_every=preset.checkpoint_every,
            )
        _write_json(finished, found._asdict())
    checkpoint.unlink(missing_ok=True)
    return Errors(**json.loads(finished.read_text(encoding="utf-8")))


def _claim(checkpoints: Path, described: dict[str, Any]) -> None:
    """Make the folder, or see that what it holds was begun in the same way."""
    checkpoints.mkdir(parents=True, exist_ok=True)
    file = checkpoints / "run.json"
    if not file.exists():
        _write_json(file, described)
    elif json.loads(file.read_text(encoding="utf-8")) != described:
        raise InputError(
            f"{checkpoints} holds networks that were begun with other settings or on another device: remove that "
            "folder to begin anew, or choose another --out."
        )


def _write_json(path: Path, content: dict[str, Any]) -> None:
    """Write to a new file, then rename it: a kill leaves all or nothing."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_text(json.dumps(content), encoding="utf-8")
    os.replace(unfinished, path)


@contextmanager
def _one_thread() -> Iterator[None]:
    """On a CPU, sums are taken in an order that depends on the number of threads, and with it their last digits."""
    torch = require("torch", "torch", "the digit network")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
