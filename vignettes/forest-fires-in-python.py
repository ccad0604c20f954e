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
# # Forest fires: two penalties of an elastic net, in Python
#
# An elastic net has two penalties. Small ones leave the model free and the training error low; large ones shrink it
# until nothing is left. Somewhere in between the training error begins to rise in earnest. This page finds that place
# for a well-known data set, the first example of Chen and Zhu. It fits the models with R's own package *elasticnet*,
# called from Python by `r_bridge`, or with an equal estimator in Python where there is no R.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display

import r_bridge
import softprofile as sp
from softprofile.reproduction.forest_fires import load_splits

plt.rcParams |= {"figure.constrained_layout.use": True, "figure.dpi": 100}

# %% [markdown]
# ## The data
#
# Each row is a fire in the Montesinho natural park in the north-east of Portugal, with its place, its date, the weather
# and the area that burned, in hectares. The data are those of Cortez and Morais in the UCI repository. The loader looks
# for them in the folder named by `SOFTPROFILE_DATA`, then in your cache, and then downloads them.

# %%
try:
    fires = sp.datasets.load_forest_fires().data
    display(fires.head())
except (sp.datasets.MissingDataError, sp.MissingDependencyError) as reason:
    fires = None
    display(Markdown(f"**The data are not on this machine**, so the page goes on with the bundled surface. {reason}"))

# %% [markdown]
# Most fires were small, a few were very large. On the scale of hectares those few would decide everything, so the
# response is $y = \ln(1 + \text{area})$.

# %%
if fires is not None:
    figure, axes = plt.subplots(1, 2, figsize=(8.5, 2.8))
    axes[0].hist(fires["area"], bins=40, color="#0072B2")
    axes[0].set(xlabel="burned area (ha)", ylabel="fires", yscale="log")
    axes[1].hist(np.log1p(fires["area"]), bins=40, color="#0072B2")
    axes[1].set(xlabel="ln(1 + area)")
    plt.show()

# %% tags=["words"]
if fires is not None:
    text = f"""
There are {len(fires)} fires, and in {int((fires["area"] == 0).sum())} of them the burned area is recorded as zero:
the tall bar at the left of either histogram. No transformation makes that bar go away.
"""
    display(Markdown(text))

# %% [markdown]
# Month and day of the week are names, and they go round in a circle: December is next to January. The paper turns them
# into points on a circle, $(\cos M, \sin M)$ with $M = 2\pi k/12$ for the $k$-th month, and likewise for the day.

# %%
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def on_a_circle(names, cycle):
    """Cosine and sine of the place of each name in a cycle."""
    angle = 2 * np.pi * (names.map(cycle.index) + 1) / len(cycle)
    return np.cos(angle), np.sin(angle)


def inputs(fires):
    """The fourteen columns of the model."""
    X = fires.drop(columns=["month", "day", "area"])
    X["cos_month"], X["sin_month"] = on_a_circle(fires["month"], MONTHS)
    X["cos_day"], X["sin_day"] = on_a_circle(fires["day"], DAYS)
    return X


# %% [markdown]
# ## The model and its surface
#
# The elastic net of Zou and Hastie minimises
#
# $$ \|y - X\beta\|^2 + \lambda_1 \|\beta\|_1 + \lambda_2 \|\beta\|^2 . $$
#
# `r_bridge.enet` fits it at all pairs of the penalties that it is given, here $15 \times 15$ of them. The fires are
# split at random into 362 to fit the model and 155 to test it. One split says little, because a few large fires on one
# side or the other change the error a good deal; so there are ten splits, and errors are averaged over them. The ten
# splits stand in the package. They are those that R draws with the seeds 1 to 10, so that this page and the page for R
# readers can be compared number by number.

# %%
lambda1 = 10 ** np.linspace(-2, 1.5, 15)
lambda2 = 10 ** np.linspace(-3, 2, 15)


def average_errors(fires):
    """Training and test error at every pair of penalties, averaged over the ten splits."""
    X, y = inputs(fires), np.log1p(fires["area"].to_numpy())
    train, test = [], []
    for rows in load_splits():
        training = np.isin(np.arange(len(y)), rows)
        net = r_bridge.enet(X[training], y[training], lambda1, lambda2)
        for errors, part in ((train, training), (test, ~training)):
            errors.append(np.mean((net.predict(X[part]) - y[part]) ** 2, axis=-1))
    # lambda1 runs fastest, as in the surface that comes with the package.
    second, first = (grid.ravel() for grid in np.meshgrid(lambda2, lambda1, indexing="ij"))
    columns = {"train_mse": np.mean(train, axis=0).T.ravel(), "test_mse": np.mean(test, axis=0).T.ravel()}
    return pd.DataFrame({"lambda1": first, "lambda2": second, **columns}), net.engine


bundled = sp.datasets.load_surface("forest-fires-enet").table
surface, engine = average_errors(fires) if fires is not None else (bundled, "bundled")

# %% tags=["words"]
origin = {
    "r": "The models were fitted by R's elasticnet just now.",
    "python": "R's elasticnet is not installed here: the models were fitted just now by the engine in Python.",
    "bundled": "This is the surface that comes with the package, made by R's elasticnet.",
}
difference = np.abs(surface - bundled).to_numpy().max()
text = f"""
{origin[engine]} The surface has {len(surface)} rows. The largest difference from the one inside the package is
{difference:.1g}.
"""
display(Markdown(text))

# %%
surface.iloc[[0, 14, 112, 210, 224]]

# %% [markdown]
# ## The boundary
#
# Now the question itself: where has the improvement levelled off? Give `sp.fit` the configurations and the *training*
# error. The test error is kept aside, to judge the answer with.

# %%
penalties = surface[["lambda1", "lambda2"]]
fits = {name: sp.fit(penalties, surface["train_mse"], boundary=name) for name in ("quadratic", "network")}
fits["quadratic"].summary()

# %% [markdown]
# Side 1 is the plateau of low training error, side 2 the slope where the penalties bite. Training error on the left,
# test error on the right, the quadratic boundary above and the network's below:


# %%
def four_panels(fits, train, test):
    """Both errors under both boundaries, with one legend."""
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


four_panels(fits, surface["train_mse"], surface["test_mse"])

# %% [markdown]
# ## Quadratic or network?

# %%
rows = {
    name: {
        **f.representative_point.add_prefix("representative "),
        **f.nearest_point().add_prefix("nearest "),
        "its test error": surface["test_mse"][f.nearest_index()],
        "points on side 1": int(np.sum(f.sides == 1)),
        "log-likelihood": f.loglik,
    }
    for name, f in fits.items()
}
pd.DataFrame(rows).map("{:.5g}".format)

# %% tags=["words"]
quadratic, network = fits["quadratic"], fits["network"]
apart = np.linalg.norm(quadratic.representative - network.representative)
disagreed = int(np.sum(quadratic.sides != network.sides))
percent = 100 * (network.representative_point / quadratic.representative_point - 1)
gap = [(f.theta[2]["mean"] - f.theta[1]["mean"]) / f.theta[1]["sd"] for f in (quadratic, network)]
text = f"""
The two boundaries put {len(surface) - disagreed} of the {len(surface)} configurations on the same side. Their
representative points are {apart:.2f} standard deviations apart, in the logarithms in which the fit is made: the
network's $\\lambda_1$ differs by {percent["lambda1"]:+.0f} % and its $\\lambda_2$ by {percent["lambda2"]:+.0f} %. On
a grid whose steps are {100 * (lambda1[1] / lambda1[0] - 1):.0f} % and {100 * (lambda2[1] / lambda2[0] - 1):.0f} %
wide that is little, as the paper says. The means of the two sides lie {gap[0]:.1f} common standard deviations apart.
"""
display(Markdown(text))

# %% [markdown]
# The quadratic curve has six parameters and the network 129. Where both say the same, the simpler one is easier to
# explain and quicker to fit. The network is the cross-check: if it disagrees badly, the shape of the plateau is not
# that of a conic, and the plot shows where.

# %% [markdown]
# ## What to take
#
# The representative point was not itself evaluated. The nearest configuration that was is the one to take, and there
# are two candidates if you would rather be on a given side: `nearest_point(side=1)` is on the plateau and penalises
# less, `nearest_point(side=2)` is on the slope and penalises more.

# %%
candidates = {
    "nearest": quadratic.nearest_index(),
    "nearest on side 1": quadratic.nearest_index(side=1),
    "nearest on side 2": quadratic.nearest_index(side=2),
    "lowest training error": surface["train_mse"].idxmin(),
    "lowest test error": surface["test_mse"].idxmin(),
}
surface.loc[list(candidates.values())].set_index(pd.Index(candidates, name="configuration"))

# %% tags=["words"]
test = surface["test_mse"]
chosen, loosest, lowest = (test[candidates[name]] for name in ("nearest", "lowest training error", "lowest test error"))
empty = surface["lambda1"] == surface["lambda1"].max()
text = f"""
The model with the lowest training error has a test error of {loosest:.3f}, the chosen one {chosen:.3f}. The lowest of
the grid is {lowest:.3f}, but only the test fires could tell where it is. So without a look at a test fire the choice
has covered {100 * (loosest - chosen) / (loosest - lowest):.0f} % of the way from the first to the last. {
    int((test < chosen).sum())
} of the {len(surface)} configurations have a lower test error than the chosen one, all with $\\lambda_1
\\ge$ {surface.loc[test < chosen, "lambda1"].min():.2g}: more of that penalty than necessary does no harm, as the
paper says too.
"""
display(Markdown(text))

# %% [markdown]
# ## Caveats

# %% tags=["words"]
text = f"""
* **The inputs say little about the area.** With the largest $\\lambda_1$ every coefficient is zero, the prediction is
  the mean for each fire, and the test error is {test[empty].min():.3f}. The lowest test error of any elastic net that
  is not empty is {test[surface["train_mse"] < surface["train_mse"][empty].min() - 1e-9].min():.3f}. What is found
  here is where the penalties begin to cost training error. Whether a model is worth having at all is another
  question, which the training error cannot answer.
* **The training error rises smoothly.** There are no two levels with a step between them, so the likelihood is rather
  flat about its maximum and the boundary could lie a little to either side.
* **The grid is part of the answer.** The same surface without its largest penalties has its boundary elsewhere:
"""
display(Markdown(text))

# %%
smaller = surface[(surface["lambda1"] < 11) & (surface["lambda2"] < 11)]
refit = sp.fit(smaller[["lambda1", "lambda2"]], smaller["train_mse"])
pd.DataFrame({"whole grid": quadratic.representative_point, "smaller grid": refit.representative_point})

# %% [markdown]
# Keep to the range where the error changes, and say which range that was.
