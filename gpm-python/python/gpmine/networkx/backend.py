"""The backend as networkx sees it: functions by name, conversion, and which calls are worth while.

A call is refused with the reason where gpmine has no answer. networkx then runs its own code, whose results are the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import networkx as nx

from ..graph import Graph
from . import bipartite, cliques, clustering, cores, cycles, isomorphism, links
from .graph import BackendGraph, is_readable
from .worth import why_not

MODULES = (bipartite, cliques, clustering, cores, cycles, isomorphism, links)

FUNCTIONS: dict[str, Callable[..., Any]] = {name: getattr(module, name) for module in MODULES for name in module.__all__}

SIGNATURES = {name: inspect.signature(function) for name, function in FUNCTIONS.items()}

UNDIRECTED = {
    "bipartite_average_clustering",
    "could_be_isomorphic",
    "fast_could_be_isomorphic",
    "latapy_clustering",
    "node_redundancy",
    "robins_alexander_clustering",
    "square_clustering",
}
"""Functions that networkx runs on directed graphs as well, and gpmine does not."""

WITHOUT_PARALLEL_EDGES = {
    "chordless_cycles",
    "could_be_isomorphic",
    "fast_could_be_isomorphic",
    "robins_alexander_clustering",
    "simple_cycles",
}
"""Functions that count parallel edges, or look at them."""

READ_TWICE = {"adamic_adar_index", "bipartite_average_clustering", "jaccard_coefficient", "node_redundancy", "resource_allocation_index"}
"""Functions of which networkx goes through what is asked for twice."""


def convert_from_nx(graph: Any, **_: Any) -> BackendGraph:
    """The arrays of a graph, shared with earlier conversions: these differ in the attributes that a function asks for, which stay where they are."""
    if not is_readable(graph):
        raise NotImplementedError("a class that is derived from one of networkx decides what its edges are")
    cache = getattr(graph, "__networkx_cache__", None) if nx.config.cache_converted_graphs else None
    earlier = ((cache or {}).get("backends") or {}).get("gpmine") or {}
    return next((found for found in earlier.values() if isinstance(found, BackendGraph)), None) or BackendGraph(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    """A networkx graph of a graph of the backend; whatever else as it is."""
    return result.to_networkx() if isinstance(result, (BackendGraph, Graph)) else result


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether gpmine answers a call, or why it does not."""
    given = _given(name, args, kwargs)
    graphs = [given[graph] for graph in ("G", "G1", "G2") if graph in given]
    reasons = (
        why
        for is_met, why in (
            (not all(map(is_readable, graphs)), "classes that decide what their edges are"),
            (name in UNDIRECTED and any(graph.is_directed() for graph in graphs), "directed graphs"),
            (name in WITHOUT_PARALLEL_EDGES and any(graph.is_multigraph() for graph in graphs), "parallel edges"),
            (len({graph.is_directed() for graph in graphs}) > 1, "a directed graph beside an undirected one"),
            (name.startswith("vf2pp") and len({graph.is_multigraph() for graph in graphs}) > 1, "a multigraph beside another graph"),
            (given.get("weight") is not None, "weights"),
            (given.get("cliques") is not None, "cliques that are known already"),
            (given.get("separate_nodes"), "separate_nodes"),
            ("length_bound" in given and (given["length_bound"] is None or given["length_bound"] > cycles.LONGEST), "cycles without a low length_bound"),
            (name in READ_TWICE and isinstance(given.get("nodes", given.get("ebunch")), Iterator), "an iterator, which networkx reads twice"),
            *((not _is_honoured(given.get(match)), f"an {match} other than a categorical one") for match in ("node_match", "edge_match")),
            (given.get("edge_match") is not None and any(graph.is_multigraph() for graph in graphs), "edge_match with parallel edges"),
        )
        if is_met
    )
    return next((f"gpmine leaves {why} to networkx" for why in reasons), True)


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether gpmine is faster than networkx with the conversion paid, or why it is not."""
    return why_not(name, _given(name, args, kwargs)) or True


def _given(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """What a call says, defaults included."""
    bound = SIGNATURES[name].bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.arguments


def _is_honoured(match: Callable[[Any, Any], bool] | None) -> bool:
    return match is None or isomorphism.is_of_categories(match)


backend = SimpleNamespace(**FUNCTIONS, can_run=can_run, convert_from_nx=convert_from_nx, convert_to_nx=convert_to_nx, should_run=should_run)
"""What the entry point names."""

__all__ = ["FUNCTIONS", "backend", "convert_from_nx"]
