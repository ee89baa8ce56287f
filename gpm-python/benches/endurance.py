"""Whether the package lasts: memory after many calls, threads with signals and forks between them, references, and processes that end in the middle.

`python gpm-python/benches/endurance.py [--seconds 60] [--calls 100000] [CHECK ...]`, where the checks are memory, threads, references and ends. A line is
printed for each of what was looked at; the exit code is 1 if one of them failed. It reads `/proc`, and therefore runs on Linux."""

import argparse
import array
import faulthandler
import gc
import os
import random
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import traceback
import weakref

import numpy as np

import gpmine
from gpmine import Batch, Graph, Pattern

MIB = 1 << 20
FAILED = []


def show(what, is_good, figures=""):
    print(f"{'ok    ' if is_good else 'FAILED'} {what:<64} {figures}", flush=True)
    if not is_good:
        FAILED.append(what)


def random_arrays(n, m, seed):
    rng = np.random.default_rng(seed)
    return rng.integers(0, n, m), rng.integers(0, n, m)


def refused(work, *args, **options):
    try:
        work(*args, **options)
    except (ValueError, TypeError, OSError, TimeoutError):
        return
    raise AssertionError("this was to be refused")


# Memory


def small_calls(folder):
    """Calls of all kinds that take about a millisecond each. They are given a number, so that no two need be the same."""
    arrays = [random_arrays(30, 90, seed) for seed in range(50)]
    graph = Graph(*arrays[0])
    arcs = Graph(*arrays[1], directed=True)
    named = Graph([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")])
    aged = Graph(*arrays[2], vertices=range(30), vertex_labels=["x", "y", "z"] * 10, vertex_attributes={"age": list(range(30)), "name": [f"v{v}" for v in range(30)]})
    batch = Batch([0, 1, 2, 3], [1, 2, 0, 4], [0, 3, 5])
    larger = Graph(*random_arrays(300, 3000, 1))
    file = os.path.join(folder, "graph.gpm")
    graph.save(file)

    def left_early(number):
        stream = larger.stream("a-b-c-d-e", rows=50)
        next(stream)
        if number % 2:
            stream.close()

    def raises(done, left):
        raise RuntimeError("enough")

    def told(number):
        # Not every run takes long enough to be told of.
        try:
            larger.count("a-b-c-d-e-f where a.id < b.id", induced=True, time_limit=0.01, progress=raises)
        except RuntimeError as error:
            assert error.partial is not None

    return {
        "graph of arrays": lambda number: Graph(*arrays[number % 50]).count("triangle"),
        "graph of pairs": lambda number: Graph([(u, u + 1) for u in range(number % 40 + 1)]).count("a-b-c"),
        "graph of names": lambda number: Graph([(f"v{number}", "w"), ("w", (number, "x"))]).matches("a-b-c").to_dict(),
        "graph with attributes": lambda number: Graph([(0, 1)], vertices=[0, 1], vertex_attributes={f"c{number}": [1, None]}, edge_attributes={"d": ["x"]}).edges(),
        "generated": lambda number: Graph.generate("er:20:40", seed=number).vertices,
        "loaded": lambda number: Graph.load(file).count("triangle"),
        "saved": lambda number: graph.save(os.path.join(folder, f"{number % 3}.el")),
        "count": lambda number: graph.count("a-b-c-a"),
        "several counts": lambda number: graph.count(["triangle", "a-b-c", "clique:4"], induced=True),
        "count up to a limit": lambda number: graph.count("a-b-c", limit=number % 5 + 1),
        "conditions that differ": lambda number: aged.count(f"a-b where a.age < {number}"),
        "conditions that hold for none": lambda number: aged.count(f"a:x-b where a.age > {number + 100} and b.name != 'n{number}'"),
        "counts by vertex": lambda number: graph.count(["triangle", "a-b-c"], per="vertex"),
        "counts by edge": lambda number: graph.count("triangle", per="edge"),
        "matches": lambda number: list(graph.matches("a-b-c", limit=20)),
        "matches by name": lambda number: named.matches("a-b").to_dict(),
        "samples": lambda number: larger.sample("triangle", 5, seed=number),
        "estimate": lambda number: graph.estimate("a-b-c", seed=number),
        "motifs": lambda number: graph.motifs(3).to_dict(),
        "triads": lambda number: arcs.triads(),
        "orbits": lambda number: graph.orbits(4),
        "cliques": lambda number: graph.cliques(maximal=True, listed=True),
        "dense sets": lambda number: graph.dense(k_plex=2, min_size=4),
        "frequent patterns": lambda number: graph.fsm(3, max_edges=2),
        "features": lambda number: batch.features(["cycles-4", "orbits-4"], per="graph"),
        "pattern": lambda number: (Pattern(f"a-b-c where a.age > {number}").canonical, Pattern([(0, number + 1), (number + 1, -1)]).to_svg()),
        "explained": lambda number: graph.explain("a-b-c-d"),
        "stream": lambda number: [len(table) for table in graph.stream("a-b-c", rows=100)],
        "stream left early": left_early,
        "capsule dropped": lambda number: graph.edges().__arrow_c_stream__(),
        "capsule of a stream dropped": lambda number: larger.stream("a-b-c-d", rows=50).__arrow_c_stream__(),
        "capsule read": lambda number: Graph(named.edges()).num_edges,
        "bad pattern": lambda number: refused(graph.count, f"a-b{number}-"),
        "bad column": lambda number: refused(graph.count, f"a-b where a.c{number} > 1"),
        "bad option": lambda number: refused(graph.count, "a-b", device=f"d{number}"),
        "bad arrays": lambda number: refused(Graph, [1, 2], [3]),
        "no file": lambda number: refused(Graph.load, os.path.join(folder, f"no{number}")),
        "time limit": lambda number: refused(larger.count, "a-b-c-d-e-f-g where a.id < g.id", per="vertex", time_limit=1e-4),
        "progress raises": told,
    }


def levels():
    """What should stay level: bytes in memory, Python's objects and blocks, threads, files, and maps of memory."""
    gc.collect()
    with open("/proc/self/statm") as statm:
        memory = int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with open("/proc/self/maps") as maps:
        maps = sum(1 for _ in maps)
    return {
        "MiB": memory / MIB, "objects": len(gc.get_objects()), "blocks": sys.getallocatedblocks(),
        "threads": len(os.listdir("/proc/self/task")), "files": len(os.listdir("/proc/self/fd")), "maps": maps,
    }


MOST = {"MiB": 5, "objects": 100, "blocks": 1000, "threads": 4, "files": 2, "maps": 200}
"""By how much each may grow after the first fifth of the calls."""


def check_memory(calls, only=None):
    with tempfile.TemporaryDirectory() as folder:
        kinds = small_calls(folder)
        kinds = {name: kinds[name] for name in only or kinds}
        works, done, first = list(kinds.values()), 0, None
        for part in range(10):
            for number in range(part * calls // 10, (part + 1) * calls // 10):
                works[number % len(works)](number // len(works))
            now = levels()
            print(f"       after {(part + 1) * calls // 10} calls: " + ", ".join(f"{value:.1f} {name}" if name == "MiB" else f"{value} {name}" for name, value in now.items()), flush=True)
            if part == 1:
                first = now
        for name, most in MOST.items():
            show(f"memory: {name} stay level", now[name] - first[name] <= most, f"{first[name]:.1f} -> {now[name]:.1f}")


# Threads, signals and forks


def questions(graph):
    """Questions, the answers to which are equal whenever they are asked."""
    def rows(tables):
        return sorted(row for table in tables for row in table)

    def left_early():
        with graph.stream("a-b-c-d", rows=100) as stream:
            return len(next(stream))

    return {
        "triangle": lambda: graph.count("triangle"),
        "path:4": lambda: graph.count("path:4", induced=True),
        "clique:4": lambda: graph.count("clique:4"),
        "homomorphisms": lambda: graph.count("a-b-c-d", homomorphism=True),
        "condition": lambda: graph.count("a-b-c where a.id < b.id"),
        "label": lambda: graph.count("a:x-b:y-c:x"),
        "several": lambda: graph.count(["triangle", "cycle:4", "star:4"], induced=True),
        "by vertex": lambda: graph.count("triangle", per="vertex").tolist(),
        "by edge": lambda: graph.count("cycle:4", per="edge").tolist(),
        "matches": lambda: sorted(graph.matches("triangle")),
        "stream": lambda: rows(graph.stream("a-b-c-a", rows=64)),
        "stream left early": left_early,
        "orbits": lambda: graph.orbits(4).tolist(),
        "motifs": lambda: graph.motifs(3).to_dict(),
        "samples": lambda: sorted(graph.sample("triangle", 20, seed=7).to_dict()),
        "maximal cliques": lambda: graph.cliques(maximal=True).to_dict(),
        "vertices": lambda: list(graph.vertices),
        "stopped": lambda: graph.count("path:10", induced=True, time_limit=0.02).partial,
        "one thread": lambda: graph.count("a-b-c-d", threads=1),
        "other graph": lambda: Graph([(0, 1), (1, 2), (2, 0)]).count("triangle"),
        "refused": lambda: refused(graph.count, "a-b where a.nothing > 1"),
    }


class Presses:
    """Ctrl-C, which raises an exception only while the main thread is ready for it."""

    def __init__(self):
        self.is_ready, self.begun, self.longest, self.raised = False, 0.0, 0.0, 0
        signal.signal(signal.SIGINT, self.met)

    def met(self, *_):
        self.longest = max(self.longest, time.perf_counter() - self.begun)
        if self.is_ready:
            self.is_ready = False
            self.raised += 1
            raise KeyboardInterrupt

    def press(self):
        self.begun = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)


CHILD = 60
"""Seconds that a child may take."""


def forked(graph, expected, whole):
    """What a child ends with that counts: 0 if its count is right, minus the number of the signal that ended it."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(0 if os.environ.get("GPM_LEAVE_CHILDREN") else CHILD)
        try:
            is_right = graph.count("triangle", device="cpu") == expected["triangle"]
            # All that others may be at meanwhile.
            if whole:
                is_right &= all(ask() == expected[name] for name, ask in questions(graph).items())
            os._exit(0 if is_right else 1)
        except BaseException:
            traceback.print_exc()
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def check_threads(seconds, number, seed):
    n = 60
    sources, targets = random_arrays(n, 500, seed)
    graph = Graph(sources, targets, vertices=range(n), vertex_labels=["x", "y"] * (n // 2))
    asked = questions(graph)
    expected = {name: ask() for name, ask in asked.items()}
    again = {name: ask() for name, ask in asked.items()}
    show("threads: answers are equal each time", again == expected, ", ".join(name for name in asked if again[name] != expected[name]))
    heavy = Graph(*random_arrays(400, 40_000, seed))
    wrong, children, asks = [], {}, [0] * (number + 1)
    over = time.monotonic() + seconds
    # Whatever hangs is told of, and ends all.
    faulthandler.dump_traceback_later(seconds + 5 * CHILD, exit=True)

    def ask_or_fork(place, rng):
        if rng.random() < 0.02:
            code = forked(graph, expected, rng.random() < 0.1)
            children[code] = children.get(code, 0) + 1
        name = rng.choice(list(asked))
        found = asked[name]()
        asks[place] += 1
        if found != expected[name]:
            wrong.append(f"{name}: {found} and not {expected[name]}")

    def work(place):
        rng = random.Random(seed * 1000 + place)
        try:
            while time.monotonic() < over:
                ask_or_fork(place, rng)
        except BaseException:
            wrong.append(traceback.format_exc())

    presses, is_over = Presses(), threading.Event()

    def press():
        rng = random.Random(seed)
        while not is_over.wait(rng.uniform(0.05, 1)):
            presses.press()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(1, number + 1)]
    presser = threading.Thread(target=press)
    for thread in [*threads, presser]:
        thread.start()
    rng, with_part = random.Random(seed), 0
    while time.monotonic() < over:
        is_long = rng.random() < 0.3
        try:
            presses.is_ready = True
            if is_long:
                heavy.count("path:10", induced=True, time_limit=5)
            else:
                ask_or_fork(0, rng)
            presses.is_ready = False
        except KeyboardInterrupt as raised:
            with_part += getattr(raised, "partial", None) is not None
        presses.is_ready = False
    is_over.set()
    for thread in [*threads, presser]:
        thread.join()
    faulthandler.cancel_dump_traceback_later()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    show(f"threads: {number} and the main one ask", not wrong and min(asks[1:]) > 0, f"{sum(asks)} answers in {seconds} s, {min(asks[1:])} to {max(asks[1:])} a thread")
    for line in wrong[:5]:
        print(textwrap.indent(line, "       "))
    show("threads: signals raise exceptions", presses.raised > 0 and presses.longest < 10, f"{presses.raised} raised, {with_part} of them with a partial result, after {presses.longest:.2f} s at most")
    show("threads: forked children count", set(children) == {0}, f"children by exit code: {children}")


# References


def check_references(times=100):
    sources, targets = random_arrays(50, 200, 3)
    text, wrong = "".join(["a-b", "-c"]), "".join(["a-b", "-"])
    graph = Graph(sources, targets)
    labels = [f"label{v}" for v in range(50)]
    ages = [1000 + v for v in range(50)]
    vertices, pairs, ptr = np.arange(50), [(f"v{v}", (v, "x")) for v in range(40)], np.array([0, 50])
    file = os.path.join(tempfile.mkdtemp(), "graph.el")
    graph.save(file)
    pattern, batch = Pattern(text), Batch(sources, targets, ptr)
    column = array.array("q", range(50))

    def callback(done, left):
        return None

    def raises(done, left):
        raise RuntimeError("enough")

    def long(progress):
        try:
            Graph(*random_arrays(200, 9000, 1)).count("path:9", induced=True, time_limit=0.06, progress=progress)
        except RuntimeError:
            pass

    def arrow(columns):
        return gpmine.Table(columns).__arrow_c_stream__()

    calls = {
        "Graph(sources, targets)": (lambda: Graph(sources, targets), times),
        "Graph(…, labels, attributes)": (lambda: Graph(sources, targets, vertices=vertices, vertex_labels=labels, vertex_attributes={"age": ages}), times),
        "Graph(pairs)": (lambda: Graph(pairs), times),
        "Graph(file)": (lambda: Graph(file), times),
        "Graph.load": (lambda: Graph.load(file), times),
        "Graph.save": (lambda: graph.save(file), times),
        "count": (lambda: graph.count(text), times),
        "count of several": (lambda: graph.count([text, pattern]), times),
        "count, per": (lambda: graph.count(text, per="vertex"), times),
        "count, anchor": (lambda: graph.count(text, anchor=text[0]), times),
        "count, refused": (lambda: refused(graph.count, wrong), times),
        "count, progress": (lambda: long(callback), 5),
        "count, progress raises": (lambda: long(raises), 5),
        "matches": (lambda: graph.matches(text), times),
        "matches, limit": (lambda: graph.matches(pattern, limit=7).to_dict(), times),
        "stream": (lambda: list(graph.stream(text, rows=100, progress=callback)), times),
        "stream left": (lambda: next(graph.stream(text, rows=10, progress=callback)), times),
        "stream, refused": (lambda: refused(graph.stream, wrong, progress=callback), times),
        "stream, capsule": (lambda: graph.stream(text).__arrow_c_stream__(), times),
        "sample": (lambda: graph.sample(text, 3), times),
        "estimate": (lambda: graph.estimate(text), times),
        "explain": (lambda: graph.explain(text), times),
        "orbits": (lambda: graph.orbits(4), times),
        "motifs": (lambda: graph.motifs(3), times),
        "cliques": (lambda: graph.cliques(maximal=True, listed=True, containing=vertices[:1]), times),
        "dense": (lambda: graph.dense(k_plex=2, min_size=3), times),
        "fsm": (lambda: graph.fsm(3, max_edges=2), times),
        "vertices": (lambda: graph.vertices, times),
        "edges": (lambda: graph.edges(), times),
        "Pattern": (lambda: (Pattern(text), Pattern(pattern).canonical), times),
        "Batch": (lambda: Batch(sources, targets, ptr, vertex_labels=labels), times),
        "features": (lambda: batch.features([text, "orbits-4"]), times),
        "Table, capsule": (lambda: arrow({"column": column, "name": labels}), 1000),
    }
    held = {
        "sources": sources, "targets": targets, "text": text, "wrong": wrong, "graph": graph, "its native part": graph._core, "labels": labels,
        "a label": labels[7], "ages": ages, "an age": ages[7], "vertices": vertices, "pairs": pairs, "a pair": pairs[7], "a name": pairs[7][0], "ptr": ptr, "file": file,
        "pattern": pattern, "batch": batch, "column": column, "callback": callback, "raises": raises, "None": None, "True": True,
        "the type of buffers": gpmine._core.Buffer, "the type of graphs": gpmine._core.Graph, "the type of errors": gpmine.InputError,
    }
    for name, (call, number) in calls.items():
        call()
        gc.collect()
        before = {own: sys.getrefcount(value) for own, value in held.items()}
        for _ in range(number):
            call()
        gc.collect()
        after = {own: sys.getrefcount(value) for own, value in held.items()}
        # Whatever is held by accident, it is not once for each call.
        more = {own: after[own] - before[own] for own in held if abs(after[own] - before[own]) > (0 if own not in ("None", "True") else number // 2)}
        show(f"references: {name}", not more, f"after {number} calls: {more}" if more else "")
    check_buffers()


def check_buffers():
    """What is read where it lies is let go, and what is returned is freed."""
    def is_let_go(column, work):
        kept = work(column)
        try:
            column.append(1)
            was_held = False
        except BufferError:
            was_held = True
        del kept
        gc.collect()
        try:
            column.append(1)
        except BufferError:
            return was_held, False
        return was_held, True

    ends = (array.array("q", range(100)), array.array("q", range(1, 101)))
    held = is_let_go(ends[0], lambda column: Graph(memoryview(column), memoryview(ends[1])))
    show("buffers: a graph lets its arrays go", held == (False, True), f"held, let go: {held}")
    column = array.array("q", range(100))
    held = is_let_go(column, lambda column: gpmine.Table({"a": memoryview(column)}).__arrow_c_stream__())
    show("buffers: a capsule holds its columns and lets them go", held == (True, True), f"held, let go: {held}")
    held = is_let_go(column, lambda column: refused(gpmine.Table({"a": memoryview(column), "b": [object()]}).__arrow_c_stream__))
    show("buffers: a capsule that is refused lets them go", held == (False, True), f"held, let go: {held}")
    large = Graph(np.arange(1_000_000), np.arange(1, 1_000_001))
    for name, work in {
        "ids": lambda: large.vertices,
        "counts by vertex": lambda: large.count("a-b", per="vertex"),
        "matches": lambda: large.matches("a-b")["a"],
        "graphs": lambda: Graph(np.arange(1_000_000), np.arange(1, 1_000_001)).vertices,
        "capsules": lambda: large.edges().__arrow_c_stream__(),
    }.items():
        found = work()
        if isinstance(found, np.ndarray):
            gone = weakref.ref(found)
            copy = found[:3].tolist()
            assert found[:3].tolist() == copy
            del found
            show(f"buffers: the array of {name} is freed", gone() is None)
        found, before = None, levels()["MiB"]
        for _ in range(20):
            work()
        after = levels()["MiB"]
        show(f"buffers: memory of {name} is freed", after - before < 64, f"{before:.0f} -> {after:.0f} MiB after 20 of 8 MiB or more")
    part = Graph(np.arange(1000), np.arange(1, 1001)).vertices[5:8]
    gc.collect()
    show("buffers: a part of an array outlives its graph", part.tolist() == [5, 6, 7])


# Processes that end in the middle


ENDS = {
    "a daemon thread counts": """
        threading.Thread(target=heavy.count, args=("path:10",), kwargs={"induced": True}, daemon=True).start()
        time.sleep(0.3)
        """,
    "a daemon thread counts and tells its progress": """
        threading.Thread(target=heavy.count, args=("path:10",), kwargs={"induced": True, "progress": lambda done, left: None}, daemon=True).start()
        time.sleep(0.3)
        """,
    "daemon threads ask small questions": """
        def ask():
            while True:
                small.count("triangle")
        [threading.Thread(target=ask, daemon=True).start() for _ in range(10)]
        time.sleep(0.3)
        """,
    "a daemon thread takes from a stream": """
        threading.Thread(target=list, args=(heavy.stream("path:10", rows=1000),), daemon=True).start()
        time.sleep(0.3)
        """,
    "a stream is open": """
        stream = heavy.stream("path:10", rows=10)
        next(stream)
        """,
    "a capsule of a stream is held": """
        capsule = heavy.stream("path:10", rows=10).__arrow_c_stream__()
        """,
    "a buffer is held by a module that goes last": """
        sys.ids = small.vertices
        sys.capsule = small.edges().__arrow_c_stream__()
        """,
    "a child inherits a stream and lets it go": """
        stream = heavy.stream("path:10", rows=10)
        next(stream)
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            del stream
            sys.exit(0 if small.count("triangle", device="cpu") == 1 else 1)
        assert os.waitpid(child, 0)[1] == 0
        """,
    "a child inherits a stream and takes from it": """
        stream = heavy.stream("path:10", rows=10)
        next(stream)
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            try:
                [next(stream) for _ in range(100)]
            except Exception:
                pass
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code == 0, f"the child ended with {code}"
        """,
    "a child is forked while a graph orders its vertices": """
        large = gpmine.Graph([f"v{v}" for v in range(300_000)], [f"w{v * 7919 % 300_000}" for v in range(300_000)])
        thread = threading.Thread(target=lambda: large.vertices)
        thread.start()
        time.sleep(0.02)
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            os._exit(0 if len(large.vertices) == 600_000 else 1)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code == 0, f"the child ended with {code}"
        """,
    "multiprocessing forks workers": """
        import multiprocessing
        small.count("triangle")
        def ask(pattern):
            return small.count(pattern)
        with multiprocessing.get_context("fork").Pool(4) as pool:
            assert pool.map(ask, ["triangle"] * 20) == [1] * 20
        """,
}

BEFORE = """
import os, random, signal, sys, threading, time
import gpmine
rng = random.Random(3)
heavy = gpmine.Graph([(u, v) for u in range(300) for v in range(u) if rng.random() < 0.5])
small = gpmine.Graph([(0, 1), (1, 2), (2, 0)])
"""


def check_ends(limit=60):
    for name, program in ENDS.items():
        begun = time.monotonic()
        try:
            ended = subprocess.run([sys.executable, "-X", "faulthandler", "-c", BEFORE + textwrap.dedent(program)], capture_output=True, text=True, timeout=limit)
            said = (ended.stderr.strip().splitlines() or [""])[-1]
            show(f"ends: {name}", ended.returncode == 0 and not said, f"{time.monotonic() - begun:.1f} s, code {ended.returncode} {said[:200]}")
        except subprocess.TimeoutExpired:
            show(f"ends: {name}", False, f"not after {limit} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checks", nargs="*", metavar="CHECK", help="memory, threads, references, ends; all of them if none is named")
    parser.add_argument("--seconds", type=int, default=60, help="how long threads ask")
    parser.add_argument("--calls", type=int, default=100_000, help="calls after which memory is measured")
    parser.add_argument("--kinds", nargs="*", help="of these calls alone")
    parser.add_argument("--threads", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    checks = {
        "memory": lambda: check_memory(given.calls, given.kinds),
        "threads": lambda: check_threads(given.seconds, given.threads, given.seed),
        "references": check_references,
        "ends": check_ends,
    }
    for name in given.checks or checks:
        checks[name]()
    print(f"{len(FAILED)} checks failed" if FAILED else "all checks passed")
    sys.exit(1 if FAILED else 0)


main()
