"""Random streams of the tuning problems."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from softprofile.util.streams import random_stream, seed_sequence

#: Entropy of all random streams.
ENTROPY = 20240611


class Purpose(IntEnum):
    """What a random stream is used for: the first element of its spawn key."""

    SUBSAMPLE = 0
    SPLIT = 1
    FOLDS = 2
    MODEL = 3
    DESIGN = 4
    ROLE = 5
    HINGE = 6


def stream(purpose: Purpose, name: str, split: int = 0) -> np.random.Generator:
    """Return the generator of a purpose, a name and a split.

    Parameters
    ----------
    purpose : Purpose
        What the stream is used for.
    name : str
        Name of the data set or of the task, the second element of the spawn key, so that streams do not depend on which
        other tasks there are.
    split : int, default 0
        Number of the split, the third element of the spawn key.

    Returns
    -------
    Generator
        The generator.
    """
    return random_stream(ENTROPY, int(purpose), name, split)


def seed(purpose: Purpose, name: str, split: int = 0) -> int:
    """Return a seed for the libraries that take an integer.

    Parameters
    ----------
    purpose, name, split : Purpose, str, int
        As in `stream`.

    Returns
    -------
    int
        A seed below 2 ** 31.
    """
    return int(seed_sequence(ENTROPY, int(purpose), name, split).generate_state(1)[0] >> 1)
