"""Prose of the repository: phrases that the style of the project rules out, each with a better one.

The scan covers all tracked Python, Markdown, R and R Markdown files. To rule out another phrase, add it to `PHRASES`.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SUFFIXES = {".py", ".md", ".R", ".Rmd"}

# Nouns that occur in "one row a configuration" and the like.
_COUNTED = (
    "bar|call|cell|class|column|draw|example|file|fit|folder|group|job|label|line|module|number|page|pair|panel|point|"
    "process|record|row|run|seed|sentence|split|start|step|table|task|test|thread|value|write"
)
_COUNTERS = (
    "boundary|call|cell|class|column|configuration|country|criterion|data set|day|density|draw|example|family|file|fit|"
    "fold|group|hyper-parameter|job|kind|layer|line|method|network|page|pair|panel|parameter|point|process|repetition|"
    "replicate|result|row|run|section|side|split|start|step|study|task|test|thread|worker"
)


class Phrase(NamedTuple):
    """A phrase to avoid.

    Attributes
    ----------
    pattern : str
        Regular expression, matched without regard to case, also across line breaks.
    better : str
        What to write instead.
    example : str
        Text that the pattern has to match.
    """

    pattern: str
    better: str
    example: str


PHRASES = (
    Phrase(
        rf"\bone (?:{_COUNTED}) an? (?!time\b)[a-z-]+",
        "one row per configuration, one file per family",
        "one row a configuration",
    ),
    Phrase(
        rf"\ba (?:{_COUNTED}) an? (?:{_COUNTERS})\b", "one column per hyper-parameter", "A column a hyper-parameter"
    ),
    Phrase(
        r"\b(?:ms|seconds|steps|units|points|starts|threads?) an? (?:layer|replicate|fit|call|row|cell|network)\b",
        "ms per replicate, units per layer",
        "256 hidden units a layer",
    ),
    Phrase(r"\b(?:begets?|begotten)\b", "spawned from `random_state`", "generators that `random_state` begets"),
    Phrase(
        r"\bis not for an? \w+ to speak of",
        "say what the code does: Silence threadpoolctl's warning about duplicate OpenMP runtimes.",
        "is not for a fit to speak of",
    ),
    Phrase(
        r"\bstands? in (?:its|their) `?\w+",
        "Caveats are listed in `messages`.",
        "What should be known about an answer stands in its `messages`",
    ),
    Phrase(
        r"\bthat could have been\b(?! \w+ed\b)",
        "bootstrap resampling schemes; data sets you might have observed instead",
        "data sets that could have been instead of yours",
    ),
    Phrase(r"\bto make many, use processes", "to run many fits, use processes", "to make many, use processes"),
    Phrase(
        r"\bthe world in which what was found is true",
        "the fitted model, as a sampler",
        "The world in which what was found is true",
    ),
    Phrase(
        r"\bequal to any other of its class",
        "Mixin: repr, == and hash from `options()`.",
        "An object equal to any other of its class with the same options",
    ),
    Phrase(
        r"\bwhose end could be found",
        "so there is no change to locate",
        "there is no change in it whose end could be found",
    ),
    Phrase(
        r"\bis returned always\b|\bask its `?test_plateau",
        "Always returns a boundary; use `test_plateau` to check that there is a plateau.",
        "A boundary is returned always",
    ),
    Phrase(
        r"\bhow sure (?:the|an?) [\w ,-]*?\b(?:is|are)\b",
        "Bootstrap the fit: refit `n` resampled data sets.",
        "How sure the boundary and the point are",
    ),
    Phrase(
        r"\band the answer follows\b",
        "Change the density or the boundary, and the answer changes accordingly.",
        "another boundary, and the answer follows",
    ),
    Phrase(r"\bthat is not seen costs\b", "missing a sine costs little", "A sine that is not seen costs little"),
    Phrase(
        r"\bcould better (?:it|the)\b|\bare told when asked\b",
        "are suggestions, shown only by `focus()`",
        "could better it, and are told when asked",
    ),
    Phrase(r"\bbroken off\b", "interrupted", "a run that is broken off"),
    Phrase(r"\bgoes on where it (?:was|stopped)\b", "continues", "a run that was killed goes on where it was"),
    Phrase(r"\bluck of (?:an?|the|that|its) ", "variation between designs", "the luck of the design"),
    Phrase(r"\b(?:times|taken|both|each) (?:\w+ )?by turns\b", "measured alternately", "two times taken by turns"),
)

ALLOWED = (
    "R runs one call at a time",
    "one at a time, one row per configuration",
    "other configurations could have been evaluated",
    "of two of the same evaluation, one with a result goes first",
    "for one hyper-parameter a vector",
    "no noise to speak of",
    "How sure is the answer?",
    "another run of the study that could have been interrupted",
)

# Comment markers, indentation and quotes at the edges of a line, which may interrupt a phrase.
_EDGE = re.compile(r"""^\s*(?:#'?|>|\*)?\s*(?:[frb]{0,2}["'])?|["']?,?\s*$""", re.IGNORECASE)


def tracked_files() -> list[str]:
    """List the tracked files to scan, except this one, which has to contain the phrases."""
    try:
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    this = Path(__file__).relative_to(ROOT).as_posix()
    return [name for name in listed.splitlines() if Path(name).suffix in SUFFIXES and name != this]


def find_phrases(text: str) -> list[str]:
    """Find the phrases to avoid in a text.

    Parameters
    ----------
    text : str
        Source or prose.

    Returns
    -------
    list of str
        One message per phrase, with its line and what to write instead.
    """
    joined, starts = "", []
    for line in text.splitlines():
        starts.append(len(joined))
        joined += _EDGE.sub("", line).strip() + " "
    found = []
    for phrase in PHRASES:
        for match in re.finditer(phrase.pattern, joined, re.IGNORECASE):
            number = sum(start <= match.start() for start in starts)
            found.append(f"line {number}: {match[0]!r}; better: {phrase.better}")
    return found


FILES = tracked_files()


@pytest.mark.skipif(not FILES, reason="not a git checkout")
@pytest.mark.parametrize("name", FILES)
def test_prose(name: str) -> None:
    path = ROOT / name
    if not path.exists():
        pytest.skip(f"{name} is tracked, but not in the working tree")
    found = find_phrases(path.read_text(encoding="utf-8"))
    assert not found, f"{name}\n" + "\n".join(found)


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.example)
def test_patterns_match_their_examples(phrase: Phrase) -> None:
    assert re.search(phrase.pattern, phrase.example, re.IGNORECASE)


@pytest.mark.parametrize("text", ALLOWED)
def test_correct_text_is_allowed(text: str) -> None:
    assert find_phrases(text) == []


def test_phrases_are_found_across_lines() -> None:
    assert find_phrases("# The table has one row a\n# configuration.\n")[0].startswith("line 1: ")
    assert find_phrases('x = 1\ny = (\n    "one row "\n    "a configuration"\n)\n')[0].startswith("line 3: ")
