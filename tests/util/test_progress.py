"""The progress bar: after two seconds of one job, on a terminal, and never in a pipe."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import termios

PROGRAM = """
import time
from softprofile.util.progress import one_job, progress_bar
with one_job():
    for step in progress_bar(range({first}), "steps"):
        time.sleep(0.1)
    for step in progress_bar(range({second}), "more steps"):
        time.sleep(0.1)
print("done")
"""


def on_terminal(program: str) -> str:
    """All that a program writes to its terminal."""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (40, 100))
    with subprocess.Popen([sys.executable, "-c", program], stdout=follower, stderr=follower) as process:
        os.close(follower)
        written = b""
        while True:
            try:
                part = os.read(leader, 4096)
            except OSError:  # Linux says so when the other end is closed
                break
            if not part:
                break
            written += part
        assert process.wait() == 0
    os.close(leader)
    return written.decode()


def test_short_job_shows_nothing() -> None:
    assert on_terminal(PROGRAM.format(first=3, second=3)).split() == ["done"]


def test_bars_of_one_job_wait_together() -> None:
    written = on_terminal(PROGRAM.format(first=15, second=12))
    assert "more steps" in written
    assert " 0/15" not in written


def test_silent_in_a_pipe() -> None:
    program = PROGRAM.format(first=15, second=8)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.strip() == "done"
