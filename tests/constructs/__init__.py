"""One small filter a Python construct, each the same on every engine as in plain Python.

    branches, loops, numbers, containers, functions, iteration, ragged, exceptions, host, operators, objects, records, vectors,
    numpys, scans, wholes, filled, keyed, dictionaries, library, habits, endings
                                                                          what works: a filter's docstring names it
    refused                                                               what cannot be, and the refusal it gets
    comparing                                                             the inputs, plain Python, the comparison
    table                                                                 writes docs/python.md from all of this
"""

from . import (
    branches,
    containers,
    dictionaries,
    endings,
    exceptions,
    filled,
    functions,
    habits,
    host,
    iteration,
    keyed,
    library,
    loops,
    numbers,
    numpys,
    objects,
    operators,
    ragged,
    records,
    scans,
    vectors,
    wholes,
)

GROUPS = (branches, loops, numbers, containers, functions, iteration, ragged, exceptions, host, operators, objects, records,
          vectors, numpys, scans, wholes, filled, keyed, dictionaries, library, habits, endings)
