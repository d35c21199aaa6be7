"""`run FILE.py:FUNCTION --help`: what a filter does and what it takes."""

from __future__ import annotations

import inspect

from ..compiler import Filter
from ..language import signature
from .load import load


def about(target: str, program: str) -> str:
    """The help of one filter."""
    found = load(target)
    function, known = (found.function, found.known) if isinstance(found, Filter) else (found, {})
    images, numbers, values = [], [], []
    for name, parameter in signature.signature_of(function).parameters.items():
        type = None if name in known else signature.said_type(function, parameter)
        default = known.get(name, parameter.default)
        if type is None:
            values.append((f"--{name.replace('_', '-')} VALUE", "must be given" if default is parameter.empty else
                           f"default {short(default)}"))
        elif type.__class__.__name__ == "Image":
            images.append((name.upper(), reading(type)))
        elif type.__name__ != "Position":
            has_one = default is not parameter.empty and default is not type
            numbers.append((f"--{name.replace('_', '-')} {type.__name__.upper()}",
                            f"default {short(default)}" if has_one else supplied(name) or "must be given"))
    words = " ".join([*[name for name, _ in images], "-o OUT", "[--NAME VALUE...]"])
    parts = [f"usage: {program} run {target} {words}", inspect.cleandoc(function.__doc__ or "").strip(),
             listed("pictures, in this order (more than one of the first: each by itself, with --NAME FILE for the others)"
                    if len(images) > 1 else "picture (more than one: each by itself)", images),
             listed("its numbers", numbers), listed("known while it is compiled", values),
             f"Images are read as --border, --sample and --fill say. `{program} run --help` lists what every run takes."]
    return "\n\n".join(part for part in parts if part)


def supplied(name: str) -> str | None:
    return {"time": "the second of a video's or an animation's picture", "frame": "the number of that picture"}.get(name)


def reading(image) -> str:
    across, down = image.border if isinstance(image.border, tuple) else (image.border, image.border)
    if not isinstance(across, str) or not isinstance(down, str):
        return "beyond the edge: a function"
    return f"beyond the edge: {across}" + (f" across, {down} down" if across != down else "")


def short(value) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def listed(title: str, rows: list) -> str:
    wide = max((len(name) for name, _ in rows), default=0)
    return "\n".join([f"{title}:", *[f"  {name:{wide}}  {text}" for name, text in rows]]) if rows else ""
