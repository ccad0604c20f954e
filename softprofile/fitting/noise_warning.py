"""The warning that two levels of z are no clearer than pure noise would make them."""

from __future__ import annotations

import numpy as np

from softprofile.model.likelihood import Likelihood
from softprofile.util.messages import Message
from softprofile.util.validation import Array


def weak_evidence_messages(likelihood: Likelihood, values: Array, loglik: float, of_noise: float) -> list[Message]:
    """Return a warning if the log-likelihood ratio of two levels of z does not exceed that of noise.

    The likelihood of two levels is the larger of the softened and the hard one, because a strong ridge keeps the
    softened likelihood small even if the levels are clear. For densities that are slow to fit, it is the softened one,
    `loglik`.

    Parameters
    ----------
    likelihood : Likelihood
        The profile log-likelihood of z.
    values : array of shape (n,)
        Boundary values g(u_i; w).
    loglik : float
        Log-likelihood of the fit.
    of_noise : float
        Log-likelihood ratio, in nats, that a fit to pure noise seldom exceeds.

    Returns
    -------
    list of Message
        The warning, or an empty list.
    """
    one = float(likelihood.soft(np.zeros(likelihood.n)).loglik)
    two = max(loglik, float(likelihood.hard(values > 0))) if likelihood.density.quick else loglik
    if two - one > of_noise:
        return []
    text = (
        f"the evidence for two levels of z is weak: the log-likelihood ratio against one level is {two - one:.1f}, and "
        f"noise alone gives up to {of_noise:.1f}, so there may be no plateau. Look at the plot, and run "
        "test_plateau() on this fit."
    )
    return [Message("weak-evidence", text)]
