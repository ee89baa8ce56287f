"""Matches while they are found."""

import itertools
import os
import random
import threading

import numpy as np
import pytest

import gpmine
from gpmine import Graph, InputError


def some_graph(n=40, seed=5):
    rng = random.Random(seed)
    return Graph([(u, v) for u in range(n) for v in range(u) if rng.random() < 0.3])


def rows_of(tables):
    return sorted(row for table in tables for row in table)


@pytest.mark.parametrize("pattern", ["triangle", "a-b-c", "a-b, b-c where a.id < c.id"])
@pytest.mark.parametrize("options", [{}, {"induced": True}, {"embeddings": True}, {"homomorphism": True}])
def test_tables_have_all_matches(pattern, options):
    graph = some_graph()
    stream = graph.stream(pattern, rows=100, **options)
    tables = list(stream)
    assert rows_of(tables) == sorted(graph.matches(pattern, **options))
    assert all(len(table) == 100 for table in tables[:-1])
    assert stream.about["count"] == sum(map(len, tables)) == graph.count(pattern, **options)
    assert not stream.about["partial"] and next(stream, None) is None


def test_limit_and_ids():
    graph = Graph([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")])
    assert rows_of(graph.stream("x-y")) == sorted(graph.matches("x-y"))
    stream = some_graph().stream("a-b-c", rows=10, limit=25)
    assert [len(table) for table in stream] == [10, 10, 5]
    assert (stream.about["count"], stream.about["limited"]) == (25, True)
    objects = Graph([((0, 1), (1, 2)), ((1, 2), None)])
    assert {frozenset(row) for table in objects.stream("x-y") for row in table} == {frozenset([(0, 1), (1, 2)]), frozenset([(1, 2), None])}
    with pytest.raises(InputError, match="objects"):
        objects.stream("x-y").__arrow_c_stream__()
    large = Graph(np.array([1 << 63, 5], np.uint64), np.array([5, 7], np.uint64))
    assert {max(row) for table in large.stream("x-y") for row in table} == {1 << 63, 7}
    assert set(large.vertices.tolist()) == {5, 7, 1 << 63}


def test_a_stream_is_left_early_and_the_graph_asked_meanwhile():
    graph = some_graph(300)
    with graph.stream("path:6", rows=1000) as stream:
        assert len(next(stream)) == 1000
        assert graph.count("triangle") > 0
        assert len(next(stream)) == 1000
    assert next(stream, None) is None
    del stream
    for _ in range(20):
        next(graph.stream("path:6", rows=10))


def test_what_is_wrong_is_said_at_once():
    graph = some_graph()
    for wrong in (dict(pattern="a-b-"), dict(pattern="a-b", rows=0), dict(pattern="a-b", limit=0), dict(pattern="a->b"), dict(pattern="a:X-b")):
        with pytest.raises(InputError):
            graph.stream(**wrong)
    with pytest.raises(TypeError):
        graph.stream("a-b", row=5)


def test_time_limit_and_progress_that_raises():
    graph = some_graph(300)
    stream = graph.stream("path:7", rows=1 << 12, time_limit=0.2)
    assert sum(1 for _ in stream) >= 0 and stream.about["partial"]

    def stop(done, left):
        raise RuntimeError("enough")

    # No match, and long to find out.
    with pytest.raises(RuntimeError, match="enough"):
        next(graph.stream("a-b-c-d-e-f-g where a.id + g.id < 0", progress=stop))


def test_threads_share_a_stream():
    graph, found = some_graph(), []
    stream = graph.stream("a-b-c", rows=7)
    threads = [threading.Thread(target=lambda: found.extend(stream)) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert rows_of(found) == sorted(graph.matches("a-b-c"))


def test_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    graph = some_graph()
    reader = pyarrow.RecordBatchReader.from_stream(graph.stream("a-b-c", rows=50))
    table = reader.read_all()
    assert sorted(zip(*(table[name].to_pylist() for name in "abc"))) == sorted(graph.matches("a-b-c"))
    assert set(map(str, table.schema.types)) == {"int64"}
    named = Graph([("ann", "bob"), ("bob", "cid")])
    assert pyarrow.table(named.stream("x-y-z")).to_pylist() in (
        [dict(zip("xyz", row))] for row in itertools.permutations(("ann", "bob", "cid"))
    )
    large = pyarrow.table(Graph(np.array([1 << 63], np.uint64), np.array([5], np.uint64)).stream("x-y"))
    assert str(large.schema.types[0]) == "uint64" and {*large["x"].to_pylist(), *large["y"].to_pylist()} == {1 << 63, 5}


def test_functions_take_what_a_graph_is_made_of():
    assert [len(table) for table in gpmine.stream([(0, 1), (1, 2)], "a-b")] == [2]


def test_what_is_known_of_a_stream_that_others_took():
    pyarrow = pytest.importorskip("pyarrow")
    graph = some_graph(300)
    stream = graph.stream("path:7", time_limit=0.2)
    table = pyarrow.RecordBatchReader.from_stream(stream).read_all()
    assert stream.about["partial"] and stream.about["count"] == table.num_rows


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_stream_is_its_process_own():
    graph = some_graph(300)
    stream = graph.stream("path:6", rows=10)
    next(stream)
    child = os.fork()
    if child == 0:
        # What ends it is seen by the parent.
        status = 1
        try:
            try:
                next(stream)
            except gpmine.UnsupportedError:
                del stream
                status = 0 if graph.count("triangle", device="cpu") > 0 else 3
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert len(next(stream)) == 10
