"""What compilers decide differently without meaning anything by it, decided once.

    threaded    a jump to a jump goes where that goes; so does a branch on a value to a branch on the same value
    twins       instructions written twice for one place in the source (the test of a `while` once more below its body,
                a short `return` behind each arm), alike and with like ways on: one stays, the others jump to it
    unreached   goes
    idle        jumps to what follows anyway: go
    turned      `if not c skip; jump far` becomes `if c jump far`
"""

from __future__ import annotations

from collections.abc import Container

from .canonical import CONDITIONAL, ENDS, JUMPS

TURNED = {"JUMP_IF_FALSE": "JUMP_IF_TRUE", "JUMP_IF_TRUE": "JUMP_IF_FALSE",
          "JUMP_IF_NONE": "JUMP_IF_NOT_NONE", "JUMP_IF_NOT_NONE": "JUMP_IF_NONE"}
AND_OR = ("JUMP_IF_FALSE", "JUMP_IF_TRUE")

Step = tuple[str, object, int]  # op, argument (of a jump: the place of its target), raw offset


def tidied(steps: list[Step], entries: set[int], marks: list[tuple | None]) -> tuple[list[Step], list[int]]:
    """The steps that stay, and for each place among the given ones (and their end) its index among those that stay.

    Entries are the places where handlers start. A mark is what twins must have in common besides their op and
    argument; a step without one has no twin, nor has an entry.
    """
    steps = list(steps)
    gone: set[int] = set()
    thread(steps, entries, gone)
    twins = find_twins(steps, [None if place in entries else mark for place, mark in enumerate(marks)], gone)
    join_twins(steps, twins, gone)
    gone |= set(range(len(steps))) - reached(steps, entries)
    follows = drop_idle_jumps(steps, gone)
    turn_branches(steps, entries, follows, gone)
    index, indices = 0, []
    for place in range(len(steps)):
        indices.append(index)
        index += place not in gone
    indices.append(index)
    staying = [(op, indices[arg] if op in JUMPS else arg, start)
               for place, (op, arg, start) in enumerate(steps) if place not in gone]
    return staying, indices


def arrivals(steps: list[Step], entries: set[int]) -> set[int]:
    return entries | {step[1] for step in steps if step[0] in JUMPS}


# Threading.

def thread(steps: list[Step], entries: set[int], gone: set[int]) -> None:
    reached_by_jump = arrivals(steps, entries)
    for place, (op, target, start) in enumerate(steps):
        if op not in JUMPS:
            continue
        target = past_jumps(steps, target)
        keeps_value = op in AND_OR and place and steps[place - 1][:2] == ("COPY", 1) and place not in reached_by_jump
        if keeps_value:
            target = past_tests(steps, op, target)
            pops = steps[place + 1][0] == steps[target][0] == "POP_TOP"
            if pops and place + 1 not in reached_by_jump:
                # Popped on both ways: not kept, then.
                gone |= {place - 1, place + 1}
                target += 1
        steps[place] = (op, past_jumps(steps, target), start)


def past_jumps(steps: list[Step], place: int, gone: Container[int] = ()) -> int:
    passed = set()
    while place not in passed and (place in gone or steps[place][0] == "JUMP"):
        passed.add(place)
        place = place + 1 if place in gone else steps[place][1]
    return place


def past_tests(steps: list[Step], op: str, place: int) -> int:
    """Where one comes whose topmost value has been tested already, by `op`, and would be tested again."""
    passed = set()
    while steps[place][:2] == ("COPY", 1) and steps[place + 1][0] in AND_OR and place not in passed:
        passed.add(place)
        place = past_jumps(steps, steps[place + 1][1] if steps[place + 1][0] == op else place + 2)
    return place


# Twins.

def find_twins(steps: list[Step], marks: list[tuple | None], gone: set[int]) -> dict[int, int]:
    """For each step that has a twin and goes: the one that stays."""
    groups: dict[tuple, list[int]] = {}
    for place, (op, arg, _) in enumerate(steps):
        if marks[place] is not None and op != "JUMP" and place not in gone:
            # Constants may be equal and not the same (1 and True); copies of an instruction share theirs.
            what = None if op in JUMPS else id(arg) if op == "LOAD_CONST" else arg
            like = (min(op, TURNED.get(op, op)), what, marks[place])
            groups.setdefault(like, []).append(place)
    suspects = [place for group in groups.values() if len(group) > 1 for place in group]
    if not suspects:
        return {}
    alike = list(range(len(steps) + 1))
    for group in groups.values():
        for place in group:
            alike[place] = group[0]
    ways = {place: ways_on(steps, place, gone) for place in suspects}
    # All that look alike are twins until their ways on tell them apart.
    count = 0
    while count != (count := len({alike[place] for place in suspects})):
        first: dict[tuple, int] = {}
        told = {place: first.setdefault((alike[place], *(alike[way] for way in ways[place])), place)
                for place in suspects}
        for place, name in told.items():
            alike[place] = name
    families: dict[int, list[int]] = {}
    for place in suspects:
        families.setdefault(alike[place], []).append(place)
    twins = {}
    for family in families.values():
        if len(family) == 1:
            continue
        # What ends the function stays where it stands last: arms jump ahead to it. The test of a loop stays first.
        kept = family[-1] if ends_straight(steps, family[0]) else family[0]
        twins |= {place: kept for place in family if place != kept}
    return twins


def ways_on(steps: list[Step], place: int, gone: set[int]) -> tuple[int, ...]:
    op, target, _ = steps[place]
    if op in ENDS:
        return ()
    following = past_jumps(steps, place + 1, gone)
    if op not in CONDITIONAL:
        return (following,)
    return (following, target) if op <= TURNED.get(op, op) else (target, following)


def ends_straight(steps: list[Step], place: int) -> bool:
    while steps[place][0] not in JUMPS | ENDS:
        place += 1
    return steps[place][0] in ENDS


def join_twins(steps: list[Step], twins: dict[int, int], gone: set[int]) -> None:
    for place, (op, arg, start) in enumerate(steps):
        if place not in twins:
            if op in JUMPS:
                steps[place] = (op, twins.get(arg, arg), start)
        elif place and place - 1 not in twins and steps[place - 1][0] not in ENDS | {"JUMP"}:
            steps[place] = ("JUMP", twins[place], steps[place - 1][2])
        else:
            gone.add(place)


def reached(steps: list[Step], entries: set[int]) -> set[int]:
    found: set[int] = set()
    waiting = [0, *entries]
    while waiting:
        place = waiting.pop()
        if place in found:
            continue
        found.add(place)
        op, arg, _ = steps[place]
        if op in JUMPS:
            waiting.append(arg)
        if op not in ENDS and op != "JUMP":
            waiting.append(place + 1)
    return found


# Jumps.

def drop_idle_jumps(steps: list[Step], gone: set[int]) -> list[int]:
    """Adds to what is gone. For each place, the first at or after it that stays."""
    size = len(steps)
    follows = list(range(size + 1))
    for place in range(size - 1, -1, -1):
        op, target, _ = steps[place]
        if op == "JUMP" and target > place and follows[target] == follows[place + 1]:
            gone.add(place)
        if place in gone:
            follows[place] = follows[place + 1]
    return follows


def turn_branches(steps: list[Step], entries: set[int], follows: list[int], gone: set[int]) -> None:
    staying = [step for place, step in enumerate(steps) if place not in gone]
    reached_by_jump = {follows[place] for place in arrivals(staying, entries)}
    for place, (op, target, start) in enumerate(steps):
        after = follows[place + 1]
        if op not in TURNED or place in gone or steps[after][0] != "JUMP" or after in reached_by_jump:
            continue
        far = steps[after][1]
        if follows[target] == follows[after + 1]:
            steps[place] = (TURNED[op], far, start)
            gone.add(after)
        elif op > TURNED[op]:
            # Both ways are far: of the two ways to say so, always the same.
            steps[place], steps[after] = (TURNED[op], far, start), ("JUMP", target, steps[after][2])
