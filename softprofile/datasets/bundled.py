"""Performance surfaces inside the package: evaluated configurations and how each did."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from softprofile.util.errors import require_choice

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Surface:
    """What a surface is, and the command that made it."""

    description: str
    command: str


#: Name of a surface -> what it is and how it was made.
SURFACES: dict[str, Surface] = {
    "parkinson-svm": Surface(
        description=(
            "Training and test error (%) of R's e1071::svm, radial kernel, on the UCI Parkinson speech data, over 5 "
            "costs (gamma) and 7 kernel parameters (h)."
        ),
        command="softprofile reproduce parkinson --recompute",
    ),
    "forest-fires-enet": Surface(
        description=(
            "Training and test mean squared error of R's elasticnet::enet on the UCI forest fires data, y = ln(1 + "
            "area), average over ten splits into 362 and 155 fires, over 15 x 15 penalties (lambda1, lambda2)."
        ),
        command="softprofile reproduce forest-fires --recompute",
    ),
    "mnist-dropout": Surface(
        description=(
            "Training and test error (%) of a 784-256-256-10 network with dropout and max-norm, 15,000 steps on all "
            "60,000 MNIST images, over 6 dropout rates (r) and 6 max-norms (c)."
        ),
        command="softprofile reproduce mnist --recompute",
    ),
}


def load_surface(name: str) -> pd.DataFrame:
    """A surface by name, one row a configuration: see `SURFACES`.

    Examples
    --------
    >>> load_surface("parkinson-svm").shape
    (35, 4)
    >>> list(load_surface("forest-fires-enet"))
    ['lambda1', 'lambda2', 'train_mse', 'test_mse']
    """
    import pandas as pd

    require_choice(name, SURFACES, "surface")
    with (files("softprofile.datasets") / "surfaces" / f"{name}.csv").open(encoding="utf-8") as file:
        return pd.read_csv(file)
