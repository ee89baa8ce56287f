"""Is it more than chance? Counts beside those in random graphs that have some properties of a graph, and these graphs."""

from __future__ import annotations

from array import array as packed
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack

from . import _core
from .errors import InputError
from .pattern import PatternLike, texts_of
from .questions import Questions, meaning_of
from .running import Run, Running
from .table import Table, matrix, numpy, plain

if TYPE_CHECKING:
    from .graph import Graph

Model = Literal[
    "switching", "curveball", "configuration", "configuration-erased", "chung-lu", "gnm", "gnp", "blocks", "vertex-labels", "edge-labels"
]
"""What random graphs have in common with the observed one."""

Keep = Literal["labels", "reciprocity", "joint-degrees", "components"]
"""What swaps keep beside the degrees."""

SAMPLES = 1000
"""Random graphs, unless it is said how many."""

MOST_SAMPLES = 1_000_000
"""Random graphs at most, where it is said how exact answers are to be; as the command has it."""

NUMBERS = ("mean", "deviation", "z", "z_low", "z_high", "p", "p_more", "p_fewer", "p_low", "p_high", "q", "profile")
SHOWN = ("pattern", "observed", "mean", "deviation", "z", "p", "q", "profile", "verdict")


class Judgement(NamedTuple):
    """What a count is worth beside those in random graphs. What is not known is None."""

    pattern: str
    observed: int
    """The count in the graph itself."""
    samples: int
    """How many random graphs there were."""
    mean: float | None
    deviation: float | None
    """The standard deviation of their counts."""
    z: float | None
    """How many deviations `observed` is above the mean; None where random graphs do not differ."""
    z_interval: tuple[float, float] | None
    """Where z lies with 95 %, as mean and deviation are those of finitely many random graphs."""
    p: float
    """Twice the lesser of `p_more` and `p_fewer`, at most 1."""
    p_more: float
    """The chance that a random graph has at least as many: (r + 1)/(n + 1) for r of n that do."""
    p_fewer: float
    p_interval: tuple[float, float]
    """Where the lesser of the two chances lies with 95 %."""
    q: float
    """p, adjusted for so many patterns at once [BenjaminiHochberg1995]."""
    profile: float
    """z divided by the length of the vector of all z; 0 where z is not known."""
    verdict: str
    """`more`, `fewer` or `usual`, as q is at most the level or not; `open` where there are too few random graphs to find anything."""


class Statistic(NamedTuple):
    """How fast something forgets what it was in the observed graph."""

    name: str
    time: float
    correlation: float
    noise: float


class Mixing(NamedTuple):
    """What was seen of a chain of swaps or trades whose length was judged. Lengths and times are in the `unit`."""

    unit: str
    advised: float
    used: float
    watched: float
    settled: bool
    """Whether it was watched long enough. If not, `used` may be too short: give `swaps`."""
    statistics: list[Statistic]


class Reach(NamedTuple):
    """Whether it is known that all graphs with what is kept can come out, and why."""

    all: bool
    why: str


class Made:
    """How random graphs are made."""

    def __init__(self, about: dict[str, Any], seed: int) -> None:
        self.null: str = about["null"]
        """What the model is called."""
        self.keeps: list[str] = about["keeps"]
        """What all random graphs have in common with the observed one."""
        self.reach: Reach | None = None if about["reach"] is None else Reach(*about["reach"])
        """Whether all graphs that have that can come out; None of models that leave all edges in place."""
        self.mixing: Mixing | None = _mixing(about["mixing"])
        """What was seen of the chain, where its length was judged."""
        self.seed = seed

    def _made(self) -> str:
        """How they are made, as tables say it below."""
        said = f"random graphs by {self.null}: kept are {', '.join(self.keeps)}"
        if self.mixing is not None and not self.mixing.settled:
            said += f"\nafter {self.mixing.watched:.0f} {self.mixing.unit} the graph was not forgotten yet: say how many with swaps"
        return said


def _mixing(about: dict[str, Any] | None) -> Mixing | None:
    if about is None:
        return None
    return Mixing(**{**about, "statistics": [Statistic(*one) for one in about["statistics"]]})


class Significance(Table, Made):
    """Counts beside those in random graphs, see :meth:`Graph.significance`: a row for each pattern, of the columns of :class:`Judgement`, in which the
    ends of intervals are `z_low`, `z_high`, `p_low` and `p_high`, and numbers that are not known are not-a-number."""

    def __init__(self, names: Sequence[str], found: tuple[dict[str, Any], list[dict[str, Any]], Any], seed: int) -> None:
        about, rows, counts = found
        self.judgements = [Judgement(pattern=name, **row) for name, row in zip(names, rows)]
        """The rows, with intervals as pairs."""
        self.counts: Any = None if counts is None else matrix(counts)
        """With `counts=True` a NumPy array: a row for each random graph in the order of their numbers, and a column for each pattern."""
        columns: dict[str, Sequence[Any]] = {"pattern": list(names)}
        columns.update({name: [row[name] for row in rows] for name in ("observed", "samples")})
        columns.update({name: packed("d", (_number(row, name) for row in rows)) for name in NUMBERS})
        columns["verdict"] = [row["verdict"] for row in rows]
        Table.__init__(self, columns, about={"partial": about["partial"]}, drawn="pattern")
        Made.__init__(self, about, seed)
        self.settled: bool | None = about["settled"]
        """With `until`, whether answers are as exact as that."""

    @property
    def samples(self) -> int:
        """How many random graphs there were."""
        return self.judgements[0].samples

    def of(self, pattern: str) -> Judgement:
        """The row of a pattern, as its column `pattern` has it."""
        for judgement in self.judgements:
            if judgement.pattern == pattern:
                return judgement
        raise InputError(f"there is no row of `{pattern}`, but of {', '.join(row.pattern for row in self.judgements)}")

    def _short(self) -> Table:
        """The columns that matter most, in few digits."""
        shown = {name: [_digits(value) for value in self[name]] if name in NUMBERS else self[name] for name in SHOWN}
        return Table(shown, about=self.about, drawn="pattern")

    def __repr__(self) -> str:
        return f"{self._short()!r}\n{self.samples} {self._made()}"

    def _repr_html_(self) -> str:
        from html import escape

        return f"{self._short()._repr_html_()}<p>{self.samples} {escape(self._made())}</p>"


def _number(row: dict[str, Any], name: str) -> float:
    """A number of a row, or an end of an interval."""
    kind, _, end = name.partition("_")
    value = row[name] if name in row else row[f"{kind}_interval"]
    if value is None:
        return float("nan")
    return value[end == "high"] if isinstance(value, tuple) else value


def _digits(value: float) -> str:
    return "-" if value != value else f"{value:.4g}"


class NullGraphs(Made):
    """Random graphs beside a graph, each made when it is asked for: `nulls[7]` is that of number 7, always the same. See :meth:`Graph.null_graphs`."""

    def __init__(self, graph: Graph, core: _core.NullGraphs, seed: int) -> None:
        self._graph, self._core = graph, core
        Made.__init__(self, core.about(), seed)

    def __getitem__(self, number: int) -> Graph:
        from .graph import Graph

        if number < 0:
            raise InputError(f"random graphs are numbered from 0 on, so that there is none of number {number}")
        made = Graph(self._core.graph(number))
        made._keys = self._graph._keys
        return made

    def __iter__(self) -> Iterator[Graph]:
        """All of them, without end."""
        return map(self.__getitem__, count())

    def __repr__(self) -> str:
        return f"<gpmine.NullGraphs: {self._made()}>"


class Comparisons(Questions):
    """The questions that compare a graph with random ones."""

    @property
    def vertices(self) -> Sequence[Any]:
        """The ids of all vertices."""
        raise NotImplementedError

    def _null(self, null: str, keep: str | Sequence[str], swaps: float | None, probability: float | None, classes: Any, seed: int) -> dict[str, Any]:
        """Which random graphs, as the native part takes it."""
        if isinstance(classes, Mapping):
            vertices = plain(self.vertices)
            unknown = [vertex for vertex in vertices if vertex not in classes]
            if unknown:
                raise InputError(f"classes: there is none of the vertex {unknown[0]!r}")
            classes = [classes[vertex] for vertex in vertices]
        numbers: dict[Any, int] = {}
        return {
            "model": null, "keep": [keep] if isinstance(keep, str) else list(keep), "swaps": swaps, "probability": probability,
            "classes": None if classes is None else [numbers.setdefault(own, len(numbers)) for own in plain(classes)], "seed": seed,
        }

    def null_graphs(
        self,
        *,
        null: Model = "switching",
        keep: Keep | Sequence[Keep] = (),
        swaps: float | None = None,
        probability: float | None = None,
        classes: Any = None,
        seed: int = 1,
    ) -> NullGraphs:
        """Random graphs that have some properties of this one, by number: `nulls[7]`, or one after the other without end. They have its vertices, and
        labels and attributes where these can go along. The options are those of :meth:`significance`, which compares with the same graphs.

        >>> from itertools import islice
        >>> from gpmine import Graph
        >>> nulls = Graph([(v, (v + 1) % 8) for v in range(8)]).null_graphs()
        >>> nulls[7], nulls.keeps
        (<gpmine.Graph: undirected, 8 vertices, 8 edges>, ['the number of vertices', 'the number of edges', 'the degree of each vertex'])
        >>> [graph.num_edges for graph in islice(nulls, 3)], list(nulls[7].edges()) == list(nulls[7].edges())
        ([8, 8, 8], True)
        """
        given = self._null(null, keep, swaps, probability, classes, seed)
        return NullGraphs(self, _core.NullGraphs(self._core, given), seed)  # type: ignore[arg-type]

    def significance(
        self,
        patterns: PatternLike | Sequence[PatternLike] | int,
        *,
        null: Model = "switching",
        keep: Keep | Sequence[Keep] = (),
        swaps: float | None = None,
        probability: float | None = None,
        classes: Any = None,
        samples: int | None = None,
        until: float | None = None,
        level: float = 0.05,
        seed: int = 1,
        induced: bool | None = None,
        homomorphism: bool = False,
        embeddings: bool = False,
        counts: bool = False,
        **run: Unpack[Run],
    ) -> Significance:
        """Compares counts with those in random graphs: whether patterns occur more or less often than by chance. `patterns` are some, as :meth:`count`
        takes them, or a number: all connected ones of so many vertices, which are vertex-induced unless `induced=False`.

        `null` says what random graphs keep: `switching` (the degrees, by swaps of two edges), `curveball` (the same by trades of neighbors),
        `configuration` (the same by pairing edge ends until the graph is simple), `configuration-erased` (nearly), `chung-lu` (on average), `gnm` (the
        number of edges), `gnp` (on average; or each edge has the `probability`), `blocks` (the number of edges between each two classes), `vertex-labels`
        and `edge-labels` (all edges; labels and values are dealt anew). Swaps `keep` more: `labels` (each vertex's number of neighbors of each class, of
        curveball, too), `reciprocity`, `joint-degrees`, `components`. Classes are the labels of vertices, or `classes`: one for each in the order of
        `vertices`, or a mapping. `swaps` for each edge, or rounds of curveball, are judged by how fast the graph is forgotten, unless they are given.

        There are 1000 random graphs, or `samples`; with `until` as many as it takes until of each pattern half the interval of z is that part of it (or
        of 1, if it is less), or half that of p is that, and at most `samples`, or a million. The same `seed` gives the same ones on any number of threads.
        Where the time is over, the result is `partial`, and of as many as there were; while the length of a chain is judged, nothing is stopped.

        >>> from gpmine import Graph
        >>> found = Graph.generate("ws:200:6:0.1").significance(["triangle", "clique:4"], samples=200)
        >>> [(row.pattern, row.verdict) for row in found.judgements], found.of("triangle").z > 10
        ([('triangle', 'more'), ('clique:4', 'more')], True)
        """
        if isinstance(patterns, int):
            named = _core.patterns_of_size(patterns, self.directed)
            names, texts = [name for name, _ in named], [text for _, text in named]
            is_induced = not homomorphism if induced is None else induced
        else:
            names = texts = texts_of(patterns)
            is_induced = bool(induced)
        self._check(texts)
        if counts:
            numpy()
        most = samples if samples is not None else SAMPLES if until is None else MOST_SAMPLES
        goal = {"samples": most, "until": until, "level": level, "counts": counts}
        given = self._null(null, keep, swaps, probability, classes, seed)
        with Running(run) as options:
            try:
                found = _core.significance(self._core, texts, given, goal, meaning_of(is_induced, homomorphism, embeddings), options)
            except BaseException as raised:
                # Ctrl-C, or what a function that is told the progress raises, has what was found.
                partial = getattr(raised, "partial", None)
                if partial is not None:
                    raised.partial = Significance(names, partial, seed)  # type: ignore[attr-defined]
                raise
        return Significance(names, found, seed)


__all__ = ["Comparisons", "Judgement", "Mixing", "NullGraphs", "Reach", "Significance", "Statistic"]
