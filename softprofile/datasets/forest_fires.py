"""UCI Forest Fires: burned area in Montesinho park, Portugal."""

from __future__ import annotations

import os

from softprofile.datasets.base import Table
from softprofile.datasets.entries import CatalogueEntry, DataFile
from softprofile.datasets.search import obtain

FOREST_FIRES = CatalogueEntry(
    name="forest-fires",
    title="Forest Fires",
    description=(
        "517 fires in the Montesinho natural park, Portugal, 2000 to 2003, one row per fire: place in the park (X, Y), "
        "month, day of the week, four indices of the Canadian fire weather system (FFMC, DMC, DC, ISI), temperature in "
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
    """Load the forest fires data of the UCI repository.

    Parameters
    ----------
    path : str or path-like, optional
        ``forestfires.csv`` or the folder that holds it. By default the folder named by ``SOFTPROFILE_DATA`` and the
        user's cache are searched, and a missing file is downloaded from the UCI repository.

    Returns
    -------
    Table
        `data` has 517 rows and 13 columns, unchanged.

    Raises
    ------
    MissingDataError
        If the file is not found and cannot be downloaded.
    AlteredDataError
        If the file has a wrong checksum.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.datasets.load_forest_fires()  # doctest: +SKIP
    <Table 'forest-fires': data 517 x 13>
    """
    import pandas as pd

    (file,) = obtain(FOREST_FIRES, path)
    return Table(**FOREST_FIRES.dataset_fields(), data=pd.read_csv(file))
