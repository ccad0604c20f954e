"""The paper's data sets, and performance surfaces bundled with the package.

Each loader searches for its files in this order: the `path` argument, the folder named by the environment variable
``SOFTPROFILE_DATA``, the user's cache. What is in none of them is downloaded from the official source into the cache.
A file with a wrong checksum is never used.
"""

from __future__ import annotations

from softprofile.datasets.base import Dataset, Table, TrainTest
from softprofile.datasets.bundled import SURFACES, load_surface
from softprofile.datasets.co_emission import load_co_emission
from softprofile.datasets.forest_fires import load_forest_fires
from softprofile.datasets.happiness import load_happiness
from softprofile.datasets.mnist import load_mnist
from softprofile.datasets.parkinson import PARKINSON_FEATURES, load_parkinson
from softprofile.datasets.search import AlteredDataError, MissingDataError
from softprofile.surfaces.provenance import Provenance
from softprofile.surfaces.surface import Surface

__all__ = [
    "PARKINSON_FEATURES",
    "SURFACES",
    "AlteredDataError",
    "Dataset",
    "MissingDataError",
    "Provenance",
    "Surface",
    "Table",
    "TrainTest",
    "load_co_emission",
    "load_forest_fires",
    "load_happiness",
    "load_mnist",
    "load_parkinson",
    "load_surface",
]
