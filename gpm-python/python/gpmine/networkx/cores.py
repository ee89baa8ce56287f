"""Cores and trusses: `networkx.algorithms.core`."""

from __future__ import annotations

from itertools import compress
from typing import Any

import networkx as nx
import numpy as np

from ..graph import Graph
from .graph import BackendGraph, simple_graph_of
from .rows import Rows

LOOPS = "Input graph has self loops which is not permitted; Consider using G.remove_edges_from(nx.selfloop_edges(G))."


def _without_loops(G: Any) -> BackendGraph:
    graph = simple_graph_of(G)
    if graph.loops.any():
        raise nx.NetworkXNotImplemented(LOOPS)
    return graph


def core_number(G: Any) -> dict[Any, int]:
    graph = _without_loops(G)
    rows = graph.rows
    if graph.is_directed():
        # Arcs count at both of their ends, so that two between the same vertices count twice.
        rows = Rows.of_pairs(len(graph), np.concatenate([rows.owners, rows.others]), np.concatenate([rows.others, rows.owners]))
    return dict(zip(graph.nodes, _cores(rows).tolist()))


def _cores(rows: Rows) -> np.ndarray:
    """Takes away the vertices of least degree, all at once, until there are none: the degree that a vertex has then is that of its core."""
    degrees, cores = rows.lengths.copy(), np.zeros(len(rows), np.int64)
    left = np.arange(len(rows))
    while len(left):
        k = int(degrees[left].min())
        taken = left[degrees[left] <= k]
        while len(taken):
            cores[taken] = k
            # Below all that are left, also after it has lost more.
            degrees[taken] = -1
            _, others = rows.spread(taken)
            others = others[degrees[others] >= 0]
            touched, losses = np.unique(others, return_counts=True)
            degrees[touched] -= losses
            taken = touched[degrees[touched] <= k]
        left = left[degrees[left] >= 0]
    return cores


def k_truss(G: Any, k: int) -> Any:
    graph = _without_loops(G)
    rows = graph.simple_rows
    upper = rows.owners < rows.others
    sources, targets = rows.owners[upper], rows.others[upper]
    while len(sources):
        native = Graph(sources, targets, vertices=np.arange(len(graph)))
        kept = native.count("triangle", per="edge").astype(np.int64) >= k - 2
        ends = native.edges().to_numpy()
        sources, targets = ends["source"][kept], ends["target"][kept]
        if kept.all():
            break
    left = Rows.of_pairs(len(graph), np.concatenate([sources, targets]), np.concatenate([targets, sources]))
    is_left = left.have(rows.owners, rows.others)
    truss = graph.empty()
    truss.graph.update({} if isinstance(graph.origin, Graph) else graph.origin.graph)
    truss.add_nodes_from(compress(zip(graph.nodes, graph.node_attributes()), left.lengths > 0))
    edges = zip(graph.nodes_of(rows.owners.tolist()), graph.nodes_of(rows.others.tolist()), graph.edge_attributes())
    truss.add_edges_from(compress(edges, is_left))
    return truss


__all__ = ["core_number", "k_truss"]
