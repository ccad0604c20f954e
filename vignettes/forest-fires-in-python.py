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
# An elastic net has two penalties. With small penalties the training error is low; large ones shrink all coefficients
# to zero. Somewhere in between, the training error starts to rise substantially. This page finds that region for a
# well-known data set, the first example of Chen and Zhu. It fits the models with R's package *elasticnet*, called from
# Python by `r_bridge`, or with the same estimator in Python if R is not available.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display

import r_bridge
import softprofile as sp
from softprofile.reproduction.forest_fires_surface import load_splits

plt.rcParams |= {"figure.constrained_layout.use": True, "figure.dpi": 100}

# %% [markdown]
# ## The data
#
# Each row is a fire in the Montesinho natural park in the north-east of Portugal, with its location, date, weather and
# burned area in hectares. The data are those of Cortez and Morais in the UCI repository. The loader looks for the data
# in the folder `SOFTPROFILE_DATA` and in your cache, and otherwise downloads them.

# %%
try:
    fires = sp.datasets.load_forest_fires().data
    display(fires.head())
except (sp.datasets.MissingDataError, sp.MissingDependencyError) as reason:
    fires = None
    display(Markdown(f"**The data are not available**, so this page uses the bundled surface. {reason}"))

# %% [markdown]
# Most fires were small, and a few were very large. In hectares, those few would dominate the fit, so the response is
# $y = \ln(1 + \text{area})$.

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
There are {len(fires)} fires, and for {int((fires["area"] == 0).sum())} of them the burned area is recorded as zero:
the tall bar at the left of both histograms. No transformation removes it.
"""
    display(Markdown(text))

# %% [markdown]
# Month and day of the week are cyclic: December is next to January. The paper encodes them as points on a circle,
# $(\cos M, \sin M)$ with $M = 2\pi k/12$ for the $k$-th month, and likewise for the day.

# %%
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def on_a_circle(names, cycle):
    """Compute cosine and sine of the position of each name in a cycle."""
    angle = 2 * np.pi * (names.map(cycle.index) + 1) / len(cycle)
    return np.cos(angle), np.sin(angle)


def inputs(fires):
    """Build the fourteen columns of the model."""
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
# `r_bridge.enet` fits it at all pairs of the given penalties, here $15 \times 15$ of them. The fires are split at
# random into 362 for training and 155 for testing. A single split is not reliable, because a few large fires in one
# part or the other change the error considerably; so errors are averaged over ten splits. The ten splits are stored in
# the package. They are those that R draws with the seeds 1 to 10, so this page and the page for R readers give the same
# numbers.

# %%
lambda1 = 10 ** np.linspace(-2, 1.5, 15)
lambda2 = 10 ** np.linspace(-3, 2, 15)


def average_errors(fires):
    """Compute the training and test error at every pair of penalties, averaged over the ten splits."""
    X, y = inputs(fires), np.log1p(fires["area"].to_numpy())
    train, test = [], []
    for rows in load_splits():
        training = np.isin(np.arange(len(y)), rows)
        net = r_bridge.enet(X[training], y[training], lambda1, lambda2)
        for errors, part in ((train, training), (test, ~training)):
            errors.append(np.mean((net.predict(X[part]) - y[part]) ** 2, axis=-1))
    # lambda1 varies fastest, as in the surface that comes with the package.
    second, first = (grid.ravel() for grid in np.meshgrid(lambda2, lambda1, indexing="ij"))
    columns = {"train_mse": np.mean(train, axis=0).T.ravel(), "test_mse": np.mean(test, axis=0).T.ravel()}
    return pd.DataFrame({"lambda1": first, "lambda2": second, **columns}), net.engine


bundled = sp.datasets.load_surface("forest-fires-enet").table
surface, engine = average_errors(fires) if fires is not None else (bundled, "bundled")

# %% tags=["words"]
origin = {
    "r": "The models on this page were fitted by R's elasticnet.",
    "python": "R's elasticnet is not installed, so the models on this page were fitted by the Python engine.",
    "bundled": "This is the surface that comes with the package, computed with R's elasticnet.",
}
difference = np.abs(surface - bundled).to_numpy().max()
text = f"""
{origin[engine]} The surface has {len(surface)} rows. The largest difference from the surface in the package is
{difference:.1g}.
"""
display(Markdown(text))

# %%
surface.iloc[[0, 14, 112, 210, 224]]

# %% [markdown]
# ## The boundary
#
# Where does the improvement level off? Give `sp.fit` the configurations and the *training* error. The test error is
# used only to assess the result.

# %%
penalties = surface[["lambda1", "lambda2"]]
fits = {name: sp.fit(penalties, surface["train_mse"], boundary=name) for name in ("quadratic", "network")}
fits["quadratic"].summary()

# %% [markdown]
# Side 1 is the plateau of low training error; on side 2 the penalties increase the error. The left panels show the
# training error, the right panels the test error, with the quadratic boundary above and the network below:


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
The two boundaries assign {len(surface) - disagreed} of the {len(surface)} configurations to the same side. Their
representative points are {apart:.2f} standard deviations apart on the log scale of the fit: the
network's $\\lambda_1$ differs by {percent["lambda1"]:+.0f} % and its $\\lambda_2$ by {percent["lambda2"]:+.0f} %. This
is little on a grid with steps of {100 * (lambda1[1] / lambda1[0] - 1):.0f} % and
{100 * (lambda2[1] / lambda2[0] - 1):.0f} %, as the paper says. The means of the two sides are {gap[0]:.1f} common
standard deviations apart.
"""
display(Markdown(text))

# %% [markdown]
# The quadratic boundary has six parameters and the network has 129. If both agree, the simpler one is easier to explain
# and faster to fit. The network is a check: if it disagrees strongly, the boundary of the plateau is not a conic
# section, and the plot shows where.

# %% [markdown]
# ## Which configuration to use
#
# The representative point itself was not evaluated. Use the nearest evaluated configuration. If you prefer one side,
# `nearest_point(side=1)` is on the plateau and penalises less, and `nearest_point(side=2)` is on the slope and
# penalises more.

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
The model with the lowest training error has a test error of {loosest:.3f}; the chosen one has {chosen:.3f}. The minimum
of the grid is {lowest:.3f}, but only the test data show where it is. So without using the test data, the choice
achieves {100 * (loosest - chosen) / (loosest - lowest):.0f} % of the possible improvement. {
    int((test < chosen).sum())
} of the {len(surface)} configurations have a lower test error than the chosen one, all with $\\lambda_1
\\ge$ {surface.loc[test < chosen, "lambda1"].min():.2g}: a larger value of this penalty than necessary is harmless, as
the paper also says.
"""
display(Markdown(text))

# %% [markdown]
# ## Caveats

# %% tags=["words"]
text = f"""
* **The inputs hardly predict the area.** With the largest $\\lambda_1$ every coefficient is zero, the prediction is
  the mean for each fire, and the test error is {test[empty].min():.3f}. The lowest test error of any elastic net that
  is not empty is {test[surface["train_mse"] < surface["train_mse"][empty].min() - 1e-9].min():.3f}. This analysis
  finds where the penalties start to increase the training error. Whether a model is useful at all is another
  question, which the training error cannot answer.
* **The training error rises smoothly.** There is no step between two levels, so the likelihood is rather flat around
  its maximum, and the boundary could be somewhat to either side.
* **The result depends on the grid.** Without its largest penalties, the same surface has a different boundary:
"""
display(Markdown(text))

# %%
smaller = surface[(surface["lambda1"] < 11) & (surface["lambda2"] < 11)]
refit = sp.fit(smaller[["lambda1", "lambda2"]], smaller["train_mse"])
pd.DataFrame({"whole grid": quadratic.representative_point, "smaller grid": refit.representative_point})

# %% [markdown]
# Use the range in which the error changes, and report which range it was.
