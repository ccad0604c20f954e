"""HTML documents: well formed, complete without a network, with tables, images and links to other pages."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from softprofile.reproduction import co_emission
from softprofile.reproduction.html import standalone, write_html

#: Elements without an end tag.
VOID = {"meta", "img", "br", "hr"}


class Document(HTMLParser):
    """Collects elements and text, and checks that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def values(self, tag: str, attribute: str) -> list[str | None]:
        return [attributes.get(attribute) for name, attributes in self.found if name == tag]


TEXT = """# A < B & C

In *short*.

![A figure](one.png)

| words | more |
| --- | --- |
| a | b |

| name | number |
| --- | ---: |
| a | 1 |

[other](../two/two.md), [part](two.md#part), [table](two.csv), <script>alert(1)</script>
"""


def test_the_document_is_well_formed_and_says_what_it_is() -> None:
    document = Document(standalone(TEXT))
    assert standalone(TEXT).startswith("<!DOCTYPE html>\n")
    assert document.values("html", "lang") == ["en"]
    assert document.values("meta", "name") == [None, "viewport"]
    assert "<title>A &lt; B &amp; C</title>" in standalone(TEXT)
    assert document.values("img", "src") == ["one.png"]
    assert document.values("img", "alt") == ["A figure"]


def test_links_to_pages_become_links_to_documents() -> None:
    assert Document(standalone(TEXT)).values("a", "href") == ["../two/two.html", "two.html#part", "two.csv"]


def test_addresses_elsewhere_are_kept() -> None:
    text = standalone("# A\n\n[b](https://example.org/c.md)\n")
    assert Document(text).values("a", "href") == ["https://example.org/c.md"]


def test_tables_can_scroll_and_tables_of_words_are_told_apart() -> None:
    assert Document(standalone(TEXT)).values("div", "class") == ["table words", "table"]


def test_text_is_not_taken_for_elements() -> None:
    assert "script" not in [tag for tag, _ in Document(standalone(TEXT)).found]


def test_the_document_lies_beside_the_page(tmp_path: Path) -> None:
    assert write_html("# A\n", tmp_path / "a.md") == tmp_path / "a.html"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return co_emission.reproduce(tmp_path_factory.mktemp("co"))


def test_a_real_page_needs_no_network(page: Path) -> None:
    text = page.with_suffix(".html").read_text(encoding="utf-8")
    document = Document(text)
    images = document.values("img", "src")
    assert images == ["co-emission.png", "co-emission-sides.png"]
    assert all((page.parent / str(image)).is_file() for image in images)
    assert "http" not in text
    assert "the paper states" in document.words
    assert document.words.count("confirmed") == 7
