from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.trust.bootstrap import BoundaryBootstrap
from softprofile.trust.bootstrap.fit_replicate import SEARCHES
from softprofile.trust.bootstrap.resampling import KINDS
from softprofile.util.streams import spawn_streams
from softprofile.util.validation import Array
from tests.helpers import TRIALS, MyExponential, MyGaussian


def surface(n: int = 40, noise: float = 1.0, seed: int = 0) -> tuple[pd.DataFrame, pd.Series[float]]:
    rng = np.random.default_rng(seed)
    U = rng.uniform(0.5, 4, (n, 2))
    # The boundary is linear in logs, the coordinates of the fit.
    z = np.where(U.prod(axis=1) > 4, 13.0, 9.0) + noise * rng.standard_normal(n)
    return pd.DataFrame(U, columns=["depth", "rate"]), pd.Series(z, name="error")


@pytest.fixture(scope="module")
def fitted() -> BoundaryFit:
    return sp.fit(*surface(), boundary="linear")


@pytest.fixture(scope="module")
def bootstrapped(fitted: BoundaryFit) -> BoundaryBootstrap:
    return fitted.bootstrap(40)


def test_without_noise_all_replicates_make_the_same_partition() -> None:
    f = sp.fit(*surface(noise=1e-3), boundary="linear")
    b = f.bootstrap(20)
    np.testing.assert_array_equal(b.probability(f.U), (f.sides == 2).astype(float))
    assert not b.band()["in band"].any()
    # The only uncertainty left is the gap between the sides.
    gap = np.linalg.norm(f.transformed[f.sides == 1][:, None] - f.transformed[f.sides == 2], axis=2).min()
    assert 0 < b.representatives.std(axis=0).max() < 2 * gap


def test_more_noise_makes_wider_intervals() -> None:
    widths = []
    for noise in (0.3, 2.0):
        table = sp.fit(*surface(noise=noise), boundary="linear").bootstrap(30).intervals()
        widths.append((table["high"] - table["low"]).to_numpy())
    assert np.all(widths[1] > 1.5 * widths[0])


@pytest.mark.parametrize("kind", KINDS)
def test_units_do_not_matter(kind: str) -> None:
    U, z = surface()
    # Powers of two, so that rounding is the same.
    scaled = U * [4.0, 0.125]
    one = sp.fit(U, z, boundary="linear", transform="standardize").bootstrap(20, kind=kind)
    other = sp.fit(scaled, 8 * z, boundary="linear", transform="standardize").bootstrap(20, kind=kind)
    np.testing.assert_allclose(other.intervals().T, one.intervals().T * [4.0, 0.125])
    np.testing.assert_array_equal(one.rows, other.rows)


def test_the_number_of_processes_changes_nothing(fitted: BoundaryFit) -> None:
    alone, together = (fitted.bootstrap(20, kind="pairs", n_jobs=jobs, random_state=3) for jobs in (1, 2))
    for name in ("parameters", "signs", "representatives", "rows"):
        np.testing.assert_array_equal(getattr(alone, name), getattr(together, name))


def test_intervals_are_quantiles_in_original_units(bootstrapped: BoundaryBootstrap) -> None:
    # With 39 replicates the ends would be order statistics; with 40 they are interpolated, in transformed coordinates.
    table = bootstrapped.intervals(0.8)
    points = np.sort(np.log(bootstrapped.representative_points.to_numpy()), axis=0)
    low, high = points[3] + 0.1 * (points[4] - points[3]), points[35] + 0.9 * (points[36] - points[35])
    np.testing.assert_allclose(np.log(table["low"]), low)
    np.testing.assert_allclose(np.log(table["high"]), high)
    np.testing.assert_allclose(table["estimate"], bootstrapped.fit.representative_point)
    assert list(table.index) == ["depth", "rate"]


def test_probabilities_are_shares_of_replicates(bootstrapped: BoundaryBootstrap) -> None:
    f = bootstrapped.fit
    V = np.random.default_rng(1).uniform(0.5, 4, (30, 2))
    points = f.transform.apply(V, f.names)
    on_side2 = [
        [float(f.boundary.value(f.boundary.design(point[None]), w)[0]) > 0 for w in bootstrapped.parameters]
        for point in points
    ]
    np.testing.assert_allclose(bootstrapped.probability(V), np.mean(on_side2, axis=1))
    band = bootstrapped.band(V, level=0.6)
    np.testing.assert_array_equal(band["in band"], [0.2 < np.mean(each) < 0.8 for each in on_side2])
    np.testing.assert_array_equal(band["side"], f.predict(V))


def test_a_band_of_a_higher_level_contains_that_of_a_lower(bootstrapped: BoundaryBootstrap) -> None:
    V = np.random.default_rng(1).uniform(0.5, 4, (200, 2))
    low, high = (bootstrapped.band(V, level)["in band"].to_numpy() for level in (0.5, 0.95))
    assert np.all(high[low])
    assert high.sum() > low.sum() > 0


def test_every_representative_point_lies_on_its_boundary(bootstrapped: BoundaryBootstrap) -> None:
    f = bootstrapped.fit
    values = [
        f.boundary.value(f.boundary.design(point[None]), w)[0] / np.linalg.norm(w)
        for point, w in zip(bootstrapped.representatives, bootstrapped.parameters, strict=True)
    ]
    np.testing.assert_allclose(values, 0, atol=1e-9)


def test_how_often_each_configuration_is_chosen(bootstrapped: BoundaryBootstrap) -> None:
    chosen, f = bootstrapped.chosen, bootstrapped.fit
    assert chosen["times"].sum() == 40
    assert chosen["share"].sum() == pytest.approx(1)
    assert chosen["times"].is_monotonic_decreasing
    row = int(chosen.index[0])
    np.testing.assert_array_equal(chosen.loc[row, ["depth", "rate", "error"]], [*f.U[row], f.z[row]])
    away = np.linalg.norm(f.transformed[:, None] - bootstrapped.representatives, axis=2)
    assert chosen["times"].iloc[0] == np.sum(away.argmin(axis=0) == row)


@pytest.mark.parametrize("search", SEARCHES)
def test_all_searches_agree_on_clear_data(search: str) -> None:
    f = sp.fit(*surface(noise=0.2), boundary="linear")
    b = f.bootstrap(20, search=search)
    np.testing.assert_array_equal(b.probability(f.U), (f.sides == 2).astype(float))


def test_search_auto_is_warm_only_where_a_search_is_slow() -> None:
    U, z = surface(noise=0.5)
    searches = {
        "linear": sp.fit(U, z, boundary="linear", n_starts=1).bootstrap(20).search,
        "user": sp.fit(U, z, boundary=Plane(), n_starts=1).bootstrap(20).search,
        "scipy": sp.fit(U, z, boundary="linear", density="scipy:norm", n_starts=1).bootstrap(20).search,
    }
    assert searches == {"linear": "full", "user": "warm", "scipy": "warm"}


def test_full_searches_are_those_of_fit() -> None:
    f = sp.fit(*surface(60, 1.3), boundary="linear")
    b = f.bootstrap(20, kind="pairs")
    rng = spawn_streams(0, 20)[3]
    rows = rng.integers(0, 60, 60)
    again = refit(f, f.z[rows], f.U[rows], rng=rng)
    V = f.transform.apply(f.U[rows], f.names)
    np.testing.assert_array_equal(
        np.sign(f.boundary.value(f.boundary.design(V), b.parameters[3])), np.sign(again.values)
    )


# The fit warns that the two levels are not clear under this density.
@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
@pytest.mark.parametrize(("density", "kind"), [("poisson", "residual"), (f"binomial:{TRIALS}", "parametric")])
def test_fits_of_counts(density: str, kind: str) -> None:
    U, z = surface(noise=0)
    counts = np.random.default_rng(0).binomial(TRIALS, z / TRIALS)
    f = sp.fit(U, counts, boundary="linear", density=density)
    assert len(f.bootstrap(20, kind=kind).rows) == 20


@pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")
def test_user_defined_densities() -> None:
    U, z = surface(noise=0.5)
    f = sp.fit(U, z, boundary="linear", density=MyGaussian())
    assert f.bootstrap(20).search == "warm"
    assert f.bootstrap(20).probability(f.U).mean() == pytest.approx(np.mean(f.sides == 2), abs=0.1)
    with pytest.raises(sp.InputError, match="cannot be drawn from"):
        sp.fit(U, z, boundary="linear", density=MyExponential()).bootstrap(20, kind="parametric")


class Plane:
    """A user-defined boundary whose sign does not determine which side has the larger z."""

    def n_parameters(self, m: int) -> int:
        return m + 1

    def value(self, U: Array, w: Array) -> Array:
        return U @ w[:-1] + w[-1]

    def gradient(self, U: Array, w: Array) -> Array:
        return np.column_stack([U, np.ones(len(U))])


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_user_defined_boundaries_are_oriented_alike(seed: int) -> None:
    U, z = surface(noise=0.2)
    f = sp.fit(U, z, boundary=Plane(), random_state=seed, n_starts=6)
    for search in ("warm", "full"):
        b = f.bootstrap(20, search=search)
        np.testing.assert_array_equal(b.probability(U), (f.sides == 2).astype(float))


def test_hard_fits_and_networks() -> None:
    U, z = surface(noise=0.2)
    hard = sp.fit(U, z, boundary="linear", softness="hard").bootstrap(20)
    np.testing.assert_array_equal(hard.probability(U), (hard.fit.sides == 2).astype(float))
    network = sp.fit(U, z, boundary="network", n_starts=1).bootstrap(20)
    assert (hard.search, network.search) == ("full", "full")
    np.testing.assert_allclose(network.probability(U), (network.fit.sides == 2).astype(float), atol=0.2)


def test_one_and_three_hyper_parameters() -> None:
    rng = np.random.default_rng(0)
    u = np.geomspace(0.01, 100, 30)
    line = sp.fit(u, np.where(u < 1, 4.0, 1.0) + 0.5 * rng.standard_normal(30)).bootstrap(20)
    assert line.search == "full"
    low, estimate, high = line.intervals().to_numpy()[0]
    assert low < estimate < high
    U = rng.uniform(0, 1, (60, 3))
    z = np.where(U.sum(axis=1) > 1.4, 3.0, 1.0) + 0.1 * rng.standard_normal(60)
    cube = sp.fit(U, z, boundary="linear", transform="none").bootstrap(20, kind="pairs")
    assert cube.intervals().shape == (3, 3)
    assert cube.probability([1.0, 1.0, 1.0]) == [1.0]


@pytest.mark.filterwarnings("ignore:side 2 holds only 1 of 20:softprofile.util.errors.SoftProfileWarning")
def test_failed_replicates_are_reported() -> None:
    U = np.random.default_rng(0).uniform(0, 1, (20, 1))
    z = np.ones(20)
    z[np.argmax(U)] = 2.0
    with pytest.warns(sp.SoftProfileWarning, match="floor"):
        f = sp.fit(U, z)
    with pytest.warns(sp.SoftProfileWarning, match=r"of 40 replicates failed .*all z of the replicate are the same"):
        b = f.bootstrap(40, kind="pairs")
    failed = sum(b.failures.values())
    assert 5 < failed < 25
    assert len(b.rows) == 40 - failed
    assert f"40, {failed} failed" in b.summary().as_text()


def test_summary_repr_and_caveat(bootstrapped: BoundaryBootstrap) -> None:
    text = bootstrapped.summary().as_text()
    for word in ("residual", "depth", "rate", "90 % from", "chosen in", "Measured on simulated surfaces"):
        assert word in text
    assert "This fit is" not in bootstrapped.caveat
    assert "linear" in bootstrapped.summary().as_html()
    assert repr(bootstrapped).startswith("BoundaryBootstrap(residual, n=40; 90 % intervals depth ")


def test_the_caveat_says_what_was_not_measured() -> None:
    U, z = surface(noise=0.5)
    f = sp.fit(U, z, boundary=Plane(), density="laplace", n_starts=2)
    assert f.bootstrap(20, search="full").caveat.endswith("This fit is user, laplace, 2 hyper-parameters.")
    assert f.bootstrap(20, search="warm").caveat.endswith("start from its own boundary: intervals may be too narrow.")


def test_results_are_plain_frozen_data(bootstrapped: BoundaryBootstrap) -> None:
    again = pickle.loads(pickle.dumps(bootstrapped))
    np.testing.assert_array_equal(again.parameters, bootstrapped.parameters)
    with pytest.raises(ValueError, match="read-only"):
        again.parameters[0] = 0
    assert isinstance(bootstrapped, sp.BoundaryBootstrap)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"kind": "wild"}, "unknown kind 'wild': choose one of 'residual', 'pairs', 'parametric'"),
        ({"search": "deep"}, "unknown search 'deep'"),
        ({"n": 3}, "at least 20"),
        ({"n_jobs": 0}, "n_jobs"),
        ({"random_state": -3}, "random_state"),
    ],
)
def test_bad_arguments(fitted: BoundaryFit, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(sp.InputError, match=words):
        fitted.bootstrap(**arguments)


def test_bad_levels_and_configurations(bootstrapped: BoundaryBootstrap) -> None:
    for call in (bootstrapped.intervals, lambda level: bootstrapped.band(level=level)):
        with pytest.raises(sp.InputError, match="level must be"):
            call(90)
    with pytest.raises(sp.InputError, match="the fit has 2 columns"):
        bootstrapped.probability([[1.0, 2.0, 3.0]])
    with pytest.raises(sp.InputError, match="no log"):
        bootstrapped.band([[-1.0, 2.0]])
