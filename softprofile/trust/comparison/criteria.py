"""Criteria of model choice: degrees of freedom, AIC and BIC."""

from __future__ import annotations

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.trust.curves.located_density import number_of_levels

#: Whether larger values of a criterion are better.
CRITERIA: dict[str, bool] = {"cv_loglik": True, "loglik": True, "AIC": False, "BIC": False}

#: Choose the density by AIC, then the boundary by cv_loglik: each criterion is the more reliable one for that choice.
TWO_STEP = "two-step"


def degrees_of_freedom(fit: BoundaryFit) -> int:
    """Count the parameters of the boundary and the free parameters of the two densities.

    A scale shared by both sides counts once. The softened likelihood depends on the scale of g, the steepness of the
    boundary. A hard partition does not, so one parameter of the boundary is redundant and not counted. The location of
    a transition or a ramp depends on the scale of g too. A ramp has one level. The link of a transition and the flat
    side of a ramp are not counted.

    This is the nominal number of parameters, not an effective one. As for a change point, the likelihood is not smooth
    in a steep boundary, so the usual justification of AIC and BIC does not apply. The network has far more parameters
    than its training uses.
    """
    if fit.shape.has_curve:
        redundant = 2 - number_of_levels(fit.shape)
    else:
        redundant = 1 if fit.softness == "hard" and fit.boundary.scalable else 0
    return len(fit.parameters) - redundant + fit.density.free_parameters(fit.theta[1])


def information_criteria(fit: BoundaryFit) -> dict[str, float]:
    """Compute the log-likelihood, degrees of freedom, AIC = 2 df - 2 loglik and BIC = df log(n) - 2 loglik."""
    from statsmodels.tools.eval_measures import aic, bic

    n, df, loglik = len(fit.z), degrees_of_freedom(fit), fit.loglik
    return {"loglik": loglik, "df": df, "AIC": float(aic(loglik, n, df)), "BIC": float(bic(loglik, n, df))}
