from __future__ import annotations

import numpy as np
import pytest

import softprofile as sp
from softprofile.fitting.boundary_fit import BoundaryFit
from softprofile.fitting.refitting import refit
from softprofile.util.validation import Array


@pytest.fixture(scope="module")
def data() -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    U = rng.uniform(0.5, 4, (80, 2))
    return U, np.where(U.sum(axis=1) > 4.5, 9.0, 13.0) + rng.standard_normal(80)


@pytest.mark.parametrize(
    "options",
    [{}, {"boundary": "linear", "softness": "hard"}, {"preset": "paper"}, {"n_starts": 3, "random_state": 5}],
)
def test_the_same_data_give_the_same_fit(data: tuple[Array, Array], options: dict[str, object]) -> None:
    f = sp.fit(*data, **options)  # type: ignore[arg-type]
    again = refit(f, f.z)
    assert again.loglik == f.loglik
    np.testing.assert_array_equal(again.parameters, f.parameters)
    assert again.settings == f.settings


def test_warm_and_full_refits_of_the_same_data_agree(data: tuple[Array, Array]) -> None:
    f = sp.fit(*data)
    warm = refit(f, f.z, warm=True)
    np.testing.assert_allclose(warm.representative, f.representative, atol=1e-5)
    assert warm.loglik == pytest.approx(f.loglik, abs=1e-5)
    assert warm.n_starts == 1


def test_other_configurations_are_fitted_in_the_same_coordinates(data: tuple[Array, Array]) -> None:
    f = sp.fit(*data)
    rows = np.random.default_rng(1).integers(0, 80, 80)
    other = refit(f, f.z[rows], f.U[rows])
    assert other.transform is f.transform
    np.testing.assert_array_equal(other.transformed, f.transformed[rows])


def test_a_fit_read_from_json_can_be_repeated(data: tuple[Array, Array]) -> None:
    f = sp.fit(*data, n_starts=4, ridge=1e-6, random_state=3)
    read = BoundaryFit.from_dict(f.to_dict())
    assert read.settings == f.settings
    np.testing.assert_array_equal(refit(read, f.z).parameters, refit(f, f.z).parameters)
