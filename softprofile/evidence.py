r"""Whether a fit is better than what it would make of noise: a rule of thumb, for a warning.

By how much two levels of pure noise are likelier than one depends mostly on how many parameters the fit may choose: p
of the boundary, and those of the density beyond the first in which the sides differ. :math:`3 + 1.25 p` nats are
exceeded by about one fit to noise in twenty-five (`python -m studies plateau`). No partition of n evenly spread values
gains more than :math:`(n / 2) \log 4`, which is the limit where points are few.
"""

from __future__ import annotations

from math import log

import numpy as np

from softprofile.boundaries import Boundary, Network, Quadratic
from softprofile.likelihood import Likelihood
from softprofile.validation import Array


def gain_of_noise(n: int, m: int, boundary: Boundary, differing: int) -> float:
    """Nats that a fit to n points of noise in m dimensions seldom gains.

    `differing` is the number of parameters of the density in which the two sides differ. A network counts as a
    quadratic boundary: where z is noise it is searched from a gentle start, and does not find more.
    """
    simple = Quadratic() if isinstance(boundary, Network) else boundary
    parameters = simple.n_parameters(m) + max(differing - 1, 0)
    return min(3.0 + 1.25 * parameters, 0.5 * n * log(4.0))


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
