"""One question on many processes or machines: it is cut into shards, which workers count, and what they counted is added up.

>>> from concurrent.futures import ThreadPoolExecutor
>>> import gpmine, tempfile
>>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
...     _ = gpmine.Graph([(0, 1), (1, 2), (2, 0), (2, 3)]).save(f"{folder}/graph.gpm")
...     gpmine.cluster.count(f"{folder}/graph.gpm", ["triangle", "a-b-c"], executor=executor, shards=4)
[1, 5]

A task is a :class:`Task`: the address of the graph and what its content is, the question, and which shard. What a task gives follows from these alone, so that it may be run again, anywhere. The
graph is never sent: each worker opens it by its address. What a worker returns is a *part*, bytes that say whose they are: a part that comes twice, or of another graph, question or version, is
refused. All parts together make the exact answer, whichever worker counted what.

:mod:`gpmine.dask` and :mod:`gpmine.ray` have the same questions for these.
"""

from __future__ import annotations

import functools
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

from . import _core, listing, sources
from .errors import DeadlineError, InputError, UnsupportedError, WorkerError
from .listing import Listing
from .pattern import PatternLike, is_one, text_of, texts_of
from .questions import meaning_of
from .results import Count
from .running import Progress, Running
from .sources import Source
from .table import Table, matrix, numpy

POLL = 0.5
"""Seconds between looks at jobs that nobody can wait for, such as those of submitit. *guess*"""

LOST = {"KilledWorker", "WorkerCrashedError", "NodeDiedError", "LocalRayletDiedError", "ObjectLostError", "UncompletedJobError", "MemoryError"}
"""Errors of Dask, Ray, submitit and Python that say of a task that its worker died or had too little memory, and nothing of the question."""

REFUSED = {
    "estimate": "an estimate takes seconds on one machine, and its samples are not cut into shards: ask Graph.estimate",
    "fsm": "the support of a pattern is a least number over the whole graph, to which shards do not add up: ask Graph.fsm",
    "sample": "samples are not cut into shards: ask Graph.sample",
    "stream": "matches go to files: ask cluster.matches",
    "cliques": "sets of any size are not cut into shards: count 'clique:K', or ask Graph.cliques",
    "dense": "sets of any size are not cut into shards: ask Graph.dense",
    "triads": "triads that are not connected follow from the whole census: ask cluster.motifs(uri, 3), or Graph.triads",
}
"""Questions that have no shards, and what to do."""


class Job(TypedDict, total=False):
    """How a question is run on a cluster."""

    executor: Any
    """What has `submit`: an executor of `concurrent.futures`, loky, Dask, mpi4py or submitit. Or a function that makes one, such as `ProcessPoolExecutor` itself: it is called again
    where a pool does not outlive a killed worker."""
    shards: int
    """How many parts there are, 64 unless it is given: some times as many as workers, since a vertex with very many matches is not cut."""
    retries: int
    """How often a task is tried again whose worker died or had too little memory, 3 unless it is given. A task that raises any other error ends the question with it. Of a pool
    that dies as a whole: how often in a row, without a new part."""
    deadline: float | None
    """Seconds after which the question ends with the parts there are."""
    parts: Iterable[bytes]
    """Parts of the same question that are there already, `parts` of an earlier answer or error: their shards are not counted again."""
    load: Mapping[str, Any]
    """How workers read the graph: options of `Graph.load`, or of `Records.load`."""
    records: bool
    """Whether the graph is one of records."""
    device: str
    """`cpu` unless it is given. A worker that is to use a GPU must see that one alone, as those of dask-cuda and Ray do."""
    threads: int | None
    """Threads of a task, 1 unless it is given, for as many tasks at a time as there are cores. None: all cores of the worker."""
    progress: Progress | None
    """As in :class:`gpmine.running.Run`."""


class MergedCount(Count):
    """A count of all shards. Where a deadline ended it, `partial` is True, `missing` has the numbers of the shards that did not come, and the count is a lower bound: 0 where plans subtract, so
    that a part of the shards says nothing. `parts` are those that came."""

    missing: list[int]
    parts: list[bytes]


@dataclass(frozen=True)
class Question:
    """What is asked: it says itself as text, by which parts know it."""

    kind: Literal["count", "place", "orbits", "matches"]
    device: str
    patterns: tuple[str, ...] = ()
    induced: bool = False
    homomorphism: bool = False
    embeddings: bool = False
    per_edge: bool = False
    anchor: tuple[str, ...] = ()
    size: int = 0

    @functools.cached_property
    def text(self) -> str:
        return json.dumps(asdict(self))


@dataclass(frozen=True)
class Task:
    """One shard of a question. `content` is what :meth:`gpmine.sources.describe` says of the graph, `version` that of gpmine; `threads`, `time_limit` and `folder` do not change what it gives."""

    source: Source
    content: str
    question: Question
    number: int
    of: int
    version: str
    threads: int | None = 1
    time_limit: float | None = None
    folder: str | None = None


def run(task: Task) -> bytes | None:
    """Counts a shard, on a worker: a part, or None if the time limit ended it. Raises :class:`InputError` if the graph is not what it was, or the version is another one."""
    _ensure_version(task.version)
    core, question = sources.opened(task.source, task.content), task.question
    options = {"device": question.device, "threads": task.threads, "time_limit": task.time_limit, "progress": None}
    meaning = meaning_of(question.induced, question.homomorphism, question.embeddings)
    wanted = (task.number, task.of, task.content, question.text)
    match question.kind:
        case "count":
            return _core.count_part(core, question.patterns, wanted, meaning, options)
        case "place":
            return _core.place_part(core, question.patterns, (question.per_edge, question.anchor), wanted, meaning, options)
        case "orbits":
            return _core.orbits_part(core, question.size, question.per_edge, wanted, options)
    return listing.write(core, question.patterns[0], wanted, (task.folder, meaning, options))


def _describe(source: Source, version: str) -> sources.About:
    _ensure_version(version)
    return sources.describe(source)


def _ensure_version(version: str) -> None:
    from . import __version__

    if version != __version__:
        raise InputError(f"this worker has gpmine {__version__}, and who asks has {version}: install one version everywhere")


def count(
    uri: str | os.PathLike[str],
    pattern: PatternLike | Sequence[PatternLike],
    *,
    per: Literal["vertex", "edge"] | None = None,
    anchor: str | Sequence[str] = (),
    induced: bool = False,
    homomorphism: bool = False,
    embeddings: bool = False,
    **job: Unpack[Job],
) -> Any:
    """Counts the matches of a pattern, or of each of several, as :meth:`gpmine.Graph.count` does: a :class:`MergedCount`, a list of them, or with `per` or `anchor` a NumPy array, of which a
    deadline leaves nothing but a :class:`DeadlineError` with `missing` and `parts`.

    `uri` is where each worker finds the graph: a path that all of them have, or an address that fsspec knows, such as `s3://bucket/graph.gpm`. A `.gpm` file is mapped: all processes of a host
    share one copy. Memory where it is asked: the parts, one or two bytes for each vertex or edge, pattern and shard, and 16 bytes for each vertex or edge and pattern. Each shard is planned by
    itself, and makes for itself the tables that its plan looks up.
    """
    texts = tuple(texts_of(pattern))
    meaning = meaning_of(induced, homomorphism, embeddings)
    if per is None and not anchor:
        found = _counts(_ask(uri, job, lambda _, device: Question("count", device, texts, **meaning)))
        return found[0] if is_one(pattern) else found
    names = (anchor,) if isinstance(anchor, str) else tuple(anchor)
    kind = per or ("edge" if len(names) == 2 else "vertex")
    if kind not in ("vertex", "edge"):
        raise InputError("per must be 'vertex' or 'edge'")
    numpy()
    rows = _rows(_ask(uri, job, lambda _, device: Question("place", device, texts, **meaning, per_edge=kind == "edge", anchor=names)))
    return rows[:, 0] if is_one(pattern) else rows


def motifs(uri: str | os.PathLike[str], k: int = 3, *, induced: bool = True, **job: Unpack[Job]) -> Table:
    """Counts all connected patterns of `k` vertices as :meth:`gpmine.Graph.motifs` does. `about["missing"]` has the shards that a deadline left out."""
    patterns: list[tuple[str, str]] = []

    def question(about: sources.About, device: str) -> Question:
        patterns.extend(_core.patterns_of_size(k, about.directed))
        return Question("count", device, tuple(text for _, text in patterns), induced=induced)

    counts = _counts(_ask(uri, job, question))
    about = {"partial": counts[0].partial, "missing": counts[0].missing, "parts": counts[0].parts}
    return Table({"pattern": [name for name, _ in patterns], "count": [int(count) for count in counts]}, about=about, drawn="pattern")


def orbits(uri: str | os.PathLike[str], k: int = 4, *, per: Literal["vertex", "edge"] = "vertex", **job: Unpack[Job]) -> Any:
    """Counts graphlet orbits as :meth:`gpmine.Graph.orbits` does: a NumPy array. Raises :class:`DeadlineError` where it does not end in time."""
    if per not in ("vertex", "edge"):
        raise InputError("per must be 'vertex' or 'edge'")
    numpy()
    return _rows(_ask(uri, job, lambda _, device: Question("orbits", device, size=k, per_edge=per == "edge")))


def matches(
    uri: str | os.PathLike[str],
    pattern: PatternLike,
    folder: str | os.PathLike[str],
    *,
    induced: bool = False,
    homomorphism: bool = False,
    embeddings: bool = False,
    **job: Unpack[Job],
) -> Listing:
    """Lists matches into a folder that all workers have, or an address that fsspec knows: a Parquet file for each shard, and `_manifest.json`, which says of what they are. A file that is there is
    complete; one that is there already is not written again, so that the same call goes on where an earlier one was stopped. Files of another question are refused. It is searched on the CPU.
    Workers need pyarrow."""
    text, meaning = text_of(pattern), meaning_of(induced, homomorphism, embeddings)
    asked = _ask(uri, job, lambda _, device: Question("matches", device, (text,), **meaning), os.fspath(folder))
    return listing.finish(os.fspath(folder), asked.identity, (asked.merger, asked.adds), asked.shards)


class _Asked(NamedTuple):
    """What came of a question."""

    merger: _core.Merger
    parts: list[bytes]
    adds: dict[int, int]
    """By number of a shard, what it adds to the first sum."""
    shards: int
    identity: dict[str, Any]
    seconds: float


def _counts(asked: _Asked) -> list[MergedCount]:
    missing = asked.merger.missing()
    about = {"partial": bool(missing), "limited": False, "seconds": asked.seconds, "device": asked.identity["question"]["device"]}
    counts = asked.merger.counts() or [0] * len(asked.identity["question"]["patterns"])
    found = [MergedCount({**about, "count": count}) for count in counts]
    for own in found:
        own.missing, own.parts = missing, asked.parts
    return found


def _rows(asked: _Asked) -> Any:
    missing = asked.merger.missing()
    if missing:
        raise DeadlineError(f"{len(missing)} of {asked.shards} shards did not end in time, and arrays are known when all have: ask again with parts=error.parts", missing, asked.parts)
    return matrix(asked.merger.rows())


def _ask(uri: str | os.PathLike[str], job: Job, ask: Callable[[sources.About, str], Question], folder: str | None = None) -> _Asked:
    """Has a question answered by all shards, or by as many as a deadline leaves."""
    unknown = job.keys() - Job.__annotations__.keys()
    if unknown or "executor" not in job:
        raise TypeError(f"there is no option {', '.join(sorted(unknown))}" if unknown else "say who counts: executor=…")
    from . import __version__

    start, shards, deadline = time.monotonic(), job.get("shards", 64), job.get("deadline")
    if shards < 1 or job.get("retries", 3) < 0:
        raise InputError("shards must be 1 or more, and retries 0 or more")
    source = Source.of(uri, job.get("records", False), job.get("load", {}))
    with _Workers(job, start) as workers, Running({"progress": job.get("progress")}) as options:
        found: list[sources.About] = []
        workers.run({0: functools.partial(_describe, source, __version__)}, lambda _, about: found.append(about))
        if not found:
            raise DeadlineError("no worker opened the graph in time", list(range(1, shards + 1)), [])
        question = ask(found[0], job.get("device", "cpu"))
        merger = _core.Merger(found[0].content, question.text, shards)
        asked = _Asked(merger, [], {}, shards, {"gpmine": __version__, "graph": source.uri, "content": found[0].content, "question": asdict(question)}, 0.0)

        def take(number: int, part: bytes | None) -> None:
            if part is None:
                return
            try:
                shard, adds = merger.add(part)
            except InputError as error:
                raise InputError(str(error) if folder is None or not number else f"{listing.path_of(folder, number, shards)}: {error}; remove it, or name another folder") from error
            asked.adds[shard] = adds
            asked.parts.append(part)
            if options["progress"]:
                options["progress"](len(asked.parts) / shards, None)

        for part in job.get("parts", ()):
            take(0, part)
        tasks = {
            number: functools.partial(run, Task(source, found[0].content, question, number, shards, __version__, job.get("threads", 1), deadline, folder))
            for number in merger.missing()
        }
        try:
            workers.run(tasks, take)
        except KeyboardInterrupt as raised:
            raised.parts = asked.parts  # type: ignore[attr-defined]
            raise
    return asked._replace(seconds=time.monotonic() - start)


class _Workers:
    """Who runs tasks. A pool that dies as a whole is made again, where it is known how."""

    def __init__(self, job: Job, start: float) -> None:
        executor, deadline = job["executor"], job.get("deadline")
        self._make = executor if callable(executor) else None
        self._executor = self._make() if self._make else executor
        self._retries, self._end = job.get("retries", 3), None if deadline is None else start + deadline

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self._make:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def run(self, tasks: dict[int, Callable[[], Any]], take: Callable[[int, Any], None]) -> None:
        """Runs tasks until `take` has had what each gave, or the deadline is over. Ends with the error of a task that raises one; those that wait are cancelled then."""
        left, tries, breaks = dict(tasks), Counter[int](), 0
        while left:
            before = len(left)
            try:
                return self._round(left, tries, take)
            except BrokenExecutor as error:
                breaks = breaks + 1 if len(left) == before else 1
                if self._make is None:
                    raise WorkerError("a worker died, and its pool with it: give executor a function that makes a pool, which is called again then") from error
                if breaks > self._retries:
                    raise WorkerError(f"workers died {breaks} times in a row, and no part came meanwhile: they may have too little memory") from error
                self.__exit__()
                self._executor = self._make()

    def _round(self, left: dict[int, Callable[[], Any]], tries: Counter[int], take: Callable[[int, Any], None]) -> None:
        """Takes what tasks give out of `left`, until all have or the deadline is over. Raises :class:`BrokenExecutor` if the pool died."""
        futures: dict[Any, int] = {}
        try:
            for number, task in left.items():
                futures[self._executor.submit(task)] = number
            while futures:
                done = _first_done(futures, self._end)
                if not done:
                    return
                broken = None
                for future in done:
                    number = futures.pop(future)
                    try:
                        given = future.result()
                    except BrokenExecutor as error:
                        broken = error
                    except Exception as error:
                        if LOST.isdisjoint(kind.__name__ for kind in type(error).__mro__):
                            raise
                        tries[number] += 1
                        if tries[number] > self._retries:
                            raise WorkerError(f"the worker of shard {number} died, or had too little memory, {tries[number]} times: {error}") from error
                        futures[self._executor.submit(_again, left[number], tries[number])] = number
                    else:
                        take(number, given)
                        del left[number]
                if broken is not None:
                    raise broken
        finally:
            for future in futures:
                future.cancel()


def _again(task: Callable[[], Any], attempt: int) -> Any:
    """Runs a task another time. Dask takes calls that are equal for one, whose worker has died: the number of the attempt tells them apart."""
    return task()


def _first_done(futures: Mapping[Any, int], end: float | None) -> list[Any]:
    """The futures that are done, as soon as one is, in order; none if it is late."""
    if all(isinstance(future, Future) for future in futures):
        done = wait(futures, None if end is None else max(0.0, end - time.monotonic()), FIRST_COMPLETED).done
        return [future for future in futures if future in done]
    while not (ended := [future for future in futures if future.done()]) and (end is None or time.monotonic() < end):
        time.sleep(POLL)
    return ended


def __getattr__(name: str) -> Any:
    """Says why there is no such question."""
    if name in REFUSED:
        raise UnsupportedError(f"a cluster has no {name}: {REFUSED[name]}")
    raise AttributeError(f"module 'gpmine.cluster' has no attribute {name!r}")


__all__ = ["Job", "Listing", "MergedCount", "Question", "Source", "Task", "count", "matches", "motifs", "orbits", "run"]
