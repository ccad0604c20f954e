"""Messages are data: codes from one table, and warnings that point at the user's line."""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import softprofile as sp
from softprofile.util.messages import CODES, SEVERITIES, Message, warn

PACKAGE = Path(sp.__file__).parent


def codes_in_use() -> Iterator[tuple[str, ast.expr]]:
    """Where a Message is made, and the expression of its code."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                yield f"{path.name}:{node.lineno}", node.args[0]


def constants(expression: ast.expr) -> list[str]:
    """The codes that an expression can be: a literal, or one where the code of a file is not known."""
    return [str(node.value) for node in ast.walk(expression) if isinstance(node, ast.Constant)]


def test_every_code_is_used_and_every_used_code_is_in_the_table() -> None:
    used = [(place, constants(expression)) for place, expression in codes_in_use()]
    assert [place for place, codes in used if not codes] == []
    assert {code for _, codes in used for code in codes} == set(CODES)


def test_the_table_is_complete() -> None:
    for code, advice in CODES.items():
        assert code == code.lower().strip("-")
        assert code.replace("-", "").isalpha()
        assert advice.severity in SEVERITIES
        for sentence in (advice.meaning, advice.what_to_do):
            assert sentence.endswith(".")
            assert "|" not in sentence
            assert "\n" not in sentence


def test_unknown_codes_and_severities_are_errors() -> None:
    with pytest.raises(ValueError, match="unknown message code 'weak'"):
        Message("weak", "there may be no plateau.")
    with pytest.raises(ValueError, match="unknown severity 'fatal'"):
        Message("weak-evidence", "there may be no plateau.", severity="fatal")


def test_a_message_is_plain_data() -> None:
    message = Message("weak-evidence", "there may be no plateau.")
    assert str(message) == message.text == "there may be no plateau."
    assert "no plateau" in message
    assert (message.rows, message.severity) == ((), "warning")
    assert Message("good-side", "side 1 is good.").severity == "note"
    assert pickle.loads(pickle.dumps(message)) == message
    assert len({message, Message("weak-evidence", "there may be no plateau.")}) == 1
    with pytest.raises(AttributeError):
        message.code = "outliers"  # type: ignore[misc]


def test_a_subject_is_put_before_the_text() -> None:
    plain = Message("weak-evidence", "look at {this}.").about("{linear}")
    assert str(plain) == "{linear}: look at {this}."
    with_rows = Message("outliers", "look at row {row}.", (3,)).about("{linear}")
    assert str(with_rows) == "{linear}: look at row 3."


def test_the_warning_has_the_message() -> None:
    message = Message("outliers", "look at row {row}.", (3,))
    with pytest.warns(sp.SoftProfileWarning, match="look at row 3") as caught:
        warn(message)
    warning = caught[0].message
    assert isinstance(warning, sp.SoftProfileWarning)
    assert warning.details == message
    assert warning.counted_from(1) == "look at row 4."
    plain = sp.SoftProfileWarning("in row 3")
    assert (plain.details, plain.counted_from(1)) == (None, "in row 3")


def test_notes_and_suggestions_are_not_warned_of() -> None:
    warn(Message("good-side", "side 1 is good."), Message("grid-coarse", "refine."))


def test_warnings_are_shown_once_per_line() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            warn(Message("weak-evidence", "once per line."))
    assert len(caught) == 1


NOISE = "import softprofile as sp\nsp.profile_loglik([1, 1, 1, 1], [1, 2, 3, 4])\n"


def test_a_script_sees_its_own_line(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(NOISE)
    told = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stderr
    assert told.startswith(f"{script}:2: SoftProfileWarning: every point lies on one side")
    assert "sp.profile_loglik([1, 1, 1, 1]" in told


def test_code_without_a_file() -> None:
    told = subprocess.run([sys.executable, "-c", NOISE], capture_output=True, text=True, check=True).stderr
    assert told.startswith("<string>:2: SoftProfileWarning: every point lies on one side")


def test_examples_in_docstrings_and_cells_of_notebooks() -> None:
    for name in ("<doctest softprofile.fitting.fit_boundary.fit[0]>", "<ipython-input-3-0a1b2c>", "<stdin>"):
        # Examples run in the namespace of the module that they document.
        namespace = {"__name__": "softprofile.model.likelihood"}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            exec(compile(NOISE, name, "exec"), namespace)
        assert [(warning.filename, warning.lineno) for warning in caught] == [(name, 2)]
