"""Counts beside those in random graphs, and these graphs."""

import itertools
import math
import os
import subprocess
import sys
import textwrap
from collections import Counter

import pytest

import gpmine
from gpmine import Graph, InputError, Records

np = pytest.importorskip("numpy")

KARATE = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "graphs", "karate.el")

MODELS = [
    "switching", "curveball", "configuration", "configuration-erased", "chung-lu", "gnm", "gnp", "blocks", "vertex-labels", "edge-labels",
]
KEEP_DEGREES = [("switching", ()), ("switching", "joint-degrees"), ("switching", ["components"]), ("curveball", ()), ("switching", "labels")]


def karate():
    return Graph.load(KARATE)


def labelled(directed=False):
    """A sparse graph whose vertices and edges have labels, and whose edges have weights."""
    edges = [(v, (v + step) % 40) for v in range(40) for step in (1, 3)]
    return Graph(
        edges, directed=directed, vertices=range(40), vertex_labels=["xy"[v % 3 == 0] for v in range(40)],
        edge_labels=["pq"[at % 2] for at in range(80)], edge_attributes={"weight": list(range(80))},
    )


def degrees(graph):
    """Of each vertex, as source and as target where the graph is directed."""
    ends = list(graph.edges())
    if not graph.directed:
        found = Counter(itertools.chain.from_iterable(ends))
        return [found[v] for v in gpmine.table.plain(graph.vertices)]
    out, into = Counter(u for u, _ in ends), Counter(v for _, v in ends)
    return [(out[v], into[v]) for v in gpmine.table.plain(graph.vertices)]


def test_karate():
    found = karate().significance(["triangle", "a-b-c"], samples=200)
    assert found["observed"] == [45, 528] and found["samples"] == [200, 200] and found.samples == 200
    assert not found.partial and found.settled is None and found.counts is None and found.seed == 1
    triangles, paths = found.judgements
    # Degrees are kept, and so is how many paths there are.
    assert (paths.mean, paths.deviation, paths.z, paths.z_interval, paths.p, paths.verdict) == (528, 0, None, None, 1, "usual")
    # The hubs alone make it rich in triangles.
    assert 37 < triangles.mean < 41 and 4 < triangles.deviation < 6 and triangles.profile == pytest.approx(1)
    assert triangles.verdict == "usual" and 2 / 201 <= triangles.p <= triangles.q <= 1
    assert triangles.z == pytest.approx((45 - triangles.mean) / triangles.deviation)
    assert found.null == "switching" and "the degree of each vertex" in found.keeps and found.reach.all
    assert found.mixing.unit == "swaps an edge" and found.mixing.used >= found.mixing.advised > 0
    assert {one.name for one in found.mixing.statistics} >= {"triangles"}


def test_what_a_row_says_follows_from_the_counts():
    found = karate().significance(4, samples=400, counts=True, seed=5)
    assert found.counts.shape == (400, 6) and found.counts.dtype == np.uint64
    assert found["pattern"] == karate().motifs(4)["pattern"] and found["observed"] == karate().motifs(4)["count"]
    assert sum(row.profile**2 for row in found.judgements) == pytest.approx(1)
    smallest = 1.0
    for row, counts in zip(found.judgements, found.counts.T):
        counts = [int(count) for count in counts]
        more, fewer = sum(count >= row.observed for count in counts), sum(count <= row.observed for count in counts)
        assert (row.p_more, row.p_fewer) == ((more + 1) / 401, (fewer + 1) / 401)
        assert row.p == min(1, 2 * min(row.p_more, row.p_fewer)) and 2 / 401 <= row.p <= row.q <= 1
        assert row.mean == pytest.approx(np.mean(counts)) and row.deviation == pytest.approx(np.std(counts, ddof=1))
        assert row.z_interval[0] < row.z < row.z_interval[1] and row.p_interval[0] < row.p_interval[1]
        assert row.verdict == ("usual" if row.q > 0.05 else "more" if row.p_more < row.p_fewer else "fewer")
        smallest = min(smallest, row.p)
    assert smallest < 0.05 and found.of("4-path").verdict == "fewer"


def test_counts_are_those_of_the_graphs_of_these_numbers():
    graph = karate()
    found = graph.significance(["triangle", "clique:4"], samples=12, counts=True, seed=3, null="curveball")
    nulls = graph.null_graphs(null="curveball", seed=3)
    assert [nulls[number].count(["triangle", "clique:4"]) for number in range(12)] == found.counts.tolist()
    assert (nulls.null, nulls.keeps, nulls.mixing, nulls.reach, nulls.seed) == (found.null, found.keeps, found.mixing, found.reach, 3)


def test_threads_do_not_matter():
    graph = karate()
    one, two = (graph.significance(3, samples=60, counts=True, threads=threads) for threads in (1, 2))
    assert one.judgements == two.judgements and one.counts.tolist() == two.counts.tolist()
    other = graph.significance(3, samples=60, counts=True, seed=2)
    assert other.counts.tolist() != one.counts.tolist()
    one, two = (graph.significance(4, until=0.3, samples=500, threads=threads) for threads in (1, 2))
    assert one.judgements == two.judgements and one.settled and one.samples < 500 and one.samples % 10 == 0


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("null", MODELS)
def test_all_models(null, directed):
    graph = labelled(directed)
    text = "a->b->c" if directed else "a-b-c"
    found = graph.significance([text, text.replace("a", "a:x", 1)], null=null, samples=25)
    assert found["observed"] == graph.count([text, text.replace("a", "a:x", 1)]) and found.samples == 25 and found.keeps
    assert all(2 / 26 <= p <= 1 for p in found["p"]) and (found.mixing is not None) == (null in ("switching", "curveball"))
    made = graph.null_graphs(null=null)[4]
    assert made.num_vertices == 40 and list(made.vertices) == list(graph.vertices) and made.directed == directed
    assert made.count("a:x-b" if not directed else "a:x->b") >= 0
    if null not in ("configuration-erased", "chung-lu", "gnp"):
        assert made.num_edges == graph.num_edges
    if null in ("switching", "curveball", "configuration"):
        assert degrees(made) == degrees(graph)
    if null in ("vertex-labels", "edge-labels"):
        assert made.count(text) == graph.count(text)
    arrow = "->" if directed else "-"
    by_weight = f"a-[q]{arrow}b where (a{arrow}b).weight > 39"
    if null in ("switching", "curveball", "blocks", "vertex-labels", "edge-labels"):
        assert graph.significance(by_weight, null=null, samples=5)["observed"] == [graph.count(by_weight)]
    else:
        with pytest.raises(InputError, match="labels or values of edges"):
            graph.significance(by_weight, null=null, samples=5)


@pytest.mark.parametrize(("null", "keep"), KEEP_DEGREES)
def test_degrees_and_more_are_kept(null, keep):
    graph, classes = karate(), [v % 2 for v in range(34)]
    given = {"classes": classes} if keep == "labels" else {}
    nulls = graph.null_graphs(null=null, keep=keep, seed=9, **given)
    edges = {frozenset(edge) for edge in graph.edges()}
    made = [nulls[number] for number in range(8)]
    assert all(degrees(one) == degrees(graph) for one in made)
    assert len({frozenset(map(frozenset, one.edges())) for one in made}) == 8 and {frozenset(edge) for edge in made[0].edges()} != edges
    if keep == "joint-degrees":
        pairs = lambda one: Counter(frozenset([degrees(one)[u], degrees(one)[v]]) for u, v in one.edges())
        assert pairs(made[0]) == pairs(graph)
    if keep == "labels":
        places = {v: at for at, v in enumerate(gpmine.table.plain(graph.vertices))}
        within = lambda one: Counter((v, classes[places[w]]) for u, w in one.edges() for v, w in ((u, w), (w, u)))
        assert all(within(one) == within(graph) for one in made)


def test_reciprocity_is_kept():
    arcs = [(u, v) for u in range(30) for v in range(30) if u != v and (u * 7 + v * 5) % 11 == 0]
    graph = Graph([*arcs, *((v, u) for u, v in arcs[::3])], directed=True)
    found = graph.significance("a->b, b->a", keep="reciprocity", samples=30)
    assert found.of("a->b, b->a").deviation == 0 and found.mixing is not None and not found.reach.all
    assert graph.significance("a->b, b->a", samples=30)["deviation"][0] > 0


def test_classes_are_labels_or_given():
    edges = list(karate().edges())
    classes = {v: "left" if v % 2 == 0 else "right" for v in range(34)}
    by_label = Graph(edges, vertex_labels=classes).significance("triangle", null="blocks", samples=20, counts=True)
    given = Graph(edges).significance("triangle", null="blocks", classes=classes, samples=20, counts=True)
    assert by_label.counts.tolist() == given.counts.tolist() and "blocks" in given.null


def test_vertices_keep_their_names():
    anchors = [object() for _ in range(12)]
    for ids in (anchors, [f"v{v:02}" for v in range(12)], [3 * v for v in range(12)]):
        graph = Graph([(ids[v], ids[(v + step) % 12]) for v in range(12) for step in (1, 2)])
        made = graph.null_graphs()[0]
        assert list(made.vertices) == list(graph.vertices) and set(itertools.chain.from_iterable(made.edges())) == set(ids)
        assert made.report == "random graph 0 by switching"


def test_errors():
    graph = karate()
    for options, words in [
        ({"null": "magic"}, "no null model `magic`, but switching"),
        ({"keep": "colors"}, "no keep `colors`, but labels"),
        ({"keep": "reciprocity"}, "undirected graph"),
        ({"keep": ["joint-degrees"], "null": "gnm"}, "keep is of the null model switching"),
        ({"keep": "components", "null": "curveball"}, "keep is of the null model switching"),
        ({"keep": "labels"}, "no labels to keep"),
        ({"null": "blocks"}, "no labels to keep"),
        ({"null": "blocks", "classes": [1, 2]}, "2 classes for 34 vertices"),
        ({"null": "blocks", "classes": {1: 0}}, "none of the vertex 0"),
        ({"classes": [0] * 34}, "classes are for"),
        ({"null": "gnm", "swaps": 5}, "swaps are of"),
        ({"swaps": 0}, "length of the chain"),
        ({"swaps": math.nan}, "length of the chain"),
        ({"probability": 0.5}, "probability is of"),
        ({"null": "gnp", "probability": 1.5}, "probability"),
        ({"null": "configuration"}, "rejection"),
    ]:
        for ask in (lambda: graph.significance("triangle", **options), lambda: graph.null_graphs(**options)):
            with pytest.raises(InputError, match=words):
                ask()
    for options, words in [
        ({"samples": 0}, "samples"), ({"level": 0}, "level"), ({"level": 1}, "level"), ({"until": -0.5}, "until"), ({"until": math.nan}, "until"),
        ({"homomorphism": True, "induced": True}, "induced"),
    ]:
        with pytest.raises(InputError, match=words):
            graph.significance(3, **options)
    for patterns, words in [([], "no pattern"), ("a-", "expected"), ("a->b", "directed"), (9, "motifs have")]:
        with pytest.raises(InputError, match=words):
            graph.significance(patterns)
    with pytest.raises(InputError, match="no row of `x`"):
        graph.significance("triangle", samples=1).of("x")
    with pytest.raises(InputError, match="numbered from 0"):
        graph.null_graphs()[-1]
    with pytest.raises(TypeError, match="no option"):
        graph.significance("triangle", sample=3)
    records = Records({"source": ["a", "b"], "target": ["b", "a"]})
    for ask in (lambda: records.significance("a->b"), records.null_graphs):
        with pytest.raises(InputError, match="records"):
            ask()


def test_what_patterns_mean():
    graph = karate()
    induced = graph.count("a-b-c", induced=True)
    assert graph.significance("a-b-c", induced=True, samples=2)["observed"] == [induced] == graph.significance(3, samples=2)["observed"][1:]
    assert graph.significance(3, induced=False, samples=2)["observed"] == [45, 528]
    assert graph.significance(3, homomorphism=True, samples=2)["observed"] == [270, graph.count("a-b-c", homomorphism=True)]
    assert graph.significance("triangle", embeddings=True, samples=2)["observed"] == [270]
    assert gpmine.significance(list(graph.edges()), gpmine.Pattern("triangle"), samples=2)["observed"] == [45]
    census = Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 1)], directed=True).significance(3, samples=2)
    assert "030C" in census["pattern"]


def test_tables_for_others():
    pd = pytest.importorskip("pandas")
    found = karate().significance(["triangle", "a-b-c"], samples=40)
    frame = found.to_pandas()
    assert list(frame.columns) == found.columns and isinstance(frame, pd.DataFrame)
    assert frame["z"].dtype == float and frame["z"].isna().tolist() == [False, True]
    assert frame["z_low"][0] == found.of("triangle").z_interval[0] and frame["p_high"][0] == found.of("triangle").p_interval[1]
    assert frame["observed"].tolist() == found.to_dict()["observed"] == [45, 528]
    shown = repr(found)
    assert "40 random graphs by switching: kept are the number of vertices" in shown and "triangle" in shown and "[2 rows]" in shown
    assert "<svg" in found._repr_html_() and "random graphs by switching" in found._repr_html_()
    assert pytest.importorskip("polars").DataFrame(found)["p"].to_list() == list(found["p"])


def test_counts_beyond_64_bits():
    star = Graph([(0, leaf) for leaf in range(1, 3001)])
    found = star.significance("star:8", null="gnm", samples=3, counts=True)
    assert found["observed"] == [star.count("star:8")] and found["observed"][0] > 1 << 64
    kept = star.significance("star:8", swaps=1, samples=2, counts=True)
    assert kept.counts.tolist() == [found["observed"]] * 2 and kept.of("star:8").mean == pytest.approx(float(found["observed"][0]))


def stopped(**options):
    """What is known of so many samples as nobody waits for, when a time limit ends them: one that is long enough to count the graph itself."""
    limit = 0.2
    while True:
        try:
            return karate().significance(3, swaps=1, samples=10**12, time_limit=limit, **options)
        except gpmine.StoppedError:
            limit *= 2


def test_a_time_limit_leaves_a_partial_result():
    with pytest.raises(gpmine.StoppedError):
        karate().significance(3, time_limit=0)
    found = stopped(counts=True)
    assert found.partial and found.samples == len(found.counts) < 10**12 and "partial" in repr(found)
    found = stopped(until=1e-9)
    assert found.partial and found.settled is False


def test_few_samples_leave_it_open():
    found = karate().significance("triangle", samples=1)
    assert found["verdict"] == ["open"] and found.of("triangle").deviation is None and math.isnan(found["deviation"][0])
    found = karate().significance("triangle", samples=30, until=1e-9)
    assert not found.partial and found.settled is False and found.samples == 30


def test_what_progress_raises_ends_it():
    def fails(done, left):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough") as raised:
        karate().significance(3, swaps=1, samples=10**9, progress=fails)
    assert raised.value.partial is None or raised.value.partial.partial


def test_ctrl_c_ends_it():
    program = """
        import os, signal, sys
        import gpmine
        signal.signal(signal.SIGINT, signal.default_int_handler)
        pressed = []
        def press(done, left):
            # After some graphs: there is something to be had.
            if done > 0 and not pressed:
                pressed.append(os.kill(os.getpid(), signal.SIGINT))
        try:
            gpmine.Graph(sys.argv[1]).significance(3, swaps=1, samples=10**7, progress=press)
        except KeyboardInterrupt as interrupt:
            found = interrupt.partial
            print("ended", found.partial, found["observed"], 0 < found.samples < 10**7)
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(program), KARATE], capture_output=True, text=True, timeout=300)
    assert ended.stdout == "ended True [45, 393] True\n", ended.stderr


def test_works_without_numpy():
    program = """
        import sys
        sys.modules["numpy"] = None
        import gpmine
        graph = gpmine.Graph(sys.argv[1])
        found = graph.significance("triangle", samples=3)
        assert found["observed"] == [45] and graph.null_graphs()[0].num_edges == 78 and "triangle" in repr(found), found
        try:
            graph.significance("triangle", counts=True)
        except ImportError as error:
            print(error)
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(program), KARATE], capture_output=True, text=True)
    assert "pip install numpy" in ended.stdout, ended.stderr


def means_differ_by(one, other):
    """By how many standard errors the means of two samples differ."""
    spread = math.sqrt(np.var(one, ddof=1) / len(one) + np.var(other, ddof=1) / len(other))
    return abs(np.mean(one) - np.mean(other)) / spread


def triangles(graph):
    return sum(1 for u, v in graph.edges for w in graph[u] if v in graph[w]) // 3


def test_networkx_has_the_same_random_graphs():
    nx = pytest.importorskip("networkx")
    graph = karate().to_networkx()
    swapped, uniform = [], []
    for seed in range(250):
        other = graph.copy()
        nx.double_edge_swap(other, nswap=400, max_tries=100_000, seed=seed)
        swapped.append(triangles(other))
        uniform.append(triangles(nx.gnm_random_graph(34, 78, seed=seed)))
    ours = karate().significance("triangle", samples=2000, counts=True).counts[:, 0]
    assert means_differ_by(ours.astype(float), np.array(swapped, dtype=float)) < 4
    ours = karate().significance("triangle", null="gnm", samples=2000, counts=True).counts[:, 0]
    assert means_differ_by(ours.astype(float), np.array(uniform, dtype=float)) < 4
