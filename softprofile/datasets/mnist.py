"""MNIST: handwritten digits."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from softprofile.datasets.base import TrainTest
from softprofile.datasets.records import DataFile, Record
from softprofile.datasets.search import obtain

if TYPE_CHECKING:
    import pandas as pd

PIXELS = 28 * 28

MNIST = Record(
    name="mnist",
    title="The MNIST database of handwritten digits",
    description=(
        "Images of handwritten digits, one a row: the digit (label), then the 28 x 28 grey values, 0 to 255, row by "
        "row (pixel_0 to pixel_783). 60,000 images for training, 10,000 for testing."
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
    """The MNIST digits: `train` has 60,000 rows, `test` 10,000; columns ``label``, ``pixel_0`` to ``pixel_783``, uint8.

    Parameters
    ----------
    path
        The folder that holds the four ``.gz`` files, or their subfolder ``mnist``. If not given: the folder that
        ``SOFTPROFILE_DATA`` names, the user's cache, then a download of 11.6 MB.
    """
    train_images, train_labels, test_images, test_labels = obtain(MNIST, path)
    return TrainTest(
        **MNIST.words(),
        train=_table(train_images, train_labels),
        test=_table(test_images, test_labels),
    )


def _table(images: Path, labels: Path) -> pd.DataFrame:
    import pandas as pd

    pixels = _idx(images, dimensions=3).reshape(-1, PIXELS)
    both = np.hstack([_idx(labels, dimensions=1)[:, None], pixels])
    return pd.DataFrame(both, columns=["label", *(f"pixel_{i}" for i in range(PIXELS))])


def _idx(path: Path, dimensions: int) -> NDArray[np.uint8]:
    """An IDX file: four bytes of magic number, a big-endian length for each dimension, then the bytes."""
    with gzip.open(path) as file:
        return np.frombuffer(file.read(), np.uint8, offset=4 + 4 * dimensions)
