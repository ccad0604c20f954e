"""Families of a user's own by name: wherever a name is taken, and back from a file."""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import softprofile as sp
from softprofile.model.registry import Registry
from tests.plugins import families

U = np.random.default_rng(3).uniform(0.5, 3.0, (70, 2))
INSIDE = np.log(U[:, 1]) + 0.5 * np.log(U[:, 0]) > 0.8
Z = np.where(INSIDE, 6.0, 2.0) + 0.2 * np.sin(9 * U[:, 0])


class TestBoundaries:
    @pytest.mark.parametrize("name", ["cubic", "monotone"])
    @pytest.mark.parametrize("softness", ["soft", "hard"])
    def test_fit_by_name(self, name: str, softness: str) -> None:
        f = sp.fit(U, Z, boundary=name, softness=softness)
        assert f.boundary.name == name
        np.testing.assert_array_equal(f.sides == 2, INSIDE)
        assert "boundary" in str(f.summary()).lower()

    def test_one_that_is_linear_in_its_parameters_is_searched_as_such(self) -> None:
        by_name, by_object = (sp.fit(U, Z, boundary=b) for b in ("cubic", families.Cubic()))
        np.testing.assert_array_equal(by_name.parameters, by_object.parameters)
        assert list(by_name.boundary.coefficients(by_name.parameters, ("a", "b")))[:2] == ["a^3", "b^3"]

    def test_a_monotone_boundary_rises_in_every_hyper_parameter(self) -> None:
        f = sp.fit(U, Z, boundary="monotone")
        for step in 0.1 * np.eye(2):
            assert np.all(f.decision_function(U + step) > f.values)

    @pytest.mark.parametrize("better", [1.0, -1.0])
    @pytest.mark.parametrize("name", ["cubic", "monotone"])
    def test_saved_and_read_back(self, name: str, better: float, tmp_path: Path) -> None:
        f = sp.fit(U, better * Z, boundary=name)
        f.to_json(tmp_path / "fit.json")
        again = sp.BoundaryFit.from_json(tmp_path / "fit.json")
        np.testing.assert_array_equal(again.predict(U), f.sides)
        assert again.boundary == f.boundary or again.boundary.name == f.boundary.name

    def test_everything_that_refits(self) -> None:
        f = sp.fit(U, Z, boundary="monotone")
        assert f.bootstrap(20).intervals().notna().to_numpy().all()
        assert f.test_plateau(19).verdict in ("plateau", "steady change")
        assert len(f.diagnose(rows=[0, 1]).left_out.rows) == 2
        compared = sp.compare(U, Z, boundaries=["linear", "cubic", "monotone"], densities=["gaussian"])
        assert {boundary for boundary, _ in compared.fits} == {"linear", "cubic", "monotone"}
        assert sp.SoftProfile(boundary="cubic").fit(U, Z).result_.boundary.name == "cubic"

    def test_plot(self) -> None:
        import matplotlib.pyplot as plt

        sp.fit(U, Z, boundary="monotone").plot()
        plt.close("all")


class TestDensities:
    def test_fit_by_name_and_argument(self) -> None:
        f = sp.fit(U, Z, density="gamma:9")
        assert f.density.name == "gamma:9"
        assert f.theta[2]["scale"] * 9 == pytest.approx(6.0, abs=0.3)
        assert sp.elbow(np.sort(Z)[::-1], density="gamma").density.name == "gamma"

    def test_saved_and_read_back(self) -> None:
        f = sp.fit(U, Z, density="gamma:9")
        again = sp.BoundaryFit.from_dict(json.loads(json.dumps(f.to_dict())))
        assert again.density.name == "gamma:9"
        assert vars(again.density)["inner"].shape == 9


class TestNames:
    def test_names_of_the_package_cannot_be_taken(self) -> None:
        with pytest.raises(sp.InputError, match="'quadratic' is taken by a built-in boundary"):
            sp.register_boundary("quadratic", families.Cubic)

    def test_a_name_may_be_registered_again(self) -> None:
        sp.register_boundary("cubic", families.Cubic)
        assert sp.boundaries.get_boundary("cubic") == families.Cubic()

    @pytest.mark.parametrize("name", ["", "a:b", 3])
    def test_bad_names(self, name: Any) -> None:
        with pytest.raises(sp.InputError, match="must be a string without a colon"):
            sp.register_density(name, families.Gamma)

    def test_an_object_is_not_a_factory(self) -> None:
        with pytest.raises(sp.InputError, match="as a class or a function that returns one"):
            sp.register_density("other", cast(Any, families.Gamma()))

    def test_unknown_names_list_those_registered(self) -> None:
        with pytest.raises(sp.InputError, match="'monotone'"):
            sp.fit(U, Z, boundary="monoton")

    def test_a_user_class_is_not_an_object(self) -> None:
        with pytest.raises(sp.InputError, match=r"pass Monotone\(\)"):
            sp.fit(U, Z, boundary=families.Monotone)

    def test_network_with_its_size(self) -> None:
        assert sp.boundaries.get_boundary("network:8") == sp.boundaries.Network(hidden=8)
        with pytest.raises(sp.InputError, match="hidden of boundary 'network' must be a number, not 'many'"):
            sp.boundaries.get_boundary("network:many")


def test_families_of_installed_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point, as a third-party package declares it, is loaded when its name is first used."""
    point = importlib.metadata.EntryPoint("wavy", "tests.plugins.families:Cubic", "softprofile.boundaries")

    def declared(**wanted: str) -> list[importlib.metadata.EntryPoint]:
        return [point] if wanted == {"group": point.group, "name": point.name} else []

    monkeypatch.setattr("softprofile.model.registry.entry_points", declared)
    known = Registry("boundary", "softprofile.boundaries")
    assert isinstance(known.make("wavy"), families.Cubic)
    assert known.find("straight") is None
