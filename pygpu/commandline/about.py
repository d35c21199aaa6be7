"""`run FILE.py:FUNCTION --help`, and of `show` and `tune`: what a filter does and what it takes."""

from __future__ import annotations

import inspect

from ..compiler import Filter
from ..language import signature, types
from .load import find

USES = {  # how each command is called with a filter
    "run": "{images} {out} [--NAME VALUE...]",
    "show": "[--stage STAGE] [{images} --html OUT.html] [--NAME VALUE...]",
    "tune": "{images} [--NAME VALUE...]",
}


def about(command: str, target: str, program: str) -> str:
    """The help of one filter."""
    found, name, others = find(target)
    function, known = (found.function, found.known) if isinstance(found, Filter) else (found, {})
    images, numbers, values, gives_value = [], [], [], True
    for each, parameter in signature.signature_of(function).parameters.items():
        type = None if each in known else signature.said_type(function, parameter)
        default = known.get(each, parameter.default)
        if type is None:
            values.append((f"--{each.replace('_', '-')} VALUE", "must be given" if default is parameter.empty else
                           f"default {short(default)}"))
        elif isinstance(type, types.Image):
            images.append((each.upper(), reading(type)))
        elif type.__name__ == "Position":
            gives_value = False
        else:
            has_one = default is not parameter.empty and default is not type
            numbers.append((f"--{each.replace('_', '-')} {type.__name__.upper()}",
                            f"default {short(default)}" if has_one else supplied(each) or "must be given"))
    words = USES[command].format(images=" ".join(each for each, _ in images), out="[-o OUT]" if gives_value else "-o OUT")
    runs, first = command == "run", "pictures, in this order" if len(images) > 1 else "picture"
    many = "more than one of the first: each by itself, with --NAME FILE for the others" if len(images) > 1 else (
        "more than one: each by itself")
    parts = [" ".join(f"usage: {program} {command} {name} {words}".split()),
             inspect.cleandoc(inspect.unwrap(function).__doc__ or "").strip(),
             "It gives a value: printed, or written to a file (.txt, .csv, .json, .npy)." if gives_value and runs else "",
             listed(f"{first} ({many})" if runs else first, images),
             listed("its numbers", numbers), listed("known while it is compiled", values),
             f"Other filters there: {', '.join(others)}." if others else "",
             "Images are read as --border, --sample and --fill say. "
             f"`{program} {command} --help` lists what every {command} takes."]
    return "\n\n".join(part for part in parts if part)


def supplied(name: str) -> str | None:
    return {"time": "the second of a video's or an animation's picture", "frame": "the number of that picture"}.get(name)


def reading(image) -> str:
    kind = {3: "a volume (an array, or a file of pages); "}.get(image.dimensions, "")
    kind = "an array; " if image.dimensions is None else kind
    modes = image.border if isinstance(image.border, tuple) else (image.border,)
    if not all(isinstance(mode, str) for mode in modes):
        return f"{kind}beyond the edge: a function"
    axes = zip(modes, ("across", "down", "from plane to plane")) if len(set(modes)) > 1 else [(modes[0], "")]
    return f"{kind}beyond the edge: " + ", ".join(" ".join(each).strip() for each in axes)


def short(value) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def listed(title: str, rows: list) -> str:
    wide = max((len(name) for name, _ in rows), default=0)
    return "\n".join([f"{title}:", *[f"  {name:{wide}}  {text}" for name, text in rows]]) if rows else ""
