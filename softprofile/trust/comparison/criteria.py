"""How fits are criteria: degrees of freedom, and for each criterion whether more of it is better."""

from __future__ import annotations

from softprofile.fitting.boundary_fit import BoundaryFit

#: Criterion -> whether larger is better.
CRITERIA: dict[str, bool] = {"cv_loglik": True, "loglik": True, "AIC": False, "BIC": False}

#: The density by AIC, which is fairer to densities, and with it the boundary by cv_loglik, which is fairer to those.
TWO_STEP = "two-step"


def degrees_of_freedom(fit: BoundaryFit) -> int:
    """Parameters of the boundary and free parameters of the two densities; a scale that both share counts once.

    The softened likelihood sees the scale of g, which is the steepness of the boundary. A hard partition does not: one
    parameter of the boundary is then redundant and not counted.

    This is the number of parameters, not an effective one. The likelihood is not smooth in a steep boundary, as that of
    a change point is not, so AIC and BIC rest on a count whose usual justification fails; and the network has far more
    parameters than its training makes use of.
    """
    redundant = 1 if fit.softness == "hard" and fit.boundary.scalable else 0
    return len(fit.parameters) - redundant + fit.density.free_parameters(fit.theta[1])


def information_criteria(fit: BoundaryFit) -> dict[str, float]:
    """Log-likelihood, degrees of freedom, AIC = 2 df - 2 loglik and BIC = df log(n) - 2 loglik."""
    from statsmodels.tools.eval_measures import aic, bic

    n, df, loglik = len(fit.z), degrees_of_freedom(fit), fit.loglik
    return {"loglik": loglik, "df": df, "AIC": float(aic(loglik, n, df)), "BIC": float(bic(loglik, n, df))}
