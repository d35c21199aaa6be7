"""Steps on a few neighbours as textbooks have them, machines and searches."""

import bisect
import math
from collections import Counter, deque
from functools import reduce
from itertools import groupby

from .cases import ANY, BYTES, NATURAL, UNIT, programs

program = programs("steps on neighbours")


D = ("int", 0, 10)


S = ("int", 0, 6)


@program(UNIT, UNIT, UNIT)
def floyd_row(a, b, c):
    row = [a, b, c, 0.3]
    out = []
    for i in range(4):
        old = row[i]
        new = round(old)
        err = old - new
        out.append(new)
        if i + 1 < 4:
            row[i + 1] += err * 7 / 16
    return out


@program(UNIT, UNIT, UNIT, UNIT)
def bilateral(a, b, c, d):
    center = a
    num = den = 0.0
    for i, v in enumerate([a, b, c, d]):
        w = math.exp(-((i - 0) ** 2) / 2 - (v - center) ** 2 / 0.02)
        num += w * v
        den += w
    return num / den


@program(UNIT, UNIT, UNIT, UNIT)
def lbp(a, b, c, d):
    center = 0.5
    code = 0
    for k, v in enumerate((a, b, c, d, d, c, b, a)):
        code |= (v >= center) << k
    transitions = sum(code >> i & 1 != code >> (i + 1) % 8 & 1 for i in range(8))
    return (code, transitions <= 2, min((code >> i | code << 8 - i) & 255 for i in range(8)))


@program(UNIT, UNIT, UNIT, UNIT)
def canny_nms(a, b, c, d):
    gx, gy = (b - a, d - c)
    mag = math.hypot(gx, gy)
    ang = math.degrees(math.atan2(gy, gx)) % 180
    if ang < 22.5 or ang >= 157.5:
        q, r = (a, b)
    elif 22.5 <= ang < 67.5:
        q, r = (b, c)
    elif 67.5 <= ang < 112.5:
        q, r = (c, d)
    else:
        q, r = (d, a)
    return (mag if mag >= q * 0.5 and mag >= r * 0.5 else 0, ["weak", "strong"][mag > 0.5] == "strong")


@program(UNIT, UNIT)
def bilinear_table(u, v):
    tex = [[0, 1, 4], [2, 8, 3], [5, 6, 7]]
    x, y = (u * 2, v * 2)
    x0, y0 = (int(x), int(y))
    x1, y1 = (min(x0 + 1, 2), min(y0 + 1, 2))
    fx, fy = (x - x0, y - y0)
    top = tex[y0][x0] * (1 - fx) + tex[y0][x1] * fx
    bot = tex[y1][x0] * (1 - fx) + tex[y1][x1] * fx
    return top * (1 - fy) + bot * fy


@program(UNIT)
def tone_curve_points(x):
    pts = [(0, 0), (0.25, 0.15), (0.75, 0.9), (1, 1)]
    i = max(k for k in range(3) if pts[k][0] <= x)
    (x0, y0), (x1, y1) = (pts[i], pts[i + 1])
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


@program(UNIT)
def curve_bisect(x):
    xs, ys = ([0, 0.2, 0.5, 0.9, 1.01], [0, 0.4, 0.3, 1, 1])
    i = bisect.bisect_right(xs, x) - 1
    return ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i])


@program(UNIT, UNIT, UNIT)
def quantize_palette(r, g, b):
    pal = {"black": (0, 0, 0), "white": (1, 1, 1), "red": (1, 0, 0), "sea": (0, 0.5, 0.5)}
    name = min(pal, key=lambda n: sum(((x - y) ** 2 for x, y in zip(pal[n], (r, g, b)))))
    return (pal[name], len(name), list(pal).index(name))


@program(UNIT, UNIT, UNIT)
def posterize_dict(r, g, b):
    levels = {0: 0.0, 1: 0.4, 2: 0.8, 3: 1.0}
    return tuple(levels[min(int(c * 4), 3)] for c in (r, g, b))


@program(UNIT, UNIT, UNIT, UNIT)
def connected_1d(a, b, c, d):
    row = [v > 0.5 for v in (a, b, c, d, b, a)]
    labels, cur = ([], 0)
    prev = False
    for v in row:
        if v and (not prev):
            cur += 1
        labels.append(cur if v else 0)
        prev = v
    sizes = {l: labels.count(l) for l in set(labels) if l}
    return (cur, max(sizes.values(), default=0), labels)


@program(UNIT, UNIT, UNIT, UNIT)
def integral_box(a, b, c, d):
    img = [[a, b, c], [d, a, b], [c, d, a]]
    I = [[0] * 4 for _ in range(4)]
    for y in range(3):
        for x in range(3):
            I[y + 1][x + 1] = img[y][x] + I[y][x + 1] + I[y + 1][x] - I[y][x]
    box = lambda x0, y0, x1, y1: I[y1][x1] - I[y0][x1] - I[y1][x0] + I[y0][x0]
    return (box(0, 0, 3, 3), box(1, 1, 3, 3), box(0, 1, 2, 2))


@program(UNIT, UNIT, UNIT, UNIT)
def morph_lists(a, b, c, d):
    img = [[a, b, c, d], [b, c, d, a], [c, d, a, b]]
    H, W = (len(img), len(img[0]))

    def op(f, im):
        return [
            [
                f(im[j][i] for j in range(max(0, y - 1), min(H, y + 2)) for i in range(max(0, x - 1), min(W, x + 2)))
                for x in range(W)
            ]
            for y in range(H)
        ]

    opened = op(max, op(min, img))
    return (opened[1], sum(map(sum, op(max, img))) - sum(map(sum, op(min, img))))


@program(UNIT, UNIT, UNIT, UNIT)
def run_length(a, b, c, d):
    bits = "".join("1" if v > 0.5 else "0" for v in (a, b, c, d, a, a))
    runs = [(k, len(list(g))) for k, g in groupby(bits)]
    return (len(runs), max((n for _, n in runs)), int(bits, 2), bits.find("11"), sum((n for k, n in runs if k == "1")))


@program(BYTES, BYTES, BYTES)
def pack_rgb(r, g, b):
    v = r << 16 | g << 8 | b
    rr, gg, bb = (v >> 16 & 255, v >> 8 & 255, v & 255)
    y = 77 * rr + 150 * gg + 29 * bb >> 8
    r5 = rr >> 3 << 11 | gg >> 2 << 5 | bb >> 3
    return (y, r5, f"{v:06x}".count("f"), v.bit_count(), (v ^ 16777215) >> 16)


@program(UNIT, UNIT, UNIT)
def retinex(r, g, b):
    s = [r, g, b]
    m = sum(s) / 3 or 1e-06
    return ([min(max(math.log((c + 0.001) / m) + 1, 0), 2) for c in s], [c == max(s) for c in s].index(True))


@program(ANY, ANY)
def spiral_index(x, y):
    x, y = (int(x), int(y))
    n = max(abs(x), abs(y))
    k = (2 * n + 1) ** 2
    m = 2 * n
    if y == -n:
        return k - (n - x)
    k -= m
    if x == -n:
        return k - (n + y) if False else k - (y + n)
    k -= m
    if y == n:
        return k - (n + x)
    return k - m + (n + y) - m


@program(NATURAL)
def pascal_mod(n):
    row = [1]
    for _ in range(n % 12):
        row = [x + y for x, y in zip([0] + row, row + [0])]
    return (len(row), sum(row), sum(v % 2 for v in row))


@program(NATURAL)
def pascal_known(n):
    row = [1]
    for _ in range(10):
        row = [x + y for x, y in zip([0] + row, row + [0])]
    return row[n % 11]


@program(NATURAL)
def cellular_string(n):
    s = f"{n:08b}"
    for _ in range(3):
        s = "".join("1" if s[i - 1] + s[i] + s[(i + 1) % 8] in ("100", "011", "010", "001") else "0" for i in range(8))
    return int(s, 2)


@program(NATURAL)
def gcd_list(n):
    nums = [n, n * 6, 36]
    return (reduce(math.gcd, nums), reduce(lambda a, b: a * b // math.gcd(a, b), nums))


@program(NATURAL)
def digital_cycle_list(n):
    seq = []
    x = n % 37
    while x not in seq:
        seq.append(x)
        x = x * 5 % 37
    return (len(seq), seq.index(x), len(seq) - seq.index(x))


@program(D, D)
def josephus_pop(n, k):
    people = list(range(1, 8))
    i = 0
    while len(people) > 1:
        i = (i + k) % len(people)
        people.pop(i)
    return people[0]


@program(D, D)
def deque_rotate(n, k):
    d = deque(range(7))
    while len(d) > 1:
        d.rotate(-(k % 5))
        d.popleft()
    return d[0]


@program(D, D, D)
def knap_2d(a, b, c):
    W = 12
    dp = [[0] * (W + 1) for _ in range(4)]
    for i, (w, v) in enumerate([(a + 1, 5), (b + 1, c), (4, 7)], 1):
        for j in range(W + 1):
            dp[i][j] = dp[i - 1][j]
            if j >= w:
                dp[i][j] = max(dp[i][j], dp[i - 1][j - w] + v)
    return (dp[3][W], dp[2][5])


@program(D, D, D)
def edit_words(a, b, c):
    s = "kitten"[a % 3 :]
    t = ["sitting", "mitten", "kite"][b % 3]
    prev = list(range(len(t) + 1))
    for i, x in enumerate(s, 1):
        cur = [i]
        for j, y in enumerate(t, 1):
            cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]


@program(D, D, D)
def tokenizer(a, b, c):
    src = "3*(x+y)-z"
    env = {"x": a, "y": b, "z": c}
    pos = 0

    def peek():
        return src[pos] if pos < len(src) else ""

    def eat():
        nonlocal pos
        ch = src[pos]
        pos += 1
        return ch

    def expr():
        v = term()
        while peek() in ("+", "-"):
            v = v + term() if eat() == "+" else v - term()
        return v

    def term():
        v = atom()
        while peek() == "*":
            eat()
            v *= atom()
        return v

    def atom():
        ch = eat()
        if ch == "(":
            v = expr()
            eat()
            return v
        return int(ch) if ch.isdigit() else env[ch]

    return expr()


@program(D, D)
def brainf(a, b):
    prog, tape, ptr, ip = ("[->+<]>.", [a, b, 0], 0, 0)
    out = []
    while ip < len(prog):
        ch = prog[ip]
        if ch == ">":
            ptr += 1
        elif ch == "<":
            ptr -= 1
        elif ch == "+":
            tape[ptr] += 1
        elif ch == "-":
            tape[ptr] -= 1
        elif ch == ".":
            out.append(tape[ptr])
        elif ch == "[" and (not tape[ptr]):
            while prog[ip] != "]":
                ip += 1
        elif ch == "]" and tape[ptr]:
            while prog[ip] != "[":
                ip -= 1
        ip += 1
    return out[0]


@program(BYTES)
def vm_dispatch(code):
    regs = {"a": 1, "b": 2}
    ops = {
        0: lambda: regs.update(a=regs["a"] + regs["b"]),
        1: lambda: regs.update(b=regs["a"] * 2),
        2: lambda: regs.__setitem__("a", regs["b"] - 1),
        3: lambda: None,
    }
    for i in range(4):
        ops[code >> 2 * i & 3]()
    return (regs["a"], regs["b"])


@program(D, D, D)
def linked_freelist(a, b, c):
    nxt = [1, 2, 3, 4, -1]
    vals = [0] * 5
    head = 0
    used = []
    for v in (a, b, c):
        if v % 2:
            slot, head = (head, nxt[head])
            vals[slot] = v
            used.append(slot)
        elif used:
            s = used.pop()
            nxt[s], head = (head, s)
    return (vals, head, len(used))


@program(ANY, ANY, ANY)
def nelder_mead(a, b, c):
    f = lambda p: (p[0] - a) ** 2 + (p[1] - b) ** 2
    sim = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]
    for _ in range(6):
        sim.sort(key=f)
        best, mid, worst = sim
        cx, cy = ((best[0] + mid[0]) / 2, (best[1] + mid[1]) / 2)
        refl = (2 * cx - worst[0], 2 * cy - worst[1])
        if f(refl) < f(best):
            exp_ = (3 * cx - 2 * worst[0], 3 * cy - 2 * worst[1])
            sim[2] = exp_ if f(exp_) < f(refl) else refl
        elif f(refl) < f(mid):
            sim[2] = refl
        else:
            con = ((cx + worst[0]) / 2, (cy + worst[1]) / 2)
            if f(con) < f(worst):
                sim[2] = con
            else:
                sim = [best] + [tuple(((u + v) / 2 for u, v in zip(q, best))) for q in sim[1:]]
    return f(sim[0]) < 40


@program(ANY, ANY, ANY)
def adaptive_rk(a, b, c):
    t, y, h = (0.0, a, 0.25)
    n = 0
    while t < 1 and n < 50:
        n += 1
        h = min(h, 1 - t)
        f = lambda t, y: -b * y + c
        k1 = f(t, y)
        k2 = f(t + h, y + h * k1)
        e = abs(h * (k2 - k1) / 2)
        if e < 0.05:
            t += h
            y += h * (k1 + k2) / 2
            h *= 1.5
        else:
            h /= 2
    return (n, min(max(y, -100), 100))


@program(ANY, ANY)
def secant_brent(a, b):
    f = lambda x: x**3 - a * x - b
    lo, hi = (-6.0, 6.0)
    for i in range(40):
        m = (lo + hi) / 2
        if f(lo) * f(m) <= 0:
            hi = m
        else:
            lo = m
        if hi - lo < 0.001:
            break
    return (lo + hi) / 2


@program(UNIT, UNIT, UNIT)
def sdf_tree(x, y, z):

    def union(*fs):
        return lambda q: min(f(q) for f in fs)

    def sub(f, g):
        return lambda q: max(f(q), -g(q))

    def move(f, *d):
        return lambda q: f([a - b for a, b in zip(q, d)])

    def sphere(r):
        return lambda q: math.sqrt(sum(c * c for c in q)) - r

    def box(*s):
        return lambda q: max((abs(c) - k for c, k in zip(q, s)))

    def repeat(f, k):
        return lambda q: f([(c + k / 2) % k - k / 2 for c in q])

    scene = union(sub(box(0.5, 0.5, 0.5), sphere(0.6)), move(sphere(0.2), 0.5, 0.5, 0.5), repeat(sphere(0.05), 0.3))
    return scene([x, y, z])


@program(UNIT, UNIT, UNIT, UNIT)
def neural_xor(a, b, c, d):
    act = {"relu": lambda v: max(0, v), "tanh": math.tanh, "sig": lambda v: 1 / (1 + math.exp(-v))}
    layers = [
        ([[1, -1], [-1, 1], [0.5, 0.5]], [0, 0, -0.2], "relu"),
        ([[1, 1, -1], [0.3, -0.2, 0.7]], [0.1, 0], "tanh"),
        ([[2, -1]], [0], "sig"),
    ]
    v = [a, b]
    for W, bias, name in layers:
        v = [act[name](sum((w * x for w, x in zip(row, v))) + k) for row, k in zip(W, bias)]
    return v[0]


@program(UNIT, UNIT)
def decision_tree(a, b):
    tree = {
        "f": 0,
        "t": 0.5,
        "l": {"f": 1, "t": 0.3, "l": 1, "r": 2},
        "r": {"f": 1, "t": 0.7, "l": {"f": 0, "t": 0.8, "l": 3, "r": 4}, "r": 5},
    }
    node = tree
    while isinstance(node, dict):
        node = node["l"] if (a, b)[node["f"]] < node["t"] else node["r"]
    return node


@program(UNIT, UNIT, UNIT)
def knn_vote(a, b, c):
    data = [((0.1, 0.2), "x"), ((0.8, 0.9), "y"), ((0.4, 0.5), "x"), ((0.7, 0.2), "z")]
    near = sorted(data, key=lambda d: math.dist(d[0], (a, b)))[:3]
    votes = Counter((l for _, l in near))
    return (ord(votes.most_common(1)[0][0]), len(votes))


@program(UNIT, UNIT)
def markov(a, b):
    P = {"sun": [("sun", 0.7), ("rain", 0.3)], "rain": [("sun", 0.4), ("rain", 0.6)]}
    s = "sun"
    tot = 0
    for k in range(4):
        u = (a * (k + 1) + b) % 1
        for nxt, pr in P[s]:
            u -= pr
            if u <= 0:
                break
        s = nxt
        tot += s == "rain"
    return tot
