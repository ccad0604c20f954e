"""UCI Forest Fires: burned area in Montesinho park, Portugal."""

from __future__ import annotations

import os

from softprofile.datasets.base import Table
from softprofile.datasets.records import DataFile, Record
from softprofile.datasets.search import obtain

FOREST_FIRES = Record(
    name="forest-fires",
    title="Forest Fires",
    description=(
        "517 fires in the Montesinho natural park, Portugal, 2000 to 2003, one a row: place in the park (X, Y), month, "
        "day of the week, four indices of the Canadian fire weather system (FFMC, DMC, DC, ISI), temperature in "
        "degrees Celsius (temp), relative humidity in % (RH), wind in km/h, rain in mm/m2, and the burned area in "
        "hectares (area), which is 0 in 247 rows."
    ),
    source=(
        "P. Cortez and A. Morais (2007), UCI Machine Learning Repository, https://doi.org/10.24432/C5D88D "
        "(https://archive.ics.uci.edu/dataset/162/forest+fires)"
    ),
    licence="CC BY 4.0",
    files=(
        DataFile("forestfires.csv", "0d6586a1fa52f55bef48578aef14eb97273f1e9330e1a53423df497a77065253", size=25_478),
    ),
)


def load_forest_fires(path: str | os.PathLike[str] | None = None) -> Table:
    """The forest fires data, as the UCI repository has them: `data` has 517 rows and 13 columns.

    Parameters
    ----------
    path
        ``forestfires.csv`` or the folder that holds it. If not given: the folder that ``SOFTPROFILE_DATA`` names, the
        user's cache, then a download from the UCI repository.
    """
    import pandas as pd

    (file,) = obtain(FOREST_FIRES, path)
    return Table(**FOREST_FIRES.words(), data=pd.read_csv(file))
