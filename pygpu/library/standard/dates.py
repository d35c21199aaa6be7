"""The classes of datetime as the standard library has them in Python, too: so a date may be made of what pixels say.

CPython replaces them by others in C. Here they are as written, but for what would be beyond 32 bits.
"""

from __future__ import annotations

import calendar
import collections
import datetime
import importlib.util
import re
import sys
from functools import cache

import numpy as np

CLASSES = (datetime.date, datetime.time, datetime.datetime, datetime.timedelta, datetime.timezone)


@cache
def written():
    """The module in Python: _pydatetime, as it is called since CPython 3.12."""
    spec = importlib.util.find_spec("_pydatetime") or importlib.util.find_spec("datetime")
    module = importlib.util.module_from_spec(spec)
    in_c = sys.modules.get("_datetime")
    sys.modules["_datetime"] = None  # so that it does not replace its classes
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules["_datetime"] = in_c
    module.timedelta.total_seconds, module.timedelta._to_microseconds = total_seconds, microseconds
    return module


def total_seconds(self):
    return self._days * 86400.0 + self._seconds + self._microseconds * 1e-6


def microseconds(self):
    return np.int64(self._days) * 86_400_000_000 + np.int64(self._seconds) * 1_000_000 + self._microseconds


def class_of(cls: type) -> type:
    """The class in Python that is one in C; any other as it is."""
    return getattr(written(), cls.__name__) if cls in CLASSES else cls


def as_written(value):
    """A value of the classes in C as one of those in Python; any other as it is."""
    module = written()
    if type(value) is datetime.timedelta:
        return module.timedelta(value.days, value.seconds, value.microseconds)
    if type(value) is datetime.timezone:
        return module.timezone(as_written(value.utcoffset(None)))
    if type(value) is datetime.time:
        return module.time(value.hour, value.minute, value.second, value.microsecond, as_written(value.tzinfo))
    if type(value) is datetime.datetime:
        return module.datetime(value.year, value.month, value.day, value.hour, value.minute, value.second,
                               value.microsecond, as_written(value.tzinfo))
    return module.date(value.year, value.month, value.day) if type(value) is datetime.date else value


# --- time ------------------------------------------------------------------------------------------------------------

StructTime = collections.namedtuple("StructTime", [
    "tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"])


def struct_time(parts):
    return StructTime(*parts)


DIRECTIVES = re.compile(r"%([YmdHMSjywIpuaAbB%])")


def strftime(format, t):
    """time.strftime() of a known format."""
    text, at = "", 0
    for found in DIRECTIVES.finditer(format):
        text, at = text + format[at:found.start()] + field(found[1], t), found.end()
    return text + format[at:]


def field(kind, t):
    if kind in "Yyj":
        return f"{t[7]:03d}" if kind == "j" else str(t[0]) if kind == "Y" else f"{t[0] % 100:02d}"
    if kind in "mdHMS":
        return f"{t['mdHMS'.index(kind) + 1]:02d}"
    if kind in "wu":
        return str((t[6] + 1) % 7 if kind == "w" else t[6] + 1)
    if kind == "I":
        return f"{(t[3] + 11) % 12 + 1:02d}"
    if kind == "p":
        return "AM" if t[3] < 12 else "PM"
    names = {"a": calendar.day_abbr, "A": calendar.day_name, "b": calendar.month_abbr, "B": calendar.month_name}
    return "%" if kind == "%" else list(names[kind])[t[6] if kind in "aA" else t[1]]


def gmtime(seconds):
    days, rest = seconds // 86400, seconds % 86400
    day = written().date.fromordinal(int(days) + 719163)
    first = written().date(day.year, 1, 1)
    return StructTime(day.year, day.month, day.day, int(rest // 3600), int(rest // 60 % 60), int(rest % 60),
                      day.weekday(), day.toordinal() - first.toordinal() + 1, 0)
