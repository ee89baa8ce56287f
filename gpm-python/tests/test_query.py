"""Queries in Cypher."""

import datetime

import pytest

import gpmine


def test_nodes_are_what_the_graph_calls_them():
    graph = gpmine.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], directed=True)
    found = graph.query("MATCH (x)-->(y)-->(z) WHERE x <> z RETURN x, z, count(*) AS n ORDER BY x, z")
    assert found.columns == ["x", "z", "n"]
    assert list(found) == [("a", "c", 1), ("b", "a", 1), ("b", "d", 1), ("c", "b", 1)]
    assert gpmine.query(graph, "MATCH (x)-[r]->(y) RETURN r ORDER BY y")["r"] == [("c", "a"), ("a", "b"), ("b", "c"), ("c", "d")]


def test_objects_have_no_ids():
    graph = gpmine.Graph([((0, 1), (0, 2)), ((0, 2), (1, 1))], directed=True)
    assert list(graph.query("MATCH (x)-->(y)-->(z) RETURN x, z")) == [((0, 1), (1, 1))]
    with pytest.raises(gpmine.InputError, match="objects"):
        graph.query("MATCH (x)-->(y) WHERE x.id > 0 RETURN y")


def test_undirected_graphs():
    graph = gpmine.Graph([(0, 1), (1, 2), (2, 0), (2, 3)])
    assert list(graph.query("MATCH (a)--(b)--(c)--(a) RETURN a, count(*) / 2 AS n ORDER BY a")) == [(0, 1), (1, 1), (2, 1)]
    with pytest.raises(gpmine.InputError, match="no directions"):
        graph.query("MATCH (a)-->(b) RETURN a")


def test_records_with_types_and_moments():
    records = gpmine.Records(
        {
            "source": ["ann", "ann", "bob"],
            "target": ["bob", "bob", "cid"],
            "type": ["pays", "owes", "pays"],
            "amount": [5, 7, 2],
            "day": [datetime.date(2025, 2, 1), datetime.date(2025, 2, 3), None],
        },
        directed=True,
    )
    found = records.query("MATCH (a)-[p:pays]->(b) RETURN a, p, p.amount AS amount, p.day AS day, type(p) AS kind ORDER BY amount")
    assert list(found) == [("bob", 2, 2, None, "pays"), ("ann", 0, 5, datetime.date(2025, 2, 1), "pays")]
    assert list(records.query("MATCH (a)-[p]->(b) RETURN a, sum(p.amount), count(DISTINCT b) ORDER BY a")) == [("ann", 12, 1), ("bob", 2, 1)]
    with pytest.raises(gpmine.InputError, match="no property `amout`"):
        records.query("MATCH (a)-[p]->(b) RETURN p.amout")


def test_errors_show_the_place():
    graph = gpmine.Graph([(0, 1)])
    with pytest.raises(gpmine.InputError) as error:
        graph.query("MATCH (a)--(b) RETRUN a")
    assert str(error.value).splitlines()[1:] == ["  | MATCH (a)--(b) RETRUN a", "  |                ^^^^^^"]
    assert graph.explain_query("MATCH (a)--(b) RETURN count(*)") == "DIFFERENT EDGES, counted:\n  a-b\n"


def test_a_limit_of_time_marks_what_is_partial():
    graph = gpmine.Graph.generate("er:3000:60000")
    found = graph.query("MATCH (a)--(b)--(c)--(d)--(e) RETURN count(*) AS n", time_limit=0)
    assert found.partial
