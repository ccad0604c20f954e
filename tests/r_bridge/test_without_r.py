"""Everything can be imported without R, and the first call that needs it raises an error of one sentence."""

from __future__ import annotations

import pytest

from tests.r_bridge.helpers import need_r, run_python

HIDE_RPY2 = "import sys; sys.modules['rpy2'] = None\n"
NO_R: dict[str, str | None] = {"PATH": "/nowhere", "R_HOME": None}
WRONG_HOME: dict[str, str | None] = {"R_HOME": "/nowhere"}

CALLS = (
    "r_bridge.enet([[1, 2], [2, 1], [3, 4]], [1, 2, 4], 1, 1, engine='r')",
    "r_bridge.svm([[1], [2]], [0, 1], 1, 1, engine='r')",
    "r_bridge.session.seed(1)",
)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("hide", "environment", "said"),
    [("", NO_R, "needs R, and"), ("", WRONG_HOME, "unset R_HOME"), (HIDE_RPY2, {}, "needs rpy2: install it with pip")],
    ids=["no R", "wrong R_HOME", "no rpy2"],
)
def test_calls_that_need_r_raise(call: str, hide: str, environment: dict[str, str | None], said: str) -> None:
    if hide:
        need_r()  # otherwise the error would be about R
    program = f"""{hide}
import r_bridge, softprofile
try:
    {call}
except softprofile.MissingDependencyError as error:
    print(error)
"""
    done = run_python(program, **environment)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize(("hide", "environment"), [("", NO_R), ("", WRONG_HOME), (HIDE_RPY2, {})])
def test_auto_is_python(hide: str, environment: dict[str, str | None]) -> None:
    pytest.importorskip("sklearn")
    program = f"""{hide}
import r_bridge
print(r_bridge.enet([[1, 2], [2, 1], [3, 4]], [1, 2, 4], 1, 1).engine, r_bridge.svm([[1], [2]], [0, 1], 1, 1).engine)
"""
    done = run_python(program, **environment)
    assert (done.stdout, done.stderr) == ("python python\n", "")


def test_import_loads_no_heavy_library() -> None:
    heavy = ("rpy2", "rpy2.rinterface", "sklearn", "pandas", "scipy.stats", "joblib")
    names = "import r_bridge; [getattr(r_bridge, name) for name in r_bridge.__all__]; import sys"
    done = run_python(f"{names}; print([name for name in {heavy} if name in sys.modules])")
    assert done.stdout.strip() == "[]", done.stderr


def test_unknown_name() -> None:
    import r_bridge

    assert set(r_bridge.__all__) <= set(dir(r_bridge))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        r_bridge.nothing  # noqa: B018
