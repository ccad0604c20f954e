# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Parkinson speech: cost and kernel of a support vector machine, in Python
#
# Can a voice recording show whether the speaker has Parkinson's disease? With large hyper-parameters, a support vector
# machine (SVM) can fit all training recordings. This page finds the point beyond which a closer fit brings little. It
# is the second example of Chen and Zhu. The SVMs are those of R's package *e1071*, called from Python by `r_bridge`, or
# those of scikit-learn if R is not available.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display

import r_bridge
import softprofile as sp

plt.rcParams |= {"figure.constrained_layout.use": True, "figure.dpi": 100}

# %% [markdown]
# ## The data
#
# The data are those of Sakar and others (2013) in the UCI repository. Each row is one recording: a sustained vowel, a
# number, a word or a short sentence, described by 26 acoustic features, such as jitter and shimmer (how irregular
# pitch and loudness are), pitch, pulses and breaks of the voice. The loader looks for the data in the folder
# `SOFTPROFILE_DATA` and in your cache, and otherwise downloads them.

# %%
try:
    speech = sp.datasets.load_parkinson()
    print(speech)
except (sp.datasets.MissingDataError, sp.MissingDependencyError) as reason:
    speech = None
    display(Markdown(f"**The data are not available**, so this page uses the bundled surface. {reason}"))

# %%
if speech is not None:
    counts = {
        part: table.groupby("class").agg(recordings=("subject", "size"), people=("subject", "nunique"))
        for part, table in (("training", speech.train), ("test", speech.test))
    }
    display(pd.concat(counts, names=["part", "class"]))

# %% [markdown]
# Two facts in this table matter later. Each person appears in many rows, and **all people in the test set are
# patients** (class 1), so the test error counts only missed patients.

# %% [markdown]
# ## The model and its surface
#
# An SVM with the radial kernel $K_h(u, v) = \exp(-h \|u - v\|^2)$ has two hyper-parameters. The cost $\gamma$ penalises
# misclassified recordings, and $h$ determines how quickly the similarity of two recordings decreases with their
# distance. (In `e1071` the former is called `cost` and the latter `gamma`; we use the names of the paper.) With large
# values of both, the SVM fits every training recording.
#
# Five costs and seven kernels give 35 SVMs. Together they take a minute or two, most of it for the largest cost.


# %%
def error_surface(speech):
    """Compute the training and test error, in per cent, of the 35 SVMs."""
    features = list(sp.datasets.PARKINSON_FEATURES)
    train, test = speech.train, speech.test
    rows = []
    for gamma in (5e3, 1e4, 5e4, 1e5, 5e5):
        for h in (1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 1e-2):
            model = r_bridge.svm(train[features], train["class"], cost=gamma, gamma=h)
            errors = [model.error(part[features], part["class"]) for part in (train, test)]
            rows.append((gamma, h, *errors))
    return pd.DataFrame(rows, columns=["gamma", "h", "train_error", "test_error"]), model.engine


bundled = sp.datasets.load_surface("parkinson-svm").table
surface, engine = error_surface(speech) if speech is not None else (bundled, "bundled")

# %% tags=["words"]
origin = {
    "r": "The SVMs on this page were fitted by R's e1071.",
    "python": "R's e1071 is not installed, so the SVMs on this page were fitted by scikit-learn.",
    "bundled": "This is the surface that comes with the package, computed with R's e1071.",
}
both = surface.merge(bundled, on=["gamma", "h"], suffixes=("", "_bundled"))
assert len(both) == len(bundled)
difference = max(np.abs(both[name] - both[f"{name}_bundled"]).max() for name in ("train_error", "test_error"))
text = f"""
{origin[engine]} The largest difference from the surface in the package is {difference:.1g} percentage points. The
training errors in per cent are:
"""
display(Markdown(text))

# %%
surface.pivot_table(index="h", columns="gamma", values="train_error").sort_index(ascending=False).round(1)

# %% [markdown]
# The error decreases towards the upper right corner, where nearly every training recording is classified correctly.

# %% [markdown]
# ## The boundary
#
# `sp.fit` takes the configurations and the training error. Both hyper-parameters span orders of magnitude, so the fit
# uses their logarithms, which is the default for positive columns.

# %%
configurations = surface[["gamma", "h"]]
fits = {name: sp.fit(configurations, surface["train_error"], boundary=name) for name in ("quadratic", "network")}
fits["quadratic"].summary()


# %%
def four_panels(fits, train, test):
    """Draw both errors with both boundaries and a common legend."""
    figure, axes = plt.subplots(2, 2, figsize=(11, 8.6), sharex=True, sharey=True)
    for row, (name, f) in zip(axes, fits.items(), strict=True):
        for ax, values in zip(row, (train, test), strict=True):
            f.plot(ax=ax, z=values)
            ax.set_title(f"{name} boundary")
            legend = ax.get_legend()
            handles = legend.legend_handles
            legend.remove()
            ax.label_outer()
    labels = ["side 1", "side 2", "boundary", "centres of gravity", "representative point", "nearest evaluated"]
    figure.legend(handles, labels, loc="outside lower center", ncols=6, frameon=False)
    plt.show()


four_panels(fits, surface["train_error"], surface["test_error"])

# %% [markdown]
# The left panels show the training error, the right panels the test error. The boundaries were fitted to the training
# error only.
#
# ## Quadratic, network and the paper
#
# The paper's values are from its Section 3.2.

# %%
columns = {
    name: {
        **f.representative_point.add_prefix("representative "),
        **f.nearest_point().add_prefix("nearest "),
        "test error of the nearest (%)": surface["test_error"][f.nearest_index()],
    }
    for name, f in fits.items()
}
paper = dict(zip(columns["quadratic"], (5.3e4, 1.3e-3, 5e4, 1e-3, 27.38), strict=True))
pd.DataFrame({**columns, "paper": paper}).map("{:.4g}".format)

# %% tags=["words"]
quadratic, network = fits["quadratic"], fits["network"]
disagreed = int(np.sum(quadratic.sides != network.sides))
chosen = surface.loc[quadratic.nearest_index()]
better = int((surface["test_error"] < chosen["test_error"]).sum())
gap = (quadratic.theta[2]["mean"] - quadratic.theta[1]["mean"]) / quadratic.theta[1]["sd"]
text = f"""
The two boundaries assign {len(surface) - disagreed} of the {len(surface)} configurations to the same side. The means of
the two sides are {gap:.1f} common standard deviations apart. {better} of the SVMs have a lower test error than the
chosen one; the lowest is {surface["test_error"].min():.2f} %, the highest {surface["test_error"].max():.2f} %.
"""
display(Markdown(text))

# %% [markdown]
# How much does the result depend on the Gaussian density? Try other densities:

# %%
densities = ["gaussian", "gaussian-separate", "laplace", "student-t:4"]
others = {name: sp.fit(configurations, surface["train_error"], density=name) for name in densities}
pd.DataFrame(
    {
        name: {
            **f.representative_point,
            "nearest gamma": f.nearest_point()["gamma"],
            "nearest h": f.nearest_point()["h"],
            "its test error (%)": surface["test_error"][f.nearest_index()],
            "points on side 1": np.sum(f.sides == 1),
        }
        for name, f in others.items()
    }
).map("{:.4g}".format)

# %% [markdown]
# The results differ by at most about one row or column of the grid. With 35 configurations this is the precision to
# expect: the densities weight the few points near the boundary differently. A finer grid there would give more
# information.

# %% [markdown]
# ## Which configuration to use
#
# Use the configuration `nearest_point()`. If you prefer one side, ask for it: SVMs on side 1 fit the training
# recordings more closely than those on side 2.

# %%
candidates = {
    "nearest": quadratic.nearest_index(),
    "nearest on side 1": quadratic.nearest_index(side=1),
    "nearest on side 2": quadratic.nearest_index(side=2),
    "lowest training error": surface["train_error"].idxmin(),
    "lowest test error": surface["test_error"].idxmin(),
}
surface.loc[list(candidates.values())].set_index(pd.Index(candidates, name="configuration"))

# %% [markdown]
# The last row is for comparison only: choosing by the test error would overfit to the test set.
#
# ## Caveats
#
# * **The test set contains only patients.** A classifier that predicts *patient* for everybody would have a test error
#   of zero. The test error here is a rate of missed recordings, and contains no information about healthy people who
#   are classified as patients. Nor can it distinguish a good SVM from one that fits every training recording: compare
#   the rows of the table above.
# * **Rows are not people.** The recordings of a person are similar. An SVM that recognises the person does well on the
#   training set, so the training error is not an estimate of the error for a new person.
# * **Thirty-five points are few.** Between evaluated points the data do not determine the boundary, as the two curves
#   show. Trust only one digit of the representative point, or two at most.
