"""Conversion of a fit to plain lists, numbers and strings, and back. Nothing in such a file is ever executed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.elbow import SideTheta
from softprofile.fitting.good_side import require_better
from softprofile.model.boundaries import BOUNDARIES, Boundary, UserBoundary, get_boundary
from softprofile.model.densities import DENSITIES, Density, get_density
from softprofile.model.likelihood import SOFTNESS
from softprofile.model.registry import Registry
from softprofile.model.shapes import SHAPES, Levels, Shape
from softprofile.model.transforms import TRANSFORMS, Transform
from softprofile.optimization.settings import FitSettings
from softprofile.util.errors import InputError, require_choice
from softprofile.util.messages import CODES, SEVERITIES, Message
from softprofile.util.validation import Array, read_configurations, read_performance, require_count, require_number

Family = TypeVar("Family", Boundary, Density)

FORMAT = "softprofile.BoundaryFit"
# Version 1 has plain texts as messages.
VERSION = 2
READABLE_VERSIONS = (1, 2)

_SAME = 1e-6

# Settings that are not attributes of the fit itself.
_PLAIN_SETTINGS = ("n_starts", "ridge", "random_state", "literal", "better")


def fit_to_dict(fit: BoundaryFit) -> dict[str, Any]:
    """Return the content of a fit as plain lists, numbers and strings.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.

    Returns
    -------
    dict
        What `fit_from_dict` needs, and under "chosen", for readers of the file, the points that the fit chose.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "names": list(fit.names),
        "z_name": fit.z_name,
        "U": fit.U.tolist(),
        "z": fit.z.tolist(),
        "transform": {
            "kinds": list(fit.transform.kinds),
            "centres": fit.transform.centres.tolist(),
            "scales": fit.transform.scales.tolist(),
        },
        "boundary": _family_to_dict(fit.boundary),
        "density": _family_to_dict(fit.density),
        "shape": _family_to_dict(fit.shape),
        "softness": fit.softness,
        "ridge": fit.ridge,
        "n_starts": fit.n_starts,
        "parameters": fit.parameters.tolist(),
        "theta": {str(side): theta for side, theta in fit.theta.items()},
        "loglik": fit.loglik,
        "values": fit.values.tolist(),
        "centres": fit.centres.tolist(),
        "representative": fit.representative.tolist(),
        "crossings": fit.crossings.tolist(),
        "settings": {
            **{name: getattr(fit.settings, name) for name in _PLAIN_SETTINGS},
            "shape": _family_to_dict(fit.settings.shape),
        },
        "certified": fit.certified,
        "messages": [_message_to_dict(message) for message in fit.messages],
        "chosen": {
            "representative_point": fit.representative_point.to_dict(),
            "centers_of_gravity": [row.to_dict() for _, row in fit.centers_of_gravity.iterrows()],
            "nearest_point": fit.nearest_point().to_dict(),
            "nearest_index": fit.nearest_index(),
            "sides": fit.sides.tolist(),
        },
    }


def fit_from_dict(data: Any, boundary: Any = None, density: Any = None) -> BoundaryFit:
    """Rebuild a fit from what `fit_to_dict` returned.

    Parameters
    ----------
    data : dict
        The content of a fit.
    boundary, density : object, optional
        The user's own boundary or density, which cannot be saved.

    Returns
    -------
    BoundaryFit
        The same fit.

    Raises
    ------
    InputError
        If the content is not that of a fit, is damaged, or contradicts itself.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise InputError("this is not a fit saved by softprofile: write one with BoundaryFit.to_json.")
    if data.get("version") not in READABLE_VERSIONS:
        raise InputError(
            f"this fit was saved in format version {data.get('version')!r}, but this softprofile reads "
            f"{' and '.join(map(str, READABLE_VERSIONS))}."
        )
    try:
        return _rebuild(data, boundary, density)
    except InputError as error:
        raise InputError(f"this saved fit cannot be rebuilt: {error.template}", error.rows) from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise InputError(f"this saved fit is damaged ({type(error).__name__}: {error}).") from None


def _rebuild(data: Mapping[str, Any], boundary: Any, density: Any) -> BoundaryFit:
    names = tuple(_text(name, "a name") for name in _list(data["names"], "names"))
    m, n = len(names), len(_list(data["z"], "z"))
    g = _boundary_from_dict(data["boundary"], boundary)
    kinds = tuple(require_choice(kind, TRANSFORMS[1:], "transform") for kind in data["transform"]["kinds"])
    if len(kinds) != m:
        raise InputError(f"it has {m} columns but {len(kinds)} transforms.")
    crossings = _list(data["crossings"], "crossings")
    f = _density_from_dict(data["density"], density)
    softness = require_choice(data["softness"], SOFTNESS, "softness")
    rebuilt = BoundaryFit(
        U=_array(data["U"], (n, m), "U"),
        z=_array(data["z"], (n,), "z"),
        names=names,
        z_name=_text(data["z_name"], "z_name"),
        transform=Transform(
            kinds,
            _array(data["transform"]["centres"], (m,), "centres"),
            _array(data["transform"]["scales"], (m,), "scales"),
        ),
        boundary=g,
        density=f,
        softness=softness,
        ridge=require_number(data["ridge"], "ridge", at_least=0),
        n_starts=require_count(data["n_starts"], "n_starts"),
        parameters=_array(data["parameters"], (g.n_parameters(m),), "parameters"),
        theta=_theta(data["theta"]),
        loglik=require_number(data["loglik"], "loglik"),
        values=_array(data["values"], (n,), "values"),
        centres=_array(data["centres"], (2, m), "centres"),
        representative=_array(data["representative"], (m,), "representative"),
        crossings=_array(crossings, (len(crossings), m), "crossings"),
        settings=_settings(data["settings"], g, f, softness),
        certified=_flag(data["certified"], "certified"),
        messages=tuple(_message_from(message) for message in _list(data["messages"], "messages")),
        shape=_shape_from_dict(data.get("shape")),
    )
    require_consistent(rebuilt)
    return rebuilt


def require_consistent(fit: BoundaryFit) -> None:
    """Refuse a fit whose parts contradict each other, so that a fit that was read is as reliable as a new one.

    Parameters
    ----------
    fit : BoundaryFit
        The fit.

    Raises
    ------
    InputError
        If its parts contradict each other.
    """
    _, names = read_configurations(fit.U)
    if len(set(fit.names)) < len(names):
        raise InputError(f"its column names are not distinct: {', '.join(fit.names)}.")
    read_performance(fit.z)
    fit.density.check(fit.z)
    if np.any(fit.transform.scales <= 0):
        raise InputError("the scales of its transform must be positive.")
    V = fit.transformed
    values = fit.boundary.value(fit.boundary.design(V), fit.parameters)
    # Relative to the largest: another machine may differ in the last digits.
    if not np.allclose(values, fit.values, rtol=0, atol=_SAME * max(1.0, float(np.abs(fit.values).max()))):
        raise InputError("its values are not those of its boundary at its configurations.")
    if len({*fit.sides.tolist()}) < 2 and not fit.shape.has_curve:
        raise InputError("all its configurations lie on one side of its boundary.")
    low, high = V.min(axis=0), V.max(axis=0)
    slack = _SAME * np.maximum(1.0, np.abs(V).max(axis=0))
    points = np.vstack([fit.centres, fit.representative, fit.crossings])
    if np.any(points < low - slack) or np.any(points > high + slack):
        raise InputError("its points lie outside the configurations that were evaluated.")
    _require_parameters(fit.theta, fit.density)


def _require_parameters(theta: SideTheta, density: Density) -> None:
    if list(theta[1]) != list(theta[2]):
        raise InputError("the densities of its sides have different parameters.")
    for side in (1, 2):
        location = density.location({key: np.asarray(value) for key, value in theta[side].items()})
        if not np.all(np.isfinite([*theta[side].values(), float(location)])):
            raise InputError(f"the density of side {side} has parameters that are not finite.")


def _settings(data: Mapping[str, Any], boundary: Boundary, density: Density, softness: str) -> FitSettings:
    n_starts, ridge, seed = (data[name] for name in _PLAIN_SETTINGS[:3])
    return FitSettings(
        boundary,
        density,
        softness,
        n_starts=None if n_starts is None else require_count(n_starts, "n_starts"),
        ridge=None if ridge is None else require_number(ridge, "ridge", at_least=0),
        random_state=None if seed is None else require_count(seed, "random_state", at_least=0),
        literal=_flag(data["literal"], "literal"),
        # Older files do not have it.
        better=require_better(data.get("better")),
        shape=_shape_from_dict(data.get("shape")),
    )


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"{what} must be a list.")
    return value


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{what} must be text.")
    return value


def _flag(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{what} must be true or false.")
    return value


def _message_to_dict(message: Message) -> dict[str, Any]:
    return {
        "code": message.code,
        "template": message.template,
        "rows": list(message.rows),
        "severity": message.severity,
    }


def _message_from(data: Any) -> Message:
    if isinstance(data, str):
        return Message("unclassified", data)
    if not isinstance(data, Mapping):
        raise InputError("a message must be a text or an object.")
    code, template = (_text(data[key], f"the {key} of a message") for key in ("code", "template"))
    rows = [require_count(row, "a row of a message", at_least=0) for row in _list(data["rows"], "rows of a message")]
    severity = require_choice(data["severity"], SEVERITIES, "severity")
    # A newer version may have written a code that is not known here: its text still says what it means.
    return Message(code if code in CODES else "unclassified", template, tuple(rows), severity)


def _theta(data: Mapping[str, Mapping[str, float]]) -> SideTheta:
    return {side: {str(key): float(value) for key, value in data[str(side)].items()} for side in (1, 2)}


def _array(values: Any, shape: tuple[int, ...], what: str) -> Array:
    array = np.array(values, dtype=float)
    if array.shape != shape or not np.all(np.isfinite(array)):
        raise InputError(f"{what} must be finite numbers of shape {shape}, but has shape {array.shape}.")
    return array


def _family_to_dict(family: Boundary | Density | Shape) -> dict[str, Any]:
    options = family.options()
    # The user's own object cannot be saved: the name of its class is, and the object must be passed on reading.
    inner = options.pop("inner", None)
    described = {"name": family.name, "options": options}
    return described if inner is None or family.name != "user" else {**described, "class": type(inner).__name__}


def _boundary_from_dict(data: Mapping[str, Any], given: Any) -> Boundary:
    found = _family_from_dict(BOUNDARIES, data, get_boundary, given)
    if isinstance(found, UserBoundary):
        return UserBoundary(found.inner, sign=-1 if data["options"].get("sign") == -1 else 1, name=found.name)
    return found


def _shape_from_dict(data: Any) -> Shape:
    """Rebuild a shape; files written before there were shapes have two levels."""
    if data is None:
        return Levels()
    found = SHAPES.rebuild(_text(data["name"], "the name of the shape"), data["options"])
    if not isinstance(found, Shape):
        raise InputError(f"its shape {data['name']!r} is not known.")
    return found


def _density_from_dict(data: Mapping[str, Any], given: Any) -> Density:
    return _family_from_dict(DENSITIES, data, get_density, given)


def _family_from_dict(known: Registry, data: Mapping[str, Any], get: Callable[[Any], Family], given: Any) -> Family:
    """Rebuild a family: as given by the user, or by its name and options."""
    if given is not None:
        return get(given)
    found = known.rebuild(str(data["name"]), data["options"])
    if found is None:
        raise InputError(f"its {known.what} {_own_class(data)} is your own: pass the object as {known.what}=.")
    return get(found)


def _own_class(data: Mapping[str, Any]) -> str:
    return repr(str(data.get("class", data["name"])))
