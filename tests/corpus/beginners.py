"""What beginners hand in: flags, loops in loops, texts put together letter by letter, global scores."""

import math

from .cases import ANY, NATURAL, UNIT, programs

program = programs("exercises of beginners")


D = ("int", 0, 10)


@program(NATURAL)
def armstrong_flag(n):
    flag = False
    s = 0
    temp = n
    order = len(str(n))
    while temp > 0:
        digit = temp % 10
        s += digit**order
        temp //= 10
    if n == s:
        flag = True
    if flag == True:  # noqa: E712
        return 1
    else:
        return 0


@program(D, D, D)
def biggest_of_three(a, b, c):
    if a >= b and a >= c:
        largest = a
        which = "first"
    elif b >= a and b >= c:
        largest = b
        which = "second"
    else:
        largest = c
        which = "third"
    return (largest, {"first": 1, "second": 2, "third": 3}[which])


@program(NATURAL)
def leap(n):
    year = 1900 + n
    result = ""
    if year % 4 == 0:
        if year % 100 == 0:
            if year % 400 == 0:
                result = "leap"
            else:
                result = "not"
        else:
            result = "leap"
    else:
        result = "not"
    return 366 if result == "leap" else 365


@program(NATURAL)
def primes_below(n):
    primes = []
    for i in range(2, n):
        is_prime = True
        for j in range(2, i):
            if i % j == 0:
                is_prime = False
                break
        if is_prime:
            primes.append(i)
    return (len(primes), sum(primes), primes[-1] if primes else 0)


@program(NATURAL)
def reverse_string(n):
    s = str(n)
    r = ""
    for c in s:
        r = c + r
    return (int(r), s == r)


@program(UNIT)
def grade_letter(x):
    marks = x * 100
    if marks >= 90:
        grade = "A"
    elif marks >= 80:
        grade = "B"
    elif marks >= 70:
        grade = "C"
    else:
        grade = "F"
    return ord(grade)


@program(D, D)
def calculator(a, b):
    op = ["+", "-", "*", "/"][(a + b) % 4]
    try:
        result = eval_op(a, op, b)
    except ZeroDivisionError:
        result = -1
    finally:
        done = True
    return result if done else 0


def eval_op(a, op, b):
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*":
        return a * b
    if op == "/":
        return a / b


@program(NATURAL)
def vowels(n):
    words = ["apple", "sky", "orange", "umbrella", "myth"]
    w = words[n % 5]
    count = 0
    for letter in w:
        if letter in "aeiou":
            count = count + 1
    return (count, len(w), w[0] == w[-1])


@program(D, D)
def mult_table(a, b):
    table = []
    for i in range(1, 11):
        row = []
        for j in range(1, 11):
            row.append(i * j)
        table.append(row)
    return (table[a][b], sum(table[a]), sum(r[b] for r in table))


@program(NATURAL)
def guess_number(secret):
    low, high = (1, 200)
    tries = 0
    while True:
        tries += 1
        guess = (low + high) // 2
        if guess == secret:
            break
        elif guess < secret:
            low = guess + 1
        else:
            high = guess - 1
    return tries


@program(ANY, ANY, ANY)
def quadratic_text(a, b, c):
    d = b**2 - 4 * a * c
    if a == 0:
        return (0, 0.0, 0.0)
    if d > 0:
        x1 = (-b + math.sqrt(d)) / (2 * a)
        x2 = (-b - math.sqrt(d)) / (2 * a)
        return (2, max(-99, min(99, x1)), max(-99, min(99, x2)))
    elif d == 0:
        x = -b / (2 * a)
        return (1, x, x)
    else:
        return (0, 0.0, 0.0)


@program(NATURAL)
def change_coins(n):
    coins = [50, 20, 10, 5, 2, 1]
    result = {}
    for coin in coins:
        result[coin] = 0
        while n >= coin:
            result[coin] += 1
            n -= coin
    return (list(result.values()), sum(result.values()))


@program(NATURAL)
def change_only_used(n):
    used = {}
    for coin in [50, 20, 10, 5, 2, 1]:
        k = n // coin
        if k > 0:
            used[coin] = k
            n -= k * coin
    return (len(used), sum(used.values()), max(used), min(used.keys()))


@program(D, D, D, D)
def list_stats(a, b, c, d):
    numbers = [a, b, c, d]
    total = 0
    for i in range(len(numbers)):
        total = total + numbers[i]
    average = total / len(numbers)
    above = []
    for i in range(len(numbers)):
        if numbers[i] > average:
            above.append(numbers[i])
    unique = []
    for x in numbers:
        if x not in unique:
            unique.append(x)
    return (average, len(above), len(unique), sum(unique))


@program(NATURAL)
def perfect_message(n):
    divisors = [d for d in range(1, n) if n % d == 0]
    msg = "perfect" if sum(divisors) == n else "abundant" if sum(divisors) > n else "deficient"
    return (len(msg), len(divisors))


@program(NATURAL)
def fizzbuzz_string(n):
    out = ""
    if n % 3 == 0:
        out += "Fizz"
    if n % 5 == 0:
        out += "Buzz"
    if out == "":
        out = str(n)
    return len(out)


@program(NATURAL)
def fizzbuzz_count(n):
    counts = {"Fizz": 0, "Buzz": 0, "FizzBuzz": 0, "": 0}
    for i in range(1, n + 1):
        s = ""
        if i % 3 == 0:
            s += "Fizz"
        if i % 5 == 0:
            s += "Buzz"
        counts[s] += 1
    return tuple(counts.values())


@program(D, D)
def swap_without_temp(a, b):
    a = a + b
    b = a - b
    a = a - b
    return (a, b)


@program(D, D, D)
def triangle_kind(a, b, c):
    a, b, c = sorted([a + 1, b + 1, c + 1])
    if a + b <= c:
        kind = None
    elif a == b == c:
        kind = "equilateral"
    elif len({a, b, c}) == 2:
        kind = "isosceles"
    else:
        kind = "scalene"
    return -1 if kind is None else len(kind)


@program(("int", 1, 13), ("int", 1990, 2030))
def month_days(m, y):
    days = {1: 31, 2: 28, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}
    if m == 2 and (y % 4 == 0 and y % 100 != 0 or y % 400 == 0):
        days[2] = 29
    total = 0
    for month in days:
        if month < m:
            total += days[month]
    return (days[m], total)


@program(D, D, D, D)
def matrix_transpose_lists(a, b, c, d):
    m = [[a, b, 1], [c, d, 2]]
    t = []
    for j in range(3):
        t.append([])
        for i in range(2):
            t[j].append(m[i][j])
    return (t, [sum(r) for r in t], [[t[i][j] * m[j][i] for j in range(2)] for i in range(3)])


score = 0


@program(D, D)
def global_score(a, b):
    global score
    score = 0
    score += a
    if b > 5:
        score *= 2
    return score


@program(NATURAL)
def nested_else(n):
    for i in range(2, 15):
        for j in range(2, 15):
            if i * j == n:
                break
        else:
            continue
        break
    else:
        return (0, 0)
    return (i, j)


@program(D, D)
def menu(a, b):
    choice = a % 5
    match choice:
        case 0 | 1:
            r = "low"
        case 2:
            r = "mid"
        case _ if b > 5:
            r = "special"
        case _:
            r = "high"
    return (len(r), r.upper() == "MID", r.startswith("s"))


@program(NATURAL)
def check_palindrome_flag(n):
    s = str(n)
    i, j = (0, len(s) - 1)
    pal = True
    while i < j:
        if s[i] != s[j]:
            pal = False
            break
        i += 1
        j -= 1
    return pal


@program(UNIT, UNIT)
def bmi(w, h):
    weight = 40 + w * 80
    height = 1.4 + h * 0.6
    bmi = round(weight / height**2, 1)
    category = "under" if bmi < 18.5 else "normal" if bmi < 25 else "over" if bmi < 30 else "obese"
    return (bmi, ["under", "normal", "over", "obese"].index(category))


@program(D, D)
def power_loop(a, b):
    result = 1
    for _ in range(b % 5):
        result *= a
    return (result, pow(a, b % 5) == result)


@program(NATURAL)
def lcm_hcf(n):
    a, b = (n, 36)
    x, y = (a, b)
    while y:
        x, y = (y, x % y)
    hcf = x
    lcm = a * b // hcf
    greater = max(a, b)
    steps = 0
    while True:
        if greater % a == 0 and greater % b == 0:
            break
        greater += 1
        steps += 1
    return (hcf, lcm == greater, math.lcm(n, 36), steps)


@program(D, D, D)
def tuple_sorting(a, b, c):
    students = [("ann", a), ("bob", b), ("cid", c)]
    students.sort(key=lambda s: (-s[1], s[0]))
    best = students[0][0]
    return (students[0][1], best == "ann", [len(n) * s for n, s in students])


@program(D, D, D)
def try_index(a, b, c):
    xs = [a, b, c]
    try:
        v = xs[a]
    except IndexError:
        v = -1
    except ValueError:
        v = -2
    else:
        v += 100
    return v


@program(D)
def try_int_text(a):
    texts = ["12", "x", "7", "", "3.5", " 8 ", "-2", "0x10", "1e3", "99"]
    try:
        v = int(texts[a])
    except ValueError:
        try:
            v = float(texts[a])
        except ValueError:
            v = -1000
    return v


@program(NATURAL)
def recursion_reverse(n):

    def rev(n, acc=0):
        if n == 0:
            return acc
        return rev(n // 10, acc * 10 + n % 10)

    return rev(n)


@program(NATURAL)
def sum_of_digits_recursive(n):

    def s(n):
        if n < 10:
            return n
        return n % 10 + s(n // 10)

    return (s(n), s(s(n)))


@program(D, D)
def count_down_while(a, b):
    n = a
    out = []
    while n > 0:
        n -= 1
        if n == b:
            continue
        out.append(n)
    else:
        out.append(-1)
    return (len(out), sum(out))
