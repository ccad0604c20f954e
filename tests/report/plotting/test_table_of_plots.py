"""All plots are in the table of `softprofile.report.plotting`, which is all that `softprofile.plotting` offers."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from typing import Any

import pandas as pd
import pytest

import softprofile as sp
from softprofile.report import plotting


def plots() -> dict[str, Any]:
    """Functions named plot_* by the file that defines them."""
    modules = [import_module(f"{plotting.__name__}.{each.name}") for each in pkgutil.iter_modules(plotting.__path__)]
    return {
        name: function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("plot_") and function.__module__ == module.__name__
    }


def test_every_plot_is_public() -> None:
    assert sorted(plots()) == vars(plotting)["__all__"] == vars(sp.plotting)["__all__"]
    for name, function in plots().items():
        assert getattr(sp.plotting, name) is function


@pytest.mark.parametrize("name", sorted(plots()))
def test_every_plot_takes_the_result_first_and_the_axes_by_name(name: str) -> None:
    parameters = inspect.signature(getattr(sp.plotting, name)).parameters
    assert parameters["ax"].default is None
    assert next(iter(parameters)) in ("bootstrap", "comparison", "diagnosis", "elbow", "fit", "recommendation", "test")


def test_names_that_are_no_valid_mathematics_can_be_drawn() -> None:
    u, z = pd.Series(range(1, 13), name="$x_{"), pd.Series([9.0, 8, 9, 8, 1, 2, 1, 2, 1, 2, 1, 2], name="$z^")
    elbow, fit = sp.elbow(z, u), sp.fit(u, z)
    for ax in (
        sp.plotting.plot_elbow(elbow),
        sp.plotting.plot_elbow_bootstrap(elbow.bootstrap(20)),
        sp.plotting.plot_fit(fit),
        sp.plotting.plot_plateau(elbow.test_plateau(19)),
        sp.plotting.plot_qq(fit, 1),
        sp.plotting.plot_sides(fit),
    ):
        ax.figure.canvas.draw()  # type: ignore[union-attr]
