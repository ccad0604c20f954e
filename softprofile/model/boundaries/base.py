"""The interface of a boundary g(u; w): its value, its gradient in w, and starting values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from softprofile.model.densities.gaussian_split import split_gains
from softprofile.util.scaling import mean_and_sd
from softprofile.util.validation import Array
from softprofile.util.value_object import ValueObject

#: Root mean square of g at random starts: clearly two-sided, but with unsaturated soft weights.
START_STEEPNESS = 3.0
#: Root mean square of g at the gentle starts, which are used when evidence is weak.
GENTLE_STEEPNESS = (0.3, 1.0)


class LinearPart(NamedTuple):
    """The parameters in which g is linear while the others are fixed.

    In them, ``g = features @ w[position]``.

    Parameters
    ----------
    features : array of shape (n, k)
        Features of the points; the last feature is the constant 1.
    position : slice
        Position of the k parameters in w.

    Attributes
    ----------
    features : array of shape (n, k)
        Features of the points; the last feature is the constant 1.
    position : slice
        Position of the k parameters in w.

    Examples
    --------
    The output layer of a network with three hidden units:

    >>> import numpy as np
    >>> from softprofile.boundaries import Network
    >>> network = Network(hidden=3)
    >>> design = network.design(np.array([[0.0, 1.0], [2.0, -1.0]]))
    >>> w = np.linspace(-1, 1, network.n_parameters(2))
    >>> part = network.linear_part(design, w)
    >>> part.features.shape, len(w[part.position])
    ((2, 4), 4)
    >>> np.allclose(part.features @ w[part.position], network.value(design, w))
    True
    """

    features: Array
    position: slice


class Boundary(ValueObject, ABC):
    """A family of boundaries g(u; w) in transformed coordinates; side 2 is g > 0.

    A subclass implements the number of parameters, the value of g, its gradient in w, the negation of g, and random
    starts. Everything else has a default. The class attributes and the methods `linear_part`, `gentle_starts` and
    `effective_parameters` declare what the search may make use of, so that no code asks for the class of a boundary.

    `design(U)` is computed once for each set of points and passed to the other methods. Values are vectorised over
    leading axes of w: parameters of shape (..., p) give values of shape (..., n).

    Attributes
    ----------
    name : str
        Name of the family.
    optimizer : {"bfgs", "adam"}
        Optimizer that suits the family.
    quick : bool
        Whether many evaluations of g cost little more than one. False for user-defined objects.
    linear : bool
        Whether g is linear in all parameters, ``g = design @ w``, with a last column of ones.
    informed_share : float
        Share of the starts that are computed from z.
    has_gentle_starts : bool
        Whether `gentle_starts` is implemented. If not, the search is full whatever the evidence.
    curved : bool
        Whether `curvature` is implemented.
    scalable : bool
        Whether the family is closed under multiplication of g by a positive number. A hard partition then leaves one
        parameter undetermined.

    Examples
    --------
    >>> from softprofile.boundaries import Boundary, Linear
    >>> isinstance(Linear(), Boundary), Linear().n_parameters(2)
    (True, 3)
    """

    optimizer: ClassVar[str] = "bfgs"
    quick: ClassVar[bool] = True
    linear: ClassVar[bool] = False
    informed_share: ClassVar[float] = 0.5
    has_gentle_starts: ClassVar[bool] = False
    curved: ClassVar[bool] = False
    scalable: ClassVar[bool] = True

    @abstractmethod
    def n_parameters(self, m: int) -> int:
        """Return the number of parameters in m dimensions.

        Parameters
        ----------
        m : int
            Number of hyper-parameters.

        Returns
        -------
        int
            The length p of w.
        """

    def effective_parameters(self, m: int) -> int:
        """Return the effective number of parameters of a fit to pure noise.

        The threshold of the noise warning depends on this number.

        Parameters
        ----------
        m : int
            Number of hyper-parameters.

        Returns
        -------
        int
            The number of all parameters, unless the family overrides it.
        """
        return self.n_parameters(m)

    def design(self, U: Array) -> Array:
        """Compute the design, the representation of the points that the other methods use.

        Parameters
        ----------
        U : array of shape (n, m)
            Points in transformed coordinates.

        Returns
        -------
        array of shape (n, ...)
            The points themselves, unless the family overrides it.
        """
        return U

    @abstractmethod
    def value(self, design: Array, w: Array) -> Array:
        """Return g(u_i; w) at every point.

        Parameters
        ----------
        design : array
            What `design` returned.
        w : array of shape (..., p)
            Parameters.

        Returns
        -------
        array of shape (..., n)
            The values of g.
        """

    @abstractmethod
    def gradient(self, design: Array, w: Array) -> Array:
        """Return the gradient of g(u_i; w) in w at every point.

        Parameters
        ----------
        design : array
            What `design` returned.
        w : array of shape (..., p)
            Parameters.

        Returns
        -------
        array of shape (..., n, p)
            The gradients.
        """

    def pullback(self, design: Array, w: Array, dg: Array) -> Array:
        r"""Return the chain rule :math:`\sum_i dg_i \, \partial g(u_i; w) / \partial w`.

        Parameters
        ----------
        design : array
            What `design` returned.
        w : array of shape (..., p)
            Parameters.
        dg : array of shape (..., n)
            Derivative of the objective in each g_i.

        Returns
        -------
        array of shape (..., p)
            The sum. Families override this method where the sum is cheaper than the gradient at every point.
        """
        return np.asarray(np.einsum("...n,...np->...p", dg, self.gradient(design, w)))

    def value_and_pullback(self, design: Array, w: Array) -> tuple[Array, Callable[[Array], Array]]:
        """Return the values of g and the pullback at the same w, which may share work.

        Parameters
        ----------
        design : array
            What `design` returned.
        w : array of shape (..., p)
            Parameters.

        Returns
        -------
        tuple of array and callable
            The values of g, and a function of dg that returns the pullback.
        """
        return self.value(design, w), lambda dg: self.pullback(design, w, dg)

    def curvature(self, design: Array, w: Array, dg: Array, ddg: Array) -> Array:
        r"""Return the second-order chain rule for one w.

        .. math:: \sum_i ddg_i (\partial g_i / \partial w)(\partial g_i / \partial w)^T
                  + dg_i \, \partial^2 g_i / \partial w^2

        Parameters
        ----------
        design : array
            What `design` returned.
        w : array of shape (p,)
            Parameters.
        dg, ddg : array of shape (n,)
            First and second derivative of the objective in each g_i.

        Returns
        -------
        array of shape (p, p)
            The curvature.
        """
        raise NotImplementedError

    @abstractmethod
    def flip(self, w: Array) -> tuple[Boundary, Array]:
        """Return the boundary and the parameters of -g.

        Parameters
        ----------
        w : array of shape (p,)
            Parameters of g.

        Returns
        -------
        tuple of Boundary and array
            The family, and the parameters of -g in it.
        """

    def linear_part(self, design: Array, w: Array) -> LinearPart | None:
        """Return the parameters in which g is linear while the others are fixed at w.

        Exact searches over partitions optimise these parameters.

        Parameters
        ----------
        design : array
            What `design` returned.
        w : array of shape (p,)
            Parameters.

        Returns
        -------
        LinearPart or None
            Features and position of these parameters; None if the family has no such part.
        """
        return LinearPart(design, slice(None)) if self.linear else None

    @abstractmethod
    def random_starts(self, design: Array, count: int, rng: np.random.Generator) -> Array:
        """Return random starts, which do not depend on z.

        Parameters
        ----------
        design : array
            What `design` returned.
        count : int
            Number of starts.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        array of shape (count, p)
            The starts.
        """

    def informed_starts(self, design: Array, z: Array, count: int, rng: np.random.Generator) -> Array:
        """Return starts computed from z, which already separate large from small z.

        Parameters
        ----------
        design : array
            What `design` returned.
        z : array of shape (n,)
            Performance.
        count : int
            Number of starts.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        array of shape (count, p)
            The starts; random starts unless the family overrides it.
        """
        return self.random_starts(design, count, rng)

    def gentle_starts(self, design: Array, z: Array, rng: np.random.Generator) -> Array:
        """Return soft starts, with small g, for data with weak evidence of two levels.

        Parameters
        ----------
        design : array
            What `design` returned.
        z : array of shape (n,)
            Performance.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        array of shape (k, p)
            The starts.
        """
        raise NotImplementedError

    def term_names(self, names: Sequence[str]) -> list[str] | None:
        """Return a name for each parameter.

        Parameters
        ----------
        names : sequence of str
            Names of the hyper-parameters.

        Returns
        -------
        list of str or None
            The names; None if there are too many parameters to list.
        """
        return None

    def coefficients(self, w: Array, names: Sequence[str]) -> dict[str, Any]:
        """Return the parameters by name.

        Parameters
        ----------
        w : array of shape (p,)
            Parameters.
        names : sequence of str
            Names of the hyper-parameters.

        Returns
        -------
        dict
            Numbers or arrays by name.
        """
        return {f"w{k + 1}": float(value) for k, value in enumerate(w)}

    def describe(self, w: Array, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return facts about the fitted boundary for the summary.

        Parameters
        ----------
        w : array of shape (p,)
            Parameters.
        names : sequence of str
            Names of the hyper-parameters.

        Returns
        -------
        list of (str, str)
            Labels and texts.
        """
        return []


def regression_cut(features: Array, z: Array, ridge: float = 0.0) -> Array:
    """Regress z on features, whose last column is 1, and cut the fitted values at their elbow.

    Parameters
    ----------
    features : array of shape (n, p)
        Features; the last column is 1.
    z : array of shape (n,)
        Performance.
    ridge : float, default 0
        Ridge penalty of the regression.

    Returns
    -------
    array of shape (p,)
        Coefficients of g, positive where the fitted z is large. They are invariant to shift and scale of z.
    """
    p = features.shape[1]
    centre, scale = mean_and_sd(z)
    z = (z - centre) / scale
    if ridge > 0:
        penalised = np.vstack([features, np.sqrt(ridge * len(z)) * np.eye(p)])
        coefficients = np.linalg.lstsq(penalised, np.concatenate([z, np.zeros(p)]), rcond=None)[0]
    else:
        coefficients = np.linalg.lstsq(features, z, rcond=None)[0]
    fitted = features @ coefficients
    order = np.argsort(fitted, kind="stable")
    split = int(np.argmax(split_gains(z[order] - z.mean())))
    coefficients[-1] -= fitted[order[split : split + 2]].mean()
    return np.asarray(coefficients)


def with_steepness(values: Array, w: Array, steepness: float) -> Array:
    """Rescale w so that the values of a g that is linear in w have root mean square `steepness`."""
    size = float(np.sqrt(np.mean(values**2)))
    return w * (steepness / size) if size > 0 else w
