"""World Happiness Report 2025, the data of its Figure 2.1."""

from __future__ import annotations

import os

from softprofile.datasets.base import Table
from softprofile.datasets.entries import CatalogueEntry, DataFile
from softprofile.datasets.search import obtain
from softprofile.util.optional import require

COLUMNS = {
    "Year": "year",
    "Rank": "rank",
    "Country name": "country",
    "Life evaluation (3-year average)": "life_evaluation",
    "Lower whisker": "lower_whisker",
    "Upper whisker": "upper_whisker",
    "Explained by: Log GDP per capita": "log_gdp_per_capita",
    "Explained by: Social support": "social_support",
    "Explained by: Healthy life expectancy": "healthy_life_expectancy",
    "Explained by: Freedom to make life choices": "freedom",
    "Explained by: Generosity": "generosity",
    "Explained by: Perceptions of corruption": "perceptions_of_corruption",
    "Dystopia + residual": "dystopia_and_residual",
}

HAPPINESS = CatalogueEntry(
    name="happiness",
    title="World Happiness Report 2025, Figure 2.1",
    description=(
        "One row per country and year, 2011 to 2024 without 2013: rank, life evaluation on a scale from 0 to 10 "
        "(average of three years) with its 95 % interval (lower_whisker, upper_whisker), and how much of it is "
        "explained by log GDP per capita, social support, healthy life expectancy, freedom to make life choices, "
        "generosity and perceptions of corruption. These are the report's rescaled figures; some are missing or 0."
    ),
    source=(
        "J. F. Helliwell and others, eds. (2025), Wellbeing Research Centre, University of Oxford, "
        "https://www.worldhappiness.report/data-sharing"
    ),
    licence="as on the report's data-sharing page; cite the report; not part of this package",
    files=(
        DataFile(
            "whr2025.xlsx",
            "84028b8d85e3c1934074460da65731b01984ded62c94eea101814829042af0be",
            size=213_665,
            official_name="WHR25_Data_Figure_2.1v3.xlsx",
        ),
    ),
)


def load_happiness(path: str | os.PathLike[str] | None = None) -> Table:
    """Load the data of Figure 2.1 of the World Happiness Report 2025.

    Parameters
    ----------
    path : str or path-like, optional
        ``whr2025.xlsx`` (``WHR25_Data_Figure_2.1v3.xlsx`` at its source) or the folder that holds it. By default the
        folder named by ``SOFTPROFILE_DATA`` and the user's cache are searched, and a missing file is downloaded from
        the report's site.

    Returns
    -------
    Table
        `data` has 1969 rows and 13 columns: all countries and years, with short column names.

    Raises
    ------
    MissingDataError
        If the file is not found and cannot be downloaded.
    AlteredDataError
        If the file has a wrong checksum.
    MissingDependencyError
        If openpyxl, which reads the workbook, is not installed.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.datasets.load_happiness()  # doctest: +SKIP
    <Table 'happiness': data 1969 x 13>
    """
    import pandas as pd

    (file,) = obtain(HAPPINESS, path)
    require("openpyxl", "data", "Reading the World Happiness Report's workbook")
    return Table(**HAPPINESS.dataset_fields(), data=pd.read_excel(file, engine="openpyxl").rename(columns=COLUMNS))
