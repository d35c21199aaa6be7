"""How control flows among canonical instructions: natural loops, where branches meet again, and in what order to look.

Instructions are grouped into blocks (named by their first index). Exceptional edges, from protected code to its
handler, count for loops and order but not for joins: where arms meet again is asked of normal flow only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from .canonical import CONDITIONAL, ENDS, JUMPS
from .graphs import dominates, dominators, nearest_common, reachable, reversed_edges

EXIT = -1  # stands for all ends of a function


@dataclass(frozen=True, slots=True)
class Loop:
    """A natural loop: what is reached from its head and leads back to it. Loops with one head are one loop."""

    head: int
    body: frozenset[int]
    exits: frozenset[int]  # the first instructions outside, wherever it is left other than by an exception


class Flow:
    """The control flow of one function."""

    def __init__(self, instructions, handlers):
        self.instructions, self.handlers = instructions, handlers
        self.starts = self._block_starts()
        self.ends = dict(zip(self.starts, self.starts[1:] + [len(instructions)], strict=True))
        self.normal = {start: self._successors(self.ends[start] - 1) for start in self.starts}
        self.edges = {start: self.normal[start] + self._handlers_of(start) for start in self.starts}

    # Blocks.

    def _block_starts(self) -> list[int]:
        starts = {0}
        for instruction in self.instructions:
            if instruction.op in JUMPS:
                starts |= {instruction.arg, instruction.index + 1}
            elif instruction.op in ENDS:
                starts.add(instruction.index + 1)
        for handler in self.handlers:
            starts |= {handler.start, handler.end, handler.target}
        return sorted(starts - {len(self.instructions)})

    def _successors(self, index: int) -> list[int]:
        """Where an instruction leads; of a branch, the same way first whichever way it is written."""
        instruction = self.instructions[index]
        if instruction.op == "JUMP":
            return [instruction.arg]
        if instruction.op == "RAISE":  # under an `except` of the same function that is one more way to go
            handlers = [handler for handler in self.handlers if handler.start <= index < handler.end]
            return [handlers[0].target] if handlers and not handlers[0].cleanup else []
        if instruction.op in ENDS:
            return []
        if instruction.op in ("JUMP_IF_TRUE", "JUMP_IF_NOT_NONE"):
            return [instruction.arg, index + 1]
        if instruction.op in CONDITIONAL:
            return [index + 1, instruction.arg]
        return [index + 1]

    def _handlers_of(self, block: int) -> list[int]:
        return [handler.target for handler in self.handlers if handler.start <= block < handler.end]

    def block_of(self, index: int) -> int:
        return self.starts[bisect_right(self.starts, index) - 1]

    def _indices(self, blocks: Iterable[int]) -> frozenset[int]:
        return frozenset(index for block in blocks for index in range(block, self.ends[block]))

    # Loops.

    @cached_property
    def _loop_blocks(self) -> dict[int, frozenset[int]]:
        """Blocks of each natural loop, by its head."""
        rank, above = dominators(0, self.edges)
        before = reversed_edges(self.edges)
        loops: dict[int, set[int]] = {}
        for block in rank:
            for head in self.edges[block]:
                if dominates(head, block, above):
                    body = loops.setdefault(head, {head})
                    waiting = [block]
                    while waiting:
                        inside = waiting.pop()
                        if inside not in body and inside in rank:
                            body.add(inside)
                            waiting += before[inside]
        return {head: frozenset(loops[head]) for head in sorted(loops)}

    @cached_property
    def loops(self) -> dict[int, Loop]:
        result = {}
        for head, blocks in self._loop_blocks.items():
            exits = {target for block in blocks for target in self.normal[block]} - blocks
            result[head] = Loop(head, self._indices(blocks), frozenset(exits))
        return result

    @cached_property
    def _nest(self) -> dict[int, tuple[int, ...]]:
        """For each block, the heads of the loops around it, the outermost first."""
        by_size = sorted(self._loop_blocks, key=lambda head: -len(self._loop_blocks[head]))
        return {block: tuple(head for head in by_size if block in self._loop_blocks[head]) for block in self.starts}

    def around(self, index: int) -> tuple[int, ...]:
        """The heads of the loops around an instruction, the outermost first."""
        return self._nest[self.block_of(index)]

    def innermost(self, index: int) -> Loop | None:
        nest = self._nest[self.block_of(index)]
        return self.loops[nest[-1]] if nest else None

    # Order.

    @cached_property
    def _rank(self) -> dict[int, int]:
        ordered = self._ordered(frozenset(self.starts), None, 0)
        return {block: place for place, block in enumerate(ordered)}

    def order(self, index: int) -> int:
        """Rank of an instruction: after all that leads to it (but for back edges), each loop in one piece.

        Where that leaves a choice, branches decide, not where a compiler happened to put things.
        """
        block = self.block_of(index)
        return self._rank[block] * (len(self.instructions) + 1) + index - block

    @cached_property
    def _seen(self) -> dict[int, int]:
        """When each block is first seen, coming from the start and taking the first way of each branch first."""
        seen: dict[int, int] = {}
        waiting = self.starts[::-1]
        while waiting:
            block = waiting.pop()
            if block not in seen:
                seen[block] = len(seen)
                waiting += reversed(self.edges[block])
        return seen

    def _ordered(self, blocks: frozenset[int], head: int | None, depth: int) -> list[int]:
        """Blocks of one region, topologically, inner loops standing as one; of those free to come, the first seen."""
        def unit(block: int) -> int:
            nest = self._nest[block]
            return nest[depth] if len(nest) > depth else block

        units = {unit(block) for block in blocks}
        after = {each: set() for each in units}
        for block in blocks:
            for target in self.edges[block]:
                if target in blocks and target != head and unit(target) != unit(block):
                    after[unit(block)].add(unit(target))
        missing = dict.fromkeys(units, 0)
        for targets in after.values():
            for target in targets:
                missing[target] += 1
        ready = sorted((self._seen[each], each) for each in units if not missing[each])
        left, result = set(units), []
        while left:
            # Nothing ready: a cycle without one head, which no Python source makes. The first seen, then.
            each = heappop(ready)[1] if ready else min(left, key=self._seen.get)
            if each not in left:
                continue
            left.remove(each)
            inner = self._loop_blocks.get(each)
            is_loop = inner is not None and each != head
            result += self._ordered(inner, each, depth + 1) if is_loop else [each]
            for target in after[each]:
                missing[target] -= 1
                if not missing[target]:
                    heappush(ready, (self._seen[target], target))
        return result

    # Joins.

    def join(self, index: int) -> int | None:
        """Where the arms of a conditional branch meet again (of anything else: what comes next).

        In a loop: the immediate post-dominator within it, what leaves it ignored; going round once more ends at the
        head. Outside: the same among what both arms reach; paths that only return or raise are ignored.
        If only one arm goes on, its first instruction. If neither does, None.
        """
        arms = self._successors(index)
        if len(arms) < 2:
            return arms[0] if arms else None
        nest = self._nest[self.block_of(index)]
        return self._join_in_loop(arms, nest[-1]) if nest else self._join_outside(*arms)

    def meeting(self, one: int, other: int) -> int | None:
        """Where two places lead alike, by the same rule as for the arms of a branch; None where they stand in
        different loops."""
        first, second = self.block_of(one), self.block_of(other)
        if self._nest[first] != self._nest[second]:
            return None
        nest = self._nest[first]
        return self._join_in_loop([first, second], nest[-1]) if nest else self._join_outside(first, second)

    def is_beyond(self, place: int, stops: Iterable[int]) -> bool:
        """Whether a place comes after one of some stops: a handler leads past it, which has closed a `with`. What arrives
        there waits for those that stop before."""
        return bool(self.handlers) and any(
            stop >= 0 and stop != place and self.meeting(place, stop) == place for stop in stops)

    def after(self, head: int) -> int:
        """The order of what goes back to a loop's head: after all that is in the loop."""
        if head not in self._after:
            self._after[head] = max(map(self.order, self.loops[head].body)) + 1
        return self._after[head]

    @cached_property
    def _after(self) -> dict[int, int]:
        return {}

    def _join_in_loop(self, arms: list[int], head: int) -> int | None:
        above = self._towards_head(head)
        arms = [arm for arm in arms if arm in above]
        return nearest_common(*arms, above) if len(arms) == 2 else arms[0] if arms else None

    def _join_outside(self, first: int, second: int) -> int | None:
        join = self._meeting(first, second, self._towards_exit)
        if join is not None:
            return join
        if self.only_raises(first) != self.only_raises(second):
            return second if self.only_raises(first) else first
        ahead_of_first, ahead_of_second = self._ahead(first), self._ahead(second)
        common = ahead_of_first & ahead_of_second
        if not common:
            going_on = [arm for arm, ahead in ((first, ahead_of_first), (second, ahead_of_second))
                        if not ahead.isdisjoint(self._merges)]
            return going_on[0] if len(going_on) == 1 else None
        # Some ways only return or raise: what counts is what can come to where both arms come.
        surviving = reachable(common, self._before) & (ahead_of_first | ahead_of_second)
        return self._meeting(first, second, self._towards(surviving, EXIT))

    def only_raises(self, index: int) -> bool:
        """Whether every way on from here ends in an exception."""
        block = self.block_of(index)
        if block not in self._raising:
            ends = [self.ends[each] - 1 for each in self._ahead(block) if not self.normal[each]]
            self._raising[block] = bool(ends) and all(self.instructions[end].op in ("RAISE", "RERAISE") for end in ends)
        return self._raising[block]

    def may_go_on(self, index: int) -> bool:
        """Whether an `except` takes what is raised anywhere on the way from here, and does more than raise again."""
        return any(self.instructions[target].op == "PUSH_EXC_INFO" and not self.only_raises(target)
                   for block in reachable([self.block_of(index)], self.edges) for target in self._handlers_of(block))

    @cached_property
    def _raising(self) -> dict[int, bool]:
        return {}

    @staticmethod
    def _meeting(first: int, second: int, above: Mapping[int, int | None]) -> int | None:
        join = nearest_common(first, second, above) if first in above and second in above else EXIT
        return None if join == EXIT else join

    def _towards(self, blocks: Iterable[int], goal: int) -> dict[int, int | None]:
        """For each of some blocks, the next one that every way on to the goal passes. All ends lead to EXIT."""
        backward: dict[int, list[int]] = {block: [] for block in blocks} | {goal: []}
        for block in blocks:
            for target in () if block == goal else self.normal[block] or (EXIT,):
                if target in backward:
                    backward[target].append(block)
        return dominators(goal, backward)[1]

    def _towards_head(self, head: int) -> dict[int, int | None]:
        if head not in self._towards_heads:
            self._towards_heads[head] = self._towards(self._loop_blocks[head], head)
        return self._towards_heads[head]

    @cached_property
    def _towards_heads(self) -> dict[int, dict[int, int | None]]:
        return {}

    @cached_property
    def _towards_exit(self) -> dict[int, int | None]:
        return self._towards(self.starts, EXIT)

    @cached_property
    def _before(self) -> dict[int, list[int]]:
        return reversed_edges(self.normal)

    def _ahead(self, block: int) -> set[int]:
        return reachable([block], self.normal)

    @cached_property
    def _merges(self) -> frozenset[int]:
        """Blocks that are come to from more than one place, back edges aside."""
        arrivals = dict.fromkeys(self.starts, 0)
        for block in self.starts:
            for target in self.normal[block]:
                if block not in self._loop_blocks.get(target, ()):
                    arrivals[target] += 1
        return frozenset(block for block in self.starts if arrivals[block] > 1)
