"""Cycles of bounded length: `networkx.algorithms.cycles`. networkx leaves their order open; here the shortest are first."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

import numpy as np

from ..graph import Graph
from .graph import BackendGraph, graph_of

LONGEST = 12
"""Cycles of up to so many vertices are searched. A *guess*: networkx looks ahead for the way back, which pays where most long paths are no cycles."""


def simple_cycles(G: Any, length_bound: int | None = None) -> Iterator[list[Any]]:
    graph, bound = graph_of(G), _checked(length_bound)
    if bound > 0:
        yield from _loops(graph)
        yield from _pairs(graph, graph.loops < 0, bound)
        yield from _longer(graph, graph.native, bound, induced=False)


def chordless_cycles(G: Any, length_bound: int | None = None) -> Iterator[list[Any]]:
    graph, bound = graph_of(G), _checked(length_bound)
    if bound > 0:
        yield from _loops(graph)
        has_loop = graph.loops > 0
        yield from _pairs(graph, has_loop, bound)
        rows = graph.rows
        kept = ~(has_loop[rows.owners] | has_loop[rows.others])
        near = Graph(rows.owners[kept], rows.others[kept], directed=graph.is_directed(), vertices=np.arange(len(graph)))
        yield from _longer(graph, near if has_loop.any() else graph.native, bound, induced=True)


def _checked(length_bound: int | None) -> int:
    assert length_bound is not None, "such calls are refused"
    if length_bound < 0:
        raise ValueError("length bound must be non-negative")
    return length_bound


def _loops(graph: BackendGraph) -> Iterator[list[Any]]:
    return ([node] for node in graph.nodes_of(np.flatnonzero(graph.loops).tolist()))


def _pairs(graph: BackendGraph, are_left_out: np.ndarray, bound: int) -> Iterator[list[Any]]:
    """Pairs of vertices that lead to each other."""
    if bound < 2 or not graph.is_directed():
        return
    rows = graph.simple_rows
    kept = (rows.owners < rows.others) & rows.have(rows.others, rows.owners) & ~(are_left_out[rows.owners] | are_left_out[rows.others])
    yield from map(list, zip(graph.nodes_of(rows.owners[kept].tolist()), graph.nodes_of(rows.others[kept].tolist())))


def _longer(graph: BackendGraph, native: Graph, bound: int, induced: bool) -> Iterator[list[Any]]:
    """Cycles of three vertices and more."""
    for length in range(3, min(bound, len(graph)) + 1):
        names = ascii_lowercase[:length]
        pattern = ("->" if graph.is_directed() else "-").join([*names, names[0]])
        for table in native.stream(pattern, induced=induced):
            columns = table.to_numpy()
            yield from map(list, zip(*(graph.nodes_of(columns[name].tolist()) for name in names)))


__all__ = ["chordless_cycles", "simple_cycles"]
