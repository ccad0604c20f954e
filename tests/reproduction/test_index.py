"""The index collects title, summary and first figure of the pages."""

from __future__ import annotations

from pathlib import Path

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


def test_no_section_on_missing_examples_if_there_are_none(tmp_path: Path) -> None:
    text = write_index(tmp_path, {"one": make_page(tmp_path, "one", "# A\n\nB\n")}, recompute=False).read_text()
    assert "Not reproduced" not in text
    assert "softprofile reproduce all\n" in text
