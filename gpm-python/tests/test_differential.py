"""Random questions about random graphs, given in random ways, against counting all maps. `GPM_RANDOM_CALLS` says how many; each has a seed, which a failure
names."""

import itertools
import os
import random

import pytest

from gpmine import Graph

np = pytest.importorskip("numpy")

CALLS = int(os.environ.get("GPM_RANDOM_CALLS", "150"))

IDS = [lambda v: v, lambda v: 1000 * v + 7, lambda v: f"v{v}", lambda v: ("pair", v), lambda v: -v]


class Case:
    """A graph of up to seven vertices, and a connected pattern of up to four."""

    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        self.directed, self.n = rng.random() < 0.5, rng.randrange(1, 8)
        pairs = itertools.permutations(range(self.n), 2) if self.directed else itertools.combinations(range(self.n), 2)
        density = rng.choice([0.2, 0.5, 0.8])
        self.edges = [pair for pair in pairs if rng.random() < density]
        self.labels = [rng.choice("XY") for _ in range(self.n)] if rng.random() < 0.5 else None
        self.bonds = {edge: rng.choice("rs") for edge in self.edges} if self.edges and rng.random() < 0.3 else None
        self.k = rng.randrange(2, 5)
        joined = [(rng.randrange(v), v) for v in range(1, self.k)]
        joined += [pair for pair in itertools.combinations(range(self.k), 2) if pair not in joined and rng.random() < 0.3]
        self.joined = [pair[::-1] if self.directed and rng.random() < 0.5 else pair for pair in joined]
        self.asked = [rng.choice(["", "X", "Y"]) if self.labels else "" for _ in range(self.k)]
        self.bonds_asked = {pair: rng.choice(["", "r", "s"]) if self.bonds else "" for pair in self.joined}

    def text(self):
        line = ">" if self.directed else ""
        names = [f"{'abcd'[v]}:{label}" if label else "abcd"[v] for v, label in enumerate(self.asked)]

        def edge(u, v):
            bond = self.bonds_asked[u, v]
            return f"{names[u]} -[{bond}]-{line} {names[v]}" if bond else f"{names[u]} -{line} {names[v]}"

        return ", ".join(edge(u, v) for u, v in self.joined)

    def graph(self):
        """The graph as a random kind of input, and what its vertices are called."""
        rng, name = self.rng, self.rng.choice(IDS)
        vertices = [name(v) for v in range(self.n)]
        edges = list(self.edges)
        rng.shuffle(edges)
        # Parallel edges are one, and loops are none.
        twice = edges + [edge for edge in edges if rng.random() < 0.3]
        ends = [[name(u) for u, _ in twice], [name(v) for _, v in twice]]
        bonds = [self.bonds[edge] for edge in twice] if self.bonds else None
        kind = rng.choice(["arrays", "networkx", "attributes"])
        if kind == "networkx":
            nx = pytest.importorskip("networkx")
            network = (nx.MultiDiGraph if self.directed else nx.MultiGraph)()
            for vertex, label in zip(vertices, self.labels or itertools.repeat(None)):
                network.add_node(vertex, **({"kind": label} if label else {}))
            for u, v, bond in zip(*ends, bonds or itertools.repeat(None)):
                network.add_edge(u, v, **({"bond": bond} if bond else {}))
            named = {"vertex_labels": "kind"} if self.labels else {}
            return Graph(network, **named, **({"edge_labels": "bond"} if bonds else {})), name
        if kind == "arrays" and all(isinstance(vertex, int) and vertex >= 0 for vertex in vertices):
            width = rng.choice([np.int8, np.uint16, np.int32, np.uint64]) if name(self.n) < 100 else np.int64
            ends = [np.array(end, dtype=width) for end in ends]
        labels = self.labels
        if kind == "attributes" and labels:
            labels = dict(zip(vertices, labels))
        return Graph(*ends, directed=self.directed, vertices=vertices, vertex_labels=labels, edge_labels=bonds), name

    def maps(self, injective, induced):
        """All maps of the pattern's vertices that are matches."""
        edges = set(self.edges) if self.directed else {pair for u, v in self.edges for pair in ((u, v), (v, u))}

        def bond(u, v):
            return self.bonds.get((u, v), None) or self.bonds.get((v, u), None) if not self.directed else self.bonds[u, v]

        def is_match(image):
            if any(label and self.labels[v] != label for v, label in zip(image, self.asked)):
                return False
            for u, v in self.joined:
                pair = image[u], image[v]
                if pair not in edges or (self.bonds_asked[u, v] and bond(*pair) != self.bonds_asked[u, v]):
                    return False
            if not induced:
                return True
            joined = set(self.joined) | (set() if self.directed else {pair[::-1] for pair in self.joined})
            return all(((image[u], image[v]) in edges) == ((u, v) in joined) for u, v in itertools.permutations(range(self.k), 2))

        images = itertools.permutations(range(self.n), self.k) if injective else itertools.product(range(self.n), repeat=self.k)
        return [image for image in images if is_match(image)]

    def automorphisms(self):
        def kind(u, v):
            if (u, v) in self.bonds_asked:
                return self.bonds_asked[u, v]
            return None if self.directed else self.bonds_asked.get((v, u))

        def is_one(image):
            return all(self.asked[u] == self.asked[image[u]] for u in range(self.k)) and all(
                kind(u, v) == kind(image[u], image[v]) for u, v in itertools.permutations(range(self.k), 2)
            )

        return sum(map(is_one, itertools.permutations(range(self.k))))


@pytest.mark.parametrize("block", range(10))
def test_random_calls(block):
    for seed in range(block * CALLS // 10, (block + 1) * CALLS // 10):
        case = Case(seed)
        graph, name = case.graph()
        text, induced = case.text(), case.rng.random() < 0.4
        maps, same = case.maps(True, induced), case.automorphisms()
        what = seed, text, induced, case.edges
        assert graph.num_vertices == case.n and set(graph.vertices) == {name(v) for v in range(case.n)}, what
        assert graph.count(text, induced=induced) == len(maps) // same, what
        assert graph.count(text, induced=induced, embeddings=True) == len(maps), what
        rows = graph.matches(text, induced=induced, embeddings=True)
        # Columns are called by the names of the pattern's vertices, in the order in which these are met.
        order = ["abcd".index(column) for column in rows.columns]
        assert sorted(map(str, rows)) == sorted(str(tuple(name(image[v]) for v in order)) for image in maps), what
        by_vertex = graph.count(text, induced=induced, per="vertex")
        expected = {name(v): sum(v in image for image in maps) // same for v in range(case.n)}
        assert dict(zip(graph.vertices, by_vertex)) == expected, what
        if not induced:
            assert graph.count(text, homomorphism=True) == len(case.maps(False, False)), what
