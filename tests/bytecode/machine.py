"""A reference interpreter for canonical instructions on known values: what each op means, as briefly as can be said.

`Machine` runs a code object as Python would. Tests compare it with really calling the function.
"""

from __future__ import annotations

import builtins
import inspect
import operator
from types import CellType, CodeType, FunctionType

from pygpu.bytecode import decode

UNBOUND = object()
PLAIN = {"+": "add", "&": "and", "//": "floordiv", "<<": "lshift", "@": "matmul", "*": "mul", "%": "mod", "|": "or",
         "**": "pow", ">>": "rshift", "-": "sub", "/": "truediv", "^": "xor"}
OPERATORS = {symbol: getattr(operator, f"__{name}__") for symbol, name in PLAIN.items()}
OPERATORS |= {symbol + "=": getattr(operator, f"__i{name}__") for symbol, name in PLAIN.items()}
COMPARISONS = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt,
               ">=": operator.ge}
UNARY = {"-": operator.neg, "+": operator.pos, "~": operator.invert, "not": operator.not_}
CONVERSIONS = {"": lambda value: value, "s": str, "r": repr, "a": ascii}


def in_machine(function: FunctionType):
    """A Python function that runs its canonical instructions here."""
    machine = Machine(function.__code__, function.__globals__)
    machine.parts = {"defaults": function.__defaults__, "kwdefaults": function.__kwdefaults__,
                     "closure": function.__closure__}
    return machine


class Machine:
    """A function, callable."""

    def __init__(self, code: CodeType, globals: dict):
        self.code, self.globals, self.parts = code, globals, {}
        self.__name__ = code.co_name

    def real(self) -> FunctionType:
        function = FunctionType(self.code, self.globals, None, self.parts.get("defaults"), self.parts.get("closure"))
        function.__kwdefaults__ = self.parts.get("kwdefaults")
        return function

    def __get__(self, instance, owner):
        return self if instance is None else lambda *args, **kwargs: self(instance, *args, **kwargs)

    def __call__(self, *args, **kwargs):
        frame = Frame(self, self._bind(args, kwargs))
        kind, value = frame.run()
        return frame.generator() if kind == "RETURN_GENERATOR" else value

    def _bind(self, args, kwargs):
        if self.code.co_varnames[:1] == (".0",):  # no name that a signature allows
            return {".0": args[0]}
        bound = inspect.signature(self.real()).bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.arguments


class Frame:
    """One call."""

    def __init__(self, machine: Machine, arguments: dict):
        self.machine, self.code = machine, decode(machine.code)
        self.stack, self.at, self.exception = [], 0, None
        self.locals = dict(arguments)
        for name in machine.code.co_cellvars:
            self.locals[name] = CellType(self.locals[name]) if name in self.locals else CellType()
        self.locals |= zip(machine.code.co_freevars, machine.parts.get("closure") or (), strict=True)

    def run(self):
        """Up to where the frame is left: (the op that left it, its value)."""
        while True:
            step = self.code.instructions[self.at]
            try:
                self.at += 1
                if step.op in ("RETURN_VALUE", "YIELD_VALUE", "RETURN_GENERATOR"):
                    value = None if step.op == "RETURN_GENERATOR" else self.pop()
                    assert step.op != "RETURN_VALUE" or not self.stack, self.stack
                    return step.op, value
                getattr(self, step.op)(step.arg)
            except Exception as raised:
                self.handle(raised, step.index)

    def handle(self, raised, index):
        for handler in self.code.handlers:
            if handler.start <= index < handler.end:
                assert len(self.stack) >= handler.depth
                self.stack[handler.depth:] = [index] * handler.lasti + [raised]
                self.at = handler.target
                return
        raise raised

    def generator(self):
        while True:
            kind, value = self.run()
            if kind == "RETURN_VALUE":
                return value
            self.push((yield value))

    # The stack.

    def push(self, value):
        self.stack.append(value)

    def pop(self):
        return self.stack.pop()

    def take(self, count):
        taken = self.stack[len(self.stack) - count:]
        del self.stack[len(self.stack) - count:]
        return taken

    def POP_TOP(self, _):
        self.pop()

    def COPY(self, n):
        self.push(self.stack[-n])

    def SWAP(self, n):
        self.stack[-1], self.stack[-n] = self.stack[-n], self.stack[-1]

    # Names.

    def LOAD_CONST(self, value):
        self.push(value)

    def LOAD_FAST(self, name):
        if name not in self.locals:
            raise UnboundLocalError(name)
        assert not isinstance(self.locals[name], CellType), name
        self.push(self.locals[name])

    def STORE_FAST(self, name):
        value = self.pop()
        self.locals[name] = value
        if value is UNBOUND:
            del self.locals[name]

    def DELETE_FAST(self, name):
        self.LOAD_FAST(name)
        self.pop()
        del self.locals[name]

    def LOAD_FAST_AND_CLEAR(self, name):
        self.push(self.locals.pop(name, UNBOUND))

    def LOAD_CLOSURE(self, name):
        self.push(self.locals.setdefault(name, CellType()))

    def LOAD_DEREF(self, name):
        try:
            self.push(self.locals[name].cell_contents)
        except (KeyError, ValueError):
            raise (NameError if name in self.machine.code.co_freevars else UnboundLocalError)(name) from None

    def STORE_DEREF(self, name):
        self.locals.setdefault(name, CellType()).cell_contents = self.pop()

    def DELETE_DEREF(self, name):
        del self.locals[name].cell_contents

    def LOAD_GLOBAL(self, name):
        if name in self.machine.globals:
            self.push(self.machine.globals[name])
        elif hasattr(builtins, name):
            self.push(getattr(builtins, name))
        else:
            raise NameError(name)

    def STORE_GLOBAL(self, name):
        self.machine.globals[name] = self.pop()

    def DELETE_GLOBAL(self, name):
        del self.machine.globals[name]

    def IMPORT_NAME(self, name):
        level, names = self.take(2)
        self.push(__import__(name, self.machine.globals, None, names, level))

    def IMPORT_FROM(self, name):
        self.push(getattr(self.stack[-1], name))

    # Attributes, items, operators.

    def LOAD_ATTR(self, name):
        self.push(getattr(self.pop(), name))

    def STORE_ATTR(self, name):
        value, owner = self.take(2)
        setattr(owner, name, value)

    def DELETE_ATTR(self, name):
        delattr(self.pop(), name)

    def SUBSCRIPT(self, _):
        container, key = self.take(2)
        self.push(container[key])

    def STORE_SUBSCRIPT(self, _):
        value, container, key = self.take(3)
        container[key] = value

    def DELETE_SUBSCRIPT(self, _):
        container, key = self.take(2)
        del container[key]

    def BINARY_OP(self, symbol):
        self.push(OPERATORS[symbol](*self.take(2)))

    def UNARY(self, symbol):
        self.push(UNARY[symbol](self.pop()))

    def COMPARE(self, symbol):
        self.push(COMPARISONS[symbol](*self.take(2)))

    def IS(self, inverted):
        left, right = self.take(2)
        self.push((left is right) != inverted)

    def CONTAINS(self, inverted):
        value, container = self.take(2)
        self.push((value in container) != inverted)

    # Calls and functions.

    def CALL(self, argument):
        count, names = argument
        function, *args = self.take(count + 1)
        positional = args[:len(args) - len(names)]
        self.push(self.call(function, positional, dict(zip(names, args[len(positional):], strict=True))))

    def CALL_EX(self, has_keywords):
        function, args, *keywords = self.take(2 + has_keywords)
        self.push(self.call(function, args, keywords[0] if keywords else {}))

    def call(self, function, args, keywords):
        if function is super and not args:  # finds its arguments in the frame
            args = self.locals["__class__"].cell_contents, self.locals[self.machine.code.co_varnames[0]]
        return function(*args, **keywords)

    def MAKE_FUNCTION(self, _):
        self.push(Machine(self.pop(), self.machine.globals))

    def SET_FUNCTION_ATTRIBUTE(self, kind):
        value, function = self.take(2)
        function.parts[kind] = value
        self.push(function)

    def LOAD_BUILD_CLASS(self, _):
        # A class body is left to Python.
        self.push(lambda body, name, *bases, **kwargs: builtins.__build_class__(body.real(), name, *bases, **kwargs))

    # Jumps and iteration.

    def JUMP(self, target):
        self.at = target

    def jump_if(self, condition, target):
        if condition:
            self.at = target

    def JUMP_IF_FALSE(self, target):
        self.jump_if(not self.pop(), target)

    def JUMP_IF_TRUE(self, target):
        self.jump_if(self.pop(), target)

    def JUMP_IF_NONE(self, target):
        self.jump_if(self.pop() is None, target)

    def JUMP_IF_NOT_NONE(self, target):
        self.jump_if(self.pop() is not None, target)

    def GET_ITER(self, _):
        self.push(iter(self.pop()))

    GET_YIELD_FROM_ITER = GET_ITER

    def FOR_ITER(self, target):
        try:
            self.push(next(self.stack[-1]))
        except StopIteration:
            self.pop()
            self.at = target

    def SEND(self, target):
        receiver, value = self.stack[-2], self.pop()
        try:
            self.push(next(receiver) if value is None else receiver.send(value))
        except StopIteration as stop:
            self.stack[-1] = stop.value
            self.at = target

    # Building.

    def BUILD_TUPLE(self, n):
        self.push(tuple(self.take(n)))

    def BUILD_LIST(self, n):
        self.push(self.take(n))

    def BUILD_SET(self, n):
        self.push(set(self.take(n)))

    def BUILD_MAP(self, n):
        items = self.take(2 * n)
        self.push(dict(zip(items[::2], items[1::2], strict=True)))

    def BUILD_CONST_KEY_MAP(self, n):
        *values, keys = self.take(n + 1)
        self.push(dict(zip(keys, values, strict=True)))

    def BUILD_STRING(self, n):
        self.push("".join(self.take(n)))

    def BUILD_SLICE(self, n):
        self.push(slice(*self.take(n)))

    def FORMAT(self, argument):
        conversion, has_specification = argument
        value, *specification = self.take(1 + has_specification)
        self.push(format(CONVERSIONS[conversion](value), *specification))

    def LIST_APPEND(self, i):
        value = self.pop()
        self.stack[-i].append(value)

    def SET_ADD(self, i):
        value = self.pop()
        self.stack[-i].add(value)

    def MAP_ADD(self, i):
        key, value = self.take(2)
        self.stack[-i][key] = value

    def LIST_EXTEND(self, i):
        values = self.pop()
        self.stack[-i].extend(values)

    def SET_UPDATE(self, i):
        values = self.pop()
        self.stack[-i].update(values)

    DICT_UPDATE = SET_UPDATE

    def DICT_MERGE(self, i):
        values = self.pop()
        if values.keys() & self.stack[-i].keys():
            raise TypeError("a key twice")
        self.stack[-i].update(values)

    def LIST_TO_TUPLE(self, _):
        self.push(tuple(self.pop()))

    def UNPACK_SEQUENCE(self, n):
        values = list(self.pop())
        if len(values) != n:
            raise ValueError(len(values))
        self.stack += reversed(values)

    def UNPACK_EX(self, argument):
        before, after = argument
        values = list(self.pop())
        if len(values) < before + after:
            raise ValueError(len(values))
        end = len(values) - after
        self.stack += reversed([*values[:before], values[before:end], *values[end:]])

    def REACHED(self, name):
        assert name in self.locals

    # Exceptions.

    def PUSH_EXC_INFO(self, _):
        raised = self.pop()
        self.stack += [self.exception, raised]
        self.exception = raised

    def POP_EXCEPT(self, _):
        self.exception = self.pop()

    def CHECK_EXC_MATCH(self, _):
        kind = self.pop()
        self.push(isinstance(self.stack[-1], kind))

    def RERAISE(self, where):
        raise self.pop()

    def RAISE(self, count):
        args = self.take(count)
        if not args:
            raise self.exception
        if len(args) == 2:
            raise args[0] from args[1]
        raise args[0]

    def BEFORE_WITH(self, _):
        manager = self.pop()
        self.push(manager.__exit__)
        self.push(manager.__enter__())

    def WITH_EXCEPT_START(self, _):
        leave, _, _, raised = self.stack[-4:]
        self.push(leave(type(raised), raised, raised.__traceback__))

    # match statements.

    def GET_LEN(self, _):
        self.push(len(self.stack[-1]))

    def MATCH_SEQUENCE(self, _):
        self.push(isinstance(self.stack[-1], (list, tuple)))

    def MATCH_MAPPING(self, _):
        self.push(isinstance(self.stack[-1], dict))

    def MATCH_KEYS(self, _):
        subject, keys = self.stack[-2:]
        self.push(tuple(subject[key] for key in keys) if all(key in subject for key in keys) else None)

    def MATCH_CLASS(self, count):
        subject, kind, names = self.take(3)
        names = (*getattr(kind, "__match_args__", ())[:count], *names)
        if count == 1 and kind in (int, str, float, bool, list, tuple, dict):
            self.push((subject,) if isinstance(subject, kind) else None)
        elif isinstance(subject, kind) and all(hasattr(subject, name) for name in names):
            self.push(tuple(getattr(subject, name) for name in names))
        else:
            self.push(None)
