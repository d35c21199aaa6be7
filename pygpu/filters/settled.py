"""What a filter of whole pictures is: steps, each on what the one before gave, or rounds until nothing changes any more.

    @Settled
    def label(im=Image, connectivity=1): ...        a function of pictures, not of a pixel

    label(mask)                   the rounds stay on the device
"""

import functools

import numpy

import pygpu
from pygpu import ArgumentError

from .ready import Ready, has_planes, is_type

KEPT = 64       # steps, one for each combination of known values
MANY = 1 << 30  # more than there are ever


class Settled(Ready):
    """A filter that is called with pictures alone: inside another one there are no rounds."""

    reading = options = asked = ()
    is_of_pictures = True   # not of a pixel
    gives_a_value = False   # no picture
    why = "goes over whole pictures until nothing changes"

    def __init__(self, function):
        super().__init__(function)
        del self.__wrapped__  # which leads to the function of a pixel: there is none
        self.__signature__ = self.outside
        self.__doc__ = "\n".join(self.__doc__.splitlines()[:-1])  # nor an example of it inside another

    def __call__(self, *args, **kwargs):
        if callable(args[0] if args else kwargs.get(self.image.name)):
            raise ArgumentError(f"{self.__name__}() {self.why}, and a filter is one "
                                f"pixel: call it with a picture, and give what comes back to the filter as an Image")
        return super().__call__(*args, **kwargs)

    def sorted_out(self, args, kwargs):
        known, typed, options = super().sorted_out(args, kwargs)
        for each in self.outside.parameters.values():
            if is_type(each.default) and each.name not in typed:
                raise ArgumentError(f"{self.__name__}() is missing the argument '{each.name}'")
        return known, typed, options

    def compiled(self, **known):
        return functools.partial(self.function, **known)

    def __rshift__(self, then):
        return pygpu.compile(self) >> then

    def __getattr__(self, name):
        own = self.__dict__.get("__name__", "")
        raise AttributeError(f"the ready filter {own} has no attribute '{name}': it {self.why}")


class InSteps(Settled):
    """One of a picture, in steps that would each bring back what they give: an array goes to the device before the first
    one, and comes back behind the last."""

    def compiled(self, **known):
        def there_and_back(*picture, **given):  # called as the function is: its first, by name or not
            (picture,) = picture or (given.pop(self.image.name),)
            there = uploaded(picture, 3 if has_planes(self.image.default) else 2)
            found = self.function(there, **known, **given)
            return found if there is picture else found.wait().give_array()  # nobody else has it
        return there_and_back


@functools.lru_cache(KEPT)
def compiled(function, **known):
    return pygpu.compile(function, **known)


def settled(step, picture, *others, **known):
    """What is left when a step changes nothing any more. (All steps here come closer to an end each time.)"""
    return compiled(step, **known).iterate(MANY, picture, *others, until="still")


def uploaded(picture, dimensions):
    """An array of that many dimensions on the device, where there is one; anything else as it is."""
    if type(picture) is not numpy.ndarray or picture.ndim != dimensions:
        return picture
    try:
        return pygpu.upload(picture, dimensions=dimensions)
    except pygpu.DeviceError:
        return picture
