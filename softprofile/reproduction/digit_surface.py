"""Errors of the digit network over a grid of dropout rates and max-norms, by preset, with checkpoints.

A preset sets the size of the networks, the length of the training and the grid of (r, c). During training, a folder
holds the state of each network and the errors of the finished ones. An interrupted run continues from there when it is
started again, with the same result.
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

#: Preset of the surface stored in the package.
BUNDLED_PRESET = "desk"

_SEED = 0


@dataclass(frozen=True)
class Preset:
    """Size and training of the networks, and the grid of (r, c).

    Attributes
    ----------
    schedule : Schedule
        Size of the network and length of the training.
    rates, norms : tuple of float
        The grid: dropout rates r and max-norms c.
    images : int or None
        Number of training images, taken from the start of the data; None uses all.
    checkpoint_every : int
        Number of steps between two checkpoints of a network.
    words : str
        Description for the page.
    """

    schedule: Schedule
    rates: tuple[float, ...]
    norms: tuple[float, ...]
    images: int | None
    checkpoint_every: int
    words: str

    def grid(self) -> list[tuple[float, float]]:
        """Return every (r, c)."""
        return list(product(self.rates, self.norms))


#: Presets by name.
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
            "can be compared with the paper's, its location and level only in part"
        ),
    ),
    "smoke": Preset(
        Schedule(hidden=16, steps=120, momentum_ramp=40, half_life=40),
        rates=(0.2, 0.5, 0.8),
        norms=(0.25, 0.5, 1.0),
        images=2_000,
        checkpoint_every=40,
        words="a test run of a few seconds, whose errors have no meaning",
    ),
}


def described(surface: Surface) -> str:
    """State in one or two sentences where the numbers come from."""
    made = surface.provenance
    if is_bundled(surface):
        return (
            f"The surface is `{made.name}` from the package, computed with the preset `{made.preset}` on a "
            "CPU, one thread per network; `--recompute` trains all networks again."
        )
    now = f"All {len(surface)} networks were trained for this page, on the device `{made.device}`."
    return f"{now} {difference_from_bundled(surface)}" if made.preset == BUNDLED_PRESET else now


def compute_surface(
    checkpoints: Path, *, preset: str = BUNDLED_PRESET, jobs: int = 1, device: str | None = None
) -> Surface:
    """Compute the training and test error at every (r, c) of the preset's grid.

    Parameters
    ----------
    checkpoints : Path
        Folder for checkpoints and finished results. Results of an earlier call are reused, see `errors`.
    preset : str, default "desk"
        One of `PRESETS`.
    jobs : int, default 1
        Number of networks trained in parallel.
    device : str, optional
        PyTorch device; by default the fastest one available.

    Returns
    -------
    Surface
        The errors, one row per (r, c).
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
    """Load the MNIST images and labels.

    Parameters
    ----------
    images : int, optional
        Number of training images, taken from the start of the data; by default all.

    Returns
    -------
    training : Digits
        Training images.
    test : Digits
        All test images.
    """
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
    """Read the errors of the network at (r, c), or train it, from its checkpoint if there is one.

    Parameters
    ----------
    preset : Preset
        Size and training of the network.
    rate, norm : float
        Dropout rate r and max-norm c.
    training, test : Digits
        Images and labels.
    device : str
        PyTorch device.
    checkpoints : Path
        Folder of the checkpoint and of the finished result.

    Returns
    -------
    Errors
        Training and test error in %.
    """
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
    """Create the folder, or check that an existing one belongs to a run with the same settings."""
    checkpoints.mkdir(parents=True, exist_ok=True)
    file = checkpoints / "run.json"
    if not file.exists():
        _write_json(file, described)
    elif json.loads(file.read_text(encoding="utf-8")) != described:
        raise InputError(
            f"{checkpoints} holds networks trained with other settings or on another device: remove that folder to "
            "start again, or choose another --out."
        )


def _write_json(path: Path, content: dict[str, Any]) -> None:
    """Write to a new file, then rename it, so that an interruption never leaves an incomplete file."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_text(json.dumps(content), encoding="utf-8")
    os.replace(unfinished, path)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Use one thread: on a CPU the order of summation, and so the last digits, depend on the number of threads."""
    torch = require("torch", "torch", "the digit network")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
