"""The paper's data sets, and small performance surfaces inside the package.

The loaders look for their files at the `path` given, in the folder that the environment variable ``SOFTPROFILE_DATA``
names, in the user's cache, and then download them from the official source into that cache. A file whose checksum is
not the official one is refused.
"""

from __future__ import annotations

from softprofile.datasets.base import Dataset, Table, TrainTest
from softprofile.datasets.bundled import SURFACES, Surface, load_surface
from softprofile.datasets.co_emission import load_co_emission
from softprofile.datasets.forest_fires import load_forest_fires
from softprofile.datasets.happiness import load_happiness
from softprofile.datasets.mnist import load_mnist
from softprofile.datasets.parkinson import PARKINSON_FEATURES, load_parkinson
from softprofile.datasets.search import AlteredDataError, MissingDataError

__all__ = [
    "PARKINSON_FEATURES",
    "SURFACES",
    "AlteredDataError",
    "Dataset",
    "MissingDataError",
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
