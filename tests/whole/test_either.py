"""What one way through a function returns, and what another, may be of different kinds: numbers of the device say which."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image

GIVEN = [np.linspace(0, top, 5).astype(np.float32) for top in (1, 0.7, 0.3)]


def text(a=Array):
    return "big" if a.max() > 0.9 else "small"


def one_of_three(a=Array):
    most = a.max()
    return "high" if most > 0.9 else ("mid", most) if most > 0.5 else None


def nothing_or_an_array(a=Array):
    if a.max() > 0.9:
        return a * 2


def in_tuples(a=Array):
    if a.max() > 0.9:
        return a, "big", (1, 2)
    return a * 2, "small", (1, 3)


def in_a_dict(a=Array):
    return {"kind": "big" if a.max() > 0.9 else None, "most": a.max()}


def matched(a=Array):
    match int(a.max() * 2):
        case 0:
            return "zero"
        case 1:
            return "one"
        case _:
            return ["many", a.sum()]


def whole_or_not(u=Array):
    u = (u * 10).astype(int)
    mask = u > 8
    return u[mask].sum() if mask.any() else 0.0


def chosen_or_not(u=Array):
    return u[u > 0.8] if u.max() > 0.9 else "none"


def complex_or_not(u=Array):
    return np.fft.fft(u) if u.max() > 0.9 else u


def of_other_shapes(u=Array):
    return u[:2] if u.max() > 0.9 else u[:1]


def computed_of_other_shapes(u=Array):
    v = u[:2] if u.max() > 0.9 else u[:1].astype(int)
    return v * 2, v.sum()


def only_where_it_is_taken(u=Array):
    if u.max() > 0.9:
        return "quick"
    k = 0
    while u.max() < 5:  # of what is above 0.9 never
        u, k = u * 2, k + 1
    return u, k


def other_types_from_pass_to_pass(u=Array):
    for _ in range(3):
        u = u * np.float64(2) if u.max() < 2 else u
    return u


def none_at_first(u=Array):
    best, far = None, 9.0
    for limit in u:
        near = np.abs(u - limit) < 0.2
        if u[near].sum() < far:
            best, far = near, u[near].sum()
    return best, far


def none_as_far_as_it_goes(u=Array):
    most = None
    for k in range(int(u.max() * 4)):
        most = u * k if most is None else np.maximum(most, u - k)
    return most


def told(a=Array):
    return f"{a.mean():.2f} ± {a.std():.1f}, {a.argmax():03d}", ["top" if a.max() > 0.9 else f"{int(a.max() * 100)} %"]


@pytest.mark.parametrize("function", [
    none_at_first, none_as_far_as_it_goes, told, text, one_of_three,
    nothing_or_an_array, in_tuples, in_a_dict, matched, whole_or_not, chosen_or_not,
    complex_or_not, of_other_shapes, computed_of_other_shapes, only_where_it_is_taken, other_types_from_pass_to_pass],
    ids=lambda f: f.__name__)
def test_functions_of_whole_arrays(engine, function):
    filter = pygpu.compile(function)
    for given in [*GIVEN, *GIVEN]:
        alike(filter(given), function(given))


def text_of_a_picture(im=Image):
    return "bright" if max(im) > 0.9 else "dark"


def nothing_of_a_picture(im=Image):
    return None if max(im) > 0.9 else max(im)


def more_or_less_of_a_picture(im=Image):
    most = max(im)
    return ("bright", most) if most > 0.9 else {"most": most, "least": min(im)} if most > 0.5 else "dark"


def told_of_a_picture(im=Image):
    return f"{max(im):.2f}" if max(im) > 0.5 else f"{int(max(im) * 100 + 0.5)} %"


@pytest.mark.parametrize("function, expected", [
    (told_of_a_picture, ["1.00", "0.70", "30 %"]),
    (text_of_a_picture, ["bright", "dark", "dark"]), (nothing_of_a_picture, [None, 0.7, 0.3]),
    (more_or_less_of_a_picture, [("bright", 1.0), {"most": 0.7, "least": 0.0}, "dark"])])
def test_filters_without_a_position(engine, function, expected):
    filter = pygpu.compile(function)
    for given, value in zip(GIVEN, expected):
        alike(filter(np.tile(given, (3, 1))), value)


def alike(found, expected):
    assert type(found) is type(expected)
    if isinstance(expected, (list, tuple, dict)):
        assert len(found) == len(expected)
        for each in expected if isinstance(expected, dict) else range(len(expected)):
            alike(found[each], expected[each])
    elif isinstance(expected, (np.ndarray, np.generic, float)):
        assert getattr(found, "dtype", None) == getattr(expected, "dtype", None)
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)
    else:
        assert found == expected


def test_a_loop_whose_arrays_grow_is_refused():
    def grow(u=Array):
        while u.max() < 10:
            u = np.concatenate([u, u]) * 2
        return u

    with pytest.raises(pygpu.CompileError, match="loop-changes-shape"):
        pygpu.compile(grow)(GIVEN[0])


@pytest.mark.parametrize("function", [
    lambda a=Array: str(a.max()), lambda a=Array: f"{a.max():e}", lambda im=Image: str(max(im))])
def test_text_of_all_digits_is_refused(function):
    with pytest.raises(pygpu.CompileError, match="symbolic-text.*(?s:.)*say how many digits"):
        pygpu.compile(function)(np.tile(GIVEN[0], (3, 1)))
