"""Labels from column names."""

from __future__ import annotations

import pytest

from softprofile.report.plotting.elements import style

# A plot never warns, whatever is in view.
pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("gamma_1", "gamma_1"),
        (r"$\gamma$", r"$\gamma$"),
        ("$x_{", r"\$x_{"),
        ("$x_{$", r"\$x_{\$"),
        (r"$\frac$", r"\$\frac\$"),
        ("a\x1b[2J\ud800", r"a\x1b[2J\ud800"),
    ],
)
def test_dollar_signs_are_escaped_unless_they_enclose_valid_mathematics(name: str, written: str) -> None:
    assert style.label(name) == written
    ax = style.new_axes()
    ax.set_xlabel(style.label(name))
    ax.figure.canvas.draw()
