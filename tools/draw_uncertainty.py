"""Draw docs/uncertainty.png: bootstraps of the Parkinson surface and of an elbow."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import softprofile as sp
from softprofile.util.streams import random_stream


def main() -> None:
    """Write the figure."""
    plt.switch_backend("agg")
    surface = sp.datasets.load_surface("parkinson-svm")
    _, (left, right) = plt.subplots(1, 2, figsize=(12, 5.2), layout="constrained")
    sp.fit(surface[["gamma", "h"]], surface["train_error"]).bootstrap().plot(ax=left)
    rng = random_stream(3)
    z = np.where(np.arange(60) < 24, 3.5, 2.0) + rng.standard_normal(60)
    sp.elbow(z).bootstrap().plot(ax=right)
    plt.savefig(Path("docs") / "uncertainty.png", dpi=100)


if __name__ == "__main__":
    main()
