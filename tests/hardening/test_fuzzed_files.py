"""Files of any kind through the command line: a documented exit code, one sentence where it is not 0, no traceback."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import softprofile as sp
from softprofile.doors.cli import app

# As many as the profile says, and at least these.
many = settings(
    max_examples=max(60, settings().max_examples),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

NUMBERS = ["0", "1", "-1", "2.5", "1e-3", "1e300", "-1e308", "1e400", "1e-400", "9" * 400, "0x1F", "1_000", "1,5"]
WORDS = [
    "",
    " ",
    "nan",
    "NaN",
    "inf",
    "-inf",
    "NA",
    "None",
    "true",
    "é",
    "\x00",
    '"',
    "'",
    "a\nb",
    "\x1b[2J",
    "$x_{",
    "=",
]
CODE = ["__import__('os').system('touch pwned')", "${jndi:x}", "=cmd|' /C calc'!A0", "os.system", "!!python/object"]
ENCODINGS = ["utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"]
headers = st.lists(st.sampled_from(["a", "b", "z", "", "a", "z ", "é", "$x_{", "Unnamed: 0"]), min_size=0, max_size=5)
cells = st.sampled_from(NUMBERS + WORDS + CODE) | st.floats().map(repr) | st.integers(-5, 5).map(str)
good_cells = st.floats(-100, 100).map(lambda x: f"{x:.3g}")


@st.composite
def csv_files(draw: st.DrawFn) -> bytes:
    """Anything from noise to a table with a few odd cells."""
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return draw(st.binary(max_size=200))
    if kind == 1:
        columns, rows = draw(headers), draw(st.lists(st.lists(cells, max_size=6), max_size=8))
    else:
        columns = ["a", "b", "z"]
        rows = draw(st.lists(st.lists(good_cells, min_size=3, max_size=3), min_size=4, max_size=12))
        if kind == 3:
            rows[draw(st.integers(0, len(rows) - 1))][draw(st.integers(0, 2))] = draw(cells)
    delimiter, end = draw(st.sampled_from([",", ",", ",", ";", "\t"])), draw(st.sampled_from(["\n", "\r\n", "\r"]))
    text = end.join(delimiter.join(row) for row in [columns, *rows])
    encoded = text.encode(draw(st.sampled_from(ENCODINGS)), "replace")
    cut = draw(st.integers(0, len(encoded))) if draw(st.integers(0, 4)) == 0 else len(encoded)
    return encoded[:cut]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzzed")


@given(content=csv_files(), command=st.sampled_from(["fit", "elbow", "focus", "refine"]))
@many
def test_any_bytes_as_a_table(place: Path, content: bytes, command: str) -> None:
    table = place / "table.csv"
    table.write_bytes(content)
    columns = ["--u", "a", "--z", "z"] if command == "elbow" else ["--u", "a", "--u", "b", "--z", "z"]
    options = [] if command == "elbow" else ["--boundary", "linear", "--n-starts", "1"]
    check(run(command, str(table), *columns, *options))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from([10**400, *CODE]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


def saved_fits() -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(0)
    U = rng.uniform(1, 5, (14, 2))
    z = np.where(U.sum(axis=1) > 6, 1.0, 4.0) + 0.3 * rng.standard_normal(14)
    yield sp.fit(U, z, boundary="linear", n_starts=1).to_dict()
    yield sp.fit(U, z, boundary=sp.boundaries.Network(2), density="laplace-separate", n_starts=1).to_dict()
    yield sp.fit(U, np.round(3 * z + 2), density="binomial:40", softness="hard", n_starts=1).to_dict()


SAVED = list(saved_fits())


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value of lists and mappings."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*at, key)
        yield from paths(part, (*at, key))


@st.composite
def damaged_fits(draw: st.DrawFn) -> str:
    """A saved fit in which one to three parts are lost, changed or of another size."""
    data = copy.deepcopy(draw(st.sampled_from(SAVED)))
    for _ in range(draw(st.integers(1, 3))):
        # The upper levels are few, and hold what matters: as likely as all numbers together.
        places = list(paths(data))
        short = [place for place in places if len(place) <= 2 and not isinstance(place[-1], int)]
        *above, last = draw(st.sampled_from(short) | st.sampled_from(places))
        owner = data
        for key in above:
            owner = owner[key]
        change = draw(st.integers(0, 3))
        if change == 0:
            del owner[last]
        elif change == 1 and isinstance(owner[last], list) and owner[last]:
            owner[last] = owner[last] * 2 if draw(st.booleans()) else owner[last][1:]
        elif change == 2 and isinstance(owner[last], float):
            owner[last] *= draw(st.sampled_from([-1.0, 0.0, 1e-300, 1e10, 1e300, float("nan"), float("inf")]))
        else:
            owner[last] = draw(anything)
    text = json.dumps(data)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


@given(text=damaged_fits(), command=st.sampled_from(["focus", "refine"]))
@many
def test_any_damage_to_a_saved_fit(place: Path, text: str, command: str) -> None:
    check(run_saved(place, text.encode("utf-8"), command))


@given(content=st.binary(max_size=100) | anything.map(lambda value: json.dumps(value).encode()))
@many
def test_any_bytes_as_a_saved_fit(place: Path, content: bytes) -> None:
    assert run_saved(place, content, "focus")[0] == 2


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"format": "softprofile.BoundaryFit", "version": 1, "names": ' + b"[" * 500 + b"]" * 500 + b"}",
        b'{"format": "softprofile.BoundaryFit", "version": ' + b"9" * 5000 + b"}",
        b"",
        b"\x00",
        b"\xff\xfe{\x00}\x00",
        b"null",
        b"NaN",
    ],
    ids=range(10),
)
def test_files_that_no_fit_is(place: Path, content: bytes) -> None:
    code, errors = run_saved(place, content, "focus")
    check((code, errors))
    assert code == 2


def test_names_that_a_terminal_or_a_figure_would_obey(place: Path) -> None:
    data = copy.deepcopy(SAVED[0])
    data["names"], data["z_name"] = ["\x1b[2J\ud800", "$x_{"], "$\\frac$"
    (place / "odd.json").write_text(json.dumps(data))
    done = CliRunner().invoke(app, ["refine", str(place / "odd.json"), "-n", "2", "--plot", str(place / "odd.png")])
    assert done.exit_code == 0, done.output
    assert "\x1b" not in done.stdout


def test_real_processes_end_the_same(place: Path) -> None:
    (place / "table.csv").write_bytes(b"a,b,z\n1,2,nan\n\x00\xff")
    (place / "fit.json").write_text('{"format": "softprofile.BoundaryFit", "version": 1, "names": [[[[]]]]}')
    table = ["fit", str(place / "table.csv"), "--u", "a", "--z", "z"]
    for arguments in (table, ["focus", str(place / "fit.json")]):
        done = subprocess.run(
            [sys.executable, "-m", "softprofile", *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        check((done.returncode, done.stderr))


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.exit_code, done.stderr


def run_saved(place: Path, content: bytes, command: str) -> tuple[int, str]:
    (place / "fit.json").write_bytes(content)
    return run(command, str(place / "fit.json"), *(["-n", "2"] if command == "refine" else []))


def check(ended: tuple[int, str]) -> None:
    """Done, or refused in one sentence: never a fault."""
    code, errors = ended
    assert code in (0, 2), errors
    if code == 0:
        assert errors == ""
    else:
        assert errors.startswith("softprofile: ")
        assert errors.count("\n") == 1
        assert errors.rstrip("\n").isprintable()
