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
# # Profile likelihood, from one cut to a soft boundary
#
# You have tuned a model. For each configuration $u_i$ that you tried, you know its performance $z_i$. Up to some point
# the performance improves quickly, and beyond it hardly at all. Where is that point?
#
# This page develops the answer step by step. It starts with twenty numbers, one cut and two Gaussians, which is the
# method of Zhu and Ghodsi (2006). It ends with a curved boundary in two dimensions, the softened profile likelihood of
# Chen and Zhu, whose equation numbers we use. You need to know the mean, the variance and the idea of a likelihood.
# Every figure is made by the code above it, so you can change a number and see what happens. There are exercises with
# answers at the end.

# %%
import warnings

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display
from scipy.special import expit

import softprofile as sp

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "0.6"
plt.rcParams |= {"figure.constrained_layout.use": True, "figure.dpi": 110, "axes.grid": False}

# %% [markdown]
# ## 1. Twenty numbers and one cut
#
# Suppose that a model has one hyper-parameter, evaluated at $u = 1, 2, \dots, 20$, and that $z$ is its error. We
# simulate the data, so we know the truth: the first eight values have mean 10, the other twelve have mean 6.

# %%
rng = np.random.default_rng(1)
u = np.arange(1, 21)
z = np.round(np.where(u <= 8, 10.0, 6.0) + rng.normal(0, 1.2, size=20), 1)
z

# %% [markdown]
# A *cut* at $\omega$ divides the points into those with $u_i \le \omega$, side 1, and those with $u_i > \omega$, side
# 2. In the model, each side has its own distribution,
#
# $$
# z_i \sim \begin{cases} f(z; \theta_1), & u_i \le \omega,\\ f(z; \theta_2), & u_i > \omega, \end{cases}
# \qquad
# f(z; \theta_j) = \frac{1}{\sqrt{2\pi\sigma^2}} \exp\left\{-\frac{(z - \mu_j)^2}{2\sigma^2}\right\},
# $$
#
# two Gaussians with different means and a common variance (Eq. 7). For a given cut, the maximum likelihood estimates
# are simple: $\mu_1$ and $\mu_2$ are the means of the sides, and $\sigma^2$ is the mean squared distance of the points
# from the mean of their own side. Let us compute them for the cut after the fifth point.

# %%
side1, side2 = z[:5], z[5:]
mu1, mu2 = side1.mean(), side2.mean()
rss = np.sum((side1 - mu1) ** 2) + np.sum((side2 - mu2) ** 2)
variance = rss / len(z)


def log_gaussian(x, mean, var):
    return -0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)


loglik = log_gaussian(side1, mu1, variance).sum() + log_gaussian(side2, mu2, variance).sum()
pd.Series({"mean of side 1": mu1, "mean of side 2": mu2, "variance": variance, "log-likelihood": loglik}).round(3)

# %% [markdown]
# This number is the log-likelihood of the cut, *maximised over all other parameters*. That is what *profile* means: of
# the unknowns $(\omega, \mu_1, \mu_2, \sigma^2)$ we vary only $\omega$, and replace the others by their estimates given
# $\omega$. Written out (Eq. 2),
#
# $$
# \ell(\omega) = \sum_{u_i \le \omega} \log f\big(z_i; \hat\theta_1(\omega)\big)
#              + \sum_{u_i > \omega} \log f\big(z_i; \hat\theta_2(\omega)\big).
# $$
#
# The sum simplifies, because the squared distances add up to $n \hat\sigma^2$:
#
# $$
# \ell(\omega) = -\frac n2 \log\big(2 \pi \hat\sigma^2(\omega)\big) - \frac n2 .
# $$
#
# So a cut is good if the points are close to the mean of their own side. Here are three cuts, with the two fitted
# Gaussians drawn at the right margin:


# %%
def profile(cut, z):
    """Compute the profile log-likelihood of the cut after the first `cut` points."""
    side1, side2 = z[:cut], z[cut:]
    rss = np.sum((side1 - side1.mean()) ** 2) + np.sum((side2 - side2.mean()) ** 2)
    return -len(z) / 2 * np.log(2 * np.pi * rss / len(z)) - len(z) / 2


def draw_cut(ax, cut, z):
    """Draw the data, a cut after `cut` points, and the two fitted Gaussians."""
    sides = [(u[:cut], z[:cut], BLUE), (u[cut:], z[cut:], ORANGE)]
    spread = np.sqrt(sum(((values - values.mean()) ** 2).sum() for _, values, _ in sides) / len(z))
    levels = np.linspace(z.min() - 2, z.max() + 2, 200)
    for where, values, colour in sides:
        ax.plot(where, values, "o", color=colour, markersize=5)
        ax.hlines(values.mean(), where[0] - 0.5, where[-1] + 0.5, color=colour)
        bump = np.exp(log_gaussian(levels, values.mean(), spread**2))
        ax.fill_betweenx(levels, 21.5, 21.5 + 10 * bump, color=colour, alpha=0.4, linewidth=0)
    ax.axvline(cut + 0.5, color="black", linestyle="--", linewidth=1)
    ax.set(xlabel="u", title=f"cut after {cut}: log-likelihood {profile(cut, z):.1f}", xticks=[1, 5, 10, 15, 20])


figure, axes = plt.subplots(1, 3, figsize=(10, 3.2), sharey=True)
for ax, cut in zip(axes, (3, 8, 14), strict=True):
    draw_cut(ax, cut, z)
axes[0].set_ylabel("z")
plt.show()

# %% [markdown]
# A cut in the wrong place mixes high and low values on one side, which shifts the mean of that side and increases the
# common variance. Repeating this for all nineteen cuts gives the *profile curve*.

# %%
cuts = np.arange(1, 20)
curve = np.array([profile(cut, z) for cut in cuts])
best = cuts[np.argmax(curve)]

figure, (top, bottom) = plt.subplots(2, 1, figsize=(7, 4.8), sharex=True)
top.scatter(u, z, c=np.where(u <= best, BLUE, ORANGE))
top.set(ylabel="z")
bottom.plot(cuts + 0.5, curve, "o-", color=GREY, markersize=4)
bottom.set(xlabel="u", ylabel="profile log-likelihood", xticks=[1, 5, 10, 15, 20])
for ax in (top, bottom):
    ax.axvline(best + 0.5, color="black", linestyle="--", linewidth=1)
plt.show()

# %% [markdown]
# `sp.elbow` compares the same nineteen cuts in one pass over the data:

# %%
e = sp.elbow(z)
assert np.allclose(e.profile, curve)
assert e.index == best
e

# %% [markdown]
# The package numbers the sides of an elbow by their level, as it does those of a boundary below: in `e.sides` and
# `e.theta`, side 2 has the larger mean. Here that is the side $u_i \le \omega$, because $z$ falls.
#
# What matters is not the height of the curve but its *differences*. Under a cut whose log-likelihood is lower by 3, the
# data are $e^3 \approx 20$ times less likely.

# %% [markdown]
# ## 2. Two hyper-parameters: the cut becomes a curve
#
# With two hyper-parameters the points have no order, and a single number cannot divide the plane. The threshold is
# replaced by a function $g(u; w)$ whose sign determines the side: side 1 is $g \le 0$ and side 2 is $g > 0$. The
# simplest such function is linear, $g(u; w) = w_1 u_1 + w_2 u_2 + w_0$, whose boundary $g = 0$ is a line. The boundary
# of a quadratic function is an ellipse, a parabola or a hyperbola; that of a small neural network can be nearly any
# curve. The profile log-likelihood has the same form as before (Eq. 3),
#
# $$
# \ell(w) = \sum_{g(u_i; w) \le 0} \log f\big(z_i; \hat\theta_1(w)\big)
#         + \sum_{g(u_i; w) > 0} \log f\big(z_i; \hat\theta_2(w)\big),
# $$
#
# and `sp.profile_loglik(g, z, softness="hard")` computes it from the values of $g$ at the points. As an example, take a
# grid of $9 \times 9$ configurations with a step along a slanted line.

# %%
axis = np.linspace(-1, 1, 9)
U = np.array([(x, y) for y in axis for x in axis])
slope = np.array([1.0, 0.6])
z2 = np.where(U @ slope > 0.15, 6.0, 3.0) + rng.normal(0, 0.6, size=len(U))


def hard(w0):
    """Evaluate Eq. 3 for the shifted line g = u1 + 0.6 u2 + w0."""
    return sp.profile_loglik(U @ slope + w0, z2, softness="hard")


# %% [markdown]
# Increasing $w_0$ shifts the line to the left.

# %%
positions = [-0.32, -0.22, -0.12, -0.02]
figure = plt.figure(figsize=(10, 5.6))
grid = figure.add_gridspec(2, 4, height_ratios=[1.15, 1])
for k, w0 in enumerate(positions):
    ax = figure.add_subplot(grid[0, k])
    on_side2 = U @ slope + w0 > 0
    ax.scatter(*U.T, c=z2, s=45, marker="s", cmap="viridis")
    ax.scatter(*U[on_side2].T, s=90, marker="s", facecolors="none", edgecolors="black", linewidths=0.8)
    ax.plot((-w0 - 0.6 * np.array([-1.2, 1.2])) / 1.0, [-1.2, 1.2], color="black", linewidth=2)
    ax.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), aspect="equal", xticks=[-1, 0, 1], yticks=[-1, 0, 1])
    ax.set(title=f"$w_0$ = {w0:.2f}: {on_side2.sum()} points", xlabel="$u_1$", ylabel="$u_2$" if k == 0 else "")
ax = figure.add_subplot(grid[1, :])
fine = np.arange(-0.4995, 0.2, 0.001)
stairs = np.array([hard(w0) for w0 in fine])
ax.scatter(fine, stairs, s=2, color=BLUE)
ax.plot(positions, [hard(w0) for w0 in positions], "o", color=ORANGE, label="the four panels")
ax.set(xlabel="$w_0$", ylabel="hard profile log-likelihood")
ax.legend(frameon=False)
plt.show()

# %% [markdown]
# In the upper row, points on side 2 have a frame. While the line moves between points, nothing changes and the
# likelihood is constant. When the line passes a point, that point changes sides and the likelihood jumps. So the *hard*
# profile likelihood is a step function: its derivative is zero on every step and does not exist between steps, and
# gradient methods cannot be used. In one dimension we could try every cut. With more parameters there are soon too
# many: a line can divide $n$ points in about $n^2/2$ ways, and a quadratic curve in about $n^5/120$.

# %% [markdown]
# ## 3. Softening
#
# The idea of Chen and Zhu is to let a point change sides gradually. Instead of belonging to side 2 or not, each point
# gets a weight between 0 and 1, the sigmoid of $g$ (Eq. 4),
#
# $$ s_i(w) = \frac{1}{1 + \exp\{-g(u_i; w)\}} . $$
#
# Far from the boundary the weight is close to 0 or 1; on the boundary it is one half. The likelihood counts each point
# with weight $1 - s_i$ on side 1 and $s_i$ on side 2 (Eq. 5),
#
# $$
# \ell^{\text{soft}}(w) = \sum_{i=1}^n (1 - s_i) \log f(z_i; \hat\theta_1) + \sum_{i=1}^n s_i \log f(z_i; \hat\theta_2),
# $$
#
# and the parameters maximise the same weighted sum (Eq. 6). For the Gaussian, they are weighted means and a pooled
# variance,
#
# $$
# \hat\mu_1 = \frac{\sum (1 - s_i) z_i}{\sum (1 - s_i)}, \qquad
# \hat\mu_2 = \frac{\sum s_i z_i}{\sum s_i}, \qquad
# \hat\sigma^2 = \frac1n \Big\{ \sum (1 - s_i)(z_i - \hat\mu_1)^2 + \sum s_i (z_i - \hat\mu_2)^2 \Big\},
# $$
#
# and the log-likelihood again simplifies to (Eq. 8)
#
# $$ \ell^{\text{soft}}(w) = -\frac n2 \log\big(2\pi\hat\sigma^2(w)\big) - \frac n2 . $$
#
# In numpy this takes a few lines:


# %%
def soft_profile(g, z):
    """Evaluate Eq. 8 at the boundary values g."""
    s = expit(g)  # 1 / (1 + exp(-g))
    mu1, mu2 = np.average(z, weights=1 - s), np.average(z, weights=s)
    variance = np.mean((1 - s) * (z - mu1) ** 2 + s * (z - mu2) ** 2)
    return -len(z) / 2 * np.log(2 * np.pi * variance) - len(z) / 2


g = 10 * (U @ slope - 0.1)
float(soft_profile(g, z2)), sp.profile_loglik(g, z2)

# %% [markdown]
# To see the effect, return to the twenty numbers and write the cut as $g(u) = t\,(u - \omega)$. The *steepness* $t$
# determines how quickly the weight rises from 0 to 1 around $\omega$.

# %%
steepnesses = {0.5: "#9ecae1", 1.5: "#4292c6", 5.0: "#08519c"}
omegas = np.linspace(2, 19, 681)

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8))
position = np.linspace(1, 20, 400)
for t, colour in steepnesses.items():
    left.plot(position, expit(t * (position - 8.5)), color=colour, label=f"t = {t:g}")
    right.plot(omegas, [soft_profile(t * (u - omega), z) for omega in omegas], color=colour, label=f"t = {t:g}")
left.step(u, u > 8.5, where="mid", color="black", linewidth=1, label="hard")
right.plot(omegas, [profile(int(omega), z) for omega in omegas], color="black", linewidth=1, label="hard")
left.set(xlabel="u", ylabel="weight of side 2", title=r"the weights for $\omega$ = 8.5", xticks=[1, 5, 10, 15, 20])
right.set(xlabel=r"$\omega$", ylabel="profile log-likelihood", title="the profile curve", xticks=[5, 10, 15])
left.legend(frameon=False)
plt.show()

# %% [markdown]
# If the steepness is low, the curve is smooth and has a single maximum. If it is high, the curve approaches the step
# function, with rounded corners. Softening therefore provides a useful gradient everywhere, and hardly moves the
# maximum.
#
# The same holds in the plane. Rotate the line by an angle, shift it by an offset, and draw the likelihood of each
# combination:

# %%
angles = np.linspace(-0.3, 1.4, 90)
offsets = np.linspace(-0.8, 0.8, 90)


def landscape(value):
    """Evaluate a likelihood at all angles and offsets of the line."""
    return np.array([[value(U @ [np.cos(a), np.sin(a)] - c) for a in angles] for c in offsets])


surfaces = {
    "hard": landscape(lambda g: sp.profile_loglik(g, z2, softness="hard")),
    "soft, steepness 10": landscape(lambda g: soft_profile(10 * g, z2)),
}
figure, axes = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
for ax, (title, surface) in zip(axes, surfaces.items(), strict=True):
    image = ax.pcolormesh(angles, offsets, surface, cmap="viridis")
    row, column = np.unravel_index(np.argmax(surface), surface.shape)
    ax.plot(angles[column], offsets[row], "x", color="#D3002F", markersize=9, markeredgewidth=2)
    ax.set(title=title, xlabel="angle")
    figure.colorbar(image, ax=ax, label="profile log-likelihood")
axes[0].set_ylabel("offset")
plt.show()

# %% [markdown]
# The surface on the left is piecewise constant; the one on the right is smooth, and BFGS or any other gradient method
# can maximise it. Its gradient is simple too. Because $\hat\theta$ maximises the likelihood, the effect of small
# changes of $\hat\theta$ vanishes (the *envelope theorem*), and
#
# $$
# \frac{\partial \ell^{\text{soft}}}{\partial s_i} = \log f(z_i; \hat\theta_2) - \log f(z_i; \hat\theta_1) :
# $$
#
# the weight of a point increases for the side whose density is higher. This holds for every density, which is why a new
# density only needs a weighted fit, and no derivatives.

# %% [markdown]
# ## 4. Steepness and ridge
#
# If we multiply $w$ by a number $t > 1$, the boundary $g = 0$ does not change, but the weights become steeper. How does
# the likelihood change?

# %%
best_row, best_column = np.unravel_index(np.argmax(surfaces["hard"]), surfaces["hard"].shape)
g_best = U @ [np.cos(angles[best_column]), np.sin(angles[best_column])] - offsets[best_row]
ts = np.geomspace(0.3, 3000, 120)

figure, ax = plt.subplots(figsize=(7, 3.4))
ax.semilogx(ts, [soft_profile(t * g_best, z2) for t in ts], color=BLUE, label="soft")
ax.axhline(surfaces["hard"].max(), color="black", linestyle="--", linewidth=1, label="hard")
ax.set(xlabel="steepness t", ylabel="profile log-likelihood")
ax.legend(frameon=False)
plt.show()

# %% [markdown]
# It increases with the steepness and approaches the hard value without reaching it. This holds in general:
#
# 1. $\ell^{\text{soft}}$ is, for fixed $\theta$, a linear function of the weights $s$. The profile takes the maximum
#    over $\theta$, and a maximum of linear functions is **convex** in $s$.
# 2. A soft partition is a mixture of hard ones: $s_i$ is the probability that $g_i > \tau$ when the level $\tau$ is
#    drawn from the logistic distribution, and each level makes a hard partition $\{g_i > \tau\}$.
# 3. A convex function of a mixture is at most the mixture of its values (Jensen), so it is at most the best of them.
#
# Hence some hard cut of the same $g$, at a shifted level, is at least as likely as the soft partition, and the supremum
# of the softened likelihood equals that of the best hard partition. *Without a further condition the best boundary is
# infinitely steep.* The optimiser stops when its tolerance is reached, and where it stops determines the shape of the
# boundary between the points, and with it the representative point. Here is an example: the training error of a support
# vector machine, a surface that comes with the package, fitted without a ridge and with four random seeds:

# %%
surface = sp.datasets.load_surface("parkinson-svm")
configurations, error = surface[["gamma", "h"]], surface["train_error"]


def row(f):
    return {**f.representative_point, "log-likelihood": f.loglik, "|w|": np.linalg.norm(f.parameters)}


seeds = pd.Index(range(4), name="seed")
pd.DataFrame([row(sp.fit(configurations, error, ridge=0, random_state=int(s))) for s in seeds], index=seeds)

# %% [markdown]
# The log-likelihoods agree to many digits, but the points do not. The remedy is a *ridge*: maximise
#
# $$ \ell^{\text{soft}}(w) - \text{ridge} \cdot n \cdot |w|^2 , $$
#
# which penalises steepness slightly. On these data the default is $10^{-7}$, and the same four seeds now agree:

# %%
pd.DataFrame([row(sp.fit(configurations, error, random_state=int(s))) for s in seeds], index=seeds)

# %% [markdown]
# A larger ridge softens the boundary, and a very large one dominates the data:

# %%
ridges = pd.Index([1e-7, 1e-5, 1e-3, 1e-2, 1e-1], name="ridge")
fits = [sp.fit(configurations, error, ridge=float(ridge)) for ridge in ridges]
table = pd.DataFrame([row(f) for f in fits], index=ridges)
table["points that changed sides"] = [int(np.sum(f.sides != fits[0].sides)) for f in fits]
table

# %%
figure, axes = plt.subplots(1, 4, figsize=(11, 3.3), sharey=True)
xs, ys = np.geomspace(4000, 6e5, 80), np.geomspace(8e-6, 1.2e-2, 80)
mesh = pd.DataFrame([(x, y) for y in ys for x in xs], columns=["gamma", "h"])
for ax, f, ridge in zip(axes, [fits[0], *fits[2:]], ridges[[0, 2, 3, 4]], strict=True):
    g = f.decision_function(mesh).reshape(80, 80)
    image = ax.pcolormesh(xs, ys, expit(g), cmap="RdBu_r", vmin=0, vmax=1)
    ax.contour(xs, ys, g, levels=[0], colors="black", linewidths=2)
    ax.scatter(configurations["gamma"], configurations["h"], s=8, color="black")
    ax.set(xscale="log", yscale="log", xlabel="gamma", title=f"ridge {ridge:g}")
axes[0].set_ylabel("h")
figure.colorbar(image, ax=axes, label="weight of side 2")
plt.show()

# %% [markdown]
# Darker colours mean weights closer to 0 or 1. A ridge of $10^{-3}$ costs little and hardly moves a point. At $10^{-1}$
# the weights are between one third and two thirds nearly everywhere, so the partition is no longer informative. In the
# limit $w = 0$, all weights are one half. So if the levels are clear, the ridge should be only as large as is needed to
# make the solution unique.
#
# Noise is a different problem. If it hides the levels, the boundary with the highest likelihood bends around single
# points. The next table counts the points on the wrong side of a straight line, for two levels that differ by one, with
# increasing noise and twenty data sets each: first with the default, which in noisy data uses only the optimum reached
# from soft starts, and then with a full search:


# %%
def wrong(noise: float, n_starts: int | None) -> float:
    counts = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        U = rng.uniform(-1, 1, (60, 2))
        above = U.sum(axis=1) > 0
        with warnings.catch_warnings():
            # Warnings about the centres of gravity do not matter here, because only the sides are used.
            warnings.simplefilter("ignore", sp.SoftProfileWarning)
            f = sp.fit(U, 10 + above + noise * rng.standard_normal(60), transform="none", n_starts=n_starts)
        counts.append(np.sum((f.sides == 2) != above))
    return float(np.mean(counts))


noises = pd.Index([0.1, 0.5, 1.0], name="noise")
searches = {"default": None, "full search": 20}
pd.DataFrame({name: [wrong(k, starts) for k in noises] for name, starts in searches.items()}, index=noises)

# %% [markdown]
# A higher likelihood is not always a better answer, because the likelihood measures the fit to these points, including
# their noise. The default regards levels as clear if the log-likelihood of two levels exceeds that of one level by 45,
# for 100 points or fewer.

# %% [markdown]
# ## 5. Another density, another answer
#
# The Gaussian is a choice. It measures distance by squares, which makes it sensitive to outliers. Suppose that one of
# the twenty runs failed, and that the first error is 25.

# %%
wild = z.copy()
wild[0] = 25.0
densities = {"gaussian": BLUE, "laplace": ORANGE, "student-t:3": "#009E73"}
elbows = {name: sp.elbow(wild, density=name) for name in densities}

figure, axes = plt.subplots(1, 4, figsize=(11, 3), width_ratios=[1.2, 1, 1, 1])
axes[0].plot(u, wild, "o", color="black", markersize=4)
axes[0].set(xlabel="u", ylabel="z", title="data")
for ax, (name, found) in zip(axes[1:], elbows.items(), strict=True):
    ax.plot(found.splits + 0.5, found.profile, "o-", markersize=3, color=densities[name])
    ax.axvline(found.index + 0.5, color="black", linestyle="--", linewidth=1)
    ax.set(title=f"{name}: after {found.index}", xlabel="u")
axes[1].set_ylabel("profile log-likelihood")
for ax in axes:
    ax.set_xticks([1, 5, 10, 15, 20])
plt.show()

# %% [markdown]
# The Gaussian uses its cut to isolate the outlier. The Laplace density, $\log f = -|z - m| / b - \log 2b$, measures
# distance by absolute values and fits medians; Student's $t$ has even heavier tails. With both, the cut is the same as
# without the outlier. `sp.fit` accepts the same names. For errors that are counts, there are the densities `"poisson"`
# and `"binomial:trials"`.
#
# This is not a reason to avoid the Gaussian, which is more efficient if there are no outliers.

# %% [markdown]
# ## 6. One point on the boundary
#
# A boundary has infinitely many points, but to run a model you need one. The rule is: give each configuration the mass
# $|z_i|$, compute the centre of gravity of each side (Eq. 11), connect the two by a straight line, and take the point
# where it crosses the boundary. This is the *representative point*. The evaluated configuration nearest to it (Eq. 12)
# can be used immediately, because its performance is known. All this is done after each hyper-parameter has been
# log-transformed and standardised (Eq. 13), because costs and kernel widths are compared by ratios.

# %%
f = sp.fit(configurations, error)
ax = f.plot()
ax.figure.set_size_inches(7.2, 5.6)
plt.show()
pd.DataFrame({"representative point": f.representative_point, "nearest evaluated": f.nearest_point()})

# %% [markdown]
# ## 7. When the method should not be used
#
# The method finds the best division *into two levels*, even if there are no two levels.
#
# **A straight line.** If $z$ falls steadily, there is no plateau. The best cut of any straight line is its middle;
# exercise 4 shows why.

# %%
line = np.linspace(10, 1, 40)
steady = sp.elbow(line)
noise = np.random.default_rng(5).normal(5, 1, size=40)
chance = sp.elbow(noise)

figure, axes = plt.subplots(2, 2, figsize=(9, 4.6), sharex=True)
for column, (title, values, found) in enumerate([("straight line", line, steady), ("pure noise", noise, chance)]):
    order = np.arange(1, 41)
    axes[0, column].scatter(order, values, s=14, c=np.where(order <= found.index, BLUE, ORANGE))
    axes[0, column].set(title=f"{title}: cut after {found.index}", ylabel="z")
    axes[1, column].plot(found.splits + 0.5, found.profile, color=GREY)
    axes[1, column].set(xlabel="u", ylabel="profile log-lik.")
    for ax in axes[:, column]:
        ax.axvline(found.index + 0.5, color="black", linestyle="--", linewidth=1)
plt.show()

# %% [markdown]
# **Pure noise.** Here $z$ does not depend on $u$, and still some cut is the best. How much better is it than no cut?
# Use a permutation test: shuffle $z$, find the best cut again, and repeat. The *gain* of a cut is its log-likelihood
# minus that of a single Gaussian for all points.


# %%
def gain(z):
    """Compute the log-likelihood of the best cut minus that of no cut."""
    n = len(z)
    none = -n / 2 * np.log(2 * np.pi * np.var(z)) - n / 2
    return sp.elbow(z).loglik - none


def shuffled_share(z, times=500):
    """Estimate how often shuffled data gain at least as much as the data."""
    shuffle = np.random.default_rng(0)
    return np.mean([gain(shuffle.permutation(z)) >= gain(z) for _ in range(times)])


pd.DataFrame(
    {"gain": [gain(z), gain(noise)], "shuffled data gain as much in": [shuffled_share(z), shuffled_share(noise)]},
    index=["the twenty numbers", "pure noise"],
)

# %% [markdown]
# The gain of the twenty numbers is larger than chance can explain, that of the noise is not. `test_plateau` does the
# same for fits in the plane. Note the limits of this test: a straight line passes it easily, because its values do
# depend on $u$. It just has no plateau. So look at the plot as well.
#
# **A poorly focused search.** An error that falls exponentially has no definite point at which it levels off. The
# position of the cut depends on the range that you evaluated:


# %%
def falling(u):
    return 5 + 40 * np.exp(-u / 3)


starts = [1, -2, -5, -10]
figure, axes = plt.subplots(1, 4, figsize=(11, 3))
for ax, start in zip(axes, starts, strict=True):
    tried = np.arange(start, 25)
    found = sp.elbow(falling(tried), u=tried)
    ax.scatter(tried, falling(tried), s=10, c=np.where(tried <= found.threshold, BLUE, ORANGE))
    ax.axvline(found.threshold + 0.5, color="black", linestyle="--", linewidth=1)
    ax.set(title=f"u from {start}: cut at {found.threshold:g}", xlabel="u")
axes[0].set_ylabel("error")
plt.show()

# %% [markdown]
# The configurations on the left perform so poorly that everything else looks like a plateau in comparison. In the words
# of the paper, the method works "if one focuses correctly on the critical region of the hyper-parameters where the
# model performance is changing the most". So start with a coarse search, exclude configurations that are clearly poor,
# and refine the rest. Another remedy is to use the *logarithm* of the error, if it is meaningful (exercise 5).
#
# Check three things before you trust a boundary:
#
# * Does it follow a change that you can see in the plot?
# * Does each side have a reasonable share of the points?
# * Are the two means several standard deviations apart (`f.theta`), and does the other boundary, quadratic or network,
#   give about the same result?

# %% [markdown]
# ## Exercises
#
# **1. By hand.** Four values, $z = (6, 4, 1, 3)$. Which cut has the highest profile likelihood?

# %% [markdown] tags=["answer"]
# By Eq. 8 the cut with the smallest sum of squares is the best. After one point the sides are $\{6\}$ and $\{4, 1, 3\}$
# with means $6$ and $8/3$. After two they are $\{6, 4\}$ and $\{1, 3\}$ with means $5$ and $2$, and the sum of squares
# is $1 + 1 + 1 + 1 = 4$. After three they are $\{6, 4, 1\}$ and $\{3\}$. The code agrees:

# %% tags=["answer"]
small = np.array([6.0, 4.0, 1.0, 3.0])


def residual(cut):
    return cut * np.var(small[:cut]) + (4 - cut) * np.var(small[cut:])


pd.DataFrame(
    {"sum of squares": [residual(cut) for cut in (1, 2, 3)], "log-likelihood": sp.elbow(small).profile},
    index=pd.Index([1, 2, 3], name="cut after"),
)

# %% [markdown]
# **2. One pass.** Let $z$ be centred, $\sum z_i = 0$, and let $S_q = z_1 + \dots + z_q$. Show that the best cut
# maximises $S_q^2 / \{q (n - q)\}$, so that all cuts can be compared with one cumulative sum.

# %% [markdown] tags=["answer"]
# The sum of squares within the sides is the total sum of squares minus the part between them. The mean of side 1 is
# $S_q / q$, that of side 2 is $-S_q / (n - q)$, and the part between them is
#
# $$
# q \Big(\frac{S_q}{q}\Big)^2 + (n - q) \Big(\frac{S_q}{n - q}\Big)^2 = S_q^2 \Big(\frac1q + \frac1{n - q}\Big)
# = \frac{n\, S_q^2}{q (n - q)} .
# $$
#
# The total does not depend on $q$, so $\hat\sigma^2$ is smallest where $S_q^2 / \{q (n - q)\}$ is largest.

# %% tags=["answer"]
S = np.cumsum(z - z.mean())[:-1]
within = np.sum((z - z.mean()) ** 2) - 20 * S**2 / (cuts * (20 - cuts))
np.allclose(-10 * np.log(2 * np.pi * within / 20) - 10, curve), cuts[np.argmax(S**2 / (cuts * (20 - cuts)))]

# %% [markdown]
# **3. The envelope theorem.** Check $\partial \ell^{\text{soft}} / \partial s_i = \log f(z_i; \hat\theta_2) - \log
# f(z_i; \hat\theta_1)$ numerically, at a weight vector of your choice.

# %% [markdown] tags=["answer"]
# Change one weight slightly in both directions, fit the parameters again each time, and compute the difference
# quotient. The last column is the formula.


# %% tags=["answer"]
def from_weights(s):
    """Compute the means, the variance and Eq. 8 for given weights."""
    mu1, mu2 = np.average(z, weights=1 - s), np.average(z, weights=s)
    variance = np.mean((1 - s) * (z - mu1) ** 2 + s * (z - mu2) ** 2)
    return mu1, mu2, variance, -10 * np.log(2 * np.pi * variance) - 10


s = expit(0.8 * (u - 7))
mu1, mu2, variance, _ = from_weights(s)
step = 1e-5
numerical = [
    (from_weights(s + step * (u == i))[3] - from_weights(s - step * (u == i))[3]) / (2 * step) for i in (3, 8, 12)
]
formula = (log_gaussian(z, mu2, variance) - log_gaussian(z, mu1, variance))[[2, 7, 11]]
pd.DataFrame({"difference quotient": numerical, "formula": formula}, index=pd.Index([3, 8, 12], name="point"))

# %% [markdown]
# **4. A straight line.** Show that the best cut of $z_i = a + b\,i$, $i = 1, \dots, n$, is in the middle for every $a$
# and $b \ne 0$.

# %% [markdown] tags=["answer"]
# Centred, $z_i = b\,(i - (n + 1)/2)$, and
#
# $$ S_q = b \Big\{ \frac{q (q + 1)}2 - \frac{q (n + 1)}2 \Big\} = -\frac b2\, q (n - q) . $$
#
# By exercise 2 the best cut maximises $S_q^2 / \{q (n - q)\} = \frac{b^2}4\, q (n - q)$, a parabola in $q$ with its
# maximum at $n / 2$. The slope cancels, so the cut does not depend on the data and carries no information.

# %% tags=["answer"]
[sp.elbow(a + b * np.arange(1, 41)).index for a, b in [(0, 1), (100, -0.01), (3, 1e6)]]

# %% [markdown]
# **5. Units.** Does the cut change if $z$ is measured in other units, $c z + d$? If $\log z$ is used in place of $z$?
# Try the latter on the falling error of section 7, with the limit 5 subtracted and without.

# %% [markdown] tags=["answer"]
# A shift or a scale changes nothing: $\hat\sigma^2$ is multiplied by $c^2$ for all cuts, so their order is the same.
# The logarithm does change the cut. It reduces differences between large errors, so the cut moves to the right. With
# the limit subtracted, $\log z$ is a straight line, and the cut is in the middle: the logarithm can remove the plateau.

# %% tags=["answer"]
tried = np.arange(-10, 25)
pd.Series(
    {
        "z": sp.elbow(falling(tried), u=tried).threshold,
        "1000 z - 7": sp.elbow(1000 * falling(tried) - 7, u=tried).threshold,
        "log z": sp.elbow(np.log(falling(tried)), u=tried).threshold,
        "log(z - 5)": sp.elbow(np.log(falling(tried) - 5), u=tried).threshold,
        "middle": np.median(tried),
    },
    name="cut at",
)

# %% [markdown]
# **6. Convexity.** Take two hard partitions of the twenty numbers, the cuts after 6 and after 10, as vectors of
# weights that are zero or one. Draw the likelihood along the straight line between them. What does section 4 imply?

# %% [markdown] tags=["answer"]
# Along a line the function must be convex: it lies below the chord, and its maximum is at one of the ends.

# %% tags=["answer"]
first, second = (u > 6).astype(float), (u > 10).astype(float)
share = np.linspace(0, 1, 101)
values = np.array([from_weights((1 - a) * first + a * second)[3] for a in share])
assert np.all(np.diff(values, 2) > 0)

figure, ax = plt.subplots(figsize=(5.5, 3))
ax.plot(share, values, color=BLUE)
ax.plot([0, 1], values[[0, -1]], color="black", linestyle="--", linewidth=1)
ax.set(xlabel="share of the second partition", ylabel="log-likelihood")
plt.show()

# %% [markdown]
# **7. Counts.** The training error of the support vector machine is a percentage of 1040 recordings, so $z$ can be
# written as a number of errors. Fit it with a binomial density. Does the partition change?

# %% tags=["answer"]
errors = (error * 1040 / 100).round()
binomial = sp.fit(configurations, errors, density="binomial:1040")
changed = int(np.sum(binomial.sides != f.sides))
pd.DataFrame({"gaussian": f.representative_point, "binomial": binomial.representative_point})

# %% tags=["answer", "words"]
spread = {side: np.std(errors[f.sides == side]) for side in (1, 2)}
chance = {side: np.sqrt(1040 * p * (1 - p)) for side, p in ((k, np.mean(errors[f.sides == k]) / 1040) for k in (1, 2))}
text = f"""
{changed} of the {len(errors)} configurations change sides. Which density is the better model? If the errors of a side
were binomial with one probability $p$, their standard deviation would be $\\sqrt{{1040\\,p(1-p)}}$: {chance[1]:.0f}
on side 1 and {chance[2]:.0f} on side 2. The actual values are {spread[1]:.0f} and {spread[2]:.0f}, because the error
also varies systematically within each side. The Gaussian estimates its variance from the data and is the more
appropriate model here. The binomial is for counts whose variation is due to chance only.
"""
display(Markdown(text))

# %% [markdown]
# ## References
#
# G. Chen and M. Zhu (2025), *Automatic selection of hyper-parameters via the use of softened profile likelihood*,
# [arXiv:2510.25632](https://arxiv.org/abs/2510.25632).
#
# M. Zhu and A. Ghodsi (2006), *Automatic dimensionality selection from the scree plot via the use of profile
# likelihood*, Computational Statistics & Data Analysis 51, 918-930.
