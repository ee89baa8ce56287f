"""Many small graphs at once, against each by itself."""

import random

import pytest

import gpmine
from gpmine import Graph, InputError

np = pytest.importorskip("numpy")


def small_graphs(number=30, seed=5):
    """Random graphs, some of them empty or without an edge."""
    rng = random.Random(seed)
    graphs = []
    for _ in range(number):
        n = rng.randrange(0, 9)
        edges = [(u, v) for u in range(n) for v in range(u) if rng.random() < 0.5]
        graphs.append((n, edges))
    return graphs


def batch_of(graphs):
    ptr = np.cumsum([0] + [n for n, _ in graphs])
    edges = [(u + first, v + first) for (_, edges), first in zip(graphs, ptr) for u, v in edges]
    return gpmine.Batch([u for u, _ in edges], [v for _, v in edges], ptr)


def alone(n, edges):
    return Graph([u for u, _ in edges], [v for _, v in edges], vertices=range(n))


@pytest.mark.parametrize("patterns", ["orbits-4", "orbits-5", "motifs-4", "cycles-6", "cliques-4", "paths-4", "stars-5", ["a-b-c", "orbits-4"]])
def test_features_are_those_of_each_graph(patterns):
    graphs = small_graphs()
    batch = batch_of(graphs)
    by_vertex, by_graph = batch.features(patterns), batch.features(patterns, per="graph")
    names = gpmine.feature_names(patterns)
    assert by_vertex.shape == (batch.ptr[-1], len(names)) and by_graph.shape == (len(graphs), len(names))
    for (n, edges), row, first in zip(graphs, by_graph, batch.ptr):
        own = alone(n, edges)
        rows = by_vertex[first : first + n]
        column = 0
        for text in [patterns] if isinstance(patterns, str) else patterns:
            if text.startswith("orbits"):
                expected = own.orbits(int(text[-1])) if n else np.empty((0, 15 if text[-1] == "4" else 73))
                end = column + expected.shape[1]
                assert (rows[:, column:end] == expected).all() and (row[column:end] == expected.sum(axis=0)).all()
                column = end
                continue
            for pattern in gpmine.feature_names(text):
                induced = text.startswith("motifs")
                assert row[column] == own.count(pattern, induced=induced)
                assert (rows[:, column] == own.count(pattern, per="vertex", induced=induced)).all()
                column += 1
        assert column == len(names)


def test_features_by_edge():
    graphs = [(n, edges) for n, edges in small_graphs() if edges]
    batch = batch_of(graphs)
    rows = batch.features(["triangle", "a-b-c"], per="edge")
    at = 0
    for n, edges in graphs:
        own = alone(n, edges)
        known = {frozenset(edge): row for edge, row in zip(own.edges(), own.count(["triangle", "a-b-c"], per="edge"))}
        for edge in edges:
            assert (rows[at] == known[frozenset(edge)]).all()
            at += 1
    assert at == len(rows)


def test_graphs_of_other_libraries_with_labels():
    nx = pytest.importorskip("networkx")
    water = nx.Graph()
    water.add_nodes_from([("o", {"atom": "O"}), ("h1", {"atom": "H"}), ("h2", {"atom": "H"})])
    water.add_edge("o", "h1", bond="single")
    water.add_edge("o", "h2", bond="single")
    oxygen = nx.Graph()
    oxygen.add_nodes_from([(0, {"atom": "O"}), (1, {"atom": "O"})])
    oxygen.add_edge(0, 1, bond="double")
    patterns = ["a:O-b:H", "a:O -[double]- b:O", "a-b"]
    found = gpmine.features([water, oxygen], patterns, per="graph", vertex_labels="atom", edge_labels="bond")
    assert found.tolist() == [[2, 0, 2], [0, 1, 1]]
    by_vertex = gpmine.features([water, oxygen], patterns, vertex_labels="atom", edge_labels="bond")
    assert by_vertex.tolist() == [[2, 0, 2], [1, 0, 1], [1, 0, 1], [0, 1, 1], [0, 1, 1]]
    arcs = gpmine.features([nx.DiGraph([(0, 1), (1, 2), (2, 0)]), nx.DiGraph([(0, 1), (0, 2), (1, 2)])], "motifs-3", per="graph")
    names = gpmine.feature_names("motifs-3", directed=True)
    assert [dict(zip(names, row))["030C"] for row in arcs.tolist()] == [1, 0]


def test_batches_of_torch_geometric():
    """What is asked of its objects, without the library."""

    class Data:
        edge_index = np.array([[0, 1, 1, 2, 2, 0, 3, 4], [1, 0, 2, 1, 0, 2, 4, 3]])
        ptr = np.array([0, 3, 5])
        num_nodes = 5

        def is_undirected(self):
            return True

    assert gpmine.features(Data(), "triangle", per="graph").tolist() == [[1], [0]]
    assert gpmine.features(Data(), "triangle", per="edge")[:, 0].tolist() == [1] * 6 + [0] * 2


def test_transformers():
    from gpmine.transforms import PatternCounts

    counts = PatternCounts("cycles-4")
    assert counts.fit([]).transform([[(0, 1), (1, 2), (2, 0)], [(0, 1)]]).tolist() == [[1, 0], [0, 0]]
    assert counts.set_params(per="vertex").get_params()["per"] == "vertex"
    pipeline = pytest.importorskip("sklearn.pipeline")
    assert pipeline.make_pipeline(counts).fit_transform([[(0, 1), (1, 2), (2, 0)]]).tolist() == [[1, 0]] * 3


def test_what_is_no_batch():
    with pytest.raises(InputError, match="in no graph"):
        gpmine.Batch([0], [2], [0, 2, 4])
    with pytest.raises(InputError, match="ptr ascends"):
        gpmine.Batch([0], [1], [1, 2])
    with pytest.raises(InputError, match="no set of patterns"):
        gpmine.features([[(0, 1)]], "squares-4")
    with pytest.raises(InputError, match="4 or 5"):
        gpmine.features([[(0, 1)]], "orbits-3")
    with pytest.raises(InputError, match="no ids"):
        gpmine.features([[(0, 1)]], "a-b where a.id > 1")
    with pytest.raises(InputError, match="many graphs"):
        gpmine.features("graph.el")
    assert gpmine.features([], "orbits-4").shape == (0, 15) and gpmine.features([], "triangle", per="graph").shape == (0, 1)


def test_pattern_counts_in_scikit_learn():
    sklearn = pytest.importorskip("sklearn.base")
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    from gpmine.transforms import PatternCounts

    nx = pytest.importorskip("networkx")
    graphs = [nx.path_graph(4), nx.cycle_graph(4)]
    for graph in graphs:
        nx.set_node_attributes(graph, {v: "CO"[v % 2] for v in graph}, "atom")
    counts = PatternCounts(["a:C-b:O", "cycle:4"], vertex_labels="atom")
    assert counts.fit_transform(graphs).tolist() == [[3, 0], [4, 1]]
    assert sklearn.clone(counts).get_params() == counts.get_params()
    assert repr(counts) == "PatternCounts(['a:C-b:O', 'cycle:4'], per='graph', vertex_labels='atom', induced=False)"
    assert make_pipeline(counts, StandardScaler()).fit_transform(graphs).shape == (2, 2)
