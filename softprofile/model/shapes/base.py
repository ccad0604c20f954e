"""The interface of a shape: how the location of z changes with the boundary function g."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from softprofile.util.validation import Array
from softprofile.util.value_object import ValueObject


class Curve(NamedTuple):
    """The location of z as a function of g, linear in the levels: offset + sum_k level_k basis_k.

    Attributes
    ----------
    basis : tuple of array of shape (..., n)
        One basis function per level.
    slopes : tuple of array of shape (..., n)
        Their derivatives in g.
    offset, offset_slope : array of shape (..., n) or float
        The part that does not depend on the levels, and its derivative in g.
    """

    basis: tuple[Array, ...]
    slopes: tuple[Array, ...]
    offset: Array | float = 0.0
    offset_slope: Array | float = 0.0

    def locations(self, levels: Array) -> Array:
        """Return the locations at levels of shape (k, ...)."""
        return self.offset + sum(level[..., None] * one for level, one in zip(levels, self.basis, strict=True))

    def derivatives(self, levels: Array) -> Array:
        """Return the derivatives of the locations in g."""
        return self.offset_slope + sum(level[..., None] * one for level, one in zip(levels, self.slopes, strict=True))


class Shape(ValueObject, ABC):
    """How the location of z changes across the boundary.

    Side 2, where g > 0, has the larger location of z in all shapes.

    See Also
    --------
    softprofile.fit : Fit a boundary, with ``shape=``.
    """

    @property
    def has_curve(self) -> bool:
        """Whether the location is a continuous function of g. False for two levels."""
        return True

    @abstractmethod
    def variants(self) -> tuple[Shape, ...]:
        """Return the shapes among which the likelihood chooses; this one alone if nothing is left to choose."""

    @abstractmethod
    def curve(self, g: Array, unit: float) -> Curve:
        """Return the location as a function of the levels.

        Parameters
        ----------
        g : array of shape (..., n)
            Values of the boundary.
        unit : float
            Standard deviation of z.

        Returns
        -------
        Curve
            Basis functions and their derivatives in g.
        """

    @abstractmethod
    def locations(self, g: Array, level1: float, level2: float, unit: float) -> Array:
        """Return the location of z at values of the boundary.

        Parameters
        ----------
        g : array of shape (..., n)
            Values of the boundary.
        level1, level2 : float
            Locations of side 1 and side 2.
        unit : float
            Standard deviation of z.

        Returns
        -------
        array of shape (..., n)
            The locations.
        """

    @abstractmethod
    def side_levels(self, levels: Array, locations: Array) -> tuple[float, float]:
        """Return the locations that describe side 1 and side 2.

        Parameters
        ----------
        levels : array of shape (k,)
            Fitted levels.
        locations : array of shape (n,)
            Fitted locations of the points.

        Returns
        -------
        tuple of float
            Location of side 1 and of side 2.
        """

    @property
    def flat_side(self) -> int | None:
        """The side on which the location is exactly constant, or None if there is none."""
        return None

    def towards(self, better: str | None) -> Shape:
        """Return the shape with what follows from the direction of improvement.

        Parameters
        ----------
        better : {"lower", "higher"} or None
            Which values of z are better.

        Returns
        -------
        Shape
            This shape, unless the direction decides something that was left open.
        """
        return self

    def flipped(self) -> Shape:
        """Return the shape of -g with the levels exchanged."""
        return self
