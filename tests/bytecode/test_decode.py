"""What comes with the instructions: where they stand in the source, which handlers cover them, and the cache."""

import weakref

from pygpu.bytecode import decode, live_locals
from pygpu.bytecode.decode import _decode


def test_every_instruction_knows_its_expression():
    def f(a, b):
        return a * (
            b + 1)
    text = {}
    for step in decode(f.__code__).instructions:
        where = step.location
        assert (where.filename, where.function) == (f.__code__.co_filename, f.__code__.co_qualname)
        text[step.op, step.arg] = where.line - f.__code__.co_firstlineno, where.end_line - f.__code__.co_firstlineno
        assert where is step.location
    assert text["BINARY_OP", "+"] == (2, 2)
    assert text["BINARY_OP", "*"] == (1, 2)
    plus = next(step for step in decode(f.__code__).instructions if step.arg == "+")
    assert plus.location.excerpt().splitlines()[1].strip() == "^^^^^"


def test_handlers_that_only_put_back_variables_are_marked():
    def f(values):
        try:
            return [v for v in values]
        except ValueError:
            return None
    handlers = decode(f.__code__).handlers
    cleanup = [handler for handler in handlers if handler.cleanup]
    real = [handler for handler in handlers if not handler.cleanup]
    assert len(cleanup) <= 1  # none where a comprehension is a function of its own
    assert decode(f.__code__).instructions[real[0].target].op == "PUSH_EXC_INFO"


def test_handlers_that_only_put_back_variables_are_left_out_where_nothing_would_see_them():
    def f(values):
        for v in values:
            yield [[(lambda: w + x)() for w in values for x in v] for v in values]
    code = decode(f.__code__)
    assert not code.handlers and code.instructions[-1].op != "RERAISE"


def test_what_a_comprehension_puts_aside_is_live_only_where_it_is_asked_for_behind_it():
    def f(values):
        v = w = values[0]
        return [v for v in values] + [w for w in values] + [v]
    live = live_locals(code := decode(f.__code__))
    begins = next(step.index for step in code.instructions if step.op == "STORE_FAST" and step.arg == "w") + 1
    assert live[begins] == {"values", "v"}


def test_the_same_code_is_decoded_once():
    def f(a):
        return a
    assert decode(f.__code__) is decode(f.__code__)


def test_equal_code_of_another_file_is_another():
    first, second = (compile("def f(): return 1", name, "exec").co_consts[0] for name in ("one.py", "two.py"))
    assert first == second
    assert [decode(code).instructions[0].location.filename for code in (first, second)] == ["one.py", "two.py"]


def test_the_cache_has_an_end():
    codes = [compile(f"x + {k}", "cached.py", "eval") for k in range(_decode.cache_info().maxsize + 1)]
    oldest = weakref.ref(codes[0])
    for code in codes:
        decode(code)
    del code, codes
    assert oldest() is None
