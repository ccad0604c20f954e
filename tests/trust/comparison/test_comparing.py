from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.fitting.fit_boundary import fit_with
from softprofile.fitting.refitting import refit
from softprofile.model.boundaries import Network
from softprofile.model.densities import StudentT
from softprofile.model.transforms import choose_transform
from softprofile.trust.comparison.folds import stratified_folds
from softprofile.trust.comparison.prediction import log_predictive
from softprofile.util.streams import random_stream
from softprofile.util.validation import Array, Observations
from tests.helpers import MyExponential, MyGaussian

SIMPLE: dict[str, Any] = {"boundaries": ("linear", "quadratic"), "transform": "standardize", "n_starts": 2, "folds": 3}


def two_levels(n: int = 40, noise: str = "normal", seed: int = 0) -> tuple[pd.DataFrame, pd.Series[float]]:
    rng = np.random.default_rng(seed)
    U = rng.uniform(-2, 2, (n, 2))
    errors = rng.laplace(size=n) if noise == "laplace" else rng.standard_normal(n)
    z = np.where(U[:, 0] + 0.5 * U[:, 1] > 0, 14.0, 10.0) + errors
    return pd.DataFrame(U, columns=["a", "b"]), pd.Series(z, name="loss")


@pytest.fixture(scope="module")
def found() -> sp.Comparison:
    return sp.compare(*two_levels(), **SIMPLE, repeats=2)


def test_fits_are_those_of_fit(found: sp.Comparison) -> None:
    U, z = two_levels()
    assert list(found.fits) == [(b, d) for b in ("linear", "quadratic") for d in ("gaussian", "laplace")]
    for (boundary, density), f in found.fits.items():
        alone = sp.fit(U, z, boundary=boundary, density=density, transform="standardize", n_starts=2)
        np.testing.assert_array_equal(f.parameters, alone.parameters)
        (row,) = found.table.query("boundary == @boundary and density == @density").to_dict("records")
        assert row["loglik"] == alone.loglik
        assert row["AIC"] == pytest.approx(2 * row["df"] - 2 * alone.loglik)
        assert row["BIC"] == pytest.approx(row["df"] * np.log(40) - 2 * alone.loglik)
        assert row["agreement"] == np.mean(f.sides == found.best().sides)


def test_scores_are_those_of_brute_force() -> None:
    """Each fold by hand: a fit to the other folds, and the density of the mixture by its formula."""
    U, z = two_levels(24)
    found = sp.compare(U, z, boundaries=["linear"], densities=["gaussian"], folds=4, transform="standardize", ridge=0.1)
    settings, values = found.best().settings, U.to_numpy()
    fold = stratified_folds(values, np.asarray(z, dtype=np.float64), 4, random_stream(0, "folds", 24))
    np.testing.assert_array_equal(found.fold_of, fold[None])
    transform = choose_transform(values, ["a", "b"], "standardize")
    expected = np.empty(24)
    for k in range(4):
        kept = fold != k
        data = Observations(values[kept], z.to_numpy()[kept], ("a", "b"), "loss")
        f = fit_with(settings, data, transform, np.random.default_rng(0))
        for i in np.flatnonzero(~kept):
            g = f.parameters @ [*((values[i] - values.mean(axis=0)) / values.std(axis=0, ddof=1)), 1.0]
            s = 1 / (1 + np.exp(-g))
            f1, f2 = (
                np.exp(-0.5 * ((z[i] - f.theta[side]["mean"]) / f.theta[side]["sd"]) ** 2)
                / (np.sqrt(2 * np.pi) * f.theta[side]["sd"])
                for side in (1, 2)
            )
            expected[i] = np.log((1 - s) * f1 + s * f2)
    np.testing.assert_allclose(found.scores.iloc[:, 0], expected, rtol=1e-9)
    row = found.table.iloc[0]
    assert row["cv_loglik"] == pytest.approx(expected.sum())
    assert row["cv_se"] == pytest.approx(np.sqrt(24) * expected.std(ddof=1))


def test_repeats_are_averaged(found: sp.Comparison) -> None:
    assert found.fold_of.shape == (2, 40)
    once = sp.compare(*two_levels(), **{**SIMPLE, "boundaries": "linear"}, densities="gaussian")
    np.testing.assert_array_equal(once.fold_of[0], found.fold_of[0])
    f = once.best()
    second = np.empty(40)
    for k in range(3):
        held_out = found.fold_of[1] == k
        second[held_out] = log_predictive(refit(f, f.z[~held_out], f.U[~held_out]), f.U[held_out], f.z[held_out])
    average = (once.scores.iloc[:, 0] + second) / 2
    np.testing.assert_allclose(found.scores[("linear", "gaussian")], average)


def test_differences_are_paired(found: sp.Comparison) -> None:
    table = found.table
    best, second = ((row["boundary"], row["density"]) for _, row in table.head(2).iterrows())
    difference = found.scores[best] - found.scores[second]
    assert table.loc[0, "cv_behind"] == 0
    assert table.loc[0, "cv_behind_se"] == 0
    assert table.loc[1, "cv_behind"] == pytest.approx(difference.sum())
    assert table.loc[1, "cv_behind_se"] == pytest.approx(np.sqrt(40) * difference.std(ddof=1))


def test_units_of_u_and_of_z_change_what_they_must() -> None:
    U, z = two_levels()
    plain = sp.compare(U, z, **SIMPLE).table
    other = sp.compare(1000 * U - 5, 10 + 4 * z, **SIMPLE).table
    pd.testing.assert_frame_equal(plain[["boundary", "density", "df"]], other[["boundary", "density", "df"]])
    jacobian = 40 * np.log(4)
    for name in ("loglik", "cv_loglik"):
        np.testing.assert_allclose(other[name], plain[name] - jacobian, atol=1e-3)
    for name in ("AIC", "BIC"):
        np.testing.assert_allclose(other[name], plain[name] + 2 * jacobian, atol=1e-3)
    for name in ("cv_se", "cv_behind", "cv_behind_se", "cv_gain", "agreement"):
        np.testing.assert_allclose(other[name], plain[name], atol=1e-3)


def test_the_order_of_rows_does_not_matter() -> None:
    U, z = two_levels()
    order = np.random.default_rng(5).permutation(40)
    first, second = sp.compare(U, z, **SIMPLE), sp.compare(U.iloc[order], z.iloc[order], **SIMPLE)
    np.testing.assert_array_equal(first.fold_of[:, order], second.fold_of)
    numbers = ["loglik", "AIC", "BIC", "cv_loglik", "cv_se", "cv_gain", "agreement"]
    np.testing.assert_allclose(first.table[numbers], second.table[numbers], atol=1e-3)


def test_the_number_of_jobs_does_not_matter() -> None:
    U, z = two_levels(30)
    options: dict[str, Any] = {**SIMPLE, "boundaries": "linear", "folds": 3}
    one, two = (sp.compare(U, z, **options, n_jobs=jobs).table for jobs in (1, 2))
    pd.testing.assert_frame_equal(one, two)


def test_a_pair_that_cannot_be_fitted_keeps_its_row_with_the_reason() -> None:
    found = sp.compare(*two_levels(), boundaries="linear", densities=["poisson", "gaussian"], folds=3)
    assert list(found.fits) == [("linear", "gaussian")]
    last = found.table.iloc[-1]
    assert last["density"] == "poisson"
    assert "counts" in last["note"]
    assert last[["loglik", "df", "AIC", "cv_loglik", "agreement"]].isna().all()
    assert found.best_pair("loglik") == ("linear", "gaussian")
    (failed,) = [message for message in found.messages if message.code == "pair-failed"]
    assert failed.text.startswith("linear and poisson: ")
    alone = sp.compare(*two_levels(), boundaries="linear", densities="gaussian", folds=3)
    pd.testing.assert_frame_equal(found.table.iloc[:1], alone.table)


def test_a_density_that_fails_on_held_out_values_keeps_its_likelihood() -> None:
    class Bounded(MyGaussian):
        """Not defined beyond the values it was fitted to."""

        def fit(self, z: Array, weights: Array) -> dict[str, float]:
            return {**super().fit(z, weights), "top": float(z.max())}

        def logpdf(self, z: Array, theta: dict[str, float]) -> Array:
            return np.where(z <= theta["top"], super().logpdf(z, theta), np.nan)

    found = sp.compare(
        *two_levels(20), boundaries="linear", densities=[Bounded(), "gaussian"], folds=2, n_starts=1, ridge=0.1
    )
    row = found.table.set_index("density").loc["MyGaussian()"]
    assert np.isfinite(row["loglik"])
    assert np.isnan(row["cv_loglik"])
    assert row["note"].startswith("cross-validation failed: logpdf of MyGaussian()")
    assert found.best_pair() == ("linear", "gaussian")


def test_error_if_no_pair_can_be_fitted() -> None:
    with pytest.raises(sp.NoBoundaryError, match="no pair could be fitted; linear, poisson: density 'poisson' needs"):
        sp.compare(*two_levels(), boundaries="linear", densities="poisson")


def test_messages_of_individual_fits_are_collected() -> None:
    # z changes sign, which `fit` warns of; pytest turns warnings into errors.
    U, z = two_levels()
    found = sp.compare(U, z - 12, **{**SIMPLE, "folds": 2}, densities="gaussian")
    (message,) = [each for each in found.messages if each.code == "masses-shifted"]
    assert message.text.startswith("linear and gaussian, quadratic and gaussian: ")
    assert "Warning" in str(found.summary())


def test_counts_and_densities_are_not_compared_silently() -> None:
    U, z = two_levels()
    counts = np.round(5 * z.to_numpy())
    found = sp.compare(U, counts, boundaries="linear", densities=["poisson", "gaussian"], folds=2)
    assert found.messages[0].text.startswith("poisson gives probabilities of whole numbers")
    assert not sp.compare(U, counts, boundaries="linear", densities="poisson", folds=2).messages


def test_message_if_no_boundary_predicts_better_than_one_level() -> None:
    rng = np.random.default_rng(1)
    U, z = rng.uniform(-1, 1, (40, 2)), 10 + rng.standard_normal(40)
    found = sp.compare(U, z, boundaries="quadratic", densities="gaussian", n_starts=2)
    assert (found.table["cv_gain"] < 0).all()
    assert "no-better-than-one-level" in [message.code for message in found.messages]
    clear = sp.compare(*two_levels(), **SIMPLE)
    assert "no-better-than-one-level" not in [message.code for message in clear.messages]


@pytest.mark.parametrize("noise", ["normal", "laplace"])
def test_the_density_that_data_came_from_is_found(noise: str) -> None:
    found = sp.compare(*two_levels(200, noise, seed=2), boundaries="linear", transform="standardize")
    expected = ("linear", "laplace" if noise == "laplace" else "gaussian")
    assert [found.best_pair(criterion) for criterion in ("cv_loglik", "AIC", "BIC", "loglik")] == [expected] * 4


def test_a_curved_boundary_is_distinguished_from_a_line() -> None:
    rng = np.random.default_rng(0)
    U = rng.uniform(-2, 2, (120, 2))
    z = np.where((U**2).sum(axis=1) > 2.5, 9.0, 5.0) + rng.standard_normal(120)
    found = sp.compare(U, z, boundaries=("linear", "quadratic"), densities="gaussian", transform="standardize")
    assert {found.best_pair(criterion)[0] for criterion in ("cv_loglik", "AIC", "BIC")} == {"quadratic"}


def test_names_are_those_given() -> None:
    options: dict[str, Any] = {"folds": None, "n_starts": 1}
    U, z = two_levels(20)
    found = sp.compare(U, z, boundaries=["auto", Network(hidden=2)], densities="laplace", **options)
    assert list(found.fits) == [("quadratic", "laplace"), ("network(hidden=2)", "laplace")]
    found = sp.compare(U["a"], z, boundaries="auto", densities=["student-t:3", StudentT(5), MyExponential()], **options)
    assert list(found.fits) == [("linear", d) for d in ("student-t:3", "student-t(df=5.0)", "MyExponential()")]


def test_without_folds_there_are_no_scores() -> None:
    found = sp.compare(*two_levels(), **{**SIMPLE, "folds": None})
    assert found.table["cv_loglik"].isna().all()
    assert found.table["BIC"].is_monotonic_increasing
    assert found.scores.empty
    assert repr(found) == "Comparison(4 pairs, 4 fitted; best by BIC: linear, gaussian)"
    assert "none" in str(found.summary())
    with pytest.raises(sp.InputError, match="nothing was cross-validated"):
        found.best()


def test_agreement_is_a_matrix_of_shares(found: sp.Comparison) -> None:
    matrix = found.agreement
    assert (np.diag(matrix) == 1).all()
    pd.testing.assert_frame_equal(matrix, matrix.T)
    a, b = ("linear", "gaussian"), ("quadratic", "laplace")
    assert matrix.loc[a, b] == np.mean(found.fits[a].sides == found.fits[b].sides)


def test_summary_and_repr(found: sp.Comparison) -> None:
    text = str(found.summary())
    for part in ("linear, gaussian", "quadratic, laplace", "3 folds, 2 times", "cv loglik", "loss"):
        assert part in text
    assert repr(found) == f"Comparison(4 pairs, 4 fitted; best by cv_loglik: {', '.join(found.best_pair())})"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"boundaries": "circle"}, "unknown boundary 'circle'"),
        ({"densities": ["gaussian", "normal"]}, "unknown density 'normal'"),
        ({"boundaries": []}, "boundaries is empty"),
        ({"densities": ["laplace", "laplace"]}, "'laplace' is twice in densities"),
        ({"folds": 1}, "folds must be a whole number of at least 2"),
        ({"folds": 2.5}, "folds must be a whole number"),
        ({"repeats": 0}, "repeats must be a whole number of at least 1"),
        ({"softness": "firm"}, "unknown softness 'firm'"),
        ({"transform": "sqrt"}, "unknown transform 'sqrt'"),
        ({"n_starts": 0}, "n_starts must be"),
        ({"ridge": -1}, "ridge must be"),
        ({"random_state": -1}, "random_state must be"),
        ({"random_state": "seed"}, "random_state must be"),
    ],
)
def test_bad_arguments_are_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(sp.InputError, match=message):
        sp.compare(*two_levels(20), **options)


def test_bad_data_are_refused_as_by_fit() -> None:
    U, z = two_levels(20)
    with pytest.raises(sp.InputError, match="missing"):
        sp.compare(U, z.where(z < z.max()))
    with pytest.raises(sp.InputError, match="5 points in 2 folds leave fewer than 4"):
        sp.compare(U[:5], z[:5], folds=2)


def test_two_steps_take_the_density_by_aic_and_then_the_boundary_by_cross_validation(found: sp.Comparison) -> None:
    density = found.best_pair("AIC")[1]
    among = found.table[found.table["density"] == density]
    (best,) = among.nlargest(1, "cv_loglik").to_dict("records")
    assert found.best_pair("two-step") == (best["boundary"], density)
    assert found.best("two-step") is found.fits[found.best_pair("two-step")]


def test_an_unknown_criterion(found: sp.Comparison) -> None:
    with pytest.raises(sp.InputError, match="unknown criterion 'R2'"):
        found.best("R2")


def test_z_may_be_read_only_once() -> None:
    U, z = two_levels(20)
    found = sp.compare(U, (value for value in z), boundaries="linear", densities="gaussian", folds=2)
    np.testing.assert_array_equal(found.best().z, z)
    assert found.best().names == ("a", "b")


def test_a_generator_and_no_seed_are_taken() -> None:
    U, z = two_levels(20)
    options: dict[str, Any] = {"boundaries": "linear", "densities": "gaussian", "folds": 2}
    first, second = (sp.compare(U, z, **options, random_state=np.random.default_rng(4)) for _ in range(2))
    np.testing.assert_array_equal(first.fold_of, second.fold_of)
    assert sp.compare(U, z, **options, random_state=None).folds == 2


def test_better_reaches_every_fit() -> None:
    U, z = np.arange(1.0, 21), np.repeat([1.0, 4.0], 10) + 0.1 * np.sin(np.arange(20))
    found = sp.compare(U, z, boundaries="linear", folds=None, better="higher")
    assert {f.good_side for f in found.fits.values()} == {2}
    assert sp.compare(U, z, boundaries="linear", folds=None).best("AIC").better is None
