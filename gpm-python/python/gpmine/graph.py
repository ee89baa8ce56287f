"""Graphs: from whatever holds one, and back."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from typing import Any, Literal

from . import _core
from .errors import InputError
from .null import Comparisons
from .table import Table, numbers


class Graph(Comparisons):
    """A data graph, which never changes.

    `data` is one of
    - a path: any file that the command reads; options as :meth:`load` has them;
    - two arrays `(sources, targets)`, or one of shape `(2, m)` such as `edge_index` of PyTorch Geometric: NumPy, torch, lists;
    - a list of pairs, or an array of shape `(m, 2)`;
    - a networkx graph, an igraph graph, a SciPy sparse matrix, PyTorch Geometric's `Data`;
    - a table with columns `source` and `target` (pandas, polars, Arrow, a dictionary of columns).

    Ids come back as they are given: integers from 0 on, text, or any hashable objects. Loops are left out, and edges that are there several
    times are one; `report` says how many there were.

    `vertices` names vertices that are there whether or not an edge has them; `vertex_labels` are parallel to it, or a mapping. `edge_labels` are
    parallel to the edges. `vertex_attributes` and `edge_attributes` are mappings of names to values, parallel likewise.

    >>> graph = Graph([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")])
    >>> graph.count("triangle"), graph.num_vertices
    (1, 4)
    """

    __networkx_backend__ = "gpmine"

    def __init__(
        self,
        data: Any,
        targets: Any = None,
        *,
        directed: bool | None = None,
        vertices: Any = None,
        vertex_labels: Any = None,
        edge_labels: Any = None,
        vertex_attributes: dict[str, Any] | None = None,
        edge_attributes: dict[str, Any] | None = None,
    ) -> None:
        self.__networkx_cache__: dict[str, Any] = {}
        if isinstance(data, _core.Graph):
            self._core, self._keys = data, None
            return
        if targets is None and isinstance(data, (str, os.PathLike)):
            self._core, self._keys = _core.Graph.load(os.fspath(data), file_options(directed=bool(directed))), None
            return
        from .arrays import Arrays, arrays_of

        found = Arrays(data, targets) if targets is not None else arrays_of(data)
        found.add(vertices, vertex_labels, edge_labels, vertex_attributes, edge_attributes)
        is_directed = bool(found.directed) if directed is None else directed
        self._core, self._keys = found.graph(is_directed)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        directed: bool = False,
        edge_labels: bool = False,
        labels: str | os.PathLike[str] | None = None,
        label_sets: bool = False,
        columns: str | None = None,
        header: bool | None = None,
        format: str | None = None,
        parallel_labels: Literal["first", "last"] | None = None,
        attributes: bool = True,
        vertex_attributes: str | os.PathLike[str] | None = None,
        edge_attributes: str | os.PathLike[str] | None = None,
        vertices: int | None = None,
        threads: int | None = None,
    ) -> Graph:
        """Reads a file: edge lists, tables, Matrix Market, GraphML, GML, Pajek, METIS, Parquet, `.gpm`. The options are those of the command."""
        return cls(_core.Graph.load(os.fspath(path), file_options(
            directed=directed, edge_labels=edge_labels, labels=labels, label_sets=label_sets, columns=columns, header=header,
            format=format, parallel_labels=parallel_labels, attributes=attributes, vertex_attributes=vertex_attributes,
            edge_attributes=edge_attributes, vertices=vertices, threads=threads,
        )))

    @classmethod
    def generate(cls, model: str, *, seed: int = 1) -> Graph:
        """A synthetic graph, the same for the same seed: `rmat:SCALE:EDGE_FACTOR`, `er:N:M`, `ba:N:K`, `ws:N:K:P` or Kronecker stars such as `3-4-5-B1k`.

        >>> Graph.generate("er:100:300", seed=7)
        <gpmine.Graph: undirected, 100 vertices, 300 edges>
        """
        return cls(_core.Graph.generate(model, seed))

    def save(self, path: str | os.PathLike[str], *, format: str | None = None) -> list[str]:
        """Writes a file, whole or not at all: `.gpm`, which is opened without being read, `.el`, `.graph`, `.graphml`, `.gexf` or `.sif`, as its name or
        `format` says; text in `.gz` or `.zst` is packed. Returns what the format does not hold of this graph."""
        if self._keys is not None:
            raise InputError("files hold ids that are integers or text: relabel the graph before")
        return self._core.write(os.fspath(path), format)

    @property
    def num_vertices(self) -> int:
        """How many vertices there are."""
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        """How many edges there are; arcs, if the graph is directed."""
        return self._core.num_edges

    @property
    def directed(self) -> bool:
        """Whether edges have directions."""
        return self._core.is_directed

    def is_directed(self) -> bool:
        """Whether edges have directions, as networkx asks its graphs."""
        return self.directed

    def is_multigraph(self) -> bool:
        """Never: a graph holds one edge between two vertices."""
        return False

    @property
    def report(self) -> str:
        """What was read and removed."""
        return self._core.report

    @property
    def vertices(self) -> Sequence[Any]:
        """The ids of all vertices, in the order in which results by vertex have them: numbers ascending, text in the order of its bytes, other
        objects in the order in which they were met."""
        return self._ids(self._core.ids())

    def edges(self) -> Table:
        """The ends of all edges, in the order in which results by edge have them."""
        source, target = self._core.edges()
        return Table({"source": self._ids(source), "target": self._ids(target)})

    def _ids(self, column: Any) -> Sequence[Any]:
        if self._keys is not None:
            return [self._keys[place] for place in memoryview(column)]
        return column if isinstance(column, list) else numbers(column)

    def __len__(self) -> int:
        return self.num_vertices

    def __repr__(self) -> str:
        kind, lines = ("directed", "arcs") if self.directed else ("undirected", "edges")
        return f"<gpmine.Graph: {kind}, {self.num_vertices} vertices, {self.num_edges} {lines}>"

    def to_networkx(self) -> Any:
        """A networkx graph of the same vertices and edges, without attributes."""
        nx = importlib.import_module("networkx")
        graph = nx.DiGraph() if self.directed else nx.Graph()
        graph.add_nodes_from(self.vertices)
        graph.add_edges_from(self.edges())
        return graph


def file_options(**given: Any) -> dict[str, Any]:
    """How a file is read, as the native part takes it."""
    options: dict[str, Any] = {
        "directed": False, "edge_labels": False, "labels": None, "label_sets": False, "columns": None, "header": None,
        "format": None, "parallel_labels": None, "attributes": True, "vertex_attributes": None, "edge_attributes": None,
        "vertices": None, "threads": None, "records": None,
    }
    paths = ("labels", "vertex_attributes", "edge_attributes")
    options.update({name: os.fspath(value) if name in paths and value is not None else value for name, value in given.items()})
    return options


__all__ = ["Graph", "file_options"]
