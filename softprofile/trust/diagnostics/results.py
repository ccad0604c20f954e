"""Result of a diagnosis: tables of residuals, tests and leverage."""

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
    """Diagnostics of a fit: residuals, tests of its assumptions, and leverage.

    Returned by `BoundaryFit.diagnose`.

    Attributes
    ----------
    fit : BoundaryFit
        The fit that was diagnosed.
    checks : tuple of Check
        Tests of the assumptions of the fit; `tests` is the same as a table.
    left_out : Leverage
        Refits without single configurations; `leverage` is the same as a table.
    tails : Tails or None
        Lower and upper tail probability of each z in the density of its side or, for a transition or a ramp, of its
        point. None if the density has no distribution function.
    warnings : tuple of Message
        One message per problem found: what it is, how large, and what to do. See `softprofile.Message`.

    Examples
    --------
    >>> import softprofile as sp
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
    >>> d = f.diagnose(rows=[5, 18])
    >>> d.tests[["name", "side"]].head(3)
                                   name  side
    0  common variance (Brown-Forsythe)     0
    1        density (Anderson-Darling)     1
    2        density (Anderson-Darling)     2
    >>> d.leverage["sides_changed"].to_dict()  # without configuration 5, and without configuration 18
    {5: 0, 18: 0}
    """

    fit: BoundaryFit
    checks: tuple[Check, ...]
    left_out: Leverage
    tails: Tails | None
    warnings: tuple[Message, ...] = ()

    @property
    def residuals(self) -> pd.DataFrame:
        """Residuals and quantile residuals, one row per configuration.

        The residual is z minus the location of the side or, for a transition or a ramp, of the point. The quantile
        residual is the standard normal quantile with the same lower tail probability as z in the fitted density: values
        beyond 3 are rare, whatever the density.
        """
        import pandas as pd

        fit = self.fit
        quantile = np.full(len(fit.z), np.nan) if self.tails is None else self.tails.residuals()
        columns = {"side": fit.sides, "z": fit.z, "residual": fit.z - fit.locations, "quantile_residual": quantile}
        return pd.DataFrame(columns)

    @property
    def tests(self) -> pd.DataFrame:
        """Tests of the assumptions, one row per test (see `Check`)."""
        import pandas as pd

        return pd.DataFrame([asdict(check) for check in self.checks])

    @property
    def leverage(self) -> pd.DataFrame:
        """Leave-one-out influence, one row per configuration left out.

        The index is the row of the configuration. The columns are:

        - ``side``, ``z``: side and performance of the configuration left out.
        - ``move``: distance that the representative point moves, in transformed coordinates, that is in standard
          deviations of the hyper-parameters.
        - ``move_NAME``: its move in each hyper-parameter, in original units.
        - ``nearest``: row of the evaluated configuration nearest to the new point; -1 if no boundary was found.
        - ``sides_changed``: number of other configurations that change sides.
        - ``influential``: whether the move is at least 0.25 and stands out from the others, or no boundary was found.
        - ``changes_answer``: whether the nearest evaluated configuration changes.
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
        """Tabulate the tests and the most influential configurations.

        Returns
        -------
        Summary
            Tables with notes below. ``print`` shows them as text; the methods ``as_text()``, ``as_html()`` and
            ``as_latex()`` return strings.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> d = f.diagnose(rows=[5, 18])
        >>> print(d.summary())  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
        Diagnosis of a plateau boundary
        ...
        Performance:                    train_error  Left out, one by one:  2
        ...
        """
        return upward("report.summaries.diagnosis:summarize_diagnosis")(self)

    def plot(self, ax: Any = None) -> Any:
        """Plot histograms with fitted densities, leverage, and Q-Q plots of both sides.

        Parameters
        ----------
        ax : sequence of four Axes, optional
            Axes for the histograms, the leverage and the Q-Q plots of side 1 and side 2. By default, a new figure.

        Returns
        -------
        ndarray of Axes
            The four axes.

        Examples
        --------
        >>> import softprofile as sp
        >>> surface = sp.datasets.load_surface("parkinson-svm")
        >>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear")
        >>> d = f.diagnose(rows=[5, 18])
        >>> histograms, leverage, qq1, qq2 = d.plot()
        >>> histograms.get_xlabel()
        'train_error'
        """
        return upward("report.plotting:plot_diagnosis")(self, ax=ax)

    def __repr__(self) -> str:
        number = len(self.warnings)
        said = "nothing to warn of" if not number else "1 warning" if number == 1 else f"{number} warnings"
        return f"Diagnosis({self.fit.boundary.name} boundary, {self.fit.density.name} density; {said})"
