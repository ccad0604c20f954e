"""Where a surface comes from and how to compute it again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Provenance:
    """Where a surface comes from and how to compute it again.

    Attributes that do not apply are empty.

    Attributes
    ----------
    name : str
        Name of the bundled surface, such as ``"parkinson-svm"``, also where it was recomputed.
    description : str
        What was evaluated, and which values the surface holds.
    source : str
        Where the values were obtained: the package, a store, or a computation in this process.
    command : str
        Shell command or Python call that computes the surface.
    engine : str
        Language that fitted the models, ``"r"`` or ``"python"``.
    preset : str
        Named set of training options, such as ``"desk"`` for the networks of the MNIST example.
    device : str
        Device on which the models were trained, such as ``"cpu"``.

    Examples
    --------
    >>> import softprofile as sp
    >>> provenance = sp.datasets.load_surface("parkinson-svm").provenance
    >>> provenance.source, provenance.engine
    ('bundled with softprofile', 'r')
    >>> provenance.command
    'softprofile reproduce parkinson --recompute'
    """

    name: str = ""
    description: str = ""
    source: str = ""
    command: str = ""
    engine: str = ""
    preset: str = ""
    device: str = ""


UNKNOWN = Provenance()
