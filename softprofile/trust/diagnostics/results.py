"""What a diagnosis holds: plain data, with tables, a summary and a figure."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.trust.diagnostics.checks import Check
from softprofile.trust.diagnostics.leverage import Leverage
from softprofile.trust.diagnostics.residuals import Tails
from softprofile.util.messages import Message
from softprofile.util.read_only import ReadOnlyArrays
from softprofile.util.upward import upward

if TYPE_CHECKING:
    import pandas as pd

    from softprofile.report.summaries.summary import Summary


@dataclass(frozen=True, eq=False)
class Diagnosis(ReadOnlyArrays):
    """How far a fit can be trusted.

    Attributes
    ----------
    fit
        The fit.
    checks
        Tests of what the fit takes for granted.
    left_out
        The fits without single configurations.
    tails
        Probability of less, and of more, than each z in the density of its side; None where that has no distribution
        function.
    warnings : tuple of Message
        Caveats, each with what was found, how much, and what to do: see `softprofile.Message`.
    """

    fit: BoundaryFit
    checks: tuple[Check, ...]
    left_out: Leverage
    tails: Tails | None
    warnings: tuple[Message, ...] = ()

    @property
    def residuals(self) -> pd.DataFrame:
        """For each configuration its side, z, z less the location of the side, and the quantile residual.

        The quantile residual is the standard normal value that has the same probability below it as z has in the
        fitted density: beyond 3 is rare, whatever the density.
        """
        import pandas as pd

        fit = self.fit
        location = np.empty(len(fit.z))
        for side in (1, 2):
            theta = {name: np.asarray(value) for name, value in fit.theta[side].items()}
            location[fit.sides == side] = float(fit.density.location(theta))
        quantile = np.full(len(fit.z), np.nan) if self.tails is None else self.tails.residuals()
        columns = {"side": fit.sides, "z": fit.z, "residual": fit.z - location, "quantile_residual": quantile}
        return pd.DataFrame(columns)

    @property
    def tests(self) -> pd.DataFrame:
        """One row a test: name, side (0 for both together), statistic, p_value and effect (see `Check`)."""
        import pandas as pd

        return pd.DataFrame([asdict(check) for check in self.checks])

    @property
    def leverage(self) -> pd.DataFrame:
        """What becomes of the answer without each configuration, one row each.

        Columns
        -------
        side, z
            Of the configuration.
        move
            How far the representative point moves, in transformed coordinates: standard deviations of the
            hyper-parameters.
        move_NAME
            By how much it moves in each hyper-parameter, in original units.
        nearest
            Row of the configuration nearest to it then, of all that were evaluated; -1 where no boundary was found.
        sides_changed
            How many of the other configurations change sides.
        influential
            Whether the move stands out from the others and is at least 0.25, or there is no boundary.
        changes_answer
            Whether the nearest evaluated configuration is another.
        """
        import pandas as pd

        fit, out = self.fit, self.left_out
        moved = fit.transform.invert(out.points.copy()) - fit.transform.invert(fit.representative)
        columns: dict[str, Any] = {"side": fit.sides[out.rows], "z": fit.z[out.rows], "move": out.moves}
        columns |= {f"move_{name}": moved[:, j] for j, name in enumerate(fit.names)}
        columns |= {"nearest": out.nearest, "sides_changed": out.sides_changed}
        columns |= {"influential": out.influential, "changes_answer": out.nearest_changes}
        return pd.DataFrame(columns, index=pd.Index(out.rows, name="configuration"))

    def summary(self) -> Summary:
        """The tests, the configurations that matter most, and the warnings."""
        return upward("report.summaries.diagnosis:summarize_diagnosis")(self)

    def plot(self, ax: Any = None) -> Any:
        """Draw histograms by side with the fitted densities, Q-Q plots of both sides, and the leverage."""
        return upward("report.plotting:plot_diagnosis")(self, ax=ax)

    def __repr__(self) -> str:
        number = len(self.warnings)
        said = "nothing to warn of" if not number else "1 warning" if number == 1 else f"{number} warnings"
        return f"Diagnosis({self.fit.boundary.name} boundary, {self.fit.density.name} density; {said})"
