"""Questions, their options, and how long runs end."""

import itertools
import os
import random
import subprocess
import sys
import textwrap
import threading

import pytest

import gpmine
from gpmine import Graph, InputError

KARATE = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "graphs", "karate.el")


def dense(n=60):
    return Graph([(u, v) for u in range(n) for v in range(u) if (u * v + u) % 5])


def heavy(n=400):
    """Half of all edges, at random: it has some 10^12 induced paths of ten vertices, which nobody counts in a test."""
    rng = random.Random(3)
    return Graph([(u, v) for u in range(n) for v in range(u) if rng.random() < 0.5])


LONG = dict(pattern="path:10", induced=True)


def test_counts():
    graph = Graph.load(KARATE)
    found = graph.count("triangle")
    assert found == 45 and type(found + 1) is int and not found.partial and found.seconds > 0 and "cpu" in found.device
    assert graph.count(["triangle", "clique:4", "a-b-c"], induced=True) == [45, 11, 393]
    assert graph.count("triangle", embeddings=True) == 270
    assert graph.count("a-b-c-d", homomorphism=True) > graph.count("a-b-c-d", embeddings=True)
    limited = graph.count("triangle", limit=10)
    assert limited == 10 and limited.limited
    assert gpmine.count([(0, 1), (1, 2), (2, 0)], "triangle") == 1
    assert Graph([("a", "b")]).count("triangle") == 0


def test_counts_by_vertex_and_edge():
    np = pytest.importorskip("numpy")
    graph = Graph.load(KARATE)
    by_vertex = graph.count("triangle", per="vertex")
    assert isinstance(by_vertex, np.ndarray) and by_vertex.sum() == 3 * 45 and len(by_vertex) == 34
    by_edge = graph.count("triangle", per="edge")
    assert by_edge.sum() == 3 * 45 and len(by_edge) == graph.num_edges
    middle = graph.count("a-b-c", anchor="b")
    degrees = np.bincount(np.concatenate([graph.edges()["source"], graph.edges()["target"]]))
    assert list(middle) == [d * (d - 1) // 2 for d in degrees]
    assert graph.count("a-b-c", anchor=("a", "b")).sum() == 2 * graph.count("a-b-c")
    with pytest.raises(InputError, match="no vertex `x`"):
        graph.count("a-b-c", anchor="x")
    with pytest.raises(InputError, match="several times"):
        graph.count("a-b-c", per="vertex", homomorphism=True)


def test_matches_and_samples():
    graph = Graph([("x", "y"), ("y", "z"), ("z", "x"), ("z", "w")])
    table = graph.matches("p-q-r-p")
    assert table.columns == ["p", "q", "r"] and {frozenset(row) for row in table} == {frozenset("xyz")}
    assert len(graph.matches("p-q", limit=2)) == 2
    assert len(graph.matches("p-q-r")) == graph.count("p-q-r") == 5
    sampled = graph.sample("p-q", 50, seed=3)
    assert len(sampled) == 50 and sampled.about["count"] == 4
    assert list(sampled) == list(graph.sample("p-q", 50, seed=3))
    assert "4 rows" in repr(graph.edges()) and "<td>" in graph.edges()._repr_html_()


def test_tables_for_others():
    pd = pytest.importorskip("pandas")
    table = Graph([(5, 7), (7, 9)]).matches("a-b")
    frame = table.to_pandas()
    assert isinstance(frame, pd.DataFrame) and sorted(map(sorted, frame.values.tolist())) == [[5, 7], [7, 9]]
    assert table.to_dict().keys() == table.to_numpy().keys()


def test_motifs_orbits_and_estimates():
    graph = Graph.load(KARATE)
    assert graph.motifs(3).to_dict() == {"pattern": ["triangle", "wedge"], "count": [45, 393]}
    arcs = Graph([(0, 1), (1, 2), (2, 0)], directed=True)
    assert dict(arcs.motifs(3))["030C"] == 1
    pytest.importorskip("numpy")
    orbits = graph.orbits(4)
    assert orbits.shape == (34, 15) and list(orbits[:, 3]) == list(graph.count("triangle", per="vertex"))
    assert graph.orbits(5, per="edge").shape == (78, 68)
    assert graph.estimate("triangle").count == 45
    assert "for v0" in graph.explain("triangle")
    with pytest.raises(InputError, match="4 or 5"):
        graph.orbits(3)
    with pytest.raises(InputError, match="undirected"):
        arcs.orbits(4)


def test_counts_beyond_64_bits():
    star = Graph([(0, leaf) for leaf in range(1, 3001)])
    expected = 3000 * 2999 * 2998 * 2997 * 2996 * 2995 * 2994 // 5040
    assert star.count("star:8") == expected > 1 << 64
    pytest.importorskip("numpy")
    assert star.count("star:8", per="vertex")[0] == expected


def test_errors_have_classes_and_the_command_s_words():
    graph = Graph([(0, 1)])
    for pattern, words in [("a-", "expected"), ("a->b", "directed"), ("a-b where a.age > 1", "no column `age`")]:
        with pytest.raises(InputError, match=words):
            graph.count(pattern)
    with pytest.raises(InputError, match="device"):
        graph.count("a-b", device="abacus")
    with pytest.raises(InputError, match="time_limit"):
        graph.count("a-b", time_limit=-1)
    with pytest.raises(InputError, match="threads"):
        graph.count("a-b", threads=0)
    with pytest.raises(InputError, match="limit"):
        graph.count("a-b", limit=0)
    with pytest.raises(InputError, match="induced"):
        graph.count("a-b", induced=True, homomorphism=True)
    assert issubclass(gpmine.CountOverflowError, OverflowError)


def test_a_time_limit_leaves_a_partial_count():
    graph = heavy()
    assert graph.count(**LONG, time_limit=0.2).partial
    assert graph.matches(**LONG, time_limit=0.2).partial
    pytest.importorskip("numpy")
    with pytest.raises(TimeoutError):
        graph.count(**LONG, per="vertex", time_limit=0.05)


def test_progress_is_told():
    told = []
    heavy().count(**LONG, time_limit=1, progress=lambda done, left: told.append((done, left)))
    assert told and all(0 <= done <= 1 for done, _ in told)

    def fails(done, left):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough") as raised:
        heavy().count(**LONG, progress=fails)
    assert raised.value.partial[0]["partial"]


def test_ctrl_c_ends_a_count():
    program = """
        import signal, threading, os, sys, time
        import random
        import gpmine
        # Where a shell starts it in the background, Python leaves the signal alone.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        rng = random.Random(3)
        graph = gpmine.Graph([(u, v) for u in range(400) for v in range(u) if rng.random() < 0.5])
        def press():
            print("begun", flush=True)
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=press).start()
        try:
            graph.count("path:10", induced=True)
        except KeyboardInterrupt as interrupt:
            assert interrupt.partial[0]["partial"], interrupt.partial
            print("ended", gpmine.count([(0, 1)], "a-b"))
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=300)
    assert ended.stdout == "begun\nended 1\n", ended.stderr


def test_threads_share_an_engine():
    graph, wrong = dense(), []
    expected = graph.count("clique:4")

    def ask():
        for _ in range(20):
            if graph.count("clique:4") != expected:
                wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_child_counts():
    graph = dense()
    expected = graph.count("clique:4", device="cpu")
    child = os.fork()
    if child == 0:
        os._exit(0 if graph.count("clique:4", device="cpu") == expected else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_works_without_numpy():
    program = """
        import sys
        sys.modules["numpy"] = None
        import gpmine
        graph = gpmine.Graph([("a", "b"), ("b", "c"), ("c", "a")])
        assert graph.count("triangle") == 1 and len(graph.matches("x-y")) == 3
        assert list(gpmine.Graph([(1, 2)]).vertices) == [1, 2]
        try:
            graph.orbits(4)
        except ImportError as error:
            print(error)
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True)
    assert "pip install numpy" in ended.stdout, ended.stderr


def test_brute_force():
    """All labelled patterns of three vertices in small graphs."""
    graph = Graph([(u, v) for u in range(7) for v in range(u) if (u + v) % 3], vertex_labels={v: "xy"[v % 2] for v in range(7)})
    edges = {frozenset(edge) for edge in graph.edges()}
    for labels in itertools.product("xy", repeat=3):
        pattern = "a:{}-b:{}-c:{}".format(*labels)
        expected = sum(
            1
            for a, b, c in itertools.permutations(range(7), 3)
            if ["xy"[v % 2] for v in (a, b, c)] == list(labels) and {frozenset((a, b)), frozenset((b, c))} <= edges
        )
        assert graph.count(pattern, embeddings=True) == expected, pattern
