"""Print the table of docs/uncertainty.md: bootstraps of the paper's three surfaces, by shape."""

from __future__ import annotations

import argparse
import warnings

import numpy as np
import pandas as pd

import softprofile as sp

SURFACES = {
    "parkinson-svm": (["gamma", "h"], "train_error"),
    "forest-fires-enet": (["lambda1", "lambda2"], "train_mse"),
    "mnist-dropout": (["r", "c"], "train_error"),
}
SHAPES = ("levels", "transition", "ramp")


def main() -> None:
    """Bootstrap every surface with every shape and print one row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=200, help="replicates of each bootstrap")
    parser.add_argument("--kind", default="residual", help="resampling scheme")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    given = parser.parse_args()
    warnings.simplefilter("ignore", sp.SoftProfileWarning)
    print("| surface | shape | R2 | representative point, 90 % | width | edge, 90 % | width | chosen |")
    print("|---|---|---|---|---|---|---|---|")
    for name, (columns, z) in SURFACES.items():
        surface = sp.datasets.load_surface(name)
        for shape in SHAPES:
            fit = sp.fit(surface[columns], surface[z], shape=shape, better="lower")
            found = fit.bootstrap(given.replicates, kind=given.kind, n_jobs=given.jobs)
            explained = 1 - np.sum((fit.z - fit.locations) ** 2) / np.sum((fit.z - fit.z.mean()) ** 2)
            cells = [name, shape, f"{100 * explained:.1f} %"]
            for intervals in (found.intervals(), found.edge_intervals()):
                cells += [_ends(intervals), _widths(fit, intervals)]
            print("| " + " | ".join([*cells, f"{found.chosen['share'].iloc[0]:.0%}"]) + " |", flush=True)


def _ends(intervals: pd.DataFrame) -> str:
    """Return the ends of the intervals of all hyper-parameters."""
    return ", ".join(f"{name} {low:.3g} to {high:.3g}" for name, low, _, high in intervals.itertuples())


def _widths(fit: sp.BoundaryFit, intervals: pd.DataFrame) -> str:
    """Return the widths as shares of the evaluated range, in the coordinates of the fit."""
    low, high = (fit.transform.apply(intervals[[end]].to_numpy().T, fit.names)[0] for end in ("low", "high"))
    return ", ".join(f"{100 * share:.1f} %" for share in (high - low) / np.ptp(fit.transformed, axis=0))


if __name__ == "__main__":
    main()
