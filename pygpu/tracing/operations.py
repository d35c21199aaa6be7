"""What can be done with any abstract value: the operations of the machine, which every file finds at the tracer.

How a value is called, added or looked into depends on what it is, and what a list or an object does in turn is to
call, add and look into what it holds. So the files that know of one kind of value need not know of each other: they
ask the tracer, and are told apart here.
"""

from __future__ import annotations

from . import unrolling
from .instructions import arithmetic, attributes, calls, comprehensions, iteration, lengths, subscripts
from .kinds import lazily


class Operations:
    """Each is a function of a tracer and what it works on: tracer.binary("+", a, b)."""

    call = calls.call                          # function, args, kwargs
    get_attribute = attributes.get_attribute   # value, name
    subscript = subscripts.subscript           # container, key
    set_item = subscripts.store                # container, key, value
    delete_item = subscripts.delete            # container, key

    apply = arithmetic.apply                   # operation of the graph, args
    binary = arithmetic.binary                 # symbol, a, b
    inplace = arithmetic.inplace               # symbol, a, b
    unary = arithmetic.unary                   # symbol, value
    compare = arithmetic.compare               # symbol, a, b
    truth = arithmetic.truth                   # value: known, or a Bool of the graph
    negate = arithmetic.negate                 # value

    iterator = iteration.iterator              # iterable
    advance = iteration.advance                # iterator: whether there is a next value, and how to take it
    remaining = iteration.remaining            # iterable: all items, whose number must be known
    is_endless = lengths.is_endless            # whether it is an iterator that a symbol ends
    has_no_end = lengths.has_no_end            # whether it is an iterator that is known to go on without end
    with_sources = lazily.with_sources         # iterator: it, and what it takes from
    tear = lazily.tear                         # iterator that pixels have left at different places
    step = iteration.step                      # iterator: the next item if it may be missing; else as `advance` has it
    remaining_maybe = iteration.remaining_maybe  # iterable: all items, with those that may be missing
    each_maybe = iteration.each_maybe          # the same one after the other
    takes_element = unrolling.takes_element    # that one of a whole array is looked at, or `assigned`
    go_through = comprehensions.go_through     # what a comprehension makes, function: it is called with each item
    most_made = comprehensions.most_made       # what a comprehension makes: of how many items, at most
    listed = comprehensions.listed             # iterable: a list whose length a picture says, where it is such a one
    kept = comprehensions.kept                 # iterable: what counts to a symbol as a list of items that may be missing
    fresh = comprehensions.fresh               # iterator: another one that stands where it does
    each = iteration.each                      # iterable: one item after the other
    each_flagged = iteration.each_flagged      # iterable: one after the other, each with whether it is there
