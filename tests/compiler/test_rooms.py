"""Lists that grow in loops of a kernel: who has a pixel that needs more room gets a kernel with more, or is told."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position


def path(n=Image[Int], p=Position):
    k, found = n(p), []
    while k != 1:
        found.append(k)
        k = k // 2 if k % 2 == 0 else 3 * k + 1
    return len(found)


FEW, MORE = np.array([[3, 10, 64]], np.int32), np.array([[3, 9, 27]], np.int32)  # 27 takes 111 steps


def test_where_pixels_need_more_room_there_is_more(engine):
    filter = pygpu.compile(path)
    assert filter(FEW).tolist() == [[7, 6, 6]]
    assert filter(MORE).tolist() == [[7, 19, 111]]


def test_what_is_left_out_for_want_of_room_is_no_exception_to_be_ignored(engine):
    assert pygpu.compile(path, raises="ignore")(MORE[:, :2]).tolist() == [[7, 19]]


def test_a_pixel_that_outgrows_all_room_is_named():
    def filled(n=Image[Int], p=Position):
        k, found = n(p), []
        while k > 0:
            found.append(k)
            k -= 1
        return len(found)

    with pytest.raises(pygpu.CompileError, match=r"out-of-room.*at the pixel \(1, 0\)"):
        pygpu.compile(filled)(np.array([[3, 5000, 1]], np.int32))


def test_a_number_of_the_call_says_how_long_a_list_is():
    def powers(im=Image, n=Int, p=Position):
        found = []
        for k in range(n):
            found.append(im(p) * k)
        return sum(found)

    assert pygpu.compile(powers)(np.ones((1, 1), np.float32), n=40).tolist() == [[780.0]]
