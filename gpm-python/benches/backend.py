"""The networkx backend beside networkx itself: `python gpm-python/benches/backend.py [EDGES.el.gz]`.

With a file, an edge list, each function once on that graph: networkx, gpmine with the conversion, and gpmine with a graph that is converted. Without one,
from how many nodes on gpmine is faster with the conversion, in random graphs of five edges a node; the numbers are those of `gpmine/networkx/worth.py`."""

import itertools
import random
import sys
import time

import networkx as nx
import numpy as np

SIZES = [25, 50, 100, 200, 400, 800, 1600, 3200, 6400]
ALL = nx.utils.backends._registered_algorithms
OF_PAIRS = {"is_isomorphic", "vf2pp_is_isomorphic", "vf2pp_isomorphism", "vf2pp_all_isomorphisms", "could_be_isomorphic", "fast_could_be_isomorphic"}
OF_BIPARTITE = {"latapy_clustering", "bipartite_average_clustering", "robins_alexander_clustering", "node_redundancy"}
MORE = {"max_weight_clique": [None], "k_clique_communities": [4], "k_truss": [4], "simple_cycles": [4], "chordless_cycles": [4]}
SKIPPED = {
    "chordless_cycles": "too many",
    "bipartite_average_clustering": "as latapy_clustering",
    "enumerate_all_cliques": "too many",
    "find_cliques_recursive": "as find_cliques",
    "is_isomorphic": "networkx does not end",
    "make_max_clique_graph": "networkx does not end",
    "max_clique": "the complement does not fit",
    "node_redundancy": "nodes of one edge",
    "simple_cycles": "too many",
    "vf2pp_all_isomorphisms": "networkx does not end",
    "vf2pp_is_isomorphic": "networkx does not end",
    "vf2pp_isomorphism": "networkx does not end",
}
"""Functions that are not timed on a graph of a file."""


def taken(name, backend, graph, arguments):
    """Seconds of a call, of which an iterator is read to its end."""
    start = time.perf_counter()
    found = ALL[name](graph, *arguments, backend=backend)
    if hasattr(found, "__next__"):
        for _ in itertools.islice(found, 1 if name == "vf2pp_all_isomorphisms" else None):
            pass
    return time.perf_counter() - start


def renamed(graph):
    nodes = list(graph)
    return nx.relabel_nodes(graph, dict(zip(nodes, random.Random(1).sample(nodes, len(nodes)))))


def arguments_of(name, graph):
    return [renamed(graph)] if name in OF_PAIRS else MORE.get(name, [])


def made(name, n):
    if name == "triadic_census":
        return nx.gnm_random_graph(n, 5 * n, seed=1, directed=True)
    if name in OF_BIPARTITE:
        graph = nx.bipartite.gnmk_random_graph(n // 2, n // 2, 5 * n, seed=1)
        graph.remove_nodes_from([node for node in list(graph) if graph.degree(node) < 2])
        return nx.k_core(graph, 2)
    return nx.gnm_random_graph(n, 5 * n, seed=1)


def crossing(name):
    """The size from which on gpmine is faster."""
    fewest, times = SIZES[0], 7
    for n in SIZES:
        graph = made(name, n)
        arguments = arguments_of(name, graph)
        seconds = {"gpmine": [], "networkx": []}
        for _ in range(times):
            for backend, own in seconds.items():
                for converted in [graph, *(own for own in arguments if isinstance(own, nx.Graph))]:
                    converted.__networkx_cache__.clear()
                own.append(taken(name, backend, graph, arguments))
        own, its = min(seconds["gpmine"]), min(seconds["networkx"])
        if own > its:
            fewest = 2 * n
        elif its > 4 * own:
            break
        times = 3 if its > 0.1 else times
    return fewest


def timed_on(path):
    ends = np.loadtxt(path, dtype=np.int64)[:, :2].tolist()
    undirected, directed = nx.Graph(ends), nx.DiGraph(ends)
    bipartite = nx.Graph((("node", node), ("edge", at)) for at, edge in enumerate(ends[:60_000]) for node in edge)
    nodes, rng = list(undirected), random.Random(1)
    pairs = [tuple(rng.sample(nodes, 2)) for _ in range(200_000)]
    print(f"{undirected.number_of_nodes()} nodes, {undirected.number_of_edges()} edges\n{'':<28}{'networkx':>10}{'gpmine':>10}{'converted':>10}")
    for name in sorted(ALL):
        if "gpmine" not in ALL[name].backends or name in SKIPPED:
            continue
        graph = bipartite if name in OF_BIPARTITE else directed if name == "triadic_census" else undirected
        arguments = [pairs] if name.endswith(("coefficient", "index")) else arguments_of(name, graph)
        graph.__networkx_cache__.clear()
        own, converted = (taken(name, "gpmine", graph, arguments) for _ in range(2))
        print(f"{name:<28}{taken(name, 'networkx', graph, arguments):>10.3f}{own:>10.3f}{converted:>10.3f}", flush=True)


if __name__ == "__main__":
    nx.config.warnings_to_ignore.add("cache")
    if len(sys.argv) > 1:
        timed_on(sys.argv[1])
    else:
        for name in sorted(name for name in ALL if "gpmine" in ALL[name].backends):
            print(f'    "{name}": {crossing(name)},', flush=True)
