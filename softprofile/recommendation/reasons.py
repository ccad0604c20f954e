"""The reason of a recommendation in one sentence: what is given up against the best evaluated, and what is gained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from softprofile.recommendation.choice import LEAST_TOLERANCE
from softprofile.recommendation.simplicity import ASSUMED, COST, NONE, TRAINING, USER

_GAINS = {
    COST: "cheaper",
    USER: "simpler in the direction given by simpler=",
    TRAINING: "simpler by the trend of the training scores",
    ASSUMED: "nearer to the poor side, which is assumed to be the simpler one",
    NONE: "better supported by its neighbours",
}
_FIRST_OF = {
    COST: "the cheapest",
    USER: "the simplest in the direction given by simpler=",
    TRAINING: "the simplest by the trend of the training scores",
    ASSUMED: "the nearest to the poor side, which is assumed to be the simpler one,",
    NONE: "the best supported by its neighbours",
}


@dataclass(frozen=True)
class Grounds:
    """What the reason is made of.

    Attributes
    ----------
    pick, best : str
        The recommended and the best evaluated configuration in words.
    z_name : str
        Name of the performance.
    z, z_best : float
        Their performance.
    better : {"lower", "higher"}
        Which z is better.
    accepted : float
        Largest loss that was accepted.
    noise : float
        Noise near the top.
    source : str
        Source of the order of simplicity: see `Simplicity`.
    as_good : int
        Number of configurations as good as the best.
    obstacle : str
        Why nothing was compared with the best, if so.
    lucky : bool
        Whether the best evaluated was set aside as a lucky evaluation.
    costs : tuple of float or None
        Cost of the recommended and of the best evaluated.
    tolerance : float or None
        The user's tolerance.
    """

    pick: str
    best: str
    z_name: str
    z: float
    z_best: float
    better: str
    accepted: float
    noise: float
    source: str
    as_good: int
    obstacle: str = ""
    lucky: bool = False
    costs: tuple[float, float] | None = None
    tolerance: float | None = None

    @property
    def loss(self) -> float:
        """How much worse the recommended z is than that of the best evaluated."""
        return abs(self.z_best - self.z)


def describe_configuration(values: dict[str, Any]) -> str:
    """Return a configuration in words.

    Parameters
    ----------
    values : dict
        Values by name.

    Returns
    -------
    str
        The configuration.

    Examples
    --------
    >>> describe_configuration({"C": 10.0, "kernel": "rbf"})
    "C=10, kernel='rbf'"
    """
    return ", ".join(f"{name}={_value(value)}" for name, value in values.items())


def reason_of_edge(grounds: Grounds) -> str:
    """Return the reason of a recommendation by the rule "edge"."""
    known = f"{grounds.pick} has {grounds.z_name} {grounds.z:.4g}"
    if grounds.lucky:
        return (
            f"{known}, {_distance(grounds)}, which is set aside because the configurations around it do not support "
            f"it; the recommended one is {_FIRST_OF[grounds.source]} of the {_count(grounds.as_good)} that are as good "
            "as the best of the others."
        )
    if grounds.obstacle:
        same = "the best evaluated" if grounds.loss == 0 else _distance(grounds)
        return f"{known}, {same}: {grounds.obstacle}."
    if grounds.pick == grounds.best:
        if grounds.as_good == 1:
            return (
                f"{known}, the best evaluated, and no other configuration is within {grounds.accepted:.2g} of it both by "
                "itself and by its neighbours."
            )
        if grounds.source == NONE:
            return f"{known}, the best evaluated, and nothing tells which of the {grounds.as_good} as good is simpler."
        return f"{known}, the best evaluated, and is {_FIRST_OF[grounds.source]} of the {grounds.as_good} as good."
    equal = grounds.loss == 0
    given_up = (
        f"the same as the best evaluated ({grounds.best})" if equal else f"{_distance(grounds)}, {_within(grounds)}"
    )
    return f"{known}, {given_up}, and is {_gain(grounds)}."


def reason_of_paper(grounds: Grounds) -> str:
    """Return the reason of a recommendation by the paper's rule."""
    distance = "the best evaluated" if grounds.loss == 0 else _distance(grounds)
    return (
        f"{grounds.pick} is nearest to the representative point of the boundary between two levels, Eq. (12); its "
        f"{grounds.z_name} is {grounds.z:.4g}, {distance}."
    )


def _distance(grounds: Grounds) -> str:
    side = "above" if grounds.better == "lower" else "below"
    return f"{grounds.loss:.2g} {side} that of the best evaluated ({grounds.best}: {grounds.z_best:.4g})"


def _within(grounds: Grounds) -> str:
    if grounds.tolerance is not None:
        return f"within the tolerance of {grounds.tolerance:.2g} of the improvement ({grounds.accepted:.2g})"
    if grounds.loss <= grounds.noise:
        return f"within the noise of {grounds.noise:.2g}"
    return f"within {100 * LEAST_TOLERANCE:g} % of the improvement ({grounds.accepted:.2g})"


def _gain(grounds: Grounds) -> str:
    if grounds.costs is None:
        return _GAINS[grounds.source]
    return f"{_GAINS[COST]} ({grounds.costs[0]:.3g} instead of {grounds.costs[1]:.3g})"


def _count(number: int) -> str:
    return "one" if number == 1 else str(number)


def _value(value: Any) -> str:
    if isinstance(value, float):
        return "None" if value != value else f"{value:.4g}"
    return repr(value)
