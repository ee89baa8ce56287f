"""Cliques, dense sets, frequent patterns, triads, files: against other libraries where these have them."""

import datetime
import random

import pytest

import gpmine
from gpmine import Graph, InputError


def random_network(directed=False, n=24, seed=2, p=0.35):
    nx = pytest.importorskip("networkx")
    return nx.gnp_random_graph(n, p, seed=seed, directed=directed)


def test_cliques_are_those_of_networkx():
    nx = pytest.importorskip("networkx")
    for seed in range(5):
        network = random_network(seed=seed)
        graph = Graph(network)
        expected = sorted(sorted(clique) for clique in nx.find_cliques(network))
        assert sorted(sorted(row) for row in graph.cliques(maximal=True, listed=True)["vertices"]) == expected
        sizes = dict(graph.cliques(maximal=True))
        assert sizes == {size: sum(len(clique) == size for clique in expected) for size in sizes} and sum(sizes.values()) == len(expected)
        by_vertex = graph.cliques(maximal=True, per="vertex")
        assert list(by_vertex) == [sum(v in clique for clique in expected) for v in graph.vertices]
        largest = graph.cliques(maximum=True)
        assert len(largest) == max(map(len, expected)) and sorted(largest) in [clique for clique in expected if len(clique) == len(largest)]
        every = [clique for clique in nx.enumerate_all_cliques(network)]
        assert dict(graph.cliques((2, None))) == {k: sum(len(c) == k for c in every) for k in range(2, len(largest) + 1)}
        assert dict(graph.cliques(3))[3] == graph.count("triangle")
        some = graph.cliques(maximal=True, containing=[0], listed=True)
        assert sorted(sorted(row) for row in some["vertices"]) == [clique for clique in expected if 0 in clique]
    assert len(graph.cliques(maximal=True, listed=True, limit=3)) == 3
    for wrong in ({}, {"k": 3, "maximal": True}, {"k": 3, "listed": True}):
        with pytest.raises(InputError):
            graph.cliques(**wrong)
    with pytest.raises(InputError, match="no vertex 99"):
        graph.cliques(maximal=True, containing=[99])


def test_vertices_of_any_kind_in_cliques():
    graph = Graph([((0, 0), "b"), ("b", frozenset([1])), (frozenset([1]), (0, 0))])
    assert set(graph.cliques(maximum=True)) == {(0, 0), "b", frozenset([1])}
    assert dict(graph.cliques(maximal=True, containing=["b"])) == {3: 1}


def test_dense_sets():
    graph = Graph([(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)])
    assert graph.dense(k_plex=2, min_size=4, listed=True)["vertices"] == [[0, 1, 2, 3]]
    assert dict(graph.dense(quasi_clique="2/3", min_size=4)) == {4: 1} == dict(graph.dense(quasi_clique=0.66, min_size=4))
    with pytest.raises(InputError, match="what is dense"):
        graph.dense(min_size=3)
    with pytest.raises(InputError):
        graph.dense(k_plex=3, min_size=2)


def test_triads_are_those_of_networkx():
    nx = pytest.importorskip("networkx")
    for seed in range(5):
        network = random_network(directed=True, seed=seed, p=0.1 * (seed + 1))
        assert dict(Graph(network).triads()) == nx.triadic_census(network)
    with pytest.raises(InputError, match="directed"):
        Graph([(0, 1)]).triads()


def test_frequent_patterns():
    graph = Graph([0, 1, 2, 3], [1, 2, 0, 4], vertices=range(5), vertex_labels=["C", "C", "O", "C", "O"])
    found = dict(graph.fsm(2, max_edges=1))
    assert len(found) == 2 and set(found.values()) == {2}
    with pytest.raises(InputError, match="how large"):
        graph.fsm(2)


def test_files_and_synthetic_graphs(tmp_path):
    graph = gpmine.generate("er:50:120", seed=3)
    assert (graph.num_vertices, graph.num_edges) == (50, 120)
    with pytest.raises(InputError, match="no model"):
        gpmine.generate("er:50")
    for name in ("g.gpm", "g.graph.gz", "g.graphml", "g.gexf"):
        assert gpmine.convert(graph, tmp_path / name) == []
        if name != "g.gexf":
            again = Graph(tmp_path / name)
            assert (again.num_vertices, again.count("triangle")) == (50, graph.count("triangle"))
    losses = Graph([(0, 1)], directed=True).save(tmp_path / "g.el")
    assert len(losses) == 1 and "directions" in losses[0]
    with pytest.raises(InputError, match="says no format"):
        graph.save(tmp_path / "g.xyz")
    graph.save(tmp_path / "g.xyz", format="el")


def test_times_of_pandas_and_of_python():
    pd = pytest.importorskip("pandas")
    days = ["2025-01-01", "2025-01-03", "2025-02-01"]
    table = pd.DataFrame({"source": [0, 1, 2], "target": [1, 2, 0], "day": pd.to_datetime(days), "note": ["x", float("nan"), "y"]})
    graph = Graph(table, directed=True)
    assert graph.count("a->b where (a->b).note = 'x'") == graph.count("a->b where (a->b).note is null") == 1
    python = [datetime.datetime.fromisoformat(day) for day in days]
    dates = [datetime.date.fromisoformat(day) for day in days]
    zoned = pd.to_datetime(days, utc=True)
    for values in (table["day"], python, dates, pd.Series(zoned)):
        graph = Graph([0, 1, 2], [1, 2, 0], directed=True, edge_attributes={"day": values})
        assert graph.count("a->b where (a->b).day >= '2025-01-03'") == 2, values


def test_tables_come_back_through_their_streams():
    """Without another library that knows Arrow."""
    from gpmine import _core

    columns = {"small": [1, -2, 3], "large": [1, (1 << 64) - 1, 3], "text": ["a", None, "ü"], "part": [0.5, None, 2.0], "gaps": [1, None, 3]}
    table = gpmine.Table({**columns, "array": Graph([(0, 1), (1, 2), (2, 0)]).matches("a-b-c-a", embeddings=True)["a"][:3]})
    again = dict(_core.arrow_columns(table.__arrow_c_stream__()))
    read = {name: memoryview(column).tolist() if name in ("small", "large", "array") else column for name, column in again.items()}
    assert read == table.to_dict()
    edges = gpmine.Table({"source": ["ann", "bob"], "target": ["bob", "cid"], "amount": [1.5, 2.5]})
    assert Graph(edges).count("a-b where (a-b).amount > 2") == 1
    with pytest.raises(InputError, match="38 digits"):
        gpmine.Table({"count": [10**38]}).__arrow_c_stream__()


def test_tables_are_arrow_streams():
    graph = Graph(random_network())
    table = graph.matches("triangle")
    pl, pa = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    assert pl.DataFrame(table).rows() == list(table) == [tuple(row.values()) for row in pa.table(table).to_pylist()]
    wide = gpmine.Table({"count": [1 << 70, 3]})
    assert pa.table(wide).schema.field("count").type == pa.decimal128(38, 0)
    names = gpmine.Table({"name": ["a", None], "part": [0.5, None]})
    assert pa.table(names).to_pydict() == {"name": ["a", None], "part": [0.5, None]}
    with pytest.raises(InputError, match="neither numbers nor text"):
        pa.table(gpmine.Table({"objects": [(0, 1)]}))


def test_graphs_of_arrow_streams():
    pl = pytest.importorskip("polars")
    rng = random.Random(1)
    edges = [(rng.randrange(20), rng.randrange(20)) for _ in range(60)]
    expected = Graph([u for u, _ in edges], [v for _, v in edges])
    frame = pl.DataFrame({"source": [u for u, _ in edges], "target": [v for _, v in edges]}, schema={"source": pl.UInt16, "target": pl.Int32})
    assert Graph(frame).count("triangle") == expected.count("triangle")
    named = pl.DataFrame({"source": ["ann", "bob"], "target": ["bob", "cid"], "when": [datetime.date(2025, 1, 1), None], "amount": [1.5, None]})
    graph = Graph(named, directed=True)
    assert graph.count("a->b where (a->b).when = '2025-01-01' and (a->b).amount > 1") == 1
