"""match statements: patterns are tested on shapes, which are known; values inside may be symbols."""

from __future__ import annotations

from ..host.handing import python_class
from ..kinds.containers import items_of, key_of
from ..kinds.mappings import mapping_items
from ..kinds.sorting import choose
from ..meanings.classes import of_class
from ..meanings.iterables import len_
from ..paths.frames import handles
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Tuple


@handles("GET_LEN")
def get_len(tracer, frame, instruction):
    frame.stack.append(len_(tracer, [frame.stack[-1]], {}) if type(frame.stack[-1]) is not Known
                       else Known(len(frame.stack[-1].value)))


@handles("MATCH_SEQUENCE")
def match_sequence(tracer, frame, instruction):
    subject = decide(tracer, frame.stack[-1])
    frame.stack.append(Known(items_of(tracer, subject) is not None))


@handles("MATCH_MAPPING")
def match_mapping(tracer, frame, instruction):
    subject = decide(tracer, frame.stack[-1])
    frame.stack.append(Known(issubclass(python_class(tracer, subject), dict)))


@handles("MATCH_KEYS")
def match_keys(tracer, frame, instruction):
    contents = mapping_items(tracer, frame.stack[-2])
    keys = key_of(tracer, frame.stack[-1])
    found = all(k in contents for k in keys)
    frame.stack.append(Tuple(contents[k] for k in keys) if found else NONE)


@handles("MATCH_CLASS")
def match_class(tracer, frame, instruction):
    names, cls, subject = (decide(tracer, frame.stack.pop()) for _ in range(3))
    cls = cls.value
    holds = of_class(tracer, subject, cls) if tracer.kinds.tells(subject) else Known(
        issubclass(python_class(tracer, subject), cls))
    if type(holds) is Known and not holds.value:
        frame.stack.append(NONE)
        return
    tracer.reached.in_class(cls, "__match_args__")
    count = instruction.arg
    if count == 1 and not hasattr(cls, "__match_args__"):  # int(x), float(x) and their like
        attributes = [subject]
    else:
        attributes = [tracer.get_attribute(subject, name) for name in getattr(cls, "__match_args__", ())[:count]]
    attributes += [tracer.get_attribute(subject, name) for name in names.value]
    frame.stack.append(choose(tracer, holds, Tuple(attributes), NONE))
