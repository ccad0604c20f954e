"""The edge in summaries, plots and on the command line."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import Collection
from matplotlib.colors import to_hex

import softprofile as sp
from softprofile.report.plotting.elements import style
from softprofile.report.shown_edge import edge_value, is_boundary, shown_edge

X = np.linspace(0, 10, 41)
SMOOTH = 1 + 5 / (1 + np.exp(2 * (X - 4))) + 0.05 * np.sin(31 * X)
CORNER = 1 + np.maximum(0, 5 - X) + 0.05 * np.sin(31 * X)


def values(shape: str) -> pd.Series:
    return pd.Series(CORNER if shape == "ramp" else SMOOTH, name="error")


def labels(ax: Axes) -> list[str]:
    legend = ax.get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


@pytest.fixture(autouse=True)
def _close() -> object:
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def surface_fit() -> sp.BoundaryFit:
    surface = sp.datasets.load_surface("parkinson-svm")
    return sp.fit(surface[["gamma", "h"]], surface["train_error"], shape="transition", better="lower")


@pytest.mark.parametrize("shape", ["levels", "transition", "ramp"])
def test_no_edge_is_shown_without_a_direction(shape: str) -> None:
    f = sp.fit(X, values(shape), shape=shape)
    assert shown_edge(f) is None
    text = str(f.summary())
    assert "edge" not in text
    assert ("Shape:" in text) == (shape != "levels")
    assert not any("edge" in label for label in labels(f.plot()))
    with pytest.raises(sp.InputError, match="the edge needs a direction"):
        f.summary(tolerance=0.1)


def test_two_levels_show_an_edge_only_if_a_tolerance_is_given() -> None:
    f = sp.fit(X, values("levels"), better="lower")
    assert "edge" not in str(f.summary())
    assert "representative point of the edge" in str(f.summary(tolerance=0))


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_summary_of_a_transition(better: str) -> None:
    z = values("transition") * (1 if better == "lower" else -1)
    f = sp.fit(X, z, shape="transition:logistic", better=better)
    edge, text = f.edge(0.02), str(f.summary(tolerance=0.02))
    lines = {line.split("  ")[0]: line.split() for line in text.splitlines()}
    assert "transition (link logistic)" in text
    assert f"error = {edge.level:.5g}" in text
    assert "Improvement left:     2 %" in text
    assert "Softness" not in text
    assert lines["representative point of the edge"][-2:] == [f"{edge.point['u1']:.5g}", f"{edge.level:.5g}"]
    row = edge.nearest_index()
    assert lines["nearest evaluated beyond the edge"][-2:] == [f"{X[row]:.5g}", f"{z[row]:.5g}"]
    low, high = (f.theta[side]["mean"] for side in (1, 2))
    assert z.min() <= low < high <= z.max()
    assert f"{low:.5g}" in text
    assert f"{high:.5g}" in text


def test_summary_of_a_ramp_names_the_flat_side() -> None:
    text = str(sp.fit(X, values("ramp"), shape="ramp", better="lower").summary())
    assert "ramp (flat low)" in text
    assert "side 1 (good), flat" in text
    assert "side 2, far end of the slope" in text


def test_summary_says_that_z_has_not_levelled_off() -> None:
    with pytest.warns(UserWarning, match="not levelled off"):
        f = sp.fit(X, 10 - X, shape="transition", better="lower")
    assert "z has not levelled off within the evaluated range" in " ".join(str(f.summary()).split())


@pytest.mark.parametrize(("shape", "word"), [("transition", "Middle"), ("ramp", "Corner")])
def test_summary_of_an_elbow(shape: str, word: str) -> None:
    e = sp.elbow(values(shape), X, shape=shape, better="lower")
    text = str(e.summary())
    assert f"{word}:" in text
    assert f"u1 = {e.threshold:.5g}" in text
    assert f"error = {e.edge().level:.5g}" in text
    assert "Splits compared" not in text
    with pytest.raises(sp.InputError, match="two levels have no edge"):
        sp.elbow(values(shape), X).summary(tolerance=0.1)


@pytest.mark.parametrize("make", [sp.fit, lambda u, z, **options: sp.elbow(z, u, **options)])
def test_curve_and_edge_in_one_dimension(make: object) -> None:
    found = make(X, values("transition"), shape="transition", better="lower")  # type: ignore[operator]
    ax = found.plot(tolerance=0.1)
    assert {"fitted transition", "edge (10 % left)", "point on the edge"} <= {*labels(ax)}
    by_label = {line.get_label(): line for line in ax.lines}
    fitted = getattr(found, "curve", found)
    curve = by_label["fitted transition"]
    x = np.asarray(curve.get_xdata(), dtype=float)
    np.testing.assert_allclose(curve.get_ydata(), fitted.predict_location(x))
    edge = fitted.edge(0.1)
    at = float(by_label["edge (10 % left)"].get_xdata()[0])
    assert fitted.predict_location([at])[0] == pytest.approx(edge.level, abs=1e-3)
    star = by_label["point on the edge"]
    assert star.get_marker() == "*"
    assert star.get_xdata()[0] == pytest.approx(edge.point.iloc[0])


def test_no_curve_over_other_values() -> None:
    f = sp.fit(X, values("transition"), shape="transition", better="lower")
    assert "fitted transition" not in labels(f.plot(z=2 * SMOOTH))


def test_corner_of_a_ramp_is_the_edge() -> None:
    f = sp.fit(X, values("ramp"), shape="ramp", better="lower")
    edge = f.edge()
    assert is_boundary(edge)
    drawn = labels(f.plot())
    assert "boundary, the edge" in drawn
    assert not any(label.startswith("edge (") for label in drawn)
    assert not is_boundary(f.edge(0.1))


def is_edge(drawn: Collection) -> bool:
    return to_hex(np.asarray(drawn.get_edgecolor())[0]) == style.EDGE.lower()


def test_edge_in_the_plane(surface_fit: sp.BoundaryFit) -> None:
    ax = surface_fit.plot()
    edge = surface_fit.edge()
    assert "edge (5 % left)" in labels(ax)
    assert "nearest beyond the edge" in labels(ax)
    drawn = next(each for each in ax.collections if len(np.asarray(each.get_edgecolor())) and is_edge(each))
    vertices = np.vstack([path.vertices for path in drawn.get_paths()])
    np.testing.assert_allclose(surface_fit.predict_location(vertices), edge.level, atol=0.02)
    assert np.abs(edge_value(edge, edge.representative[None])).max() < 1e-6


def test_edge_in_every_slice() -> None:
    grid = np.linspace(-2, 2, 5)
    U = np.array([(a, b, c) for a in grid for b in grid for c in grid])
    z = 1 / (1 + np.exp(-2 * (U @ [1.5, 1, 0.5]))) + 0.01 * np.sin(97 * np.arange(len(U)))
    f = sp.fit(U, z, shape="transition", better="higher", boundary="linear", n_starts=3)
    axes = f.plot()
    for ax in axes:
        assert any(line.get_label() == "point on the edge" for line in ax.lines)
    entries = [text.get_text() for text in axes[0].figure.legends[0].get_texts()]
    assert any(entry.startswith("edge (5 % left; others as at") for entry in entries)


@pytest.mark.parametrize("shape", ["transition", "ramp"])
@pytest.mark.parametrize("better", [None, "lower"])
def test_nothing_is_cut_off(surface_fit: sp.BoundaryFit, shape: str, better: str | None) -> None:
    """The marks at the edge of a panel are not clipped, and all legends lie inside the figure."""
    fitted, elbow = sp.fit(X, values(shape), shape=shape, better=better), sp.elbow(values(shape), X, shape=shape)
    for ax in (fitted.plot(), elbow.plot(), surface_fit.plot()):
        figure = ax.figure
        figure.canvas.draw()
        box = figure.get_tightbbox()
        width, height = figure.get_figwidth(), figure.get_figheight()  # type: ignore[union-attr]
        assert box.x0 >= -0.05
        assert box.y0 >= -0.05
        assert box.x1 <= width + 0.05
        assert box.y1 <= height + 0.05


def test_bootstrap_summary_has_the_edge() -> None:
    f = sp.fit(X, values("transition"), shape="transition", better="lower", n_starts=2)
    assert "Edge, 5 % left" in str(f.bootstrap(20).summary())


def test_command_line(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from softprofile.doors.cli.application import app

    data = tmp_path / "curve.csv"
    pd.DataFrame({"x": X, "error": SMOOTH}).to_csv(data, index=False)
    runner, fit = CliRunner(), ["fit", str(data), "--u", "x", "--z", "error"]
    shaped = [*fit, "--shape", "transition:logistic", "--better", "lower"]
    done = runner.invoke(app, [*shaped, "--tolerance", "0.1", "--plot", str(tmp_path / "curve.png")])
    assert done.exit_code == 0, done.output
    assert "transition (link logistic)" in done.output
    assert "Improvement left:     10 %" in done.output
    assert (tmp_path / "curve.png").stat().st_size > 0
    done = runner.invoke(app, ["elbow", str(data), "--u", "x", "--z", "error", "--shape", "ramp", "--better", "lower"])
    assert "Corner:" in done.output
    done = runner.invoke(app, [*fit, "--shape", "transition", "--tolerance", "0.1"])
    assert done.exit_code == 2
    done = runner.invoke(
        app,
        [
            "compare",
            *fit[1:],
            "--shapes",
            "levels,transition",
            "--boundaries",
            "linear",
            "--densities",
            "gaussian",
            "--folds",
            "2",
        ],
    )
    assert done.exit_code == 0, done.output
    assert "transition" in done.output
    done = runner.invoke(app, ["bootstrap", *shaped[1:], "--n", "20"])
    assert "Edge, 5 % left" in done.output
