"""Directed graphs of numbered nodes: what is reached, and what lies on every way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Edges = Mapping[int, Iterable[int]]


def reachable(nodes: Iterable[int], edges: Edges) -> set[int]:
    found, waiting = set(), list(nodes)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += edges[node]
    return found


def reversed_edges(edges: Edges) -> dict[int, list[int]]:
    result: dict[int, list[int]] = {node: [] for node in edges}
    for node, targets in edges.items():
        for target in targets:
            result[target].append(node)
    return result


def reverse_postorder(root: int, edges: Edges) -> list[int]:
    seen, finished, stack = {root}, [], [(root, iter(edges[root]))]
    while stack:
        node, targets = stack[-1]
        for target in targets:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(edges[target])))
                break
        else:
            finished.append(node)
            stack.pop()
    return finished[::-1]


def dominators(root: int, edges: Edges) -> tuple[dict[int, int], dict[int, int | None]]:
    """For what the root reaches: its rank in a reverse postorder, and its immediate dominator (None for the root)."""
    rank = {node: place for place, node in enumerate(reverse_postorder(root, edges))}
    before = reversed_edges(edges)
    above: dict[int, int | None] = {root: None}

    def common(one: int, other: int) -> int:
        while one != other:
            if rank[one] > rank[other]:
                one = above[one]
            else:
                other = above[other]
        return one

    changed = True
    while changed:
        changed = False
        for node in rank:
            if node == root:
                continue
            best = None
            for source in before[node]:
                if source in above:
                    best = source if best is None else common(best, source)
            if above.get(node, root) != best or node not in above:
                above[node] = best
                changed = True
    return rank, above


def nearest_common(one: int | None, other: int | None, above: Mapping[int, int | None]) -> int | None:
    passed = {one}
    while (one := above[one]) is not None:
        passed.add(one)
    while other not in passed:
        other = above[other]
    return other


def dominates(one: int, other: int | None, above: Mapping[int, int | None]) -> bool:
    while other is not None and other != one:
        other = above.get(other)
    return other == one
