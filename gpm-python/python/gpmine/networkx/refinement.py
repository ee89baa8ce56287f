"""Isomorphisms of two graphs by colour refinement: vertices that no isomorphism can map to each other get different colours, and where the colours are not
yet a map, a vertex is mapped to each of its candidates in turn. Large graphs of the real world have few symmetries, and need few such trials."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from .rows import Rows

ODD = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
"""The factors of SplitMix64."""


def mixed(values: np.ndarray) -> np.ndarray:
    """Numbers as 64 bits that look random, by SplitMix64."""
    values = values.astype(np.uint64) + np.uint64(ODD[0])
    values = (values ^ (values >> np.uint64(30))) * np.uint64(ODD[1])
    values = (values ^ (values >> np.uint64(27))) * np.uint64(ODD[2])
    return values ^ (values >> np.uint64(31))


def hashed(*columns: np.ndarray) -> np.ndarray:
    """The hash of each row. Columns are mixed before they meet: hashes that are sums of the same numbers would cancel out."""
    hashes = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        hashes = mixed(hashes ^ mixed(column))
    return hashes


def numbered(*columns: np.ndarray) -> np.ndarray:
    """For each row its number among the distinct ones. Rows of the same hash are taken for the same."""
    return np.unique(hashed(*columns), return_inverse=True)[1].reshape(-1)


class Structure:
    """A graph of labelled vertices and entries: rows of successors, and of predecessors if it is directed. An entry is `label * n + other`."""

    def __init__(self, rows: Rows, labels: np.ndarray, colors: np.ndarray, directed: bool) -> None:
        self.colors, n = colors, len(rows)
        keys = np.lexsort((rows.others, rows.owners))
        self.out, self.labels = Rows(rows.first, rows.others[keys]), labels[keys]
        self.sides = [(self.out, self.labels)]
        if directed:
            back = np.argsort(rows.others, kind="stable")
            self.sides.append((Rows.of_pairs(n, rows.others, rows.owners), labels[back]))

    def __len__(self) -> int:
        return len(self.out)

    @cached_property
    def twin_ranks(self) -> np.ndarray | None:
        """By vertex how many before it have the same colour and the same neighbours, without or with each other: any of them may stand for any other.
        None where different rows have the same hash."""
        ranks, own = np.zeros(len(self), np.int64), np.arange(len(self))
        for sides in (self.sides, list(map(self._closed, self.sides))):
            hashes = hashed(self.colors, *(sums(rows, mixed(labels * len(self) + rows.others)) for rows, labels in sides))
            order = np.argsort(hashes, kind="stable")
            is_first = np.ones(len(self), bool)
            is_first[1:] = hashes[order][1:] != hashes[order][:-1]
            starts = np.flatnonzero(is_first)[np.cumsum(is_first) - 1]
            leaders = np.empty(len(self), np.int64)
            leaders[order] = order[starts]
            if not np.array_equal(self.colors[leaders], self.colors) or not all(same_rows(rows, labels, own, leaders) for rows, labels in sides):
                return None
            ranks[order] += own - starts
        return ranks

    def _closed(self, side: tuple[Rows, np.ndarray]) -> tuple[Rows, np.ndarray]:
        """Rows in which each vertex is one of its own neighbours."""
        rows, labels = side
        own = np.arange(len(self))
        owners, others = np.concatenate([rows.owners, own]), np.concatenate([rows.others, own])
        order = np.lexsort((others, owners))
        return Rows.of_pairs(len(self), owners[order], others[order]), np.concatenate([labels, np.zeros(len(self), np.int64)])[order]


def sums(rows: Rows, values: np.ndarray) -> np.ndarray:
    """The sum of each row, modulo 2^64: it does not depend on the order."""
    before = np.concatenate([np.zeros(1, np.uint64), np.cumsum(values, dtype=np.uint64)])
    return before[rows.first[1:]] - before[rows.first[:-1]]


def same_rows(rows: Rows, labels: np.ndarray, some: np.ndarray, others: np.ndarray) -> bool:
    """Whether the rows of two vertices, ordered, are the same, for all of several pairs."""
    if not np.array_equal(rows.lengths[some], rows.lengths[others]):
        return False
    return all(np.array_equal(marked.spread(some)[1], marked.spread(others)[1]) for marked in (rows, Rows(rows.first, labels)))


class Isomorphisms:
    """The isomorphisms from one structure to another of as many vertices. With `distinct=False` of those that differ by twins alone one is enough."""

    def __init__(self, first: Structure, second: Structure, *, distinct: bool = True) -> None:
        self.first, self.second, self.n = first, second, len(first)
        self.colors = [np.concatenate([first.colors, second.colors])]
        if not distinct and first.twin_ranks is not None and second.twin_ranks is not None:
            self.colors.append(np.concatenate([first.twin_ranks, second.twin_ranks]))
        self.sides = [
            (Rows(np.concatenate([own.first, other.first[1:] + len(own.others)]), np.concatenate([own.others, other.others + self.n])), np.concatenate(labels))
            for (own, *labels_own), (other, *labels_other) in zip(first.sides, second.sides)
            for labels in [labels_own + labels_other]
        ]

    def __iter__(self) -> Iterator[np.ndarray]:
        """By vertex of the first graph the vertex of the second that it is mapped to."""
        stack = [iter([numbered(*self.colors)])]
        while stack:
            colors = next(stack[-1], None)
            if colors is None:
                stack.pop()
                continue
            colors = self._refined(colors)
            sizes, others = (np.bincount(half, minlength=colors.max(initial=0) + 1) for half in (colors[: self.n], colors[self.n :]))
            if not np.array_equal(sizes, others):
                continue
            if len(sizes) < self.n:
                stack.append(self._choices(colors, sizes))
                continue
            vertex_of = np.empty(self.n, np.int64)
            vertex_of[colors[self.n :]] = np.arange(self.n)
            image = vertex_of[colors[: self.n]]
            if self._is_isomorphism(image):
                yield image

    def _refined(self, colors: np.ndarray) -> np.ndarray:
        """The colours split until vertices of one colour have as many neighbours of each colour."""
        number = colors.max(initial=-1) + 1
        while True:
            marks = [sums(rows, mixed(labels * number + colors[rows.others])) for rows, labels in self.sides]
            found = numbered(colors, *marks)
            if found.max(initial=-1) < number:
                return colors
            colors, number = found, found.max() + 1

    def _choices(self, colors: np.ndarray, sizes: np.ndarray) -> Iterator[np.ndarray]:
        """A vertex of one of the smallest colours that are several vertices', mapped to each candidate."""
        color = int(np.argmin(np.where(sizes > 1, sizes, self.n + 1)))
        vertex, *_ = np.flatnonzero(colors[: self.n] == color)
        for image in np.flatnonzero(colors[self.n :] == color):
            chosen = colors.copy()
            chosen[[vertex, self.n + image]] = len(sizes)
            yield chosen

    def _is_isomorphism(self, image: np.ndarray) -> bool:
        own, other = self.first, self.second
        if not np.array_equal(own.colors, other.colors[image]):
            return False
        order = np.lexsort((image[own.out.others], image[own.out.owners]))
        return all(
            np.array_equal(mapped[order], expected)
            for mapped, expected in (
                (image[own.out.owners], other.out.owners),
                (image[own.out.others], other.out.others),
                (own.labels, other.labels),
            )
        )


__all__ = ["Isomorphisms", "Structure"]
