"""How often `compare` selects the true density and boundary family, and the cost of a wrong choice."""

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
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array
from studies.report import Section, Study

BOUNDARIES = ("linear", "quadratic", "network")
DENSITIES = ("gaussian", "laplace")
#: Family that contains or approximates each true boundary.
TRUTHS = {"ellipse": "quadratic", "sine": "network"}
SHIFTS = (3, 2)
#: Repetitions per true boundary and noise, by number of points and shift.
REPS = {(100, 3): 50, (100, 2): 50, (300, 2): 20}
#: Labels of the criteria in the tables.
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

# Results of finished data sets, from which an interrupted run continues.
_KEPT = Path("build/studies/model_choice.csv")
_BLOCK = 4
_KEY = ["n", "truth", "noise", "shift", "rep"]


class Data(NamedTuple):
    """A simulated data set.

    Attributes
    ----------
    U : ndarray of shape (n, 2)
        Points.
    side2 : ndarray of bool of shape (n,)
        Whether a point lies on side 2.
    z : ndarray of shape (n,)
        Observed values.
    """

    U: Array
    side2: np.ndarray[tuple[int], np.dtype[np.bool_]]
    z: Array


def draw(n: int, truth: str, noise: str, shift: int, rep: int) -> Data:
    """Simulate points in the paper's box, and two levels with Laplace or Gaussian noise.

    Parameters
    ----------
    n : int
        Number of points.
    truth : str
        One of `TRUTHS`.
    noise : str
        One of `DENSITIES`.
    shift : int
        Difference of the two levels.
    rep : int
        Repetition, used as a seed.

    Returns
    -------
    Data
        The data set.
    """
    rng = random_stream(rep, "model choice", n, truth, noise, shift)
    U = np.column_stack([rng.uniform(0, 2 * np.pi, n), rng.uniform(-5, 5, n)])
    x, y = U.T
    # The ellipse contains half of the box, and half of the box lies above the sine.
    side2 = y > np.sin(2 * x) if truth == "sine" else ((x - np.pi) / 2.4) ** 2 + (y / 4.17) ** 2 < 1
    errors = rng.laplace(size=n) if noise == "laplace" else rng.standard_normal(n)
    return Data(U, side2, shift * side2 + errors)


def one_data_set(n: int, truth: str, noise: str, shift: int, rep: int) -> pd.DataFrame:
    """Run `compare` on one data set.

    Parameters
    ----------
    n, truth, noise, shift, rep : int, str, str, int, int
        As in `draw`.

    Returns
    -------
    DataFrame
        The table of `compare`, one row per pair of boundary and density, with the share of misclassified points.
    """
    data = draw(n, truth, noise, shift, rep)
    found = sp.compare(data.U, data.z, boundaries=BOUNDARIES, densities=DENSITIES, transform="standardize")
    table = found.table.dropna(subset=["loglik"]).drop(columns=["note", "agreement", "cv_se"])
    fits = [found.fits[pair] for pair in zip(table["boundary"], table["density"], strict=True)]
    table["wrong"] = [float(np.mean((fit.sides == 2) != data.side2)) for fit in fits]
    return table.assign(n=n, truth=truth, noise=noise, shift=shift, rep=rep)


def simulate(reps: dict[tuple[int, int], int], jobs: int, kept: Path | None = None) -> pd.DataFrame:
    """Run `compare` on all data sets.

    Parameters
    ----------
    reps : dict of tuple to int
        Repetitions by number of points and shift.
    jobs : int
        Number of worker processes.
    kept : Path, optional
        File of earlier results, which are not computed again; new results are added.

    Returns
    -------
    DataFrame
        One row per data set and pair of boundary and density.
    """
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
    """Cross-validate with independent fits and with fits started from the boundary of all data.

    Parameters
    ----------
    shift, rep : int
        As in `draw`.

    Returns
    -------
    DataFrame
        Cross-validated score minus the score of the same fits on new data, for each boundary and kind of start.
    """
    data, new = draw(100, "sine", "gaussian", shift, rep), draw(_NEW_POINTS, "sine", "gaussian", shift, rep)
    fold = stratified_folds(data.U, data.z, 5, random_stream(rep, "model choice: folds"))
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
            rows.append({"shift": shift, "rep": rep, "boundary": boundary, "warm": warm, "optimism": score - truth})
    return pd.DataFrame(rows)


def optimism(reps: int, jobs: int) -> pd.DataFrame:
    """Estimate the optimism of cross-validation, with independent and with warm starts.

    Parameters
    ----------
    reps : int
        Data sets per shift.
    jobs : int
        Number of worker processes.

    Returns
    -------
    DataFrame
        Means with standard errors, one row per boundary and shift.
    """
    tasks = list(product(SHIFTS, range(reps)))
    everything = pd.concat(run_tasks(warm_and_cold, tasks, jobs, "data sets"))
    rows = []
    for boundary, shift in product(BOUNDARIES, SHIFTS):
        here = everything[(everything["boundary"] == boundary) & (everything["shift"] == shift)]
        wide = here.pivot_table(index="rep", columns="warm", values="optimism")
        row = {"boundary": boundary, "shift": shift, "data sets": len(wide)}
        fresh, warm = wide[False], wide[True]
        row |= {"fresh": _mean(fresh), "warm": _mean(warm), "warm minus fresh": _mean(warm - fresh)}
        rows.append(row)
    return pd.DataFrame(rows)


def variation_over_folds(truth: str, shift: int, seeds: int) -> dict[str, object]:
    """Compare the variation of a cross-validated difference over random folds with its standard error.

    Parameters
    ----------
    truth, shift : str, int
        As in `draw`.
    seeds : int
        Number of random sets of folds.

    Returns
    -------
    dict of str to object
        One row of the table.
    """
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
        "quadratic minus linear": float(np.mean(differences)),
        "s.d. over folds": float(np.std(differences, ddof=1)),
        "mean s.e.": float(np.mean(errors)),
    }


def choose(table: pd.DataFrame, criterion: str) -> pd.Series:
    """Select a pair of boundary and density by a criterion.

    Parameters
    ----------
    table : DataFrame
        Table of `compare` for one data set.
    criterion : str
        One of `CRITERIA`.

    Returns
    -------
    Series
        The row of the selected pair.
    """
    if criterion in ("AIC", "BIC"):
        return table.sort_values(criterion).iloc[0]
    if criterion == "cv":
        return table.sort_values("cv_behind").iloc[0]
    if criterion == "AIC_cv":
        density = table.sort_values("AIC").iloc[0]["density"]
        return table[table["density"] == density].sort_values("cv_behind").iloc[0]
    within = table[table["cv_behind"] <= table["cv_behind_se"]]
    return within.sort_values(["df", "cv_behind"]).iloc[0]


def choices(everything: pd.DataFrame) -> pd.DataFrame:
    """Apply all criteria to all data sets.

    Parameters
    ----------
    everything : DataFrame
        Result of `simulate`.

    Returns
    -------
    DataFrame
        One row per data set and criterion: the choice, whether it is correct, and the share of misclassified points.
    """
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
    """Tabulate how often a condition holds, in %, with standard errors.

    Parameters
    ----------
    chosen : DataFrame
        Result of `choices`.
    by : sequence of str
        Columns that define the rows.
    what : str
        Boolean column.

    Returns
    -------
    DataFrame
        One column per criterion.
    """
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
    """Tabulate the mean share of misclassified points, in %, for each criterion and for fixed families.

    Parameters
    ----------
    chosen : DataFrame
        Result of `choices`.
    everything : DataFrame
        Result of `simulate`.

    Returns
    -------
    DataFrame
        One column per criterion and per fixed family.
    """
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
    """Run the study.

    Parameters
    ----------
    quick : bool
        Use two repetitions per cell, with 100 points only.
    jobs : int
        Number of worker processes.

    Returns
    -------
    Study
        The results.
    """
    everything = simulate(dict.fromkeys([(100, 3), (100, 2)], 2) if quick else REPS, jobs, None if quick else _KEPT)
    chosen = choices(everything)
    optimistic = optimism(2 if quick else _WARM_REPS, jobs)
    seeds = 2 if quick else _FOLD_SEEDS
    over_folds = pd.DataFrame(
        run_tasks(variation_over_folds, [(*cell, seeds) for cell in product(TRUTHS, SHIFTS)], jobs, "data sets")
    )
    sections = [
        *_sections(chosen, everything),
        Section("Why folds are fitted independently", _WARM, optimistic),
        Section("Variation over random folds", _FOLDS, over_folds),
    ]
    return Study("Choice of density and boundary: how often it is correct", _METHOD, sections)


def _sections(chosen: pd.DataFrame, everything: pd.DataFrame) -> list[Section]:
    return [
        Section("The density", _DENSITY, rates(chosen, ["n", "noise", "shift"], "density_found")),
        Section("The boundary", _BOUNDARY, rates(chosen, ["n", "truth", "shift"], "boundary_found")),
        Section("Choices", _TAKEN, _taken(chosen)),
        Section("Cost of a wrong choice", _COST, costs(chosen, everything)),
    ]


def _taken(chosen: pd.DataFrame) -> pd.DataFrame:
    """Tabulate how often each boundary is chosen, in %."""
    rows = []
    for (n, truth, criterion), group in chosen.groupby(["n", "truth", "criterion"], sort=False):
        shares = {b: f"{100 * (group['chosen'] == b).mean():.0f}" for b in BOUNDARIES}
        rows.append({"n": n, "truth": truth, "criterion": CRITERIA[str(criterion)], **shares})
    return pd.DataFrame(rows)


_METHOD = """Points are uniform on the box of the paper's simulation, (0, 2 pi) x (-5, 5). Side 2 lies either above the
paper's y = sin 2x, which only the network can approximate among the families compared, or inside an ellipse that
contains half of the box, which is quadratic. z is 0 on side 1 and the shift on side 2, plus Gaussian noise of standard
deviation 1 or Laplace noise of scale 1. `sp.compare` fits linear, quadratic and network boundaries with the Gaussian
and the Laplace density, with defaults otherwise: five-fold cross-validation without repeats. We compare five criteria
for choosing a pair:

- AIC and BIC, with the plain number of parameters;
- cv: the best cross-validated log-likelihood (`best()`);
- cv, simplest within 1 s.e.: the pair with the fewest parameters among those within one standard error (of the
  difference) of the best;
- AIC for f, then cv for g: the density of the best pair by AIC, and with it the best cross-validated boundary
  (`best("two-step")`). We devised this rule after seeing a quarter of the data sets of 100 points.

Standard errors are in parentheses throughout."""
_DENSITY = """Percentage of data sets in which the chosen density is that of the noise. Use AIC or BIC to choose the
density; both densities have the same number of parameters, so both criteria compare likelihoods. Cross-validation
favours the Laplace density even if the noise is Gaussian, because held-out points near the boundary are assigned to the
wrong side and look like outliers there."""
_BOUNDARY = """Percentage of data sets in which the chosen boundary is of the true family. AIC and BIC cannot choose the
network, because they count all of its 129 parameters, however few are effectively used. Cross-validation can. The sine
is close to a line: if the shift is small, 100 points show no more than a line, and a simpler family is just as good, as
the table of costs shows."""
_TAKEN = """How often each family is chosen, in %, over both shifts and both kinds of noise."""
_COST = """Mean share of points that the chosen fit misclassifies, in %, and the same if one always chooses a given
family with the true density. This is what matters in the end: for the sine at the smaller shift, the choice is often
wrong but costs little."""
_WARM = """Optimism of cross-validation, in nats summed over 100 points: the cross-validated score minus the score of
the same fits on new data (Gaussian noise, sine). A deviation common to both columns comes from the data sets, which
are the same. The last column is the part caused by starting the fits to the folds at the boundary of all data. That
boundary was fitted to the held-out points too, and because it is steep, it stays on the side that suits them. This
optimism differs between families and is as large as the differences to be measured."""
_FOLDS = """The difference of two cross-validated log-likelihoods on one data set, over ten random sets of folds: its
standard deviation, compared with the standard error in the table of `compare`. `repeats=5` reduces the former by a
factor of about two."""
