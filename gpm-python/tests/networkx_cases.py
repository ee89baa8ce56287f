"""Random networkx graphs of all kinds, and calls that are compared between gpmine and networkx."""

import os
import random
from collections import Counter

import pytest

nx = pytest.importorskip("networkx")

CASES = int(os.environ.get("GPM_NETWORKX_CASES", 24))
"""Random graphs for each function."""

TOLERANCE = 1e-12
"""By which sums of floats may differ: they depend on the order of a set."""

# networkx warns whoever uses a graph twice that it must not be changed behind its back.
nx.config.warnings_to_ignore.add("cache")


def node_maker(rng):
    """Nodes of some kind."""
    offset = rng.choice([1, 7, 1000])
    return rng.choice([int, str, lambda v: (v, "x"), lambda v: v * offset, lambda v: v - 3, lambda v: frozenset([v]), lambda v: str(v) if v % 2 else v])


def random_graph(rng, *, directed=False, multi=False, loops=False, n=None):
    kind = {(0, 0): nx.Graph, (1, 0): nx.DiGraph, (0, 1): nx.MultiGraph, (1, 1): nx.MultiDiGraph}[directed, multi]
    n = rng.choice([0, 1, 2, 3, 5, 8, 12, 16, 20]) if n is None else n
    density, make = rng.choice([0, 0.1, 0.2, 0.4, 0.7, 1]), node_maker(rng)
    nodes = list(range(n))
    if rng.random() < 0.5:
        rng.shuffle(nodes)
    graph = kind()
    graph.add_nodes_from(map(make, nodes))
    for u in range(n):
        for v in range(n) if directed else range(u):
            if (u != v or loops) and rng.random() < density:
                ends = (u, v) if rng.random() < 0.5 or directed else (v, u)
                graph.add_edges_from([tuple(map(make, ends))] * (rng.randint(1, 3) if multi else 1))
    if loops:
        graph.add_edges_from((make(v), make(v)) for v in range(n) if rng.random() < 0.2)
    return graph


def random_bipartite(rng):
    top, bottom = rng.randint(0, 9), rng.randint(0, 9)
    make = node_maker(rng)
    graph = nx.MultiGraph() if rng.random() < 0.1 else nx.Graph()
    graph.add_nodes_from(map(make, range(top + bottom)))
    density = rng.choice([0.1, 0.3, 0.6, 1])
    graph.add_edges_from((make(u), make(top + v)) for u in range(top) for v in range(bottom) if rng.random() < density)
    return graph


def some_nodes(rng, graph):
    """Whichever way a caller names nodes: none, one, some, also twice or strange ones."""
    nodes = list(graph)
    chosen = rng.sample(nodes, rng.randint(0, len(nodes)))
    return rng.choice([None, *nodes[:1], chosen, tuple(chosen), chosen + chosen[:1], [*chosen, "stranger"], iter(chosen)])


def outcome(function, *args, **options):
    """What a call gives: iterators in full, or the error."""
    try:
        found = function(*args, **options)
        return list(found) if hasattr(found, "__next__") else found
    except NotImplementedError:
        return NotImplementedError
    except Exception as error:
        return type(error), str(error) if isinstance(error, (nx.NetworkXException, ValueError, KeyError)) else ""


def close(own, other):
    """Whether results are the same, types included, but for the last digits of floats."""
    if isinstance(own, float) and isinstance(other, float):
        return abs(own - other) <= TOLERANCE * max(1, abs(other))
    if isinstance(own, dict) and isinstance(other, dict):
        return type(own) is type(other) and own.keys() == other.keys() and all(close(own[key], other[key]) for key in own)
    if isinstance(own, (list, tuple)) and isinstance(other, (list, tuple)):
        return type(own) is type(other) and len(own) == len(other) and all(map(close, own, other))
    return own == other and (type(own) is type(other))


def in_order(found):
    """Results of nodes in the order of the graph."""
    return (found, list(found)) if type(found) is dict else found


def as_sets(found):
    """Sets in any order; errors as they are."""
    return Counter(map(frozenset, found)) if isinstance(found, list) else found


def by_pair(found):
    """Scores of unordered pairs."""
    return {frozenset(pair): score for *pair, score in found} if isinstance(found, list) else found


def as_cycles(directed):
    def of(found):
        return Counter(canonical_cycle(cycle, directed) for cycle in found) if isinstance(found, list) else found

    return of


def canonical_cycle(cycle, directed):
    """A cycle from its first node by text, in the direction that is first."""
    starts = [cycle[at:] + cycle[:at] for at in range(len(cycle))]
    if not directed:
        starts += [start[::-1] for start in starts]
    return min((tuple(start) for start in starts), key=lambda nodes: tuple(map(repr, nodes)))


def compare(name, rng, graph, *args, of=lambda found: found, **options):
    """Whether gpmine took the call; both results are the same then."""
    function, seed = getattr(nx, name, None) or nx.utils.backends._registered_algorithms[name], rng.random()
    given = [
        {key: value(random.Random(seed), graph) if callable(value) else value for key, value in options.items()} for _ in range(2)
    ]
    own = outcome(function, graph, *args, backend="gpmine", **given[0])
    if own is NotImplementedError:
        return False
    other = outcome(function, graph, *args, backend="networkx", **given[1])
    assert close(of(own), of(other)), (name, graph, list(graph), list(graph.edges), given, own, other)
    return True


def check(name, seed, make, least=0.6, **options):
    """Compares on random graphs, of which gpmine must take some part."""
    rng = random.Random(seed)
    taken = [compare(name, rng, make(rng), **options) for _ in range(CASES)]
    assert sum(taken) >= least * len(taken), (name, sum(taken))


def any_graph(rng):
    return random_graph(rng, directed=rng.random() < 0.3, multi=rng.random() < 0.2, loops=rng.random() < 0.3)


def undirected(rng):
    return random_graph(rng, multi=rng.random() < 0.2, loops=rng.random() < 0.3)
