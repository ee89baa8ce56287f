"""Records: a table of edges of which each row is kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Literal, Unpack

from . import _core
from .arrays import Arrays, arrays_of, columns_of, of_table
from .errors import InputError
from .graph import Graph, file_options
from .pattern import PatternLike, is_one, texts_of
from .questions import complete, meaning_of
from .results import Count
from .running import Run, Running
from .table import Table

Span = float | str | timedelta


class Records(Graph):
    """A table of payments, messages, flights or relations whose rows are kept: between two vertices there may be many. Patterns bind an edge to a row by a
    name, `a-[p:]->b`, and say of it what its columns must be.

    `data` is what :class:`Graph` is made of: a table (pandas, polars, Arrow, a dictionary of columns), a path, two arrays, pairs, or a graph of networkx or
    igraph with parallel edges. All columns of a table are those of its records. `source` and `target` name the columns of the ids, where they are called
    otherwise than usual. Rows lead from their source to their target unless `directed=False` or the graph of another library says otherwise; `a-[p:]-b` asks
    for either direction.

    `edge_labels` are the labels of records, `a-[p:pays]->b`: the name of a column, or a label for each row. Without it the column of text that is called
    `label`, `relation`, `relationship` or `type` has them, unless it has more than 1000 different texts; False is for none. What is said of vertices, and `edge_attributes`, further columns of records,
    are as :class:`Graph` has them.

    Matches have a column for each vertex, and for each record the row of the table that it is, from 0: `frame.iloc[table["p"]]` are these rows of a pandas
    frame. In patterns `p.row` counts from 1. `vertices` and `edges()` are those of the simple graph, to which edges without a name belong.

    >>> payments = Records({"source": ["ann", "ann", "bob"], "target": ["bob", "bob", "cid"], "amount": [5, 90, 80], "time": [1, 2, 3]})
    >>> payments.count("a-[p:]->b-[q:]->c in order p, q within 2 where q.amount > p.amount")
    1
    >>> payments.matches("a-[p:]->b-[q:]->c where p.amount > 50").to_dict()
    {'a': ['ann'], 'b': ['bob'], 'c': ['cid'], 'p': [1], 'q': [2]}
    """

    def __init__(
        self,
        data: Any,
        targets: Any = None,
        *,
        source: str | None = None,
        target: str | None = None,
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
            if any(given is not None for given in (vertices, vertex_labels, vertex_attributes, edge_attributes)):
                raise InputError("of files, vertices are described by files: Records.load(path, labels=…, vertex_attributes=…)")
            core = _of_file(data, source, target, edge_labels, directed=directed is not False)
            self._core, self._keys = core, None
            return
        found = _arrays(data, targets, source, target)
        has_labels = edge_labels is not False
        found.add(vertices, vertex_labels, edge_labels if has_labels else None, vertex_attributes, edge_attributes)
        is_directed = found.directed is not False if directed is None else directed
        self._core, self._keys = found.graph(is_directed, records=has_labels)

    @classmethod
    def load(  # type: ignore[override]
        cls,
        path: str | os.PathLike[str],
        *,
        source: str | None = None,
        target: str | None = None,
        directed: bool = True,
        edge_labels: str | bool | None = None,
        labels: str | os.PathLike[str] | None = None,
        label_sets: bool = False,
        header: bool | None = None,
        vertex_attributes: str | os.PathLike[str] | None = None,
        threads: int | None = None,
    ) -> Records:
        """Reads the rows of a file: csv and the like, or Parquet; or a `.gpm` file that :meth:`save` wrote. `labels` and `vertex_attributes` are files about the vertices, as :meth:`Graph.load` has them."""
        return cls(_of_file(
            path, source, target, edge_labels, directed=directed, labels=labels, label_sets=label_sets, header=header,
            vertex_attributes=vertex_attributes, threads=threads,
        ))

    def save(self, path: str | os.PathLike[str], *, format: str | None = None) -> list[str]:
        """Writes a `.gpm` file, which :meth:`load` opens without reading the table again. No other format has records."""
        if (format or os.fspath(path).rpartition(".")[2]) != "gpm":
            raise InputError("records are written to .gpm files alone: other formats of graphs have none")
        return super().save(path, format=format)

    def count_once(self, pattern: PatternLike | Sequence[PatternLike], *, embeddings: bool = False, **run: Unpack[Run]) -> Any:
        """Counts the subgraphs that have records as the pattern asks, each once, where `count` counts each choice of records: the accounts that form a ring,
        not the payments that do. Memory: some fifty bytes for each.

        >>> payments = Records({"source": ["ann", "ann", "bob"], "target": ["bob", "bob", "cid"], "time": [1, 2, 3]})
        >>> chain = "a-[p:]->b-[q:]->c in order p, q"
        >>> int(payments.count(chain)), int(payments.count_once(chain))
        (2, 1)
        """
        texts = texts_of(pattern)
        self._check(texts)
        with Running(run) as options:
            found = [Count(about) for about in _core.count(self._core, texts, None, True, meaning_of(False, False, embeddings), options)]
        return found[0] if is_one(pattern) else found

    def temporal_motifs(
        self,
        within: Span | Sequence[Span],
        *,
        edges: int = 3,
        k: int = 3,
        by: str = "time",
        ties: Literal["strict", "row"] = "strict",
        **run: Unpack[Run],
    ) -> Table:
        """Counts all temporal motifs: sequences of `edges` records on at most `k` vertices in the order of their times, of which the last is at most `within` after
        the first. Rows `motif`, `class`, `within`, `count`. Spans are numbers where times are, else text such as "7 days", or a `timedelta`. Records of the same time are
        in no order, and in no motif together, or in that of their rows with `ties="row"`, as in most other programs.

        >>> messages = Records({"source": ["ann", "bob", "ann"], "target": ["bob", "ann", "cid"], "time": [1, 2, 9]})
        >>> found = messages.temporal_motifs([5, 10], edges=2)
        >>> [row for row in zip(*found.to_dict().values()) if row[3]]
        [('a>b,a>c', 'star', '10', 1), ('a>b,b>a', 'pair', '5', 1), ('a>b,b>a', 'pair', '10', 1), ('a>b,b>c', 'star', '10', 1)]
        """
        if ties not in ("strict", "row"):
            raise InputError("ties must be 'strict' or 'row'")
        spans = [_span(span) for span in ([within] if isinstance(within, (int, float, str, timedelta)) else within)]
        motifs = _core.temporal_patterns(edges, k)
        partial = False
        if edges <= 3 and k <= 3 and self.directed:
            with Running(run) as options:
                found = complete(_core.temporal_counts(self._core, (edges, k), spans, (by, ties == "row"), options))
            counts = [count for of_motif in found for count in of_motif]
        else:
            order = f" by {by}, row" if ties == "row" else "" if by == "time" else f" by {by}"
            asked = self.count([f"{text}{order} within {span}" for _, _, text in motifs for span in spans], **run)
            partial = any(count.partial for count in asked)
            counts = [int(count) for count in asked]
        rows = [(title, kind, span) for title, kind, _ in motifs for span in spans]
        columns = {name: [row[at] for row in rows] for at, name in enumerate(("motif", "class", "within"))}
        return Table({**columns, "count": counts}, about={"partial": partial})

    @property
    def num_records(self) -> int:
        """How many records there are. Rows that lead from a vertex to itself match nothing, and are none."""
        return self._core.num_records

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return f"<gpmine.Records: {kind}, {self.num_vertices} vertices, {self.num_records} records>"


def _span(span: Span) -> str:
    """As a pattern has it after `within`."""
    return f"{span // timedelta(microseconds=1)} microseconds" if isinstance(span, timedelta) else str(span)


def _arrays(data: Any, targets: Any, source: str | None, target: str | None) -> Arrays:
    if source is None and target is None:
        return arrays_of(data) if targets is None else Arrays(data, targets)
    columns = None if targets is not None else columns_of(data)
    if columns is None:
        raise InputError("source and target name columns of a table, which this is not")
    return of_table(columns, (source, target))


def _of_file(path: str | os.PathLike[str], source: str | None, target: str | None, edge_labels: Any, **options: Any) -> _core.Graph:
    if (source is None) != (target is None):
        raise InputError("of a file name both columns, source and target, or none")
    if edge_labels is not None and not isinstance(edge_labels, (str, bool)):
        raise InputError("of a file, edge_labels is the name of a column")
    columns = None
    if source is not None and target is not None:
        if "," in source + target:
            raise InputError("names of columns of a file may have no comma here: rename the column, or read the table and give that")
        columns = f"{source},{target}"
    records = True if edge_labels is None else edge_labels
    return _core.Graph.load(os.fspath(path), file_options(columns=columns, records=records, attributes=False, **options))


__all__ = ["Records"]
