"""One small filter a Python construct, each the same on every engine as in plain Python.

    branches, loops, numbers, containers, functions, objects, vectors      what works: a filter's docstring names it
    refused                                                               what cannot be, and the refusal it gets
    comparing                                                             the inputs, plain Python, the comparison
    table                                                                 writes docs/python.md from all of this
"""

from . import branches, containers, functions, loops, numbers, objects, vectors

GROUPS = (branches, loops, numbers, containers, functions, objects, vectors)
