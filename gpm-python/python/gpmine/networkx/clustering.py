"""Triangles, clustering and squares, and triads: `networkx.algorithms.cluster` and `.triads`. Loops are no part of either."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..graph import Graph
from ..table import plain
from .graph import BackendGraph, by_node, counts, graph_of, ratios, simple_graph_of


def triangles(G: Any, nodes: Any = None) -> Any:
    graph = graph_of(G) if nodes is None else simple_graph_of(G)
    return by_node(graph, nodes, counts(graph, "triangle")[0].tolist())


def all_triangles(G: Any, nbunch: Any = None) -> Iterator[tuple[Any, Any, Any]]:
    graph = graph_of(G)
    if nbunch is None:
        for table in graph.native.stream("triangle"):
            yield from _triples(graph, np.sort(np.column_stack(list(table.to_numpy().values())), axis=1))
        return
    chosen = np.array([graph.index[node] for node in graph.nbunch_iter(nbunch)], np.int64)
    chosen = chosen[np.sort(np.unique(chosen, return_index=True)[1])]
    # networkx numbers the chosen nodes first, then their neighbours, and begins a triangle with the lowest number.
    is_chosen = np.zeros(len(graph), bool)
    is_chosen[chosen] = True
    _, neighbors = graph.rows.spread(chosen)
    ranks = np.full(len(graph), -1)
    ranks[chosen] = np.arange(len(chosen))
    others = neighbors[~is_chosen[neighbors]]
    ranks[others] = len(chosen) + np.arange(len(others))
    kept = (ranks[graph.simple_rows.owners] >= 0) & (ranks[graph.simple_rows.others] >= 0)
    near = graph.simple_rows.kept(kept)
    upper = near.owners < near.others
    for table in Graph(near.owners[upper], near.others[upper], vertices=np.arange(len(graph))).stream("triangle"):
        found = np.column_stack(list(table.to_numpy().values()))
        found = found[is_chosen[found].any(axis=1)]
        yield from _triples(graph, np.take_along_axis(found, np.argsort(ranks[found], axis=1), axis=1))


def _triples(graph: BackendGraph, rows: np.ndarray) -> Iterator[tuple[Any, Any, Any]]:
    return zip(*(graph.nodes_of(column.tolist()) for column in rows.T))


def clustering(G: Any, nodes: Any = None, weight: None = None) -> Any:
    return by_node(graph := simple_graph_of(G), nodes, _clustering(graph))


def _clustering(graph: BackendGraph) -> list[int | float]:
    rows = graph.simple_rows
    if graph.is_directed():
        # Of each pair one arc is taken: a cycle or a transitive triangle for each choice.
        cycles, others = counts(graph, "a->b->c->a", "a->b->c, a->c")
        degrees = rows.lengths + np.bincount(rows.others, minlength=len(graph))
        mutual = np.bincount(rows.owners[rows.have(rows.others, rows.owners)], minlength=len(graph))
        parts, wholes = 2 * (cycles + others), 2 * (degrees * (degrees - 1) - 2 * mutual)
    else:
        parts, wholes = 2 * counts(graph, "triangle")[0], rows.lengths * (rows.lengths - 1)
    return ratios(parts, wholes, parts > 0)


def average_clustering(G: Any, nodes: Any = None, weight: None = None, count_zeros: bool = True) -> float:
    values = clustering(G, nodes).values()
    if not count_zeros:
        values = [value for value in values if value > 0]
    return sum(values) / len(values)


def transitivity(G: Any) -> int | float:
    graph = simple_graph_of(G)
    # Of a directed graph networkx counts pairs of successors of which the first leads to the second.
    pattern, times = ("a->b->c, a->c", 1) if graph.is_directed() else ("triangle", 6)
    found = times * graph.native.count(pattern)
    degrees = graph.simple_rows.lengths
    return found / int((degrees * (degrees - 1)).sum()) if found else 0


def square_clustering(G: Any, nodes: Any = None) -> Any:
    graph = graph_of(G)
    rows = graph.simple_rows
    triangles, squares = counts(graph, "triangle", "cycle:4")
    around = np.bincount(rows.owners, rows.lengths[rows.others], len(graph)).astype(np.int64)
    potential = (around - rows.lengths) * (rows.lengths - 1) - 2 * triangles - squares
    return by_node(graph, nodes, ratios(squares, potential, (potential > 0) & (rows.lengths > 1)))


def generalized_degree(G: Any, nodes: Any = None) -> Any:
    graph = simple_graph_of(G)
    found: list[Counter[int]] = [Counter() for _ in range(len(graph))]
    edges = graph.native.edges().to_numpy()
    common = graph.native.count("triangle", per="edge").astype(np.int64)
    width = int(common.max(initial=0)) + 1
    keys = np.concatenate([edges["source"], edges["target"]]) * width + np.tile(common, 2)
    for key, number in zip(*(column.tolist() for column in np.unique(keys, return_counts=True))):
        vertex, triangles = divmod(key, width)
        found[vertex][triangles] = number
    return by_node(graph, nodes, found)


def triadic_census(G: Any, nodelist: Any = None) -> dict[str, int]:
    graph = graph_of(G)
    chosen = set(graph.nbunch_iter(nodelist))
    if nodelist is not None and len(nodelist) != len(chosen):
        raise ValueError("nodelist includes duplicate nodes or nodes not in G")
    if len(chosen) < len(graph) and graph.loops.any():
        raise NotImplementedError("networkx counts loops as arcs beside the nodes of nodelist")
    others = np.array([node not in chosen for node in graph.nodes], bool)
    census: dict[str, int] = dict(graph.native.triads())
    if others.any():
        # Triads of the nodes that are not chosen are left out.
        rows = graph.simple_rows
        kept = others[rows.owners] & others[rows.others]
        rest = Graph(rows.owners[kept], rows.others[kept], directed=True, vertices=np.flatnonzero(others))
        census = {code: number - left for (code, number), left in zip(census.items(), plain(rest.triads()["count"]))}
    return census


__all__ = [
    "all_triangles",
    "average_clustering",
    "clustering",
    "generalized_degree",
    "square_clustering",
    "transitivity",
    "triadic_census",
    "triangles",
]
