"""Proposals are near the boundary, new, integer where required, and better than random ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import softprofile as sp
from softprofile.datasets import load_surface
from softprofile.util.errors import InputError, SoftProfileWarning
from softprofile.util.validation import Array

quiet = pytest.mark.filterwarnings("ignore::softprofile.util.errors.SoftProfileWarning")


def fit_in(m: int, n: int = 60, seed: int = 0, **options: Any) -> sp.BoundaryFit:
    rng = np.random.default_rng(seed)
    U = np.exp(rng.uniform(-2, 2, (n, m)))
    z = np.where(np.log(U).sum(axis=1) > 0.3, 1.0, 4.0) + 0.3 * rng.standard_normal(n)
    return sp.fit(U, z, boundary="linear", n_starts=2, **options)


@quiet
@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_proposals_are_new_in_range_and_near_the_boundary(m: int) -> None:
    f = fit_in(m)
    proposals = sp.refine(f, 12)
    assert list(proposals) == [*f.names, "why"]
    points = proposals[list(f.names)].to_numpy()
    assert len(points) == 12
    known = {tuple(row) for row in f.U}
    assert len({tuple(row) for row in points}) == 12
    assert not known & {tuple(row) for row in points}
    inside = proposals["why"] == "near the boundary"
    assert np.all(points[inside] >= f.U.min(axis=0))
    assert np.all(points[inside] <= f.U.max(axis=0))
    # Nearer to the boundary than the evaluated configurations, most of which are far away.
    distance = np.abs(f.decision_function(points[inside]))
    assert np.median(distance) < 0.5 * np.median(np.abs(f.values))


def test_the_first_proposal_is_the_best_of_all_candidates_by_the_formula() -> None:
    f = fit_in(2)
    first = sp.refine(f, 1)[list(f.names)].to_numpy()
    V, v = f.transformed, f.transform.apply(first, f.names)[0]
    gaps = [np.sort(np.linalg.norm(V - row, axis=1))[1] for row in V]

    def criterion(points: Array) -> Array:
        away = f.decision_function(f.transform.invert(points)) / np.linalg.norm(f.parameters[:-1])
        s = 1 / (1 + np.exp(-away / (np.median(gaps) / np.sqrt(2))))
        return s * (1 - s) * np.linalg.norm(points[:, None] - V, axis=2).min(axis=1)

    lattice = np.stack(np.meshgrid(*(np.linspace(*ends, 150) for ends in zip(V.min(0), V.max(0), strict=True))), -1)
    assert criterion(v[None, :])[0] > 0.93 * criterion(lattice.reshape(-1, 2)).max()


def test_the_same_seed_gives_the_same_proposals() -> None:
    f = fit_in(2)
    pd.testing.assert_frame_equal(sp.refine(f, 5), sp.refine(f, 5))
    assert not sp.refine(f, 5).equals(sp.refine(f, 5, random_state=1))
    # The first proposals do not depend on their number.
    pd.testing.assert_frame_equal(sp.refine(f, 8).head(5), sp.refine(f, 5))


def test_units_do_not_matter() -> None:
    f = fit_in(2)
    other = sp.fit(f.U * [1e6, 1e-3], f.z, boundary="linear", n_starts=2)
    ours, theirs = (sp.refine(each, 6)[list(f.names)].to_numpy() for each in (other, f))
    np.testing.assert_allclose(ours / [1e6, 1e-3], theirs, rtol=2e-3)


@quiet
def test_whole_numbers_stay_whole_and_run_out() -> None:
    depth, rate = (each.ravel() for each in np.meshgrid(np.arange(2, 12, 3), np.linspace(0.1, 1, 6)))
    z = np.where(depth > 6, 1.0, 3.0) + 0.1 * np.sin(9 * rate)
    f = sp.fit(pd.DataFrame({"depth": depth, "rate": rate}), z, boundary="linear", n_starts=2)
    proposals = sp.refine(f, 9)
    assert proposals["depth"].dtype == np.int64
    assert proposals["rate"].dtype == np.float64
    u = np.arange(1.0, 21.0, 2)
    one = sp.fit(pd.DataFrame({"trees": u}), np.where(u > 8, 1.0, 3.0) + 0.1 * np.sin(u))
    left = sp.refine(one, 9)["trees"].tolist()
    assert sorted(left) == list(range(2, 20, 2))
    assert set(left[:2]) <= {6, 8, 10}
    with pytest.warns(SoftProfileWarning, match="only 9 configurations of whole numbers are left to propose, not 12"):
        sp.refine(one, 12)
    every = sp.fit(np.arange(1.0, 13.0), np.repeat([1.0, 3.0], 6) + 0.1 * np.sin(np.arange(12)))
    with pytest.raises(InputError, match="every configuration of whole numbers in this range was evaluated"):
        sp.refine(every, 3)


@quiet
@pytest.mark.parametrize("direction", ["below", "above"])
def test_beyond_an_edge_where_the_grid_ended_too_soon(direction: str) -> None:
    gamma, h = (each.ravel() for each in np.meshgrid(np.geomspace(1e3, 1e6, 13), np.linspace(-1, 1, 6)))
    threshold = 1.2e3 if direction == "below" else 9e5
    rng = np.random.default_rng(0)
    z = np.where(gamma > threshold, 1.0, 4.0) + 0.3 * rng.standard_normal(len(gamma))
    f = sp.fit(pd.DataFrame({"gamma": gamma, "h": h}), z, boundary="linear", n_starts=2)
    proposals = sp.refine(f, 10)
    beyond = proposals[proposals["why"] != "near the boundary"]
    assert len(beyond) == 5
    assert set(beyond["why"]) == {f"beyond the edge: gamma {direction} {1e3 if direction == 'below' else 1e6:.4g}"}
    (finding,) = f.focus()
    assert beyond["gamma"].between(finding.low, finding.high).all()
    assert not beyond["gamma"].between(1e3, 1e6).any()
    assert (beyond["gamma"] > 0).all()
    # Spread over the log scale, not concentrated at either end.
    more = sp.refine(f, 30)
    logs = np.log(more.loc[more["why"] != "near the boundary", "gamma"])
    shares = np.histogram(logs, bins=3, range=tuple(np.log([finding.low, finding.high])))[0] / len(logs)
    assert shares.min() > 0.1


def test_a_hyper_parameter_may_be_called_why() -> None:
    f = fit_in(2)
    named = sp.fit(pd.DataFrame(f.U, columns=["why", "h"]), f.z, boundary="linear", n_starts=2)
    assert list(sp.refine(named, 2)) == ["why", "h", "why_"]


@pytest.mark.parametrize(("n", "seed"), [(0, 0), (2.5, 0), (3, -1), (3, "x")])
def test_bad_arguments(n: Any, seed: Any) -> None:
    with pytest.raises(InputError, match="must be a whole number"):
        sp.refine(fit_in(1), n, random_state=seed)


def test_on_a_saved_fit() -> None:
    surface = load_surface("parkinson-svm")
    f = sp.fit(surface[["gamma", "h"]], surface["train_error"], boundary="linear", n_starts=2)
    pd.testing.assert_frame_equal(sp.refine(sp.BoundaryFit.from_dict(f.to_dict())), sp.refine(f))


def surface_at(U: Array, rng: np.random.Generator) -> Array:
    """A noisy plateau whose edge is a hyperbola in the logarithms."""
    return 1 + 3 / (1 + np.exp(-12 * beyond_edge(U))) + 0.15 * rng.standard_normal(len(U))


def beyond_edge(U: Array) -> Array:
    x, y = np.log(U).T
    return np.asarray(x + 0.7 * y - 0.3 * x * y - 0.4)


def distance_to_edge(point: np.ndarray[Any, Any]) -> float:
    x, y = np.log(point)
    return float(abs(beyond_edge(point[None, :])[0]) / np.hypot(1 - 0.3 * y, 0.7 - 0.3 * x))


@quiet
def test_proposals_are_better_than_chance() -> None:
    before: list[float] = []
    refined: list[float] = []
    by_chance: list[float] = []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        U = np.exp(rng.uniform(-2, 2, (25, 2)))
        z = surface_at(U, rng)
        f = sp.fit(U, z)
        proposed = sp.refine(f, 15, random_state=seed)[list(f.names)].to_numpy()
        drawn = np.exp(rng.uniform(-2, 2, (15, 2)))
        before.append(distance_to_edge(f.representative_point.to_numpy()))
        for new, errors in ((proposed, refined), (drawn, by_chance)):
            again = sp.fit(np.vstack([U, new]), np.append(z, surface_at(new, np.random.default_rng(seed + 1000))))
            errors.append(distance_to_edge(again.representative_point.to_numpy()))
    assert np.mean(refined) < 0.6 * np.mean(by_chance)
    assert np.mean(refined) < 0.6 * np.mean(before)


@quiet
def test_reasons_name_the_side_if_the_good_one_is_known() -> None:
    f = fit_in(2).with_better("lower")
    proposals = sp.refine(f, 8)
    sides = f.predict(proposals[list(f.names)])
    names = {1: "side 1 (good)", 2: "side 2"}
    assert all(why.endswith(f", {names[side]}") for why, side in zip(proposals["why"], sides, strict=True))
    pd.testing.assert_frame_equal(
        proposals[list(f.names)], sp.refine(f.with_better(None), 8)[list(f.names)], check_exact=True
    )


@pytest.mark.filterwarnings("ignore::softprofile.SoftProfileWarning")
def test_proposals_of_a_curve_are_near_its_edge() -> None:
    surface = sp.datasets.load_surface("parkinson-svm")
    U, z = surface[["gamma", "h"]], surface["train_error"]
    known = sp.fit(U, z, shape="transition:loglog", better="lower")
    proposals = sp.refine(known, 6)
    near = proposals["why"].str.startswith("near the edge of the plateau")
    assert near.all()
    edge = known.edge()
    left = edge.remaining(known.transform.apply(proposals[["gamma", "h"]].to_numpy(float), known.names))
    assert np.all((left > 0) & (left < 0.15))
    # Half of the improvement is left on the boundary, where proposals are made if the good side is not known.
    unknown = sp.refine(sp.fit(U, z, shape="transition:loglog"), 6)
    assert unknown["why"].str.startswith("near the boundary").all()
    middle = edge.remaining(known.transform.apply(unknown[["gamma", "h"]].to_numpy(float), known.names))
    assert np.median(middle) == pytest.approx(0.5, abs=0.15)
