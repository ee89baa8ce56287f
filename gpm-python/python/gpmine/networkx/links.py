"""Scores of pairs by their common neighbours: `networkx.algorithms.link_prediction`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import networkx as nx
import numpy as np

from .graph import BackendGraph, graph_of, or_zero, ratios
from .rows import ENTRIES, portions

Pairs = Iterable[tuple[Any, Any]]
Scored = Iterator[tuple[Any, Any, int | float]]


class Common(NamedTuple):
    """What two vertices share, for each of several pairs."""

    sources: np.ndarray
    targets: np.ndarray
    number: np.ndarray
    """Common neighbours beside the two themselves."""
    weight: np.ndarray
    """The sum of their weights."""
    shared: np.ndarray
    """Common entries of their rows, in which a vertex with a loop is its own neighbour."""


def jaccard_coefficient(G: Any, ebunch: Pairs | None = None) -> Scored:
    graph = graph_of(G)
    lengths = graph.rows.lengths

    def score(common: Common) -> list[int | float]:
        union = lengths[common.sources] + lengths[common.targets] - common.shared
        return ratios(common.number, union, union > 0)

    return _scored(graph, ebunch, np.ones(len(graph)), score)


def adamic_adar_index(G: Any, ebunch: Pairs | None = None) -> Scored:
    graph = graph_of(G)
    with np.errstate(divide="ignore"):
        return _scored(graph, ebunch, 1 / np.log(_degrees(graph)), _sums)


def resource_allocation_index(G: Any, ebunch: Pairs | None = None) -> Scored:
    graph = graph_of(G)
    return _scored(graph, ebunch, 1 / _degrees(graph), _sums)


def _degrees(graph: BackendGraph) -> np.ndarray:
    """Degrees, in which a loop counts twice; 1 of whoever is nobody's neighbour."""
    return np.maximum(graph.rows.lengths + graph.loops, 1)


def _sums(common: Common) -> list[int | float]:
    if np.isinf(common.weight).any():
        raise ZeroDivisionError("float division by zero")
    return or_zero(common.weight, common.number > 0)


def _scored(graph: BackendGraph, ebunch: Pairs | None, weights: np.ndarray, score: Callable[[Common], list[int | float]]) -> Scored:
    if ebunch is None:
        return _of_all(graph, weights, score)
    pairs = list(ebunch)
    try:
        ends = np.array([(graph.index[u], graph.index[v]) for u, v in pairs], np.int64).reshape(-1, 2)
    except (KeyError, TypeError):
        missing = next(node for pair in pairs for node in pair if node not in graph)
        raise nx.NodeNotFound(f"Node {missing} not in G.") from None
    return _of_pairs(graph, pairs, ends, weights, score)


def _of_pairs(
    graph: BackendGraph, pairs: list[tuple[Any, Any]], ends: np.ndarray, weights: np.ndarray, score: Callable[[Common], list[int | float]]
) -> Scored:
    rows = graph.rows
    sources, targets = ends.T
    is_shorter = rows.lengths[sources] <= rows.lengths[targets]
    shorter, longer = np.where(is_shorter, sources, targets), np.where(is_shorter, targets, sources)
    for part in portions(rows.lengths[shorter]):
        places, others = rows.spread(shorter[part])
        is_shared = rows.have(longer[part][places], others)
        places, others = places[is_shared], others[is_shared]
        width = part.stop - part.start
        shared = np.bincount(places, minlength=width)
        is_other = (others != shorter[part][places]) & (others != longer[part][places])
        number = np.bincount(places[is_other], minlength=width)
        weight = np.bincount(places[is_other], weights[others[is_other]], width)
        scores = score(Common(sources[part], targets[part], number, weight, shared))
        yield from ((u, v, value) for (u, v), value in zip(pairs[part], scores))


def _of_all(graph: BackendGraph, weights: np.ndarray, score: Callable[[Common], list[int | float]]) -> Scored:
    """Of all pairs that are not joined, the rows of some vertices at a time."""
    n, rows = len(graph), graph.rows
    for part in portions(np.maximum(rows.two_step_lengths, n), ENTRIES // 4):
        own = np.arange(part.start, part.stop)
        starts, middles, ends = rows.two_steps(own)
        keys, size = starts * n + ends, len(own) * n
        is_other = (middles != own[starts]) & (middles != ends)
        shared = np.bincount(keys, minlength=size)
        number = np.bincount(keys[is_other], minlength=size)
        weight = np.bincount(keys[is_other], weights[middles[is_other]], size)
        is_wanted = np.arange(n) > own[:, None]
        places, others = rows.spread(own)
        is_wanted[places, others] = False
        pairs = np.flatnonzero(is_wanted)
        sources, targets = own[pairs // n], pairs % n
        scores = score(Common(sources, targets, number[pairs], weight[pairs], shared[pairs]))
        yield from zip(graph.nodes_of(sources.tolist()), graph.nodes_of(targets.tolist()), scores)


__all__ = ["adamic_adar_index", "jaccard_coefficient", "resource_allocation_index"]
