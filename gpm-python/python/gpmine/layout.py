"""Where the vertices of a small graph are drawn: few crossings first, then vertices apart and edges of one length. The same graph is always drawn alike."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

Point = tuple[float, float]
Edge = tuple[int, int]

CLEARANCE = 0.45
"""How far a vertex should be from edges that it is no end of, in lengths of an edge."""

CROSSING = 0.7
"""The cost of a crossing. A vertex that is too near an edge costs what is missing of the clearance."""

ROW = 8
"""Vertices of a path that are drawn in one row; longer paths are folded."""


def layout(num_vertices: int, edges: Iterable[Edge]) -> list[Point]:
    """A point for each vertex of a connected graph, with y downwards and edges about 1 long. `edges` are pairs of vertex numbers.

    Graphs with a shape that everyone knows have that shape. For others several starts are improved, and the best one is taken.
    """
    joined = sorted({(min(u, v), max(u, v)) for u, v in edges if u != v})
    neighbors: list[list[int]] = [[] for _ in range(num_vertices)]
    for u, v in joined:
        neighbors[u].append(v)
        neighbors[v].append(u)
    known = _known_shape(neighbors)
    if known is not None:
        return known
    drawing = _Drawing(neighbors, joined)
    drawn = [drawing.improved(start) for start in _starts(neighbors, drawing.distances)]
    if drawing.is_sparse:
        flat = _flat_starts(neighbors, drawing.distances)
        # Each start takes work that grows as the square of the number of edges: larger graphs have fewer.
        flat = sorted(flat, key=drawing.crossings)[: max(3, 120 // num_vertices)]
        drawn += [drawing.kept(start) for start in flat]
        drawn += [drawing.improved(start) for start in flat if num_vertices <= 16]
    return _upright(min(drawn, key=drawing.cost), joined)


def circle(number: int, radius: float | None = None) -> list[Point]:
    """The corners of a regular polygon with sides of length 1, or on a circle: one on top, or a level base if their number is even."""
    radius = radius or 0.5 / math.sin(math.pi / number)
    first = -math.pi / 2 + (math.pi / number if number % 2 == 0 else 0)
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in (first + 2 * math.pi * at / number for at in range(number))]


def _known_shape(neighbors: list[list[int]]) -> list[Point] | None:
    """Complete graphs and cycles as regular polygons, paths as zigzags, stars and wheels around their hub."""
    number = len(neighbors)
    degrees = [len(own) for own in neighbors]
    num_edges = sum(degrees) // 2
    if num_edges == number - 1 and max(degrees) <= 2:
        return _placed(_walk(neighbors, degrees.index(1)), _zigzag(number))
    # A graph that is nearly complete is a polygon too, as the eye finds what is missing there.
    if num_edges == number * (number - 1) // 2 or num_edges > max(3 * number - 6, 0.4 * number * (number - 1)):
        return circle(number)
    if set(degrees) == {2}:
        return _placed(_walk(neighbors, 0), circle(number))
    hub = degrees.index(max(degrees))
    if degrees[hub] == number - 1:
        rim = [[v for v in own if v != hub] for own in neighbors]
        first = 1 if hub == 0 else 0
        if num_edges == number - 1:
            return _placed([*(v for v in range(number) if v != hub), hub], [*circle(number - 1, 1.0), (0.0, 0.0)])
        if all(len(own) == 2 for v, own in enumerate(rim) if v != hub) and len(order := _walk(rim, first)) == number - 1:
            return _placed([*order, hub], [*circle(number - 1, max(1.0, 0.5 / math.sin(math.pi / (number - 1)))), (0.0, 0.0)])
    return None


def _walk(neighbors: list[list[int]], start: int) -> list[int]:
    """The vertices in depth-first order, which is that of a path or a cycle."""
    order, stack = [start], [start]
    while stack:
        onward = next((v for v in neighbors[stack[-1]] if v not in order), None)
        if onward is None:
            stack.pop()
        else:
            order.append(onward)
            stack.append(onward)
    return order


def _placed(order: Sequence[int], points: Sequence[Point]) -> list[Point]:
    """The points by vertex, where the vertex `order[i]` is drawn at `points[i]`."""
    found: list[Point] = [(0.0, 0.0)] * len(order)
    for vertex, point in zip(order, points):
        found[vertex] = point
    return found


def _zigzag(number: int) -> list[Point]:
    """A path from left to right, up and down; a long one comes back in the next row."""
    if number == 2:
        return [(0.0, 0.0), (1.0, 0.0)]
    rows = math.ceil(number / ROW)
    length = math.ceil(number / rows)
    if rows == 1:
        # Edges rise and fall by 30 degrees.
        return [(math.sqrt(0.75) * at, 0.5 * ((at + 1) % 2)) for at in range(number)]
    places = ((at // length, at % length) for at in range(number))
    return [(float(at if row % 2 == 0 else length - 1 - at), float(row)) for row, at in places]


def _starts(neighbors: list[list[int]], distances: list[list[int]]) -> Iterator[list[Point]]:
    """Drawings to improve: vertices around a circle, depth first and breadth first, and scattered."""
    number = len(neighbors)
    corners = circle(number)
    yield _placed(_walk(neighbors, 0), corners)
    far = _farthest(distances)
    yield _placed(sorted(range(number), key=lambda v: (distances[far][v], v)), corners)
    # A linear congruential generator: the same numbers everywhere.
    state = 1
    for _ in range(8 if number <= 12 else 3):
        scattered = []
        for _ in range(2 * number):
            state = (state * 1103515245 + 12345) % (1 << 31)
            scattered.append(state / (1 << 31) * math.sqrt(number))
        yield list(zip(scattered[::2], scattered[1::2]))


def _flat_starts(neighbors: list[list[int]], distances: list[list[int]]) -> list[list[Point]]:
    """Drawings that have few crossings, if the graph has drawings without any."""
    return [_by_level(neighbors, distances[_farthest(distances)]), *(_inside(neighbors, face) for face in _faces(neighbors))]


def _farthest(distances: list[list[int]]) -> int:
    return max(range(len(distances)), key=lambda v: sum(distances[v]))


def _by_level(neighbors: list[list[int]], level: list[int]) -> list[Point]:
    """Vertices in rows by their distance to one, each near the mean of those that it is joined to in the row before."""
    points: list[Point] = [(0.0, 0.0)] * len(level)
    for row in range(1, max(level) + 1):
        members = [v for v, own in enumerate(level) if own == row]
        before = {v: [points[u][0] for u in neighbors[v] if level[u] == row - 1] for v in members}
        members.sort(key=lambda v: (sum(before[v]) / len(before[v]), v))
        for at, v in enumerate(members):
            points[v] = (at - (len(members) - 1) / 2, float(row))
    return points


def _faces(neighbors: list[list[int]]) -> list[list[int]]:
    """Cycles that may be the outline of a planar drawing: they have no chords, and the other vertices are connected. A few of each length."""
    found: dict[int, list[list[int]]] = {}
    # Paths without chords are made longer until they close. A path begins at the lowest vertex of its cycle, and goes around it in one direction.
    # Their number is limited, because it grows exponentially.
    paths = [[start] for start in range(len(neighbors))]
    for path in paths:
        for v in neighbors[path[-1]]:
            touched = [u for u in path[:-1] if u in neighbors[v]]
            if v <= path[0] or v in path:
                continue
            if not touched and len(paths) < 4000:
                paths.append([*path, v])
            elif touched == [path[0]] and len(path) > 1 and path[1] < v:
                cycle, own = [*path, v], found.setdefault(len(path) + 1, [])
                if len(own) < 3 and _leaves_one_part(neighbors, cycle):
                    own.append(cycle)
    return [cycle for length in sorted(found) for cycle in found[length]]


def _leaves_one_part(neighbors: list[list[int]], cycle: list[int]) -> bool:
    rest = [[v for v in own if v not in cycle] for own in neighbors]
    others = [v for v in range(len(neighbors)) if v not in cycle]
    return not others or len(_walk(rest, others[0])) == len(others)


def _inside(neighbors: list[list[int]], face: list[int]) -> list[Point]:
    """A face as a regular polygon, and every other vertex at the mean of its neighbors: without crossings, if a planar graph is 3-connected (Tutte)."""
    number = len(neighbors)
    points = [(0.0, 0.0)] * number
    for vertex, point in zip(face, circle(len(face), math.sqrt(number) * 0.8)):
        points[vertex] = point
    inner = [v for v in range(number) if v not in face]
    for _ in range(60):
        for v in inner:
            own = neighbors[v]
            points[v] = (sum(points[u][0] for u in own) / len(own), sum(points[u][1] for u in own) / len(own))
    # Vertices with the same neighbors would lie on each other.
    return [(x + 0.02 * math.cos(v), y + 0.02 * math.sin(v)) if v in inner else (x, y) for v, (x, y) in enumerate(points)]


class _Drawing:
    """Judges and improves drawings of one graph."""

    def __init__(self, neighbors: list[list[int]], edges: list[Edge]) -> None:
        self.number, self.edges = len(neighbors), edges
        self.distances = distances_in(neighbors)
        # A graph with more edges has crossings, and there is no room between them to push vertices to.
        self.is_sparse = len(edges) <= 3 * self.number - 6
        self.apart = [
            (edge, other) for at, edge in enumerate(edges) for other in edges[at + 1 :] if not set(edge) & set(other)
        ]
        self.foreign = [(v, edge) for v in range(self.number) for edge in edges if v not in edge]

    def cost(self, points: Sequence[Point]) -> float:
        """What is wrong with a drawing: crossings, distances that are not those in the graph, and vertices that are near edges."""
        stress = 0.0
        for v in range(self.number):
            for u in range(v):
                stress += (math.dist(points[u], points[v]) / self.distances[u][v] - 1) ** 2
        near = sum(self.nearness(points))
        # Rounded, so that the last bits of a sum do not decide between mirror images.
        return round(CROSSING * self.crossings(points) + stress / self.number + near, 6)

    def crossings(self, points: Sequence[Point]) -> int:
        """How many pairs of edges cross."""
        return sum(_do_cross(points[a], points[b], points[c], points[d]) for (a, b), (c, d) in self.apart)

    def nearness(self, points: Sequence[Point]) -> Iterator[float]:
        """What is missing of the room between vertices and edges that they are no end of. An edge through a vertex is worse than a crossing."""
        for v, (a, b) in self.foreign:
            missing = CLEARANCE - _foot(points[v], points[a], points[b])[0]
            if missing > 0:
                yield missing + (1.5 * CROSSING if missing > CLEARANCE - 0.15 else 0)

    def improved(self, points: list[Point]) -> list[Point]:
        """What majorization of the stress (SMACOF) makes of it, and then some room around vertices."""
        rounds = 120 if self.number <= 16 else 60
        for at in range(rounds):
            points = self._step(points, 0.5 if self.is_sparse and 3 * at > 2 * rounds else 0)
        return points

    def kept(self, points: list[Point]) -> list[Point]:
        """The best drawing on the way to the same, in steps that are shortened until no crossing is added. The first has edges of the right length."""
        lengths = [math.dist(points[u], points[v]) for u, v in self.edges]
        scale = sum(lengths) / sum(length * length for length in lengths)
        points = [(scale * x, scale * y) for x, y in points]
        crossings, part = self.crossings(points), 0.5
        best = self.cost(points), points
        for _ in range(60 if self.number <= 16 else 30):
            aim = self._step(points, 0.5)
            moved = [(x + part * (new_x - x), y + part * (new_y - y)) for (x, y), (new_x, new_y) in zip(points, aim)]
            if self.crossings(moved) <= crossings:
                points, part = moved, min(0.5, 2 * part)
                best = min(best, (self.cost(points), points))
            elif part > 1 / 64:
                part /= 2
            else:
                break
        return best[1]

    def _step(self, points: Sequence[Point], push: float) -> list[Point]:
        """Each vertex is moved to the mean of where the others want it, with the inverse squares of distances as their weights; those that are near
        edges are pushed away from them."""
        moved = []
        for v, (x, y) in enumerate(points):
            total = new_x = new_y = 0.0
            for u, (other_x, other_y) in enumerate(points):
                if u != v:
                    wanted = self.distances[v][u]
                    weight = 1 / (wanted * wanted)
                    now = math.hypot(x - other_x, y - other_y) or 1e-9
                    new_x += weight * (other_x + wanted * (x - other_x) / now)
                    new_y += weight * (other_y + wanted * (y - other_y) / now)
                    total += weight
            moved.append([new_x / total, new_y / total])
        for v, (a, b) in self.foreign if push else ():
            distance, (x, y) = _foot(points[v], points[a], points[b])
            if 1e-9 < distance < CLEARANCE:
                force = push * (CLEARANCE - distance) / distance
                way_x, way_y = force * (points[v][0] - x), force * (points[v][1] - y)
                for u, part in ((v, 1.0), (a, -0.5), (b, -0.5)):
                    moved[u][0] += part * way_x
                    moved[u][1] += part * way_y
        return [(x, y) for x, y in moved]


def distances_in(neighbors: list[list[int]]) -> list[list[int]]:
    """The lengths of shortest paths between all vertices of a connected graph."""
    found = []
    for start in range(len(neighbors)):
        level, front = {start: 0}, [start]
        for v in front:
            for u in neighbors[v]:
                if u not in level:
                    level[u] = level[v] + 1
                    front.append(u)
        found.append([level[v] for v in range(len(neighbors))])
    return found


def _do_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross in their inner parts; those on one line do not."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-12 and side(c, d, a) * side(c, d, b) < -1e-12


def _foot(p: Point, a: Point, b: Point) -> tuple[float, Point]:
    """How far a point is from a segment, and the point of that which is nearest."""
    along_x, along_y = b[0] - a[0], b[1] - a[1]
    squared = along_x * along_x + along_y * along_y
    part = 0.0 if squared == 0 else min(1.0, max(0.0, ((p[0] - a[0]) * along_x + (p[1] - a[1]) * along_y) / squared))
    foot = a[0] + part * along_x, a[1] + part * along_y
    return math.dist(p, foot), foot


def _upright(points: list[Point], edges: list[Edge]) -> list[Point]:
    """Turned so that the drawing is symmetric about a vertical line, has level edges and a base, and is broad rather than high, where it can be."""
    number = len(points)
    mid_x, mid_y = sum(x for x, _ in points) / number, sum(y for _, y in points) / number
    centred = [(x - mid_x, y - mid_y) for x, y in points]
    angles = {0.0}
    # Of larger drawings not all lines are tried.
    for u, v in edges[:16]:
        angle = math.atan2(centred[v][1] - centred[u][1], centred[v][0] - centred[u][0])
        angles |= {round((angle + quarter) % math.pi, 6) for quarter in (0, math.pi / 2)}
    # The line of symmetry may go between two vertices, or through one.
    for u, (x, y) in enumerate(centred[:8]):
        angles |= {round((math.atan2(y + other_y, x + other_x) - math.pi / 2) % math.pi, 6) for other_x, other_y in centred[: u + 1]}
    turns = (turn for angle in sorted(angles) for turn in (angle, angle + math.pi))
    return min((_turned(centred, turn) for turn in turns), key=lambda turned: _posture(turned, edges))


def _turned(points: list[Point], angle: float) -> list[Point]:
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x * cos + y * sin, y * cos - x * sin) for x, y in points]


def _posture(points: list[Point], edges: list[Edge]) -> tuple[float, float]:
    """How a drawing stands; less is better. The weights were chosen by eye, on the patterns of the catalog."""

    def difference(sign_x: int, sign_y: int) -> float:
        """Between the drawing and its mirror image."""
        return sum(min(math.hypot(x - sign_x * u, y - sign_y * v) for u, v in points) for x, y in points) / len(points)

    upright = sum(min(abs(points[u][axis] - points[v][axis]) for axis in (0, 1)) < 0.08 for u, v in edges) / len(edges)
    width, height = (max(values) - min(values) for values in zip(*points))
    top = min(y for _, y in points) / height if height > 1e-9 else 0.0
    return round(min(difference(-1, 1), difference(1, -1) + 0.35) - 0.3 * upright + 0.25 * max(0.0, height - width), 3), round(top, 3)


__all__ = ["Edge", "Point", "circle", "layout"]
