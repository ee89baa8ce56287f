# Made by `python gpm-python/stubs.py` from the module itself: change the documentation in Rust, and the types there.

import builtins
import os
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, final

from typing_extensions import Buffer as AnyBuffer, CapsuleType

_Meaning: TypeAlias = Mapping[str, bool]
"""What counts as a match: `induced`, `homomorphism`, `embeddings`."""
_Options: TypeAlias = Mapping[str, object]
"""How a question is run: `device`, `threads`, `time_limit`, `progress`."""
_About: TypeAlias = dict[str, Any]
"""What a run was: its count, whether that is partial, and the like."""
_Ids: TypeAlias = AnyBuffer | Sequence[int] | Sequence[str]
"""Ids of vertices as they are given."""
_Column: TypeAlias = Buffer | builtins.list[str]
"""Ids of vertices as they are returned."""
_Counts: TypeAlias = Buffer | builtins.list[int]
"""Counts, as a list if one needs more than 64 bits."""
_Rows: TypeAlias = Buffer | builtins.list[builtins.list[int]]
"""Rows of counts, or a list of columns if a count needs more than 64 bits."""
_Moments: TypeAlias = tuple[str, Sequence[int | None]]
"""`date` and days, or `timestamp` or `instant` and microseconds, since 1970."""
_Attribute: TypeAlias = Sequence[int | None] | Sequence[float | None] | Sequence[str | None] | _Moments
"""Values of an attribute, of which some may be missing."""

__all__ = [
    "arrow_columns",
    "arrow_stream",
    "Buffer",
    "frequent",
    "Graph",
    "NullGraphs",
    "significance",
    "Pattern",
    "reads_ids",
    "explain_query",
    "query",
    "query_reads_ids",
    "count",
    "estimate",
    "explain",
    "list",
    "num_orbits",
    "orbits",
    "patterns_of_size",
    "per_place",
    "sample",
    "triads",
    "sets",
    "Merger",
    "count_part",
    "orbits_part",
    "place_part",
    "MatchStream",
    "arrow_of_matches",
    "temporal_counts",
    "temporal_patterns",
]

def arrow_columns(stream: CapsuleType) -> builtins.list[tuple[str, Buffer | builtins.list[int | None] | builtins.list[float | None] | builtins.list[str | None] | _Moments]]:
    """The columns of a stream with their names: integers without gaps as a buffer, else lists; of dates and timestamps what they are and a list of days or
    microseconds since 1970; what else is neither a number nor text as the text that Arrow has for it."""

def arrow_stream(columns: Sequence[tuple[str, object]]) -> CapsuleType:
    """Columns of numbers or text as one batch of a stream. Buffers of numbers are not copied; integers beyond 64 bits become decimals."""

@final
class Buffer:
    """A column of 64-bit integers, or rows of them one after the other."""

    def __len__(self) -> int:
        """Return len(self)."""

    def __buffer__(self, flags: int, /) -> memoryview: ...

def frequent(graph: Graph, support: int, most: tuple[int | None, int | None], induced: bool, options: _Options) -> tuple[_About, builtins.list[str], Buffer]:
    """Frequent patterns, those of fewer edges first: what the run was, the patterns as text, and the support of each."""

@final
class Graph:
    """A graph, which never changes."""

    @staticmethod
    def load(path: str | os.PathLike[str], options: Mapping[str, object]) -> Graph:
        """Reads a file."""

    @staticmethod
    def from_arrays(sources: _Ids, targets: _Ids, directed: bool, vertices: _Ids | None, num_vertices: int | None, vertex_labels: Sequence[str] | None, edge_labels: Sequence[str] | None, vertex_columns: Sequence[tuple[str, _Attribute]], edge_columns: Sequence[tuple[str, _Attribute]], records: bool | str | None) -> Graph:
        """Makes a graph of arrays; where `records` says which labels records have, each edge is one."""

    @staticmethod
    def generate(model: str, seed: int) -> Graph:
        """Makes a synthetic graph."""

    def write(self, path: str | os.PathLike[str], format: str | None) -> builtins.list[str]:
        """Writes a file in a format, or in that of its name: what is not in it."""

    def fingerprint(self) -> str:
        """A number that graphs share only if they are the same, with all labels and attributes, in hexadecimal. Cost: a pass over all of it."""

    def ids(self) -> _Column:
        """The ids of all vertices in order: numbers as a buffer, names as a list."""

    def edges(self) -> tuple[_Column, _Column]:
        """The ids of the ends of all edges, each once, as two columns."""

    @property
    def is_directed(self) -> bool: ...

    @property
    def num_edges(self) -> int:
        """How many edges there are between vertices, records not among them."""

    @property
    def num_records(self) -> int:
        """How many of its vertices are records, rows of the table that it was made of."""

    @property
    def num_vertices(self) -> int:
        """How many vertices there are, records not among them."""

    @property
    def report(self) -> str:
        """What was read and removed."""

@final
class NullGraphs:
    """Random graphs of a model beside a graph, each made when it is asked for."""

    def __new__(cls, graph: Graph, null: Mapping[str, object]) -> NullGraphs: ...

    def graph(self, number: int) -> Graph:
        """The random graph of a number."""

    def about(self) -> _About:
        """How they are made: what the model is called, what it keeps, whether it reaches all graphs that have that, and what was seen of its chain."""

def significance(graph: Graph, patterns: Sequence[str], null: Mapping[str, object], goal: Mapping[str, object], meaning: _Meaning, options: _Options) -> tuple[_About, builtins.list[_About], _Rows | None]:
    """Compares counts with those in random graphs: what is known of the run, a dictionary for each pattern, and the counts of each random
    graph if they are wanted."""

@final
class Pattern:
    """A pattern that was read."""

    def __new__(cls, text: str) -> Pattern: ...

    @property
    def canonical(self) -> str:
        """The same text for all patterns that differ in names and order alone."""

    @property
    def edges(self) -> builtins.list[tuple[int, int, bool, str | None, bool]]: ...

    @property
    def is_directed(self) -> bool: ...

    @property
    def predicate(self) -> str | None:
        """The condition behind `where`, if there is one."""

    @property
    def text(self) -> str:
        """The text that gives the same pattern with the same numbers."""

    @property
    def title(self) -> str:
        """What the catalog calls it, or its text."""

    @property
    def vertices(self) -> builtins.list[tuple[str, str | None]]:
        """The vertices in order: each name, and the label if there is one."""

def reads_ids(text: str) -> bool:
    """Whether the text of a pattern compares ids of vertices; not what is no pattern, which others say."""

def explain_query(graph: Graph, text: str) -> str:
    """How a query is answered, as text."""

def query(graph: Graph, text: str, options: _Options) -> tuple[_About, builtins.list[tuple[str, str, Any]]]:
    """Answers a query: what the run was, and for each column its name, what is in it, and its values: vertices as their ids, records as their rows from 0."""

def query_reads_ids(graph: Graph, text: str) -> bool:
    """Whether a query reads ids of vertices, other than to return these."""

def count(graph: Graph, patterns: Sequence[str], most: int | None, once: bool, meaning: _Meaning, options: _Options) -> builtins.list[_About]:
    """Counts the matches of patterns, or with `once` the subgraphs that have such records: for each a dictionary."""

def estimate(graph: Graph, pattern: str, wanted: tuple[float, float, int], meaning: _Meaning, options: _Options) -> _About:
    """Estimates a count."""

def explain(graph: Graph, pattern: str, meaning: _Meaning, options: _Options) -> str:
    """How a pattern is searched, as text."""

def list(graph: Graph, pattern: str, most: int | None, meaning: _Meaning, options: _Options) -> tuple[_About, builtins.list[tuple[str, bool]], builtins.list[_Column]]:
    """Lists matches: what the run was, and a column of ids for each vertex of the pattern with its name, or of rows for each record, and which it is."""

def num_orbits(size: int, per_edge: bool) -> int:
    """The number of orbits of graphlets of up to so many vertices, 4 or 5."""

def orbits(graph: Graph, size: int, per_edge: bool, options: _Options) -> _Rows | None:
    """Counts for each vertex, or edge, how often it lies on each orbit: columns; `None` if the run was stopped."""

def patterns_of_size(size: int, directed: bool) -> builtins.list[tuple[str, str]]:
    """All connected patterns of a size, with directions or without: what each is called, and its text."""

def per_place(graph: Graph, patterns: Sequence[str], place: tuple[bool, Sequence[str]], meaning: _Meaning, options: _Options) -> _Rows | None:
    """Counts for each vertex in order, or each edge in the order of `edges`, how many matches have it: for each pattern a column;
    `None` if the run was stopped."""

def sample(graph: Graph, pattern: str, draws: tuple[int, int], meaning: _Meaning, options: _Options) -> tuple[int, builtins.list[tuple[str, bool]], builtins.list[_Column]]:
    """Draws matches at random: how many there are, and columns as [`list`] has them."""

def triads(graph: Graph, options: _Options) -> builtins.list[tuple[str, int]] | None:
    """The census of triads: the sixteen codes in order, and how many sets of three vertices are each; `None` if the run was stopped, since those that are
    not connected follow from all others."""

def sets(graph: Graph, sets: Mapping[str, object], options: _Options) -> tuple[_About, _Counts | None, _Column, Buffer]:
    """What was found, beside numbers by vertex, or the sets one behind the other and the size of each."""

@final
class Merger:
    """Adds up the parts of a job, each once, in any order."""

    def __new__(cls, graph: str, question: str, shards: int) -> Merger: ...

    def add(self, part: bytes) -> tuple[int, int]:
        """Adds a part: the number of its shard, and what it adds to the first sum. A part is refused that was added before, or is of another graph, question,
        version or number of shards."""

    def missing(self) -> builtins.list[int]:
        """The numbers of the shards that are missing, ascending."""

    def counts(self) -> builtins.list[int]:
        """The counts of questions that have one each: exact, once no shard is missing, and before that lower bounds, 0 where plans subtract."""

    def rows(self) -> _Rows:
        """The rows of a table: a column for each question. All shards must be there."""

def count_part(graph: Graph, patterns: Sequence[str], part: tuple[int, int, str, str], meaning: _Meaning, options: _Options) -> bytes | None:
    """Counts the matches of patterns below the roots of a shard: a part for a `Merger`, or `None` if the run was stopped."""

def orbits_part(graph: Graph, size: int, per_edge: bool, part: tuple[int, int, str, str], options: _Options) -> bytes | None:
    """Counts orbits as `orbits` does, below the roots of a shard: a part for a `Merger`, or `None` if the run was stopped."""

def place_part(graph: Graph, patterns: Sequence[str], place: tuple[bool, Sequence[str]], part: tuple[int, int, str, str], meaning: _Meaning, options: _Options) -> bytes | None:
    """Counts by vertex or edge as `per_place` does, below the roots of a shard: a part for a `Merger`, or `None` if the run was stopped."""

@final
class MatchStream:
    """The matches of a pattern, searched while they are taken."""

    def __new__(cls, graph: Graph, pattern: str, limits: tuple[int, int | None], shard: tuple[int, int] | None, meaning: _Meaning, options: _Options) -> MatchStream: ...

    def take(self) -> builtins.list[_Column] | None:
        """The ids of the matches of a batch, column by column; `None` after the last."""

    def about(self) -> _About:
        """What is known of the run: all, once it has ended by itself, and else how many matches were taken."""

    def part(self, graph: str, question: str) -> bytes | None:
        """The part of a list of these matches, once all matches of a shard are taken: what says which graph and which question it is goes with it. `None` if
        there are more, or if the whole graph was searched."""

    def close(self) -> None:
        """Ends the search."""

    @property
    def columns(self) -> builtins.list[tuple[str, bool]]:
        """The names of the pattern's vertices and records, and which they are."""

def arrow_of_matches(stream: MatchStream) -> CapsuleType:
    """What is left of a stream as an Arrow stream: numbers, or text where vertices have names."""

def temporal_counts(graph: Graph, motifs: tuple[int, int], spans: Sequence[str], order: tuple[str, bool], options: _Options) -> builtins.list[builtins.list[int]] | None:
    """How often each temporal motif of so many events on so many vertices, at most three each, occurs, by motif and by span; `None` if the run was stopped. `order` is the column of times, and
    whether events of one time are in the order of their rows."""

def temporal_patterns(edges: int, size: int) -> builtins.list[tuple[str, str, str]]:
    """All temporal motifs of so many events on so many vertices: what each is called, what its events join, and its text up to the window."""
