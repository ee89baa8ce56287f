"""Graphs: from whatever holds one, and what can be asked of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from . import _core
from .errors import InputError
from .table import Table, array, numpy

Progress = bool | Callable[[float, float | None], Any]
"""`True` draws a bar with tqdm; a callable gets the part that is done, from 0 to 1, and the seconds left, or None."""


class Count(int):
    """A count: an int that knows how it came about.

    `partial`: the run was stopped early, and the count is of the part that was searched. `limited`: counting ended at the limit.
    `seconds`: what it took. `device`: what it ran on.
    """

    partial: bool
    limited: bool
    seconds: float
    device: str

    def __new__(cls, about: dict[str, Any]) -> Count:
        self = super().__new__(cls, about["count"])
        self.partial, self.limited = about["partial"], about["limited"]
        self.seconds, self.device = about["seconds"], about["device"]
        return self

    def __repr__(self) -> str:
        return f"{int(self)}{' (partial)' if self.partial else ''}"

    def __reduce__(self) -> Any:
        return int, (int(self),)


class Estimate:
    """An estimate: `estimate`, the interval from `low` to `high` that holds the count with `confidence`, and `count` if it was counted."""

    def __init__(self, about: dict[str, Any]) -> None:
        self.estimate: float = about["estimate"]
        self.low: float = about["low"]
        self.high: float = about["high"]
        self.confidence: float = about["confidence"]
        self.samples: int = about["samples"]
        self.count: int | None = about["count"]
        self.is_reached: bool = about["is_reached"]
        self.seconds: float = about["seconds"]

    def __float__(self) -> float:
        return self.estimate

    def __repr__(self) -> str:
        if self.count is not None:
            return f"{self.count} (counted)"
        return f"{self.estimate:.6g} ({self.confidence:.0%}: {self.low:.6g} to {self.high:.6g})"


def _run(device: str, threads: int | None, time_limit: float | None, progress: Progress | None) -> tuple[dict[str, Any], Any]:
    """How a question is run, and what is to be closed after it."""
    bar = None
    tell = progress if callable(progress) else None
    if progress is True:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError("progress=True needs tqdm: pip install tqdm, or give a function") from error
        bar = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}")

        def tell(done: float, left: float | None) -> None:
            bar.n = round(100 * done, 1)
            bar.refresh()

    return {"device": device, "threads": threads, "time_limit": time_limit, "progress": tell}, bar


class _Running:
    """Closes a bar for progress."""

    def __init__(self, device: str, threads: int | None, time_limit: float | None, progress: Progress | None) -> None:
        self.options, self.bar = _run(device, threads, time_limit, progress)

    def __enter__(self) -> dict[str, Any]:
        return self.options

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()


def _meaning(induced: bool, homomorphism: bool, embeddings: bool) -> dict[str, bool]:
    return {"induced": induced, "homomorphism": homomorphism, "embeddings": embeddings}


class Graph:
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
        if isinstance(data, _core.Graph):
            self._core, self._keys = data, None
            return
        if targets is None and isinstance(data, (str, os.PathLike)):
            self._core, self._keys = _core.Graph.load(os.fspath(data), _file_options(directed=bool(directed))), None
            return
        from .convert import Arrays, arrays_of

        found = Arrays(data, targets) if targets is not None else arrays_of(data)
        found.add(vertices, vertex_labels, edge_labels, vertex_attributes, edge_attributes)
        is_directed = found.directed if directed is None else directed
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
        return cls(_core.Graph.load(os.fspath(path), _file_options(
            directed=directed, edge_labels=edge_labels, labels=labels, label_sets=label_sets, columns=columns, header=header,
            format=format, parallel_labels=parallel_labels, attributes=attributes, vertex_attributes=vertex_attributes,
            edge_attributes=edge_attributes, vertices=vertices, threads=threads,
        )))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a `.gpm` file, which is opened without being read."""
        if self._keys is not None:
            raise InputError("a .gpm file holds ids that are integers or text: relabel the graph before")
        self._core.save(os.fspath(path))

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
        return column if isinstance(column, list) else _numbers(column)

    def _check(self, patterns: Iterable[str]) -> None:
        """Objects have no number, though the search numbers them."""
        if self._keys is not None and any(".id" in pattern for pattern in patterns):
            raise InputError("vertices of this graph are objects: a pattern cannot compare their ids; give integers or text")

    def __len__(self) -> int:
        return self.num_vertices

    def __repr__(self) -> str:
        kind, lines = ("directed", "arcs") if self.directed else ("undirected", "edges")
        return f"<gpmine.Graph: {kind}, {self.num_vertices} vertices, {self.num_edges} {lines}>"

    def count(
        self,
        pattern: str | Sequence[str],
        *,
        per: Literal["vertex", "edge"] | None = None,
        anchor: str | Sequence[str] = (),
        induced: bool = False,
        homomorphism: bool = False,
        embeddings: bool = False,
        limit: int | None = None,
        device: str = "auto",
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Any:
        """Counts the matches of a pattern, or of each of several.

        Subgraphs are counted, edge-induced unless `induced`; `embeddings` counts each automorphism, `homomorphism` all maps. A pattern is a name
        (`triangle`, `clique:5`), or text (`a-b-c-a where a.age > 30`). Returns a :class:`Count`, or a list of them.

        With `per` a NumPy array: for each vertex, in the order of `vertices`, or each edge, in that of `edges()`, how many matches have it; at
        `anchor` only, which names a vertex of the pattern or the two ends of an edge. Where it does not end in time: an array cannot be partial,
        so that this raises :class:`TimeoutError`.

        >>> Graph([(0, 1), (1, 2), (2, 0), (2, 3)]).count(["triangle", "a-b-c"])
        [1, 5]
        """
        texts = [pattern] if isinstance(pattern, str) else list(pattern)
        self._check(texts)
        meaning = _meaning(induced, homomorphism, embeddings)
        with _Running(device, threads, time_limit, progress) as options:
            if per is None and not anchor:
                found = [Count(about) for about in _core.count(self._core, texts, limit, meaning, options)]
                return found[0] if isinstance(pattern, str) else found
            names = [anchor] if isinstance(anchor, str) else list(anchor)
            kind = per or ("edge" if len(names) == 2 else "vertex")
            if kind not in ("vertex", "edge") or limit is not None:
                raise InputError("per must be 'vertex' or 'edge'" if limit is None else "counts by vertex or edge have no limit")
            if not isinstance(pattern, str):
                raise InputError("counts by vertex or edge are of one pattern a call")
            column = _core.per_place(self._core, pattern, (kind == "edge", names), meaning, options)
        if column is None:
            raise TimeoutError("these counts are known when all of them are: there is no part of them to return")
        return array(column)

    def matches(
        self,
        pattern: str,
        *,
        induced: bool = False,
        homomorphism: bool = False,
        embeddings: bool = False,
        limit: int | None = None,
        device: str = "auto",
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Table:
        """Lists matches: a row each, a column for each vertex of the pattern.

        >>> Graph([("a", "b"), ("b", "c"), ("c", "a")]).matches("x-y", limit=2).columns
        ['x', 'y']
        """
        self._check([pattern])
        with _Running(device, threads, time_limit, progress) as options:
            about, names, columns = _core.list(
                self._core, pattern, limit, _meaning(induced, homomorphism, embeddings), options
            )
        return Table({name: self._ids(column) for name, column in zip(names, columns)}, about=about)

    def sample(
        self,
        pattern: str,
        draws: int = 1,
        *,
        seed: int = 1,
        induced: bool = False,
        device: str = "auto",
        threads: int | None = None,
        time_limit: float | None = None,
    ) -> Table:
        """Draws matches at random, each with the same probability, with replacement. `about["count"]` of the table is how many there are."""
        self._check([pattern])
        with _Running(device, threads, time_limit, None) as options:
            count, names, columns = _core.sample(
                self._core, pattern, (draws, seed), _meaning(induced, False, False), options
            )
        return Table({name: self._ids(column) for name, column in zip(names, columns)}, about={"count": count})

    def estimate(
        self,
        pattern: str,
        *,
        rel_error: float = 0.01,
        confidence: float = 0.95,
        seed: int = 1,
        induced: bool = False,
        homomorphism: bool = False,
        embeddings: bool = False,
        device: str = "auto",
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Estimate:
        """Estimates a count where counting takes too long. A count that takes no time is counted.

        >>> Graph([(0, 1), (1, 2), (2, 0)]).estimate("triangle").count
        1
        """
        self._check([pattern])
        with _Running(device, threads, time_limit, progress) as options:
            meaning = _meaning(induced, homomorphism, embeddings)
            return Estimate(_core.estimate(self._core, pattern, (rel_error, confidence, seed), meaning, options))

    def motifs(
        self,
        k: int = 3,
        *,
        induced: bool = True,
        device: str = "auto",
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Table:
        """Counts all connected patterns of `k` vertices: rows `pattern`, `count`. Directed graphs have directed patterns, of 3 vertices by the codes of
        the triad census.

        >>> Graph([(0, 1), (1, 2), (2, 0), (2, 3)]).motifs(3).to_dict()
        {'pattern': ['triangle', 'wedge'], 'count': [1, 2]}
        """
        patterns = _core.patterns_of_size(k, self.directed)
        counts = self.count(
            [text for _, text in patterns], induced=induced, device=device, threads=threads, time_limit=time_limit,
            progress=progress,
        )
        about = {"partial": any(count.partial for count in counts)}
        return Table({"pattern": [name for name, _ in patterns], "count": [int(count) for count in counts]}, about=about)

    def orbits(
        self,
        k: int = 4,
        *,
        per: Literal["vertex", "edge"] = "vertex",
        device: str = "auto",
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Any:
        """Counts graphlet orbits [ORCA] of graphlets of up to `k` vertices, 4 or 5: a NumPy array of a row for each vertex, in the order of `vertices`, or
        each edge, in that of `edges()`, and a column for each orbit. Raises :class:`TimeoutError` where it does not end in time."""
        if per not in ("vertex", "edge"):
            raise InputError("per must be 'vertex' or 'edge'")
        np = numpy()
        with _Running(device, threads, time_limit, progress) as options:
            columns = _core.orbits(self._core, k, per == "edge", options)
        if columns is None:
            raise TimeoutError("orbit counts are known when all of them are: there is no part of them to return")
        return np.stack([array(column) for column in columns], axis=1)

    def explain(self, pattern: str, *, induced: bool = False, device: str = "auto", threads: int | None = None) -> str:
        """How a pattern would be searched, as text."""
        with _Running(device, threads, None, None) as options:
            return _core.explain(self._core, pattern, _meaning(induced, False, False), options)

    def to_networkx(self) -> Any:
        """A networkx graph of the same vertices and edges, without attributes."""
        import networkx as nx

        graph = nx.DiGraph() if self.directed else nx.Graph()
        graph.add_nodes_from(self.vertices)
        graph.add_edges_from(self.edges())
        return graph


def _numbers(buffer: Any) -> Any:
    """Numbers as a NumPy array, or where there is no NumPy as a view of them, which is a sequence too."""
    try:
        return array(buffer)
    except ImportError:
        return memoryview(buffer)


def _file_options(**given: Any) -> dict[str, Any]:
    options: dict[str, Any] = {
        "directed": False, "edge_labels": False, "labels": None, "label_sets": False, "columns": None, "header": None,
        "format": None, "parallel_labels": None, "attributes": True, "vertex_attributes": None, "edge_attributes": None,
        "vertices": None, "threads": None,
    }
    paths = ("labels", "vertex_attributes", "edge_attributes")
    options.update({name: os.fspath(value) if name in paths and value is not None else value for name, value in given.items()})
    return options


__all__ = ["Count", "Estimate", "Graph", "Progress"]
