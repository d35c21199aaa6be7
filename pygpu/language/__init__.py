"""What users write in filters, and what each of it does as plain Python. That is the definition: a compiled filter
computes the same.

    types       Image, Array, Volume, Float...: what stands as a parameter's default or annotation
    signature   which parameters of a function are known, typed, or the position
    vectors     Vec2, Vec3, Vec4, Color        position    Position
    maths       sqrt, sin, floor... of numbers and vectors
    functions   dot, mix, clamp, smoothstep..., and the offsets of a kernel
    positions   where all pixels of a picture are
    picture     how an image is read: sampling between pixels, then borders beyond the edge
    host_image  HostImage: an image to run a filter on without compiling it
    grids       HostArray, HostVolume: arrays and volumes, for the same
    wholes      what sum, max, any... mean over all pixels of a picture
"""

from numpy import ravel, transpose

from .functions import (clamp, cross, distance, dot, is_known, length, mix, normalize, offsets, reflect, smoothstep,
                        step)
from .grids import HostArray, HostVolume
from .host_image import HostImage
from .maths import (acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, ceil, copysign, cos, cosh, degrees, exp, exp2,
                    expm1, fabs, floor, fmod, fract, hypot, isfinite, isinf, isnan, log, log1p, log2, log10, maximum,
                    minimum, pow, radians, sign, sin, sinh, sqrt, tan, tanh, trunc)
from .position import Position
from .types import Array, Bool, Float, Image, Int, Volume
from .vectors import Color, Vec2, Vec3, Vec4

__all__ = [
    "Image", "Array", "Volume", "Position", "Float", "Int", "Bool", "Vec2", "Vec3", "Vec4", "Color",
    "HostImage", "HostArray", "HostVolume",
    "offsets", "ravel", "transpose", "is_known",
    "dot", "cross", "length", "normalize", "distance", "reflect", "mix", "clamp", "step", "smoothstep",
    "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "hypot",
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "radians", "degrees", "fabs", "floor", "ceil", "trunc", "fract", "sign", "fmod", "copysign",
    "minimum", "maximum", "isnan", "isinf", "isfinite",
]
