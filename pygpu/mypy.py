"""For mypy: a type that stands as a default, `def f(im=Image, p=Position)`, says what the parameter is.

    [tool.mypy]
    plugins = ["pygpu.mypy"]

Under --strict mypy asks each parameter for an annotation, and no library could tell it otherwise but by a plugin. This one
gives the functions of a file that imports PyGPU, before mypy looks at them, the annotations that they have in effect: their
parameters are of any type (a picture of any pixels, or a function that stands for one), and so is their result.

A result that is said (`-> Color`) stays what it is for those who call the function, but within it anything may be returned:
what is computed with a picture of any pixels has no type that could be held against it.

What is annotated Float, Int or Bool may be anything, too, but it is a number above all: a Color times it is a Color.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mypy import nodes
from mypy.nodes import Expression, FuncDef, MypyFile, Node
from mypy.plugin import Plugin
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny, UnboundType, UnionType

TYPES = {"Image", "Position", "Array", "Volume", "Float", "Int", "Bool", "Vec2", "Vec3", "Vec4", "Color"}
NUMBERS = {"Float": "float", "Int": "int", "Bool": "bool"}
INSIDE = ("body", "else_body", "handlers", "finally_body", "bodies")  # of if, for, while, with, try and match


class Filters(Plugin):
    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """mypy asks this of each file that it has parsed; a file needs no more than it says."""
        names = types_in(file)
        for function in functions(file.defs) if names else ():
            annotated = any(is_of(each.type_annotation, names) for each in function.arguments)
            defaults = any(is_type(each.initializer, names) for each in function.arguments)
            if defaults:
                annotate(function)
            number(function, names)
            if annotated or defaults:
                let_return(function)
        return []


def types_in(file: MypyFile) -> set[str]:
    """What types of PyGPU are called in a file: Image, pygpu.Image."""
    names: set[str] = set()
    for each in file.imports:
        if isinstance(each, nodes.Import):
            names |= {f"{there or name}.{kind}" for name, there in each.ids if name == "pygpu" for kind in TYPES}
        elif isinstance(each, nodes.ImportFrom) and each.id == "pygpu":
            names |= {there or name for name, there in each.names if name in TYPES}
        elif isinstance(each, nodes.ImportAll) and each.id == "pygpu":
            names |= TYPES
    return names


def functions(node: Node | list[Any] | None) -> Iterator[FuncDef]:
    """Those of a file, in whatever they stand."""
    if isinstance(node, list):
        for each in node:
            yield from functions(each)
    elif isinstance(node, nodes.ClassDef):
        yield from functions(node.defs)
    elif isinstance(node, nodes.Decorator):
        yield from functions(node.func)
    elif node is not None and not isinstance(node, Expression):
        if isinstance(node, FuncDef):
            yield node
        for name in INSIDE:
            yield from functions(getattr(node, name, None))


def is_type(default: Expression | None, names: set[str]) -> bool:
    """Image, pygpu.Image, Image[Color], Image(border="wrap")."""
    if isinstance(default, nodes.CallExpr):
        default = default.callee
    if isinstance(default, nodes.IndexExpr):
        default = default.base
    if isinstance(default, nodes.MemberExpr) and isinstance(default.expr, nodes.NameExpr):
        return f"{default.expr.name}.{default.name}" in names
    return isinstance(default, nodes.NameExpr) and default.name in names


def annotate(function: FuncDef) -> None:
    """What has no annotation is of any type; and so are defaults, which are types where values are declared."""
    said = function.type
    kinds: list[Type] = [each.type_annotation or any_type() for each in function.arguments]
    result = said.ret_type if isinstance(said, CallableType) and not is_missing(said.ret_type) else any_type()
    for each in function.arguments:
        if each.initializer is not None:
            default, each.initializer = each.initializer, nodes.CastExpr(each.initializer, any_type())
            each.initializer.set_line(default)
    names: list[str | None] = [each.variable.name for each in function.arguments]
    made = CallableType(kinds, [each.kind for each in function.arguments], names, result,
                        Instance(nodes.MISSING_FALLBACK, [], -1), definition=function, line=function.line)
    function.type, function.unanalyzed_type = made, made.copy_modified()


def number(function: FuncDef, names: set[str]) -> None:
    """Parameters that are annotated Float, Int or Bool are numbers, or anything that stands for one."""
    said = function.type
    if not isinstance(said, CallableType) or not any(is_number(kind, names) for kind in said.arg_types):
        return
    kinds = [UnionType([UnboundType(NUMBERS[kind.name.split(".")[-1]], line=kind.line), any_type()], line=kind.line)
             if isinstance(kind, UnboundType) and is_number(kind, names) else kind for kind in said.arg_types]
    function.type = said.copy_modified(arg_types=kinds)
    function.unanalyzed_type = function.type.copy_modified()


def is_of(kind: Type | None, names: set[str]) -> bool:
    """Whether an annotation is a type of PyGPU."""
    return isinstance(kind, UnboundType) and kind.name in names


def let_return(function: FuncDef) -> None:
    """A filter, or a part of one, may return what is of any type."""
    said = function.type
    if isinstance(said, CallableType) and not is_missing(said.ret_type):
        result = UnionType([said.ret_type, any_type()], line=said.line)
        function.type = said.copy_modified(ret_type=result)
        function.unanalyzed_type = function.type.copy_modified()


def is_number(kind: Type, names: set[str]) -> bool:
    return isinstance(kind, UnboundType) and is_of(kind, names) and kind.name.split(".")[-1] in NUMBERS


def any_type() -> AnyType:
    return AnyType(TypeOfAny.explicit)


def is_missing(kind: Type) -> bool:
    return isinstance(kind, AnyType) and kind.type_of_any == TypeOfAny.unannotated


def plugin(version: str) -> type[Plugin]:
    """What mypy calls to have it."""
    return Filters
