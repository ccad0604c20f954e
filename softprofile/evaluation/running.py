"""Evaluate an objective at every configuration: in this process, in local processes, or on a cluster."""

from __future__ import annotations

import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from softprofile.evaluation import backends
from softprofile.evaluation.configurations import Configurations, read_configurations_table
from softprofile.evaluation.isolation import close_isolated
from softprofile.evaluation.objectives import Shipped, calling_style, objective_name, pickled
from softprofile.evaluation.records import Key, Record, Task
from softprofile.evaluation.store import Store, open_store
from softprofile.evaluation.surfaces import dropped_messages, make_surface, provenance, with_messages
from softprofile.evaluation.workers import Job, evaluate_task, run_task
from softprofile.fitting.good_side import require_better
from softprofile.surfaces.surface import Surface
from softprofile.util.errors import InputError
from softprofile.util.jobs import require_jobs
from softprofile.util.messages import Message, warn
from softprofile.util.progress import one_job, progress_bar
from softprofile.util.streams import fresh_seed
from softprofile.util.validation import require_count, require_number

LARGE_PICKLE_BYTES = 1_000_000
CRASHES_WITHOUT_A_RESULT = 3


def evaluate(
    objective: Callable[..., Any],
    grid: Any,
    *,
    n_jobs: int | None = None,
    store: str | Path | None = None,
    repeats: int = 1,
    random_state: int | np.random.Generator | None = 0,
    time_limit: float | None = None,
    better: str | None = None,
) -> Surface:
    """Evaluate an objective at every configuration of a grid.

    Parameters
    ----------
    objective : callable
        Called as ``objective(**config)``, with an additional ``rng=`` if it has a parameter of that name, or as
        ``objective(config, rng)``. Returns a number, which is then named "z", or a dict of numbers. Draws from `rng` do
        not depend on the number of processes; numpy's global generator is not seeded.
    grid : DataFrame of shape (n, m)
        One row per configuration: see `grid` and `loggrid`.
    n_jobs : int, optional
        Number of parallel processes; -1 for one per core, 1 for this process itself. Inside
        ``joblib.parallel_config(backend="dask")`` the evaluations run on the cluster of the current dask client.
    store : str or Path, optional
        Folder that keeps each evaluation as soon as it is finished. Call again with the same arguments to evaluate only
        what is missing. If the workers of a cluster see the folder under the same path, they write to it themselves,
        and their results survive the end of this process; otherwise this process writes the results as they arrive.
    repeats : int, default 1
        Number of evaluations of each configuration, each with its own generator; their metrics are averaged. A larger
        number than before extends a store.
    random_state : int, numpy.random.Generator or None, default 0
        Seed of the generators, which also depend on the row of the grid and the number of the repeat. None means a
        random seed, or that of the store.
    time_limit : float, optional
        Seconds after which an evaluation is stopped and recorded as failed. Evaluations then run in isolated processes.
    better : {"lower", "higher"}, optional
        Which values of the metrics are better: "lower" for errors, "higher" for scores. The surface and its store keep
        it for `fit_surface`. By default, that of the store.

    Returns
    -------
    Surface
        The metrics of each configuration, averaged over the repeats. A configuration that raises an error is listed
        with its error, and the others are evaluated. The same holds for a configuration that kills its worker process
        twice. After a KeyboardInterrupt, the surface holds what is finished.

    Raises
    ------
    InputError
        If the objective cannot be called with the columns of the grid, if an argument is invalid, or if the store
        belongs to another objective, grid or seed.

    Warns
    -----
    SoftProfileWarning
        If configurations failed or are not finished; the sentences are also in the messages of the surface.

    See Also
    --------
    grid, loggrid : Make a grid.
    fit_surface : Fit a boundary to the surface.

    Examples
    --------
    >>> import softprofile as sp
    >>> def train(gamma, h):
    ...     return {"train_error": h / gamma}
    >>> surface = sp.evaluate(train, sp.grid(gamma=[1.0, 2.0], h=[0.5]))
    >>> surface
    Surface(2 configurations of gamma, h; train_error)
    >>> surface["train_error"].tolist()
    [0.5, 0.25]

    Random objectives take a generator and are averaged over repeats:

    >>> def noisy(h, rng):
    ...     return h + rng.normal()
    >>> sp.evaluate(noisy, sp.grid(h=[0.0, 10.0]), repeats=20)[["h", "z", "z_se"]].round(2)
          h      z  z_se
    0   0.0  -0.20  0.23
    1  10.0  10.11  0.19
    """
    configurations = read_configurations_table(grid)
    direction = require_better(better)
    style = calling_style(objective, configurations.names)
    count = require_count(repeats, "repeats")
    limit = None if time_limit is None else require_number(time_limit, "time_limit", above=0)
    seed = _seed(random_state)
    n_jobs = require_jobs(n_jobs)
    kept = None
    if store is not None:
        kept = open_store(
            store,
            objective=objective_name(objective),
            grid=configurations.columns,
            grid_sha256=configurations.fingerprint(),
            seed=seed,
            repeats=count,
            better=direction,
        )
        direction = direction or kept.meta.better
        seed = kept.meta.random_state
    entropy = fresh_seed() if seed is None else seed
    run = _Run(configurations, objective, style, entropy, limit, n_jobs, kept, count)
    try:
        messages = run.evaluate_missing()
    finally:
        if kept is not None:
            kept.close()
    made_by = provenance(objective_name(objective), entropy, count, kept.folder if kept else None)
    surface = with_messages(make_surface(configurations, run.records, count, made_by, direction), messages)
    warn(*surface.messages)
    return surface


class _Run:
    """One call of `evaluate`: what is finished and what is still to be evaluated."""

    def __init__(
        self,
        configurations: Configurations,
        objective: Callable[..., Any],
        style: str,
        entropy: int,
        time_limit: float | None,
        n_jobs: int | None,
        store: Store | None,
        repeats: int,
    ) -> None:
        self.configurations = configurations
        self.objective = objective
        self.style, self.entropy, self.time_limit, self.n_jobs = style, entropy, time_limit, n_jobs
        self.store = store
        self.records: dict[Key, Record] = {} if store is None else dict(store.records)
        # All configurations once before any of them twice: a run that is stopped early has covered the whole grid.
        self.keys = [(row, repeat) for repeat in range(repeats) for row in range(len(configurations))]
        self.repeats = repeats

    def todo(self) -> list[Key]:
        return [key for key in self.keys if key not in self.records]

    def task(self, key: Key) -> Task:
        return Task(*key, self.configurations[key[0]])

    def evaluate_missing(self) -> list[Message]:
        """Evaluate what is missing and return messages about it."""
        messages: list[Message] = []
        if self.store is not None:
            before = make_surface(self.configurations, self.records, self.repeats)
            messages = dropped_messages(self.store, before)
        n_todo = len(self.todo())
        if not n_todo:
            return messages
        backend = backends.active()
        finished = self._here() if backends.is_this_process(backend, self.n_jobs) else self._elsewhere(backend)
        try:
            with one_job():
                bar = progress_bar(finished, "evaluations", total=len(self.keys), done=len(self.keys) - n_todo)
                for record in bar:
                    self.records[record.key] = record
        except KeyboardInterrupt:
            messages.append(Message("evaluation-interrupted", "the evaluation was interrupted."))
        finally:
            finished.close()
        self._read_store()
        return messages

    def _here(self) -> Generator[Record]:
        """Evaluate sequentially in this process."""
        shipped = Shipped(live=self.objective) if self.time_limit is None else pickled(self.objective)
        job = self._job(shipped, Path(), "")
        try:
            for key in self.todo():
                if self.store is not None:
                    self.store.refresh()  # another process may use the same store
                    if key in self.store.records:
                        yield self.store.records[key]
                        continue
                record = evaluate_task(job, self.task(key))
                if self.store is not None:
                    self.store.append(record)
                yield record
        finally:
            close_isolated()

    def _elsewhere(self, backend: Any) -> Generator[Record]:
        """Evaluate by joblib's workers, which write to the store, or to a temporary one if there is none."""
        with tempfile.TemporaryDirectory(prefix="softprofile-", ignore_cleanup_errors=True) as scratch:
            if backends.shares_memory(backend):
                shipped = Shipped(live=self.objective)
                shipped = shipped if self.time_limit is None else shipped.by_value()
            else:
                largest = LARGE_PICKLE_BYTES if backends.is_on_this_machine(backend) else float("inf")
                shipped = pickled(self.objective, Path(scratch) / "objective.pickle", largest)
            store = self.store or open_store(
                Path(scratch) / "store", objective="", grid={}, grid_sha256="", seed=self.entropy, repeats=self.repeats
            )
            try:
                yield from self._rounds(backend, self._job(shipped, store.folder.absolute(), store.meta.id), store)
            finally:
                store.refresh()
                self.records.update(store.records)
                store.close()

    def _rounds(self, backend: Any, job: Job, store: Store) -> Iterator[Record]:
        """Run all tasks, and run those again that were running when a worker died, then in isolated processes.

        This tells the configuration that kills its process from those that only shared a worker with it.
        """
        deaths: Counter[Key] = Counter()
        crashes = 0
        while todo := self.todo():
            started: set[Key] = set()
            try:
                for record, stored in self._results(backend, job, todo, started, deaths):
                    if not stored:
                        store.append(record)
                    crashes = 0
                    yield record
            except Exception as error:
                if not backends.is_death_of_worker(error):
                    raise
                crashes += 1
                if crashes > CRASHES_WITHOUT_A_RESULT:
                    raise InputError(
                        f"worker processes died {crashes} times without finishing an evaluation in between "
                        f"({type(error).__name__}): give them more memory, or use a smaller n_jobs."
                    ) from error
                backends.wait_for_new_workers(backend)
                store.refresh()
                for key in todo:
                    if key in store.records and key not in self.records:
                        yield store.records[key]
                deaths.update(started - self.records.keys())

    def _results(
        self, backend: Any, job: Job, todo: list[Key], started: set[Key], deaths: Counter[Key]
    ) -> Iterator[tuple[Record, bool]]:
        import joblib

        def calls() -> Iterator[Any]:
            for key in todo:
                started.add(key)
                yield joblib.delayed(run_task)(job, self.task(key), deaths[key])

        # One task per batch, because all tasks of a batch would run again when its worker dies.
        how = "generator_unordered" if getattr(backend, "supports_return_generator", False) else "list"
        with backends.errors_reported(backend):
            results = iter(joblib.Parallel(n_jobs=self.n_jobs, batch_size=1, return_as=how)(calls()))
            try:
                yield from results
            finally:
                if how != "list":
                    # joblib warns that results were not collected, which is intended here.
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        results.close()

    def _job(self, shipped: Shipped, folder: Path, store_id: str) -> Job:
        return Job(shipped, self.style, self.entropy, self.time_limit, folder, store_id)

    def _read_store(self) -> None:
        if self.store is not None:
            self.store.refresh()
            self.records.update(self.store.records)


def _seed(random_state: int | np.random.Generator | None) -> int | None:
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    if random_state is None:
        return None
    return require_count(random_state, "random_state", at_least=0)
