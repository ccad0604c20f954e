"""Exit codes, and errors as one sentence on stderr."""

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
    """Exit codes of the commands, with their meaning."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> ExitCode:
        """Make a member from a code and its meaning."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    DONE = 0, "done."
    FAULT = 1, f"a bug in softprofile; {TRACEBACK_VARIABLE}=1 shows the traceback."
    UNUSABLE = 2, "the input or an option is not valid; one sentence on stderr says why."
    INTERRUPTED = 130, "interrupted by Ctrl-C; evaluate --store continues from there."
    PIPE_CLOSED = 141, "the program that reads the output has closed its end of the pipe."


EXIT_CODES = tuple(ExitCode)


@contextmanager
def report_errors() -> Iterator[None]:
    """Context manager: end a command that fails with an exit code and one sentence, not with a traceback.

    Warnings of softprofile are silenced, because the summaries list them.
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
        # Otherwise Python would report the closed pipe again when it flushes stdout at exit.
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
    """Print one sentence on stderr and exit."""
    typer.echo(f"softprofile: {one_line(sentence)}", err=True)
    sys.exit(code)


def say(text: str) -> None:
    """Print text on stdout, with unprintable characters and those that the encoding lacks as escapes."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    plain = "".join(each if each.isprintable() or each == "\n" else _escaped(each) for each in text)
    typer.echo(plain.encode(encoding, "backslashreplace").decode(encoding))


def one_line(text: str) -> str:
    """Return the text on one line, with control characters as escapes."""
    return "".join(each if each.isprintable() else _escaped(each) for each in " ".join(text.split()))


def _escaped(character: str) -> str:
    """Return a character as a Python escape."""
    return character.encode("unicode_escape").decode("ascii")
