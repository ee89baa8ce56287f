"""Whether graphs are isomorphic, and how: `networkx.algorithms.isomorphism`, `isomorph.py` and `vf2pp.py`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

import numpy as np
from networkx.algorithms.isomorphism import categorical_node_match

from .graph import BackendGraph, counts, graph_of
from .refinement import Isomorphisms, Structure

Attributes = dict[Any, Any]
Match = Callable[[Any, Any], bool]

OF_CATEGORIES = categorical_node_match("", None).__code__, categorical_node_match([], []).__code__
"""The code of what `categorical_node_match` and `categorical_edge_match` make."""


def anything(attributes: Attributes) -> None:
    """What has nothing in common need not have."""


def key_of(match: Match | None) -> Callable[[Attributes], Hashable]:
    """What attributes must have in common to match, where that is what a function asks: the categorical matches of networkx do."""
    if match is None:
        return anything
    if not is_of_categories(match):
        raise NotImplementedError("only categorical matches are keys")
    given = inspect.getclosurevars(match).nonlocals
    wanted = given["attrs"] if "attrs" in given else [(given["attr"], given["default"])]
    return lambda attributes: tuple(attributes.get(name, default) for name, default in wanted)


def is_of_categories(match: Match) -> bool:
    """Whether `categorical_node_match` or `categorical_edge_match` made a function."""
    return getattr(match, "__code__", None) in OF_CATEGORIES


def classes_of(*columns: Iterable[Hashable]) -> list[np.ndarray]:
    """Values of two graphs as numbers, the same for equal ones."""
    known: dict[Hashable, int] = {}
    try:
        return [np.array([known.setdefault(value, len(known)) for value in column], np.int64) for column in columns]
    except TypeError as error:
        raise NotImplementedError("values that cannot be hashed have no classes") from error


def classes_of_nodes(of_node: Callable[[Attributes], Hashable], *graphs: BackendGraph) -> list[np.ndarray]:
    """By vertex the class of what its node must have in common with another."""
    if of_node is anything:
        return [np.zeros(len(graph), np.int64) for graph in graphs]
    return classes_of(*(map(of_node, graph.node_attributes()) for graph in graphs))


def classes_of_edges(of_edge: Callable[[Attributes], Hashable], *graphs: BackendGraph) -> list[np.ndarray]:
    """The same for each entry of the rows. Of parallel edges the number counts, and nothing else can be asked."""
    if any(graph.is_multigraph() for graph in graphs):
        if of_edge is not anything:
            raise NotImplementedError("parallel edges have no attributes in common")
        return [graph.multiplicities() for graph in graphs]
    if of_edge is anything:
        return [np.zeros(len(graph.rows.others), np.int64) for graph in graphs]
    return classes_of(*(map(of_edge, graph.edge_attributes()) for graph in graphs))


def is_isomorphic(G1: Any, G2: Any, node_match: Match | None = None, edge_match: Match | None = None) -> bool:
    return next(isomorphisms(graph_of(G1), graph_of(G2), key_of(node_match), key_of(edge_match), distinct=False), None) is not None


def vf2pp_is_isomorphic(G1: Any, G2: Any, node_label: Any = None, default_label: Any = None) -> bool:
    return vf2pp_isomorphism(G1, G2, node_label, default_label) is not None


def vf2pp_isomorphism(G1: Any, G2: Any, node_label: Any = None, default_label: Any = None) -> dict[Any, Any] | None:
    return next(_labelled(G1, G2, node_label, default_label, distinct=False), None)


def vf2pp_all_isomorphisms(G1: Any, G2: Any, node_label: Any = None, default_label: Any = None) -> Iterator[dict[Any, Any]]:
    yield from _labelled(G1, G2, node_label, default_label, distinct=True)


def _labelled(G1: Any, G2: Any, node_label: Any, default_label: Any, distinct: bool) -> Iterator[dict[Any, Any]]:
    first, second = graph_of(G1), graph_of(G2)
    if not len(first):
        return iter(())
    of_node = anything if node_label is None else lambda attributes: attributes.get(node_label, default_label)
    return isomorphisms(first, second, of_node, anything, distinct=distinct)


def isomorphisms(
    first: BackendGraph,
    second: BackendGraph,
    of_node: Callable[[Attributes], Hashable],
    of_edge: Callable[[Attributes], Hashable],
    *,
    distinct: bool,
) -> Iterator[dict[Any, Any]]:
    """Maps from the nodes of one graph to those of another that keep edges, their number, and what nodes and edges must have in common."""
    if len(first) != len(second) or len(first.rows.others) != len(second.rows.others):
        return iter(())
    graphs = first, second
    columns = zip(graphs, classes_of_edges(of_edge, *graphs), classes_of_nodes(of_node, *graphs))
    structures = [Structure(graph.rows, labels, colors, graph.is_directed()) for graph, labels, colors in columns]
    found = Isomorphisms(*structures, distinct=distinct)
    return (dict(zip(first.nodes, second.nodes_of(image.tolist()))) for image in found)


def could_be_isomorphic(G1: Any, G2: Any, *, properties: str = "dtc") -> bool:
    graphs = graph_of(G1), graph_of(G2)
    if len(graphs[0]) != len(graphs[1]):
        return False
    known: list[list[np.ndarray]] = [[], []]
    # The cheapest property first: most graphs that are different differ in it.
    for name, property_of in PROPERTIES.items():
        if name not in properties:
            continue
        for graph, own in zip(graphs, known):
            own.append(property_of(graph))
        table, other = (np.stack(own)[:, np.lexsort(own)] for own in known)
        if not np.array_equal(table, other):
            return False
    return True


def fast_could_be_isomorphic(G1: Any, G2: Any) -> bool:
    return could_be_isomorphic(G1, G2, properties="dt")


PROPERTIES: dict[str, Callable[[BackendGraph], np.ndarray]] = {
    "d": lambda graph: graph.rows.lengths + graph.loops,
    "t": lambda graph: counts(graph, "triangle")[0],
    "c": lambda graph: graph.native.cliques(maximal=True, per="vertex").astype(np.int64),
}
"""What isomorphic graphs have in common, by vertex: the degree, and the triangles and maximal cliques that have it."""

__all__ = [
    "could_be_isomorphic",
    "fast_could_be_isomorphic",
    "is_isomorphic",
    "vf2pp_all_isomorphisms",
    "vf2pp_is_isomorphic",
    "vf2pp_isomorphism",
]
