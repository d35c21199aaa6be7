"""2. Convolution: the paper's general function, made into one filter by giving it a kernel.

`kernel` has no type, so its value is given to `compile` and is known from then on: the loop over it, `zip`, and
NumPy's `ravel` all run in the ordinary interpreter while compiling. Only `w*im(p+d)` and the sum reach the device.
"""

import numpy as np
from numpy import ravel

import pygpu
from pygpu import Image, Position, offsets


def convolve(kernel, im=Image, p=Position):
    return sum([w*im(p+d)
                for w,d in zip(ravel(kernel),
                               offsets(kernel))])


binomial = np.array([1, 4, 6, 4, 1]) / 16

blur = pygpu.compile(convolve, kernel=np.outer(binomial, binomial))

if __name__ == "__main__":
    from pictures import photo, save

    save(blur(photo("coffee.jpg")))
