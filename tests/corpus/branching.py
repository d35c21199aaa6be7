"""Functions that call themselves in the items of a list that is summed up at once."""

from .cases import COUNT, programs

program = programs("recursion in lists")


@program(("int", 0, 400))
def halves(n):

    def f(k):
        if k <= 1:
            return 1
        return sum([f(k // i) for i in (2, 3)])

    return f(n)


@program(COUNT)
def fewest_coins(n):
    coins = [1, 3, 4]

    def f(k):
        if k == 0:
            return 0
        return 1 + min([f(k - c) for c in coins if c <= k])

    return f(n)


@program(COUNT)
def catalan(n):

    def cat(k):
        if k <= 1:
            return 1
        return sum([cat(i) * cat(k - 1 - i) for i in range(k)])

    return cat(n % 6)


@program(COUNT, COUNT)
def grid_paths(a, b):

    def best(i, j):
        if i == 0 and j == 0:
            return 0
        return max([best(i - di, j - dj) + (i * 7 + j * 3) % 5 for di, dj in ((0, 1), (1, 0)) if i >= di and j >= dj])

    return best(a % 4, b % 4)


@program(COUNT, COUNT)
def wins(a, b):

    def win(n):
        return any([not win(n - k) for k in (1, 3, 4) if k <= n])

    return (win(a), win(b))
