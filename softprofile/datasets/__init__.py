"""Small example surfaces inside the package: evaluated configurations and their performance."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from softprofile.errors import require_choice

if TYPE_CHECKING:
    import pandas as pd

#: Name of a surface -> what it is.
SURFACES: dict[str, str] = {
    "parkinson-svm": (
        "Training and test error (%) of R's e1071::svm, radial kernel, on the UCI Parkinson speech data, over 5 costs "
        "(gamma) and 7 kernel parameters (h)."
    ),
}


def load_surface(name: str) -> pd.DataFrame:
    """A surface by name, one row a configuration: see `SURFACES`.

    Examples
    --------
    >>> load_surface("parkinson-svm").shape
    (35, 4)
    """
    import pandas as pd

    require_choice(name, SURFACES, "surface")
    with (files(__name__) / "surfaces" / f"{name}.csv").open(encoding="utf-8") as file:
        return pd.read_csv(file)
