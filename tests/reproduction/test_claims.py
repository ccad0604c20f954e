"""Statements of the paper: verdicts, reasons, counts, the table and the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from softprofile.reproduction.claims import (
    Claim,
    Verdict,
    claims_table,
    counted,
    judged,
    read_claims,
    summary,
    untestable,
    write_claims,
)

YES = judged("the error rises", "Section 1", "it rises by 3 %", True, "it falls")
NO = judged("the error rises", "Section 1", "it falls by 3 %", False, "it falls")
UNKNOWN = untestable("the curve", "Figure 1", "the paper shows no data")


def test_the_verdict_follows_the_condition() -> None:
    assert (YES.verdict, YES.reason) == (Verdict.CONFIRMED, "")
    assert (NO.verdict, NO.reason) == (Verdict.DIFFERS, "it falls")
    assert (UNKNOWN.verdict, UNKNOWN.ours) == (Verdict.UNTESTABLE, "-")


@pytest.mark.parametrize("verdict", [Verdict.DIFFERS, Verdict.UNTESTABLE])
def test_a_reason_is_required_unless_confirmed(verdict: Verdict) -> None:
    with pytest.raises(ValueError, match="give the reason"):
        Claim("a", "Section 1", "b", verdict, " ")
    assert Claim("a", "Section 1", "b", Verdict.CONFIRMED).reason == ""


def test_judged_requires_the_reason_before_it_is_needed() -> None:
    with pytest.raises(ValueError, match="give the reason"):
        judged("a", "Section 1", "b", True, "")


def test_a_verdict_is_one_of_three() -> None:
    with pytest.raises(ValueError, match="perhaps"):
        Claim("a", "Section 1", "b", "perhaps", "c")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ([YES], "1 of 1 statements confirmed"),
        ([YES, NO, UNKNOWN], "1 of 3 statements confirmed, 1 differs, 1 cannot be tested here"),
        ([NO, NO], "0 of 2 statements confirmed, 2 differ"),
    ],
)
def test_counts(claims: list[Claim], words: str) -> None:
    assert counted(claims) == words


def test_summary_counts_per_example_and_in_all() -> None:
    assert summary({"one": [YES, NO], "two": [UNKNOWN], "three": []}) == [
        "one: 1 of 2 statements confirmed, 1 differs",
        "two: 0 of 1 statements confirmed, 1 cannot be tested here",
        "three: no statements are tested",
        "In all: 1 of 3 statements of the paper confirmed, 1 differs, 1 cannot be tested here.",
    ]
    assert summary({"one": [YES]}) == ["one: 1 of 1 statements confirmed"]


def test_the_table_has_one_row_per_statement() -> None:
    lines = claims_table([YES, NO]).splitlines()
    assert lines[2] == "| the error rises | Section 1 | it rises by 3 % | **confirmed** | - |"
    assert lines[3] == "| the error rises | Section 1 | it falls by 3 % | **differs** | it falls |"
    assert len(lines) == 4


def test_the_file_can_be_read_again(tmp_path: Path) -> None:
    awkward = judged('says "about 5", or so', "Section 3.2", "5 | 6,\nand 7", False, "ä")
    written = write_claims([YES, awkward, UNKNOWN], tmp_path)
    assert written == tmp_path / "claims.csv"
    assert written.read_text(encoding="utf-8").startswith("statement,place,ours,verdict,reason\n")
    assert read_claims(tmp_path) == [YES, awkward, UNKNOWN]


def test_no_file_no_claims(tmp_path: Path) -> None:
    assert read_claims(tmp_path) == []
