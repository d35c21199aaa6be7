"""What the standard library makes inside a filter, with which pixels are computed."""

import base64
import binascii
import collections
import configparser
import csv
import decimal
import difflib
import fractions
import graphlib
import hashlib
import io
import ipaddress
import json
import math
import queue
import random
import re
import string
import struct
import textwrap
import threading
import unicodedata
import urllib.parse
import uuid
import zlib

import numpy as np

from .cases import ANY, COUNT, POSITIVE, programs

BIG, NUMS = ("int", 0, 1000000), ("int", 0, 10000)

program = programs("made inside")


@program(ANY)
def re_group(a):
    return a * float(re.match(r"(\d+)", "12ab").group(1))


@program(ANY)
def re_named(a):
    m = re.search(r"(?P<w>\d+)x(?P<h>\d+)", "img 640x480")
    return a * int(m["w"]) + int(m.groupdict()["h"])


@program(ANY)
def re_findall(a):
    return a + sum(map(int, re.findall(r"\d+", "1 22 333"))) + len(re.sub("a", "bb", "banana"))


@program(ANY)
def sha(a):
    return a * hashlib.sha256(b"s").digest()[0] + int(hashlib.md5(b"x").hexdigest()[:2], 16)


@program(ANY)
def nt_count(a):
    P = collections.namedtuple("P", "x y z")
    p = P(1, 2, 1)
    return a * p.count(1) + p.index(2) + len(p._fields)


@program(ANY)
def nt_sym(a):
    P = collections.namedtuple("P", "x y z", defaults=[7])
    p = P(a, 2)
    return p.count(2) + p.index(2) + p.z + p._asdict()["x"]


@program(ANY)
def lock(a):
    items = threading.Lock()
    with items:
        a = a + 1
    return a


@program(ANY)
def rlock(a):
    items = threading.RLock()
    items.acquire()
    items.release()
    return a


@program(ANY)
def iter_sentinel(a):
    it = iter([1, 2, 0, 3]).__next__
    return sum(iter(it, 0)) * a


@program(ANY)
def npf32(a):
    return (np.float32([[0, 1], [2, 3]]) * a).sum()


@program(ANY)
def csvs(a):
    return a * sum(float(r[1]) for r in csv.reader(io.StringIO("a,1\nb,2\n")))


@program(ANY)
def config(a):
    c = configparser.ConfigParser()
    c.read_string("[f]\ngain=2.5\n")
    return a * c.getfloat("f", "gain")


@program(ANY)
def diff(a):
    return a * difflib.SequenceMatcher(None, "abcd", "bcde").ratio()


@program(ANY)
def q(a):
    q = queue.Queue()
    q.put(a)
    q.put(2)
    return q.get() * q.get()


@program(ANY)
def q2(a):
    q = queue.PriorityQueue()
    q.put(2)
    q.put(1)
    return a * q.get()


@program(ANY)
def q3(a):
    q = queue.Queue()
    q.put(3)
    q.put(1)
    return a * q.get() + q.qsize()


@program(ANY)
def jsn(a):
    return a * json.loads('{"k": [1, 2.5]}')["k"][1] + len(json.dumps({"a": 1}))


@program(ANY)
def b64(a):
    return a * base64.b64decode("AQID")[2]


@program(ANY)
def ip(a):
    return a + int(ipaddress.ip_address("10.0.0.1")) % 256 + ipaddress.ip_network("10.0.0.0/30").num_addresses


@program(ANY)
def uid(a):
    return a + uuid.UUID(int=5).int + uuid.UUID("12345678123456781234567812345678").fields[5] % 7


@program(ANY)
def deci(a):
    return a * float(decimal.Decimal("1.1") + decimal.Decimal("2.2"))


@program(ANY)
def frac(a):
    return a * float(fractions.Fraction(1, 3) + fractions.Fraction("2/5"))


@program(COUNT)
def frac_sym(n):
    return float(fractions.Fraction(n, 6) + fractions.Fraction(1, 3))


@program(COUNT)
def frac_parts(n):
    f = fractions.Fraction(n, 6)
    return f.numerator, f.denominator


@program(COUNT)
def frac_more(n):
    f = fractions.Fraction(n + 1, 6)
    g = 1 / f - f**2
    return g.numerator, g.denominator, f // 1, round(f), math.floor(f), f > g


@program(ANY)
def crc(a):
    return a + zlib.crc32(b"hello") % 100 + binascii.crc32(b"x") % 10 + zlib.adler32(b"abc") % 10


@program(ANY)
def topo(a):
    return a * list(graphlib.TopologicalSorter({3: {2}, 2: {1}}).static_order())[0]


@program(ANY)
def wrap(a):
    return a * len(textwrap.wrap("the quick brown fox jumps", 10)) + len(textwrap.dedent("  a\n  b"))


@program(ANY)
def template(a):
    return a * len(string.Template("$x-$y").substitute(x=1, y=22)) + string.ascii_lowercase.index("c")


@program(ANY)
def uni(a):
    return a * unicodedata.digit("7") + ord(unicodedata.normalize("NFD", "é")[0])


@program(ANY)
def url(a):
    return a * int(urllib.parse.parse_qs(urllib.parse.urlparse("http://x/?k=5").query)["k"][0])


@program(ANY)
def rnd(a):
    r = random.Random(5)
    return a * r.random() + r.randint(1, 6) + r.choice([1, 2, 3]) + r.gauss(0, 1) + sum(r.sample(range(9), 3))


@program(ANY)
def rnd_shuffle(a):
    r = random.Random(5)
    items = [a, 1.0, 2.0]
    r.shuffle(items)
    return items


@program(ANY)
def rnd_weighted(a):
    r = random.Random(5)
    return a * r.choices([1, 2, 3], weights=[5, 1, 1], k=2)[1] + r.uniform(1, 2) + r.triangular()


@program(ANY)
def rnd_uniform_sym(a):
    r = random.Random(5)
    return r.uniform(a, a + 1)


@program(ANY)
def struct_known(a):
    return a * struct.unpack(">H", b"\x01\x02")[0] + struct.calcsize("<if")


@program(COUNT)
def struct_pack(n):
    return list(struct.pack("<HB", n, n))


@program(POSITIVE)
def fast_inv_sqrt(x):
    i = struct.unpack("<I", struct.pack("<f", x))[0]
    i = 0x5F3759DF - (i >> 1)
    y = struct.unpack("<f", struct.pack("<I", i))[0]
    return y * (1.5 - 0.5 * x * y * y)


@program(BIG)
def int_bytes(n):
    return sum(n.to_bytes(4, "little")), int.from_bytes(n.to_bytes(4, "big"), "little") % 1000


@program(ANY)
def gl(a):
    return a + len([k for k in globals() if k == "gl"])


@program(ANY)
def loc(a):
    b = a * 2
    return locals()["b"] + len(locals())


@program(ANY)
def dirs(a):
    class P:
        x = 1
        y = 2

    return a + len([n for n in dir(P) if not n.startswith("_")])


@program(ANY)
def vrs(a):
    class P:
        def __init__(self):
            self.x = a
            self.y = 2

    return sum(vars(P()).values())
