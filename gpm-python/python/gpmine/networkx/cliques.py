"""Cliques and what is made of them: `networkx.algorithms.clique`, `approximation.max_clique` and `community.k_clique_communities`.

networkx leaves open in which order it finds cliques, and in which order the nodes of one are. Here these are in the order of the graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np

from ..table import numbers
from .graph import BackendGraph, graph_of, undirected_graph_of
from .rows import Rows, components, portions

FIRST = 1 << 14
"""Maximal cliques that are searched before the first is returned: whoever takes a few does not wait for all. A *guess*."""
FEW = 16
"""Nodes of which each is asked for its largest clique alone; of more, all cliques are listed once. A *guess*."""
GROWTH = 16
"""By how much the number grows when there are more: the searches that are thrown away cost a fraction of the last. A *guess*."""


def find_cliques(G: Any, nodes: Any = None) -> Iterator[list[Any]]:
    yield from find_cliques_recursive(G, nodes)


def find_cliques_recursive(G: Any, nodes: Any = None) -> Iterator[list[Any]]:
    graph = graph_of(G)
    given = nodes[:] if nodes is not None else []
    if not len(graph):
        return iter(())
    containing = [graph.index.get(node, -1) for node in given]
    firsts, seconds = np.triu_indices(len(containing), 1)
    places = np.array(containing, np.int64)
    if -1 in containing or len(set(containing)) < len(containing) or not graph.rows.have(places[firsts], places[seconds]).all():
        raise ValueError(f"The given `nodes` {nodes} do not form a clique")
    return _found(graph, given, containing)


def _found(graph: BackendGraph, given: list[Any], containing: list[int]) -> Iterator[list[Any]]:
    known = set(containing)
    for clique in _maximal(graph, containing):
        yield given + graph.nodes_of([v for v in clique if v not in known] if known else clique)


def _maximal(graph: BackendGraph, containing: list[int]) -> Iterator[list[int]]:
    """The maximal cliques that contain some vertices, the first of them before all are known."""
    limit, known = FIRST, set[tuple[int, ...]]()
    while True:
        found = _listed(graph, containing=containing, limit=limit)
        is_last, members = len(found) < limit, found.others.tolist()
        for first, end in pairwise(found.first.tolist()):
            clique = members[first:end]
            if tuple(clique) not in known:
                if not is_last:
                    known.add(tuple(clique))
                yield clique
        if is_last:
            return
        limit *= GROWTH


def _listed(graph: BackendGraph, *, min_size: int = 1, containing: Iterable[int] = (), limit: int | None = None) -> Rows:
    """By maximal clique its vertices."""
    _, _, members, sizes = graph.native._raw_sets("maximal", (min_size, None), containing, False, True, limit, {})
    return Rows(np.concatenate([[0], np.cumsum(numbers(sizes), dtype=np.int64)]), numbers(members).astype(np.int64))


def enumerate_all_cliques(G: Any) -> Iterator[list[Any]]:
    graph = graph_of(G)
    yield from ([node] for node in graph.nodes)
    size, is_there = 2, True
    while is_there:
        is_there = False
        for table in graph.native.stream(f"clique:{size}"):
            is_there = True
            rows = np.sort(np.column_stack(list(table.to_numpy().values())), axis=1)
            yield from map(list, zip(*(graph.nodes_of(column.tolist()) for column in rows.T)))
        size += 1


def node_clique_number(G: Any, nodes: Any = None, cliques: None = None, separate_nodes: bool = False) -> Any:
    graph = undirected_graph_of(G)
    if nodes is not None and nodes in graph:
        return _largest_with(graph, graph.index[nodes])
    if nodes is not None:
        vertices = {node: _vertex(graph, node) for node in nodes}
        if len(vertices) <= FEW:
            return {node: _largest_with(graph, vertex) for node, vertex in vertices.items()}
    found = _listed(graph)
    largest = np.zeros(len(graph), np.int64)
    np.maximum.at(largest, found.others, found.lengths[found.owners])
    sizes = largest.tolist()
    return defaultdict(int, zip(graph.nodes, sizes)) if nodes is None else {node: sizes[vertex] for node, vertex in vertices.items()}


def _vertex(graph: BackendGraph, node: Any) -> int:
    if node not in graph:
        raise nx.NodeNotFound(f"Source {node} not in G")
    return graph.index[node]


def _largest_with(graph: BackendGraph, vertex: int) -> int:
    return len(graph.native.cliques(maximum=True, containing=[vertex]))


def max_weight_clique(G: Any, weight: str | None = "weight") -> tuple[list[Any], int]:
    clique = _maximum(graph_of(G))
    return clique, len(clique)


def max_clique(G: Any) -> set[Any]:
    return set(_maximum(graph_of(G)))


def _maximum(graph: BackendGraph) -> list[Any]:
    return graph.nodes_of(graph.native.cliques(maximum=True)) if len(graph) else []


def make_max_clique_graph(G: Any, create_using: Any = None) -> Any:
    graph = undirected_graph_of(G)
    made = graph.empty() if create_using is None else nx.empty_graph(0, create_using)
    cliques = _listed(graph)
    made.add_nodes_from(range(len(cliques)))
    for firsts, seconds, _ in _overlaps(cliques, len(graph)):
        made.add_edges_from(zip(firsts.tolist(), seconds.tolist()))
    return made


def _overlaps(cliques: Rows, n: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Pairs of cliques that share vertices, the first before the second, and how many they share."""
    holders = Rows.of_pairs(n, cliques.others, cliques.owners)
    costs = np.bincount(cliques.owners, holders.lengths[cliques.others], len(cliques))
    for part in portions(costs):
        own = np.arange(part.start, part.stop)
        entries, members = cliques.spread(own)
        steps, others = holders.spread(members)
        firsts = own[entries[steps]]
        later = firsts < others
        keys, shared = np.unique(firsts[later] * len(cliques) + others[later], return_counts=True)
        yield *np.divmod(keys, len(cliques)), shared


def k_clique_communities(G: Any, k: int, cliques: None = None) -> Iterator[frozenset[Any]]:
    if k < 2:
        raise nx.NetworkXError(f"k={k}, k must be greater than 1.")
    graph = undirected_graph_of(G)
    found = _listed(graph, min_size=k)
    joined: list[list[np.ndarray]] = [[], []]
    for firsts, seconds, shared in _overlaps(found, len(graph)):
        for own, ends in zip(joined, (firsts, seconds)):
            own.append(ends[shared >= k - 1])
    if not joined[0]:
        return
    least = components(len(found), *map(np.concatenate, joined))
    communities: dict[int, list[np.ndarray]] = defaultdict(list)
    for place, community in enumerate(least.tolist()):
        communities[community].append(found.others[found.first[place] : found.first[place + 1]])
    for members in communities.values():
        yield frozenset(graph.nodes_of(np.unique(np.concatenate(members)).tolist()))


__all__ = [
    "enumerate_all_cliques",
    "find_cliques",
    "find_cliques_recursive",
    "k_clique_communities",
    "make_max_clique_graph",
    "max_clique",
    "max_weight_clique",
    "node_clique_number",
]
