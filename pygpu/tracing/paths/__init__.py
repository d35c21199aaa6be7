"""Where execution goes: one path through one frame, and what happens where two of them meet.

    frames.py        one function as it is walked, and the table of handlers
    heap.py          what mutable structures hold, and the log of its changes
    liveness.py      which locals are read later
    meeting.py       paths, and how they meet again
    standing.py      where iterators stand, which may differ by path
    sharing.py       objects that a loop carries, and their other names
    generators.py    frames that stop and go on
"""
