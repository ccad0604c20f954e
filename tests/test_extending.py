"""A new density, boundary, plot or door touches the files that CONTRIBUTING lists, and no others.

Each is added to a copy of the package as CONTRIBUTING says, one file and one entry in a table, and used by its name.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import softprofile as sp

PACKAGE = Path(sp.__file__).parent

DENSITY = '''
"""Logistic densities with one scale for both sides, from scipy."""
from softprofile.model.densities.scipy_family import ScipyDensity

class Logistic(ScipyDensity):
    """The logistic distribution."""
    name = "logistic"
    def __init__(self) -> None:
        super().__init__("logistic")
    def options(self):
        return {}
'''

BOUNDARY = '''
"""A boundary that is nonlinear in w: g(u) = w1 (u1 - w2^2)."""
import numpy as np
from softprofile.model.boundaries.base import Boundary

class Square(Boundary):
    """g(u) = w1 (u1 - w2^2)."""
    name = "square"
    def n_parameters(self, m):
        return 2
    def value(self, design, w):
        return w[..., :1] * (design[:, 0] - w[..., 1:] ** 2)
    def gradient(self, design, w):
        first = np.broadcast_to(design[:, 0] - w[..., 1:] ** 2, (*w.shape[:-1], len(design)))
        second = np.broadcast_to(-2 * w[..., :1] * w[..., 1:], first.shape)
        return np.stack([first, second], axis=-1)
    def flip(self, w):
        return self, w * [-1.0, 1.0]
    def random_starts(self, design, count, rng):
        return rng.standard_normal((count, 2)) * [2.0, 1.0]
'''

PLOT = '''
"""Plot of z in the order of the rows."""
from matplotlib.axes import Axes
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.report.plotting.elements import style

def plot_rows(fit: BoundaryFit, ax: Axes | None = None) -> Axes:
    """Plot z in the order of the rows."""
    ax = style.new_axes() if ax is None else ax
    ax.plot(fit.z)
    return ax
'''

DOOR = '''
"""Results of a tuning framework that keeps a list of pairs."""
import numpy as np
from softprofile.fitting.fit_boundary import fit

def fit_pairs(pairs, **options):
    """Fit a boundary to pairs of a configuration and its score."""
    return fit(np.array([list(u) for u, _ in pairs]), [z for _, z in pairs], **options)
'''

USE = """
import numpy as np
import softprofile as sp
assert "{copy}" in sp.__file__, sp.__file__
u = np.arange(1.0, 31)
z = np.where(u > 12, 1.0, 4.0) + 0.3 * np.sin(7 * u)
"""


def added(copy: Path, new: str, source: str, table: str, old: str, line: str) -> None:
    """Add a file and an entry to the copy of the package."""
    (copy / new).write_text(source.lstrip())
    text = (copy / table).read_text()
    assert old in text
    (copy / table).write_text(text.replace(old, old + line, 1))


CASES = {
    "density": (
        ("model/densities/logistic.py", DENSITY, "model/densities/__init__.py"),
        "DENSITIES.add(Poisson.name, Poisson, built_in=True)\n",
        "from softprofile.model.densities.logistic import Logistic\n"
        "DENSITIES.add(Logistic.name, Logistic, built_in=True)\n",
        "f = sp.fit(u, z, density='logistic'); assert f.density.name == 'logistic', f.density\n"
        "assert sp.BoundaryFit.from_dict(f.to_dict()).density == f.density\n"
        "f.bootstrap(20), f.summary()\n",
    ),
    "boundary": (
        ("model/boundaries/square.py", BOUNDARY, "model/boundaries/__init__.py"),
        "BOUNDARIES.add(Linear.name, Linear, built_in=True)\n",
        "from softprofile.model.boundaries.square import Square\nBOUNDARIES.add(Square.name, Square, built_in=True)\n",
        "f = sp.fit(u, z, boundary='square', transform='none'); assert (f.sides == np.where(u > 12, 1, 2)).all()\n"
        "h = sp.fit(u, z, boundary='square', transform='none', softness='hard'); assert (h.sides == f.sides).all()\n"
        "f.bootstrap(20), f.diagnose(), f.summary(), f.plot(), sp.BoundaryFit.from_dict(f.to_dict())\n"
        "sp.compare(u, z, boundaries=['linear', 'square'], densities=['gaussian'], transform='none')\n",
    ),
    "plot": (
        ("report/plotting/rows.py", PLOT, "report/plotting/__init__.py"),
        "from softprofile.report.plotting.sides import plot_sides as plot_sides\n",
        "from softprofile.report.plotting.rows import plot_rows as plot_rows\n",
        "assert len(sp.plotting.plot_rows(sp.fit(u, z)).lines) == 1\n",
    ),
    "door": (
        ("doors/pairs.py", DOOR, "__init__.pyi"),
        "from .doors.optuna import fit_study as fit_study\n",
        "from .doors.pairs import fit_pairs as fit_pairs\n",
        "assert sp.fit_pairs([([a], b) for a, b in zip(u, z)]).names == ('u1',)\n",
    ),
}


@pytest.mark.parametrize("kind", CASES)
def test_one_file_and_one_entry(kind: str, tmp_path: Path) -> None:
    (new, source, table), old, line, use = CASES[kind]
    copy = tmp_path / "softprofile"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    added(copy, new, source, table, old, line)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "MPLBACKEND": "Agg", "PYTHONWARNINGS": "ignore"}
    program = USE.format(copy=tmp_path) + use
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
