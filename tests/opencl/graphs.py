"""Small graphs built by hand: what the emitter and the scheduler are tested on without tracing."""

from __future__ import annotations

import functools

from pygpu.ir import FLOAT, Block, Builder, Graph, ImageParam, Output, PixelType, ScalarParam, Value, constant

KINDS = {1: "Float", 2: "Vec2", 3: "Color", 4: "Vec4"}


class Maker:
    """A graph being made: `maker.read(dx, dy)`, `maker("add", a, b)`, then `maker.done(value)`."""

    def __init__(self, name="filter", channels=1, scalar=FLOAT, border="clamp", fill=(0.0,)):
        self.graph = Graph(name)
        self.builder = Builder(self.graph.body)
        self.image = self.add_image("im", channels, scalar, border, fill)

    def add_image(self, name, channels=1, scalar=FLOAT, border="clamp", fill=(0.0,)) -> ImageParam:
        borders = (border, border) if isinstance(border, str) else border
        image = ImageParam(name, PixelType(scalar, channels), borders, fill)
        self.graph.images.append(image)
        return image

    def add_scalar(self, name, type=FLOAT) -> Value:
        value = Value(type, name=name)
        self.graph.scalars.append(ScalarParam(name, value))
        return value

    def __call__(self, kind, *operands, **attributes) -> Value:
        return self.builder.emit(kind, *(_value(o) for o in operands), **attributes)

    def read(self, dx=0, dy=0, channel=0, image=None) -> Value:
        g = self.graph
        return self.read_at(self("add", g.x, dx), self("add", g.y, dy), channel, image)

    def read_at(self, x, y, channel=0, image=None) -> Value:
        return self("read", x, y, image=image or self.image, channel=channel)

    def sum(self, values) -> Value:
        values = list(values)
        total = values[0]
        for value in values[1:]:
            total = self("add", total, value)
        return total

    def convolve(self, weights, read=None) -> Value:
        """A weighted sum of reads around the pixel; `weights` is a list of rows."""
        read = read or self.read
        return self.sum(self("mul", read(x - len(row) // 2, y - len(weights) // 2), float(w))
                        for y, row in enumerate(weights) for x, w in enumerate(row) if w)

    def done(self, *outputs) -> Graph:
        """The finished graph; each output is a value, or a tuple of channels."""
        for output in outputs:
            values = tuple(_value(v) for v in (output if isinstance(output, tuple) else (output,)))
            kind = KINDS[len(values)] if len(values) > 1 else values[0].type.value
            self.graph.outputs.append(Output(values, kind))
        return self.graph

    def branch(self, condition, then, otherwise):
        """`then` and `otherwise` are functions that give a tuple of values."""
        blocks = []
        for arm in (then, otherwise):
            block = Block()
            with self.builder.inside(block):
                block.results = tuple(_value(v) for v in arm())
            blocks.append(block)
        return self.builder.branch(condition, *blocks)

    def loop(self, initial, body):
        """`body` takes the carried values and gives (again, *next values, *extra values)."""
        initial = [_value(v) for v in initial]
        block = Block([v.type for v in initial])
        with self.builder.inside(block):
            block.results = tuple(_value(v) for v in body(*block.args))
        return self.builder.loop(initial, block)

    def while_(self, test, initial, body):
        """As Python's while is traced: a pass tests, and an `if` does the rest."""
        def one(*carried):
            again = test(*carried)
            following = self.branch(again, lambda: body(*carried), lambda: carried)
            return (again, *following)

        return self.loop(initial, one)


def _value(v):
    return v if isinstance(v, Value) else constant(v)


def sobel(name="sobel", **options) -> Graph:
    m = Maker(name, **options)
    gx = m.convolve([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    gy = m.convolve([[-1, -2, -1], [0, 0, 0], [1, 2, 1]])
    return m.done(m("sqrt", m("add", m("mul", gx, gx), m("mul", gy, gy))))


def harris(name="harris", **options) -> Graph:
    m = Maker(name, **options)

    def gradient(weights):
        return lambda x, y: m.convolve(weights, lambda dx, dy: m.read(x + dx, y + dy))

    ix = gradient([[-1 / 12, 0, 1 / 12], [-2 / 12, 0, 2 / 12], [-1 / 12, 0, 1 / 12]])
    iy = gradient([[-1 / 12, -2 / 12, -1 / 12], [0, 0, 0], [1 / 12, 2 / 12, 1 / 12]])
    a, b, c = (m.convolve([[1] * 3] * 3, lambda x, y: m("mul", f(x, y), g(x, y))) for f, g in ((ix, ix), (iy, iy), (ix, iy)))
    trace = m("add", a, b)
    return m.done(m("sub", m("sub", m("mul", a, b), m("mul", c, c)), m("mul", m("mul", trace, trace), 0.04)))


def chain(length: int, name="chain", weights=((1 / 9,) * 3,) * 3, **options) -> Graph:
    """A 3x3 filter over and over, each stage written as a function of a position."""
    m = Maker(name, **options)
    stage = m.read
    for _ in range(length):
        stage = (lambda inner: functools.cache(
            lambda x=0, y=0: m.convolve(weights, lambda dx, dy: inner(x + dx, y + dy))))(stage)
    return m.done(stage())


def mandelbrot(name="mandelbrot", limit=30) -> Graph:
    m = Maker(name)
    cx, cy = (m("sub", m("mul", m.builder.convert(v, FLOAT), 0.05), o) for v, o in ((m.graph.x, 2.0), (m.graph.y, 1.0)))

    def test(zx, zy, n):
        return m("and", m("lt", m("add", m("mul", zx, zx), m("mul", zy, zy)), 4.0), m("lt", n, limit))

    def body(zx, zy, n):
        return (m("add", m("sub", m("mul", zx, zx), m("mul", zy, zy)), cx),
                m("add", m("mul", m("mul", zx, 2.0), zy), cy), m("add", n, 1))

    n = m.while_(test, (0.0, 0.0, 0), body)[2]
    return m.done(m.builder.convert(n, FLOAT))
