"""What a graph of arrays and matches as columns cost: `python gpm-python/benches/arrays.py [EDGES]`, 10^7 edges unless it is said.

Each row is the best of some whole calls, warm: wall time, and processor time of all threads."""

import os
import sys
import time

import numpy as np

import gpmine


def best(work, times):
    found = []
    for _ in range(times):
        wall, own = time.perf_counter(), os.times()
        work()
        end = os.times()
        found.append((time.perf_counter() - wall, end.user - own.user + end.system - own.system))
    return min(found)


def show(what, seconds, rate=""):
    print(f"{what:<58} {1000 * seconds[0]:10.2f} ms {1000 * seconds[1]:10.2f} ms of processors  {rate}", flush=True)


def random_edges(rng, edges):
    vertices = edges // 8
    # Some vertices have many edges, most have few.
    ends = (rng.random((2, edges)) ** 2 * vertices).astype(np.int64)
    return ends[0], ends[1]


def main():
    edges = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    rng = np.random.default_rng(1)
    small = random_edges(rng, 100_000)
    graph = gpmine.Graph(*small)
    show("100,000 edges: count('triangle') of a graph", best(lambda: graph.count("triangle"), 50))
    show("100,000 edges: Graph(sources, targets).count('triangle')", best(lambda: gpmine.Graph(*small).count("triangle"), 50))
    show("100,000 edges: Graph(sources, targets)", best(lambda: gpmine.Graph(*small), 50))
    large = random_edges(rng, edges)
    for kind in (np.int64, np.int32):
        arrays = [end.astype(kind) for end in large]
        show(f"{edges:,} edges: Graph of {kind.__name__}", best(lambda: gpmine.Graph(*arrays), 3), f"{edges / best(lambda: gpmine.Graph(*arrays), 3)[0] / 1e6:.1f} million edges/s")
    graph = gpmine.Graph(*large)
    matches = 10_000_000
    for name, work in (
        ("matches(…, limit=10^7)", lambda: graph.matches("a-b-c", limit=matches)),
        ("stream(…, limit=10^7), NumPy", lambda: sum(len(table) for table in graph.stream("a-b-c", limit=matches))),
    ):
        seconds = best(work, 3)
        show(name, seconds, f"{3 * matches / seconds[0] / 1e6:.0f} million values/s")
    try:
        import pyarrow
    except ImportError:
        return
    seconds = best(lambda: pyarrow.RecordBatchReader.from_stream(graph.stream("a-b-c", limit=matches)).read_all(), 3)
    show("stream(…, limit=10^7), pyarrow", seconds, f"{3 * matches / seconds[0] / 1e6:.0f} million values/s")
    seconds = best(lambda: pyarrow.table(graph.matches("a-b-c", limit=matches)), 3)
    show("pyarrow.table(matches(…, limit=10^7))", seconds, f"{3 * matches / seconds[0] / 1e6:.0f} million values/s")


main()
