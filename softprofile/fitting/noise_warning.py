"""The warning that two levels of z are no clearer than pure noise would make them."""

from __future__ import annotations

import numpy as np

from softprofile.model.likelihood import Likelihood
from softprofile.util.validation import Array


def weak_evidence_messages(likelihood: Likelihood, values: Array, loglik: float, of_noise: float) -> list[str]:
    """A sentence if two levels of z, with these boundary values, are likelier than one by no more than of noise.

    Of the softened likelihood and that of the partition itself the larger is taken: a strong ridge holds the one down
    however clear the levels are. Where fits of the density take long the softened one, known already, has to do.
    """
    one = float(likelihood.soft(np.zeros(likelihood.n)).loglik)
    two = max(loglik, float(likelihood.hard(values > 0))) if likelihood.density.quick else loglik
    if two - one > of_noise:
        return []
    return [
        f"two levels of z are only {two - one:.1f} nats likelier than one, and noise alone gives up to {of_noise:.1f}: "
        "there may be no plateau. Look at the plot, and run test_plateau() on this fit."
    ]
