"""Exit codes, errors in one sentence, and output without control characters."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from softprofile.doors.cli import app
from softprofile.doors.cli.exit_codes import EXIT_CODES, TRACEBACK_VARIABLE, ExitCode, one_line, report_errors, say
from softprofile.util.errors import InputError, MissingDependencyError

DOCS = Path(__file__).parents[3] / "docs" / "command-line.md"


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (InputError("h is\nmissing."), 2, "softprofile: h is missing.\n"),
        (MissingDependencyError("install torch."), 2, "softprofile: install torch.\n"),
        (PermissionError(13, "Permission denied", "x.csv"), 2, "softprofile: [Errno 13] Permission denied: 'x.csv'\n"),
        (MemoryError(), 2, "softprofile: there is not enough memory for this.\n"),
        (KeyboardInterrupt(), 130, "softprofile: interrupted.\n"),
    ],
)
def test_errors(error: BaseException, code: int, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended, report_errors():
        raise error
    assert ended.value.code == code
    assert capsys.readouterr().err == sentence


def test_a_bug_is_reported_with_a_traceback_only_if_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked in (False, True):
        if asked:
            monkeypatch.setenv(TRACEBACK_VARIABLE, "1")
        with pytest.raises(SystemExit) as ended, report_errors():
            raise KeyError("lost")
        text = capsys.readouterr().err
        assert ended.value.code == 1
        assert ("Traceback" in text) == asked
        assert "this is a fault of softprofile (KeyError: 'lost')" in text


def test_help_and_docs_list_every_code() -> None:
    # The help is wrapped to the width of a terminal.
    shown = " ".join(CliRunner().invoke(app, ["--help"], env={"COLUMNS": "300", "TERM": "dumb"}).stdout.split())
    page = DOCS.read_text(encoding="utf-8")
    assert [int(code) for code in EXIT_CODES] == [0, 1, 2, 130, 141]
    for code in EXIT_CODES:
        assert f"{int(code)}: {code.meaning}" in shown
        assert f"| {int(code)} |" in page


def test_control_characters_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    assert one_line("a\x1b[2Jb\r\n c\u202e") == "a\\x1b[2Jb c\\u202e"
    say("name \x1b]0;title\x07\nnext \ud800")
    assert capsys.readouterr().out == "name \\x1b]0;title\\x07\nnext \\ud800\n"


def test_a_closed_pipe_is_no_error() -> None:
    program = (
        "from softprofile.doors.cli.exit_codes import report_errors, say\n"
        "with report_errors():\n  [say('x' * 99) for _ in range(99999)]"
    )
    done = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.stdout is not None
    assert done.stderr is not None
    done.stdout.read(10)
    done.stdout.close()
    errors = done.stderr.read()
    done.stderr.close()
    assert done.wait() == ExitCode.PIPE_CLOSED
    assert errors == b""


def test_an_interrupt_ends_with_130(tmp_path: Path) -> None:
    program = (
        "from softprofile.doors.cli.exit_codes import report_errors\nimport signal, time\n"
        # A program started in the background may ignore the signal by default.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "with report_errors():\n  print('ready', flush=True)\n  time.sleep(60)"
    )
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=30)
    assert running.returncode == ExitCode.INTERRUPTED
    assert errors == b"softprofile: interrupted.\n"
