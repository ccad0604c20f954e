"""The two boundaries that the paper fits to every example: quadratic (Eq. 9) and network (Eq. 10)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.reproduction.page import Compared, bullets, number, point, table

if TYPE_CHECKING:
    import pandas as pd


class Pair(NamedTuple):
    """Fits of both boundaries to the same points.

    Attributes
    ----------
    quadratic : BoundaryFit
        Fit of the quadratic boundary.
    network : BoundaryFit
        Fit of the network boundary.
    """

    quadratic: BoundaryFit
    network: BoundaryFit

    @property
    def distance(self) -> float:
        """Distance between the representative points in transformed coordinates, that is, in standard deviations."""
        return float(np.linalg.norm(self.quadratic.representative - self.network.representative))

    @property
    def relative_differences(self) -> pd.Series[float]:
        """Difference of the network's representative point from the quadratic's in original units, in % per column."""
        return 100 * (self.network.representative_point / self.quadratic.representative_point - 1)

    @property
    def same_side(self) -> int:
        """Number of points that both boundaries assign to the same side."""
        return int(np.sum(self.quadratic.sides == self.network.sides))

    def write(self, folder: Path, name: str) -> dict[str, str]:
        """Write both fits as JSON and return the file names with descriptions."""
        described = {}
        for kind, fitted in self._asdict().items():
            file = f"{name}-{kind}.json"
            fitted.to_json(folder / file)
            described[file] = f"the {kind} fit, for `BoundaryFit.from_json`"
        return described

    def points_table(self, columns: dict[str, pd.Series[float]]) -> str:
        """Make a table of representative and nearest points, values at the nearest point, and sizes of the sides."""
        names = ", ".join(self.quadratic.names)
        header = [
            "boundary",
            f"representative ({names})",
            f"nearest evaluated ({names})",
            *(f"{what} there" for what in columns),
            "points on sides 1 and 2",
            "log-likelihood",
        ]
        rows = [
            [
                kind,
                point(fitted.representative_point),
                f"{point(fitted.nearest_point())}, side {fitted.sides[fitted.nearest_index()]}",
                *(number(float(values.iloc[fitted.nearest_index()]), 4) for values in columns.values()),
                f"{np.sum(fitted.sides == 1)} and {np.sum(fitted.sides == 2)}",
                f"{fitted.loglik:.2f}",
            ]
            for kind, fitted in self._asdict().items()
        ]
        return table(header, rows)

    def densities_table(self) -> str:
        """Make a table of the fitted densities and of the mean and standard deviation of z on each side."""
        rows = []
        for kind, fitted in self._asdict().items():
            for side in (1, 2):
                z = fitted.z[fitted.sides == side]
                theta = ", ".join(f"{parameter} {number(value)}" for parameter, value in fitted.theta[side].items())
                rows.append([f"{kind}, side {side}", theta, str(len(z)), number(z.mean()), number(z.std(ddof=1))])
        name = self.quadratic.z_name
        return table(["", f"fitted {self.quadratic.density.name}", "points", f"mean of {name}", f"sd of {name}"], rows)

    def agreement(self) -> str:
        """State in a sentence how well the two boundaries agree."""
        n = len(self.quadratic.z)
        sides = (
            f"Both boundaries assign all {n} points to the same sides"
            if self.same_side == n
            else f"The two boundaries assign {self.same_side} of {n} points to the same side"
        )
        return f"{sides}; their representative points are {number(self.distance, 2)} standard deviations apart."

    def messages(self) -> list[str]:
        """Caveats of both fits."""
        return [f"{kind}: {message}" for kind, fitted in self._asdict().items() for message in fitted.messages]

    def notes(self) -> list[str]:
        """Caveats of both fits as a Markdown list; empty if there are none."""
        found = self.messages()
        return [bullets(found)] if found else []


def fit_pair(U: Any, z: Any) -> Pair:
    """Fit both boundaries with softprofile's defaults.

    Parameters
    ----------
    U : array-like or DataFrame of shape (n, m)
        Configurations.
    z : array-like or Series of shape (n,)
        Performance.

    Returns
    -------
    Pair
        Both fits.
    """
    return Pair(fit(U, z, boundary="quadratic"), fit(U, z, boundary="network"))


def compared_points(
    kind: str, fitted: BoundaryFit, paper_point: Mapping[str, str], paper_nearest: Mapping[str, str]
) -> list[Compared]:
    """Compare the representative point and the nearest evaluated one with the paper's, per coordinate.

    Parameters
    ----------
    kind : str
        Name of the boundary family.
    fitted : BoundaryFit
        Our fit.
    paper_point, paper_nearest : mapping of str to str
        The paper's coordinates as printed, by column name.

    Returns
    -------
    list of Compared
        One entry per point and coordinate.
    """
    chosen = (
        ("representative", paper_point, fitted.representative_point),
        ("nearest evaluated", paper_nearest, fitted.nearest_point()),
    )
    return [
        Compared(f"{name} of the {what} point, {kind}", printed[str(name)], float(value))
        for what, printed, ours in chosen
        for name, value in ours.items()
    ]
