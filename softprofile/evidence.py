r"""Whether a fit is better than what it would make of noise: a rule of thumb, for a warning.

By how much two levels of pure noise are likelier than one depends mostly on how many parameters the fit may choose: p
of the boundary, and those of the density beyond the first in which the sides differ. `python -m studies plateau`
compares :math:`4 + 1.6 p` nats with what noise gives. No partition of n evenly spread values gains more than
:math:`(n / 2) \log 4`, which is the limit where points are few.
"""

from __future__ import annotations

from math import log

from softprofile.boundaries import Boundary, Network, Quadratic


def gain_of_noise(n: int, m: int, boundary: Boundary, differing: int) -> float:
    """Nats that a fit to n points of noise in m dimensions seldom gains.

    `differing` is the number of parameters of the density in which the two sides differ. A network counts as a
    quadratic boundary: where z is noise it is searched from a gentle start, and does not find more.
    """
    simple = Quadratic() if isinstance(boundary, Network) else boundary
    parameters = simple.n_parameters(m) + max(differing - 1, 0)
    return min(4.0 + 1.6 * parameters, 0.5 * n * log(4.0))


def weak_evidence_messages(gain: float, of_noise: float, z_name: str) -> list[str]:
    """A sentence if the gain of a fit is no more than that of noise."""
    if gain > of_noise:
        return []
    return [
        f"two levels of {z_name} are only {gain:.1f} nats likelier than one, and noise alone gives up to "
        f"{of_noise:.1f}: there may be no plateau. Look at the plot, and run test_plateau() on the fit."
    ]
