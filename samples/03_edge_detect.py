"""3. The edge detector of the paper, as printed there: Figure 1.

`edgeDetect` works for any gradient kernel; giving it Sobel's makes the Sobel edge detector (partial specialisation).
`transpose` is NumPy's own compiled function: its argument is known, so it is simply called while compiling.
"""

from math import sqrt

from numpy import array, ravel, transpose

import pygpu
from pygpu import Image, Position, offsets


def convolve(kernel, im=Image, p=Position):
    return sum([w*im(p+d)
                for w,d in zip(ravel(kernel),
                               offsets(kernel))])


def edgeDetect(kernel, im=Image, p=Position):
    Gx = convolve(kernel, im, p)
    Gy = convolve(transpose(kernel), im, p)
    return sqrt(Gx**2 + Gy**2)


sobelKernel = array([[-1, 0, 1],
                     [-2, 0, 2],
                     [-1, 0, 1]])

sobelEdgeDetGPU = pygpu.compile(edgeDetect,
                                kernel=sobelKernel)

if __name__ == "__main__":
    from pictures import photo, save

    save(sobelEdgeDetGPU(photo("camera.png")))
