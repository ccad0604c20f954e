"""How a command ends: its exit code, and one sentence on stderr where it is not 0."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import NoReturn

import typer

from softprofile.util.errors import SoftProfileWarning

TRACEBACK_VARIABLE = "SOFTPROFILE_TRACEBACK"


class ExitCode(IntEnum):
    """What a command returns to the shell."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> ExitCode:
        """A number that knows what it means."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    DONE = 0, "done."
    FAULT = 1, f"a fault of softprofile itself; {TRACEBACK_VARIABLE}=1 shows where."
    UNUSABLE = 2, "the input or an option cannot be used, one sentence on stderr says why."
    INTERRUPTED = 130, "interrupted by Ctrl-C; evaluate --store goes on from there."
    PIPE_CLOSED = 141, "what the output was piped to has closed."


EXIT_CODES = tuple(ExitCode)


@contextmanager
def report_errors() -> Iterator[None]:
    """Run a command: whatever goes wrong ends with a documented code and one sentence, never with a traceback.

    Warnings of softprofile are in the summaries already.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SoftProfileWarning)
            yield
    except (typer.Exit, typer.Abort):
        raise
    except KeyboardInterrupt:
        end(ExitCode.INTERRUPTED, "interrupted.")
    except BrokenPipeError:
        # Nobody reads any more; without this Python would complain once more when it flushes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ExitCode.PIPE_CLOSED)
    except (ValueError, ImportError, OSError) as error:
        end(ExitCode.UNUSABLE, str(error))
    except MemoryError:
        end(ExitCode.UNUSABLE, "there is not enough memory for this.")
    except Exception as error:
        if os.environ.get(TRACEBACK_VARIABLE):
            traceback.print_exc()
        end(
            ExitCode.FAULT,
            f"this is a fault of softprofile ({type(error).__name__}: {error}); run it again with "
            f"{TRACEBACK_VARIABLE}=1 to see where, and please report it.",
        )


def end(code: ExitCode, sentence: str) -> NoReturn:
    """Say one sentence on stderr and exit."""
    typer.echo(f"softprofile: {one_line(sentence)}", err=True)
    sys.exit(code)


def say(text: str) -> None:
    """Print text on stdout; what its encoding, or a terminal, cannot take is written as an escape."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    plain = "".join(each if each.isprintable() or each == "\n" else _escaped(each) for each in text)
    typer.echo(plain.encode(encoding, "backslashreplace").decode(encoding))


def one_line(text: str) -> str:
    """The text on one line, without anything that a terminal would obey."""
    return "".join(each if each.isprintable() else _escaped(each) for each in " ".join(text.split()))


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
