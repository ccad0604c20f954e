"""The renderer of the vignettes; `make vignettes` executes the vignettes themselves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

for module in ("jupytext", "nbconvert", "ipykernel"):
    pytest.importorskip(module, reason=f"{module} renders the vignettes: install softprofile[dev]")

GOOD = """
# %% [markdown]
# # A small page

# %% tags=["words"]
secret_code = print("spoken", 6 * 7)

# %% [markdown] tags=["answer"]
# First part of the answer.

# %% tags=["answer"]
print("second part", 2 + 3)

# %% [markdown]
# After the answer.
"""


def render(folder: Path, **sources: str) -> subprocess.CompletedProcess[str]:
    files = []
    for name, text in sources.items():
        file = folder / f"{name}.py"
        file.write_text(text, encoding="utf-8")
        files.append(str(file))
    command = [sys.executable, str(ROOT / "tools" / "render_vignettes.py"), "--out", str(folder / "pages"), *files]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_renders_a_page_with_folded_answers_and_hidden_code(tmp_path: Path) -> None:
    done = render(tmp_path, good=GOOD)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "pages" / "good.html").read_text(encoding="utf-8")
    assert "<title>A small page</title>" in page
    assert "spoken 42" in page
    assert "secret_code" not in page
    assert page.count("<details>") == page.count("</details>") == 1
    folded = page[page.index("<details>") : page.index("</details>")]
    assert "First part of the answer." in folded
    assert "second part 5" in folded
    assert "After the answer." not in folded
    assert '<a href="good.html">A small page</a>' in (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")


def test_a_vignette_that_fails_is_named_and_the_exit_status_says_so(tmp_path: Path) -> None:
    done = render(tmp_path, good=GOOD, bad='# %% [markdown]\n# # Bad\n\n# %%\nraise ValueError("spilled ink")\n')
    assert done.returncode == 1
    assert "bad.py: FAILED" in done.stdout
    assert "spilled ink" in done.stdout
    assert "good.py: rendered" in done.stdout
    assert not (tmp_path / "pages" / "bad.html").exists()


def test_titles_differ() -> None:
    """R readers and Python readers must be able to tell the pages apart in the index."""
    titles = []
    for path in sorted((ROOT / "vignettes").iterdir()):
        lines = path.read_text(encoding="utf-8").splitlines()
        start = "title: " if path.suffix == ".Rmd" else "# # "
        titles.append(next(line for line in lines if line.startswith(start)).removeprefix(start).strip('"'))
    assert len(set(titles)) == len(titles) >= 6
