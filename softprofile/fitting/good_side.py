"""Which values of z are better, and which side of a fit is the good one: the one place that knows."""

from __future__ import annotations

from softprofile.util.errors import InputError

#: Side 2 has the larger location of z, so that side 1 is the good one where lower z is better.
GOOD_SIDES = {"lower": 1, "higher": 2}


def require_better(better: str | None) -> str | None:
    """Return `better`, or raise InputError if it is not "lower", "higher" or None.

    Parameters
    ----------
    better : {"lower", "higher"} or None
        Which values of z are better.

    Returns
    -------
    str or None
        The same value.

    Raises
    ------
    InputError
        If it is another value.

    Examples
    --------
    >>> require_better("lower")
    'lower'
    """
    if better is not None and (not isinstance(better, str) or better not in GOOD_SIDES):
        raise InputError(f"better must be 'lower', 'higher' or None, not {better!r}.")
    return better


def good_side(better: str | None) -> int | None:
    """Return the side with the better values of z: 1, 2, or None if `better` is None.

    Parameters
    ----------
    better : {"lower", "higher"} or None
        Which values of z are better.

    Returns
    -------
    int or None
        The side.

    Examples
    --------
    >>> good_side("lower"), good_side("higher"), good_side(None)
    (1, 2, None)
    """
    return None if better is None else GOOD_SIDES[better]


def side_label(side: int, better: str | None) -> str:
    """Return the name of a side for tables, legends and sentences.

    Parameters
    ----------
    side : {1, 2}
        The side.
    better : {"lower", "higher"} or None
        Which values of z are better.

    Returns
    -------
    str
        "side 1" or "side 2", followed by "(good)" if it is known to be the good one.

    Examples
    --------
    >>> side_label(1, "lower"), side_label(2, "lower"), side_label(1, None)
    ('side 1 (good)', 'side 2', 'side 1')
    """
    return f"side {side} (good)" if side == good_side(better) else f"side {side}"


def side_of_result(side: int | str | None, better: str | None) -> int | None:
    """Return the side that an argument of a method of a result means.

    Parameters
    ----------
    side : {1, 2, "good"} or None
        What the user asked for; None for both sides.
    better : {"lower", "higher"} or None
        Which values of z are better, as given to the fit.

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
    >>> side_of_result("good", "lower"), side_of_result(2, None)
    (1, 2)
    """
    if side is None or (side in (1, 2) and not isinstance(side, bool)):
        return None if side is None else int(side)
    if side != "good":
        raise InputError(f"side must be 1, 2, 'good' or None, not {side!r}.")
    if better is None:
        raise InputError("the good side is not known: fit with better='lower' or better='higher', or say side=1 or 2.")
    return GOOD_SIDES[better]


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
