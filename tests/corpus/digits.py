"""Text of whole numbers: digits that are added up, turned around, looked up; clocks, colours, checks."""

import math
from collections import Counter

from .cases import ANY, BYTES, COUNT, WHOLE, programs

NUMBERS = ("int", 0, 10000)


program = programs("text of numbers")


@program(NUMBERS)
def digit_sum(n):
    return sum(int(d) for d in str(n))


@program(NUMBERS)
def reverse_digits(n):
    return int(str(n)[::-1])


@program(NUMBERS)
def palindrome(n):
    return str(n) == str(n)[::-1]


@program(NUMBERS)
def digits_len(n):
    return len(str(n))


@program(NUMBERS)
def armstrong(n):
    s = str(n)
    return sum(int(c) ** len(s) for c in s) == n


@program(NUMBERS)
def zero_pad(n):
    return int(f"{n:05d}"[2])


@program(NUMBERS)
def zfill(n):
    n %= 100000
    return int(str(n).zfill(6)[3])


@program(BYTES)
def hex_digits(n):
    n &= 255
    return [int(c, 16) for c in f"{n:02x}"]


@program(BYTES)
def bin_reversed(n):
    n &= 255
    return int(format(n, "08b")[::-1], 2)


@program(BYTES)
def bin_zeros(n):
    return f"{n:08b}".count("0")


@program(NUMBERS)
def luhn(n):
    ds = [int(d) for d in str(n)]
    odd = ds[-1::-2]
    even = ds[-2::-2]
    return (sum(odd) + sum(sum(divmod(2 * d, 10)) for d in even)) % 10 == 0


@program(NUMBERS)
def digital_root(n):
    while n > 9:
        n = sum(map(int, str(n)))
    return n


@program(NUMBERS)
def has_seven(n):
    return "7" in str(n)


@program(NUMBERS)
def distinct_digits(n):
    return len(set(str(n)))


@program(NUMBERS)
def sorted_digits(n):
    return int("".join(sorted(str(n))))


@program(("int", 1000, 9999))
def kaprekar(n):
    big = int("".join(sorted(str(n), reverse=True)))
    small = int("".join(sorted(str(n))))
    return big - small


@program(NUMBERS)
def happy(n):
    for _ in range(8):
        n = sum(int(c) ** 2 for c in str(n))
    return n == 1


@program(NUMBERS)
def product_digits(n):
    return math.prod(int(d) for d in str(n))


@program(NUMBERS)
def int_of_text(n):
    return int(str(n)) + 1


@program(WHOLE)
def signed_text(n):
    return (len(str(n)), str(n)[0] == "-")


@program(NUMBERS)
def first_digit(n):
    return int(str(n)[0])


@program(NUMBERS)
def last_digit(n):
    return int(str(n)[-1])


@program(NUMBERS)
def even_digits(n):
    return sum(1 for c in str(n) if c in "02468")


@program(BYTES)
def bits_list(n):
    n &= 255
    return [int(b) for b in format(n, "08b")]


@program(NUMBERS)
def seven_segment(n):
    segs = {"0": 6, "1": 2, "2": 5, "3": 5, "4": 4, "5": 5, "6": 6, "7": 3, "8": 7, "9": 6}
    return sum(segs[c] for c in str(n))


@program(("int", 0, 1440))
def clock_digits(t):
    t %= 1440
    s = f"{t // 60:02d}:{t % 60:02d}"
    return [int(s[0]), int(s[1]), int(s[3]), int(s[4])]


@program(NUMBERS)
def counter_digits(n):
    return Counter(str(n)).most_common(1)[0][1]


@program(NUMBERS)
def is_increasing(n):
    s = str(n)
    return all((a <= b for a, b in zip(s, s[1:])))


@program(("int", 0, 27))
def letter(n):
    return ord(chr(ord("a") + n % 26))


@program(BYTES)
def caesar(n):
    return ord(chr((n - 97 + 3) % 26 + 97))


@program(("int", 0, 100))
def fizz_len(n):
    return len("FizzBuzz" if n % 15 == 0 else "Fizz" if n % 3 == 0 else "Buzz" if n % 5 == 0 else str(n))


@program(BYTES, BYTES, BYTES)
def hexcolor(r, g, b):
    r &= 255
    g &= 255
    b &= 255
    s = "#%02x%02x%02x" % (r, g, b)  # noqa: UP031
    return (int(s[1:3], 16), int(s[3:5], 16), int(s[5:7], 16))


@program(BYTES, BYTES, BYTES)
def hexcolor2(r, g, b):
    r &= 255
    g &= 255
    b &= 255
    s = f"#{r:02X}{g:02X}{b:02X}"
    return int(s[1:], 16)


@program(WHOLE, WHOLE)
def sum_of_texts(a, b):
    return int(str(abs(a) % 100) + str(abs(b) % 100))


@program(NUMBERS)
def slices(n):
    n %= 100000
    s = f"{n:05d}"
    return (int(s[:2]), int(s[2:]), int(s[1:4]), s[0] == "0", s == "00042", s < "5")


@program(NUMBERS)
def upper_hex(n):
    return sum(1 for c in hex(n % 65536)[2:].upper() if c in "ABCDEF")


@program(WHOLE)
def with_sign(n):
    return (int(f"{n:+d}"), len(f"{n:+d}"), int("%d" % n), int(str(n)), len("%5d" % (n % 100)), len(f"{n % 100:<6}"))  # noqa: UP031


@program(NUMBERS)
def find_digit(n):
    s = str(n % 1000)
    return (s.find("7"), s.count("1"), s.startswith("1"), s.endswith("0"), s.isdigit(), "12" in s)


@program(NUMBERS)
def joined(n):
    return len(",".join(f"{n % 10000:04d}"))


@program(NUMBERS)
def strip0(n):
    return (len(str(n % 1000).lstrip("0")), len(str(n % 1000).rstrip("0")))


@program(NUMBERS)
def replaced(n):
    return int(str(n % 1000).replace("1", "7"))


@program(COUNT)
def caught(n):
    try:
        return int(chr(48 + n * 2))
    except ValueError:
        return -1


@program(NUMBERS)
def formatted(n):
    return (int(f"{n % 100:03d}{5:x}"), int("{0}{0}".format(n % 100)))


@program(BYTES)
def bool_text(n):
    return (len(str(n > 100)), str(n > 3) == "True")


@program(NUMBERS)
def grouped(n):
    n *= 7
    return (len(f"{n:,}"), f"{n:,}".count(","), len(f"{n:>12,}"), f"{n:_}".find("_"), ord(f"{n:,}"[-1]),
            f"{n:_x}".count("_"))


@program(BYTES)
def in_the_middle(n):
    return (f"{n:^12}".find(str(n)[0]), f"{n:*^11d}".count("*"), ord(f"{n:*^6}"[1]), ord(str(n).center(7)[1]),
            ord(str(n).center(6)[1]), ord(str(n).center(5, "-")[3]), ord(f"{str(n):*^6}"[1]), ord(f"{str(n)!s:>5}"[1]))


@program(ANY)
def of_an_object(a):

    class Told:
        def __init__(self, value):
            self.value = value

        def __format__(self, spec):
            return "told " + spec

    return len(f"{Told(a):xyz}"), len(f"{Told(a)}"), len(format(Told(a), "x"))


@program(("int", 1, 200))
def happy_turns(n):
    turns = 0
    while n != 1 and turns < 8:
        n = sum(int(digit) ** 2 for digit in str(n))
        turns += 1
    return n, turns


@program(WHOLE)
def in_order(n):
    s = str(n)
    return (s == "5", s != "-3", s < "5", s <= "12", s > "1", s >= "12", "10" < s, s < str(n * 2),
            [k for k in range(5) if k < n] < [0, 1], int(max("7", s)), len(min([s, str(n * n), "5"])), s in ("1", "12"))


@program(COUNT)
def cases_of_letters(n):
    t = f"ab{n}c"
    return (t.upper() == "AB5C", t.title() == "Ab5C", t.capitalize() == "Ab5c", t.swapcase() == "AB5C",
            t.casefold() == "ab5c", t.isidentifier(), t.istitle(), t.isprintable(), t.isascii())


@program(COUNT)
def kinds_of_letters(n):
    t = f"A{n} b"
    return ([s.isupper() for s in (t, t[:2], t[1:2])], [s.islower() for s in (t, t[2:])], t.isalnum(), t[:2].isalnum(),
            t[2:3].isspace(), t[:2].isidentifier(), t[1:].isidentifier(), t[:2].istitle(), t[3:3].isdigit())


@program(WHOLE)
def looked_for(n):
    t = str(n)
    return (t.find("1", 1), t.count("1", 1), t.startswith(("1", "2")), t.endswith(("1", "2")), f"{n}ab".index("a"),
            f"{n}ab{n}".rindex("a"), f"{n}b7".rpartition("7")[0] == "5b", len(t.rpartition("1")[0]),
            [hasattr(t, name) for name in ("title", "rindex", "isalnum", "wide")])


@program(BYTES)
def fixes(n):
    t, u = f"ab{n}ab", str(n)
    return (t.removeprefix("ab1") == "2ab", len(t.removesuffix("1ab")), len(u.removeprefix("1")), len(u.removesuffix("1")),
            int(u.removeprefix("1") or "0"))


@program(BYTES)
def letters_of_an_alphabet(n):
    s = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return (ord(s[n & 63]), s[n & 63] == "B", s[n % 26].lower() == "c", s[n & 63] in "abc", s[-1 - (n & 31)].isdigit(),
            s[n & 63] + s[n & 3] == "AA", {"a": 1, "b": 2}.get(s[n & 63], 0), s.index(s[n & 63]), s[n & 63] > "b",
            sum([c == "a" for c in "abc"[n % 3]]), float(s[52 + n % 10]))
