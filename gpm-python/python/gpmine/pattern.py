"""Patterns: made of text or of a graph, compared, and drawn."""

from __future__ import annotations

import importlib
import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from . import _core
from .errors import InputError

PatternLike = Any
"""What questions take as one pattern: text, a :class:`Pattern`, or a graph of networkx or igraph."""

MOST_VERTICES = 32
"""Vertices that a pattern may have."""


class Pattern:
    """A pattern, which never changes.

    `source` is one of
    - text in the pattern language: `a-b-c-a where a.age > 30`, a name such as `triangle` or `clique:5`, the code of a triad, graph6;
    - a graph of networkx or igraph, directed or not, without parallel edges; the attribute `label` of a vertex or an edge is its label;
    - a list of pairs, which are arcs if `directed`;
    - another pattern.

    The ids of a graph are the names of vertices, if all of them consist of letters, digits and `_`. Otherwise the names are v0, v1 and so on, in the
    order of the graph.

    Two patterns are equal if they have vertices of the same names in the same order, and ask the same of them. :meth:`is_isomorphic` leaves names and
    order aside. Notebooks draw a pattern.

    >>> house = Pattern("a-b-c-d-a, a-e-b")
    >>> house
    Pattern('a-b b-c a-d c-d a-e b-e')
    >>> house.title, house.num_vertices, house.is_isomorphic("house")
    ('house', 5, True)
    >>> Pattern([("ann", "bob"), ("bob", "cid")], directed=True).text
    'ann->bob bob->cid'
    """

    __slots__ = ("_core",)

    _core: Any

    def __init__(self, source: PatternLike | Iterable[tuple[Hashable, Hashable]], *, directed: bool = False) -> None:
        if isinstance(source, Pattern):
            found = source._core
        elif isinstance(source, str):
            found = _core.Pattern(source)
        elif (parts := _parts_of_graph(source)) is not None:
            found = _core.Pattern(_written(parts))
        else:
            found = _core.Pattern(_written(_parts_of_pairs(source, directed)))
            directed = False
        if directed:
            raise InputError("directed=True is for a list of pairs: text writes arcs as `a->b`, and a graph is directed or not")
        self._core = found

    @property
    def text(self) -> str:
        """The pattern in the pattern language, its edges in a fixed order."""
        return self._core.text

    @property
    def title(self) -> str:
        """What tables call it: its name in the catalog, the code of a triad, graph6, or its text."""
        return self._core.title

    @property
    def canonical(self) -> str:
        """A text that isomorphic patterns share, and only they."""
        return self._core.canonical

    @property
    def num_vertices(self) -> int:
        """How many vertices there are."""
        return len(self._core.vertices)

    @property
    def num_edges(self) -> int:
        """How many edges there are, `a->b` and `b->a` apart; those that must be absent do not count."""
        return sum(not is_absent for *_, is_absent in self._core.edges)

    @property
    def vertices(self) -> list[str]:
        """The names of vertices, in the order of the columns of matches."""
        return [name for name, _ in self._core.vertices]

    @property
    def directed(self) -> bool:
        """Whether some edge has a direction."""
        return self._core.is_directed

    def is_isomorphic(self, other: PatternLike | Iterable[tuple[Hashable, Hashable]]) -> bool:
        """Whether another pattern differs in names and order alone.

        >>> Pattern("a->b").is_isomorphic("y<-x"), Pattern("a:Person-b").is_isomorphic("a-b")
        (True, False)
        """
        return self.canonical == Pattern(other).canonical

    def to_networkx(self) -> Any:
        """A networkx `Graph`, or a `DiGraph` of a directed pattern, with the attribute `label` where there is a label.

        Refuses patterns that such a graph does not hold: edges that must be absent, conditions, choices of labels, and directed edges beside others.
        """
        nx = importlib.import_module("networkx")

        edges = self._core.edges
        losses = {
            "an edge that must be absent": any(is_absent for *_, is_absent in edges),
            "a condition behind `where`": self._core.predicate is not None,
            "directed edges beside undirected ones": self.directed and not all(is_directed for _, _, is_directed, _, _ in edges),
        }
        for loss, is_there in losses.items():
            if is_there:
                raise InputError(f"networkx has no graph for {loss}, as `{self.text}` has")
        graph = nx.DiGraph() if self.directed else nx.Graph()
        names = self.vertices
        for name, label in self._core.vertices:
            graph.add_node(name, **self._attributes(label))
        for source, target, _, label, _ in edges:
            graph.add_edge(names[source], names[target], **self._attributes(label))
        return graph

    def _attributes(self, label: str | None) -> dict[str, str]:
        """A label as the language writes it, as the attribute of a graph."""
        if label is None:
            return {}
        if re.fullmatch(r'"(\\.|[^"\\])*"', label, re.DOTALL):
            return {"label": re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], label[1:-1], flags=re.DOTALL)}
        if "|" in label:
            raise InputError(f"networkx has no graph for a choice of labels, as `{self.text}` has")
        return {"label": label}

    def to_svg(self) -> str:
        """The drawing as SVG, which stands alone; edges that must be absent are dashed and red.

        >>> Pattern("triangle").to_svg()[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
        """
        from .drawing import svg

        return svg(self._core)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Pattern({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Pattern) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Any:
        return Pattern, (self.text,)


def is_one(pattern: Any) -> bool:
    """Whether it is one pattern, and not several."""
    return isinstance(pattern, (str, Pattern)) or _library(pattern) is not None


def text_of(pattern: PatternLike) -> str:
    """The text of one pattern. Text is not read, as only the graph that is asked knows all that it may be."""
    if isinstance(pattern, str):
        return pattern
    if not is_one(pattern):
        given = type(pattern).__name__
        raise InputError(f"a pattern is text, a Pattern or a graph of networkx or igraph, not a {given}: Pattern(pairs) makes one of pairs of ids")
    return Pattern(pattern).text


def texts_of(patterns: PatternLike | Sequence[PatternLike]) -> list[str]:
    """The texts of one pattern, or of several."""
    if is_one(patterns) or not isinstance(patterns, Iterable):
        return [text_of(patterns)]
    return [text_of(pattern) for pattern in patterns]


class _Parts(NamedTuple):
    """A graph: ids and labels of vertices, and edges as the numbers of their ends and a label."""

    ids: list[Any]
    labels: list[Any]
    edges: list[tuple[int, int, Any]]
    directed: bool


def _library(data: Any) -> str | None:
    """The library whose graph it is; also of a class that is derived from it. No library is imported that the caller does not use."""
    from .arrays import libraries_of

    libraries = libraries_of(data)
    if "networkx" in libraries and hasattr(data, "is_multigraph"):
        return "networkx"
    return "igraph" if "igraph" in libraries and hasattr(data, "get_edgelist") else None


def _parts_of_graph(data: Any) -> _Parts | None:
    library = _library(data)
    if library is None:
        return None
    number = data.number_of_nodes() if library == "networkx" else data.vcount()
    if not 2 <= number <= MOST_VERTICES:
        raise InputError(f"a pattern has 2 to {MOST_VERTICES} vertices, and this graph has {number}")
    if library == "networkx":
        labelled = dict(data.nodes(data="label"))
        places = {vertex: place for place, vertex in enumerate(labelled)}
        edges = [(places[u], places[v], label) for u, v, label in data.edges(data="label")]
        parts = _Parts(list(labelled), list(labelled.values()), edges, data.is_directed())
    else:
        names = data.vs["name"] if "name" in data.vs.attributes() else list(range(number))
        labels = data.vs["label"] if "label" in data.vs.attributes() else [None] * number
        of_edges = data.es["label"] if "label" in data.es.attributes() else [None] * data.ecount()
        edges = [(u, v, label) for (u, v), label in zip(data.get_edgelist(), of_edges)]
        parts = _Parts(names, labels, edges, data.is_directed())
    pairs = [(u, v) if parts.directed else (min(u, v), max(u, v)) for u, v, _ in parts.edges]
    for u, v in pairs:
        if pairs.count((u, v)) > 1:
            raise InputError(f"{parts.ids[u]!r} and {parts.ids[v]!r} are joined by parallel edges, which a pattern cannot have: keep one of them")
    return parts


def _parts_of_pairs(data: Any, directed: bool) -> _Parts:
    kinds = "text, another Pattern, a graph of networkx or igraph, or a list of pairs of ids"
    if not isinstance(data, Iterable):
        raise InputError(f"a pattern is made of {kinds}, not of a {type(data).__name__}")
    pairs = list(data)
    if any(isinstance(pair, (str, Pattern)) for pair in pairs):
        raise InputError("a list of texts is several patterns: make a Pattern of each, or write one text, as in 'a-b, b-c'; pairs of ids are tuples")
    if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
        raise InputError(f"a pattern is made of {kinds}; labels are written in text, or are attributes of a graph")
    if isinstance(data, tuple) and len(data) == 2:
        raise InputError("two pairs may be two edges or two arrays: write a list of edges, [(u, v), (v, w)]")
    places: dict[Any, int] = {}
    edges = [(places.setdefault(u, len(places)), places.setdefault(v, len(places)), None) for u, v in pairs]
    return _Parts(list(places), [None] * len(places), edges, directed)


def _written(parts: _Parts) -> str:
    """The text. Vertices are mentioned before all else, so that they keep their order, and none of them is taken for a name or graph6."""
    names = [str(vertex) for vertex in parts.ids]
    if len(set(names)) < len(names) or not all(_is_name(name) for name in names):
        names = [f"v{place}" for place in range(len(names))]
    labels = [_label(label) for label in parts.labels]
    labelled = [f"{name}:{_quoted(label)}" for name, label in zip(names, labels) if label is not None]
    arrow = "->" if parts.directed else "-"
    links = [(u, v, arrow if label is None else f"-[{_quoted(label)}]{arrow}") for u, v, own in parts.edges for label in [_label(own)]]
    return " ".join([*names, *labelled, *(f"{names[u]}{link}{names[v]}" for u, v, link in links)])


def _is_name(text: str) -> bool:
    """Whether it may name a vertex, as the native part reads it."""
    try:
        return _core.Pattern(f"_{text} _{text}-{text}").vertices[1][0] == text
    except InputError:
        return False


def _label(value: Any) -> str | None:
    """A label as text. None, or not-a-number where pandas has no label, admits every label."""
    if value is None or (isinstance(value, float) and value != value):
        return None
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        raise InputError(f"the label {value!r} may mean one of several labels or all of them: write a text, with `a:A|B` or `a:A&B`")
    return str(value)


def _quoted(label: str) -> str:
    escaped = label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


__all__ = ["Pattern", "PatternLike", "is_one", "text_of", "texts_of"]
