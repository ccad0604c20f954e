"""The result of `fit`: plain data that do not change, with methods that lead to tables, figures and checks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from softprofile.fitting.elbow import SideTheta
from softprofile.fitting.representative_point import nearest_index
from softprofile.model.boundaries import Boundary
from softprofile.model.densities import Density
from softprofile.model.transforms import Transform
from softprofile.optimization.settings import FitSettings
from softprofile.util.errors import InputError
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.upward import upward
from softprofile.util.validation import Array, read_configurations

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.fitting.focus import FocusFinding
    from softprofile.report.summaries.summary import Summary
    from softprofile.trust.bootstrap import BoundaryBootstrap
    from softprofile.trust.diagnostics import Diagnosis
    from softprofile.trust.plateau import PlateauTest


@dataclass(frozen=True, eq=False)
class BoundaryFit(ReadOnlyArrays):
    """A fitted boundary: side 1 is g <= 0, side 2 is g > 0 and has the larger location of z.

    Attributes
    ----------
    U, z, names, z_name
        The data and the names of the columns.
    transform, boundary, density, softness, ridge, n_starts
        How the fit was made.
    parameters
        w, the parameters of the boundary in transformed coordinates; `coefficients` has them by name.
    theta
        Fitted parameters of the densities of side 1 and side 2.
    loglik
        Profile log-likelihood at the fit, Eq. (5) or (3), without the ridge.
    values
        g(u_i; w) at the data.
    centres, representative, crossings
        Centres of gravity, representative point and all crossings of the segment, in transformed coordinates.
    settings
        What `fit` was asked for.
    certified
        Whether a hard fit is proven to be the best partition of its family.
    messages
        What should be known about this answer.
    """

    U: Array
    z: Array
    names: tuple[str, ...]
    z_name: str
    transform: Transform
    boundary: Boundary
    density: Density
    softness: str
    ridge: float
    n_starts: int
    parameters: Array
    theta: SideTheta
    loglik: float
    values: Array
    centres: Array
    representative: Array
    crossings: Array
    settings: FitSettings
    certified: bool = False
    messages: tuple[str, ...] = ()

    @property
    def sides(self) -> npt.NDArray[np.int64]:
        """Side of each point: 1 where g <= 0, 2 where g > 0."""
        return np.where(self.values > 0, 2, 1)

    @property
    def weights(self) -> Array:
        """Weight of side 2 at each point: the sigmoid of g, Eq. (4), or 0 and 1 for a hard fit."""
        return np.asarray(expit(self.values)) if self.softness == "soft" else (self.values > 0).astype(float)

    @property
    def coefficients(self) -> dict[str, Any]:
        """The boundary's parameters by name: A, b and c of Eq. (9), or W1, b1, w2 and b2 of Eq. (10)."""
        return self.boundary.coefficients(self.parameters, self.names)

    @property
    def representative_point(self) -> pd.Series[float]:
        """The representative point on the boundary, in original units (Section 2.6.1)."""
        return self._named(self.transform.invert(self.representative), "representative point")

    @property
    def centers_of_gravity(self) -> pd.DataFrame:
        """Centres of gravity of side 1 and side 2, Eq. (11), in original units."""
        import pandas as pd

        sides = pd.Index([1, 2], name="side")
        return pd.DataFrame(self.transform.invert(self.centres), index=sides, columns=list(self.names))

    def nearest_index(self, side: int | None = None) -> int:
        """Row of the evaluated configuration nearest to the representative point, Eq. (12).

        Distances are in transformed coordinates; `side` 1 or 2 restricts the choice to that side.
        """
        if side not in (None, 1, 2):
            raise InputError(f"side must be 1, 2 or None, not {side!r}.")
        among = np.ones(len(self.z), dtype=bool) if side is None else self.sides == side
        return nearest_index(self.transformed, self.representative, among)

    def nearest_point(self, side: int | None = None) -> pd.Series[float]:
        """The evaluated configuration nearest to the representative point, in original units."""
        row = self.nearest_index(side)
        return self._named(self.U[row], row)

    @property
    def transformed(self) -> Array:
        """The configurations in transformed coordinates."""
        return self.transform.apply(self.U, self.names)

    def decision_function(self, V: Any) -> Array:
        """g(v; w) at configurations V in original units."""
        points, _ = read_configurations(V, self.names)
        return self.boundary.value(self.boundary.design(self.transform.apply(points, self.names)), self.parameters)

    def predict(self, V: Any) -> npt.NDArray[np.int64]:
        """Side, 1 or 2, of configurations V in original units."""
        return np.where(self.decision_function(V) > 0, 2, 1)

    def bootstrap(
        self,
        n: int = 500,
        *,
        kind: str = "residual",
        n_jobs: int | None = 1,
        random_state: int | np.random.Generator | None = 0,
        search: str = "auto",
    ) -> BoundaryBootstrap:
        """How sure the boundary and the representative point are: the fits of n replicates of the data.

        Parameters
        ----------
        n
            Number of replicates, 20 or more.
        kind
            "residual" (locations of the sides plus residuals drawn anew; z of the same side where the sides have a
            scale each, or z are counts), "parametric" (draws from the fitted densities): the configurations are those
            evaluated. "pairs" (rows with replacement): other configurations could have been evaluated.
        n_jobs
            Processes; the results are the same whatever their number.
        random_state
            Seed or generator of the replicates.
        search
            "full" searches for the boundary of each replicate as `fit` did for that of the data, "warm" begins at the
            boundary of the fit alone, which is quicker, and makes intervals too narrow. "auto" is "full", but "warm"
            for a boundary of your own or a density that is fitted numerically, where a search takes long.
        """
        return upward("trust.bootstrap.boundary_bootstrap:bootstrap_fit")(self, n, kind, n_jobs, random_state, search)

    def focus(self) -> tuple[FocusFinding, ...]:
        """What is wrong with the configurations that were evaluated, and which way to extend or refine them."""
        return upward("fitting.focus:find_focus")(self)

    def summary(self) -> Summary:
        """Tables of the data, the boundary, the densities and the chosen points."""
        return upward("report.summaries.fit:summarize_fit")(self)

    def plot(self, ax: Any = None, z: Any = None) -> Any:
        """Draw the boundary over contours of z, or of other values `z` at the same points such as a test error."""
        return upward("report.plotting:plot_fit")(self, ax=ax, z=z)

    def diagnose(
        self,
        *,
        refits: str = "warm",
        rows: Sequence[int] | None = None,
        n_jobs: int | None = 1,
        random_state: int = 0,
    ) -> Diagnosis:
        """Look for what may be wrong with the fit: its densities, its spread, its levels, and single configurations.

        Parameters
        ----------
        refits
            Each configuration is left out in turn. "warm" fits begin at the boundary of all data and show how that
            moves; "full" ones are searched for afresh and show what `fit` would have found, also where that is
            another boundary altogether. They take as long as `fit`, each.
        rows
            Configurations to leave out; all of them unless given.
        n_jobs
            Processes, as joblib counts them.
        random_state
            Seed of the simulated p-values.
        """
        return upward("trust.diagnostics:diagnose")(
            self, refits=refits, rows=rows, n_jobs=n_jobs, random_state=random_state
        )

    def test_plateau(
        self, n: int = 199, *, level: float = 0.05, stop_after: int = 10, n_jobs: int | None = 1, random_state: int = 0
    ) -> PlateauTest:
        r"""Ask whether there is a plateau: whether there are two levels, and more than a steady change.

        First, does z depend on the configuration? The statistic is the log-likelihood of the fit less that of a single
        density. It is compared with that of permutations of z, each fitted in full as z was, which makes the test exact
        for exchangeable z, of any distribution. If p exceeds `level` the verdict is "no change".

        Second, does it level off? The statistic is the Gaussian log-likelihood of two levels less that of a ramp,
        :math:`(n / 2) \log(RSS_{ramp} / RSS_{levels})`, the ramp being least squares of z on the transformed
        coordinates. It is compared with that of the ramp with its residuals permuted. If p exceeds `level`, or if the
        ramp is the likelier of the two and z changes within either side at more than 3/4 of its rate, the verdict is
        "steady change". If not, it is "turning point" where z has its lowest or highest values in the middle of the
        range (`softprofile.trust.plateau.trends.has_turning_point`), and "plateau" otherwise.

        Parameters
        ----------
        n
            Permutations for each of the questions, at most.
        level
            The level of both tests.
        stop_after
            Stop when so many permutations do as well: the p-value is then that of Besag and Clifford (1991), and
            the level is kept.
        n_jobs
            Processes; -1 for as many as there are processors. The answer does not depend on it.
        random_state
            Seed of the permutations.

        Examples
        --------
        >>> import numpy as np
        >>> from softprofile import fit
        >>> u = np.arange(1.0, 31)
        >>> z = np.where(u > 12, 1.0, 4.0) + np.sin(7 * u)
        >>> fit(u, z).test_plateau().verdict
        'plateau'
        """
        settings = upward("trust.plateau.sequential_p_value:MonteCarloSettings").validated(
            n, level, stop_after, n_jobs, random_state
        )
        return upward("trust.plateau.boundary_plateau:plateau_test_of_fit")(self, settings)

    def to_dict(self) -> dict[str, Any]:
        """Plain lists, numbers and strings from which `from_dict` rebuilds the fit."""
        return upward("fitting.serialization:fit_to_dict")(self)

    def to_json(self, path: str | Path | None = None) -> str:
        """The same as JSON text, written to `path` if one is given."""
        text = json.dumps(self.to_dict(), indent=1, allow_nan=False)
        if path is not None:
            Path(path).write_text(text + "\n", encoding="utf-8")
        return text

    @classmethod
    def from_dict(cls, data: dict[str, Any], *, boundary: Any = None, density: Any = None) -> BoundaryFit:
        """Rebuild a fit; a boundary or density of the user's own has to be passed again."""
        return upward("fitting.serialization:fit_from_dict")(data, boundary, density)

    @classmethod
    def from_json(cls, path: str | Path, *, boundary: Any = None, density: Any = None) -> BoundaryFit:
        """Rebuild a fit from a file that `to_json` wrote."""
        text = Path(path).read_bytes()
        try:
            data = json.loads(text.decode("utf-8"))
        except RecursionError:
            raise InputError(f"{str(path)!r} is not JSON that softprofile wrote: it is nested too deeply.") from None
        except ValueError as error:
            raise InputError(f"{str(path)!r} is not JSON ({error}).") from None
        return cls.from_dict(data, boundary=boundary, density=density)

    def _named(self, values: Array, label: Any) -> pd.Series[float]:
        import pandas as pd

        return pd.Series(values, index=list(self.names), name=label)

    def __repr__(self) -> str:
        point = ", ".join(
            f"{name}={value:.6g}"
            for name, value in zip(self.names, self.transform.invert(self.representative), strict=True)
        )
        return (
            f"BoundaryFit({self.boundary.name} boundary, {self.density.name} density, {self.softness}; "
            f"n={len(self.z)}, loglik={self.loglik:.6g}; representative point {point})"
        )
