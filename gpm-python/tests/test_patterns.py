"""Patterns as objects: what they are made of, compared with, asked for, and how they are drawn."""

import copy
import math
import pickle
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import gpmine
from gpmine import Graph, InputError, Pattern
from gpmine.layout import layout
from gpmine.pattern import text_of, texts_of

SVG = "{http://www.w3.org/2000/svg}"
TRIANGLE_AND_TAIL = [(0, 1), (1, 2), (2, 0), (2, 3)]


def test_text_is_read():
    pattern = Pattern("b:Person-a, a-[knows|likes]->c where a.age > 30")
    assert pattern.vertices == ["b", "a", "c"] and pattern.num_vertices == 3 and pattern.num_edges == 2 and pattern.directed
    assert str(pattern) == pattern.text and eval(repr(pattern)) == pattern == Pattern(pattern)
    assert Pattern("a-b, a!->b").num_edges == 1 and Pattern("a<->b").num_edges == 2
    assert Pattern("a-b-c-a").title == "triangle" and Pattern("a->b->c->a").title == "030C" and Pattern("triangle").text == "0-1 0-2 1-2"
    with pytest.raises(InputError, match="not connected"):
        Pattern("a-b, c-d")
    with pytest.raises(AttributeError):
        pattern.text = "a-b"


def test_equality_is_of_texts_and_isomorphism_of_all_else():
    assert Pattern("a-b-c-a") == Pattern("a - b, b - c, a-c") != Pattern("triangle")
    assert len({Pattern("a-b-c-a"), Pattern("a-b, b-c, c-a"), Pattern("x-y")}) == 2
    assert Pattern("triangle") != "triangle"
    assert Pattern("a-b-c-a").is_isomorphic("triangle") and Pattern("a-b-c-a").is_isomorphic(Pattern("clique:3"))
    assert not Pattern("a->b->c").is_isomorphic("a->b<-c")
    assert Pattern("a-b-c where a.x < 3").is_isomorphic("z-y-x where x.x < 3") and not Pattern("a-b-c where a.x < 3").is_isomorphic("a-b-c")
    assert Pattern("house").canonical == Pattern("a-b-c-d-a, a-e-b").canonical


def test_patterns_are_pickled_and_copied():
    pattern = Pattern('a:"two words"->b, c-b, a!->c where a.x < 3')
    assert pickle.loads(pickle.dumps(pattern)) == pattern == copy.deepcopy(pattern)


def test_pairs():
    assert Pattern([("ann", "bob"), ("bob", "cid")]).text == "ann-bob bob-cid"
    assert Pattern([(7, 3), (3, 5)]).vertices == ["7", "3", "5"]
    assert Pattern(((0, 1), (1, 2), (2, 0))).is_isomorphic("triangle")
    assert Pattern([(0, 1), (1, 2)], directed=True).text == "0->1 1->2"
    # Names of the language, or none.
    assert Pattern([("a b", "c"), ("c", (1, 2))]).text == "v0-v1 v1-v2"
    assert Pattern([("where", "c")]).vertices == ["v0", "v1"] and Pattern([(1, "1")]).vertices == ["v0", "v1"]
    assert Pattern([("Ünal", "名前")]).vertices == ["Ünal", "名前"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (["a-b", "b-c"], "a list of texts is several patterns"),
        (["ab", "bc"], "a list of texts is several patterns"),
        ([Pattern("triangle")], "several patterns"),
        (((0, 1), (1, 2)), "two edges or two arrays"),
        ([(0, 1, "x")], "made of text"),
        ([], "no edge"),
        ([(0, 0)], "edge to itself"),
        (5, "made of text, .*, not of a int"),
        (None, "made of text"),
    ],
)
def test_what_is_no_pattern_is_refused(source, why):
    with pytest.raises(InputError, match=why):
        Pattern(source)


def test_directed_is_for_pairs():
    with pytest.raises(InputError, match="directed=True is for a list of pairs"):
        Pattern("a-b", directed=True)


def test_networkx_there_and_back():
    nx = pytest.importorskip("networkx")
    graph = nx.DiGraph()
    graph.add_node("b", label="Person")
    graph.add_node("a", label='say "hi" \\ there\n|x')
    graph.add_edge("a", "b", label="is at")
    graph.add_edge("b", "a")
    graph.add_edge("b", "c", label=7)
    pattern = Pattern(graph)
    assert pattern.vertices == ["b", "a", "c"] and pattern.text.count("->") == 3
    back = pattern.to_networkx()
    assert back.is_directed() and list(back) == ["b", "a", "c"] and Pattern(back) == pattern
    assert back.nodes["a"]["label"] == graph.nodes["a"]["label"] and "label" not in back.nodes["c"]
    assert back.edges["a", "b"]["label"] == "is at" and back.edges["b", "c"]["label"] == "7" and "label" not in back.edges["b", "a"]

    plain = Pattern(nx.petersen_graph())
    assert plain.num_edges == 15 and nx.utils.graphs_equal(nx.relabel_nodes(plain.to_networkx(), int), nx.Graph(nx.petersen_graph().edges))
    assert Pattern(nx.grid_2d_graph(2, 2)).vertices == ["v0", "v1", "v2", "v3"]

    class Own(nx.Graph):
        pass

    assert Pattern(Own([("g6", "b")])).vertices == ["g6", "b"]
    labelled = nx.Graph([("g6", "b")])
    labelled.nodes["g6"]["label"] = "x"
    assert Pattern(labelled).is_isomorphic("a:x-b")


def test_graphs_that_are_no_patterns_are_refused():
    nx = pytest.importorskip("networkx")
    assert Pattern(nx.MultiGraph([(0, 1), (1, 2)])) == Pattern("0-1-2") and Pattern(nx.MultiDiGraph([(0, 1), (1, 0)])) == Pattern("0<->1")
    with pytest.raises(InputError, match="0 and 1 are joined by parallel edges"):
        Pattern(nx.MultiGraph([(0, 1), (1, 0)]))
    with pytest.raises(InputError, match="parallel edges"):
        Pattern(nx.MultiDiGraph([(0, 1), (0, 1)]))
    with pytest.raises(InputError, match="2 to 32 vertices, and this graph has 34"):
        Pattern(nx.karate_club_graph())
    with pytest.raises(InputError, match="not connected"):
        Pattern(nx.Graph([(0, 1), (2, 3)]))
    both = nx.Graph([(0, 1)])
    both.nodes[0]["label"] = ["x", "y"]
    with pytest.raises(InputError, match="one of several labels or all of them"):
        Pattern(both)
    for text, what in [
        ("a-b-c, a!-c", "must be absent"),
        ("a-b where a.x < 3", "condition"),
        ("a-b->c", "beside undirected"),
        ("a:x|y-b", "choice of labels"),
        ('a-["x|"|y]-b', "choice of labels"),
    ]:
        with pytest.raises(InputError, match=what):
            Pattern(text).to_networkx()
    assert Pattern('a:"x|y"-b').to_networkx().nodes["a"]["label"] == "x|y"


def test_igraph():
    igraph = pytest.importorskip("igraph")
    assert Pattern(igraph.Graph.Ring(4)) == Pattern("0 1 2 0-1 1-2 2-3 3-0")
    graph = igraph.Graph([(0, 1), (1, 2)], directed=True)
    graph.vs["name"], graph.vs["label"], graph.es["label"] = ["x", "y", "z"], ["A", None, "B"], ["p", None]
    assert Pattern(graph) == Pattern("x:A-[p]->y y->z:B")
    with pytest.raises(InputError, match="parallel edges"):
        Pattern(igraph.Graph([(0, 1), (1, 0)]))
    assert Graph(TRIANGLE_AND_TAIL).count(igraph.Graph.Full(3)) == 1


def test_questions_take_patterns():
    nx = pytest.importorskip("networkx")
    np = pytest.importorskip("numpy")
    graph = Graph(TRIANGLE_AND_TAIL)
    triangle, wedge = Pattern("triangle"), nx.path_graph(["a", "b", "c"])
    assert graph.count(triangle) == 1 and graph.count(wedge) == 5
    assert graph.count([triangle, "a-b", wedge]) == [1, 4, 5] and graph.count((triangle,)) == [1]
    assert graph.count(iter([triangle, wedge])) == [1, 5]
    assert graph.count(triangle, per="vertex").tolist() == [1, 1, 1, 0] and graph.count([triangle], per="vertex").shape == (4, 1)
    assert graph.count(wedge, anchor="b").sum() == 5
    assert graph.matches(wedge).columns == ["a", "b", "c"] and len(graph.sample(wedge, 3)) == 3
    assert graph.estimate(triangle).count == 1 and graph.explain(triangle) == graph.explain("triangle")
    assert gpmine.count(TRIANGLE_AND_TAIL, triangle) == 1
    labelled = nx.Graph([("x", "y")])
    labelled.nodes["x"]["label"] = "A"
    assert Graph([(0, 1), (1, 2)], vertices=[0, 1, 2], vertex_labels=["A", "B", "A"]).count(labelled) == 2
    two = [[(0, 1), (1, 2), (2, 0)], [(0, 1), (1, 2)]]
    assert np.array_equal(gpmine.features(two, [triangle, wedge], per="graph"), [[1, 3], [0, 1]])
    assert np.array_equal(gpmine.features(two, wedge, per="graph"), [[3], [1]])
    # What would be the name of a set is a pattern all the same.
    assert gpmine.feature_names([Pattern("x-1"), "cycles-3"]) == ["x-1", "cycle:3"]


@pytest.mark.parametrize("pattern", [[[("a", "b")]], [5], 5, None, [["triangle"]]])
def test_questions_refuse_what_is_no_pattern(pattern):
    with pytest.raises(InputError, match="a pattern is text, a Pattern or a graph"):
        Graph(TRIANGLE_AND_TAIL).count(pattern)
    with pytest.raises(InputError, match="a pattern is text, a Pattern or a graph"):
        Graph(TRIANGLE_AND_TAIL).matches([("a", "b")])


def test_texts():
    assert text_of("no such pattern") == "no such pattern" and text_of(Pattern("a-b")) == "a-b"
    assert texts_of("a-b") == ["a-b"] and texts_of(["a-b", Pattern("triangle")]) == ["a-b", "0-1 0-2 1-2"] and texts_of([]) == []


def drawn(text):
    """The drawing of a pattern, which is checked to be XML."""
    svg = Pattern(text).to_svg()
    assert svg == Pattern(text)._repr_svg_() == Pattern(text).to_svg()
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("text", ["edge", "triangle", "path:20", "star:9", "wheel:7", "house", "clique:32", "octahedron", "a->b<-c", "K3-3", "book:9"])
def test_drawings_show_all_vertices_apart(text):
    svg, pattern = drawn(text), Pattern(text)
    discs = [(float(disc.get("cx")), float(disc.get("cy")), float(disc.get("r"))) for disc in svg.iter(SVG + "circle")]
    assert len(discs) == pattern.num_vertices and len(list(svg.iter(SVG + "path"))) == pattern.num_edges
    assert 120 <= float(svg.get("width")) <= 220 and svg.find(SVG + "title").text == pattern.text
    left, top, width, height = map(float, svg.get("viewBox").split())
    for at, (x, y, radius) in enumerate(discs):
        assert left <= x - radius and x + radius <= left + width and top <= y - radius and y + radius <= top + height
        assert all(math.dist((x, y), other[:2]) > 2 * radius for other in discs[:at])
    assert [word.text for word in svg.iter(SVG + "text")] == pattern.vertices


def test_drawings_show_labels_directions_and_conditions():
    svg = drawn("""a:Person-[knows]->b:"R&D", b<->c:Person, c!-d, b-d where a.age < 30 and b.name == '<x>'""")
    words = [word.text for word in svg.iter(SVG + "text")]
    assert {"a", "b", "c", "d", "Person", '"R&D"', "knows"} <= set(words) and "where" in " ".join(words) and "'<x>'" in " ".join(words)
    fills = [disc.get("fill") for disc in svg.iter(SVG + "circle")]
    assert fills[0] == fills[2] and len({fills[0], fills[1], fills[3]}) == 3
    # One head of a->b, and two of the line that is both arcs between b and c.
    assert len(list(svg.iter(SVG + "polygon"))) == 3
    dashed = [line for line in svg.iter(SVG + "path") if line.get("stroke-dasharray")]
    assert len(list(svg.iter(SVG + "path"))) == 4 and len(dashed) == 1 and dashed[0].get("stroke") == "#cf222e"
    # Arcs that do not say the same are two curves.
    assert all("Q" in line.get("d") for line in drawn("a-[x]->b, b-[y]->a").iter(SVG + "path"))


def test_arrowheads_end_at_the_rim():
    svg = drawn("a->b")
    (x, y), = [map(float, head.get("points").split()[0].split(",")) for head in svg.iter(SVG + "polygon")]
    target = list(svg.iter(SVG + "circle"))[1]
    assert math.dist((x, y), (float(target.get("cx")), float(target.get("cy")))) == pytest.approx(float(target.get("r")) + 1, abs=0.3)


def test_text_that_is_long_is_kept_within_the_drawing():
    svg = drawn(f"somebody:Professor-somewhere:University, somewhere-[is_part_of_the_campus_of]-else where somewhere.name = '{'x' * 80}'")
    assert float(svg.get("width")) <= 220


def circumference(points):
    middle = [sum(axis) / len(points) for axis in zip(*points)]
    return [math.dist(point, middle) for point in points]


def crossings(points, edges):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    def cross(one, other):
        a, b, c, d = (points[v] for v in (*one, *other))
        return not set(one) & set(other) and side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0

    return sum(cross(one, other) for at, one in enumerate(edges) for other in edges[:at])


def test_shapes_that_everyone_knows():
    for number in (3, 4, 5, 8):
        for edges in ([(u, v) for u in range(number) for v in range(u)], [(u, (u + 1) % number) for u in range(number)]):
            radii = circumference(layout(number, edges))
            assert max(radii) == pytest.approx(min(radii))
    star = layout(7, [(3, v) for v in range(7) if v != 3])
    assert all(math.dist(star[3], point) == pytest.approx(1) for v, point in enumerate(star) if v != 3)
    for number in (2, 3, 7, 8):
        path = layout(number, [(v, v + 1) for v in range(number - 1)])
        assert all(x < onward for (x, _), (onward, _) in zip(path, path[1:]))
    # A house has its roof on top of a level floor.
    roof, *walls = [layout(5, [(1, 2), (2, 3), (3, 4), (4, 1), (0, 1), (0, 2)])[v] for v in (0, 1, 2, 3, 4)]
    assert all(roof[1] < y - 0.5 for _, y in walls) and abs(walls[2][1] - walls[3][1]) < 0.05


def test_planar_graphs_are_drawn_without_crossings():
    tree = [((v * 7 + 3) % v if v > 1 else 0, v) for v in range(1, 20)]
    grid = [(4 * i + j, 4 * i + j + 1) for i in range(3) for j in range(3)] + [(4 * i + j, 4 * i + j + 4) for i in range(2) for j in range(4)]
    prism = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
    cube = [(u, u ^ bit) for u in range(8) for bit in (1, 2, 4) if u < u ^ bit]
    for number, edges in ((20, tree), (12, grid), (6, prism), (8, cube)):
        points = layout(number, edges)
        assert crossings(points, edges) == 0 and points == layout(number, edges)
        assert min(math.dist(p, q) for at, p in enumerate(points) for q in points[:at]) > 0.3


def test_tables_draw_their_patterns():
    graph = Graph(TRIANGLE_AND_TAIL)
    table = graph.motifs(3)
    html = table._repr_html_()
    assert html.count("<svg") == 2 and "<td>triangle</td><td><svg" in html and "<th colspan=2>pattern</th><th>count</th>" in html
    assert table.to_dict() == {"pattern": ["triangle", "wedge"], "count": [1, 2]} and table.columns == ["pattern", "count"]
    ElementTree.fromstring(f"<html>{html.replace('colspan=2', '')}</html>")
    frequent = Graph([(0, 1), (1, 2), (2, 3)], vertices=range(4), vertex_labels=["C", "O", "C", "O"]).fsm(1, max_edges=2)
    assert frequent._repr_html_().count("<svg") == min(len(frequent), 10)
    # Triads in which a vertex has no arc are no patterns.
    census = Graph([(0, 1), (1, 2), (2, 0)], directed=True).triads()
    assert census._repr_html_().count("<svg") == 7 and "<td>003</td><td></td>" in census._repr_html_()
    # Columns of other tables may have any name.
    assert "<svg" not in Graph([("triangle", "wedge")]).matches("pattern - triad")._repr_html_()


def test_every_title_is_a_pattern():
    arcs, edges = Graph([(0, 1)], directed=True), Graph([(0, 1)])
    for titles in (edges.motifs(5)["pattern"], arcs.motifs(3)["pattern"], edges.motifs(6)["pattern"]):
        assert all(Pattern(title).title == title for title in titles)


def test_drawing_is_imported_when_it_is_needed():
    code = "import sys, gpmine; gpmine.Pattern('triangle'); assert not {'gpmine.drawing', 'gpmine.layout', 'numpy', 'networkx'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
