"""The index collects title, summary and first figure of the pages."""

from __future__ import annotations

from pathlib import Path

from softprofile.reproduction.claims import judged, untestable, write_claims
from softprofile.reproduction.index import write_index


def make_page(out: Path, name: str, text: str) -> Path:
    (out / name).mkdir()
    page = out / name / f"{name}.md"
    page.write_text(text)
    return page


def test_index_has_title_summary_figure_and_reasons(tmp_path: Path) -> None:
    first = make_page(tmp_path, "one", "# First\n\nFound 3.\n\n![Curve](one.png)\n\n![Other](two.png)\n\nMore.\n")
    second = make_page(tmp_path, "two", "# Second\n\nFound 4.\n")
    index = write_index(tmp_path, {"one": first, "two": second, "three": "no network."}, recompute=True)
    text = index.read_text()
    assert index == tmp_path / "index.md"
    assert text.index("## [First](one/one.md)\n\nFound 3.\n\n![Curve](one/one.png)") < text.index(
        "## [Second](two/two.md)\n\nFound 4.\n"
    )
    assert "two.png" not in text
    assert "- three: no network." in text
    assert "2 of 3 examples" in text
    assert "softprofile reproduce all --recompute\n" in text


def test_verdicts_are_counted_at_the_top(tmp_path: Path) -> None:
    pages = {name: make_page(tmp_path, name, f"# {name}\n\nB\n") for name in ("one", "two", "silent")}
    yes, no = (judged("a", "Section 1", "b", holds, "c") for holds in (True, False))
    write_claims([yes, no, untestable("d", "Section 1", "e")], tmp_path / "one")
    write_claims([yes], tmp_path / "two")
    index = write_index(tmp_path, {**pages, "gone": "no network."}, recompute=False)
    text = index.read_text()
    assert "In all: 2 of 4 statements of the paper confirmed, 1 differs, 1 cannot be tested here." in text
    assert "| [one](one/one.md) | 3 | 1 | 1 | 1 |" in text
    assert "| [silent](silent/silent.md) | - | - | - | - |" in text
    assert "| in all | 4 | 2 | 1 | 1 |" in text
    assert "No statements are tested for silent." in text
    assert "Not counted, because not reproduced on this machine: gone." in text
    assert text.index("| in all |") < text.index("## [one]")
    assert 'href="one/one.html"' in index.with_suffix(".html").read_text()


def test_no_section_on_missing_examples_if_there_are_none(tmp_path: Path) -> None:
    text = write_index(tmp_path, {"one": make_page(tmp_path, "one", "# A\n\nB\n")}, recompute=False).read_text()
    assert "Not reproduced" not in text
    assert "statements" not in text
    assert "softprofile reproduce all\n" in text
