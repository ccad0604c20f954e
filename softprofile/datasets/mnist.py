"""MNIST: handwritten digits."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from softprofile.datasets.base import TrainTest
from softprofile.datasets.entries import CatalogueEntry, DataFile
from softprofile.datasets.search import obtain

if TYPE_CHECKING:
    import pandas as pd

PIXELS = 28 * 28

MNIST = CatalogueEntry(
    name="mnist",
    title="The MNIST database of handwritten digits",
    description=(
        "Images of handwritten digits, one row per image: the digit (label), then the 28 x 28 grey values, 0 to 255, "
        "row by row (pixel_0 to pixel_783). 60,000 images for training, 10,000 for testing."
    ),
    source=(
        "Y. LeCun, C. Cortes and C. J. C. Burges (1998), http://yann.lecun.com/exdb/mnist; downloaded from the copies "
        "that PyTorch and the Common Visual Data Foundation keep"
    ),
    licence="CC BY-SA 3.0",
    files=(
        DataFile(
            "train-images-idx3-ubyte.gz",
            "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
            size=9_912_422,
            folder="mnist",
        ),
        DataFile(
            "train-labels-idx1-ubyte.gz",
            "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
            size=28_881,
            folder="mnist",
        ),
        DataFile(
            "t10k-images-idx3-ubyte.gz",
            "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
            size=1_648_877,
            folder="mnist",
        ),
        DataFile(
            "t10k-labels-idx1-ubyte.gz",
            "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
            size=4_542,
            folder="mnist",
        ),
    ),
)


def load_mnist(path: str | os.PathLike[str] | None = None) -> TrainTest:
    """Load the MNIST handwritten digits.

    Parameters
    ----------
    path : str or path-like, optional
        The folder that holds the four ``.gz`` files or their subfolder ``mnist``. By default the folder named by
        ``SOFTPROFILE_DATA`` and the user's cache are searched, and missing files are downloaded (11.6 MB in all).

    Returns
    -------
    TrainTest
        `train` has 60,000 rows and `test` 10,000, with the columns ``label`` and ``pixel_0`` to ``pixel_783``, uint8.

    Raises
    ------
    MissingDataError
        If a file is not found and cannot be downloaded.
    AlteredDataError
        If a file has a wrong checksum.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.datasets.load_mnist()  # doctest: +SKIP
    <TrainTest 'mnist': train 60000 x 785, test 10000 x 785>
    """
    train_images, train_labels, test_images, test_labels = obtain(MNIST, path)
    return TrainTest(
        **MNIST.dataset_fields(),
        train=_table(train_images, train_labels),
        test=_table(test_images, test_labels),
    )


def _table(images: Path, labels: Path) -> pd.DataFrame:
    import pandas as pd

    pixels = _idx(images, dimensions=3).reshape(-1, PIXELS)
    both = np.hstack([_idx(labels, dimensions=1)[:, None], pixels])
    return pd.DataFrame(both, columns=["label", *(f"pixel_{i}" for i in range(PIXELS))])


def _idx(path: Path, dimensions: int) -> NDArray[np.uint8]:
    """Read an IDX file: four bytes of magic number, four bytes per dimension for its length, then the values."""
    with gzip.open(path) as file:
        return np.frombuffer(file.read(), np.uint8, offset=4 + 4 * dimensions)
