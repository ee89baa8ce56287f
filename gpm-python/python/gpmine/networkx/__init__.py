"""The networkx backend `gpmine`, and classes that find small graphs in large ones as those of networkx do.

networkx finds the backend by itself once the package is installed: `networkx.triangles(G, backend="gpmine")`, or for all calls
`networkx.config.backend_priority.algos = ["gpmine"]`.
"""

from .backend import backend
from .matcher import DiGraphMatcher, GraphMatcher

__all__ = ["DiGraphMatcher", "GraphMatcher", "backend"]
