"""Standalone HTML from the Markdown of a page: no network, built-in style, links between pages kept."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

_STYLE = """
:root { color-scheme: light dark; --text: #1c1c1e; --back: #ffffff; --line: #d5d5da; --soft: #f4f4f6; --link: #0a58ca; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e8; --back: #17181a; --line: #3b3c40; --soft: #222327; --link: #7db1ff; }
  img { background: #ffffff; border-radius: 4px; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; color: var(--text); background: var(--back);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
p, ul, ol { max-width: 46rem; }
p:has(> img) { max-width: none; }
h1, h2, h3 { line-height: 1.25; margin: 2.2rem 0 0.8rem; }
h1 { font-size: 1.8rem; margin-top: 0.5rem; }
h2 { font-size: 1.3rem; border-bottom: 1px solid var(--line); padding-bottom: 0.2rem; }
a { color: var(--link); }
img { display: block; max-width: 100%; height: auto; margin: 1rem 0; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { text-align: left; border-bottom-width: 2px; }
.words td { min-width: 7.5rem; }
.words td:first-child { min-width: 13rem; }
.words td:nth-child(3):not(:last-child) { min-width: 17rem; }
.words td:nth-child(4) { white-space: nowrap; }
.words td:nth-child(5) { min-width: 12rem; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { background: var(--soft); padding: 0.7rem 1rem; overflow-x: auto; border-radius: 4px; }
""".strip()

# A relative link to another page; an address with a scheme has a colon.
_PAGE_LINK = re.compile(r'href="([^":]+)\.md(#[^"]*)?"')

_TABLE = re.compile(r"<table>.*?</table>", flags=re.DOTALL)


def standalone(text: str) -> str:
    """Convert a page to a complete HTML document.

    Parameters
    ----------
    text : str
        The page as Markdown; its first line is the title.

    Returns
    -------
    str
        HTML document with its own style, whose links to other pages end in ``.html``.
    """
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    body = _PAGE_LINK.sub(r'href="\1.html\2"', body)
    body = _TABLE.sub(_scrolling, body)
    title = escape(text.partition("\n")[0].removeprefix("# ").strip())
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def _scrolling(found: re.Match[str]) -> str:
    """Put a table into a box that scrolls; tables without right-aligned columns hold words and get more room."""
    kind = "table" if "text-align:right" in found[0] else "table words"
    return f'<div class="{kind}">\n{found[0]}\n</div>'


def write_html(text: str, page: Path) -> Path:
    """Write the HTML document of a page beside it.

    Parameters
    ----------
    text : str
        The page as Markdown.
    page : Path
        The Markdown file; the document has the same name with the suffix ``.html``.

    Returns
    -------
    Path
        The HTML file.
    """
    path = page.with_suffix(".html")
    path.write_text(standalone(text), encoding="utf-8")
    return path
