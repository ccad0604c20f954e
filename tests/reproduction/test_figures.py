"""The paper's figures: panels, contents and the common legend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from softprofile.datasets import load_surface
from softprofile.reproduction import figures
from softprofile.reproduction.pair import Pair
from tests.report.plotting.artists import legend_labels, only_line


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collect the figures that are closed after being written."""
    seen: list[Any] = []
    close = plt.close

    def remember_and_close(figure: Any = None) -> None:
        seen.append(figure)
        close(figure)

    monkeypatch.setattr(plt, "close", remember_and_close)
    return seen


def panels(figure: Any) -> list[Any]:
    return [ax for ax in figure.axes if ax.get_title()]


def test_four_panels(pair: Pair, surface: pd.DataFrame, tmp_path: Path, drawn: list[Any]) -> None:
    figures.draw_errors(pair, surface["train_error"], surface["test_error"], tmp_path / "f.png")
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    axes = panels(drawn[0])
    assert [ax.get_title() for ax in axes] == [
        f"{kind} boundary, {what}" for kind in ("quadratic", "network") for what in ("training", "test")
    ]
    bars = [ax.get_ylabel() for ax in drawn[0].axes if ax not in axes]
    assert bars == ["train_error", "test_error"] * 2
    for ax, fitted in zip(axes, (pair.quadratic, pair.quadratic, pair.network, pair.network), strict=True):
        np.testing.assert_allclose(only_line(ax, "x")[0], fitted.representative_point)
        assert ax.get_legend() is None
    (legend,) = drawn[0].legends
    labels = legend_labels(legend)
    assert len(labels) == len(set(labels)) == 6
    assert "boundary" in labels


def test_nothing_overlaps_or_is_cut_off(pair: Pair, surface: pd.DataFrame, tmp_path: Path, drawn: list[Any]) -> None:
    figures.draw_errors(pair, surface["train_error"], surface["test_error"], tmp_path / "f.png")
    (figure,) = drawn
    boxes = [ax.get_tightbbox() for ax in panels(figure)] + [figure.legends[0].get_window_extent()]
    for k, box in enumerate(boxes):
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= figure.bbox.x1
        assert box.y1 <= figure.bbox.y1
        assert not any(box.overlaps(other) for other in boxes[:k])


def test_boundaries_and_sides(pair: Pair, tmp_path: Path, drawn: list[Any]) -> None:
    figures.draw_boundaries(pair, tmp_path / "b.png")
    figures.draw_sides(pair, tmp_path / "s.png")
    boundaries, sides = drawn
    assert [ax.get_title() for ax in panels(boundaries)] == ["quadratic boundary", "network boundary"]
    assert [ax.get_title() for ax in panels(sides)] == [
        "sides of the quadratic boundary",
        "sides of the network boundary",
    ]
    # Both panels have the same scale, so that they can be compared.
    assert len({ax.get_ylim() for ax in panels(sides)}) == 1
    assert all(ax.get_xlabel() == "train_error" for ax in panels(sides))


def test_introduction_has_the_turning_point_and_contours(tmp_path: Path, drawn: list[Any]) -> None:
    surface = load_surface("forest-fires-enet").table[["lambda1", "lambda2", "train_mse"]]
    line = surface[surface["lambda2"] == surface["lambda2"].min()][["lambda1", "train_mse"]]
    figures.draw_introduction(line, surface, {"elbow": 1.5, "ramp": 0.3}, tmp_path / "i.png")
    left, right = panels(drawn[0])
    curve, elbow, ramp = left.get_lines()
    np.testing.assert_array_equal(curve.get_ydata(), line["train_mse"])
    assert [(list(mark.get_xdata()), mark.get_linestyle()) for mark in (elbow, ramp)] == [
        ([1.5, 1.5], "--"),
        ([0.3, 0.3], ":"),
    ]
    (legend,) = drawn[0].legends
    assert legend_labels(legend) == ["elbow", "ramp"]
    boxes = [left.get_tightbbox(), right.get_tightbbox(), legend.get_window_extent()]
    assert not any(box.overlaps(other) for k, box in enumerate(boxes) for other in boxes[:k])
    assert (right.get_xscale(), right.get_yscale()) == ("log", "log")
    assert (right.get_xlabel(), right.get_ylabel()) == ("lambda1", "lambda2")
    assert len(right.collections) == 2
