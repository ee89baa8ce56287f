"""A networkx graph as arrays, and as a graph of gpmine whose vertices are numbered in the order of its nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, repeat
from typing import Any

import networkx as nx
import numpy as np
from networkx.utils import not_implemented_for

from ..graph import Graph
from ..table import plain
from .rows import Rows

SPARSE_IDS = 4
"""Nodes that are integers are looked up in an array if the largest of them is less than so many times their number. A *guess*."""


CLASSES = (nx.MultiDiGraph, nx.DiGraph, nx.MultiGraph, nx.Graph)
READ = ("__getitem__", "__iter__", "adj", "adjacency", "degree", "edges", "neighbors", "nodes")
"""By what networkx reads a graph, and gpmine does not: it reads the dictionaries behind them."""


def is_readable(graph: Any) -> bool:
    """Whether a graph is what its dictionaries say: a class of networkx, or derived from one without changing how it is read."""
    if isinstance(graph, (BackendGraph, Graph)) or type(graph) in CLASSES:
        return True
    base = next((own for own in CLASSES if isinstance(graph, own)), None)
    return base is not None and all(getattr(type(graph), name) is getattr(base, name) for name in READ)


class BackendGraph:
    """What networkx passes to the functions of the backend: the graph that was converted, and its arrays.

    Each array is made when it is first asked for, so that a conversion costs what the function needs. A vertex is the place of its node in `nodes`.
    """

    __networkx_backend__ = "gpmine"

    def __init__(self, origin: Any) -> None:
        self.origin = origin
        self.__networkx_cache__: dict[str, Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        """networkx copies and pickles a graph together with what it was converted to: the arrays are made again instead."""
        return {"origin": self.origin, "__networkx_cache__": {}}

    def is_directed(self) -> bool:
        return self.origin.is_directed()

    def is_multigraph(self) -> bool:
        return self.origin.is_multigraph()

    @cached_property
    def nodes(self) -> list[Any]:
        """The nodes, in the order of the graph."""
        return plain(self.origin.vertices) if isinstance(self.origin, Graph) else list(self.origin)

    @cached_property
    def index(self) -> dict[Any, int]:
        """The vertex of each node."""
        return {node: place for place, node in enumerate(self.nodes)}

    @cached_property
    def rows(self) -> Rows:
        """By vertex its neighbours, or successors, in the order of the graph: loops are there once, parallel edges are one."""
        return _rows_of_gpmine(self) if isinstance(self.origin, Graph) else _rows_of_networkx(self)

    @cached_property
    def simple_rows(self) -> Rows:
        """The same without loops."""
        return self.rows.kept(self.rows.owners != self.rows.others) if self.loops.any() else self.rows

    @cached_property
    def loops(self) -> np.ndarray:
        """By vertex 1 if it has a loop, else 0."""
        return np.bincount(self.rows.owners[self.rows.owners == self.rows.others], minlength=len(self))

    @cached_property
    def native(self) -> Graph:
        """The same graph for the questions of gpmine, which drops loops."""
        if isinstance(self.origin, Graph) and self.nodes == list(range(len(self))):
            return self.origin
        return self.native_with(None, None)

    def native_with(self, vertex_labels: np.ndarray | None, edge_labels: np.ndarray | None) -> Graph:
        """The same with labels, numbers by vertex and for each entry of the rows."""
        sources, targets = self.rows.owners, self.rows.others
        kept = sources != targets if self.is_directed() else sources < targets
        return Graph(
            sources[kept],
            targets[kept],
            directed=self.is_directed(),
            vertices=np.arange(len(self)),
            vertex_labels=vertex_labels,
            edge_labels=None if edge_labels is None else edge_labels[kept],
        )

    def to_networkx(self) -> Any:
        """A networkx graph of its own."""
        return self.origin.to_networkx() if isinstance(self.origin, Graph) else self.origin.copy()

    def node_attributes(self) -> Iterable[dict[Any, Any]]:
        """By vertex the attributes of its node."""
        return repeat({}, len(self)) if isinstance(self.origin, Graph) else self.origin._node.values()

    def edge_attributes(self) -> Iterable[dict[Any, Any]]:
        """The attributes of edges, in the order of the rows; the edges by key where these may be parallel."""
        if isinstance(self.origin, Graph):
            return repeat({}, len(self.rows.others))
        return chain.from_iterable(neighbors.values() for neighbors in self.origin._adj.values())

    def multiplicities(self) -> np.ndarray:
        """For each entry of the rows how many edges there are."""
        if not self.is_multigraph():
            return np.ones(len(self.rows.others), np.int64)
        return np.fromiter(map(len, self.edge_attributes()), np.int64, len(self.rows.others))

    def empty(self) -> Any:
        """An empty networkx graph of the same class."""
        return self.origin.__class__() if isinstance(self.origin, nx.Graph) else nx.Graph()

    def nodes_of(self, vertices: list[int]) -> list[Any]:
        """The nodes that vertices stand for."""
        return vertices if self.are_numbered else list(map(self.nodes.__getitem__, vertices))

    @cached_property
    def are_numbered(self) -> bool:
        """Whether nodes are the numbers from 0 on in order, which stand for themselves."""
        return self.nodes == list(range(len(self.nodes))) and set(map(type, self.nodes)) <= {int}

    @property
    def _adj(self) -> dict[Any, int]:
        return self.index

    def nbunch_iter(self, nbunch: Any = None) -> Iterator[Any]:
        """The nodes among those that are named, as networkx reads them, with its errors."""
        return nx.Graph.nbunch_iter(self, nbunch)

    def __contains__(self, node: Any) -> bool:
        try:
            return node in self.index
        except TypeError:
            return False

    def __len__(self) -> int:
        return len(self.nodes)


def _rows_of_networkx(graph: BackendGraph) -> Rows:
    neighbors = graph.origin._adj.values()
    lengths = np.fromiter(map(len, neighbors), np.int64, len(graph))
    first = np.concatenate([[0], np.cumsum(lengths)])
    return Rows(first, _places(graph, chain.from_iterable(neighbors), int(first[-1])))


def _places(graph: BackendGraph, nodes: Iterator[Any], number: int) -> np.ndarray:
    """The vertices of nodes: integers are looked up in an array, whatever else by its hash."""
    if graph.are_numbered:
        return np.fromiter(nodes, np.int64, number)
    if set(map(type, graph.nodes)) == {int} and min(graph.nodes) >= 0 and max(graph.nodes) < SPARSE_IDS * len(graph):
        place_of = np.zeros(max(graph.nodes) + 1, np.int64)
        place_of[graph.nodes] = np.arange(len(graph))
        return place_of[np.fromiter(nodes, np.int64, number)]
    return np.fromiter(map(graph.index.__getitem__, nodes), np.int64, number)


def _rows_of_gpmine(graph: BackendGraph) -> Rows:
    edges, n = graph.origin.edges(), len(graph)
    vertices = graph.origin.vertices
    if getattr(vertices, "dtype", None) is not None:
        ends = [np.searchsorted(vertices, edges[name]) for name in ("source", "target")]
    else:
        ends = [np.fromiter(map(graph.index.__getitem__, edges[name]), np.int64, len(edges)) for name in ("source", "target")]
    sources, targets = ends if graph.is_directed() else (np.concatenate(ends), np.concatenate(ends[::-1]))
    return Rows.of_pairs(n, sources, targets)


def graph_of(graph: Any) -> BackendGraph:
    """The arrays of what networkx passes: a converted graph, or one of gpmine, which keeps them."""
    if isinstance(graph, BackendGraph):
        return graph
    return graph.__networkx_cache__.setdefault("arrays", BackendGraph(graph))


@not_implemented_for("multigraph")
def simple_graph_of(graph: Any) -> BackendGraph:
    """The same of a graph without parallel edges; networkx's own error for one that may have them."""
    return graph_of(graph)


@not_implemented_for("directed")
def undirected_graph_of(graph: Any) -> BackendGraph:
    """The same of an undirected graph."""
    return graph_of(graph)


def counts(graph: BackendGraph, *patterns: str) -> list[np.ndarray]:
    """By vertex how many matches of each pattern have it."""
    return list(graph.native.count(list(patterns), per="vertex").astype(np.int64).T)


def by_node(graph: BackendGraph, nodes: Any, values: list[Any]) -> Any:
    """Values by vertex as networkx returns them: of all nodes, of one, or of some."""
    if nodes is None:
        return dict(zip(graph.nodes, values))
    if nodes in graph:
        return values[graph.index[nodes]]
    return {node: values[graph.index[node]] for node in graph.nbunch_iter(nodes)}


def ratios(parts: np.ndarray, wholes: np.ndarray, are_defined: np.ndarray) -> list[int | float]:
    """Quotients as Python has them of its integers, and the integer 0 where there is none."""
    if max(parts.max(initial=0), wholes.max(initial=0)) >= 1 << 53:
        return [part / whole if defined else 0 for part, whole, defined in zip(parts.tolist(), wholes.tolist(), are_defined.tolist())]
    return or_zero(np.divide(parts, wholes, where=are_defined, out=np.zeros(len(parts))), are_defined)


def or_zero(values: np.ndarray, are_defined: np.ndarray) -> list[int | float]:
    """Values as Python's floats, and the integer 0 where there is none."""
    found = values.tolist()
    for place in np.flatnonzero(~are_defined).tolist():
        found[place] = 0
    return found


__all__ = ["BackendGraph", "by_node", "counts", "graph_of", "is_readable", "or_zero", "ratios", "simple_graph_of", "undirected_graph_of"]
