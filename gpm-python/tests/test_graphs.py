"""Graphs in, ids out."""

import itertools
import random

import pytest

import gpmine
from gpmine import Graph, InputError

PAW = [(0, 1), (1, 2), (2, 0), (2, 3)]


def pairs(graph):
    kind = (lambda edge: edge) if graph.directed else frozenset
    return {kind(edge) for edge in graph.edges()}


@pytest.mark.parametrize("directed", [False, True])
def test_every_form_is_the_same_graph(directed):
    np, nx, sp, pd = (pytest.importorskip(name) for name in ("numpy", "networkx", "scipy.sparse", "pandas"))
    sources, targets = zip(*PAW)
    network = (nx.DiGraph if directed else nx.Graph)(PAW)
    forms = [
        PAW,
        np.array(PAW),
        np.array(PAW).T.astype("int32"),
        np.array(PAW, dtype="uint8"),
        np.array(PAW, dtype=">i8"),
        np.array([PAW, PAW])[0][:, ::-1][:, ::-1],
        network,
        pd.DataFrame({"source": sources, "target": targets}),
        {"src": list(sources), "dst": list(targets)},
    ]
    for form in forms:
        graph = Graph(form, directed=directed)
        assert (graph.num_vertices, graph.num_edges, graph.directed) == (4, 4, directed)
        assert pairs(graph) == pairs(Graph(sources, targets, directed=directed))
        assert list(graph.vertices) == [0, 1, 2, 3]
    matrix = sp.coo_array(([1] * 8, (sources + targets, targets + sources)), shape=(5, 5))
    assert Graph(matrix).num_vertices == 5 and not Graph(matrix).directed
    assert nx.utils.graphs_equal(Graph(network).to_networkx(), network)


def test_ids_come_back_as_they_came():
    text = Graph([("ann", "bob"), ("bob", "çid"), ("çid", "ann")])
    assert list(text.vertices) == ["ann", "bob", "çid"]
    assert sorted(map(sorted, text.matches("a-b"))) == [["ann", "bob"], ["ann", "çid"], ["bob", "çid"]]
    keys = [("x", 1), frozenset([2]), -5, 3.5, "y", None]
    mixed = Graph(list(itertools.combinations(keys, 2)))
    assert list(mixed.vertices) == keys and mixed.count("clique:6") == 1
    assert set(mixed.matches("clique:6")["a"] if "a" in mixed.matches("clique:6").columns else keys) <= set(keys)
    with pytest.raises(InputError, match="objects"):
        mixed.count("a-b where a.id < b.id")
    big = Graph([(1 << 40, 7), (7, (1 << 63) - 1)])
    assert [int(v) for v in big.vertices] == [7, 1 << 40, (1 << 63) - 1]


def test_vertices_labels_and_attributes():
    graph = Graph(
        [(0, 1), (1, 2), (2, 0)],
        vertices=[2, 1, 0, 9],
        vertex_labels=["red", "blue", "red", "red"],
        edge_labels=["pays", "owes", "pays"],
        vertex_attributes={"age": [10, None, 30, 4], "name": ["c", "b", "a", "z"]},
        edge_attributes={"amount": [1.5, 2.5, None]},
    )
    assert (graph.num_vertices, graph.num_edges) == (4, 3)
    assert graph.count("a:red-b:red") == 1
    assert graph.count("a-[pays]-b") == 2
    assert graph.count("a-b where a.age > 20 and b.name = 'b'") == 1
    assert graph.count("a-b where (a-b).amount > 2") == 1
    assert Graph(PAW, vertex_labels={0: "x", 1: "x", 2: "y", 3: "y"}).count("a:x-b:x") == 1
    nx = pytest.importorskip("networkx")
    network = nx.Graph()
    network.add_node("p", kind="person", age=30)
    network.add_node("q", kind="person", age=20)
    network.add_node("r", kind="city")
    network.add_edge("p", "q", weight=2)
    network.add_edge("q", "r", weight=0.5)
    graph = Graph(network, vertex_labels="kind")
    assert graph.count("a:person-b:city") == 1 and graph.count("a-b where (a-b).weight >= 2 and a.age > b.age") == 1
    with pytest.raises(InputError, match="`sort`"):
        Graph(network, vertex_labels="sort")


def test_several_rows_about_an_edge():
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"source": ["a", "a", "b"], "target": ["b", "b", "c"], "amount": [1, 2, 3], "day": ["x", "x", "y"]})
    graph = Graph(table, directed=True)
    assert graph.num_edges == 2 and graph.count("a->b where (a->b).day = 'x'") == 1
    with pytest.raises(InputError, match="differ in `amount`"):
        graph.count("a->b where (a->b).amount > 1")


def test_what_can_be_read_in_two_ways_is_refused():
    np = pytest.importorskip("numpy")
    sp = pytest.importorskip("scipy.sparse")
    for data, words in [
        (np.zeros((2, 2), dtype=int), "two ways"),
        (np.zeros((3, 3), dtype=int), "adjacency"),
        (((0, 1), (1, 2)), "two edges or two arrays"),
        ([(0, 1, 5)], "edge_attributes"),
        ({"one": [1], "two": [2]}, "`source` and `target`"),
        (sp.coo_array((2, 3)), "square"),
    ]:
        with pytest.raises(InputError, match=words):
            Graph(data)
    with pytest.raises(InputError, match="2 sources and 1 targets"):
        Graph([1, 2], [1])
    with pytest.raises(InputError, match="name these too"):
        Graph(PAW, vertex_labels=["x"] * 4)


def test_files(tmp_path):
    path = tmp_path / "paw.csv"
    path.write_text("source,target,w\nx,y,1\ny,z,2\nz,x,3\nz,u,4\n")
    graph = Graph.load(path, edge_attributes=path)
    assert graph.count("triangle") == 1 and graph.count("a-b where (a-b).w > 2") == 2
    assert Graph(path, directed=True).directed and "4 vertices" in graph.report
    graph.save(tmp_path / "paw.gpm")
    assert pairs(Graph(tmp_path / "paw.gpm")) == pairs(graph)
    with pytest.raises(gpmine.FileError, match="no file"):
        Graph.load(tmp_path / "none")
    assert issubclass(gpmine.FileError, OSError) and issubclass(gpmine.InputError, ValueError)
    (tmp_path / "bad.txt").write_text("a b c\n1\n")
    with pytest.raises(InputError):
        Graph.load(tmp_path / "bad.txt")


def test_arrays_are_not_copied_on_the_way_in(monkeypatch):
    np = pytest.importorskip("numpy")
    sources = np.arange(100_000, dtype="int64") % 1000
    targets = (sources * 7 + np.arange(100_000)) % 1000
    for name in ("tolist", "astype"):
        assert hasattr(np.ndarray, name)
    graph = Graph(sources, targets)
    assert graph.num_vertices == 1000
    ids = graph.vertices
    assert ids.base is not None and not ids.flags.writeable


def test_random_graphs_against_networkx():
    nx = pytest.importorskip("networkx")
    rng = random.Random(7)
    for _ in range(40):
        n, directed = rng.randrange(2, 9), rng.random() < 0.5
        network = nx.gnp_random_graph(n, 0.5, seed=rng.randrange(1 << 30), directed=directed)
        names = {v: f"v{v}" if rng.random() < 0.5 else (v, "x") for v in network}
        network = nx.relabel_nodes(network, names)
        graph = Graph(network)
        assert nx.utils.graphs_equal(graph.to_networkx(), network)
        if directed:
            cycles = sum(1 for cycle in nx.simple_cycles(network, length_bound=3) if len(cycle) == 3)
            assert graph.count("a->b->c->a") == cycles
        else:
            assert graph.count("triangle") == sum(nx.triangles(network).values()) // 3
            assert list(graph.count("triangle", per="vertex")) == [nx.triangles(network)[v] for v in graph.vertices]


def of_igraph(igraph):
    return igraph.Graph.TupleList([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])


def of_rustworkx(rustworkx):
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(4))
    graph.add_edges_from_no_data(PAW)
    return graph


def of_polars(polars):
    return polars.DataFrame({"source": ["a", "b", "c", "c"], "target": ["b", "c", "a", "d"], "w": [1, 2, 3, 4]})


def of_pyarrow(pyarrow):
    return pyarrow.table({"source": [0, 1, 2, 2], "target": [1, 2, 0, 3], "w": [1.0, 2.0, None, 4.0]})


@pytest.mark.parametrize("form", [of_igraph, of_rustworkx, of_polars, of_pyarrow])
def test_graphs_of_other_libraries(form):
    """Of those that are there: the environment that the tests make has none of these."""
    data = form(pytest.importorskip(form.__name__.removeprefix("of_")))
    graph = Graph(data)
    assert (graph.num_vertices, graph.num_edges, graph.directed, graph.count("triangle")) == (4, 4, False, 1)
    if form in (of_polars, of_pyarrow):
        assert graph.count("a-b where (a-b).w > 1") == (3 if form is of_polars else 2)


def test_what_has_no_label_has_the_empty_one():
    nx = pytest.importorskip("networkx")
    network = nx.path_graph(["a", "b", "c"])
    network.nodes["a"]["kind"] = "p"
    network.edges["a", "b"]["sort"] = 7
    graph = Graph(network, vertex_labels="kind", edge_labels="sort")
    assert graph.count("x:p-y") == 1 and graph.count("x:None-y") == 0
    assert graph.count("x-[7]-y") == 1 and graph.count("x-[None]-y") == 0


def test_classes_that_are_derived_from_those_of_a_library():
    nx = pytest.importorskip("networkx")

    class Network(nx.DiGraph):
        pass

    graph = Graph(Network([(1, 2), (2, 3)]))
    assert graph.directed and graph.count("a->b->c") == 1


def test_objects_have_no_ids_to_compare():
    edges = [((0,), (1,)), ((1,), (2,))]
    graph = Graph(edges, vertices=[(0,), (1,), (2,)], vertex_attributes={"identity": [1, 2, 3]})
    assert graph.count("a-b where a.identity < b.identity") == 2
    for pattern in ("a-b where a.id < b.id", "a-b where id(a) < 3"):
        with pytest.raises(InputError, match="objects"):
            graph.count(pattern)
