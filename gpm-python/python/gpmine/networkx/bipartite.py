"""Clustering of bipartite graphs: `networkx.algorithms.bipartite`. The functions take any graph where networkx's do."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import networkx as nx
import numpy as np

from .graph import BackendGraph, graph_of
from .rows import components, portions

MODES: dict[str, Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]] = {
    "dot": lambda shared, own, other: shared / (own + other - shared),
    "min": lambda shared, own, other: shared / np.minimum(own, other),
    "max": lambda shared, own, other: shared / np.maximum(own, other),
}
"""What two vertices are to each other, by how many neighbours they share and have."""


def latapy_clustering(G: Any, nodes: Collection[Any] | None = None, mode: str = "dot") -> dict[Any, float]:
    graph = graph_of(G)
    if not _is_bipartite(graph):
        raise nx.NetworkXError("Graph is not bipartite")
    if mode not in MODES:
        raise nx.NetworkXError("Mode for bipartite clustering must be: dot, min or max")
    chosen, vertices = _vertices(graph, nodes)
    rows, values = graph.rows, np.zeros(len(vertices))
    for part in portions(rows.two_step_lengths[vertices]):
        own = vertices[part]
        starts, _, ends = rows.two_steps(own)
        keys, shared = np.unique(starts * len(graph) + ends, return_counts=True)
        starts, ends = np.divmod(keys, len(graph))
        is_other = ends != own[starts]
        starts, ends, shared = starts[is_other], ends[is_other], shared[is_other]
        sums = np.bincount(starts, MODES[mode](shared, rows.lengths[own[starts]], rows.lengths[ends]), len(own))
        values[part] = sums / np.maximum(np.bincount(starts, minlength=len(own)), 1)
    return dict(zip(chosen, values.tolist()))


def bipartite_average_clustering(G: Any, nodes: Collection[Any] | None = None, mode: str = "dot") -> float:
    nodes = graph_of(G).nodes if nodes is None else nodes
    values = latapy_clustering(G, nodes, mode)
    return sum(values[node] for node in nodes) / len(nodes)


def robins_alexander_clustering(G: Any) -> int | float:
    graph = graph_of(G)
    if graph.loops.any():
        raise NotImplementedError("networkx counts loops as parts of paths and cycles")
    if len(graph) < 4 or len(graph.rows.others) // 2 < 3:
        return 0
    paths, cycles = graph.native.count(["path:4", "cycle:4"])
    return (4.0 * cycles) / paths if paths else 0


def node_redundancy(G: Any, nodes: Collection[Any] | None = None) -> dict[Any, float]:
    graph = graph_of(G)
    chosen, vertices = _vertices(graph, nodes)
    rows = graph.rows
    degrees = rows.lengths[vertices]
    if (degrees < 2).any():
        raise nx.NetworkXError("Cannot compute redundancy coefficient for a node that has fewer than two neighbors.")
    overlaps = np.zeros(len(graph), np.int64)
    for part in portions(rows.two_step_lengths):
        own = np.arange(part.start, part.stop)
        starts, middles, ends = rows.two_steps(own)
        later = own[starts] < ends
        keys, middles = (starts * len(graph) + ends)[later], middles[later]
        _, places, shared = np.unique(keys, return_inverse=True, return_counts=True)
        # The pair shares the vertex between and another one.
        overlaps += np.bincount(middles[shared[places] > 1], minlength=len(graph))
    values = 2 * overlaps[vertices] / (degrees * (degrees - 1))
    return dict(zip(chosen, values.tolist()))


def _vertices(graph: BackendGraph, nodes: Collection[Any] | None) -> tuple[list[Any], np.ndarray]:
    """The nodes that are asked for, and their vertices."""
    if nodes is None:
        return graph.nodes, np.arange(len(graph))
    chosen = list(nodes)
    return chosen, np.array([graph.index[node] for node in chosen], np.int64)


def _is_bipartite(graph: BackendGraph) -> bool:
    """Whether no vertex is joined to itself by an odd number of steps: of each there are two, and a step leads to the other one."""
    rows = graph.rows
    least = components(2 * len(graph), rows.owners, rows.others + len(graph))
    return not (least[: len(graph)] == least[len(graph) :]).any()


__all__ = ["bipartite_average_clustering", "latapy_clustering", "node_redundancy", "robins_alexander_clustering"]
