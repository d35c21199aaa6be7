"""Text as HTML, in colours: Python, OpenCL C, the graphs that PyGPU prints, and plans, which are words.

One regular expression a language, its alternatives in order of precedence; each word becomes a span of a class that
`sheet` gives a colour, one that can be read on white and on black.
"""

from __future__ import annotations

import builtins
import html
import keyword
import re
from functools import cache

STRING = r"""[rbfRBF]{0,2}(?:\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
NUMBER = r"\b(?:0[xX][\da-fA-F.]+(?:[pP][-+]?\d+)?|\d+\.?\d*(?:[eE][-+]?\d+)?)[fFuUlLhj]*\b"
OPENCL = """if else for while do return const restrict inline struct typedef static break continue switch case
            __kernel __global __local __constant __private __attribute__ kernel global local constant""".split()
TYPES = "Image Float Int Bool Vec2 Vec3 Vec4 Color".split()
C_TYPE = r"\b(?:void|bool|u?(?:char|short|int|long)(?:2|4|8|16)?|float(?:2|4|8|16)?|double(?:2|4|8|16)?|size_t|half)\b"
CALL = r"\b[A-Za-z_]\w*(?=\s*\()"


def words(names) -> str:
    return rf"\b(?:{'|'.join(names)})\b"


LANGUAGES = {
    "python": [("c", r"#[^\n]*"), ("s", STRING), ("k", words(keyword.kwlist)),
               ("t", words([*TYPES, "Position", "Array", "Volume"])),
               ("b", words(name for name in dir(builtins) if name.isalpha() and name.islower())),
               ("n", NUMBER), ("f", CALL)],
    "opencl": [("c", r"//[^\n]*|/\*[\s\S]*?\*/"), ("p", r"(?m:^[ \t]*#(?:[^\n]*\\\n)*[^\n]*)"), ("s", STRING),
               ("k", words(OPENCL)), ("t", C_TYPE), ("n", NUMBER), ("f", CALL)],
    "graph": [("c", r"#[^\n]*"), ("k", words("filter function program return if else loop read yield".split())),
              ("t", words(TYPES)),
              ("n", rf"(?<![\w])-?{NUMBER}"), ("d", r"(?m:^\s*[\w.]+(?=:))")],
    "words": [("b", r"[\w<>]+, [\w.-]+:\d+"), ("n", NUMBER)],
}


@cache
def rules(language: str) -> re.Pattern:
    return re.compile("|".join(f"(?P<{kind}>{rule})" for kind, rule in LANGUAGES[language]))


# Seen on white and on black alike.
COLOURS = {"c": "#7a8794", "s": "#3a9a5b", "k": "#8a63d2", "t": "#1f8fae", "b": "#1f8fae", "n": "#c7742e", "f": "#3b82d6",
           "p": "#b0558f", "d": "inherit;font-weight:600"}


def coloured(text: str, language: str) -> str:
    """The text as HTML spans, none of them over more than a line."""
    parts, at = [], 0
    for found in rules(language).finditer(text):
        begin, lines = f'<span class="pg-{found.lastgroup}">', found.group().split("\n")
        parts += [html.escape(text[at:found.start()]),
                  "\n".join(line and f"{begin}{html.escape(line)}</span>" for line in lines)]
        at = found.end()
    return "".join([*parts, html.escape(text[at:])])


def sheet(text: str, language: str) -> str:
    """The text as a block for a notebook, with its colours; long ones scroll."""
    return (f"<style>{STYLE}</style>"
            f'<pre class="pg-sheet" style="max-height:32em">{coloured(text, language)}</pre>')


# Twice the class: a notebook's own rules for <pre> would win over one.
STYLE = "".join(f".pg-{kind}{{color:{colour}}}" for kind, colour in COLOURS.items()) + (
    "pre.pg-sheet.pg-sheet{overflow:auto;font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;"
    "padding:.8em 1em;border:1px solid rgba(128,128,128,.28);border-radius:8px;background:rgba(128,128,128,.06);"
    "color:inherit;white-space:pre;tab-size:4}")


class Source(str):
    """Text of OpenCL C that a notebook shows in colours, and a prompt as it is."""

    __slots__ = ()
    __repr__ = str.__str__

    def _repr_html_(self) -> str:
        return sheet(self, "opencl")
