"""Text and tables of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from softprofile.reproduction.claims import judged, read_claims
from softprofile.reproduction.page import (
    Compared,
    Page,
    comparison,
    difference,
    figure,
    files,
    number,
    same_as_printed,
    table,
)


def test_a_page_has_its_parts_in_order(tmp_path: Path) -> None:
    page = Page("Title", "In short.")
    page.add("one")
    page.section("Heading", "two", "three")
    written = page.write(tmp_path / "page.md")
    assert written.read_text() == "# Title\n\nIn short.\n\none\n\n## Heading\n\ntwo\n\nthree\n"


def test_statements_are_below_the_first_figure(tmp_path: Path) -> None:
    page = Page("Title", "In short.")
    page.add(figure("f.png", "Figure"), "Caption.")
    page.section("Next", "more")
    page.claims = [judged("the error rises", "Section 1", "it rises", True, "it falls")]
    text = page.write(tmp_path / "page.md").read_text()
    assert text.index("Caption.") < text.index("## The paper's statements") < text.index("## Next")
    assert "\n\n1 of 1 statements confirmed.\n\n| the paper states |" in text
    assert read_claims(tmp_path) == page.claims
    assert "the error rises" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("parts", [[], ["words"], ["## Heading", "words"]])
def test_statements_of_a_page_without_a_figure(parts: list[str]) -> None:
    page = Page("Title", "In short.", parts, [judged("a", "Section 1", "b", True, "c")])
    text = page.text()
    assert "## The paper's statements" in text
    assert ("## Heading" not in text) or text.index("statements") < text.index("## Heading")


def test_a_page_without_statements_has_no_file_of_them(tmp_path: Path) -> None:
    Page("Title", "In short.").write(tmp_path / "page.md")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html", "page.md"]


def test_comparison_of_numbers_and_of_words() -> None:
    lines = comparison(
        [
            Compared("gamma", "5.3e4", 52_897.0),
            Compared("error", "27.38", 30.0, " %"),
            Compared("points", "near", "far"),
        ]
    ).splitlines()
    assert lines[0] == "|  | paper | ours | difference |"
    assert lines[2:] == [
        "| gamma | 5.3e4 | 5.29e4 | -0.19 %, same as printed |",
        "| error | 27.38 % | 30 % | +9.6 % |",
        "| points | near | far | - |",
    ]


@pytest.mark.parametrize(
    ("paper", "ours", "same"),
    [
        ("5.3e4", 5.25e4 + 1, True),
        ("5.3e4", 5.249e4, False),
        ("1.3e-3", 1.349e-3, True),
        ("1.3e-3", 1.351e-3, False),
        ("27.38", 27.3809, True),
        ("27.38", 27.386, False),
        ("5e4", 5e4, True),
        ("144", 144, True),
        ("144", 143, False),
    ],
)
def test_same_as_printed(paper: str, ours: float, same: bool) -> None:
    assert same_as_printed(paper, ours) is same
    assert ("same" in difference(paper, ours) or difference(paper, ours) == "none") is same


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.0, 3, "0"),
        (-0.377, 2, "-0.38"),
        (0.0704, 2, "0.07"),
        (0.01, 3, "0.01"),
        (100.0, 3, "100"),
        (9999.6, 3, "10000"),
        (52_897.0, 4, "5.29e4"),
        (1e-7, 3, "1e-7"),
        (1e6, 3, "1e6"),
        (80.5, 4, "80.5"),
    ],
)
def test_number(value: float, digits: int, text: str) -> None:
    assert number(value, digits) == text


def test_table_escapes_what_would_end_a_cell_and_aligns_words_left() -> None:
    assert table(["a", "b"], [["x|y", "z"]], words=True) == "| a | b |\n| --- | --- |\n| x\\|y | z |"
    assert "---:" in table(["a", "b"], [])


def test_files_are_links() -> None:
    assert files({"a.csv": "a table"}) == "- [a.csv](a.csv): a table"
