"""Perfect matching of a graph by Edmonds' blossom algorithm: pairings without rematches."""

from __future__ import annotations

from collections import deque
from typing import Final

NOBODY: Final = -1

Graph = list[list[int]]
"""The neighbours of each vertex."""


def has_perfect_matching(graph: Graph) -> bool:
    """Whether the vertices can be divided into pairs of neighbours.

    A graph in which each vertex is a neighbour of at least half of all vertices has a Hamiltonian
    cycle (Dirac, 1952), so the early rounds of a tournament need no search. Otherwise this is the
    algorithm of J. Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17 (1965).
    """
    size = len(graph)
    if size % 2:
        return False
    if size == 0 or (size > 2 and min(map(len, graph)) >= size / 2):
        return True
    search = _Matching(graph)
    return all(search.mates[root] != NOBODY or search.grow(root) for root in range(size))


class _Matching:
    """A matching that grows by augmenting paths."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.mates = [NOBODY] * len(graph)
        for vertex, neighbours in enumerate(graph):
            if self.mates[vertex] == NOBODY:
                free = [other for other in neighbours if self.mates[other] == NOBODY]
                if free:
                    self._join(vertex, free[0])

    def _join(self, one: int, other: int) -> None:
        self.mates[one], self.mates[other] = other, one

    def grow(self, root: int) -> bool:
        """Match one more vertex by an augmenting path; False if no larger matching covers it."""
        size = len(self._graph)
        self._parents = [NOBODY] * size
        self._bases = list(range(size))
        """The base of the blossom that contains each vertex."""
        self._even = [False] * size
        """Vertices at an even distance from the root, which the search expands."""
        self._even[root] = True
        self._queue = deque([root])
        while self._queue:
            vertex = self._queue.popleft()
            for other in self._graph[vertex]:
                if self._bases[vertex] == self._bases[other] or self.mates[vertex] == other:
                    continue
                if self._even[other]:
                    self._contract(vertex, other)
                elif self._parents[other] == NOBODY:
                    self._parents[other] = vertex
                    mate = self.mates[other]
                    if mate == NOBODY:
                        self._augment(other)
                        return True
                    self._even[mate] = True
                    self._queue.append(mate)
        return False

    def _augment(self, end: int) -> None:
        """Flip matched and unmatched edges along the path from the root."""
        while end != NOBODY:
            before = self._parents[end]
            following = self.mates[before]
            self._join(end, before)
            end = following

    def _contract(self, one: int, other: int) -> None:
        """Contract the odd cycle that two even neighbours close (a blossom)."""
        base = self._common_base(one, other)
        cycle: set[int] = set()
        self._mark(one, base, other, cycle)
        self._mark(other, base, one, cycle)
        for vertex in range(len(self._graph)):
            if self._bases[vertex] in cycle:
                self._bases[vertex] = base
                if not self._even[vertex]:
                    self._even[vertex] = True
                    self._queue.append(vertex)

    def _common_base(self, one: int, other: int) -> int:
        passed = set()
        while True:
            one = self._bases[one]
            passed.add(one)
            if self.mates[one] == NOBODY:
                break
            one = self._parents[self.mates[one]]
        while self._bases[other] not in passed:
            other = self._parents[self.mates[self._bases[other]]]
        return self._bases[other]

    def _mark(self, vertex: int, base: int, child: int, cycle: set[int]) -> None:
        """Collect one side of a blossom; set its parents so that paths can use the other side."""
        while self._bases[vertex] != base:
            cycle |= {self._bases[vertex], self._bases[self.mates[vertex]]}
            self._parents[vertex] = child
            child = self.mates[vertex]
            vertex = self._parents[child]
