"""The index of all examples: title, what was found and the first figure of each page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from softprofile.reproduction.page import Page, bullets, command, figure

_IMAGE = re.compile(r"^!\[(?P<caption>.*)\]\((?P<file>[^)]+)\)$", flags=re.MULTILINE)


def write_index(out: Path, made: Mapping[str, Path | str], *, recompute: bool) -> Path:
    """Write index.md; `made` has for each example its page, or the sentence that says why there is none."""
    pages = {name: page for name, page in made.items() if isinstance(page, Path)}
    missing = {name: reason for name, reason in made.items() if isinstance(reason, str)}
    summary = (
        f"{len(pages)} of {len(made)} examples of Chen and Zhu, "
        "*Automatic selection of hyper-parameters via the use of softened profile likelihood*, each on a page of its "
        "own with the paper's figures beside ours."
    )
    index = Page("The paper, reproduced", summary)
    for page in pages.values():
        index.add(*_entry(page, out))
    if missing:
        index.section("Not made on this machine", bullets(f"{name}: {reason}" for name, reason in missing.items()))
    line = "softprofile reproduce all" + (" --recompute" if recompute else "")
    index.section("How it was made", command(line))
    return index.write(out / "index.md")


def _entry(page: Path, out: Path) -> list[str]:
    """Title with a link, summary and first figure of a page."""
    text = page.read_text(encoding="utf-8")
    blocks = text.split("\n\n")
    title = blocks[0].removeprefix("# ").strip()
    link = page.relative_to(out).as_posix()
    entry = [f"## [{title}]({link})", blocks[1].strip()]
    image = _IMAGE.search(text)
    if image:
        entry.append(figure(f"{page.parent.relative_to(out).as_posix()}/{image['file']}", image["caption"]))
    return entry
