"""Whole numbers by one that is no constant, sixteen at a time: divided as floats if they are small (opencl/prelude.py)."""

import numpy as np
import pytest

from pygpu import Image, Int, Position
from tests.engines import check

ENDS = [1, -1, 2, 3, -7, 255, 1000, -1023, 4099, 0xffffe, 0xfffff, -0xfffff, 0x100000, 0x7fffffff]


def divided(im=Image, p=Position, by: Int = 1):
    """Beside multiples and on them, up to where small numbers end and beyond."""
    number = int(im(p))
    near = number // by * by + p.y - 1
    return number // by, number % by, near // by, near % by


@pytest.mark.parametrize("by", ENDS)
def test_near_divisions(by, engine):
    step = np.arange(-40, 41, dtype=np.int32)
    picture = np.stack([step, step * 13001, np.sign(step) * (0xfffff - abs(step)), step * by % (1 << 20)]).astype(np.int32)
    check(divided, picture, scalars={"by": by}, tolerance=0)
