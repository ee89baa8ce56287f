"""Features of many small graphs, beside what else `pip install` has: `python gpm-python/benches/small_graphs.py [GRAPHS]`.

Graphs are like molecules: trees of 30 atoms of up to four bonds, and two bonds more that close rings. Each row is the best of three whole calls: graphs in,
an array out. Results are compared."""

import os
import sys
import time

import numpy as np

import gpmine

ATOMS = 30


def molecule(rng):
    edges, degree = set(), np.zeros(ATOMS, int)
    for v in range(1, ATOMS):
        near = [u for u in range(max(0, v - 4), v) if degree[u] < 4]
        u = int(rng.choice(near))
        edges.add((u, v))
        degree[[u, v]] += 1
    for u in rng.integers(0, ATOMS - 6, 2):
        edges.add((int(u), int(u) + int(rng.integers(3, 6))))
    return np.array(sorted(edges))


def best(work, times=3):
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        found = work()
        seconds.append(time.perf_counter() - start)
    return min(seconds), found


def show(what, number, seconds):
    print(f"{what:<52} {number:>7} graphs {seconds:9.3f} s {number / seconds:>10.0f} graphs/s", flush=True)


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rng = np.random.default_rng(1)
    graphs = [molecule(rng) for _ in range(number)]
    first = np.arange(number) * ATOMS
    edges = np.concatenate([edges + start for edges, start in zip(graphs, first)])
    ptr = np.append(first, number * ATOMS)
    labels = rng.choice(list("CCCCON"), size=number * ATOMS)

    def batch(**options):
        return gpmine.Batch(edges[:, 0], edges[:, 1], ptr, **options)

    seconds, orbits = best(lambda: batch().features("orbits-5"))
    show("gpmine: 5-vertex orbits, arrays", number, seconds)
    seconds, of_four = best(lambda: batch().features("orbits-4"))
    show("gpmine: 4-vertex orbits, arrays", number, seconds)
    patterns = ["a:C-b:O", "a:C-b:C-c:O", "a:N-b:C", "a:C-b:N-c:C", "cycle:5", "cycle:6", "a:O-b:C-c:O", "a:C-b:C-c:C-d:O", "a:N-b:C-c:O", "a:C-b:C-c:N"]
    seconds, _ = best(lambda: batch(vertex_labels=labels).features(patterns))
    show("gpmine: ten labelled patterns by vertex, arrays", number, seconds)
    one = gpmine.Batch(graphs[0][:, 0], graphs[0][:, 1], [0, ATOMS])
    seconds, _ = best(lambda: one.features("orbits-5"), 5)
    show("gpmine: 5-vertex orbits of one graph, arrays", 1, seconds)
    for threads in (1, 2, 4, 8, 16):
        if threads <= (os.cpu_count() or 1):
            seconds, _ = best(lambda: batch().features("orbits-5", device="cpu", threads=threads))
            show(f"gpmine: 5-vertex orbits, arrays, {threads} threads", number, seconds)
            seconds, _ = best(lambda: batch(vertex_labels=labels).features(patterns, device="cpu", threads=threads))
            show(f"gpmine: ten labelled patterns, arrays, {threads} threads", number, seconds)
    try:
        import networkx as nx
    except ImportError:
        return
    few = min(number, 1000)
    networks = [nx.from_edgelist(edges.tolist()) for edges in graphs[:few]]
    for network in networks:
        network.add_nodes_from(range(ATOMS))
    seconds, found = best(lambda: gpmine.features(networks, "orbits-5"))
    show("gpmine: 5-vertex orbits, networkx", few, seconds)
    rows = np.concatenate([np.array(list(network)) + start for network, start in zip(networks, first)])
    assert (found == orbits[rows]).all()
    try:
        from orbit_count import batched_node_orbit_counts
    except ImportError:
        return
    for size, known in ((5, orbits), (4, of_four)):
        seconds, found = best(lambda: batched_node_orbit_counts(networks, graphlet_size=size))
        show(f"orbit-count (ORCA): {size}-vertex orbits, networkx", few, seconds)
        assert (np.concatenate(found) == known[rows]).all()


main()
