"""How often `compare` finds the density and the boundary that data came from, and what a wrong choice costs."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

import softprofile as sp
from softprofile.fitting.refitting import refit
from softprofile.reproduction.parallel import run as run_tasks
from softprofile.trust.comparison.folds import stratified_folds
from softprofile.trust.comparison.prediction import log_predictive
from softprofile.util.validation import Array
from studies.report import Section, Study

BOUNDARIES = ("linear", "quadratic", "network")
DENSITIES = ("gaussian", "laplace")
#: Where the data come from -> the boundary that can follow it.
TRUTHS = {"ellipse": "quadratic", "sine": "network"}
SHIFTS = (3, 2)
#: Number of points and shift -> repetitions for each boundary and noise.
REPS = {(100, 3): 50, (100, 2): 50, (300, 2): 20}
#: Criterion -> how it reads in the tables.
CRITERIA = {
    "AIC": "AIC",
    "BIC": "BIC",
    "cv": "cv",
    "cv_1se": "cv, simplest within 1 s.e.",
    "AIC_cv": "AIC for f, then cv for g",
}

_WARM_REPS = 20
_NEW_POINTS = 2000
_FOLD_SEEDS = 10

# What was computed before is kept here: a run that is broken off goes on where it was.
_KEPT = Path("build/studies/model_choice.csv")
_BLOCK = 4
_KEY = ["n", "truth", "noise", "shift", "rep"]


class Data(NamedTuple):
    """Points, on which side they truly are, and z."""

    U: Array
    side2: np.ndarray[tuple[int], np.dtype[np.bool_]]
    z: Array


def draw(n: int, truth: str, noise: str, shift: int, rep: int) -> Data:
    """Points of the paper's box with a boundary through it, and Laplace or Gaussian z about two levels."""
    rng = np.random.default_rng([n, list(TRUTHS).index(truth), DENSITIES.index(noise), shift, rep])
    U = np.column_stack([rng.uniform(0, 2 * np.pi, n), rng.uniform(-5, 5, n)])
    x, y = U.T
    # Half of the box lies inside the ellipse, as half of it lies above the sine.
    side2 = y > np.sin(2 * x) if truth == "sine" else ((x - np.pi) / 2.4) ** 2 + (y / 4.17) ** 2 < 1
    errors = rng.laplace(size=n) if noise == "laplace" else rng.standard_normal(n)
    return Data(U, side2, shift * side2 + errors)


def one_data_set(n: int, truth: str, noise: str, shift: int, rep: int) -> pd.DataFrame:
    """The table of `compare`, one row a pair, with the share of points that each fit puts on the wrong side."""
    data = draw(n, truth, noise, shift, rep)
    found = sp.compare(data.U, data.z, boundaries=BOUNDARIES, densities=DENSITIES, transform="standardize")
    table = found.table.dropna(subset=["loglik"]).drop(columns=["note", "agreement", "cv_se"])
    fits = [found.fits[pair] for pair in zip(table["boundary"], table["density"], strict=True)]
    table["wrong"] = [float(np.mean((fit.sides == 2) != data.side2)) for fit in fits]
    return table.assign(n=n, truth=truth, noise=noise, shift=shift, rep=rep)


def simulate(reps: dict[tuple[int, int], int], jobs: int, kept: Path | None = None) -> pd.DataFrame:
    """All data sets and all pairs; what the file `kept` holds is not computed again."""
    cells = [(n, truth, noise, shift) for n, shift in reps for truth, noise in product(TRUTHS, DENSITIES)]
    wanted = [(*cell, rep) for cell in cells for rep in range(reps[cell[0], cell[3]])]
    tables = [pd.read_csv(kept)] if kept is not None and kept.exists() else []
    known = {tuple(row) for table in tables for row in table[_KEY].drop_duplicates().itertuples(index=False)}
    missing = [task for task in wanted if task not in known]
    for first in range(0, len(missing), _BLOCK):
        tables += run_tasks(one_data_set, missing[first : first + _BLOCK], jobs, "data sets")
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            pd.concat(tables).to_csv(kept, index=False)
    everything = pd.concat(tables)
    return everything[everything[_KEY].apply(tuple, axis=1).isin(wanted)]


def warm_and_cold(shift: int, rep: int) -> pd.DataFrame:
    """Cross-validation with fits that begin afresh and with fits that begin at the boundary of all data.

    Both are set beside the truth: what the same fits score on new data.
    """
    data, new = draw(100, "sine", "gaussian", shift, rep), draw(_NEW_POINTS, "sine", "gaussian", shift, rep)
    fold = stratified_folds(data.U, data.z, 5, np.random.default_rng(rep))
    rows = []
    for boundary in BOUNDARIES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", sp.SoftProfileWarning)
            found = sp.fit(data.U, data.z, boundary=boundary, transform="standardize")
        for warm in (False, True):
            score = truth = 0.0
            for held_out in (fold == k for k in range(5)):
                other = refit(found, data.z[~held_out], data.U[~held_out], warm=warm)
                score += float(log_predictive(other, data.U[held_out], data.z[held_out]).sum())
                truth += float(log_predictive(other, new.U, new.z).mean() * held_out.sum())
            rows.append({"shift": shift, "rep": rep, "boundary": boundary, "warm": warm, "too good by": score - truth})
    return pd.DataFrame(rows)


def flattery(reps: int, jobs: int) -> pd.DataFrame:
    """By how much cross-validation is better than the truth, with its standard error, and what warm starts add."""
    tasks = list(product(SHIFTS, range(reps)))
    everything = pd.concat(run_tasks(warm_and_cold, tasks, jobs, "data sets"))
    rows = []
    for boundary, shift in product(BOUNDARIES, SHIFTS):
        here = everything[(everything["boundary"] == boundary) & (everything["shift"] == shift)]
        wide = here.pivot_table(index="rep", columns="warm", values="too good by")
        row = {"boundary": boundary, "shift": shift, "data sets": len(wide)}
        fresh, warm = wide[False], wide[True]
        row |= {"fresh": _mean(fresh), "warm": _mean(warm), "warm less fresh": _mean(warm - fresh)}
        rows.append(row)
    return pd.DataFrame(rows)


def chance_of_folds(truth: str, shift: int, seeds: int) -> dict[str, object]:
    """How much the difference of two pairs moves with the folds, beside its standard error, on one data set."""
    data = draw(100, truth, "gaussian", shift, 0)
    differences, errors = [], []
    for seed in range(seeds):
        found = sp.compare(
            *(data.U, data.z),
            boundaries=BOUNDARIES[:2],
            densities="gaussian",
            transform="standardize",
            random_state=seed,
        )
        totals = found.scores.sum()
        differences.append(totals["quadratic", "gaussian"] - totals["linear", "gaussian"])
        errors.append(found.table["cv_behind_se"].max())
    return {
        "truth": truth,
        "shift": shift,
        "quadratic less linear": float(np.mean(differences)),
        "s.d. over folds": float(np.std(differences, ddof=1)),
        "mean s.e.": float(np.mean(errors)),
    }


def choose(table: pd.DataFrame, criterion: str) -> pd.Series:
    """The row of the pair that a criterion takes."""
    if criterion in ("AIC", "BIC"):
        return table.sort_values(criterion).iloc[0]
    if criterion == "cv":
        return table.sort_values("cv_behind").iloc[0]
    if criterion == "AIC_cv":
        likeliest = table.sort_values("AIC").iloc[0]["density"]
        return table[table["density"] == likeliest].sort_values("cv_behind").iloc[0]
    within = table[table["cv_behind"] <= table["cv_behind_se"]]
    return within.sort_values(["df", "cv_behind"]).iloc[0]


def choices(everything: pd.DataFrame) -> pd.DataFrame:
    """One row a data set and criterion: what was chosen, whether it is the truth, and what it puts wrong."""
    rows = []
    for key, table in everything.reset_index(drop=True).groupby(_KEY):
        named = dict(zip(_KEY, key, strict=True))
        for criterion in CRITERIA:
            row = choose(table, criterion)
            rows.append(
                {
                    **named,
                    "criterion": criterion,
                    "chosen": row["boundary"],
                    "density_found": row["density"] == named["noise"],
                    "boundary_found": row["boundary"] == TRUTHS[str(named["truth"])],
                    "wrong": row["wrong"],
                }
            )
    return pd.DataFrame(rows)


def rates(chosen: pd.DataFrame, by: Sequence[str], what: str) -> pd.DataFrame:
    """Share of data sets, in %, for which `what` holds, with its standard error, one column a criterion."""
    rows = []
    for key, group in chosen.groupby(list(by), sort=False):
        row = dict(zip(by, key, strict=True))
        row["data sets"] = int(group.groupby("criterion").size().iloc[0])
        for criterion, label in CRITERIA.items():
            values = group.loc[group["criterion"] == criterion, what].astype(float)
            row[label] = f"{100 * values.mean():.0f} ({100 * _se(values):.0f})"
        rows.append(row)
    return pd.DataFrame(rows)


def costs(chosen: pd.DataFrame, everything: pd.DataFrame) -> pd.DataFrame:
    """Mean share of points on the wrong side, in %, of what is chosen and of what could have been."""
    rows = []
    right_density = everything[everything["density"] == everything["noise"]]
    for key, group in chosen.groupby(["n", "truth", "shift"], sort=False):
        row = dict(zip(("n", "truth", "shift"), key, strict=True))
        for criterion, label in CRITERIA.items():
            row[label] = _percent(group.loc[group["criterion"] == criterion, "wrong"])
        here = right_density[(right_density[["n", "truth", "shift"]] == key).all(axis=1)]
        for boundary in BOUNDARIES:
            row[f"always {boundary}"] = _percent(here.loc[here["boundary"] == boundary, "wrong"])
        rows.append(row)
    return pd.DataFrame(rows)


def _se(values: pd.Series) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def _mean(values: pd.Series) -> str:
    return f"{values.mean():.1f} ({_se(values):.1f})"


def _percent(values: pd.Series) -> str:
    return f"{100 * values.mean():.1f} ({100 * _se(values):.1f})"


def run(quick: bool, jobs: int) -> Study:
    """The study; quick with two repetitions of each cell of 100 points."""
    everything = simulate(dict.fromkeys([(100, 3), (100, 2)], 2) if quick else REPS, jobs, None if quick else _KEPT)
    chosen = choices(everything)
    flattered = flattery(2 if quick else _WARM_REPS, jobs)
    seeds = 2 if quick else _FOLD_SEEDS
    dealt = pd.DataFrame(
        run_tasks(chance_of_folds, [(*cell, seeds) for cell in product(TRUTHS, SHIFTS)], jobs, "data sets")
    )
    sections = [
        *_sections(chosen, everything),
        Section("Why folds are fitted afresh", _WARM, flattered),
        Section("What chance in dealing out the folds does", _FOLDS, dealt),
    ]
    return Study("Which f, which g: how often the choice is right", _METHOD, sections)


def _sections(chosen: pd.DataFrame, everything: pd.DataFrame) -> list[Section]:
    return [
        Section("The density", _DENSITY, rates(chosen, ["n", "noise", "shift"], "density_found")),
        Section("The boundary", _BOUNDARY, rates(chosen, ["n", "truth", "shift"], "boundary_found")),
        Section("What is taken", _TAKEN, _taken(chosen)),
        Section("What a wrong choice costs", _COST, costs(chosen, everything)),
    ]


def _taken(chosen: pd.DataFrame) -> pd.DataFrame:
    """How often each boundary is taken, in %."""
    rows = []
    for (n, truth, criterion), group in chosen.groupby(["n", "truth", "criterion"], sort=False):
        shares = {b: f"{100 * (group['chosen'] == b).mean():.0f}" for b in BOUNDARIES}
        rows.append({"n": n, "truth": truth, "criterion": CRITERIA[str(criterion)], **shares})
    return pd.DataFrame(rows)


_METHOD = """Points are uniform on the box of the paper's simulation, (0, 2 pi) x (-5, 5). Side 2 lies above the
paper's y = sin 2x, which of the families compared only the network can follow, or inside an ellipse that holds half
of the box, which is quadratic. z is 0 on side 1 and the shift on side 2, with Gaussian noise of standard deviation 1
or Laplace noise of scale 1. `sp.compare` fits linear, quadratic and network boundaries with the Gaussian and the
Laplace density, all defaults otherwise: five folds, dealt out once. Five ways to choose a pair are compared:

- AIC and BIC, with the plain number of parameters;
- cv: the best cross-validated log-likelihood (`best()`);
- cv, simplest within 1 s.e.: of the pairs that are behind by no more than one standard error of the difference, the
  one with fewest parameters;
- AIC for f, then cv for g: the density of the best pair by AIC, and with it the best cross-validated boundary
  (`best("two-step")`). This rule was thought of when a quarter of the data sets of 100 points had been seen.

Standard errors are in brackets throughout."""
_DENSITY = """In how many data sets, in %, the density chosen is the one that the noise came from. Take AIC (or BIC:
the two densities have equally many parameters, so both compare likelihoods). Cross-validation tends to the Laplace
density even where the noise is Gaussian: held-out points near the boundary fall on the wrong side, and look like
outliers there."""
_BOUNDARY = """In how many data sets, in %, the boundary chosen is the family that the data came from. AIC and BIC
cannot take the network: its 129 parameters count in full, however few of them it makes use of. Cross-validation can.
The sine departs little from a line: where the shift is small, no more than a line can be seen in 100 points, and a
simpler family is no worse an answer, as the table of costs shows."""
_TAKEN = """How often each family is taken, in %, over both shifts and both kinds of noise."""
_COST = """Mean share of points that the chosen fit puts on the wrong side, in %, and that of always taking one family
with the right density. What counts in the end: where a choice is wrong often but costs little, as for the sine at the
smaller shift, it does not matter."""
_WARM = """By how many nats, in sum over 100 points, cross-validation is better than what the same fits score on new
data (Gaussian noise, sine). Negative or positive values that all share come from the data sets, which are the same
for both ways; the last column is the part that is due to beginning the fits to the folds at the boundary of all data.
That boundary has seen the points held out, and being steep it stays on the side that suits them. The flattery differs
between families, and is as large as the differences that are to be measured."""
_FOLDS = """The difference of two cross-validated log-likelihoods on one data set, with ten sets of folds dealt out at
random: its standard deviation over those, beside the standard error that the table of a comparison gives. `repeats=5`
makes the former smaller by a factor of about two."""
