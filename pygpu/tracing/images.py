"""Reading images: at whole positions one `read` a channel; between pixels the language's own sampling is walked."""

from __future__ import annotations

from ..ir import FLOAT, INT
from ..language import sampling
from ..language.vectors import Color, Vec2, Vec4
from .arithmetic import as_value, open_vector, vector_parts
from .interpreter import decide
from .paths import numeric, type_of
from .values import Builtin, ImageValue, Known, Record, Tuple

PIXEL_CLASSES = {2: (Vec2, ("x", "y")), 3: (Color, ("x", "y", "z")), 4: (Vec4, ("x", "y", "z", "w"))}


def read_image(tracer, image: ImageValue, args, kwargs, mode: str | None = None):
    """im(p), im((x, y)), im(x, y)."""
    if kwargs or not 1 <= len(args) <= 2:
        raise tracer.refuse("bad-call", f"{image.param.name}(...) is read with {len(args) + len(kwargs)} arguments")
    x, y = coordinates(tracer, image, args)
    return sample(tracer, image, mode or image.sample, x, y)


def coordinates(tracer, image, args):
    if len(args) == 1:
        place = open_vector(decide(tracer, args[0]))
        parts = vector_parts(place)
        if parts is None and type(place) is Tuple:
            parts = list(place.items)
        if parts is None and type(place) is Known and isinstance(place.value, (tuple, list)):
            parts = [Known(v) for v in place.value]
        if parts is None and not numeric(place):
            from .iteration import remaining

            parts = remaining(tracer, place)
        if parts is None or len(parts) != 2:
            raise tracer.refuse("bad-call", f"{image.param.name}(...) is read at {tracer.describe(args[0])}",
                                )
        args = parts
    args = [decide(tracer, a) for a in args]
    for each in args:
        if not numeric(each):
            raise tracer.refuse("bad-call", f"a coordinate of {image.param.name}(...) is {tracer.describe(each)}")
    return args


def sample(tracer, image: ImageValue, mode: str, x, y):
    if type_of(x) is FLOAT or type_of(y) is FLOAT:
        from .calls import call

        read = Builtin(read_whole, image, "read")
        return call(tracer, Known(sampling.sample), [Known(mode), read, x, y], {})
    return read_whole(tracer, image, x, y)


def read_whole(tracer, image: ImageValue, x, y):
    """The pixel at a whole position: a number or a vector of its channels."""
    x, y = as_value(tracer, decide(tracer, x), INT), as_value(tracer, decide(tracer, y), INT)
    param = image.param
    channels = [tracer.emit("read", x, y, image=param, channel=c) for c in range(param.pixel.channels)]
    if len(channels) == 1:
        return channels[0]
    cls, names = PIXEL_CLASSES[len(channels)]
    fields = dict(zip(names, channels))
    if cls is Color:
        fields["_alpha"] = Known(None)
    return Record(cls, fields)


def image_attribute(tracer, image: ImageValue, name: str):
    if name in ("width", "height"):
        return tracer.emit(name, image=image.param)
    if name == "size":
        return Tuple((tracer.emit("width", image=image.param), tracer.emit("height", image=image.param)))
    if name == "sample":
        return Builtin(sample_method, image, "sample")
    raise tracer.refuse("no-attribute", f"the image {image.param.name} has no '{name}'",
                        instead="an image has width, height, size and sample(p, mode), and is read by calling it")


def sample_method(tracer, image: ImageValue, *args, **kwargs):
    """im.sample(p, "cubic")."""
    *place, mode = args if "mode" not in kwargs else (*args, kwargs["mode"])
    mode = decide(tracer, mode)
    if type(mode) is not Known or not isinstance(mode.value, str):
        if not place or "mode" in kwargs:
            raise tracer.refuse("bad-call", f"{image.param.name}.sample(...) has a mode that is no text")
        place, mode = list(args), Known(image.sample)
    x, y = coordinates(tracer, image, place)
    return sample(tracer, image, sampling.resolve(mode.value), x, y)
