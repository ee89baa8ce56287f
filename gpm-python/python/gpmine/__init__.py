"""gpmine: counts, lists and estimates patterns in graphs, on all cores or a GPU.

>>> import gpmine
>>> karate = gpmine.Graph([(0, 1), (1, 2), (2, 0), (2, 3)])
>>> karate.count("triangle")
1

A :class:`Graph` is made of whatever holds one, :class:`Records` of a table whose rows are kept, a :class:`Pattern` of text or a small graph. The questions are methods of a graph, and functions of the
same names that take anything a graph can be made of.
"""

from __future__ import annotations

import functools
import importlib
import os
from typing import Any

from .errors import (
    CountOverflowError,
    DeadlineError,
    DeviceError,
    FileError,
    GpmError,
    InputError,
    InternalError,
    OutOfMemoryError,
    StoppedError,
    UnsupportedError,
    WorkerError,
)
from .graph import Graph
from .null import NullGraphs, Significance
from .pattern import Pattern
from .records import Records
from .results import Count, Estimate
from .running import Progress
from .stream import Stream
from .table import Table

__version__ = "0.1.0"


def _function(name: str) -> Any:
    """A question as a function of anything that a graph can be made of."""
    method = getattr(Graph, name)

    @functools.wraps(method)
    def question(graph: Any, *args: Any, **options: Any) -> Any:
        return method(graph if isinstance(graph, Graph) else Graph(graph), *args, **options)

    return question


count = _function("count")
matches = _function("matches")
stream = _function("stream")
sample = _function("sample")
estimate = _function("estimate")
motifs = _function("motifs")
triads = _function("triads")
orbits = _function("orbits")
cliques = _function("cliques")
dense = _function("dense")
fsm = _function("fsm")
explain = _function("explain")
significance = _function("significance")
null_graphs = _function("null_graphs")
query = _function("query")
generate = Graph.generate


def convert(source: Any, target: str | os.PathLike[str], **options: Any) -> list[str]:
    """Reads a graph from a file with the options of :meth:`Graph.load`, or makes one, and writes it to another: what that does not hold."""
    if isinstance(source, (str, os.PathLike)):
        return Graph.load(source, **options).save(target)
    return (source if isinstance(source, Graph) and not options else Graph(source, **options)).save(target)


def __getattr__(name: str) -> Any:
    """What needs NumPy, or is for clusters, is imported when it is asked for."""
    if name in ("cluster", "dask", "ray"):
        return importlib.import_module(f".{name}", __name__)
    if name in ("Batch", "feature_names", "features"):
        return getattr(importlib.import_module(".batch", __name__), name)
    raise AttributeError(f"module 'gpmine' has no attribute {name!r}")


__all__ = [
    "Batch",
    "Count",
    "CountOverflowError",
    "DeadlineError",
    "DeviceError",
    "Estimate",
    "FileError",
    "GpmError",
    "Graph",
    "InputError",
    "InternalError",
    "NullGraphs",
    "OutOfMemoryError",
    "Pattern",
    "Progress",
    "Records",
    "Significance",
    "StoppedError",
    "Stream",
    "Table",
    "UnsupportedError",
    "WorkerError",
    "cliques",
    "convert",
    "count",
    "dense",
    "estimate",
    "explain",
    "feature_names",
    "features",
    "fsm",
    "generate",
    "matches",
    "motifs",
    "null_graphs",
    "orbits",
    "query",
    "sample",
    "significance",
    "stream",
    "triads",
]
