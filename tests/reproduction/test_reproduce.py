"""All examples by name, from Python and from the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from softprofile import InputError, reproduction
from softprofile.reproduction.claims import judged, read_claims, summary, write_claims
from tests.reproduction.helpers import assert_page_is_whole


def run(
    *arguments: object, code: int = 0, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "softprofile", "reproduce", *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **(environment or {})}
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def assert_one_sentence(done: subprocess.CompletedProcess[str], words: str) -> None:
    assert done.stdout == ""
    assert done.stderr.startswith("softprofile: ")
    assert len(done.stderr.strip().splitlines()) == 1
    assert words in done.stderr


@pytest.fixture
def nowhere(tmp_path: Path) -> dict[str, str]:
    """Environment of a machine without data, cache or network: the proxy refuses connections."""
    refused = "http://127.0.0.1:9"
    return {
        "SOFTPROFILE_DATA": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "http_proxy": refused,
        "https_proxy": refused,
        "no_proxy": "",
        "NO_PROXY": "",
    }


def an_example(name: str) -> ModuleType:
    """Make a module like an example, whose page shows the arguments it was called with."""
    module = ModuleType(name)

    def reproduce(folder: Path, *, recompute: bool, jobs: int) -> Path:
        write_claims([judged("a", "Section 1", "b", holds, "c") for holds in (True, False)], folder)
        return write(folder, recompute=recompute, jobs=jobs)

    def reproduce_with_reps(folder: Path, *, recompute: bool, jobs: int, reps: int = 5) -> Path:
        return write(folder, recompute=recompute, jobs=jobs, reps=reps)

    def refuse(folder: Path, *, recompute: bool, jobs: int) -> Path:
        raise InputError("there is no data.")

    def write(folder: Path, **called: Any) -> Path:
        page = folder / "page.md"
        page.write_text(f"# {name}\n\n{called}\n")
        return page

    kinds = {"plain": reproduce, "reps": reproduce_with_reps, "refuses": refuse}
    module.reproduce = kinds[name]  # type: ignore[attr-defined]
    return module


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("plain", "reps", "refuses"):
        monkeypatch.setitem(sys.modules, f"an_example_{name}", an_example(name))
    monkeypatch.setattr(reproduction, "EXAMPLES", {name: f"an_example_{name}" for name in ("plain", "reps", "refuses")})


@pytest.mark.usefixtures("examples")
class TestOptions:
    def test_options_are_passed_to_the_example(self, tmp_path: Path) -> None:
        page = reproduction.reproduce("reps", tmp_path, recompute=True, jobs=2, reps=9, preset=None)
        assert page == tmp_path / "reps" / "page.md"
        assert "{'recompute': True, 'jobs': 2, 'reps': 9}" in page.read_text()
        assert "'reps': 5" in reproduction.reproduce("reps", tmp_path).read_text()

    def test_unknown_options_are_rejected(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"^the example 'plain' has no option --reps: it belongs to 'reps'\.$"):
            reproduction.reproduce("plain", tmp_path, reps=9)
        with pytest.raises(InputError, match=r"'plain' has no option --fixed-design\.$"):
            reproduction.reproduce("plain", tmp_path, fixed_design=True)
        with pytest.raises(InputError, match=r"no example has the option --fixed-design\.$"):
            reproduction.reproduce("all", tmp_path, fixed_design=True)
        assert not list(tmp_path.iterdir())

    def test_all_passes_options_and_reports_failures(self, tmp_path: Path) -> None:
        said: list[str] = []
        index = reproduction.reproduce("all", tmp_path, reps=3, report=said.append)
        text = assert_page_is_whole(index)
        assert "'reps': 3" in text
        assert "## [plain](plain/page.md)\n\n{'recompute': False, 'jobs': 1}" in text
        assert "- refuses: there is no data." in text
        assert said[2:4] == ["No page for refuses: there is no data.", f"Index written to {index}"]
        assert said[4:] == [
            "plain: 1 of 2 statements confirmed, 1 differs",
            "reps: no statements are tested",
            "Not counted, because not reproduced: refuses.",
        ]

    def test_statements_of_an_earlier_run_are_not_counted(self, tmp_path: Path) -> None:
        for name in ("reps", "refuses"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "claims.csv").write_text("statement,place,ours,verdict,reason\na,b,c,confirmed,\n")
        said: list[str] = []
        reproduction.reproduce("all", tmp_path, report=said.append)
        assert "reps: no statements are tested" in said
        assert not list(tmp_path.glob("re*/claims.csv"))

    def test_one_example_reports_its_statements(self, tmp_path: Path) -> None:
        said: list[str] = []
        page = reproduction.reproduce("plain", tmp_path, report=said.append)
        assert said == [f"Page written to {page}", "plain: 1 of 2 statements confirmed, 1 differs"]

    def test_all_fail(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reproduction, "EXAMPLES", {"refuses": "an_example_refuses"})
        with pytest.raises(InputError, match=r"no example could be reproduced: there is no data\."):
            reproduction.reproduce("all", tmp_path)

    @pytest.mark.parametrize("jobs", [0, -2, 1.5, True])
    def test_jobs(self, tmp_path: Path, jobs: Any) -> None:
        with pytest.raises(InputError, match=r"jobs must be a whole number >= 1, or -1"):
            reproduction.reproduce("plain", tmp_path, jobs=jobs)


class TestShell:
    def test_one_example(self, tmp_path: Path) -> None:
        done = run("co-emission", "--out", tmp_path / "out")
        page = tmp_path / "out" / "co-emission" / "co-emission.md"
        written, counted = done.stdout.splitlines()
        assert written == f"Page written to {page}"
        assert counted == f"co-emission: {len(read_claims(page.parent))} of 7 statements confirmed"
        assert done.stderr == ""
        assert_page_is_whole(page)

    def test_all_without_data(self, tmp_path: Path, nowhere: dict[str, str]) -> None:
        out = tmp_path / "out"
        done = run("all", "--out", out, environment=nowhere)
        text = assert_page_is_whole(out / "index.md")
        for name in ("introduction", "forest-fires", "parkinson", "co-emission"):
            assert f"Page written to {out / name / name}.md" in done.stdout
            assert_page_is_whole(out / name / f"{name}.md")
            assert f"({name}/{name}.md)" in text
            assert f"({name}/{name}.png)" in text
        assert "No page for happiness: whr2025.xlsx" in done.stdout
        assert "- happiness: whr2025.xlsx" in text
        claims = {page.parent.name: read_claims(page.parent) for page in out.glob("*/*.md")}
        lines = done.stdout.splitlines()
        for line in summary({name: claims[name] for name in reproduction.EXAMPLES if name in claims}):
            assert line in lines
        confirmed = sum(claim.verdict == "confirmed" for found in claims.values() for claim in found)
        assert lines[-2].startswith(f"In all: {confirmed} of ")
        assert lines[-1] == "Not counted, because not reproduced: happiness."

    def test_no_data_is_one_sentence(self, tmp_path: Path, nowhere: dict[str, str]) -> None:
        assert_one_sentence(run("happiness", "--out", tmp_path, code=2, environment=nowhere), "whr2025.xlsx")
        assert_one_sentence(
            run("forest-fires", "--recompute", "--out", tmp_path, code=2, environment=nowhere), "forestfires.csv"
        )

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["wildfires"], "unknown example 'wildfires': choose one of 'introduction', 'forest-fires'"),
            (["parkinson", "--preset", "smoke"], "the example 'parkinson' has no option --preset"),
            (["co-emission", "--fixed-design"], "the example 'co-emission' has no option --fixed-design"),
            (["co-emission", "--jobs", "0"], "jobs must be a whole number"),
        ],
    )
    def test_errors_are_one_sentence(self, tmp_path: Path, arguments: list[str], words: str) -> None:
        assert_one_sentence(run(*arguments, "--out", tmp_path, code=2), words)

    def test_a_file_in_the_way(self, tmp_path: Path) -> None:
        (tmp_path / "out").write_text("not a folder")
        assert_one_sentence(run("co-emission", "--out", tmp_path / "out", code=2), "out")


def test_examples_are_imported_when_used() -> None:
    prefix = "softprofile.reproduction."
    program = f"import sys, softprofile.reproduction; print([m for m in sys.modules if m.startswith({prefix!r})])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
