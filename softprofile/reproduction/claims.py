"""Statements of the paper, each with what we find and a verdict.

A page collects its statements in `Page.claims`. They are written as a table on the page and as ``claims.csv`` beside
it. `judged` computes the verdict from the data of the run, so another surface can give another verdict.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path

from softprofile.datasets.entries import CatalogueEntry
from softprofile.datasets.search import cache_folder, data_folder, find_in
from softprofile.reproduction.markdown import NOTHING, table

#: Name of the file beside the page.
CLAIMS_FILE = "claims.csv"


class Verdict(StrEnum):
    """Whether a statement of the paper holds here."""

    CONFIRMED = "confirmed"
    DIFFERS = "differs"
    UNTESTABLE = "cannot be tested here"


@dataclass(frozen=True)
class Claim:
    """A statement of the paper and what we find.

    Attributes
    ----------
    statement : str
        The statement in our words, with a short quotation at most.
    place : str
        Where it is in the paper, such as "Section 3.2", "Figure 3" or "Table 4".
    ours : str
        What we find, with the numbers of this run.
    verdict : Verdict
        Whether the statement holds.
    reason : str
        Why it differs or cannot be tested; needed unless it is confirmed.

    Raises
    ------
    ValueError
        If the verdict is not a `Verdict`, or if a reason is needed and not given.
    """

    statement: str
    place: str
    ours: str
    verdict: Verdict
    reason: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", Verdict(self.verdict))
        if self.verdict is not Verdict.CONFIRMED and not self.reason.strip():
            raise ValueError(f"the statement {self.statement!r} is not confirmed: give the reason.")


def judged(statement: str, place: str, ours: str, holds: bool, reason: str) -> Claim:
    """Make a claim whose verdict follows from a computed condition.

    Parameters
    ----------
    statement, place, ours : str
        As in `Claim`.
    holds : bool
        Whether the statement holds for the data of this run.
    reason : str
        Why it may not hold; kept only if it does not.

    Returns
    -------
    Claim
        Confirmed if `holds`, else differs, with the reason.

    Raises
    ------
    ValueError
        If there is no reason. It is required even if the statement holds, because other data may not confirm it.

    Examples
    --------
    >>> judged("144 countries", "Appendix C", "144", 144 == 144, "another year").verdict.value
    'confirmed'
    >>> judged("144 countries", "Appendix C", "143", 143 == 144, "another year").reason
    'another year'
    """
    if not reason.strip():
        raise ValueError(f"give the reason that is shown if the statement {statement!r} does not hold.")
    if holds:
        return Claim(statement, place, ours, Verdict.CONFIRMED)
    return Claim(statement, place, ours, Verdict.DIFFERS, reason)


def untestable(statement: str, place: str, reason: str, ours: str = NOTHING) -> Claim:
    """Make a claim that cannot be tested here.

    Parameters
    ----------
    statement, place : str
        As in `Claim`.
    reason : str
        Why it cannot be tested.
    ours : str, default "-"
        What can be said instead.

    Returns
    -------
    Claim
        With the verdict "cannot be tested here".
    """
    return Claim(statement, place, ours, Verdict.UNTESTABLE, reason)


def data_here(entry: CatalogueEntry) -> bool:
    """Check whether the files of a data set are on this machine, so that a claim can be tested without a download.

    Parameters
    ----------
    entry : CatalogueEntry
        The data set.

    Returns
    -------
    bool
        Whether all files are in the folder named by ``SOFTPROFILE_DATA`` or in the cache, with the right checksums.
    """
    found = [find_in(data_folder(), file) or find_in(cache_folder(), file) for file in entry.files]
    return all(file is not None and file.intact for file in found)


def no_data(entry: CatalogueEntry) -> str:
    """Reason why a claim about a data set cannot be tested without its files."""
    return f"the data are not on this machine: `softprofile data --download {entry.name}`"


def claims_table(claims: Iterable[Claim]) -> str:
    """Make a Markdown table with one row per statement.

    Parameters
    ----------
    claims : iterable of Claim
        The statements.

    Returns
    -------
    str
        Markdown table.
    """
    rows = [
        [claim.statement, claim.place, claim.ours, f"**{claim.verdict}**", claim.reason or NOTHING] for claim in claims
    ]
    return table(["the paper states", "in", "we find", "verdict", "reason"], rows, words=True)


def counted(claims: Sequence[Claim], what: str = "statements") -> str:
    """Count the verdicts in words.

    Parameters
    ----------
    claims : sequence of Claim
        The statements.
    what : str, default "statements"
        What is counted, in the plural.

    Returns
    -------
    str
        A phrase without a full stop.

    Examples
    --------
    >>> yes = judged("a", "Section 1", "1", True, "why")
    >>> counted([yes, yes, untestable("b", "Section 1", "no data")])
    '2 of 3 statements confirmed, 1 cannot be tested here'
    """
    count = Counter(claim.verdict for claim in claims)
    parts = [f"{count[Verdict.CONFIRMED]} of {len(claims)} {what} confirmed"]
    if count[Verdict.DIFFERS]:
        parts.append(f"{count[Verdict.DIFFERS]} {'differs' if count[Verdict.DIFFERS] == 1 else 'differ'}")
    if count[Verdict.UNTESTABLE]:
        parts.append(f"{count[Verdict.UNTESTABLE]} cannot be tested here")
    return ", ".join(parts)


def write_claims(claims: Iterable[Claim], folder: Path) -> Path:
    """Write the statements to ``claims.csv``.

    Parameters
    ----------
    claims : iterable of Claim
        The statements.
    folder : Path
        Existing folder.

    Returns
    -------
    Path
        The file.
    """
    path = folder / CLAIMS_FILE
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [column.name for column in fields(Claim)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(claim) for claim in claims)
    return path


def read_claims(folder: Path) -> list[Claim]:
    """Read ``claims.csv``.

    Parameters
    ----------
    folder : Path
        Folder of an example.

    Returns
    -------
    list of Claim
        The statements; empty if there is no such file.
    """
    path = folder / CLAIMS_FILE
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Claim(row["statement"], row["place"], row["ours"], Verdict(row["verdict"]), row["reason"]) for row in rows]


def summary(claims: Mapping[str, Sequence[Claim]]) -> list[str]:
    """Count the verdicts per example and in all.

    Parameters
    ----------
    claims : mapping of str to sequence of Claim
        Statements by example; examples without any are named but not counted.

    Returns
    -------
    list of str
        One line per example, and the total if there is more than one example with statements.
    """
    lines = [
        f"{name}: {counted(found)}" if found else f"{name}: no statements are tested" for name, found in claims.items()
    ]
    everything = [claim for found in claims.values() for claim in found]
    if sum(bool(found) for found in claims.values()) > 1:
        lines.append(f"In all: {counted(everything, 'statements of the paper')}.")
    return lines
