"""The index of all examples: counts of the verdicts, then title, summary and first figure of each page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from softprofile.reproduction.claims import Claim, Verdict, counted, read_claims
from softprofile.reproduction.page import NOTHING, Page, bullets, command, figure, table

_IMAGE = re.compile(r"^!\[(?P<caption>.*)\]\((?P<file>[^)]+)\)$", flags=re.MULTILINE)


def write_index(out: Path, made: Mapping[str, Path | str], *, recompute: bool) -> Path:
    """Write the index of the reproduced examples.

    Parameters
    ----------
    out : Path
        Folder that holds the folders of the examples.
    made : mapping of str to Path or str
        The page of each example, or the reason why there is none.
    recompute : bool
        Whether the models were fitted again, for the command that the index shows.

    Returns
    -------
    Path
        The file index.md.
    """
    pages = {name: page for name, page in made.items() if isinstance(page, Path)}
    missing = {name: reason for name, reason in made.items() if isinstance(reason, str)}
    summary = (
        f"{len(pages)} of {len(made)} examples of Chen and Zhu, "
        "*Automatic selection of hyper-parameters via the use of softened profile likelihood*. Each has its own page, "
        "which compares the paper's results with ours."
    )
    index = Page("Reproduction of the paper", summary)
    claims = {name: read_claims(page.parent) for name, page in pages.items()}
    if any(claims.values()):
        links = {name: f"[{name}]({page.relative_to(out).as_posix()})" for name, page in pages.items()}
        everything = [claim for found in claims.values() for claim in found]
        index.section(
            "The paper's statements",
            f"In all: {counted(everything, 'statements of the paper')}. {_counting(pages, claims, missing)}".strip(),
            _verdicts(links, claims),
        )
    for page in pages.values():
        index.add(*_entry(page, out))
    if missing:
        index.section(
            "Not reproduced on this machine", bullets(f"{name}: {reason}" for name, reason in missing.items())
        )
    line = "softprofile reproduce all" + (" --recompute" if recompute else "")
    index.section("How it was made", command(line))
    return index.write(out / "index.md")


def _verdicts(links: Mapping[str, str], claims: Mapping[str, list[Claim]]) -> str:
    """Table of the number of verdicts per example and in all; examples without statements have empty cells."""
    everything = [claim for found in claims.values() for claim in found]
    rows = []
    for name, found in [*((links[name], found) for name, found in claims.items()), ("in all", everything)]:
        numbers = [len(found), *(sum(claim.verdict is verdict for claim in found) for verdict in Verdict)]
        rows.append([name, *(str(number) if found else NOTHING for number in numbers)])
    return table(["example", "statements", *(verdict.value for verdict in Verdict)], rows)


def _counting(pages: Mapping[str, Path], claims: Mapping[str, list[Claim]], missing: Mapping[str, str]) -> str:
    """Name the examples that are not counted, or nothing."""
    silent = [name for name in pages if not claims[name]]
    parts = []
    if silent:
        parts.append(f"No statements are tested for {' and '.join(silent)}.")
    if missing:
        parts.append(f"Not counted, because not reproduced on this machine: {', '.join(missing)}.")
    return " ".join(parts)


def _entry(page: Path, out: Path) -> list[str]:
    """Return the linked title, the summary and the first figure of a page."""
    text = page.read_text(encoding="utf-8")
    blocks = text.split("\n\n")
    title = blocks[0].removeprefix("# ").strip()
    link = page.relative_to(out).as_posix()
    entry = [f"## [{title}]({link})", blocks[1].strip()]
    image = _IMAGE.search(text)
    if image:
        entry.append(figure(f"{page.parent.relative_to(out).as_posix()}/{image['file']}", image["caption"]))
    return entry
