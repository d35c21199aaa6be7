"""What compilers decided differently without meaning anything by it, decided once.

Jumps to what follows anyway go. A branch around a jump is turned: `if not c skip; jump far` becomes `if c jump far`.
"""

from __future__ import annotations

from pygpu.bytecode.canonical import JUMPS

TURNED = {"JUMP_IF_FALSE": "JUMP_IF_TRUE", "JUMP_IF_TRUE": "JUMP_IF_FALSE",
          "JUMP_IF_NONE": "JUMP_IF_NOT_NONE", "JUMP_IF_NOT_NONE": "JUMP_IF_NONE"}

Step = tuple[str, object, int]  # op, argument, raw offset


def tidied(steps: list[Step], entries: set[int]) -> tuple[list[Step], list[int]]:
    """The steps that stay, and for each place among the given ones (and their end) its index among those that stay.

    Jumps come with the places, and leave with the indices, of their targets. Entries are targets of other kinds.
    """
    steps = list(steps)
    size = len(steps)
    # For each place, the first at or after it that stays.
    follows = list(range(size + 1))
    for place in range(size - 1, -1, -1):
        op, target, _ = steps[place]
        if op == "JUMP" and target > place and follows[target] == follows[place + 1]:
            follows[place] = follows[place + 1]
    arrivals = {follows[step[1]] for step in steps if step[0] in JUMPS} | {follows[entry] for entry in entries}
    gone = {place for place in range(size) if follows[place] != place}
    for place, (op, target, start) in enumerate(steps):
        if op not in TURNED or place in gone:
            continue
        after = follows[place + 1]
        if after < size and steps[after][0] == "JUMP" and after not in arrivals and follows[target] == follows[after + 1]:
            steps[place] = (TURNED[op], steps[after][1], start)
            gone.add(after)
    index, indices = 0, []
    for place in range(size):
        indices.append(index)
        index += place not in gone
    indices.append(index)
    staying = [(op, indices[arg] if op in JUMPS else arg, start)
               for place, (op, arg, start) in enumerate(steps) if place not in gone]
    return staying, indices
