"""Many small graphs as one: they are searched together, side by side, and not one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Unpack

from . import _core
from .errors import InputError
from .graph import Graph
from .pattern import PatternLike, is_one, text_of
from .running import Run
from .table import numpy

Per = Literal["vertex", "edge", "graph"]

FAMILIES = {"cycles": ("cycle", 3), "cliques": ("clique", 3), "paths": ("path", 3), "stars": ("star", 4)}
"""Sets of patterns: what each is called in the catalog, and the fewest vertices that one of the set has."""


class Batch:
    """Graphs side by side: `sources` and `targets` number vertices through all graphs, and `ptr` says where each graph begins: graph `i` has the
    vertices from `ptr[i]` up to `ptr[i + 1]`. That is what PyTorch Geometric's `Batch` holds. Labels are parallel to vertices, and to edges.

    >>> two = Batch([0, 1, 2, 3], [1, 2, 0, 4], [0, 3, 5])
    >>> len(two), features(two, ["triangle", "a-b"], per="graph").tolist()
    (2, [[1, 3], [0, 1]])
    """

    def __init__(
        self,
        sources: Any,
        targets: Any,
        ptr: Any,
        *,
        directed: bool = False,
        vertex_labels: Any = None,
        edge_labels: Any = None,
    ) -> None:
        np = numpy()
        self.sources, self.targets, self.ptr = (np.ascontiguousarray(values, dtype=np.int64) for values in (sources, targets, ptr))
        ptr = self.ptr
        if ptr.ndim != 1 or not len(ptr) or ptr[0] != 0 or (np.diff(ptr) < 0).any():
            raise InputError("ptr ascends from 0 and has an entry more than there are graphs")
        ends = np.searchsorted(ptr, np.stack([self.sources, self.targets]), side="right")
        apart = np.flatnonzero((ends[0] != ends[1]) | (ends[0] == 0) | (ends[0] == len(ptr)))
        if len(apart):
            at = apart[0]
            raise InputError(f"edge {at}, from {self.sources[at]} to {self.targets[at]}, is in no graph of ptr")
        from .arrays import labels

        of_vertices, of_edges = (None if own is None else labels(own) for own in (vertex_labels, edge_labels))
        # Labels are parallel to vertices that are named.
        vertices = None if vertex_labels is None else np.arange(ptr[-1])
        self._core = _core.Graph.from_arrays(self.sources, self.targets, directed, vertices, int(ptr[-1]), of_vertices, of_edges, [], [], None)

    @classmethod
    def of(
        cls, graphs: Iterable[Any], *, directed: bool | None = None, vertex_labels: str | None = None, edge_labels: str | None = None
    ) -> Batch:
        """A batch of graphs of any kind that :class:`Graph` is made of, vertices in the order in which each has them. `vertex_labels` and `edge_labels`
        name attributes."""
        from .arrays import Arrays, arrays_of, scalars

        np = numpy()
        sources: list[Any] = []
        targets: list[Any] = []
        sizes, labels, of_edges = [0], [], []
        is_directed = False
        for data in graphs:
            own = data if isinstance(data, Arrays) else arrays_of(data)
            own.add(None, vertex_labels, edge_labels, None, None)
            places = None
            if own.vertices is not None and not isinstance(own.vertices, range):
                places = {vertex: place for place, vertex in enumerate(scalars(own.vertices))}
                number = len(places)
            elif own.vertices is not None:
                number = len(own.vertices)
            else:
                places = {}
                for vertex in [*scalars(own.sources), *scalars(own.targets)]:
                    places.setdefault(vertex, len(places))
                places = {vertex: place for place, vertex in enumerate(_ascending(places))}
                number = len(places)
            first = sizes[-1]
            for ends, found in ((own.sources, sources), (own.targets, targets)):
                if places is None:
                    found.append(np.asarray(ends, dtype=np.int64) + first)
                else:
                    found.append([places[vertex] + first for vertex in scalars(ends)])
            sizes.append(first + number)
            labels += own.vertex_labels or []
            of_edges += own.edge_labels or []
            is_directed |= bool(own.directed)
        all_sources, all_targets = (np.concatenate(found) if found else np.empty(0, np.int64) for found in (sources, targets))
        return cls(
            all_sources, all_targets, sizes, directed=is_directed if directed is None else directed, vertex_labels=labels or None, edge_labels=of_edges or None
        )

    def __len__(self) -> int:
        return len(self.ptr) - 1

    def features(
        self, patterns: PatternLike | Sequence[PatternLike] = "orbits-4", *, per: Per = "vertex", induced: bool = False, **run: Unpack[Run]
    ) -> Any:
        """:func:`features` of this batch."""
        np = numpy()
        if per not in ("vertex", "edge", "graph"):
            raise InputError("per is 'vertex', 'edge' or 'graph'")
        graph = Graph(self._core)
        place: Literal["vertex", "edge"] = "edge" if per == "edge" else "vertex"
        parts, divisors = [], []
        for orbits, named, is_induced in _asked(patterns, induced, graph.directed):
            if orbits is not None:
                found = graph.orbits(orbits, per=place, **run)
                divisors += [1] * found.shape[1]
            else:
                texts = [text for _, text in named]
                if any(map(_core.reads_ids, texts)):
                    raise InputError("vertices of a batch have no ids that a pattern may compare")
                found = graph.count(texts, per=place, induced=is_induced, **run)
                divisors += [len(_core.Pattern(text).vertices) for text in texts]
            parts.append(found)
        table = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
        if table.dtype != object:
            fits = not table.size or table.max() <= np.iinfo(np.int64).max
            table = table.view(np.int64) if fits else table.astype(object)
        if per == "edge":
            return table[self._rows_of_edges(graph)]
        if per == "vertex":
            return table
        # Each match was counted at each of its vertices. Sums that wrap differ by what they should.
        sums = np.concatenate([np.zeros((1, table.shape[1]), dtype=table.dtype), np.cumsum(table, axis=0)])
        return (sums[self.ptr[1:]] - sums[self.ptr[:-1]]) // np.asarray(divisors, dtype=table.dtype)

    def _rows_of_edges(self, graph: Graph) -> Any:
        """By edge as it was given, its row in results by edge."""
        np = numpy()
        number, known = int(self.ptr[-1]), graph.edges()

        def keys(source: Any, target: Any) -> Any:
            if graph.directed:
                return source * number + target
            return np.minimum(source, target) * number + np.maximum(source, target)

        if (self.sources == self.targets).any():
            raise InputError("an edge from a vertex to itself is no edge of the graph: leave it out to have rows by edge")
        rows = keys(*(np.asarray(known[end], dtype=np.int64) for end in ("source", "target")))
        order = np.argsort(rows)
        return order[np.searchsorted(rows[order], keys(self.sources, self.targets))]


def _ascending(vertices: Iterable[Any]) -> list[Any]:
    """Vertices in order, or as they were met where they have none."""
    met = list(vertices)
    try:
        return sorted(met)
    except TypeError:
        return met


def _asked(patterns: PatternLike | Sequence[PatternLike], induced: bool, directed: bool) -> list[tuple[int | None, list[tuple[str, str]], bool]]:
    """What is asked, one after the other: orbits of a size, or patterns with what they are called and whether they are induced."""
    asked: list[tuple[int | None, list[tuple[str, str]], bool]] = []
    for pattern in [patterns] if is_one(patterns) else patterns:
        text = text_of(pattern)
        # Sets have names, which are text alone.
        family = re.fullmatch(r"\s*([a-z]+)-(\d+)\s*", text) if isinstance(pattern, str) else None
        if family is None:
            asked.append((None, [(text, text)], induced))
            continue
        name, most = family[1], int(family[2])
        if name == "orbits":
            asked.append((most, [], True))
        elif name == "motifs":
            asked.append((None, _core.patterns_of_size(most, directed), True))
        elif name in FAMILIES and most >= FAMILIES[name][1]:
            own, least = FAMILIES[name]
            asked.append((None, [(f"{own}:{size}",) * 2 for size in range(least, most + 1)], induced))
        else:
            families = ", ".join(f"{name}-{least} and larger" for name, (_, least) in FAMILIES.items())
            raise InputError(f"`{text}` is no set of patterns: these are orbits-4, orbits-5, motifs-K, {families}")
    if not asked:
        raise InputError("name a pattern, or a set of patterns such as 'orbits-4'")
    return asked


def feature_names(patterns: PatternLike | Sequence[PatternLike] = "orbits-4", *, per: Per = "vertex", directed: bool = False) -> list[str]:
    """What the columns of :func:`features` are.

    >>> feature_names(["cycles-4", "a-b-c"])
    ['cycle:3', 'cycle:4', 'a-b-c']
    """
    names: list[str] = []
    for orbits, named, _ in _asked(patterns, False, directed):
        number = 0 if orbits is None else _core.num_orbits(orbits, per == "edge")
        names += [f"orbit-{at}" for at in range(number)] or [name for name, _ in named]
    return names


def features(
    graphs: Any,
    patterns: PatternLike | Sequence[PatternLike] = "orbits-4",
    *,
    per: Per = "vertex",
    directed: bool | None = None,
    vertex_labels: str | None = None,
    edge_labels: str | None = None,
    induced: bool = False,
    **run: Unpack[Run],
) -> Any:
    """Counts patterns in many graphs at once: a NumPy array of integers with a column for each pattern, and a row for each vertex, each edge as it was
    given, or each graph, the first graph's first.

    `graphs` is a list of graphs of any kind that :class:`Graph` is made of, a :class:`Batch`, or PyTorch Geometric's `Batch` or data set.
    `patterns` are patterns, text or :class:`Pattern`, or sets of them: `orbits-4`, `orbits-5`, `motifs-K` (induced), `cycles-K`, `cliques-K`, `paths-K`, `stars-K` with all members
    of up to K vertices. By vertex and edge it is said how many matches have it; of orbits, how often it lies on each, and by graph their sums.
    `vertex_labels` and `edge_labels` name attributes that are labels. Cost: as for one graph that has all of them side by side.

    >>> features([[(0, 1), (1, 2), (2, 0)], [(0, 1), (1, 2)]], "cycles-3").tolist()
    [[1], [1], [1], [0], [0], [0]]
    """
    return _batch(graphs, directed, vertex_labels, edge_labels).features(patterns, per=per, induced=induced, **run)


def _batch(graphs: Any, directed: bool | None, vertex_labels: str | None, edge_labels: str | None) -> Batch:
    if isinstance(graphs, Batch):
        return graphs
    ptr = getattr(graphs, "ptr", None)
    if ptr is not None and hasattr(graphs, "edge_index"):
        from .arrays import plain

        index = plain(graphs.edge_index)
        own = [None if name is None else plain(graphs[name]).tolist() for name in (vertex_labels, edge_labels)]
        is_directed = not graphs.is_undirected() if directed is None else directed
        return Batch(index[0], index[1], plain(ptr), directed=is_directed, vertex_labels=own[0], edge_labels=own[1])
    if isinstance(graphs, (str, bytes)) or hasattr(graphs, "edge_index"):
        raise InputError("features are of many graphs: give a list of them; of one, Graph(…).count(…, per=…) or .orbits()")
    return Batch.of(graphs, directed=directed, vertex_labels=vertex_labels, edge_labels=edge_labels)


__all__ = ["Batch", "feature_names", "features"]
