"""Adjacency as compressed rows, and what NumPy does with many rows at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

ENTRIES = 1 << 22
"""Entries that are spread out at a time: 100 MB with all that is made of them. A *guess*."""


class Rows:
    """By vertex `v` the entries `others[first[v]:first[v + 1]]`."""

    def __init__(self, first: np.ndarray, others: np.ndarray) -> None:
        self.first, self.others = first, others

    @classmethod
    def of_pairs(cls, n: int, owners: np.ndarray, others: np.ndarray) -> Rows:
        """The rows of `n` vertices, in which pairs keep their order."""
        first = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=n))])
        return cls(first, others[np.argsort(owners, kind="stable")])

    def __len__(self) -> int:
        return len(self.first) - 1

    @cached_property
    def lengths(self) -> np.ndarray:
        """How many entries each row has."""
        return np.diff(self.first)

    @cached_property
    def owners(self) -> np.ndarray:
        """For each entry the vertex whose row it is in."""
        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def keys(self) -> np.ndarray:
        """Each entry with its owner as one number, ascending."""
        return np.sort(self.owners * len(self) + self.others)

    def kept(self, mask: np.ndarray) -> Rows:
        """The rows with some of the entries only."""
        return Rows(np.concatenate([[0], np.cumsum(np.bincount(self.owners[mask], minlength=len(self)))]), self.others[mask])

    def have(self, owners: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Whether each pair is an entry."""
        if not len(self.keys):
            return np.zeros(len(owners), bool)
        wanted = owners * len(self) + others
        return self.keys[np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)] == wanted

    def spread(self, vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rows of some vertices one behind the other: for each entry the place of its owner among `vertices`, and the entry."""
        lengths = self.lengths[vertices]
        places = np.repeat(np.arange(len(vertices)), lengths)
        shifts = np.repeat(self.first[vertices] - (np.cumsum(lengths) - lengths), lengths)
        return places, self.others[np.arange(len(places)) + shifts]

    def two_steps(self, vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All ways of two steps from some vertices: the place of the start among `vertices`, the vertex between, and the end."""
        starts, middles = self.spread(vertices)
        steps, ends = self.spread(middles)
        return starts[steps], middles[steps], ends

    @cached_property
    def two_step_lengths(self) -> np.ndarray:
        """How many ways of two steps begin at each vertex."""
        return np.bincount(self.owners, self.lengths[self.others], len(self)).astype(np.int64)


def portions(costs: np.ndarray, most: int = ENTRIES) -> Iterator[slice]:
    """Places in portions whose costs add up to `most`, or of one place that costs more."""
    ends, start = np.cumsum(costs), 0
    while start < len(costs):
        before = ends[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(ends, before + most, "right")))
        yield slice(start, end)
        start = end


def components(n: int, sources: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """By vertex the least vertex of its component."""
    least = np.arange(n)
    while True:
        lower = np.minimum(least[sources], least[targets])
        found = least.copy()
        for ends in (sources, targets):
            np.minimum.at(found, least[ends], lower)
        while not np.array_equal(found, shorter := found[found]):
            found = shorter
        if np.array_equal(found, least):
            return least
        least = found


__all__ = ["ENTRIES", "Rows", "components", "portions"]
