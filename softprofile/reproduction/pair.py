"""The two boundaries that the paper fits to every example: quadratic (Eq. 9) and network (Eq. 10)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.fit_boundary import fit
from softprofile.reproduction.page import Compared, bullets, number, point, table
from softprofile.util.validation import Array

if TYPE_CHECKING:
    import pandas as pd

# Number of lines per axis on which a boundary is followed.
_RASTER = 161


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

    @property
    def grid_steps(self) -> float:
        """Distance between the representative points in steps of the grid; each axis has its own mean step."""
        apart = self.quadratic.representative - self.network.representative
        return float(np.linalg.norm(apart / mean_steps(self.quadratic)))

    @property
    def boundary_distance(self) -> float:
        """Mean distance between the two boundaries within the range of the points, in standard deviations."""
        from scipy.spatial import KDTree

        first, second = (_crossings(fitted) for fitted in self)
        there, back = KDTree(second).query(first)[0], KDTree(first).query(second)[0]
        return float((np.mean(there) + np.mean(back)) / 2)

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


def mean_steps(fitted: BoundaryFit) -> Array:
    """Compute the mean distance between neighbouring values of each column, in transformed coordinates.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit of the evaluated configurations.

    Returns
    -------
    ndarray of shape (m,)
        One step per column.
    """
    return np.array([np.diff(np.unique(np.round(column, 9))).mean() for column in fitted.transformed.T])


def dents(fitted: BoundaryFit) -> float:
    """Measure how far the boundary is from bounding a convex region, within the range of the points.

    Parameters
    ----------
    fitted : BoundaryFit
        Fit of two columns.

    Returns
    -------
    float
        Share of the range that the convex hull of a side takes from the other side; the smaller of the two sides'
        shares, so 0 if one side is convex.
    """
    from scipy.spatial import Delaunay, QhullError

    V, g = _raster(fitted)
    points, above = V.reshape(-1, 2), g.ravel() > 0
    shares = []
    for inside in (above, ~above):
        try:
            hull = Delaunay(points[inside])
        except (QhullError, ValueError):
            shares.append(0.0)
            continue
        shares.append(float(np.mean(hull.find_simplex(points[~inside]) >= 0) * np.mean(~inside)))
    return min(shares)


def _raster(fitted: BoundaryFit) -> tuple[Array, Array]:
    """Transformed coordinates of a raster over the range of the points, and the values of g on it."""
    low, high = fitted.transformed.min(axis=0), fitted.transformed.max(axis=0)
    axes = [np.linspace(a, b, _RASTER) for a, b in zip(low, high, strict=True)]
    V = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    U = fitted.transform.invert(V.reshape(-1, 2))
    return V, np.asarray(fitted.decision_function(U)).reshape(_RASTER, _RASTER)


def _crossings(fitted: BoundaryFit) -> Array:
    """Points at which g changes its sign between neighbours of the raster, in transformed coordinates."""
    V, g = _raster(fitted)
    found = []
    for axis in (0, 1):
        before, after = (slice(None, -1), slice(1, None))
        a, b = ((s, slice(None)) if axis == 0 else (slice(None), s) for s in (before, after))
        crossed = (g[a] > 0) != (g[b] > 0)
        share = (g[a] / (g[a] - g[b]))[crossed][:, None]
        found.append(V[a][crossed] * (1 - share) + V[b][crossed] * share)
    return np.concatenate(found)


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
