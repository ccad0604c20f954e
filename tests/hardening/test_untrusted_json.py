"""Reading a saved fit never executes, imports, unpickles or writes anything, whatever is in the file."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

import softprofile as sp
from tests.hardening.test_fuzzed_files import CODE, SAVED

# Audit events (PEP 578) that reading must not cause; opening the file itself is the only one it needs.
FORBIDDEN = ("exec", "compile", "import", "os.", "subprocess.", "pickle.", "socket.", "ctypes.", "marshal.", "shutil.")

PROGRAM = f"""
import json, sys
import scipy.stats, softprofile as sp
from softprofile.fitting.serialization import fit_from_dict
files = sys.argv[1:]
for path in files:  # once unwatched: what is imported when first used
    try:
        sp.BoundaryFit.from_json(path)
    except sp.InputError:
        pass
seen, watching = [], False
def watch(event, arguments):
    if watching and (event.startswith({FORBIDDEN!r}) or (event == "open" and arguments[0] not in files)):
        seen.append(event)
sys.addaudithook(watch)
outcomes = []
for path in files:
    watching = True
    try:
        sp.BoundaryFit.from_json(path)
        outcome = "read"
    except sp.InputError:
        outcome = "refused"
    watching = False
    outcomes.append(outcome)
watching = True
eval("1 + 1")  # the watch itself works
watching = False
print(json.dumps([outcomes, seen]))
"""


def hostile_fits() -> list[dict[str, Any]]:
    """True fits with code, names of classes and modules wherever a name or a text may stand."""
    found = [SAVED[0]]
    for text in [
        *CODE,
        "softprofile.cli",
        "subprocess.Popen",
        "builtins.eval",
        "scipy:os",
        "UserBoundary",
        "user",
    ]:
        for key in ("boundary", "density"):
            for part in ({"name": text, "options": {}}, {"name": text, "options": {}, "class": text}):
                found.append({**SAVED[0], key: part})
        found.append({**SAVED[0], "density": {"name": "scipy", "options": {"distribution": text}}})
        found.append({**SAVED[0], "names": [text, f"{text}'"], "z_name": text, "messages": [text]})
        found.append({**SAVED[0], "__class__": text, "__reduce__": [text, []], "py/object": text})
    return [copy.deepcopy(each) for each in found]


def test_nothing_is_executed(tmp_path: Path) -> None:
    files = []
    for k, data in enumerate(hostile_fits()):
        files.append(str(tmp_path / f"{k}.json"))
        Path(files[-1]).write_text(json.dumps(data))
    before = sorted(path.name for path in tmp_path.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *files], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    outcomes, seen = json.loads(done.stdout)
    # The eval at the end is seen; nothing else is.
    assert seen == ["compile", "exec"]
    assert outcomes[0] == "read"
    assert {"read", "refused"} == {*outcomes}
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "name", ["np", "norm.__class__", "rv_continuous", "poisson", "__doc__", "gaussian_kde", "os", "", "ttest_ind"]
)
def test_scipy_names_are_continuous_distributions_alone(name: str) -> None:
    data = {**SAVED[0], "density": {"name": "scipy", "options": {"distribution": name}}}
    with pytest.raises(sp.InputError, match=r"is not a continuous distribution of scipy\.stats"):
        sp.BoundaryFit.from_dict(data)


def test_a_scipy_name_is_looked_up_and_nothing_more() -> None:
    density = sp.densities.get_density("scipy:gumbel_r")
    assert isinstance(density, sp.densities.ScipyDensity)
    assert density.distribution is stats.gumbel_r


def test_class_names_are_inert() -> None:
    own = {"name": "user", "options": {}, "class": "os.system"}
    for key in ("boundary", "density"):
        with pytest.raises(sp.InputError, match=f"its {key} 'os.system' is your own: pass the object"):
            sp.BoundaryFit.from_dict({**SAVED[0], key: own})


def test_no_source_of_the_package_unpickles_or_evaluates_what_it_reads() -> None:
    source = (Path(sp.__file__).parent / "fitting" / "serialization.py").read_text(encoding="utf-8")
    for word in ("pickle", "eval(", "exec(", "import_module", "__import__", "getattr(sys"):
        assert word not in source
