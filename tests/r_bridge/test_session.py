"""The R session: threads, processes, errors and warnings as Python's, no output."""

from __future__ import annotations

import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import joblib
import numpy as np
import pytest

import r_bridge
from r_bridge import session
from softprofile import InputError, MissingDependencyError
from tests.r_bridge.helpers import need_r, run_python


@pytest.fixture(autouse=True)
def _need_r() -> None:
    need_r()


def echo(value: Any) -> Any:
    return session.call("function(x) x", value)


def uniforms(seed: int) -> list[float]:
    session.seed(seed)
    return session.call("function() stats::runif(3)").tolist()


@pytest.mark.parametrize(
    "value",
    [
        np.array([1.5, -2.0, np.inf]),
        np.array([1, 2, 3], dtype=np.int32),
        np.array([True, False]),
        np.array(["a", "ä"]),
        np.arange(6.0).reshape(2, 3),
        np.arange(6, dtype=np.int32).reshape(3, 2),
        np.empty(0),
        np.array([2.0**40]),
    ],
)
def test_values_survive_the_round_trip(value: Any) -> None:
    back = echo(value)
    assert back.shape == value.shape
    np.testing.assert_array_equal(back, value)


def test_other_values() -> None:
    assert echo(b"\x00\x01") == b"\x00\x01"
    assert echo(None) is None
    assert echo(2.5).tolist() == [2.5]
    assert session.call("function() list(a = 1, b = list('x', NULL))")["b"][1] is None
    with pytest.raises(InputError, match="not object"):
        echo(object())


def test_vectors_have_no_dimension_and_matrices_have_two() -> None:
    assert session.call("function(x) is.null(dim(x))", np.ones(3))[0]
    assert session.call("function(x, i) x[2, i]", np.array([[1.0, 2.0], [3.0, 4.0]]), i=1).tolist() == [3.0]


def test_errors_are_exceptions_with_the_message_of_r(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(r_bridge.RError, match=r"^this is wrong$"):
        session.call("function() stop('this is wrong')")
    with pytest.raises(r_bridge.RError, match="nothing_of_this_name"):
        session.call("nothing_of_this_name")
    with pytest.raises(r_bridge.RError, match=r"\{"):
        session.call("function( {")
    assert session.call("function() 1").tolist() == [1.0]
    assert capfd.readouterr() == ("", "")


def test_warnings_are_warnings_and_point_to_the_caller() -> None:
    with pytest.warns(r_bridge.RWarning) as caught:
        value = session.call("function() { warning('first'); warning('second'); 3 }")
    assert [str(warning.message) for warning in caught] == ["first", "second"]
    assert caught[0].filename == __file__
    assert value.tolist() == [3.0]


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    session.call("function() { print(1:10); cat('chatter'); message('more'); write('and', stderr()); 1 }")
    assert capfd.readouterr() == ("", "")


def test_any_thread() -> None:
    def square(x: float) -> float:
        return float(session.call("function(x) { Sys.sleep(0.001); x^2 }", x)[0])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(square, range(40))) == [float(x) ** 2 for x in range(40)]


def test_first_use_in_a_thread_and_by_several_at_once() -> None:
    program = """
import threading, warnings
warnings.simplefilter("error")
from r_bridge import session
found = []
threads = [threading.Thread(target=lambda: found.append(session.call("function() Sys.getpid()")[0])) for _ in range(4)]
[t.start() for t in threads]; [t.join() for t in threads]
print(len(found), len(set(found)))
"""
    done = run_python(program)
    assert (done.stdout, done.stderr) == ("4 1\n", "")


def test_errors_in_one_thread_do_not_affect_others() -> None:
    results: list[str] = []

    def fail() -> None:
        try:
            session.call("function() stop('no')")
        except r_bridge.RError as error:
            results.append(str(error))

    threads = [threading.Thread(target=fail) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["no"] * 5


def test_seed() -> None:
    assert uniforms(3) == uniforms(3) != uniforms(4)
    assert uniforms(3) == session.call("function() stats::runif(3)", seed=3).tolist()
    # The value of set.seed(1); runif(1) in R since 1.7.0.
    assert uniforms(1)[0] == pytest.approx(0.2655086631421)
    for bad in (-1, 0.5, 2**31, "x"):
        with pytest.raises(InputError, match="seed"):
            session.seed(bad)  # type: ignore[arg-type]


def test_process_workers_are_deterministic() -> None:
    tasks = range(6)
    expected = [uniforms(task) for task in tasks]
    assert joblib.Parallel(n_jobs=2, backend="loky")(joblib.delayed(uniforms)(task) for task in tasks) == expected


def test_a_new_process_is_seeded() -> None:
    program = "from r_bridge import session; print(session.call('function() stats::runif(3)').tolist())"
    expected = session.call("function() stats::runif(3)", seed=0).tolist()
    assert run_python(program).stdout.strip() == str(expected)


def test_missing_package() -> None:
    assert session.installed("stats")
    assert not session.installed("nosuchpackage")
    with pytest.raises(MissingDependencyError, match=r"this test needs .*install\.packages\(.nosuchpackage"):
        session.require("nosuchpackage", "this test")


def test_warnings_as_errors_leave_r_usable() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(r_bridge.RWarning):
            session.call("function() warning('first')")
    assert echo(1.0).tolist() == [1.0]


def test_programs_started_later_find_their_own_libraries() -> None:
    program = (
        "import os; before = dict(os.environ); from r_bridge import session; session.start(); "
        "print(os.environ.get('LD_LIBRARY_PATH') == before.get('LD_LIBRARY_PATH'))"
    )
    done = run_python(program)
    assert done.stdout.strip() == "True", done.stderr
