"""The standard library again: dates, flags, fractions, chance that is known, and what math refuses."""

import calendar
import datetime
import enum
import fractions
import itertools
import math
import operator
import random
import time

import numpy as np

from .cases import cases


class Access(enum.IntFlag):
    READ = 1
    WRITE = 2
    RUN = 4
    BOTH = 3


class Side(enum.Flag):
    LEFT = enum.auto()
    RIGHT = enum.auto()
    TOP = enum.auto()


class Gaps(enum.Flag, boundary=enum.STRICT):
    LOW, HIGH = 1, 4


class Kept(enum.Flag, boundary=enum.KEEP):
    LOW, HIGH = 1, 4


class Conforming(enum.Flag, boundary=enum.CONFORM):
    LOW, HIGH = 1, 4


def otherwise(function, error, instead):
    """The function, with another value where it raises."""
    def guarded(*args):
        try:
            return function(*args)
        except error:
            return instead

    return guarded


def told(function, *args):
    """How long the words of what it raises are; or the key that is missing."""
    try:
        return function(*args) * 0
    except KeyError as error:
        return error.args[0]
    except (ArithmeticError, ValueError) as error:
        return len(str(error))


SPACE = {"np": np, "date": datetime.date, "timedelta": datetime.timedelta, "datetime": datetime.datetime,
         "clock": datetime.time, "utc": datetime.UTC, "Fraction": fractions.Fraction, "Random": random.Random,
         "otherwise": otherwise, "told": told,
         "calendar": calendar, "time": time, "math": math, "operator": operator, "Access": Access, "Side": Side,
         "Gaps": Gaps, "Kept": Kept, "Conforming": Conforming,
         **vars(itertools)}

cases("datetime", """
    date(a, b, c).toordinal(), date(a, b, c).weekday(), date(a, b, c).isoweekday() | YEARS, MONTHS, DAYS
    (date(a, b, c) - date(2000, 1, 1)).days | YEARS, MONTHS, DAYS
    date(a, b, c) < date(2010, 5, 5), date(2010, 5, 5) <= date(a, b, c) | YEARS, MONTHS, DAYS
    date(a, b, c).timetuple().tm_yday | YEARS, MONTHS, DAYS
    date(a, b, c).isocalendar().week | YEARS, MONTHS, DAYS
    date(a, b, c).replace(day=1).weekday(), date(2000, 1, 1).replace(year=a).toordinal() | YEARS, MONTHS, DAYS
    date.fromordinal(730000 + a).month, (date(2000, 1, 1) + timedelta(days=a)).day | BYTES
    isinstance(date(a, b, c), date), isinstance(date(a, b, c), (int, datetime)) | YEARS, MONTHS, DAYS
    sorted([date(a, b, c), date(2000, 1, 1), date(2010, 1, c)])[1].month | YEARS, MONTHS, DAYS
    timedelta(days=a, seconds=b).total_seconds() | WHOLE, BYTES
    timedelta(seconds=a).days, (timedelta(seconds=a) * 2).seconds, abs(timedelta(days=a)).days | WHOLE
    timedelta(hours=a) / timedelta(minutes=1), timedelta(hours=a) // timedelta(minutes=7) | WHOLE
    timedelta(minutes=a) % timedelta(hours=1) == timedelta(minutes=5), timedelta(days=a) > timedelta(hours=30) | WHOLE
    sum([timedelta(minutes=a), timedelta(hours=b)], timedelta()).total_seconds() | WHOLE, COUNT
    (datetime(a, b, c) - datetime(2000, 1, 1)).total_seconds() / 86400 | YEARS, MONTHS, DAYS
    datetime(a, b, c, 3, 4).hour, (datetime(a, b, c) + timedelta(hours=50)).day | YEARS, MONTHS, DAYS
    datetime(a, b, c, tzinfo=utc).timestamp() / 1e6 | YEARS, MONTHS, DAYS
    datetime.fromtimestamp(a * 1000, utc).hour, datetime.combine(date(2000, 1, a % 9 + 1), clock(3)).day | BYTES
    clock(a, b).hour, clock(a, b) < clock(3, 4) | COUNT, COUNT
    date(a, b + 12 * (c > 20), c).month | YEARS, MONTHS, DAYS
""", SPACE)

cases("calendar, time", """
    calendar.isleap(a), calendar.leapdays(a, b) | YEARS, YEARS
    calendar.weekday(a, b, c), calendar.monthrange(a, b) | YEARS, MONTHS, DAYS
    calendar.timegm((a, b, c, 3, 4, 5)) % 86400 | YEARS, MONTHS, DAYS
    time.gmtime(a * 100000)[:8] | BYTES
""", SPACE)

cases("enum", """
    int(Access(a % 8) & Access.READ), bool(Access(a % 8) & Access.BOTH) | COUNT
    Access.READ in Access(a % 8), Access.BOTH in Access(a % 8) | COUNT
    (Access(a % 8) ^ Access.BOTH).value, Access(a % 8) == 3, Access(a % 8) == Access.BOTH | COUNT
    Access(a % 8) + 1, len(Access(a % 8)), sum(each.value for each in Access(a % 8)) | COUNT
    (Access.READ if a > 2 else Access.RUN).value, (~Side(a % 8)).value | COUNT
    Side.LEFT in Side(a % 8), (Side(a % 8) & Side.RIGHT) == Side.RIGHT, 1 if Side(a % 8) & Side.TOP else 2 | COUNT
    Side(a).value | SQUARES
    otherwise(lambda a: Side(a).value, ValueError, -99)(a), otherwise(lambda a: (~Side(a)).value, ValueError, -99)(a) | WHOLE
    Access(a).value, (~Access(a)).value, len(Access(a)), operator.or_(Access(a), 4).value | WHOLE
    otherwise(lambda a: Gaps(a).value, ValueError, -99)(a), Kept(a).value, Conforming(a).value, (~Kept(a)).value | WHOLE
""", SPACE)

cases("fractions", """
    float(Fraction(a, 7) + Fraction(b, 3)), float(Fraction(a, 6) * Fraction(b, 4)) | WHOLE, WHOLE
    Fraction(a, b + 1).numerator, Fraction(a, b + 1).denominator, Fraction(a, 6) > Fraction(b, 4) | WHOLE, COUNT
    int(Fraction(a, 6)), math.floor(Fraction(a, 6)), round(Fraction(a, 6)) | WHOLE
    Fraction(3, 7) * a, Fraction(3, 7) + a | ANY
    float(Fraction(a, 3) ** 2), divmod(Fraction(a, 6), Fraction(1, 4))[0], abs(Fraction(a, 6)) == Fraction(1, 2) | WHOLE
""", SPACE)

cases("random (seeded)", """
    Random(7).random() * a, Random(3).uniform(a, b), Random(3).triangular(a, a + 1, a + 0.5) | ANY, ANY
    Random(3).choice([a, b, c]), Random(3).sample([a, b, c], 2), Random(3).choices([a, b, c], k=2) | ANY, ANY, ANY
    Random(3).choices([a, b, c], weights=[1, 2, 3], k=2), Random(3).randint(0, 5) + a | ANY, ANY, ANY
    Random(3).normalvariate(a, b), Random(3).expovariate(b), Random(3).paretovariate(b) | ANY, POSITIVE
    Random(3).lognormvariate(a, 0.5), Random(3).vonmisesvariate(a, 2.0), Random(3).betavariate(2.0, 3.0) | UNIT
""", SPACE)

cases("exceptions", """
    otherwise(math.factorial, ValueError, -1)(a) | SMALLER
    otherwise(math.comb, ValueError, -1)(a, b), otherwise(math.perm, ValueError, -1)(a, b) | SMALLER, SMALLER
    otherwise(math.isqrt, ValueError, -1)(a), otherwise(math.gamma, ValueError, -1.0)(a - 4) | COUNT
    otherwise(math.log, ValueError, -1.0)(a), otherwise(math.acos, ValueError, -1.0)(a) | ANY
    otherwise(int, ValueError, 7)(a) | ANY
    otherwise(operator.truediv, ZeroDivisionError, -1.0)(a, b) | COUNT, COUNT
    otherwise(operator.getitem, IndexError, -1)([3, 5, 7], a), otherwise(operator.getitem, KeyError, 0)({1: 2}, a) | WHOLE
    otherwise([1, 5, 7].index, ValueError, -1)(a), otherwise(operator.lshift, ValueError, -1)(1, a) | SMALLER
    otherwise(lambda x, k: min(float(np.sqrt(x) / k), 9.0), ZeroDivisionError, -1.0)(a, b) | POSITIVE, COUNT
    otherwise(lambda x, k: min(float(np.array([x, 2.0])[b % 2] / k), 9.0), ZeroDivisionError, -1.0)(a, b) | POSITIVE, COUNT
    otherwise(lambda x, k: float(np.sqrt(x)) / k, ZeroDivisionError, -1.0)(a, b) | POSITIVE, COUNT
    told(operator.truediv, a, b), told(operator.truediv, a / 2, b), told(operator.floordiv, a, b) | COUNT, COUNT
    told(operator.mod, a, b), told(operator.mod, a / 2, b), told(operator.lshift, 1, b - a) | COUNT, COUNT
    told(operator.getitem, {1: 2.5, 3: 4.5}, a), told({2: 1}.__getitem__, a + 1) | COUNT
    isinstance(np.float32(a), float), isinstance(np.float64(a), float), isinstance(np.float32(a), np.floating) | ANY
    isinstance(np.int32(a), int), isinstance(np.int32(a), np.integer), type(np.float32(a)) is np.float32 | WHOLE
    otherwise(lambda x, k: int(np.int32(x) // np.int32(k)), ZeroDivisionError, -1)(a, b) | WHOLE, COUNT
""", SPACE)
