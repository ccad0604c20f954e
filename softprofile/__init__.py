"""softprofile: find where improvement levels off, in any number of hyper-parameters, and pick one configuration.

Implements Chen and Zhu, "Automatic selection of hyper-parameters via the use of softened profile
likelihood" (2025), arXiv:2510.25632.

Examples
--------
>>> import softprofile as sp
>>> surface = sp.datasets.load_surface("parkinson-svm")
>>> f = sp.fit(surface[["gamma", "h"]], surface["train_error"])
>>> f.nearest_point().to_dict()
{'gamma': 50000.0, 'h': 0.001}
"""

import lazy_loader

# Names are imported when first used, as listed in __init__.pyi: scikit-learn, matplotlib and pandas are heavy, and not
# everybody needs them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

__version__ = "0.1.0"
