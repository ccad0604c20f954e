"""Official addresses of each file, tried in turn."""

from __future__ import annotations

from dataclasses import dataclass

UCI = "https://archive.ics.uci.edu"
PARKINSON_ZIP = f"{UCI}/static/public/301/parkinson+speech+dataset+with+multiple+types+of+sound+recordings.zip"
PARKINSON_RAR = f"{UCI}/ml/machine-learning-databases/00301/Parkinson_Multiple_Sound_Recording.rar"
# yann.lecun.com refuses most downloads; these two mirrors hold the same four files.
MNIST_MIRRORS = ("https://ossci-datasets.s3.amazonaws.com/mnist", "https://storage.googleapis.com/cvdf-datasets/mnist")
MNIST_FILES = (
    "train-images-idx3-ubyte.gz",
    "train-labels-idx1-ubyte.gz",
    "t10k-images-idx3-ubyte.gz",
    "t10k-labels-idx1-ubyte.gz",
)


@dataclass(frozen=True)
class Source:
    """The address of a file, or of an archive that contains the file `member`."""

    url: str
    member: str = ""


#: Name of a file -> its sources, in the order in which they are tried.
SOURCES: dict[str, tuple[Source, ...]] = {
    "forestfires.csv": (
        Source(f"{UCI}/static/public/162/forest+fires.zip", member="forestfires.csv"),
        Source(f"{UCI}/ml/machine-learning-databases/forest-fires/forestfires.csv"),
    ),
    "parkinson_train_data.txt": (
        Source(PARKINSON_ZIP, member="train_data.txt"),
        Source(PARKINSON_RAR, member="train_data.txt"),
    ),
    "parkinson_test_data.txt": (
        Source(PARKINSON_ZIP, member="test_data.txt"),
        Source(PARKINSON_RAR, member="test_data.txt"),
    ),
    "whr2025.xlsx": (Source("https://files.worldhappiness.report/WHR25_Data_Figure_2.1v3.xlsx"),),
    **{name: tuple(Source(f"{mirror}/{name}") for mirror in MNIST_MIRRORS) for name in MNIST_FILES},
}
