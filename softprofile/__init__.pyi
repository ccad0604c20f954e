# The public names and where each is defined: __init__.py imports them from here when they are first used.
from . import boundaries as boundaries
from . import datasets as datasets
from . import densities as densities
from . import errors as errors
from . import plotting as plotting
from . import selection as selection
from . import shapes as shapes
from .doors.optuna import fit_study as fit_study
from .doors.optuna import plateau_trial as plateau_trial
from .doors.optuna import recommend_study as recommend_study
from .doors.scikit_learn.cv_results import fit_cv_results as fit_cv_results
from .doors.scikit_learn.estimator import SoftProfile as SoftProfile
from .doors.scikit_learn.recommending import recommend_cv_results as recommend_cv_results
from .doors.scikit_learn.refit import plateau_refit as plateau_refit
from .evaluation.grids import grid as grid
from .evaluation.grids import loggrid as loggrid
from .evaluation.running import evaluate as evaluate
from .evaluation.surface_fits import fit_surface as fit_surface
from .fitting.boundary_fit import BoundaryFit as BoundaryFit
from .fitting.edge import Edge as Edge
from .fitting.elbow import Elbow as Elbow
from .fitting.find_elbow import elbow as elbow
from .fitting.find_elbow import elbows as elbows
from .fitting.fit_boundary import fit as fit
from .fitting.focus import FocusFinding as FocusFinding
from .model.boundaries import register_boundary as register_boundary
from .model.densities import register_density as register_density
from .model.likelihood import profile_loglik as profile_loglik
from .recommendation.recommending import recommend as recommend
from .recommendation.results import Recommendation as Recommendation
from .surfaces.surface import Surface as Surface
from .trust.bootstrap import BoundaryBootstrap as BoundaryBootstrap
from .trust.bootstrap import ElbowBootstrap as ElbowBootstrap
from .trust.comparison import Comparison as Comparison
from .trust.comparison import compare as compare
from .trust.diagnostics import Diagnosis as Diagnosis
from .trust.plateau import PlateauTest as PlateauTest
from .trust.refining import refine as refine
from .util.errors import InputError as InputError
from .util.errors import MissingDependencyError as MissingDependencyError
from .util.errors import NoBoundaryError as NoBoundaryError
from .util.errors import SoftProfileWarning as SoftProfileWarning
from .util.messages import Message as Message

__version__: str

__all__: list[str]
