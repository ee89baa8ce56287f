"""gpmine: counts, lists and estimates patterns in graphs, on all cores or a GPU.

>>> import gpmine
>>> karate = gpmine.Graph([(0, 1), (1, 2), (2, 0), (2, 3)])
>>> karate.count("triangle")
1

A :class:`Graph` is made of whatever holds one; the questions are its methods, and functions of the same names that take anything a graph can be made of.
"""

from __future__ import annotations

from typing import Any

from .errors import (
    CountOverflowError,
    DeviceError,
    FileError,
    GpmError,
    InputError,
    InternalError,
    OutOfMemoryError,
    StoppedError,
    UnsupportedError,
)
from .graph import Count, Estimate, Graph, Progress
from .table import Table

__version__ = "0.1.0"


def _graph(data: Any) -> Graph:
    return data if isinstance(data, Graph) else Graph(data)


def count(graph: Any, pattern: Any, **options: Any) -> Any:
    """:meth:`Graph.count`."""
    return _graph(graph).count(pattern, **options)


def matches(graph: Any, pattern: str, **options: Any) -> Table:
    """:meth:`Graph.matches`."""
    return _graph(graph).matches(pattern, **options)


def sample(graph: Any, pattern: str, draws: int = 1, **options: Any) -> Table:
    """:meth:`Graph.sample`."""
    return _graph(graph).sample(pattern, draws, **options)


def estimate(graph: Any, pattern: str, **options: Any) -> Estimate:
    """:meth:`Graph.estimate`."""
    return _graph(graph).estimate(pattern, **options)


def motifs(graph: Any, k: int = 3, **options: Any) -> Table:
    """:meth:`Graph.motifs`."""
    return _graph(graph).motifs(k, **options)


def orbits(graph: Any, k: int = 4, **options: Any) -> Any:
    """:meth:`Graph.orbits`."""
    return _graph(graph).orbits(k, **options)


def explain(graph: Any, pattern: str, **options: Any) -> str:
    """:meth:`Graph.explain`."""
    return _graph(graph).explain(pattern, **options)


__all__ = [
    "Count",
    "CountOverflowError",
    "DeviceError",
    "Estimate",
    "FileError",
    "GpmError",
    "Graph",
    "InputError",
    "InternalError",
    "OutOfMemoryError",
    "Progress",
    "StoppedError",
    "Table",
    "UnsupportedError",
    "count",
    "estimate",
    "explain",
    "matches",
    "motifs",
    "orbits",
    "sample",
]
