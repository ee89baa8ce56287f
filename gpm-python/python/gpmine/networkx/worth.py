"""When it is worth while to convert a graph: `networkx` asks before it does, unless a call names the backend."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

FEWEST_NODES = {}
"""The fewest nodes from which on a call takes less time than networkx's own, conversion included, in random graphs of five edges a node. *Measured* by
`python gpm-python/benches/backend.py`, two cores."""

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
