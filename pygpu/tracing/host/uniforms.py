"""Attributes of known objects that stay arguments of the kernel: those that their class gives a PyGPU type.

    class Lamp:
        power: Float = 1.0          # read anew at each call of the filter, never compiled in
        place: Vec3
        def __init__(self, kind): self.kind = kind      # no type: known; another one is traced anew

As with a typed parameter, changing such an attribute needs no new kernel. Methods of an object that has one are walked
even where all their arguments are known, since what they give may change.
"""

from __future__ import annotations

import inspect
import sys
from functools import lru_cache

from ...ir import FLOAT, ScalarParam, Type, Value
from ...language import types
from ...language.vectors import Color, Vec2, Vec3, Vec4, Vector
from ..values.lattice import Known, Record
from .changes import told_by

SCALARS = {kind: Type(kind.__name__) for kind in (types.Float, types.Int, types.Bool)}  # as users write them, and in graphs
VECTORS = {Vec2: ("x", "y"), Vec3: ("x", "y", "z"), Vec4: ("x", "y", "z", "w"), Color: ("x", "y", "z")}
NAMES = {kind.__name__: kind for kind in (*SCALARS, *VECTORS)}


@lru_cache(maxsize=1024)
def typed(cls: type) -> dict[str, type]:
    """The attributes to which a class gives a type of ours."""
    found: dict[str, type] = {}
    if cls.__module__ == "builtins" or issubclass(cls, (Vector, type)):
        return found
    for base in reversed(cls.__mro__[:-1]):
        try:
            annotations = inspect.get_annotations(base)
        except Exception:  # from 3.14 on they are evaluated late, and may name what is not there
            continue
        space = vars(sys.modules.get(base.__module__, types))
        for name, kind in annotations.items():
            if isinstance(kind, str):
                kind = space.get(kind, NAMES.get(kind.rpartition(".")[2]) if kind.startswith("pygpu.") else None)
            if isinstance(kind, type) and (kind in SCALARS or kind in VECTORS):
                found[name] = kind
    return found


def drives(value) -> bool:
    """Whether a host value is an object with such an attribute, or a method of one."""
    return bool(typed(type(value)) or typed(type(told_by(value, "__self__"))))


def uniform(tracer, host, name: str):
    """The symbol for a typed attribute of a known object; None where the attribute has no type."""
    kind = typed(type(host)).get(name)
    if kind is None:
        return None
    key = id(host), name
    if key not in tracer.uniforms:
        parts = VECTORS.get(kind)
        if parts is None:
            value = argument(tracer, f"{type(host).__name__.lower()}_{name}", SCALARS[kind])
        else:
            fields = {part: argument(tracer, f"{type(host).__name__.lower()}_{name}_{part}", FLOAT) for part in parts}
            value = Record(kind, fields | ({"_alpha": Known(None)} if kind is Color else {}))
        tracer.uniforms[key] = (host, name, kind, value)
    return tracer.uniforms[key][3]


def argument(tracer, name: str, type) -> Value:
    value = Value(type, None, name)
    tracer.graph.scalars.append(ScalarParam(name, value))
    return value
