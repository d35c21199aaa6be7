"""Iterators of the host: what they give is kept, so that every path of the filter can walk it from where it is."""

from __future__ import annotations

from ..paths.frames import HostRaised
from ..values.lattice import Known, Ref
from .outside import Outside

END = object()


class Replay:
    """What a host iterator gives, kept, so that every path can walk it from where it is."""

    def __init__(self, tracer, iterator, array=None):
        self.tracer, self.iterator, self.array = tracer, iterator, array  # of which it gives the rows, if it is one
        self.seen, self.end = [], None  # the end: END, or what the iterator raised

    def at(self, index: int):
        while len(self.seen) <= index and self.end is None:
            self.take()
        if index < len(self.seen):
            return self.seen[index]
        if self.end is not END:
            raise HostRaised(self.end)
        return END

    def take(self) -> None:
        """The next items: as many again as there are, since to see that code changes nothing outside takes long; one
        by one where the filter may change what it looks at."""
        before = Outside.of_iterator(self.tracer, self.iterator)
        for _ in range(1 if self.tracer.made else len(self.seen) + 1):
            try:
                self.seen.append(next(self.iterator))
            except StopIteration:
                self.end = END
                break
            except Exception as error:
                self.end = error
                break
        if before is not None:
            before.check("a generator")


def iterate_host(tracer, iterator, array=None) -> Ref:
    return tracer.new("iterator", (Known("items"), Known(Replay(tracer, iterator, array)), Known(0)))
