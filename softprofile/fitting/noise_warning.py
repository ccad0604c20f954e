"""The warning that two levels of z are no clearer than pure noise would make them."""

from __future__ import annotations

import numpy as np

from softprofile.model.likelihood import Likelihood
from softprofile.util.messages import Message
from softprofile.util.validation import Array


def weak_evidence_messages(likelihood: Likelihood, values: Array, loglik: float, of_noise: float) -> list[Message]:
    """A message if the log-likelihood ratio of two levels of z against one is no larger than `of_noise`.

    The likelihood of two levels is the larger of the softened one and that of the partition itself, because a strong
    ridge lowers the softened one however clear the levels are. If the density is slow to fit, only the softened one is
    used, which is known already.
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
