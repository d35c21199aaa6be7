"""What datetime means for values that pixels say: its classes as they are written in Python."""

from __future__ import annotations

import datetime
import time

from ...library.standard import dates
from ..host.table import ANY, means
from ..values.assumptions import decide
from ..values.lattice import Known

OF_THE_CLASS = ("fromordinal", "fromtimestamp", "utcfromtimestamp", "fromisocalendar", "combine")


def converted(value):
    """A date of the host, beside what pixels say."""
    return Known(dates.as_written(value.value)) if type(value) is Known else value


def through(wanted):
    """The meaning that calls what `wanted()` gives, with dates in Python."""
    def meaning(tracer, args, kwargs):
        args, kwargs = list(map(converted, args)), {name: converted(value) for name, value in kwargs.items()}
        return tracer.call(Known(wanted()), args, kwargs)

    return meaning


for _class in dates.CLASSES:
    means(_class, takes=ANY)(through(lambda cls=_class: dates.class_of(cls)))
    for _name in OF_THE_CLASS:
        if hasattr(_class, _name):
            means(getattr(_class, _name), takes=ANY)(
                through(lambda cls=_class, name=_name: getattr(dates.class_of(cls), name)))

means(time.struct_time)(through(lambda: dates.struct_time))
means(time.gmtime)(through(lambda: dates.gmtime))


@means(time.strftime)
def strftime(tracer, args, kwargs):
    format = decide(tracer, args[0])
    if type(format) is not Known or len(args) != 2 or "%" in dates.DIRECTIVES.sub("", format.value):
        return NotImplemented
    return tracer.call(Known(dates.strftime), args, {})


means(datetime.timedelta.total_seconds)(through(lambda: dates.total_seconds))
