r"""Whether a fit is better than what it would make of noise: a rule of thumb, for a warning.

By how much two levels of pure noise are likelier than one depends mostly on how many parameters the fit may choose: p
of the boundary, and those of the density beyond the first in which the sides differ. :math:`3 + 1.25 p` nats are
exceeded by about one fit to noise in twenty-five (`python -m studies plateau`). Where points are few there is a limit:
two levels explain at most 3/4 of the variance of evenly spread values, and of noise at k different configurations only
the part between these, a share of (k - 1) / (n - 1), so no more than
:math:`-(n / 2) \log\{1 - (3/4) (k - 1) / (n - 1)\}` is gained.
"""

from __future__ import annotations

from math import log

import numpy as np

from softprofile.model.boundaries import Boundary, Network, Quadratic
from softprofile.model.likelihood import Likelihood
from softprofile.util.messages import Message
from softprofile.util.validation import Array

_FIRST = 1000


def gain_of_noise(V: Array, boundary: Boundary, differing: int) -> float:
    """Nats that a fit to noise at the configurations V seldom gains.

    `differing` is the number of parameters of the density in which the two sides differ. A network counts as a
    quadratic boundary: where z is noise it is searched from a gentle start, and does not find more.
    """
    n, m = V.shape
    simple = Quadratic() if isinstance(boundary, Network) else boundary
    parameters = simple.n_parameters(m) + max(differing - 1, 0)
    usual = 3.0 + 1.25 * parameters
    # -log(1 - x) exceeds x, so that with so many different configurations there is no limit.
    different = _different(V, usual / 0.375 + 1)
    return min(usual, -0.5 * n * log(1 - 0.75 * (different - 1) / (n - 1)))


def _different(V: Array, enough: float) -> int:
    """How many different configurations there are; of many points not counted to the end once they are enough."""
    first = len(np.unique(V[:_FIRST], axis=0))
    return first if first >= enough or len(V) <= _FIRST else len(np.unique(V, axis=0))


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
