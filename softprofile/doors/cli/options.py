"""Arguments and options that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from softprofile.util.errors import InputError

File = Annotated[Path, typer.Argument(help="CSV file with a header and one row per evaluated configuration.")]
ZColumn = Annotated[str, typer.Option("--z", metavar="COL", help="Column of the performance, such as train_error.")]
Density = Annotated[
    str,
    typer.Option(
        help=(
            "Density of z on each side: gaussian, gaussian-separate, laplace, laplace-separate, student-t:DF, "
            "student-t-separate:DF, poisson, binomial:TRIALS or scipy:NAME."
        )
    ),
]
Plot = Annotated[
    Path | None, typer.Option(metavar="FIG.png", help="Write the figure to this file; its extension sets the format.")
]
Data = Annotated[
    Path,
    typer.Argument(
        help="CSV file with a header and one row per evaluated configuration, or the folder of evaluate --store."
    ),
]
FitOrData = Annotated[
    Path,
    typer.Argument(
        help="Fit saved by fit --json; or a CSV file or the folder of evaluate --store, with the options of fit."
    ),
]
UColumns = Annotated[
    list[str] | None,
    typer.Option("--u", metavar="COL", help="Column of a hyper-parameter; repeat for each. Default for a folder: all."),
]
OptionalZ = Annotated[
    str | None,
    typer.Option(
        "--z",
        metavar="COL",
        help="Column of the performance; by default the only metric of a folder, or its training error.",
    ),
]
Boundary = Annotated[
    str, typer.Option(help="linear, quadratic or network; auto is quadratic, and linear for one hyper-parameter.")
]
Softness = Annotated[
    str, typer.Option(help="soft (softened profile likelihood, Eq. 5) or hard (best partition, Eq. 3).")
]
Transforms = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[COL=]KIND",
        help="auto, log, standardize or none, for all columns; or for one, as in gamma=log. Repeat for each column.",
    ),
]
Starts = Annotated[
    int | None, typer.Option(help="Number of starts of the optimiser; more are slower and more reliable.")
]
Ridge = Annotated[
    float | None, typer.Option(help="Ridge penalty on the parameters of the boundary; 0 is the paper's objective.")
]
Seed = Annotated[int, typer.Option(help="Seed of the starts.")]
Jobs = Annotated[int, typer.Option("--jobs", "--n-jobs", help="Number of processes; -1 for one per core.")]
Better = Annotated[
    str | None,
    typer.Option(
        metavar="lower|higher",
        help="Which values of --z are better: lower for an error, higher for a score. The good side is then known.",
    ),
]
Preset = Annotated[str | None, typer.Option(help="paper: the literal procedure of the paper.")]


@dataclass(frozen=True)
class FitOptions:
    """The options of ``softprofile fit``, one per field, with their defaults."""

    u: UColumns = None
    z: OptionalZ = None
    boundary: Boundary = "auto"
    density: Density = "gaussian"
    softness: Softness = "soft"
    transform: Transforms = None
    n_starts: Starts = None
    ridge: Ridge = None
    random_state: Seed = 0
    preset: Preset = None
    better: Better = None

    def for_fit(self) -> dict[str, Any]:
        """Return the arguments of `softprofile.fit`, without the columns."""
        return {
            "boundary": self.boundary,
            "density": self.density,
            "softness": self.softness,
            "transform": read_transforms(self.transform or []),
            "n_starts": self.n_starts,
            "ridge": self.ridge,
            "random_state": self.random_state,
            "preset": self.preset,
            "better": self.better,
        }


def read_transforms(given: list[str]) -> str | dict[str, str]:
    """Read texts such as ``log`` and ``gamma=log``: return one kind for all columns, or a mapping by column."""
    for_all = [text for text in given if "=" not in text]
    by_column = dict(text.split("=", 1) for text in given if "=" in text)
    if len(for_all) > 1 or (for_all and by_column):
        raise InputError("give --transform once for all columns, or as COL=KIND for each.")
    return for_all[0] if for_all else (by_column or "auto")
