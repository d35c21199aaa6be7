"""Lists, tuples, texts and heaps that grow and shrink in loops which pixels end: stacks, queues, searches, digits."""

import collections
import heapq
import math
import string

from .cases import ANY, BYTES, COUNT, SQUARES, WHOLE, programs

INDEX = ("int", -7, 9)

program = programs("grown in loops")


@program(BYTES)
def prime_factors(n):
    n += 2
    factors = []
    d = 2
    while d * d <= n:
        while n % d == 0:
            factors.append(d)
            n //= d
        d += 1
    if n > 1:
        factors.append(n)
    return len(factors), factors[-1], sum(factors)


@program(BYTES)
def generator_of_factors(n):
    def factors(k):
        d = 2
        while d * d <= k:
            while k % d == 0:
                yield d
                k //= d
            d += 1
        if k > 1:
            yield k

    return sum(factors(n + 2)), len(list(factors(n + 2))), max(factors(n + 2))


@program(COUNT, COUNT)
def ackermann_with_a_stack(m, n):
    m, n = m % 3, n % 3
    stack = [m]
    while stack:
        m = stack.pop()
        if m == 0:
            n += 1
        elif n == 0:
            stack.append(m - 1)
            n = 1
        else:
            stack.append(m - 1)
            stack.append(m)
            n -= 1
    return n


@program(COUNT, COUNT, COUNT)
def common_subsequence(a, b, c):
    x, y = [a, b, c, 1], [c, a, 1, b]
    lengths = [[0] * 5 for _ in range(5)]
    for i in range(4):
        for j in range(4):
            lengths[i + 1][j + 1] = lengths[i][j] + 1 if x[i] == y[j] else max(lengths[i][j + 1], lengths[i + 1][j])
    i = j = 4
    out = []
    while i and j:
        if x[i - 1] == y[j - 1]:
            out.append(x[i - 1])
            i, j = i - 1, j - 1
        elif lengths[i - 1][j] >= lengths[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return lengths[4][4], sum(out), len(out)


@program(COUNT, COUNT)
def flooded_area(a, b):
    grid = [[0, 0, 1, 0], [1, 0, 1, 0], [0, 0, 0, 1], [1, 1, 0, 0]]
    stack, n = [(a % 4, b % 4)], 0
    while stack:
        r, c = stack.pop()
        if not (0 <= r < 4 and 0 <= c < 4) or grid[r][c]:
            continue
        grid[r][c] = 1
        n += 1
        stack += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return n


@program(COUNT, COUNT, COUNT)
def shortest_paths(a, b, c):
    graph = [[(1, a + 1), (2, 4)], [(2, b + 1), (3, 5)], [(3, c + 1)], []]
    distance = [99] * 4
    distance[0] = 0
    queue = [(0, 0)]
    while queue:
        d, v = heapq.heappop(queue)
        if d > distance[v]:
            continue
        for w, step in graph[v]:
            if d + step < distance[w]:
                distance[w] = d + step
                heapq.heappush(queue, (d + step, w))
    return distance


@program(SQUARES)
def breadth_first(s):
    edges = {0: [1, 2], 1: [3], 2: [3, 4], 3: [5], 4: [5], 5: []}
    start = s % 6
    seen = [False] * 6
    seen[start] = True
    queue, order = collections.deque([start]), []
    while queue:
        v = queue.popleft()
        order.append(v)
        for w in edges[v]:
            if not seen[w]:
                seen[w] = True
                queue.append(w)
    return len(order), sum(order), order[-1]


@program(BYTES)
def binary_text(n):
    s = ""
    while n:
        s = str(n % 2) + s
        n //= 2
    return len(s), s.count("1"), int(s or "0", 2)


@program(BYTES)
def text_to_base_36(n):
    alphabet = string.digits + string.ascii_lowercase
    n, s = n % 64, ""
    while True:
        n, r = divmod(n, 36)
        s = alphabet[r] + s
        if not n:
            return len(s), ord(s[0]), s.isalpha()


@program(BYTES)
def digits_in_a_tuple(n):
    out = ()
    while n:
        n, r = divmod(n, 7)
        out = (r, *out)
    return len(out), sum(out), max(out, default=-1)


@program(ANY, ANY)
def simplified_line(a, b):
    points = [(0.0, 0.0), (1.0, a), (2.0, b), (3.0, 1.0), (4.0, 0.0)]
    keep, stack = [True] * 5, [(0, 4)]
    while stack:
        low, high = stack.pop()
        far, at = 0.0, -1
        for i in range(5):
            if low < i < high:
                (x1, y1), (x2, y2), (x, y) = points[low], points[high], points[i]
                d = abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / math.hypot(x2 - x1, y2 - y1)
                if d > far:
                    far, at = d, i
        if far > 0.7:
            stack.append((low, at))
            stack.append((at, high))
        else:
            for i in range(5):
                if low < i < high:
                    keep[i] = False
    return keep


@program(WHOLE, WHOLE, WHOLE, WHOLE)
def two_lists_merged(a, b, c, d):
    x, y, out = sorted([a, b]), sorted([c, d]), []
    i = j = 0
    while i < len(x) and j < len(y):
        if x[i] <= y[j]:
            out.append(x[i])
            i += 1
        else:
            out.append(y[j])
            j += 1
    out += x[i:] + y[j:]
    return out[0], out[-1], len(out), sum(out)


@program(BYTES)
def runs_of_bits(n):
    data, runs = [(n >> k) & 1 for k in range(8)], []
    i = 0
    while i < len(data):
        run = 1
        while i + run < len(data) and data[i + run] == data[i]:
            run += 1
        runs.append((data[i], run))
        i += run
    return len(runs), max(r for _, r in runs), runs[-1][1]


@program(BYTES)
def huffman_by_insertion(n):
    counts, cost = sorted([n % 7 + 1, n % 5 + 2, n % 3 + 1, 4]), 0
    while len(counts) > 1:
        both = counts.pop(0) + counts.pop(0)
        cost += both
        k = 0
        while k < len(counts) and counts[k] < both:
            k += 1
        counts.insert(k, both)
    return cost


@program(COUNT, COUNT)
def simulated_events(a, b):
    queue, t, served = [(a + 1, 0), (b + 2, 1)], 0, 0
    while queue and t < 20:
        queue.sort()
        t, kind = queue.pop(0)
        served += kind
        if t < 10:
            queue.append((t + 3 + kind, kind))
    return t, served, len(queue)


class Machine:
    def __init__(self):
        self.stack, self.out = [], []

    def push(self, v):
        self.stack.append(v)

    def run(self, n):
        while n > 0:
            self.push(n % 10)
            if len(self.stack) > 2:
                self.out.append(self.stack.pop() + self.stack.pop())
            n //= 3
        return self


@program(BYTES)
def an_object_s_stack(n):
    machine = Machine().run(n)
    return len(machine.stack), sum(machine.out), machine.stack[-1] if machine.stack else -1


@program(BYTES)
def spiral(n):
    out, x, y, dx, dy = [], 0, 0, 1, 0
    n = n % 12 + 1
    while len(out) < n:
        out.append((x, y))
        if (x + dx, y + dy) in out or abs(x + dx) > 2 or abs(y + dy) > 2:
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return out[-1], len(set(out)), sum(a for a, _ in out)


@program(BYTES)
def more_than_there_is_room_for(n):
    path = []
    n += 1
    while n != 1:
        path.append(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return len(path), max(path, default=0)


@program(INDEX, WHOLE, COUNT)
def inserted_where_a_pixel_says(k, v, n):
    known = [10, 20, 30]
    known.insert(k, v)
    some = [i for i in range(9) if i < n]
    some.insert(k, v)
    none = []
    none.insert(k, v)
    return known, len(some), some[0], some[-1], sum((i + 1) * x for i, x in enumerate(some)), none[0]


@program(COUNT, COUNT, COUNT)
def heap_in_branches(a, b, c):
    heap = [a, b]
    heapq.heapify(heap)
    heapq.heappush(heap, c)
    first = heapq.heappop(heap)
    if a > b:
        heapq.heappush(heap, 4)
    second = heapq.heappushpop(heap, b)
    return first, second, heap[0], len(heap), sum(heap), heapq.nsmallest(2, heap)[0]


@program(COUNT)
def heap_of_known_numbers(k):
    heap = [5, 1, 4, 2, 3]
    heapq.heapify(heap)
    heapq.heappush(heap, 0)
    return heap, heap[1], heap[k % 6]


@program(BYTES, COUNT)
def words_between_numbers(a, b):
    words = f" {a % 100}  {b % 8} + 2 ".split()
    return len(words), int(words[0]) + int(words[1]), words[2] == "+"


@program(BYTES)
def iterator_of_ones_own(seed):
    class Generator:
        def __init__(self, state):
            self.state = state

        def __iter__(self):
            return self

        def __next__(self):
            self.state = (self.state * 1103515245 + 12345) % 2**31
            return self.state >> 16

    generator = Generator(seed)
    return next(generator), next(generator), sum(v for v, _ in zip(generator, range(3)))


@program(WHOLE, WHOLE)
def linked_list(a, b):
    class Node:
        def __init__(self, value, following=None):
            self.value, self.following = value, following

    class Linked:
        def __init__(self, *values):
            self.head = None
            for value in reversed(values):
                self.head = Node(value, self.head)

        def __iter__(self):
            node = self.head
            while node is not None:
                yield node.value
                node = node.following

    linked = Linked(a, b, 3)
    return [*linked, max(linked), sum(1 for _ in linked)]
