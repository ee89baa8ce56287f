"""Isomorphisms, of whole graphs and of parts: the same as networkx finds."""

import random
from collections import Counter

import pytest

nx = pytest.importorskip("networkx")

from gpmine.networkx import DiGraphMatcher, GraphMatcher
from networkx.algorithms import isomorphism
from networkx_cases import CASES, as_sets, outcome, random_graph


def renamed(rng, graph):
    """The same graph with other nodes in another order."""
    nodes = list(graph)
    names = dict(zip(nodes, rng.sample(range(100, 100 + len(nodes)), len(nodes))))
    made = graph.__class__()
    made.add_nodes_from((names[node], graph.nodes[node]) for node in rng.sample(nodes, len(nodes)))
    edges = [(names[u], names[v], data) for u, v, data in graph.edges(data=True)]
    made.add_edges_from(rng.sample(edges, len(edges)))
    return made


def pair_of_graphs(rng, **kind):
    """Two graphs that are isomorphic, or hardly not."""
    graph = random_graph(rng, n=rng.choice([0, 1, 2, 3, 4, 5, 6]), **kind)
    for node in graph:
        graph.nodes[node]["color"] = rng.choice("ab")
    for *_, data in graph.edges(data=True):
        data["kind"] = rng.choice("xy")
    other = renamed(rng, graph)
    if rng.random() < 0.5 and other.number_of_edges():
        edge = rng.choice(list(other.edges))
        other.remove_edge(*edge[:2])
        other.add_edge(*rng.choices(list(other), k=2), kind=rng.choice("xy"))
    if rng.random() < 0.2 and other:
        other.nodes[rng.choice(list(other))]["color"] = rng.choice("abc")
    return graph, other


def test_isomorphisms():
    rng = random.Random(32)
    of_nodes, of_edges = isomorphism.categorical_node_match("color", None), isomorphism.categorical_edge_match(["kind"], ["x"])
    for _ in range(2 * CASES):
        graph, other = pair_of_graphs(rng, directed=rng.random() < 0.4, multi=rng.random() < 0.3, loops=rng.random() < 0.3)
        for options in ({}, {"node_match": of_nodes}, {"node_match": of_nodes, "edge_match": of_edges}):
            own = outcome(nx.is_isomorphic, graph, other, backend="gpmine", **options)
            if own is NotImplementedError:
                assert graph.is_multigraph() and "edge_match" in options
            else:
                assert own is nx.is_isomorphic(graph, other, **options), (graph.edges(data=True), other.edges(data=True), options)
    for match in (lambda one, two: True, isomorphism.numerical_node_match("size", 1)):
        assert outcome(nx.is_isomorphic, graph, other, node_match=match, backend="gpmine") is NotImplementedError


def test_labelled_isomorphisms():
    rng = random.Random(33)
    for _ in range(2 * CASES):
        graph, other = pair_of_graphs(rng, directed=rng.random() < 0.4, multi=rng.random() < 0.3)
        for label in (None, "color"):
            own = list(nx.vf2pp_all_isomorphisms(graph, other, label, backend="gpmine"))
            expected = list(nx.vf2pp_all_isomorphisms(graph, other, label))
            assert as_sets([found.items() for found in own]) == as_sets([found.items() for found in expected])
            one = nx.vf2pp_isomorphism(graph, other, label, backend="gpmine")
            assert one in own if own else one is None
            assert nx.vf2pp_is_isomorphic(graph, other, label, backend="gpmine") is bool(own)


def test_isomorphisms_of_large_graphs():
    rng = random.Random(34)
    for graph in (nx.barabasi_albert_graph(300, 2, seed=1), nx.random_regular_graph(3, 100, seed=1), nx.star_graph(200), nx.complete_graph(60)):
        other = renamed(rng, graph)
        found = nx.vf2pp_isomorphism(graph, other, backend="gpmine")
        assert all(other.has_edge(found[u], found[v]) for u, v in graph.edges) and len(set(found.values())) == len(graph)
        swapped = nx.double_edge_swap(other.copy(), 1, seed=1) if len(graph) == 300 else nx.empty_graph(len(graph))
        assert not nx.is_isomorphic(graph, swapped, backend="gpmine")


def test_whether_graphs_could_be_isomorphic():
    rng = random.Random(35)
    for _ in range(CASES):
        graph, other = pair_of_graphs(rng, loops=rng.random() < 0.3)
        for properties in ("dtc", "d", "t", "c", ""):
            own = nx.could_be_isomorphic(graph, other, properties=properties, backend="gpmine")
            assert own is nx.could_be_isomorphic(graph, other, properties=properties)
        assert nx.fast_could_be_isomorphic(graph, other, backend="gpmine") is nx.fast_could_be_isomorphic(graph, other)


def test_matchers():
    rng = random.Random(36)
    of_nodes, of_edges = isomorphism.categorical_node_match("color", None), isomorphism.categorical_edge_match("kind", None)
    for _ in range(CASES):
        directed = rng.random() < 0.4
        kind = {"directed": directed, "loops": rng.random() < 0.1, "multi": rng.random() < 0.1}
        large, _ = pair_of_graphs(rng, **kind)
        small = renamed(rng, large.subgraph(list(large)[: rng.randint(0, len(large))]).copy())
        own_class, its_class = (DiGraphMatcher, isomorphism.DiGraphMatcher) if directed else (GraphMatcher, isomorphism.GraphMatcher)
        for matches in ((None, None), (of_nodes, None), (of_nodes, of_edges), (lambda one, two: one.get("color") == two.get("color"), None)):
            if matches[1] and large.is_multigraph():
                continue
            own, its = own_class(large, small, *matches), its_class(large, small, *matches)
            for name in ("isomorphisms_iter", "subgraph_isomorphisms_iter", "subgraph_monomorphisms_iter"):
                found, expected = ([frozenset(mapping.items()) for mapping in getattr(matcher, name)()] for matcher in (own, its))
                assert Counter(found) == Counter(expected), (name, large.edges(data=True), small.edges(data=True))
                assert not found or frozenset(own.mapping.items()) == found[-1]
            for name in ("is_isomorphic", "subgraph_is_isomorphic", "subgraph_is_monomorphic"):
                assert getattr(own, name)() is getattr(its, name)()
    with pytest.raises(nx.NetworkXError):
        GraphMatcher(nx.DiGraph(), nx.DiGraph())


def test_matchers_of_derived_classes_decide_themselves():
    class Picky(GraphMatcher):
        def semantic_feasibility(self, node, other):
            return node > 1

    assert Picky(nx.complete_graph(4), nx.path_graph(2)).subgraph_is_isomorphic()
    assert not Picky(nx.complete_graph(4), nx.path_graph(3)).subgraph_is_isomorphic()
