"""Facts of the host as one function that says whether they hold, for each call of a filter asks it.

What is written is what CPython is quick at: a global is read as code of its module reads it, and what a list or a dict of a
few things holds is looked at thing by thing.

    k is v1                                                            a global, or what is built in
    v2.scale is v3                                                     an attribute
    v4(v5) == 2 and v5[0] is v6 and v5[1] is v7                        a list
    [*(now := v8)] == v9 and now['a'] is v10                           a dict, an object's fields
    v11.tobytes() == v12 and v11.shape == v13                          a small array
    v14.scaled.__func__ is v15                                         a method, of an object of that class
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from keyword import iskeyword
from operator import eq, is_
from types import CodeType, FunctionType
from typing import NamedTuple

from ..values.names import ABSENT, named
from .contents import fields, other_entries, other_items
from .uniforms import typed

FEW = 16  # things that are looked at one by one
GLOBAL = "named({0}, {1!r})"                           # the look at a name of a module: what it means there
FIELDS, SOME_FIELDS = "{0}.__dict__", "untyped({0})"  # at what an object holds


class Fact(NamedTuple):
    """What `look` at the holder (and a name in it) gave: the very same object, or `how` says whether it is the same."""

    look: str
    holder: object
    name: str
    before: object
    how: object = is_

    def now(self):
        return eval(self.look.format("holder", self.name), {"holder": self.holder, **WORDS})

    def is_same(self, other: Fact) -> bool:
        """Of the same name in the same holder."""
        how = self.how
        return other is self or (how(self.before, other.before) if how is is_ or how is eq
                                 else not how(self.before, other.before))

    @property
    def module(self):
        """The names of the module, where code of it can ask for this."""
        if self.look != GLOBAL or self.before is ABSENT or type(self.holder) is not dict:
            return None
        can_ask = self.name.isidentifier() and not iskeyword(self.name) and self.name != "__debug__"
        return self.holder if can_ask else None


class Words:
    """Names for objects in a text, and none of them one that is `taken`."""

    def __init__(self, taken: Iterable[str]):
        self.prefix, self.space, self.numbers = "v", {}, {}
        while any(name.startswith(self.prefix) for name in taken):
            self.prefix += "_"

    def __call__(self, thing) -> str:
        word = self.numbers.get(id(thing))
        if word is None:
            word = self.numbers[id(thing)] = f"{self.prefix}{len(self.numbers)}"
            self.space[word] = thing
        return word


def checked(facts: Iterable[Fact]) -> Callable[[], bool]:
    """All of these facts as one function that says whether they hold."""
    by_module: dict[int, list[Fact]] = {}
    for fact in facts:
        by_module.setdefault(id(fact.module), []).append(fact)
    elsewhere = by_module.pop(id(None), [])
    first, *others = by_module.values() or [[]]
    return written(first, elsewhere, [written(each) for each in others])


def joined(all_facts: Iterable[dict[tuple, Fact]]) -> Callable[[], bool]:
    """Whether several sets of facts hold: what they share is asked once."""
    asked: dict[tuple, Fact] = {}
    for facts in all_facts:
        for key, fact in facts.items():
            other = asked.setdefault(key, fact)
            if not fact.is_same(other):
                asked[*key, id(fact)] = fact
    return checked(asked.values())


def written(of_module: list[Fact], elsewhere: Iterable[Fact] = (), further: Iterable[Callable] = ()) -> Callable[[], bool]:
    """One function for the facts of a module, whose names it reads as its own, and others, and what further is asked."""
    word = Words([fact.name for fact in of_module])
    parts = [f"{fact.name} is {word(fact.before)}" for fact in of_module]
    for fact in elsewhere:
        parts += tests(fact, word)
    parts += [f"{word(function)}()" for function in further]
    failed = word(Exception)
    lines = [f"def made({', '.join(word.space)}):", "    def unchanged():", "        try:",
             "            return " + (" and ".join(parts) or "True"),
             f"        except {failed}:", "            return False", "    return unchanged"]
    return FunctionType(made_of("\n".join(lines)), of_module[0].holder if of_module else {})(**word.space)


@lru_cache(512)
def made_of(text: str) -> CodeType:
    """The code of the function in a text. What reaches for the same names in as many things has the same text."""
    return compile(text, "<what a filter reaches>", "exec").co_consts[0]


def tests(fact: Fact, word: Words) -> list[str]:
    """What is asked for one fact, each true as long as it holds."""
    holder, before, how = fact.holder, fact.before, fact.how
    if how is other_items and type(holder) is list and len(before) <= FEW:
        name = word(holder)
        return [f"{word(len)}({name}) == {len(before)}", *(f"{name}[{i}] is {word(item)}" for i, item in enumerate(before))]
    is_dict = fact.look == FIELDS or fact.look == "{0}" and type(holder) is dict
    if how is other_entries and is_dict and len(before) <= FEW and all(type(key) is str for key in before):
        entries = f"{word.prefix}now"
        return [f"[*({entries} := {fact.look.format(word(holder))})] == {word([*before])}",
                *(f"{entries}[{key!r}] is {word(item)}" for key, item in before.items())]
    look = CALLED.sub(lambda found: word(WORDS[found[1]]) + "(", fact.look)
    now = look.format(word(holder), fact.name)
    if how is is_ or how is eq:
        return [f"({now}) {'is' if how is is_ else '=='} {word(before)}"]
    return [f"not {word(how)}({now}, {word(before)})"]


def look_at_fields(instance) -> str:
    """How its fields are looked at: quickly, where all that it holds is fields that are known."""
    cls = type(instance)
    plain = type(getattr(instance, "__dict__", None)) is dict and not typed(cls) and not any(
        isinstance(each, cached_property) or name == "__slots__" and each
        for base in cls.__mro__ for name, each in vars(base).items())
    return FIELDS if plain else SOME_FIELDS


def untyped(instance) -> dict:
    """An object's fields, but for those that are arguments of the kernel (uniforms.py) or that it keeps for itself."""
    arguments = typed(type(instance))
    return {name: value for name, value in fields(instance).items() if name not in arguments}


WORDS = {"vars": vars, "len": len, "hasattr": hasattr, "bytes": bytes, "dict": dict, "untyped": untyped, "named": named}
CALLED = re.compile(rf"\b({'|'.join(WORDS)})\(")
