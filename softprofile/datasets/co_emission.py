"""CO emission of an engine: a small designed experiment, bundled with the package."""

from __future__ import annotations

from importlib.resources import files

from softprofile.datasets.base import Table
from softprofile.datasets.entries import CatalogueEntry

CO_EMISSION = CatalogueEntry(
    name="co-emission",
    title="Carbon monoxide emission of an engine",
    description=(
        "An experiment with 3 x 3 settings, each run twice, one row per run: level of added ethanol (ethanol) and of "
        "the ratio of air to fuel (afr), each -1, 0 or +1 for low, medium and high; the amounts themselves "
        "(ethanol_added, air_fuel_ratio); and the concentration of carbon monoxide in the exhaust (co)."
    ),
    source="G. E. P. Box, J. S. Hunter and W. G. Hunter, Statistics for Experimenters, 2nd edition, Wiley, 2005",
    licence="eighteen published measurements, quoted from the book",
)


def load_co_emission() -> Table:
    """Load the CO emission data, which are bundled with the package.

    Returns
    -------
    Table
        `data` has 18 rows and the columns ethanol, afr (levels), ethanol_added, air_fuel_ratio (amounts) and co.

    Examples
    --------
    >>> import softprofile as sp
    >>> emission = sp.datasets.load_co_emission()
    >>> emission
    <Table 'co-emission': data 18 x 5>
    >>> emission.data.groupby("afr")["co"].mean().round(1).to_dict()
    {-1: 78.5, 0: 75.5, 1: 64.5}
    """
    import pandas as pd

    with (files("softprofile.datasets") / "co_emission.csv").open(encoding="utf-8") as file:
        return Table(**CO_EMISSION.dataset_fields(), data=pd.read_csv(file))
