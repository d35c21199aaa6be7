"""1. Every pixel times a number: the first program of the paper, as printed there.

A filter is an ordinary function that says what ONE pixel is. Parameters with a type (`c`, `im`) become arguments of
the compiled filter; the position is supplied by the system. `c` is a run-time argument: another value needs no
other kernel.
"""

import pygpu
from pygpu import Float, Image, Position


def scalarMul(c=Float, im=Image, p=Position):
    return c*im(p)


multiply = pygpu.compile(scalarMul)

if __name__ == "__main__":
    from pictures import photo, save

    save(multiply(0.5, photo("coffee.jpg")))
