"""UCI Parkinson Speech Dataset with Multiple Types of Sound Recordings."""

from __future__ import annotations

import os

from softprofile.datasets.base import TrainTest
from softprofile.datasets.entries import CatalogueEntry, DataFile
from softprofile.datasets.search import obtain

#: The 26 features, in the order of the files, named as the UCI repository describes them.
PARKINSON_FEATURES = (
    "jitter_local",
    "jitter_local_absolute",
    "jitter_rap",
    "jitter_ppq5",
    "jitter_ddp",
    "shimmer_local",
    "shimmer_local_db",
    "shimmer_apq3",
    "shimmer_apq5",
    "shimmer_apq11",
    "shimmer_dda",
    "ac",
    "nth",
    "htn",
    "median_pitch",
    "mean_pitch",
    "standard_deviation_of_pitch",
    "minimum_pitch",
    "maximum_pitch",
    "number_of_pulses",
    "number_of_periods",
    "mean_period",
    "standard_deviation_of_period",
    "fraction_of_locally_unvoiced_frames",
    "number_of_voice_breaks",
    "degree_of_voice_breaks",
)

PARKINSON = CatalogueEntry(
    name="parkinson",
    title="Parkinson Speech Dataset with Multiple Types of Sound Recordings",
    description=(
        "Voice recordings, one row per recording: the subject, 26 features of the sound (jitter, shimmer, harmonicity, "
        "pitch, pulse, voicing), the score on the Unified Parkinson's Disease Rating Scale (updrs, training part "
        "only), and the class, 1 for Parkinson's disease and 0 for healthy. Training part: 26 recordings of each of 20 "
        "patients and 20 healthy people. Test part: 6 recordings of each of 28 patients, so every class there is 1."
    ),
    source=(
        "B. E. Sakar and others (2013), UCI Machine Learning Repository, https://doi.org/10.24432/C5NC8M "
        "(https://archive.ics.uci.edu/dataset/301)"
    ),
    licence="CC BY 4.0",
    files=(
        DataFile(
            "parkinson_train_data.txt",
            "eb1cec4315f2b35b89aed015ee867eefa60d7b71aa333fb694b377f54137b84c",
            size=194_351,
            official_name="train_data.txt",
        ),
        DataFile(
            "parkinson_test_data.txt",
            "bd358e986f4fdef4d0d8486cce2c6a24157a1bcd27195de868a86a08f18db015",
            size=46_764,
            official_name="test_data.txt",
        ),
    ),
)


def load_parkinson(path: str | os.PathLike[str] | None = None) -> TrainTest:
    """Load the Parkinson speech data of the UCI repository.

    Parameters
    ----------
    path : str or path-like, optional
        The folder that holds ``parkinson_train_data.txt`` and ``parkinson_test_data.txt`` (or ``train_data.txt`` and
        ``test_data.txt``, their names in the archive). By default the folder named by ``SOFTPROFILE_DATA`` and the
        user's cache are searched, and missing files are downloaded from the UCI repository. It publishes them in a RAR
        archive, so bsdtar, unar, 7z or unrar must be installed to unpack it.

    Returns
    -------
    TrainTest
        `train` has 1040 rows and `test` 168; `PARKINSON_FEATURES` lists the columns of the features.

    Raises
    ------
    MissingDataError
        If a file is not found and cannot be downloaded.
    AlteredDataError
        If a file has a wrong checksum.

    Examples
    --------
    >>> import softprofile as sp
    >>> sp.datasets.load_parkinson()  # doctest: +SKIP
    <TrainTest 'parkinson': train 1040 x 29, test 168 x 28>
    """
    import pandas as pd

    train, test = obtain(PARKINSON, path)
    return TrainTest(
        **PARKINSON.dataset_fields(),
        train=pd.read_csv(train, header=None, names=["subject", *PARKINSON_FEATURES, "updrs", "class"]),
        test=pd.read_csv(test, header=None, names=["subject", *PARKINSON_FEATURES, "class"]),
    )
