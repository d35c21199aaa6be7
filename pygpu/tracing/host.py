"""Between abstract values and the host: what is known through and through can be handed to Python, and taken back.

`reveal` makes the host's own object of a structure whose leaves are all known; after the host has worked on it,
`take_back` brings what it changed to the heap again.
"""

from __future__ import annotations

import sys
import types

from ..ir import Value
from .assumptions import implied
from .values import Builtin, Choice, Function, ImageValue, Known, Method, Record, Ref, Tuple

FRESH_LIMIT = 4096


class NotKnown(Exception):
    """Somewhere inside is a symbol."""


class Revealed:
    """Host objects made of structures, each once, so that identity is kept."""

    def __init__(self, tracer):
        self.tracer = tracer
        self.objects: dict[Ref, object] = {}
        self.refs: dict[int, Ref] = {}

    def reveal(self, value):
        kind = type(value)
        if kind is Known:
            return value.value
        if kind is Tuple:
            return tuple(map(self.reveal, value.items))
        if kind is Record:
            return self.record(value)
        if kind is Ref:
            return self.ref(value)
        if kind is Function:
            return self.function(value)
        if kind is Method:
            return types.MethodType(self.reveal(value.function), self.reveal(value.receiver))
        if kind is Choice:
            truth = implied(self.tracer.assumed, value.condition)
            if truth is not None:
                return self.reveal(value.a if truth else value.b)
        raise NotKnown

    def record(self, value: Record):
        fields = {name: self.reveal(field) for name, field in value.fields.items()}
        if value.cls is complex:
            return complex(fields["real"], fields["imag"])
        if issubclass(value.cls, tuple):
            return tuple.__new__(value.cls, fields.values())
        instance = object.__new__(value.cls)
        for name, field in fields.items():
            object.__setattr__(instance, name, field)
        return instance

    def ref(self, ref: Ref):
        if ref in self.objects:
            return self.objects[ref]
        contents = self.tracer.heap[ref]
        if ref.kind == "list":
            made = self.note(ref, [])
            made.extend(map(self.reveal, contents))
        elif ref.kind == "dict":
            made = self.note(ref, {})
            made.update((key, self.reveal(v)) for key, v in contents.items())
        elif ref.kind == "set":
            made = self.note(ref, set(contents))
        elif ref.kind == "instance":
            made = self.note(ref, object.__new__(ref.cls))
            for name, field in contents.items():
                object.__setattr__(made, name, self.reveal(field))
        elif ref.kind == "cell":
            made = self.note(ref, types.CellType(*map(self.reveal, contents)))
        elif ref.kind == "array":
            import numpy as np

            made = self.note(ref, np.array([self.reveal(v) for v in contents[1:]]).reshape(contents[0].value))
        else:  # an iterator: its remaining items, where they are all known
            from .iteration import remaining

            made = iter([self.reveal(v) for v in remaining(self.tracer, ref)])
        return made

    def note(self, ref, made):
        self.objects[ref] = made
        self.refs[id(made)] = ref
        return made

    def function(self, value: Function):
        closure = tuple(map(self.reveal, value.closure)) if value.closure else None
        made = types.FunctionType(value.code, value.globals, value.code.co_name,
                                  tuple(map(self.reveal, value.defaults)), closure)
        made.__kwdefaults__ = {k: self.reveal(v) for k, v in value.kwdefaults.items()} or None
        return made

    def take_back(self) -> None:
        """What the host changed in the objects it was lent."""
        heap = self.tracer.heap
        for ref, made in self.objects.items():
            if ref.kind == "list":
                if len(made) != len(heap[ref]) or any(self.refs.get(id(m)) is not v and not (
                        type(v) is Known and v.value is m) for m, v in zip(made, heap[ref])):
                    heap[ref] = tuple(map(self.known, made))
            elif ref.kind in ("dict", "set", "instance"):
                now = (made if ref.kind == "dict" else dict.fromkeys(made) if ref.kind == "set"
                       else instance_fields(made))
                before = heap[ref]
                if now.keys() != before.keys() or any(
                        type(before[k]) is Known and before[k].value is not v for k, v in now.items()
                        if ref.kind != "set"):
                    heap[ref] = {k: self.known(v) for k, v in now.items()}
            elif ref.kind == "array":
                heap[ref] = (Known(made.shape), *map(Known, made.ravel().tolist()))

    def known(self, value):
        """A host value as an abstract one: what we lent keeps its identity."""
        ref = self.refs.get(id(value))
        return ref if ref is not None and self.objects[ref] is value else Known(value)


def instance_fields(instance) -> dict:
    fields = dict(getattr(instance, "__dict__", {}))
    for cls in type(instance).__mro__:
        for slot in getattr(cls, "__slots__", ()):
            if isinstance(slot, str) and hasattr(instance, slot):
                fields[slot] = getattr(instance, slot)
    return fields


def call_host(tracer, function, args, kwargs):
    """Call `function` on the host, raising NotKnown where something in its arguments is not known."""
    from .interpreter import HostRaised

    lent, mark = Revealed(tracer), len(tracer.log)
    try:
        host_args = [lent.reveal(a) for a in args]
        host_kwargs = {k: lent.reveal(v) for k, v in kwargs.items()}
        callee = lent.reveal(function)
    except NotKnown:
        tracer.undo(mark)  # an iterator may have been walked some way
        raise
    try:
        result = callee(*host_args, **host_kwargs)
    except RecursionError:
        raise tracer.refuse("recursion", name=f"'{getattr(callee, '__name__', callee)}'", limit="about 1000") from None
    except Exception as error:
        raise HostRaised(error) from None
    if lent.objects:
        lent.take_back()
        known = lent.known(result)
        if type(known) is Ref:
            return known
    box = [result]
    del result
    return adopt(tracer, box)


def adopt(tracer, box: list):
    """A host's result: a list, dict or set that nobody but the box holds becomes a structure, so that it may be changed."""
    alone = sys.getrefcount(box[0]) == ALONE
    result = box[0]
    kind = type(result)
    if kind in (list, dict, set) and alone and len(result) <= FRESH_LIMIT:
        if kind is list:
            return tracer.new("list", tuple(map(Known, result)))
        contents = {k: Known(v) for k, v in result.items()} if kind is dict else dict.fromkeys(result, Known(None))
        return tracer.new(kind.__name__, contents)
    if hasattr(kind, "__next__") and hasattr(kind, "__iter__"):
        from .iteration import iterate_host

        return iterate_host(tracer, result)
    return Known(result)


_box = [[]]
ALONE = sys.getrefcount(_box[0])  # of what one list holds, and nobody else


def fully_known(value) -> bool:
    """A host value, without looking inside structures."""
    return type(value) is Known


def python_class(tracer, value) -> type:
    """The class that `type(value)` gives in plain Python."""
    kind = type(value)
    if kind is Known:
        return type(value.value)
    if isinstance(value, Value):
        return {"Bool": bool, "Int": int, "Float": float}[value.type.value]
    if kind is Tuple:
        return tuple
    if kind is Record:
        return value.cls
    if kind is Ref:
        if ref_class := value.cls:
            return ref_class
        if value.kind == "array":
            import numpy as np

            return np.ndarray
        return {"list": list, "dict": dict, "set": set, "cell": types.CellType, "iterator": types.GeneratorType}[value.kind]
    if kind is Function:
        return types.FunctionType
    if kind is Method:
        return types.MethodType
    if kind is ImageValue:
        from ..language.host_image import HostImage

        return HostImage
    if kind is Builtin:
        return types.BuiltinMethodType
    return object
