"""Performance surfaces bundled with the package."""

from __future__ import annotations

from importlib.resources import files

from softprofile.surfaces.provenance import Provenance
from softprofile.surfaces.surface import Surface
from softprofile.util.errors import require_choice

#: `Provenance.source` of every bundled surface.
BUNDLED_SOURCE = "bundled with softprofile"

#: Name of a bundled surface -> what it holds and how it was computed.
SURFACES: dict[str, Provenance] = {
    provenance.name: provenance
    for provenance in (
        Provenance(
            name="parkinson-svm",
            description=(
                "Training and test error (%) of R's e1071::svm, radial kernel, on the UCI Parkinson speech data, over "
                "5 costs (gamma) and 7 kernel parameters (h)."
            ),
            source=BUNDLED_SOURCE,
            command="softprofile reproduce parkinson --recompute",
            engine="r",
        ),
        Provenance(
            name="forest-fires-enet",
            description=(
                "Training and test mean squared error of R's elasticnet::enet on the UCI forest fires data, y = ln(1 + "
                "area), average over ten splits into 362 and 155 fires, over 15 x 15 penalties (lambda1, lambda2)."
            ),
            source=BUNDLED_SOURCE,
            command="softprofile reproduce forest-fires --recompute",
            engine="r",
        ),
        Provenance(
            name="mnist-dropout",
            description=(
                "Training and test error (%) of a 784-256-256-10 network with dropout and max-norm, 15,000 steps on "
                "all 60,000 MNIST images, over 6 dropout rates (r) and 6 max-norms (c)."
            ),
            source=BUNDLED_SOURCE,
            command="softprofile reproduce mnist --recompute",
            engine="python",
            preset="desk",
            device="cpu",
        ),
    )
}


def load_surface(name: str) -> Surface:
    """Load a surface that is bundled with the package.

    Parameters
    ----------
    name : {"parkinson-svm", "forest-fires-enet", "mnist-dropout"}
        Name of the surface; `SURFACES` describes each of them.

    Returns
    -------
    Surface
        One row per configuration: two hyper-parameters, then the training and the test error.

    Raises
    ------
    InputError
        If there is no surface of that name.

    See Also
    --------
    softprofile.fit_surface : Fit a boundary to a surface.

    Examples
    --------
    >>> import softprofile as sp
    >>> surface = sp.datasets.load_surface("parkinson-svm")
    >>> surface.parameters, surface.metrics
    (('gamma', 'h'), ('train_error', 'test_error'))
    >>> surface.table.head(2)
       gamma        h  train_error  test_error
    0   5000  0.00001    33.365385   94.047619
    1   5000  0.00005    32.115385   91.666667

    The boundary is fitted to the training error, as in the paper:

    >>> f = sp.fit_surface(surface)
    >>> f.z_name, f.nearest_point().to_dict()
    ('train_error', {'gamma': 50000.0, 'h': 0.001})
    """
    import pandas as pd

    provenance = SURFACES[require_choice(name, SURFACES, "surface")]
    with (files("softprofile.datasets") / "surfaces" / f"{name}.csv").open(encoding="utf-8") as file:
        table = pd.read_csv(file)
    metrics = tuple(column for column in table.columns if column.startswith(("train_", "test_")))
    parameters = tuple(column for column in table.columns if column not in metrics)
    return Surface(table, parameters, metrics, provenance=provenance)
