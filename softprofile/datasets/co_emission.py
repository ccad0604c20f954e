"""CO emission of an engine: a small designed experiment, inside the package."""

from __future__ import annotations

from importlib.resources import files

from softprofile.datasets.base import Table
from softprofile.datasets.records import Record

CO_EMISSION = Record(
    name="co-emission",
    title="Carbon monoxide emission of an engine",
    description=(
        "An experiment with 3 x 3 settings, each run twice, one run a row: level of added ethanol (ethanol) and of the "
        "ratio of air to fuel (afr), each -1, 0 or +1 for low, medium and high; the amounts themselves (ethanol_added, "
        "air_fuel_ratio); and the concentration of carbon monoxide in the exhaust (co)."
    ),
    source="G. E. P. Box, J. S. Hunter and W. G. Hunter, Statistics for Experimenters, 2nd edition, Wiley, 2005",
    licence="eighteen published measurements, quoted from the book",
)


def load_co_emission() -> Table:
    """The CO emission data: `data` has 18 rows and columns ethanol, afr (levels), ethanol_added, air_fuel_ratio, co.

    Examples
    --------
    >>> load_co_emission()
    <Table 'co-emission': data 18 x 5>
    """
    import pandas as pd

    with (files("softprofile.datasets") / "co_emission.csv").open(encoding="utf-8") as file:
        return Table(**CO_EMISSION.words(), data=pd.read_csv(file))
