"""Random streams are independent, and nobody seeds a generator with a list of numbers."""

from __future__ import annotations

import ast
import pickle
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softprofile.util.errors import InputError
from softprofile.util.streams import random_stream, require_generator, seed_sequence, spawn_streams

ROOT = Path(__file__).parents[2]
HOME = Path("softprofile/util/streams.py")
#: Folders whose code takes every generator from the helper; tests may write ``default_rng(3)``.
STRICT = ("softprofile", "r_bridge", "studies", "benchmarks", "tools")

KEYS = st.lists(st.one_of(st.integers(0, 2**32 - 1), st.text(max_size=5)), max_size=4)


def first_numbers(rng: np.random.Generator) -> tuple[int, ...]:
    return tuple(rng.integers(2**63, size=4).tolist())


class TestStreams:
    def test_numpy_pads_lists_with_zeros(self) -> None:
        """The reason for the helper: if this fails, numpy has changed and the module's docstring is out of date."""
        padded, longer = np.random.default_rng([0, 7]), np.random.default_rng([0, 7, 0])
        assert first_numbers(padded) == first_numbers(longer)

    @given(key=KEYS, more=st.integers(1, 4))
    def test_a_key_continued_with_zeros_is_another_stream(self, key: list[int | str], more: int) -> None:
        assert first_numbers(random_stream(0, *key)) != first_numbers(random_stream(0, *key, *[0] * more))

    @given(first=KEYS, second=KEYS)
    def test_different_keys_are_different_streams(self, first: list[int | str], second: list[int | str]) -> None:
        same_key = seed_sequence(3, *first).spawn_key == seed_sequence(3, *second).spawn_key
        assert (first_numbers(random_stream(3, *first)) == first_numbers(random_stream(3, *second))) == same_key

    def test_a_seed_that_looks_like_a_key(self) -> None:
        assert first_numbers(random_stream(2**32 * 7)) != first_numbers(random_stream(0, 7))

    def test_strings_are_keys_in_any_process(self) -> None:
        """The checksum of a string does not depend on the hash seed of the process."""
        assert seed_sequence(5, "noise", 2).spawn_key == (4255749673, 2)

    def test_without_a_key_it_is_numpys_generator(self) -> None:
        assert first_numbers(random_stream(12)) == first_numbers(np.random.default_rng(12))

    @pytest.mark.parametrize("word", [-1, 2**32])
    def test_numbers_of_more_than_one_word_are_refused(self, word: int) -> None:
        with pytest.raises(ValueError, match=r"must be in \[0, 2\^32\), not"):
            random_stream(0, word)

    def test_streams_are_uncorrelated(self) -> None:
        """Design and noise of 200 data sets: correlations with mean 0 and variance 1 / 99."""
        found = [
            np.corrcoef(random_stream(0, "design", k).random(100), random_stream(0, "noise", k, 0).random(100))[0, 1]
            for k in range(200)
        ]
        assert abs(np.mean(found)) < 4 * np.sqrt(1 / 99 / 200)
        assert np.std(found) == pytest.approx(np.sqrt(1 / 99), rel=0.2)


class TestSpawning:
    def test_an_integer_gives_the_same_streams_however_many(self) -> None:
        few, many = spawn_streams(4, 3), spawn_streams(4, 10)
        assert [first_numbers(rng) for rng in few] == [first_numbers(rng) for rng in many[:3]]

    def test_none_of_them_is_the_stream_of_the_seed(self) -> None:
        numbers = [first_numbers(rng) for rng in (*spawn_streams(0, 50), random_stream(0))]
        assert len(set(numbers)) == 51

    def test_a_generator_gives_others_each_time_and_is_reproducible(self) -> None:
        rng = np.random.default_rng(1)
        first, second = spawn_streams(rng, 2)[0], spawn_streams(rng, 2)[0]
        again = spawn_streams(np.random.default_rng(1), 2)[0]
        assert first_numbers(pickle.loads(pickle.dumps(first))) == first_numbers(again) != first_numbers(second)

    def test_none_is_fresh(self) -> None:
        assert first_numbers(spawn_streams(None, 1)[0]) != first_numbers(spawn_streams(None, 1)[0])


class TestRandomState:
    def test_a_generator_is_used_as_it_is(self) -> None:
        rng = np.random.default_rng(1)
        assert require_generator(rng) is rng

    @pytest.mark.parametrize("wrong", [-1, True, 1.5, "seed", [0, 7], (1, 2, 3)])
    def test_anything_else_is_refused(self, wrong: object) -> None:
        with pytest.raises(InputError, match="random_state must be a whole number >= 0, a numpy Generator or None"):
            require_generator(wrong)


def python_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = listed.stdout.split() or [str(path.relative_to(ROOT)) for path in ROOT.glob("[!.]*/**/*.py")]
    return [Path(name) for name in names]


def seedings(tree: ast.AST) -> list[ast.Call]:
    """Calls of default_rng, SeedSequence and RandomState, however they were imported."""
    made = {"default_rng", "SeedSequence", "RandomState", "PCG64", "Philox", "MT19937", "SFC64"}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        call
        for call in calls
        if (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")) in made
    ]


def is_hand_made(call: ast.Call) -> bool:
    """Whether the seed is a list or a tuple, or made into one."""
    seeds = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg in ("seed", "entropy"))]
    return any(
        isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.GeneratorExp)
        or (isinstance(node, ast.Attribute) and node.attr == "tolist")
        for seed in seeds
        for node in ast.walk(seed)
    )


@pytest.mark.parametrize(
    ("code", "hand_made"),
    [
        ("np.random.default_rng([0, 7])", True),
        ("default_rng(seed=(0, seed))", True),
        ("np.random.SeedSequence(entropy=[seed, 1])", True),
        ("default_rng([k for k in range(3)])", True),
        ("default_rng(3)", False),
        ("default_rng(seed)", False),
        ("default_rng()", False),
    ],
)
def test_hand_made_seeds_are_recognised(code: str, hand_made: bool) -> None:
    (call,) = seedings(ast.parse(code))
    assert is_hand_made(call) is hand_made


def test_no_generator_is_seeded_with_a_list() -> None:
    here = Path(__file__).relative_to(ROOT)
    found = [
        f"{path}:{call.lineno}"
        for path in python_files()
        if path != here
        for call in seedings(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if is_hand_made(call)
    ]
    assert not found, "use softprofile.util.streams.random_stream"


def test_the_helper_makes_every_generator_outside_the_tests() -> None:
    found = [
        f"{path}:{call.lineno}"
        for path in python_files()
        if path.parts[0] in STRICT and path != HOME
        for call in seedings(ast.parse((ROOT / path).read_text(encoding="utf-8")))
    ]
    assert not found, "use softprofile.util.streams"
