"""Patterns as SVG, which stands alone and is the same each time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from .layout import Point, layout

COLORS = (
    "#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#0072b2", "#d55e00",
    "#bbbbbb", "#aa4499", "#44aa99", "#882255", "#ddcc77", "#332288", "#999933",
)
"""Fills of vertices by label, which the color-blind can tell apart: those of Okabe and Ito, then those of Tol."""

LONGEST = 16
"""Letters of a name or label that are written."""

GROUND, PLAIN, INK, FORBIDDEN = "#ffffff", "#eef1f5", "#24292f", "#cf222e"
"""The ground, the fill of a vertex without a label, lines and text, and edges that must be absent."""


class Look(NamedTuple):
    """Measures in pixels."""

    edge: float
    """The length of an edge, unless the drawing would be too broad."""
    radius: float
    """Of a disc, unless vertices are near each other."""
    narrowest: float
    broadest: float
    head: float
    """The length of an arrowhead."""
    font: float
    """The size of text."""
    is_small: bool
    """Whether only labels are written, and these into the discs."""


FULL = Look(edge=54, radius=11, narrowest=120, broadest=220, head=8, font=10, is_small=False)
SMALL = Look(edge=28, radius=6.5, narrowest=40, broadest=90, head=5.5, font=7.5, is_small=True)
"""Beside text that says the rest, as in the rows of a table."""


class Box(NamedTuple):
    """What a text or a disc covers."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)

    def has(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


class Line(NamedTuple):
    """What is drawn from one vertex to another: a parabola whose middle is `bend` pixels to the left of the straight line."""

    source: int
    target: int
    has_head: bool
    has_tail: bool
    """Whether it has an arrowhead at the target, and at the source."""
    label: str | None
    is_absent: bool
    bend: float


def colors_of(patterns: Iterable[Any]) -> dict[str, str]:
    """A fill for each label of vertices, which drawings beside each other share."""
    labels = sorted({label for pattern in patterns for _, label in pattern.vertices if label is not None})
    return {label: COLORS[at % len(COLORS)] for at, label in enumerate(labels)}


def svg(pattern: Any, *, look: Look = FULL, colors: Mapping[str, str] | None = None) -> str:
    """The drawing of what has `text`, `vertices`, `edges` and `predicate` as the native pattern has them.

    It has a ground of its own: notebooks show it as an image, which takes no color from the page, be that dark or not.
    """
    colors = colors_of([pattern]) if colors is None else colors
    unit = layout(len(pattern.vertices), [edge[:2] for edge in pattern.edges])
    extent = max(max(values) - min(values) for values in zip(*unit))
    scale = min(_wanted_scale(pattern, unit, look), (look.broadest - 2 * look.radius - 12) / extent)
    # Text beside vertices may need more room, which a smaller scale makes.
    for _ in range(4):
        picture = _Picture(pattern, [(scale * x, scale * y) for x, y in unit], look, colors)
        excess = picture.width - look.broadest
        if excess <= 0 or scale * extent < 2 * excess:
            break
        scale -= excess / extent
    return picture.svg()


def _wanted_scale(pattern: Any, unit: Sequence[Point], look: Look) -> float:
    """By what to multiply a layout, so that edges have room for their labels, and discs are apart."""
    lengths = [math.dist(unit[edge[0]], unit[edge[1]]) for edge in pattern.edges]
    labels = [] if look.is_small else [_cut(edge[3], LONGEST) for edge in pattern.edges if edge[3] is not None]
    longest = max([look.edge, *(_width(label, look.font) + 2 * (look.radius + look.head) + 6 for label in labels)])
    return max(longest * len(lengths) / sum(lengths), 3.2 * look.radius / _nearest(unit))


def _nearest(points: Sequence[Point]) -> float:
    """The least distance between two points."""
    return min(math.dist(p, q) for at, p in enumerate(points) for q in points[:at])


class _Picture:
    """What is drawn so far, from the ground up, and what it covers."""

    def __init__(self, pattern: Any, points: Sequence[Point], look: Look, colors: Mapping[str, str]) -> None:
        self.text, self.points, self.look = pattern.text, points, look
        nearest = _nearest(points)
        self.radius = min(look.radius, 0.36 * nearest)
        # Curves among many edges are harder to follow than lines that touch a disc.
        self.is_sparse = len(pattern.edges) <= 3 * len(points)
        self.parts: list[str] = []
        self.covered = [Box(x - self.radius, y - self.radius, x + self.radius, y + self.radius) for x, y in points]
        self.lines = [self._bent(line) for line in _lines(pattern.edges, 0.16 * nearest + 2)]
        self.curves = [self._curve(line) for line in self.lines]
        for line, curve in zip(self.lines, self.curves):
            self._draw_line(line, curve)
        self._draw_vertices(pattern.vertices, colors)
        if not look.is_small:
            for line, curve in zip(self.lines, self.curves):
                self._draw_edge_label(line, curve)
            self._draw_predicate(pattern.predicate)

    @property
    def bounds(self) -> Box:
        """All that is covered, with a margin."""
        curves = [Box(x, y, x, y) for curve in self.curves for x, y in curve]
        lefts, tops, rights, bottoms = zip(*self.covered, *curves)
        return Box(min(lefts) - 5, min(tops) - 5, max(rights) + 5, max(bottoms) + 5)

    @property
    def width(self) -> float:
        return self.bounds.right - self.bounds.left

    def svg(self) -> str:
        """The text of the SVG. What is too broad all the same is shown smaller."""
        left, top, right, bottom = self.bounds
        widened = max(0.0, self.look.narrowest - (right - left)) / 2
        left, width, height = left - widened, right - left + 2 * widened, bottom - top
        shown = min(1.0, self.look.broadest / width)
        ground = f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(width)}" height="{_n(height)}" rx="4" fill="{GROUND}"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width * shown)}" height="{_n(height * shown)}" '
            f'viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}" role="img" font-family="Helvetica, Arial, sans-serif">'
            f"<title>{escape(self.text)}</title>{ground}{''.join(self.parts)}</svg>"
        )

    def _bent(self, line: Line) -> Line:
        """The line, with a bend around vertices that it would lead through."""
        foreign = [point for v, point in enumerate(self.points) if self.is_sparse and v not in (line.source, line.target)]

        def room(bend: float) -> float:
            curve = self._curve(line._replace(bend=bend))
            return min((math.dist(point, own) for point in foreign for own in curve), default=math.inf)

        bends = [line.bend, *(line.bend + sign * way * self.radius for way in (1.5, 2.5, 4) for sign in (1, -1))]
        return line._replace(bend=next((bend for bend in bends if room(bend) >= self.radius + 3), line.bend))

    def _curve(self, line: Line) -> list[Point]:
        """Points of the line from rim to rim, in even steps of the parameter."""
        start, end = self.points[line.source], self.points[line.target]
        part = line.bend / math.dist(start, end)
        normal = part * (end[1] - start[1]), part * (start[0] - end[0])

        def at(t: float) -> Point:
            beside = 4 * t * (1 - t)
            return start[0] + t * (end[0] - start[0]) + beside * normal[0], start[1] + t * (end[1] - start[1]) + beside * normal[1]

        def rim(centre: Point, inside: float, outside: float) -> float:
            """Where the line leaves a disc, by bisection."""
            for _ in range(24):
                middle = (inside + outside) / 2
                if math.dist(at(middle), centre) < self.radius + 1:
                    inside = middle
                else:
                    outside = middle
            return outside

        first, last = rim(start, 0.0, 0.5), rim(end, 1.0, 0.5)
        return [at(first + (last - first) * step / 16) for step in range(17)]

    def _draw_line(self, line: Line, curve: Sequence[Point]) -> None:
        color = FORBIDDEN if line.is_absent else INK
        dashes = ' stroke-dasharray="4 3"' if line.is_absent else ""
        # Lines end inside of their heads, so that these are pointed.
        ends = [_towards(curve[at], curve[inner], 0.8 * self.look.head if has_head else -1.5)
                for at, inner, has_head in ((0, 2, line.has_tail), (-1, -3, line.has_head))]
        (x, y), (end_x, end_y) = ends
        middle = curve[8]
        way = f"L{_n(end_x)} {_n(end_y)}"
        if line.bend:
            way = f"Q{_n(2 * middle[0] - (x + end_x) / 2)} {_n(2 * middle[1] - (y + end_y) / 2)} {_n(end_x)} {_n(end_y)}"
        self.parts.append(f'<path d="M{_n(x)} {_n(y)}{way}" fill="none" stroke="{color}" stroke-width="1.4"{dashes}/>')
        for at, inner, has_head in ((-1, -3, line.has_head), (0, 2, line.has_tail)):
            if has_head:
                self._draw_head(curve[at], curve[inner], color)

    def _draw_head(self, tip: Point, behind: Point, color: str) -> None:
        base = _towards(tip, behind, self.look.head)
        across_x, across_y = 0.42 * (tip[1] - base[1]), 0.42 * (base[0] - tip[0])
        corners = (tip, (base[0] + across_x, base[1] + across_y), (base[0] - across_x, base[1] - across_y))
        self.parts.append(f'<polygon points="{" ".join(f"{_n(x)},{_n(y)}" for x, y in corners)}" fill="{color}"/>')

    def _draw_vertices(self, vertices: Sequence[tuple[str, str | None]], colors: Mapping[str, str]) -> None:
        """Discs with what fits into all of them, and the rest beside."""
        inside = [_cut((label or "").strip('"'), 2) if self.look.is_small else name for name, label in vertices]
        font = min([self.look.font] + [self.look.font * (2 * self.radius - 3) / _width(text, self.look.font) for text in inside if text])
        are_inside = font >= 7 or self.look.is_small
        for (name, label), text, (x, y) in zip(vertices, inside, self.points):
            fill = PLAIN if label is None else colors[label]
            self.parts.append(
                f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(self.radius)}" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
            )
            if text and are_inside:
                self._write(text, (x, y), font, "#ffffff" if _is_dark(fill) else INK)
        if self.look.is_small:
            return
        for v, (name, label) in enumerate(vertices):
            words = [] if are_inside else [_cut(name, LONGEST)]
            if label is not None:
                words.append(_cut(label, LONGEST))
            if words:
                self._write_beside(v, ":".join(words))

    def _write_beside(self, v: int, text: str) -> None:
        """Writes near a vertex, where the text covers the least, and rather on the outer side."""
        x, y = self.points[v]
        mid_x, mid_y = (sum(values) / len(self.points) for values in zip(*self.points))
        width, font = _width(text, self.look.font), self.look.font
        found = []
        for eighth in range(8):
            cos, sin = math.cos(eighth * math.pi / 4), math.sin(eighth * math.pi / 4)
            side = round(cos)
            start = x + cos * (self.radius + 3), y + sin * (self.radius + 3 + font * (0.25 if side else 0.5))
            box = _box((start[0] + side * width / 2, start[1]), width / 2, font)
            cost = sum(box.overlap(other) for other in self.covered) + 12 * sum(box.has(point) for curve in self.curves for point in curve)
            cost -= 6 * (cos * (x - mid_x) + sin * (y - mid_y)) / (math.hypot(x - mid_x, y - mid_y) + 1)
            # Text on the left or right makes the drawing broader, and so the graph smaller.
            found.append((round(cost + 0.15 * width * abs(side), 3), eighth, start, box, side))
        _, _, start, box, side = min(found)
        self.covered.append(box)
        self._write(text, start, font, INK, ("middle", "start", "end")[side])

    def _draw_edge_label(self, line: Line, curve: Sequence[Point]) -> None:
        """Writes at the middle of a line, or where it covers nothing else."""
        if line.label is None:
            return
        text = _cut(line.label, LONGEST)
        half = _width(text, self.look.font) / 2
        places = [curve[at] for at in (8, 6, 10, 5, 11, 4, 12)]
        boxes = [_box(place, half, self.look.font) for place in places]
        costs = [sum(box.overlap(other) for other in self.covered) for box in boxes]
        at = costs.index(min(costs))
        box = boxes[at]
        self.covered.append(box)
        self.parts.append(
            f'<rect x="{_n(box.left)}" y="{_n(box.top)}" width="{_n(2 * half)}" height="{_n(box.bottom - box.top)}" fill="{GROUND}" opacity="0.9"/>'
        )
        self._write(text, places[at], self.look.font, INK)

    def _draw_predicate(self, predicate: str | None) -> None:
        if predicate is None:
            return
        font, (left, _, right, bottom) = self.look.font, self.bounds
        rows = list(_rows(f"where {predicate}", self.look.broadest - 10, font))
        half = max(_width(row, font) for row in rows) / 2
        for at, row in enumerate(rows):
            centre = ((left + right) / 2, bottom + 4 + (at + 0.5) * 1.3 * font)
            self.covered.append(_box(centre, half, font))
            self._write(row, centre, font, INK)

    def _write(self, text: str, point: Point, font: float, color: str, anchor: str = "middle") -> None:
        at = f'x="{_n(point[0])}" y="{_n(point[1] + 0.35 * font)}"'
        self.parts.append(f'<text {at} font-size="{_n(font)}" fill="{color}" text-anchor="{anchor}">{escape(text)}</text>')


def _lines(edges: Sequence[tuple[int, int, bool, str | None, bool]], bend: float) -> list[Line]:
    """Two arcs of a pair are one line with two heads if they say the same, else two curves, each to the left of its direction."""
    by_pair: dict[tuple[int, int], list[tuple[int, int, bool, str | None, bool]]] = {}
    for edge in edges:
        by_pair.setdefault((min(edge[:2]), max(edge[:2])), []).append(edge)
    lines = []
    for own in by_pair.values():
        (source, target, is_directed, label, is_absent), is_alone = own[0], len(own) == 1
        if not is_alone and own[0][2:] == own[1][2:]:
            lines.append(Line(source, target, True, True, label, is_absent, 0))
        else:
            lines += [Line(*one[:3], False, *one[3:], 0 if is_alone else bend) for one in own]
    return lines


def _rows(text: str, most: float, font: float) -> Iterator[str]:
    """The words in rows of limited width."""
    row = ""
    for word in text.split():
        if row and _width(f"{row} {word}", font) > most:
            yield row
            row = ""
        row = f"{row} {word}".strip()
        while _width(row, font) > most:
            end = next(end for end in range(1, len(row) + 1) if _width(row[:end], font) > most) - 1
            yield row[:end]
            row = row[end:]
    yield row


def _box(centre: Point, half: float, font: float) -> Box:
    return Box(centre[0] - half, centre[1] - 0.6 * font, centre[0] + half, centre[1] + 0.6 * font)


def _towards(point: Point, other: Point, way: float) -> Point:
    """The point that lies so many pixels from one on the way to another."""
    part = way / (math.dist(point, other) or 1.0)
    return point[0] + part * (other[0] - point[0]), point[1] + part * (other[1] - point[1])


def _width(text: str, font: float) -> float:
    """About how wide a text is in the broadest of usual fonts."""
    return font * sum(_letter(letter) for letter in text)


def _letter(letter: str) -> float:
    """The width of a letter in parts of its font's size."""
    if letter in "mwMW@%—":
        return 0.95
    if letter in "ijlftrI.,:;'|!()[] ":
        return 0.4
    # Letters of East Asia are as wide as they are high.
    return 1.0 if ord(letter) > 0x2E7F else 0.72 if letter.isupper() else 0.62


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _is_dark(color: str) -> bool:
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue < 120


def _n(value: float) -> str:
    """A number with one decimal, if it needs it."""
    return f"{value:.1f}".removesuffix(".0").replace("-0", "0") if abs(value) < 0.05 else f"{value:.1f}".removesuffix(".0")


__all__ = ["FULL", "SMALL", "Look", "colors_of", "svg"]
