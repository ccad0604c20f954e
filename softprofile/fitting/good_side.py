"""Which side of a fit is the good one: the one place that knows."""

from __future__ import annotations

from softprofile.util.errors import InputError

#: Side 2 has the larger location of z, so that side 1 is the good one where lower z is better.
GOOD_SIDES = {"lower": 1, "higher": 2}


def resolve_side(side: int | str, better: str | None, z_name: str) -> int | None:
    """Return the side that an option of a door means.

    Parameters
    ----------
    side : {"good", "any", 1, 2}
        What the user asked for.
    better : {"lower", "higher"} or None
        Which z is better; None if that is not known.
    z_name : str
        Name of z, for the error message.

    Returns
    -------
    int or None
        1 or 2, or None for both sides.

    Raises
    ------
    InputError
        If the side is not valid, or the good side is asked for and not known.

    Examples
    --------
    >>> resolve_side("good", "higher", "mean_test_score"), resolve_side("any", None, "time")
    (2, None)
    """
    if isinstance(side, bool) or side not in ("good", "any", 1, 2):
        raise InputError(f"side must be 'good', 'any', 1 or 2, not {side!r}.")
    if side == "any":
        return None
    if side != "good":
        return int(side)
    if better is None:
        raise InputError(
            f"which side of {z_name!r} is the good one is not known: say side=1, where it is smaller, or side=2."
        )
    return GOOD_SIDES[better]
