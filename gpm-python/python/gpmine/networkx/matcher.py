"""Small graphs in large ones: the classes of `networkx.algorithms.isomorphism`, which networkx does not pass to backends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np
from networkx.algorithms import isomorphism as of_networkx

from ..pattern import MOST_VERTICES, Pattern
from ..stream import Stream
from .backend import convert_from_nx
from .graph import BackendGraph
from .isomorphism import anything, classes_of_edges, classes_of_nodes, isomorphisms, key_of

ROWS = 1 << 10
"""Matches that are searched before the first of them is returned. A *guess*."""

Mapping = dict[Any, Any]


class _Matcher:
    """What both classes do: gpmine searches, and networkx where it cannot, as `_keys` and `_parts` say."""

    G1: Any
    G2: Any
    mapping: Mapping
    node_match: Callable[[Any, Any], bool] | None
    edge_match: Callable[[Any, Any], bool] | None

    def isomorphisms_iter(self) -> Iterator[Mapping]:
        """The isomorphisms from G1 to G2."""
        return self._searched(self._wholes, super().isomorphisms_iter)  # type: ignore[misc]

    def subgraph_isomorphisms_iter(self) -> Iterator[Mapping]:
        """The isomorphisms from induced subgraphs of G1 to G2."""
        return self._searched(lambda: self._parts(induced=True), super().subgraph_isomorphisms_iter)  # type: ignore[misc]

    def subgraph_monomorphisms_iter(self) -> Iterator[Mapping]:
        """The isomorphisms from subgraphs of G1, induced or not, to G2."""
        return self._searched(lambda: self._parts(induced=False), super().subgraph_monomorphisms_iter)  # type: ignore[misc]

    def _searched(self, search: Callable[[], Iterator[Mapping]], of_networkx: Callable[[], Iterator[Mapping]]) -> Iterator[Mapping]:
        try:
            found = search()
        except NotImplementedError:
            found = of_networkx()
        for self.mapping in found:
            yield self.mapping

    def _keys(self) -> list[Callable[[Any], Any]]:
        for method in ("semantic_feasibility", "syntactic_feasibility", "candidate_pairs_iter"):
            if getattr(type(self), method) is not getattr(super(), method).__func__:
                raise NotImplementedError("a class that is derived from it decides what matches")
        return [key_of(self.node_match), key_of(self.edge_match)]

    @cached_property
    def _graphs(self) -> tuple[BackendGraph, BackendGraph]:
        """G1 and G2 as arrays. A matcher is of the graphs as they are when it is made."""
        return convert_from_nx(self.G1), convert_from_nx(self.G2)

    def _wholes(self) -> Iterator[Mapping]:
        if len(self.G1) != len(self.G2):
            raise NotImplementedError("networkx has an answer for graphs of different sizes, too")
        return isomorphisms(*self._graphs, *self._keys(), distinct=True)

    def _parts(self, induced: bool) -> Iterator[Mapping]:
        graph, small = self._graphs
        of_node, of_edge = self._keys()
        if not 2 <= len(small) <= MOST_VERTICES:
            raise NotImplementedError(f"a pattern has 2 to {MOST_VERTICES} vertices")
        if graph.is_multigraph() or small.is_multigraph():
            raise NotImplementedError("a pattern has no parallel edges")
        if small.loops.any() or induced and graph.loops.any():
            raise NotImplementedError("a pattern has no loops")
        if not (nx.is_weakly_connected if small.is_directed() else nx.is_connected)(self.G2):
            raise NotImplementedError("a pattern is connected")
        nodes = [None, None] if of_node is anything else classes_of_nodes(of_node, graph, small)
        edges = [None, None] if of_edge is anything else classes_of_edges(of_edge, graph, small)
        native = graph.native if nodes[0] is edges[0] is None else graph.native_with(nodes[0], edges[0])
        stream = native.stream(_pattern(small, nodes[1], edges[1]), rows=ROWS, induced=induced, embeddings=True)
        return _mappings(graph, small, stream)


def _pattern(small: BackendGraph, nodes: np.ndarray | None, edges: np.ndarray | None) -> Pattern:
    """A graph as a pattern whose vertices are called v0, v1 and so on; labels are numbers."""
    made = nx.DiGraph() if small.is_directed() else nx.Graph()
    for v in range(len(small)):
        made.add_node(f"v{v}", label=None if nodes is None else int(nodes[v]))
    for at, (u, v) in enumerate(zip(small.rows.owners.tolist(), small.rows.others.tolist())):
        made.add_edge(f"v{u}", f"v{v}", label=None if edges is None else int(edges[at]))
    return Pattern(made)


def _mappings(graph: BackendGraph, small: BackendGraph, stream: Stream) -> Iterator[Mapping]:
    with stream as tables:
        for table in tables:
            columns = table.to_numpy()
            images = (graph.nodes_of(columns[f"v{v}"].tolist()) for v in range(len(small)))
            yield from (dict(zip(row, small.nodes)) for row in zip(*images))


class GraphMatcher(_Matcher, of_networkx.GraphMatcher):
    """The `GraphMatcher` of networkx, searched by gpmine: the same methods and attributes.

    >>> import networkx
    >>> matcher = GraphMatcher(networkx.complete_graph(5), networkx.cycle_graph(3))
    >>> matcher.subgraph_is_isomorphic(), len(list(matcher.subgraph_isomorphisms_iter()))
    (True, 60)

    `node_match` and `edge_match` are honoured where `categorical_node_match` and `categorical_edge_match` made them. networkx searches with its own
    code where gpmine cannot: with other functions, parallel edges, loops, and for a G2 that is not connected or has one vertex or more than 32.
    """


class DiGraphMatcher(_Matcher, of_networkx.DiGraphMatcher):
    """The `DiGraphMatcher` of networkx likewise."""


__all__ = ["DiGraphMatcher", "GraphMatcher"]
