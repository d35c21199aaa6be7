"""What belongs to the call that a thread is in: other threads have others in the same engine."""

from __future__ import annotations

from threading import local


class OfThread:
    """An attribute that each thread has for itself, None where it has not said anything."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.place = name, f"_{name}_of_thread"

    def __get__(self, instance, owner: type | None = None):
        place = instance.__dict__.get(self.place)
        return getattr(place, "value", None)

    def __set__(self, instance, value) -> None:
        instance.__dict__.setdefault(self.place, local()).value = value
