"""Weak references, written out in Python: what a filter makes lives until its pixel is done.

    WRITTEN     the class → what it means
"""

from __future__ import annotations

import weakref


class Reference:
    __slots__ = ("thing",)

    def __init__(self, thing, callback=None):
        self.thing = thing

    def __call__(self):
        return self.thing

    def __eq__(self, other):
        return isinstance(other, Reference) and self.thing == other.thing

    def __hash__(self):
        return hash(self.thing)


class Proxy:
    def __new__(cls, thing, callback=None):
        return thing


WRITTEN = {weakref.ref: Reference, weakref.proxy: Proxy, weakref.WeakKeyDictionary: dict,
           weakref.WeakValueDictionary: dict, weakref.WeakSet: set}
