"""Independent streams of random numbers: the one place where numpy's generators are made.

A stream is identified by a seed and a key, such as ``random_stream(seed, "noise", design, draw)``. The key becomes the
spawn key of a `numpy.random.SeedSequence`, so that keys of different length are different streams. A list of numbers
as a seed does not have this property: numpy pads it with zeros, so that ``default_rng([0, 7])`` and
``default_rng([0, 7, 0])`` are the same stream.
"""

from __future__ import annotations

import secrets
import zlib
from typing import Any

import numpy as np

from softprofile.util.errors import InputError

# A spawn key consists of 32-bit words; a larger number would fill two of them, like two elements of a key.
_WORD = 2**32


def seed_sequence(seed: int, *key: int | str) -> np.random.SeedSequence:
    """Return the seed sequence of a seed and a key.

    Parameters
    ----------
    seed : int
        Seed, >= 0.
    *key : int or str
        What the stream is used for. An integer must be in [0, 2^32); of a string its CRC-32 checksum is used.

    Returns
    -------
    SeedSequence
        Sequence whose streams are independent of those of any other seed or key. Without a key it is that of
        ``numpy.random.default_rng(seed)``.

    Raises
    ------
    ValueError
        If an integer of the key is out of range.

    Examples
    --------
    >>> seed_sequence(0, "noise", 7).spawn_key == seed_sequence(0, "noise", 7, 0).spawn_key
    False
    """
    words = [zlib.crc32(part.encode()) if isinstance(part, str) else int(part) for part in key]
    for word in words:
        if not 0 <= word < _WORD:
            raise ValueError(f"a number in the key of a random stream must be in [0, 2^32), not {word}.")
    return np.random.SeedSequence(int(seed), spawn_key=words)


def random_stream(seed: int, *key: int | str) -> np.random.Generator:
    """Return the random number generator of a seed and a key.

    Parameters
    ----------
    seed : int
        Seed, >= 0.
    *key : int or str
        As in `seed_sequence`.

    Returns
    -------
    Generator
        A new generator, at the beginning of its stream.

    Examples
    --------
    >>> design = random_stream(0, "design", 7).random(3)
    >>> noise = random_stream(0, "noise", 7, 0).random(3)
    >>> bool((design == noise).any())
    False
    """
    return np.random.default_rng(seed_sequence(seed, *key))


def spawn_streams(random_state: int | np.random.Generator | None, n: int) -> list[np.random.Generator]:
    """Spawn n independent generators from the user's `random_state`.

    Parameters
    ----------
    random_state : int, Generator or None
        As in `require_generator`. A generator is advanced, so that a second call gives other streams.
    n : int
        Number of generators.

    Returns
    -------
    list of Generator
        The generators; with an integer `random_state`, the first ones do not depend on `n`.
    """
    generator = require_generator(random_state)
    seed = random_state if isinstance(random_state, int | np.integer) else int.from_bytes(generator.bytes(16), "little")
    return [np.random.default_rng(child) for child in seed_sequence(int(seed)).spawn(n)]


def fresh_seed() -> int:
    """Draw a seed from the operating system.

    Returns
    -------
    int
        128 random bits.
    """
    return secrets.randbits(128)


def require_generator(random_state: Any) -> np.random.Generator:
    """Return the generator that the user's `random_state` stands for.

    Parameters
    ----------
    random_state : int, Generator or None
        A seed, a generator, or None for a generator with fresh entropy.

    Returns
    -------
    Generator
        The generator.

    Raises
    ------
    InputError
        If `random_state` is something else.
    """
    if isinstance(random_state, np.random.Generator):
        return random_state
    if random_state is None:
        return np.random.default_rng()
    if isinstance(random_state, int | np.integer) and not isinstance(random_state, bool) and random_state >= 0:
        return random_stream(int(random_state))
    raise InputError(f"random_state must be a whole number >= 0, a numpy Generator or None, not {random_state!r}.")
