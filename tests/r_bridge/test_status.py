"""The status of R, with and without R."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import pytest

from tests.r_bridge.helpers import need_r, run_python, status


def test_every_missing_part_has_a_remedy() -> None:
    found = status()
    things = {"R": found.r, "rpy2": found.rpy2, **found.packages}
    missing = {name for name, version in things.items() if version is None}
    assert missing <= set(found.remedies)
    text = str(found)
    for name, version in things.items():
        assert any(line.split()[:2] == [name, version or "missing"] for line in text.splitlines())
    for remedy in found.remedies.values():
        assert remedy in text


def test_it_is_frozen_and_can_be_pickled() -> None:
    found = status()
    with pytest.raises(FrozenInstanceError):
        found.r = "9"  # type: ignore[misc]
    with pytest.raises(TypeError):
        found.packages["e1071"] = "9"  # type: ignore[index]
    assert pickle.loads(pickle.dumps(found)) == found


def test_missing_package_has_an_install_command() -> None:
    from r_bridge.installation import find_r, install_package, package_versions

    need_r()
    executable = find_r()
    assert executable is not None
    assert package_versions(executable, ["stats", "nosuchpackage"]) == {"stats": status().r, "nosuchpackage": None}
    assert install_package("e1071") == (
        """Rscript -e 'install.packages("e1071", repos = "https://cloud.r-project.org")'"""
    )


def test_it_starts_no_r_in_this_process() -> None:
    done = run_python("import r_bridge; r_bridge.status(); print(r_bridge.session._rinterface)")
    assert done.stdout.strip() == "None", done.stderr


def test_function_survives_import_of_the_module() -> None:
    import r_bridge.status
    from r_bridge.status import RStatus

    assert isinstance(r_bridge.status(), RStatus)


@pytest.mark.parametrize(
    ("environment", "said"),
    [({"PATH": "/nowhere", "R_HOME": None}, "no R on PATH"), ({"R_HOME": "/nowhere"}, "no R in R_HOME (/nowhere)")],
)
def test_no_r(environment: dict[str, str | None], said: str) -> None:
    done = run_python("import r_bridge; s = r_bridge.status(); print(s, s.usable)", **environment)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert done.stdout.endswith("False\n")
    assert done.stderr == ""


def test_no_rpy2() -> None:
    program = "import sys; sys.modules['rpy2'] = None; import r_bridge; print(r_bridge.status())"
    done = run_python(program)
    assert done.returncode == 0, done.stderr
    assert "rpy2        missing\n            -> pip install 'rpy2>=3.6'" in done.stdout
