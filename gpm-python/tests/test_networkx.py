"""The backend of networkx: the same results as networkx itself has, on random graphs of all kinds."""

import copy
import inspect
import pickle
import random
from collections import Counter, defaultdict

import pytest

import gpmine

nx = pytest.importorskip("networkx")

import _gpmine_networkx as info
from gpmine.networkx import GraphMatcher, backend
from gpmine.networkx.backend import FUNCTIONS, SIGNATURES
from gpmine.networkx.worth import FEWEST_NODES
from networkx.algorithms import isomorphism
from networkx_cases import CASES, any_graph, as_cycles, as_sets, by_pair, check, compare, in_order, outcome, random_bipartite, random_graph, some_nodes, undirected


def test_what_networkx_is_told_is_what_there_is():
    assert set(info.get_info()["functions"]) == set(FUNCTIONS)
    for name, signature in SIGNATURES.items():
        function = nx.utils.backends._registered_algorithms[name]
        assert "gpmine" in function.backends
        own, other = ([(p.name, p.default, p.kind) for p in of.parameters.values()] for of in (signature, inspect.signature(function.orig_func)))
        assert own == other, name


@pytest.mark.parametrize("name", ["triangles", "clustering", "generalized_degree", "square_clustering"])
def test_values_by_node(name):
    check(name, 1, any_graph, nodes=some_nodes, of=in_order)


def test_averages():
    check("average_clustering", 2, any_graph, nodes=some_nodes, count_zeros=lambda rng, _: rng.random() < 0.5)
    check("transitivity", 3, any_graph)


def test_all_triangles():
    check("all_triangles", 4, any_graph, of=as_sets)
    rng = random.Random(5)
    for _ in range(CASES):
        # Triangles begin with the first of the named nodes, so that the order of each is known.
        compare("all_triangles", rng, any_graph(rng), nbunch=some_nodes, of=lambda found: Counter(found) if isinstance(found, list) else found)


def test_triads():
    def directed(rng):
        return random_graph(rng, directed=True, multi=rng.random() < 0.2, loops=rng.random() < 0.2)

    check("triadic_census", 6, directed, of=in_order)
    check("triadic_census", 7, directed, nodelist=some_nodes, of=in_order)
    check("triadic_census", 8, undirected)


def one_clique(rng, graph):
    """Nodes that may form a clique."""
    nodes, clique = list(graph), []
    rng.shuffle(nodes)
    for node in nodes:
        if all(node in graph[other] for other in clique) or rng.random() < 0.05:
            clique.append(node)
        if rng.random() < 0.3:
            break
    return rng.choice([None, clique, clique + clique[:1], [*clique, "stranger"]])


@pytest.mark.parametrize("name", ["find_cliques", "find_cliques_recursive"])
def test_maximal_cliques(name):
    check(name, 9, any_graph, of=as_sets)
    check(name, 10, any_graph, nodes=one_clique, of=as_sets)
    wheel = nx.wheel_graph(6)
    assert all(clique[:2] == [3, 0] for clique in getattr(nx, name)(wheel, [3, 0], backend="gpmine"))


def test_more_cliques_than_are_listed_at_once(monkeypatch):
    monkeypatch.setattr("gpmine.networkx.cliques.FIRST", 3)
    graph = nx.gnp_random_graph(30, 0.4, seed=1)
    found = list(nx.find_cliques(graph, backend="gpmine"))
    assert as_sets(found) == as_sets(list(nx.find_cliques(graph))) and max(as_sets(found).values()) == 1


def test_all_cliques():
    def small(rng):
        return random_graph(rng, multi=rng.random() < 0.2, loops=rng.random() < 0.3, n=rng.choice([0, 1, 2, 4, 7, 9]))

    check("enumerate_all_cliques", 11, small, of=lambda found: (Counter(map(tuple, found)), list(map(len, found))))


def test_sizes_of_cliques():
    check("node_clique_number", 12, any_graph, of=lambda found: dict(found) if isinstance(found, defaultdict) else found)
    rng = random.Random(13)
    for _ in range(CASES):
        graph = undirected(rng)
        nodes = list(graph)
        for chosen in (nodes[:3], nodes[0] if nodes else []):
            assert compare("node_clique_number", rng, graph, nodes=chosen)


def test_largest_cliques():
    rng = random.Random(14)
    for _ in range(CASES):
        graph = undirected(rng)
        clique, weight = nx.max_weight_clique(graph, None, backend="gpmine")
        assert weight == len(clique) == nx.max_weight_clique(graph, None)[1]
        assert all(v in graph[u] for u in clique for v in clique if u != v)
        if not graph.is_multigraph():
            largest = nx.approximation.max_clique(graph, backend="gpmine")
            assert type(largest) is set and len(largest) == weight and all(v in graph[u] for u in largest for v in largest if u != v)
    with pytest.raises(NotImplementedError, match="gpmine"):
        nx.max_weight_clique(graph, backend="gpmine")


def test_graphs_of_cliques():
    rng = random.Random(15)
    for _ in range(CASES):
        graph = undirected(rng)
        own, other = (nx.make_max_clique_graph(graph, backend=name) for name in ("gpmine", "networkx"))
        assert type(own) is type(other) and sorted(own) == sorted(other) and nx.is_isomorphic(own, other, backend="gpmine")
        cliques = [set(clique) for clique in nx.find_cliques(graph)]
        assert own.number_of_edges() == sum(bool(one & two) for one in cliques for two in cliques if one is not two) // 2
    assert type(nx.make_max_clique_graph(nx.path_graph(3), nx.DiGraph, backend="gpmine")) is nx.DiGraph


def test_communities():
    for k in (1, 2, 3, 4):
        check("k_clique_communities", 16 + k, any_graph, k=k, of=as_sets)


def test_cores_and_trusses():
    check("core_number", 20, any_graph, of=in_order)
    rng = random.Random(21)
    for _ in range(CASES):
        graph = random_graph(rng, loops=rng.random() < 0.1)
        nx.set_edge_attributes(graph, 3, "weight")
        for k in (0, 2, 3, 4, 5):
            own, other = (outcome(nx.k_truss, graph, k, backend=name) for name in ("gpmine", "networkx"))
            if isinstance(own, nx.Graph):
                assert list(own) == list(other) and list(own.edges(data=True)) == list(other.edges(data=True))
            else:
                assert own == other


@pytest.mark.parametrize("name", ["simple_cycles", "chordless_cycles"])
def test_cycles(name):
    for directed in (False, True):
        def make(rng):
            return random_graph(rng, directed=directed, multi=rng.random() < 0.1, loops=rng.random() < 0.3, n=rng.choice([0, 1, 3, 5, 8, 10]))

        check(name, 22, make, length_bound=lambda rng, _: rng.randint(-1, 5), of=as_cycles(directed))


@pytest.mark.parametrize("name", ["jaccard_coefficient", "adamic_adar_index", "resource_allocation_index"])
def test_links(name):
    check(name, 23, any_graph, of=by_pair)

    def pairs(rng, graph):
        nodes = list(graph)
        return [(rng.choice(nodes), rng.choice([*nodes, "stranger"] if rng.random() < 0.03 else nodes)) for _ in range(5)] if nodes else []

    def distinct(rng):
        return random_graph(rng, loops=rng.random() < 0.3)

    check(name, 24, distinct, ebunch=pairs)
    assert outcome(getattr(nx, name), nx.path_graph(3), iter([(0, 2)]), backend="gpmine") is NotImplementedError


def test_bipartite_graphs():
    for mode in ("dot", "min", "max", "unknown"):
        check("latapy_clustering", 25, random_bipartite, mode=mode, of=in_order)
    check("latapy_clustering", 26, undirected)
    check("latapy_clustering", 27, random_bipartite, nodes=lambda rng, graph: list(graph)[:4], of=in_order)
    check("bipartite_average_clustering", 28, random_bipartite)
    check("robins_alexander_clustering", 29, random_bipartite)
    check("robins_alexander_clustering", 30, lambda rng: random_graph(rng))


def test_redundancy():
    rng = random.Random(31)
    for _ in range(CASES):
        graph = undirected(rng)
        assert compare("node_redundancy", rng, graph, of=in_order)
        assert compare("node_redundancy", rng, graph, nodes=[node for node in graph if len(graph[node]) > 1], of=in_order)


def test_graphs_of_gpmine_are_graphs_of_the_backend():
    edges = [("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")]
    for rename in (str, len, lambda name: (name,), lambda name: {"ann": 70, "bob": 3, "cid": 12, "dan": 5}[name]):
        pairs = [(rename(u) if rename is not len else "abcd".index(u[0]), rename(v) if rename is not len else "abcd".index(v[0])) for u, v in edges]
        graph, network = gpmine.Graph(pairs), nx.Graph(pairs)
        assert nx.triangles(graph) == nx.triangles(network)
        assert nx.clustering(graph, pairs[0][0]) == 1.0
        assert as_sets(list(nx.find_cliques(graph))) == as_sets(list(nx.find_cliques(network)))
        assert nx.core_number(graph) == nx.core_number(network)
        assert nx.is_isomorphic(graph, network, backend="gpmine")
        assert by_pair(list(nx.jaccard_coefficient(graph))) == by_pair(list(nx.jaccard_coefficient(network)))
        assert set(nx.k_truss(graph, 3)) == set(nx.k_truss(network, 3))
    arcs = gpmine.Graph(edges, directed=True)
    assert nx.triadic_census(arcs) == nx.triadic_census(nx.DiGraph(edges))
    with pytest.raises(nx.NetworkXNotImplemented):
        nx.triangles(arcs)
    with pytest.raises(NotImplementedError):
        nx.pagerank(arcs)
    with nx.config(fallback_to_nx=True):
        assert nx.degree_centrality(gpmine.Graph(edges)) == nx.degree_centrality(nx.Graph(edges))


def test_conversions_are_kept_and_shared():
    graph = nx.complete_graph(5)
    nx.triangles(graph, backend="gpmine")
    (kept,) = graph.__networkx_cache__["backends"]["gpmine"].values()
    # What functions ask of attributes differs.
    nx.clustering(graph, backend="gpmine")
    nx.is_isomorphic(graph, graph, node_match=isomorphism.categorical_node_match("color", 1), backend="gpmine")
    assert all(other is kept for other in graph.__networkx_cache__["backends"]["gpmine"].values())
    for copied in (copy.deepcopy(graph), pickle.loads(pickle.dumps(graph))):
        assert nx.triangles(copied, backend="gpmine") == {v: 6 for v in range(5)}
    graph.add_edge(0, 5)
    assert nx.triangles(graph, backend="gpmine") == {v: 6 * (v < 5) for v in range(6)}
    assert nx.utils.graphs_equal(backend.convert_to_nx(backend.convert_from_nx(graph)), graph)


def test_views():
    graph = nx.gnp_random_graph(20, 0.4, seed=2)
    for view in (graph.subgraph(range(5, 17)), nx.restricted_view(graph, [1], [(0, 2)]), nx.freeze(graph.copy())):
        assert nx.triangles(view, backend="gpmine") == nx.triangles(view)
    arcs = nx.gnp_random_graph(20, 0.2, seed=2, directed=True)
    assert nx.triadic_census(arcs.reverse(copy=False), backend="gpmine") == nx.triadic_census(arcs.reverse())
    assert nx.triangles(arcs.to_undirected(as_view=True), backend="gpmine") == nx.triangles(arcs.to_undirected())


def test_calls_that_are_left_to_networkx():
    graph = nx.complete_graph(4)
    for name, args in {
        "clustering": (None, "weight"),
        "average_clustering": (None, "weight"),
        "simple_cycles": (),
        "chordless_cycles": (50,),
        "node_clique_number": (None, [[0, 1]]),
        "k_clique_communities": (2, [[0, 1]]),
        "square_clustering": (),
    }.items():
        given = nx.DiGraph(graph) if name == "square_clustering" else graph
        assert isinstance(backend.can_run(name, (given, *args), {}), str)
        with nx.config.backend_priority(algos=["gpmine"]):
            own = outcome(nx.utils.backends._registered_algorithms[name], given, *args)
        assert own == outcome(nx.utils.backends._registered_algorithms[name], given, *args, backend="networkx")


def test_calls_that_are_not_worth_while():
    large, small = nx.gnm_random_graph(2000, 6000, seed=1), nx.complete_graph(5)
    assert set(FEWEST_NODES) == set(FUNCTIONS)
    for name, args, is_worth in (
        ("triangles", (large,), True),
        ("triangles", (large, list(large)), True),
        ("triangles", (large, 3), False),
        ("triangles", (large, [3, 4]), False),
        ("triangles", (small,), False),
        ("jaccard_coefficient", (large, [(0, 1)]), False),
        ("jaccard_coefficient", (large,), True),
        ("is_isomorphic", (large, small), False),
        ("is_isomorphic", (large, large), True),
        ("max_clique", (large,), True),
        ("max_clique", (nx.complete_graph(60),), False),
    ):
        assert (backend.should_run(name, args, {}) is True) == is_worth, (name, args)
    with nx.config.backend_priority(algos=["gpmine"]):
        assert nx.triangles(small) == {v: 6 for v in range(5)} and not small.__networkx_cache__
        assert sum(nx.triangles(large).values()) == 3 * gpmine.count(large, "triangle") and large.__networkx_cache__["backends"]


def test_classes_that_decide_what_their_edges_are():
    class Opposite(nx.Graph):
        """The graph of the edges that were not added."""

        def __getitem__(self, node):
            return {other: {} for other in self if other != node and other not in self._adj[node]}

        def neighbors(self, node):
            return iter(self[node])

    class Named(nx.Graph):
        """A graph with more methods."""

        def title(self):
            return "named"

    assert isinstance(backend.can_run("core_number", (Opposite(nx.path_graph(4)),), {}), str)
    assert not GraphMatcher(Opposite(nx.path_graph(3)), nx.path_graph(3)).subgraph_is_isomorphic()
    assert backend.can_run("core_number", (Named(nx.path_graph(4)),), {}) is True
    assert nx.core_number(Named(nx.path_graph(4)), backend="gpmine") == dict.fromkeys(range(4), 1)
