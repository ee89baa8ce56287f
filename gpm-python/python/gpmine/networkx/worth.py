"""When it is worth while to convert a graph: `networkx` asks before it does, unless a call names the backend."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

FEWEST_NODES = {
    "adamic_adar_index": 25,
    "all_triangles": 800,
    "average_clustering": 400,
    "bipartite_average_clustering": 25,
    "chordless_cycles": 25,
    "clustering": 400,
    "core_number": 400,
    "could_be_isomorphic": 400,
    "enumerate_all_cliques": 400,
    "fast_could_be_isomorphic": 1600,
    "find_cliques": 800,
    "find_cliques_recursive": 800,
    "generalized_degree": 200,
    "is_isomorphic": 25,
    "jaccard_coefficient": 25,
    "k_clique_communities": 800,
    "k_truss": 800,
    "latapy_clustering": 25,
    "make_max_clique_graph": 100,
    "max_clique": 25,
    "max_weight_clique": 200,
    "node_clique_number": 800,
    "node_redundancy": 25,
    "resource_allocation_index": 25,
    "robins_alexander_clustering": 50,
    "simple_cycles": 25,
    "square_clustering": 400,
    "transitivity": 400,
    "triadic_census": 100,
    "triangles": 800,
    "vf2pp_all_isomorphisms": 25,
    "vf2pp_is_isomorphic": 100,
    "vf2pp_isomorphism": 100,
}
"""The fewest nodes from which on a call takes less time than networkx's own, conversion included, in random graphs of five edges a node. *Measured* by
`python gpm-python/benches/backend.py`, two cores that others used, too."""

BY_NODE = {"average_clustering", "clustering", "generalized_degree", "latapy_clustering", "node_redundancy", "square_clustering", "triangles"}
"""Functions that networkx runs for the nodes that are asked for, and gpmine for all."""

SHARE = 30
"""What part of the nodes must be asked for: one of so many. *Measured* with `clustering` on a network of 200,000 collaborations, two cores."""

DENSITY = 0.1
"""Up to which density the largest clique is searched for where networkx is content with a large one. A *guess*."""


def why_not(name: str, given: dict[str, Any]) -> str | None:
    """Why networkx is faster by itself; None where it is not."""
    graph = given["G"] if "G" in given else given["G1"]
    size = len(graph)
    if size < FEWEST_NODES[name]:
        return f"a graph of {size} nodes takes networkx less time than its conversion"
    if "G2" in given and size != len(given["G2"]):
        return "graphs of different sizes are not isomorphic"
    if name in BY_NODE and given["nodes"] is not None and _number(graph, given["nodes"]) * SHARE < size:
        return "few nodes are asked for"
    if isinstance(given.get("ebunch"), Sized) and len(given["ebunch"]) < size:
        return "few pairs are asked for"
    if name == "max_clique" and graph.number_of_edges() > DENSITY * size * (size - 1) / 2:
        return "the largest clique of a dense graph may take long"
    return None


def _number(graph: Any, nodes: Any) -> int:
    """How many nodes are asked for; all, where that is not known."""
    if nodes in graph:
        return 1
    return len(nodes) if isinstance(nodes, Sized) else len(graph)


__all__ = ["FEWEST_NODES", "why_not"]
