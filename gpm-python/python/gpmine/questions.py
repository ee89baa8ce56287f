"""What can be asked of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any, Literal, Unpack

from . import _core
from .errors import InputError
from .pattern import PatternLike, is_one, text_of, texts_of
from .results import Count, Estimate
from .running import Run, Running
from .stream import Stream
from .table import Table, array, matrix, numbers, numpy, plain


def meaning_of(induced: bool, homomorphism: bool, embeddings: bool) -> dict[str, bool]:
    return {"induced": induced, "homomorphism": homomorphism, "embeddings": embeddings}


def complete(found: Any) -> Any:
    """What was found, all of it."""
    if found is None:
        raise TimeoutError("these counts are known when all of them are: there is no part of them to return")
    return found


class Questions:
    """The questions, as methods of a graph. All take the options of :class:`gpmine.running.Run`: `device`, `threads`, `time_limit`, `progress`."""

    _core: Any
    _keys: list[Any] | None

    @property
    def directed(self) -> bool:
        """Whether edges have directions."""
        raise NotImplementedError

    def _ids(self, column: Any) -> Sequence[Any]:
        raise NotImplementedError

    def _column(self, column: Any, is_of_records: bool) -> Sequence[Any]:
        """A column of matches: ids of vertices, or rows of records."""
        return numbers(column) if is_of_records else self._ids(column)

    def _check(self, patterns: Iterable[str]) -> None:
        """Objects have no number, though the search numbers them."""
        if self._keys is not None and any(map(_core.reads_ids, patterns)):
            raise InputError("vertices of this graph are objects: a pattern cannot compare their ids; give integers or text")

    def count(
        self,
        pattern: PatternLike | Sequence[PatternLike],
        *,
        per: Literal["vertex", "edge"] | None = None,
        anchor: str | Sequence[str] = (),
        induced: bool = False,
        homomorphism: bool = False,
        embeddings: bool = False,
        limit: int | None = None,
        **run: Unpack[Run],
    ) -> Any:
        """Counts the matches of a pattern, or of each of several.

        Subgraphs are counted, edge-induced unless `induced`; `embeddings` counts each automorphism, `homomorphism` all maps. A pattern is a name
        (`triangle`, `clique:5`), text (`a-b-c-a where a.age > 30`), a :class:`Pattern`, or a graph of networkx or igraph, whose attributes `label` are
        labels. Returns a :class:`Count`, or a list of them.

        With `per` a NumPy array: for each vertex, in the order of `vertices`, or each edge, in that of `edges()`, how many matches have it; at
        `anchor` only, which names a vertex of the pattern or the two ends of an edge. Several patterns have a column each. Where it does not end
        in time: an array cannot be partial, so that this raises :class:`TimeoutError`.

        >>> from gpmine import Graph
        >>> Graph([(0, 1), (1, 2), (2, 0), (2, 3)]).count(["triangle", "a-b-c"])
        [1, 5]
        """
        texts = texts_of(pattern)
        self._check(texts)
        meaning = meaning_of(induced, homomorphism, embeddings)
        with Running(run) as options:
            if per is None and not anchor:
                found = [Count(about) for about in _core.count(self._core, texts, limit, False, meaning, options)]
                return found[0] if is_one(pattern) else found
            names = [anchor] if isinstance(anchor, str) else list(anchor)
            kind = per or ("edge" if len(names) == 2 else "vertex")
            if kind not in ("vertex", "edge") or limit is not None:
                raise InputError("per must be 'vertex' or 'edge'" if limit is None else "counts by vertex or edge have no limit")
            numpy()
            rows = matrix(complete(_core.per_place(self._core, texts, (kind == "edge", names), meaning, options)))
        return rows[:, 0] if is_one(pattern) else rows

    def matches(
        self,
        pattern: PatternLike,
        *,
        induced: bool = False,
        homomorphism: bool = False,
        embeddings: bool = False,
        limit: int | None = None,
        **run: Unpack[Run],
    ) -> Table:
        """Lists matches of a pattern, text or :class:`Pattern`: a row each, a column for each vertex of the pattern.

        >>> from gpmine import Graph
        >>> Graph([("a", "b"), ("b", "c"), ("c", "a")]).matches("x-y", limit=2).columns
        ['x', 'y']
        """
        text = text_of(pattern)
        self._check([text])
        with Running(run) as options:
            about, names, columns = _core.list(
                self._core, text, limit, meaning_of(induced, homomorphism, embeddings), options
            )
        return Table({name: self._column(column, is_row) for (name, is_row), column in zip(names, columns)}, about=about)

    def query(self, text: str, **run: Unpack[Run]) -> Table:
        """Answers a query in Cypher, `MATCH … WHERE … RETURN …`: a row each, a column for each expression that is returned.

        Nodes are given as the graph calls its vertices, relationships of :class:`gpmine.Records` as their rows, counted from 0, those of a
        :class:`gpmine.Graph` as pairs. What is not answered is refused by name. `explain_query` shows which patterns are counted or listed.

        >>> from gpmine import Graph
        >>> graph = Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], directed=True)
        >>> list(graph.query("MATCH (x)-->(y)-->(z) RETURN x, count(*) AS n ORDER BY n DESC, x LIMIT 2"))
        [('b', 2), ('a', 1)]
        """
        if self._keys is not None and _core.query_reads_ids(self._core, text):
            raise InputError("vertices of this graph are objects: a query cannot compare their ids; give integers or text")
        with Running(run) as options:
            about, columns = _core.query(self._core, text, options)
        return Table({name: self._returned(what, column) for name, what, column in columns}, about=about)

    def _returned(self, what: str, column: Any) -> Sequence[Any]:
        """A column of an answer: vertices, pairs of them, or values."""
        if what == "vertices":
            return self._ids(column)
        if what == "arcs":
            return list(zip(*(plain(self._ids(end)) for end in column)))
        return column if isinstance(column, list) else numbers(column)

    def explain_query(self, text: str) -> str:
        """The patterns that a query counts or lists, as text."""
        return _core.explain_query(self._core, text)

    def stream(
        self,
        pattern: PatternLike,
        *,
        rows: int = 1 << 16,
        induced: bool = False,
        homomorphism: bool = False,
        embeddings: bool = False,
        limit: int | None = None,
        **run: Unpack[Run],
    ) -> Stream:
        """Lists matches as :meth:`matches` does, while they are taken: tables of `rows` each, the last of which has fewer. Memory does not grow with the
        number of matches. It is searched on the CPU; `device="gpu"` is refused.

        >>> from gpmine import Graph
        >>> graph = Graph([(0, 1), (1, 2), (2, 0), (2, 3)])
        >>> [len(table) for table in graph.stream("a-b", rows=3)]
        [3, 1]
        """
        text = text_of(pattern)
        self._check([text])
        running = Running(run)
        try:
            core = _core.MatchStream(self._core, text, (rows, limit), None, meaning_of(induced, homomorphism, embeddings), running.options)
        except BaseException:
            running.__exit__()
            raise
        return Stream(core, self._column, self._keys is not None, running)

    def sample(self, pattern: PatternLike, draws: int = 1, *, seed: int = 1, induced: bool = False, **run: Unpack[Run]) -> Table:
        """Draws matches of a pattern, text or :class:`Pattern`, at random, each with the same probability, with replacement. `about["count"]` of the table
        is how many there are."""
        text = text_of(pattern)
        self._check([text])
        with Running(run) as options:
            count, names, columns = _core.sample(
                self._core, text, (draws, seed), meaning_of(induced, False, False), options
            )
        return Table({name: self._column(column, is_row) for (name, is_row), column in zip(names, columns)}, about={"count": count})

    def estimate(
        self,
        pattern: PatternLike,
        *,
        rel_error: float = 0.01,
        confidence: float = 0.95,
        seed: int = 1,
        induced: bool = False,
        homomorphism: bool = False,
        embeddings: bool = False,
        **run: Unpack[Run],
    ) -> Estimate:
        """Estimates how many matches a pattern, text or :class:`Pattern`, has, where counting takes too long. A count that takes no time is counted.

        >>> from gpmine import Graph
        >>> Graph([(0, 1), (1, 2), (2, 0)]).estimate("triangle").count
        1
        """
        text = text_of(pattern)
        self._check([text])
        with Running(run) as options:
            meaning = meaning_of(induced, homomorphism, embeddings)
            return Estimate(_core.estimate(self._core, text, (rel_error, confidence, seed), meaning, options))

    def motifs(self, k: int = 3, *, induced: bool = True, **run: Unpack[Run]) -> Table:
        """Counts all connected patterns of `k` vertices: rows `pattern`, `count`. Directed graphs have directed patterns, of 3 vertices by the codes of
        the triad census.

        >>> from gpmine import Graph
        >>> Graph([(0, 1), (1, 2), (2, 0), (2, 3)]).motifs(3).to_dict()
        {'pattern': ['triangle', 'wedge'], 'count': [1, 2]}
        """
        patterns = _core.patterns_of_size(k, self.directed)
        counts = self.count([text for _, text in patterns], induced=induced, **run)
        about = {"partial": any(count.partial for count in counts)}
        return Table({"pattern": [name for name, _ in patterns], "count": [int(count) for count in counts]}, about=about, drawn="pattern")

    def triads(self, **run: Unpack[Run]) -> Table:
        """The census of triads of a directed graph: rows `triad`, `count` for the sixteen codes, from 003 to 300.

        >>> from gpmine import Graph
        >>> dict(Graph([(0, 1), (1, 2), (2, 0)], directed=True).triads())["030C"]
        1
        """
        with Running(run) as options:
            found = complete(_core.triads(self._core, options))
        return Table({"triad": [code for code, _ in found], "count": [count for _, count in found]}, drawn="triad")

    def orbits(self, k: int = 4, *, per: Literal["vertex", "edge"] = "vertex", **run: Unpack[Run]) -> Any:
        """Counts graphlet orbits [ORCA] of graphlets of up to `k` vertices, 4 or 5: a NumPy array of a row for each vertex, in the order of `vertices`, or
        each edge, in that of `edges()`, and a column for each orbit. Raises :class:`TimeoutError` where it does not end in time."""
        if per not in ("vertex", "edge"):
            raise InputError("per must be 'vertex' or 'edge'")
        numpy()
        with Running(run) as options:
            return matrix(complete(_core.orbits(self._core, k, per == "edge", options)))

    def cliques(
        self,
        k: int | tuple[int, int | None] | None = None,
        *,
        maximal: bool = False,
        maximum: bool = False,
        min_size: int = 1,
        containing: Iterable[Any] = (),
        per: Literal["vertex"] | None = None,
        listed: bool = False,
        limit: int | None = None,
        **run: Unpack[Run],
    ) -> Any:
        """Cliques, of which one of three is asked.

        `k`: those of `k` vertices, or of each size from `k[0]` to `k[1]` (None: to the largest): rows `size`, `count`. `maximal`: those that no vertex
        can be added to, by size likewise; with `per="vertex"` an array of how many each vertex is part of, with `listed` rows `size`, `vertices`, up to
        `limit`. `maximum`: the vertices of one of the largest, as a list. `containing` names vertices that they have, `min_size` the fewest vertices.

        >>> from gpmine import Graph
        >>> graph = Graph([(0, 1), (1, 2), (2, 0), (2, 3)])
        >>> graph.cliques((2, None)).to_dict(), graph.cliques(maximum=True)
        ({'size': [2, 3], 'count': [4, 1]}, [0, 1, 2])
        """
        if (k is not None) + maximal + maximum != 1:
            raise InputError("say which cliques: k=…, maximal=True or maximum=True")
        if not maximal and (listed or per is not None or limit is not None):
            raise InputError("listed, per and limit are of maximal cliques; those of one size are listed by matches('clique:K')")
        sizes = (min_size, None) if k is None else (k, k) if isinstance(k, int) else (k[0], k[1])
        kind = "maximal" if maximal else "maximum" if maximum else "cliques"
        return self._sets(kind, sizes, containing, per, listed, limit, run)

    def dense(
        self,
        *,
        k_plex: int | None = None,
        quasi_clique: float | str | None = None,
        min_size: int,
        containing: Iterable[Any] = (),
        per: Literal["vertex"] | None = None,
        listed: bool = False,
        limit: int | None = None,
        **run: Unpack[Run],
    ) -> Any:
        """Maximal dense sets of at least `min_size` vertices: `k_plex=k`, each vertex adjacent to all but k, itself counted; or `quasi_clique=gamma`, each
        adjacent to at least that part of the others (.5 to 1, or text such as "2/3"). Results are those of `cliques(maximal=True)`.

        >>> from gpmine import Graph
        >>> Graph([(0, 1), (1, 2), (2, 3), (3, 0)]).dense(k_plex=2, min_size=4).to_dict()
        {'size': [4], 'count': [1]}
        """
        if (k_plex is None) == (quasi_clique is None):
            raise InputError("say what is dense: k_plex=k or quasi_clique=gamma")
        kind = f"plex:{k_plex}" if k_plex is not None else f"quasi:{quasi_clique}"
        return self._sets(kind, (min_size, None), containing, per, listed, limit, run)

    def _sets(
        self, kind: str, sizes: tuple[int, int | None], containing: Iterable[Any], per: str | None, listed: bool, limit: int | None, run: Run
    ) -> Any:
        if per not in (None, "vertex") or (per is not None and (listed or limit is not None)):
            raise InputError("per is 'vertex', and then neither listed nor a limit")
        about, by_vertex, members, found = self._raw_sets(kind, sizes, containing, per is not None, listed, limit, run)
        about["largest"] = plain(self._ids(about["largest"]))
        if kind == "maximum":
            return about["largest"]
        if per is not None:
            return array(complete(by_vertex))
        if not listed:
            sizes_found = about.pop("sizes")
            return Table({"size": [size for size, _ in sizes_found], "count": [count for _, count in sizes_found]}, about=about)
        lengths, ids = plain(memoryview(found)), plain(self._ids(members))
        rows = [ids[first:end] for first, end in pairwise([0, *accumulate(lengths)])]
        return Table({"size": lengths, "vertices": rows}, about=about)

    def _raw_sets(
        self, kind: str, sizes: tuple[int, int | None], containing: Iterable[Any], per_vertex: bool, listed: bool, limit: int | None, run: Run
    ) -> tuple[dict[str, Any], Any, Any, Any]:
        """What the run was, numbers by vertex, and the sets that were listed: their vertices, one set behind the other, and their sizes."""
        keys, named = self._keys, list(containing)
        if keys is not None:
            unknown = [vertex for vertex in named if vertex not in keys]
            if unknown:
                raise InputError(f"containing: the graph has no vertex {unknown[0]!r}")
            named = [keys.index(vertex) for vertex in named]
        wanted = {
            "kind": kind, "sizes": sizes, "containing": named, "per_vertex": per_vertex, "listed": listed, "limit": limit,
        }
        with Running(run) as options:
            return _core.sets(self._core, wanted, options)

    def fsm(
        self,
        support: int,
        *,
        max_edges: int | None = None,
        max_vertices: int | None = None,
        induced: bool = False,
        **run: Unpack[Run],
    ) -> Table:
        """Frequent patterns: rows `pattern`, `support`, those of fewer edges first. Support is the least number of vertices that any vertex of the pattern
        is matched to, or in a database of many graphs (`Graph.load` of a file of several) the number of graphs that have it.

        >>> from gpmine import Graph
        >>> Graph([(0, 1), (1, 2), (2, 0), (2, 3)]).fsm(3, max_edges=2).to_dict()
        {'pattern': ['a-b', 'a-b b-c'], 'support': [4, 3]}
        """
        with Running(run) as options:
            about, patterns, supports = _core.frequent(self._core, support, (max_edges, max_vertices), induced, options)
        return Table({"pattern": patterns, "support": memoryview(supports)}, about=about, drawn="pattern")

    def explain(self, pattern: PatternLike, *, induced: bool = False, **run: Unpack[Run]) -> str:
        """How a pattern, text or :class:`Pattern`, would be searched, as text."""
        with Running(run) as options:
            return _core.explain(self._core, text_of(pattern), meaning_of(induced, False, False), options)


__all__ = ["Questions"]
