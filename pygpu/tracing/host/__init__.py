"""Python itself, which evaluates what is known through and through.

    handing.py       values handed to Python: a call made on the host
    adopting.py      what comes back
    outside.py       what the host runs must change nothing outside; contents.py: how that is seen
    changes.py       which things of the host can be changed, and who may
    replay.py        its iterators, kept so that every path can walk them
    uniforms.py      attributes of known objects that stay arguments of the kernel
    table.py         its callables that mean something for symbols, too
"""
