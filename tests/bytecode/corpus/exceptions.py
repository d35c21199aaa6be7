"""try, with, match."""

# ruff: noqa: E501, E731, E741, B007, B023, B904, B905, B018, F841, I001, UP032 - odd code is the point here

from contextlib import suppress

from tests.bytecode.corpus.things import Manager, Point, case, host


@case((0,), (1,), ("x",), (None,))
def catching(a):
    log = []
    for i in range(2):
        try:
            log.append(10 // a)
        except ZeroDivisionError as error:
            log.append(str(error))
        except (TypeError, ValueError):
            log.append("type")
            continue
        else:
            log.append("fine")
        finally:
            log.append(i)
    return log


@case((0,), (1,), (2,), (3,))
def finally_paths(a):
    log = []
    for i in range(5):
        try:
            if a == 0:
                return log
            if a == 1 and i == 2:
                break
            if a == 2 and i == 1:
                continue
            log.append(i)
        finally:
            log.append("f")
    return log, i


@case((0,), (1,), (2,))
def raising(a):
    try:
        try:
            if a == 0:
                raise ValueError("zero")
            if a == 1:
                raise KeyError("one") from ValueError("cause")
            [][a]
        except KeyError as error:
            raise
        except IndexError as error:
            raise RuntimeError("again") from error
    except ValueError as error:
        return str(error)
    return None


@case((0,), (1,), (2,))
def with_statement(a):
    manager, other = Manager(a == 1), Manager()
    try:
        with manager as one, other:
            one.log.append(a)
            if a:
                raise ValueError(a)
    except ValueError:
        return "out", manager.log, other.log
    return manager.log, other.log


@case((0,), (1,), (2,))
def with_exits(a):
    manager = Manager(True)
    log = []
    for i in range(3):
        with manager:
            if a == 0:
                return manager.log, i
            if a == 1:
                continue
            log.append([1 // (i - 1) for i in range(i, 3)])
            break
    return manager.log, log, i


@case((2,))
def nested_try(a):
    try:
        return host(a, int("x"))
    except ValueError:
        try:
            return host([a / 0])
        except ZeroDivisionError:
            with suppress(KeyError):
                return {}["k"]
            return "all"
    finally:
        host()


@case((0,), (1,), ([1, 2],), ([1, 2, 3, 4],), ({"k": 5, "l": 6},), (Point(0, 9),), (Point(3, 4),), ("s",), (None,), (2.5,),
      ([],), (True,), ((1, (2, 3)),))
def matching(a):
    match a:
        case 0 | "s":
            return "zero"
        case None:
            return "none"
        case [x, (y, z)]:
            return "nested", x, y, z
        case [x, y] if x < y:
            return "pair", x, y
        case [first, *rest] if rest:
            return first, rest
        case []:
            return "empty"
        case {"k": v, **rest}:
            return v, rest
        case Point(x=0, y=y):
            return "axis", y
        case Point(x, y):
            return x, y
        case bool(b):
            return "bool", b
        case float() as f:
            return f
        case _:
            x = "other"
    return x
