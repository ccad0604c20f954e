"""Execute the vignettes and render each to an HTML page: `python tools/render_vignettes.py [--out DIR] [FILE ...]`.

Vignettes for Python readers are jupytext scripts (.py), those for R readers are R Markdown (.Rmd). The latter need R
with rmarkdown; without them they are skipped with a message. If a vignette fails, the others are still rendered, and
the exit status is 1.

Cells tagged "answer" are collapsed in the page; of cells tagged "words" only the output is shown.
"""

from __future__ import annotations

import argparse
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# Rendered first, because they take longest.
SLOWEST = "parkinson"
SECONDS_PER_CELL = 600

PAGE = """
{%- extends 'lab/index.html.j2' -%}
{%- block html_head_css -%}
{{ super() }}
<style>
  body.jp-Notebook { max-width: 1040px; margin: 0 auto; padding: 1em; }
  .jp-RenderedHTMLCommon { font-size: 16px; line-height: 1.55; }
  .jp-RenderedHTMLCommon p, .jp-RenderedHTMLCommon li { max-width: 50em; text-align: left; }
  .jp-MarkdownOutput, .jp-OutputArea-output.jp-RenderedMarkdown { padding-left: 4px; }
  .jp-OutputArea-output img { max-width: 100%; height: auto; }
  details { margin: 0.5em 0 1em 0; padding: 0.3em 0.8em; border-left: 3px solid #0072B2; background: #f7f9fb; }
  details > summary { cursor: pointer; font-weight: 600; }
</style>
{%- endblock -%}
{%- block any_cell -%}
{%- if cell.metadata.answer_begins %}<details><summary>Answer</summary>{% endif -%}
{{ super() }}
{%- if cell.metadata.answer_ends %}</details>{% endif -%}
{%- endblock -%}
"""

INDEX = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Vignettes of softprofile</title>
<style>body {{ max-width: 40em; margin: 2em auto; font: 16px/1.6 sans-serif; }}</style></head>
<body><h1>Vignettes of softprofile</h1><ul>
{links}
</ul></body></html>
"""


def main() -> int:
    """Render the vignettes given on the command line; return 1 if one failed."""
    parser = argparse.ArgumentParser(description="Execute the vignettes and render each to an HTML page.")
    parser.add_argument("files", nargs="*", type=Path, help="vignettes; default: all")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "vignettes", help="output folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of worker processes")
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    sources = arguments.files or sorted(path for path in (ROOT / "vignettes").iterdir() if path.suffix in RENDERERS)
    with tempfile.TemporaryDirectory() as library:
        environment = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "RETICULATE_PYTHON": sys.executable}
        # The R vignettes fit their models only if this is set, because R CMD check has to be fast.
        environment["NOT_CRAN"] = "true"
        os.environ.update(environment)
        if any(path.suffix == ".Rmd" for path in sources):
            obstacle = install_r_package(Path(library))
            if obstacle:
                print(f"{obstacle}: the vignettes for R readers are skipped.")
                sources = [path for path in sources if path.suffix != ".Rmd"]
        failed = render_all([path.resolve() for path in sources], out, arguments.jobs)
    write_index(out)
    print(f"{len(sources) - failed} of {len(sources)} vignettes are in {out}; open index.html first.")
    return int(failed > 0)


def render_all(sources: list[Path], out: Path, jobs: int) -> int:
    """Render vignettes in parallel and print the outcome of each.

    Parameters
    ----------
    sources : list of Path
        Vignettes.
    out : Path
        Output folder.
    jobs : int
        Number of worker processes.

    Returns
    -------
    int
        Number of vignettes that failed.
    """
    failed = 0
    with ProcessPoolExecutor(jobs) as pool:
        slowest_first = sorted(sources, key=lambda path: SLOWEST not in path.name)
        running = {pool.submit(timed, path, out): path for path in slowest_first}
        for future in as_completed(running):
            name = running[future].name
            error = future.exception()
            if error is None:
                print(f"{name}: rendered in {future.result():.0f} s.", flush=True)
            else:
                failed += 1
                print(f"{name}: FAILED\n{error}\n", flush=True)
    return failed


def timed(path: Path, out: Path) -> float:
    """Render one vignette and measure the time.

    Parameters
    ----------
    path : Path
        Vignette.
    out : Path
        Output folder.

    Returns
    -------
    float
        Seconds.
    """
    start = time.monotonic()
    RENDERERS[path.suffix](path, out)
    return time.monotonic() - start


def render_script(path: Path, out: Path) -> None:
    """Execute a jupytext script in a temporary folder and write the page.

    Parameters
    ----------
    path : Path
        Script.
    out : Path
        Output folder.
    """
    import jupytext  # type: ignore[import-untyped]
    import nbclient
    from jinja2 import DictLoader
    from nbconvert import HTMLExporter
    from traitlets.config import Config

    notebook = jupytext.read(path)
    with tempfile.TemporaryDirectory() as folder:
        client = nbclient.NotebookClient(
            notebook,
            kernel_name="python3",
            timeout=SECONDS_PER_CELL,
            resources={"metadata": {"path": folder}},
            extra_arguments=["--IPKernelApp.log_level=ERROR"],
        )
        try:
            client.execute()
        except nbclient.exceptions.CellExecutionError as error:
            # CellExecutionError cannot be pickled.
            raise RuntimeError(re.sub(r"\x1b\[[0-9;]*m", "", str(error))) from None
    prepare(notebook)
    exporter = HTMLExporter(  # type: ignore[no-untyped-call]
        config=Config(TagRemovePreprocessor={"enabled": True, "remove_input_tags": {"words"}}),
        extra_loaders=[DictLoader({"page.html.j2": PAGE})],
        template_file="page.html.j2",
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )
    page, _ = exporter.from_notebook_node(notebook)
    (out / f"{path.stem}.html").write_text(page, encoding="utf-8")


def prepare(notebook: Any) -> None:
    """Set the title, and mark where answers begin and end.

    Parameters
    ----------
    notebook : NotebookNode
        Executed notebook, changed in place.
    """
    words = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    heading = re.search(r"^# (.+)$", words, flags=re.MULTILINE)
    notebook.metadata["title"] = heading.group(1) if heading else "softprofile"
    answers = [False, *("answer" in cell.metadata.get("tags", ()) for cell in notebook.cells), False]
    for cell, before, is_answer, after in zip(notebook.cells, answers, answers[1:], answers[2:], strict=False):
        cell.metadata["answer_begins"] = is_answer and not before
        cell.metadata["answer_ends"] = is_answer and not after


def install_r_package(library: Path) -> str | None:
    """Install the R package for the vignettes.

    Parameters
    ----------
    library : Path
        R library to install into.

    Returns
    -------
    str or None
        What is missing, or None if the package was installed.
    """
    if shutil.which("Rscript") is None:
        return "R is not installed"
    able = "quit(status = !(requireNamespace('rmarkdown', quietly = TRUE) && rmarkdown::pandoc_available('1.12.3')))"
    if subprocess.run(["Rscript", "-e", able], check=False, capture_output=True).returncode:
        return "rmarkdown or pandoc is not installed"
    inherited = os.environ.get("R_LIBS")
    os.environ["R_LIBS"] = f"{library}:{inherited}" if inherited else str(library)
    with tempfile.TemporaryDirectory() as folder:
        run([str(ROOT / "tools" / "build_r.sh"), folder, "--no-build-vignettes"], ROOT)
        (archive,) = Path(folder).glob("softprofile_*.tar.gz")
        run(["R", "CMD", "INSTALL", f"--library={library}", str(archive)], ROOT)
    # Without this check the pages would silently lack all results.
    available = "if (!softprofile::softprofile_available()) stop('R does not find the Python package softprofile')"
    run(["Rscript", "-e", available], ROOT)
    return None


def render_markdown(path: Path, out: Path) -> None:
    """Render a copy of an R Markdown file with rmarkdown, in a temporary folder.

    Parameters
    ----------
    path : Path
        R Markdown file.
    out : Path
        Output folder.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, folder)
        code = f"rmarkdown::render('{path.name}', output_file = '{path.stem}.html', quiet = TRUE)"
        run(["Rscript", "-e", code], Path(folder))
        shutil.copy(Path(folder) / f"{path.stem}.html", out)


def run(command: list[str], folder: Path) -> None:
    """Run a command silently; if it fails, raise an error with its output.

    Parameters
    ----------
    command : list of str
        Program and arguments.
    folder : Path
        Working directory.

    Raises
    ------
    RuntimeError
        If the exit status is not 0.
    """
    done = subprocess.run(command, cwd=folder, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}")


def write_index(out: Path) -> None:
    """Write an index of all pages in the folder, by title.

    Parameters
    ----------
    out : Path
        Output folder.
    """
    pages = sorted(path for path in out.glob("*.html") if path.name != "index.html")
    (out / "index.html").write_text(INDEX.format(links="\n".join(links(pages))), encoding="utf-8")


def links(pages: Iterable[Path]) -> Iterable[str]:
    """Make a list item per page.

    Parameters
    ----------
    pages : iterable of Path
        HTML pages.

    Yields
    ------
    str
        HTML list item with a link.
    """
    for page in pages:
        title = re.search(r"<title>(.*?)</title>", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        yield f'<li><a href="{page.name}">{title.group(1).strip() if title else html.escape(page.stem)}</a></li>'


RENDERERS = {".py": render_script, ".Rmd": render_markdown}

if __name__ == "__main__":
    sys.exit(main())
