from __future__ import annotations

import re

import pytest

from softprofile.datasets import SURFACES, load_surface
from softprofile.util.errors import InputError


@pytest.mark.parametrize("name", SURFACES)
def test_every_surface_has_a_description_and_a_command(name: str) -> None:
    assert len(SURFACES[name].description) > 40
    assert re.match(r"softprofile reproduce [a-z-]+", SURFACES[name].command)
    assert load_surface(name).table.notna().to_numpy().all()


def test_forest_fires_surface_is_the_whole_grid() -> None:
    surface = load_surface("forest-fires-enet").table
    assert surface.shape == (225, 4)
    assert surface["lambda1"].nunique() == surface["lambda2"].nunique() == 15
    assert not surface.duplicated(["lambda1", "lambda2"]).any()
    # With almost no ridge penalty this is the lasso: the training error increases with lambda1.
    lasso = surface[surface["lambda2"] == surface["lambda2"].min()].sort_values("lambda1")
    assert lasso["train_mse"].is_monotonic_increasing


def test_unknown_surface() -> None:
    with pytest.raises(InputError, match=r"unknown surface 'x'.*'parkinson-svm', 'forest-fires-enet'"):
        load_surface("x")
