"""What is set on some paths only, in loops that are sure to run, by what is sent; and iterators that say where they are."""

import binascii
import contextlib
import csv
import io
import random
import zlib

import numpy as np

from .cases import ANY, COUNT, POSITIVE, UNIT, cases, programs

program = programs("set on some paths")


class Sensor:
    def __init__(self, value):
        self.value = value
        if value > 0.6:
            self.peak = value * 2

    def lazily(self):
        if not hasattr(self, "twice"):
            self.twice = self.value * 2
        return self.twice

    @property
    def cached(self):
        try:
            return self._cached
        except AttributeError:
            self._cached = self.value + 1
            return self._cached

    def reset(self):
        if hasattr(self, "_cached"):
            del self._cached
        self.value += 1


@program(UNIT)
def field_of_some(a):
    sensor = Sensor(a)
    return sensor.peak if a > 0.6 else 0.0


@program(UNIT)
def field_of_some_or_default(a):
    sensor = Sensor(a)
    return getattr(sensor, "peak", -1.0), hasattr(sensor, "peak"), len(vars(sensor))


@program(UNIT)
def field_of_some_or_handler(a):
    try:
        return Sensor(a).peak
    except AttributeError:
        return 5.0


@program(UNIT)
def field_of_some_deleted(a):
    sensor = Sensor(a)
    if a > 0.8:
        del sensor.peak
    return hasattr(sensor, "peak")


@program(UNIT, UNIT)
def field_made_when_asked(a, b):
    sensor = Sensor(a)
    early = sensor.lazily() if b > 0.5 else 0.0
    sensor.value = 9.0
    return early, sensor.lazily()


@program(UNIT, UNIT)
def property_that_is_kept(a, b):
    sensor = Sensor(a)
    before = sensor.cached if b > 0.3 else 0.0
    if b > 0.6:
        sensor.reset()
    return before, sensor.cached


@program(UNIT)
def other_fields_on_each_path(a):
    class Point:
        pass

    point = Point()
    if a > 0.5:
        point.x = 1.0
    else:
        point.x, point.y = 2.0, a
    return point.x, getattr(point, "y", 7.0)


@program(ANY)
def names_of_fields_chosen(a):
    sensor = Sensor(a)
    setattr(sensor, "low" if a < 0 else "high", a)
    return getattr(sensor, "low", 1.0) * getattr(sensor, "high", 2.0)


@program(UNIT)
def after_a_long_loop(a):
    x = a
    for i in range(100):
        y = x * 0.5
        if y < 0.01:
            break
        x = y
    return y, i


@program(POSITIVE)
def secant(a):
    p0, p1 = 0.5, 3.0
    q0, q1 = p0 * p0 - a, p1 * p1 - a
    for i in range(50):
        p = p1 - q1 * (p1 - p0) / (q1 - q0) if q1 != q0 else p1
        if abs(p - p1) < 1e-5:
            return p
        p0, q0, p1, q1 = p1, q1, p, p * p - a
    raise ValueError(f"no root after {i}: {p}")


@program(UNIT)
def after_loops_in_a_loop(a):
    for i in range(50):
        for j in range(30):
            k = i * j
            if k * a > 20:
                break
        if k + j > 200:
            break
    return k, i, j


def averages():
    total, count = 0.0, 0
    while True:
        value = yield total / count if count else 0.0
        total += value
        count += 1


@program(ANY, ANY, ANY)
def what_is_sent(a, b, c):
    running = averages()
    next(running)
    return [running.send(each) for each in (a, b, c)]


@program(COUNT)
def lists_that_begin_with_something(a):
    found = [9]
    for i in range(a):
        if i % 2:
            found.append(i)
    found.extend([i * i for i in range(a)])
    found += [i for i in range(a) if i > 2]
    return sum(found), len(found), found[-1]


@program(UNIT, UNIT)
def what_is_left_of_a_filtered_list(a, b):
    large = [each for each in (a, b, 0.5, 0.7) if each > 0.4]
    found = [9.0]
    found.extend(large[i] for i in range(len(large) - 1))
    return sum(found), len(found)


@program(ANY)
def arrays_do_not_raise(a):
    try:
        with np.errstate(all="ignore"):
            steps = np.array([a, 1.0, 2.0]) - np.array([0.0, 1.0, 1.0])
            return np.where(steps != 0, 1.0 / steps, 0.0)
    except ZeroDivisionError:
        return np.array([7.0, 7.0, 7.0])


@program(ANY, ANY, ANY)
def signs_of_qr(a, b, c):
    q, r = np.linalg.qr([[9.0 + a, b], [0.0, 4.0 + c]])
    return q, r, np.linalg.qr([[9.0 + a, b, 1.0], [c, 8.0, a], [0.0, 0.0, 1.0]])[1]


@program(ANY)
def around_and_around(a):
    return np.interp(a, [0, 1, 2], [3, 4, 0], period=2), np.interp(a, [0, 1, 1, 2], [3, 4, 9, 0])


@program(ANY)
def gauss_keeps_a_number(a):
    known = random.Random(5)
    return known.gauss(a, 1), known.gauss(0, 1), known.gauss(a, 2)


@program(ANY)
def rows_by_name(a):
    return [a * float(row["y"]) for row in csv.DictReader(io.StringIO("x,y\n1,2.5\n3,4"))]


@program(ANY)
def called_at_the_end(a):
    found = []
    with contextlib.ExitStack() as stack:
        stack.callback(found.append, a)
        stack.callback(found.append, 2.0)
    return found


cases("checksums and quantiles", """
    zlib.crc32(bytes([a, b])) / 2**32 | BYTES, BYTES
    zlib.crc32(bytes([b]), zlib.crc32(bytes([a]))) / 2**32 | BYTES, BYTES
    binascii.crc32(bytes([a, b, 3])) == zlib.crc32(bytes([a, b, 3])) | BYTES, BYTES
    zlib.adler32(bytes([a, b] * 20)) / 2**32 | BYTES, BYTES
    binascii.crc_hqx(bytes([a, b]), 0) | BYTES, BYTES
    np.percentile([a, b, c, 1.0], 40, method="lower") | ANY, ANY, ANY
    np.quantile([a, b, c, 1.0], 0.4, method="nearest") | ANY, ANY, ANY
    np.quantile([a, b, c, 1.0, 0.3], 0.4, method="midpoint") | ANY, ANY, ANY
    np.quantile([a, b, c, 1.0, 0.3], [0.1, 0.35, 0.5, 0.93], method="hazen") | ANY, ANY, ANY
    np.quantile([a, b, c, 1.0], [0.1, 0.25, 0.5, 0.93], method="averaged_inverted_cdf") | ANY, ANY, ANY
    np.percentile(np.array([[a, b], [c, 1.0]]), 30, axis=0, method="higher") | ANY, ANY, ANY
""", {"np": np, "binascii": binascii, "zlib": zlib})
