"""Questions to clusters: executors of all kinds, and what goes wrong with them."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

import gpmine
from gpmine import DeadlineError, FileError, Graph, InputError, Records, UnsupportedError, WorkerError, cluster

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PATTERNS = ["triangle", "house", "a-b-c-d", "clique:4"]
SPAWNED = partial(ProcessPoolExecutor, 2, mp_context=get_context("spawn"))


class Inline(Executor):
    """Runs the first tasks when they are submitted, or asks `instead` for some other function to run; further ones wait for ever."""

    def __init__(self, most=10**9, instead=lambda number, fn: fn):
        self.most, self.instead, self.futures = most, instead, []

    def submit(self, fn, /, *args):
        future = Future()
        self.futures.append(future)
        if len(self.futures) <= self.most:
            future.set_running_or_notify_cancel()
            try:
                future.set_result(self.instead(len(self.futures), fn)(*args))
            except Exception as error:
                future.set_exception(error)
        return future


class KilledWorker(Exception):
    """As Dask names it. It keeps what an equal call gave, which therefore must differ."""


def raising(error):
    def fail(*args):
        raise error

    return fail


def die_once(flag, fn):
    """Runs a function, but in the process that is the third to ask, which it kills."""
    for number in (1, 2, 3):
        try:
            os.close(os.open(f"{flag}-{number}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        return fn() if number < 3 else os.kill(os.getpid(), signal.SIGKILL)
    return fn()


class Killing:
    """An executor that has the process of one task killed."""

    def __init__(self, flag, executor):
        self.flag, self.executor = flag, executor

    def submit(self, fn, /, *args):
        return self.executor.submit(die_once, self.flag, partial(fn, *args))

    def shutdown(self, **options):
        self.executor.shutdown(**options)


def at_leisure(number, fn):
    """The task without its time limit: the deadline is over when it is submitted."""
    return partial(cluster.run, replace(fn.args[0], time_limit=None)) if fn.func is cluster.run else fn


@pytest.fixture(scope="module")
def graph():
    return Graph.generate("ba:300:5", seed=4)


@pytest.fixture
def path(graph, tmp_path):
    graph.save(tmp_path / "graph.gpm")
    return tmp_path / "graph.gpm"


def test_all_questions_have_the_answers_of_one_machine(graph, path):
    np = pytest.importorskip("numpy")
    with ThreadPoolExecutor(2) as executor:
        job = dict(executor=executor, shards=5)
        found = cluster.count(path, PATTERNS, **job)
        assert found == graph.count(PATTERNS) and not found[0].partial and found[0].missing == [] and len(found[0].parts) == 5
        assert cluster.count(path, "house", induced=True, **job) == graph.count("house", induced=True)
        assert cluster.count(path, "a-b-c", homomorphism=True, **job) == graph.count("a-b-c", homomorphism=True)
        assert list(cluster.motifs(path, 4, **job)) == list(graph.motifs(4))
        for options in (dict(per="vertex"), dict(per="edge"), dict(anchor="a"), dict(anchor=("a", "b"))):
            pattern = "a-b-c-a, c-d"
            assert np.array_equal(cluster.count(path, pattern, **options, **job), graph.count(pattern, **options)), options
        by_vertex = cluster.count(path, PATTERNS, per="vertex", **job)
        assert by_vertex.shape == (300, 4) and np.array_equal(by_vertex, graph.count(PATTERNS, per="vertex"))
        for per in ("vertex", "edge"):
            assert np.array_equal(cluster.orbits(path, 4, per=per, **job), graph.orbits(4, per=per))


def test_records_and_text(tmp_path):
    np = pytest.importorskip("numpy")
    rows = {"source": [u % 7 for u in range(60)], "target": [(u * u + 1) % 7 for u in range(60)], "amount": list(range(60))}
    Records(rows).save(tmp_path / "records.gpm")
    records = Records.load(tmp_path / "records.gpm")
    chain = "a-[p:]->b-[q:]->c where q.amount > p.amount"
    (tmp_path / "labels.txt").write_text("1 x\n2 y\n3 x\n")
    (tmp_path / "graph.el").write_text("1 2\n2 3\n3 1\n")
    job = dict(executor=Inline(), shards=3)
    assert cluster.count(tmp_path / "records.gpm", chain, records=True, **job) == records.count(chain) > 0
    for anchor in ("p", "b"):
        found = cluster.count(tmp_path / "records.gpm", chain, anchor=anchor, records=True, **job)
        assert np.array_equal(found, records.count(chain, anchor=anchor))
    assert cluster.count(tmp_path / "graph.el", "a:x-b:y", load={"labels": tmp_path / "labels.txt"}, **job) == 2
    assert list(cluster.count(tmp_path / "graph.el", "a->b", anchor="a", load={"directed": True}, **job)) == [1, 1, 1]


def test_processes(graph, path):
    assert cluster.count(path, PATTERNS, executor=SPAWNED, shards=6) == graph.count(PATTERNS)


def test_a_killed_process_is_replaced(graph, path, tmp_path):
    made = []

    def pool():
        made.append(Killing(tmp_path / "flag", SPAWNED()))
        return made[-1]

    assert cluster.count(path, "house", executor=pool, shards=6) == graph.count("house") and len(made) == 2
    with Killing(tmp_path / "other", SPAWNED()).executor as executor, pytest.raises(WorkerError, match="function that makes a pool"):
        cluster.count(path, "house", executor=Killing(tmp_path / "other", executor), shards=6)


def test_workers_that_die_are_tried_again_so_many_times(graph, path):
    for error in (KilledWorker("gone"), MemoryError(), gpmine.OutOfMemoryError("full")):
        # Number 1 describes the graph.
        some = Inline(instead=lambda number, fn: raising(error) if number in (1, 3, 5) else fn)
        assert cluster.count(path, "house", executor=some, shards=4) == graph.count("house") and len(some.futures) == 8
        with pytest.raises(WorkerError, match="3 times"):
            cluster.count(path, "house", executor=Inline(instead=lambda number, fn: raising(error)), shards=4, retries=2)
    broken = Inline(instead=lambda number, fn: raising(BrokenProcessPool("gone")) if number > 2 else fn)
    broken.shutdown = lambda **options: None
    with pytest.raises(WorkerError, match="3 times in a row"):
        cluster.count(path, "house", executor=lambda: broken, shards=4, retries=2)


def test_a_task_that_raises_ends_the_question(path):
    executor = Inline(most=3, instead=lambda number, fn: raising(ZeroDivisionError("mine")) if number == 2 else fn)
    with pytest.raises(ZeroDivisionError, match="mine"):
        cluster.count(path, "house", executor=executor, shards=8)
    assert all(future.done() or future.cancelled() for future in executor.futures) and executor.futures[-1].cancelled()
    with pytest.raises(InputError):
        cluster.count(path, "a-b-", executor=Inline(), shards=2)
    with pytest.raises(FileError, match="on this worker"):
        cluster.count(path.with_name("none.gpm"), "house", executor=Inline())


def test_a_deadline_leaves_parts_to_go_on_with(graph, path):
    pytest.importorskip("numpy")
    job = dict(shards=8, deadline=0)
    found = cluster.count(path, "triangle", executor=Inline(4, at_leisure), **job)
    assert found.partial and found.missing == [4, 5, 6, 7, 8] and len(found.parts) == 3 and 0 < found < graph.count("triangle")
    rest = Inline()
    whole = cluster.count(path, "triangle", executor=rest, shards=8, parts=found.parts)
    assert whole == graph.count("triangle") and not whole.partial and len(rest.futures) == 6
    assert cluster.count(path, "triangle", executor=Inline(), **job).missing == list(range(1, 9))
    none = cluster.count(path, PATTERNS, executor=Inline(1), **job)
    assert none == [0, 0, 0, 0] and none[0].partial and none[3].missing == list(range(1, 9))
    assert cluster.motifs(path, 3, executor=Inline(4, at_leisure), **job).about["missing"] == [4, 5, 6, 7, 8]
    with pytest.raises(DeadlineError, match="opened the graph"):
        cluster.count(path, "house", executor=Inline(0), **job)
    with pytest.raises(DeadlineError, match="arrays are known") as raised:
        cluster.orbits(path, executor=Inline(3, at_leisure), **job)
    assert isinstance(raised.value, TimeoutError) and raised.value.missing == [3, 4, 5, 6, 7, 8]
    assert (cluster.orbits(path, executor=Inline(), shards=8, parts=raised.value.parts) == graph.orbits(4)).all()


def test_a_task_that_is_stopped_is_missing(path):
    found = cluster.count(path, "house", executor=Inline(instead=lambda number, fn: fn if number < 3 else lambda: None), shards=3)
    assert found.partial and found.missing == [2, 3]


def test_an_interrupt_cancels_what_waits(path):
    executor = Inline(most=2)

    def interrupt(done, left):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as raised:
        cluster.count(path, "house", executor=executor, shards=4, progress=interrupt)
    assert len(raised.value.parts) == 1 and [future.cancelled() for future in executor.futures] == [False, False, True, True, True]


def test_parts_are_refused_that_are_not_of_the_question(path, tmp_path):
    parts = cluster.count(path, "triangle", executor=Inline(), shards=3).parts
    ask = partial(cluster.count, path, "triangle", executor=Inline(), shards=3)
    assert ask(parts=parts[:2]) == ask()
    with pytest.raises(InputError, match="shard 1/3 is there twice"):
        ask(parts=[parts[0], parts[1], parts[0]])
    for end in range(len(parts[0])):
        with pytest.raises(InputError, match="no part"):
            ask(parts=[parts[0][:end]])
    for at in range(len(parts[0])):
        with pytest.raises(InputError, match="no part"):
            ask(parts=[parts[0][:at] + bytes([parts[0][at] ^ 1]) + parts[0][at + 1 :]])
    with pytest.raises(InputError, match="this part answers"):
        cluster.count(path, "house", executor=Inline(), shards=3, parts=parts)
    with pytest.raises(InputError, match="is none of 4"):
        cluster.count(path, "triangle", executor=Inline(), shards=4, parts=parts)
    Graph.generate("ba:300:5", seed=5).save(tmp_path / "other.gpm")
    with pytest.raises(InputError, match="is of graph"):
        cluster.count(tmp_path / "other.gpm", "triangle", executor=Inline(), shards=3, parts=parts)
    with pytest.raises(InputError, match="counted by gpm 9.9.9"):
        ask(parts=[as_version(parts[0], b"9.9.9")])


def as_version(part, version):
    """The part as another version would have written it."""
    own = gpmine.__version__.encode()
    assert len(own) == len(version)
    part, checksum = part[:-8].replace(own, version, 1), 0xCBF29CE484222325
    for byte in part:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return part + checksum.to_bytes(8, "little")


def test_a_worker_refuses_another_version_and_a_changed_file(graph, path):
    tasks = []
    cluster.count(path, "house", executor=Inline(instead=lambda number, fn: tasks.append(fn) or fn), shards=2)
    task = tasks[1].args[0]
    with pytest.raises(InputError, match="has gpmine"):
        cluster.run(replace(task, version="0.0.1"))
    with pytest.raises(InputError, match="no shard 3 of 2"):
        cluster.run(replace(task, number=3))

    def change(number, fn):
        if number == 3:
            Graph.generate("ba:300:5", seed=6).save(path)
        return fn

    with pytest.raises(InputError, match="is not what it was"):
        cluster.count(path, "house", executor=Inline(instead=change), shards=3)

    def touch(number, fn):
        os.utime(path, (number, number))
        return fn

    graph.save(path)
    assert cluster.count(path, "house", executor=Inline(instead=touch), shards=3) == graph.count("house")


def test_matches_go_to_files(graph, path, tmp_path):
    dataset = pytest.importorskip("pyarrow.dataset")
    folder = tmp_path / "matches"
    with ThreadPoolExecutor(2) as executor:
        found = cluster.matches(path, "triangle", folder, executor=executor, shards=4)
    expected = sorted(tuple(sorted(row)) for row in graph.matches("triangle"))
    rows = found.dataset().to_table()
    assert sorted(tuple(sorted(row.values())) for row in rows.to_pylist()) == expected
    assert found.matches == rows.num_rows == graph.count("triangle") and not found.partial
    # Other programs read the folder as it is.
    assert dataset.dataset(folder, format="parquet").count_rows() == found.matches
    manifest = json.loads((folder / "_manifest.json").read_text())
    assert sum(file["matches"] for file in manifest["files"]) == manifest["matches"] == found.matches and manifest["missing"] == []
    # A call goes on where another was stopped, or a worker was killed: here without the second file.
    before = {file: os.stat(file).st_ino for file in found.files}
    os.remove(found.files[1])
    (folder / f".{os.path.basename(found.files[1])}.left").write_text("half")
    again = cluster.matches(path, "triangle", folder, executor=Inline(), shards=4)
    assert again == found and {file for file in found.files if os.stat(file).st_ino == before[file]} >= set(found.files) - {found.files[1]}
    assert not list(folder.glob(".*"))
    with pytest.raises(InputError, match="matches-00001-of-00004.parquet: this part answers .* name another folder"):
        cluster.matches(path, "edge", folder, executor=Inline(), shards=4)
    late = cluster.matches(path, "edge", tmp_path / "late", executor=Inline(3, at_leisure), shards=4, deadline=0)
    assert late.partial and late.missing == [3, 4] and json.loads((tmp_path / "late" / "_manifest.json").read_text())["missing"] == [3, 4]


def test_addresses_of_object_stores(graph, path, tmp_path, monkeypatch):
    fsspec = pytest.importorskip("fsspec")
    pytest.importorskip("pyarrow")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    store = fsspec.filesystem("memory")
    store.put_file(str(path), "/graphs/graph.gpm")
    job = dict(executor=Inline(), shards=3)
    assert cluster.count("memory://graphs/graph.gpm", "house", **job) == graph.count("house")
    found = cluster.matches("memory://graphs/graph.gpm", "triangle", "memory://found", **job)
    assert found.dataset().count_rows() == found.matches == graph.count("triangle")
    assert sorted(file.rsplit("/")[-1] for file in store.ls("/found", detail=False)) == ["_manifest.json", *(f"matches-0000{n}-of-00003.parquet" for n in (1, 2, 3))]
    Graph.generate("ba:300:5", seed=8).save(path)
    store.put_file(str(path), "/graphs/graph.gpm")
    assert cluster.count("memory://graphs/graph.gpm", "house", **job) == Graph(path).count("house")
    (copies,) = tmp_path.glob("gpmine-*")
    assert len(list(copies.glob("*.gpm"))) == 1


def test_what_is_refused(path):
    for name in ("fsm", "estimate", "sample", "cliques"):
        with pytest.raises(UnsupportedError, match=f"a cluster has no {name}"):
            getattr(cluster, name)
    with pytest.raises(AttributeError):
        cluster.nothing
    with pytest.raises(TypeError, match="executor="):
        cluster.count(path, "house")
    with pytest.raises(TypeError, match="no option speed"):
        cluster.count(path, "house", executor=Inline(), speed=3)
    with pytest.raises(InputError, match="shards must be"):
        cluster.count(path, "house", executor=Inline(), shards=0)


class Polled:
    """A job as submitit has them: nobody can wait for it."""

    def __init__(self, fn, *args):
        self.looks, self.fn = 0, partial(fn, *args)

    def done(self):
        self.looks += 1
        return self.looks > 2

    def result(self):
        return self.fn()

    def cancel(self):
        pass


def test_jobs_that_nobody_can_wait_for(graph, path, monkeypatch):
    monkeypatch.setattr(cluster, "POLL", 0)

    class Queue:
        def submit(self, fn, *args):
            return Polled(fn, *args)

    assert cluster.count(path, "house", executor=Queue(), shards=3) == graph.count("house")


def test_dask(graph, path, tmp_path):
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as workers, distributed.Client(workers) as client:
        assert gpmine.dask.count(path, PATTERNS, client=client, shards=6) == graph.count(PATTERNS)
        killing = Killing(str(tmp_path / "flag"), gpmine.dask.DaskExecutor(client))
        assert cluster.count(path, "house", executor=killing, shards=6) == graph.count("house") and (tmp_path / "flag-3").exists()
        with pytest.raises(InputError):
            gpmine.dask.count(path, "a-b-", shards=2)
        assert cluster.count(path, "house", executor=client.get_executor(), shards=3) == graph.count("house")

        async def ask():
            async with distributed.Client(workers.scheduler_address, asynchronous=True) as own:
                return await gpmine.dask.count(path, "house", client=own, shards=3)

        assert asyncio.run(ask()) == graph.count("house")


def test_ray(graph, path, tmp_path):
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    # Its workers import this module, too.
    variables = {"PYTHONPATH": os.pathsep.join([os.path.dirname(__file__), *filter(None, [os.environ.get("PYTHONPATH")])])}
    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False, runtime_env={"env_vars": variables})
    try:
        assert gpmine.ray.count(path, PATTERNS, shards=6) == graph.count(PATTERNS)
        killing = Killing(str(tmp_path / "flag"), gpmine.ray.RayExecutor(max_retries=0))
        assert cluster.count(path, "house", executor=killing, shards=6) == graph.count("house") and (tmp_path / "flag-3").exists()
        with pytest.raises(InputError):
            gpmine.ray.count(path, "a-b-", shards=2)
    finally:
        ray.shutdown()


@pytest.mark.parametrize("name, needs", [("processes", []), ("on_dask", ["distributed"]), ("on_ray", ["ray"]), ("on_slurm", ["submitit"])])
def test_examples(name, needs, tmp_path):
    script = EXAMPLES / "cluster" / f"{name}.py"
    if not script.exists():
        pytest.skip("the examples are not beside these tests")
    for module in needs:
        pytest.importorskip(module, reason=f"{name}.py needs {module}")
    ran = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0 and "houses" in ran.stdout, ran.stderr
