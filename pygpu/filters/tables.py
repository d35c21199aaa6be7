"""Colour maps as tables: what each says at equal steps, between which it goes straight.

The maps that are measured rather than made of formulas have 33 colours each, fitted to Matplotlib's 256 (error: at most 3
of 255): six hexadecimal digits a colour.
"""

from functools import cache

FITTED = {
    "viridis":
        "440154470d6048186a482374472d7b4536814240863f49893b528b375a8d33638d2f6a8e2c728e297a8e26818e23898e21908d1f988b"
        "1f9f8821a68528ae8031b57b3ebc744cc26c5cc9636ece5882d34c96d840abdc32c0df25d5e219eae519fde725",
    "magma":
        "0000030303110a0822130d331d114628125a36106b430f7650127c5d177f691c817621818226828f2a819c2e7fa9327db63779c33b75"
        "cf4170db486ae65163ef5c5ef5695cf9785cfb8761fd9668fea571feb47bfec387fed194fde0a2fceeb0fcfdbf",
    "inferno":
        "0000030303120a0724150b37210c4a2e0a5b3c09654a0b6b57106e63146f70196e7d1e6d89226a962766a32b62af315cbb3755c63d4d"
        "d14545db4f3ce45932eb6528f1711ef67f14f98d09fb9c05fcab0ffbba1ff9ca32f5d949f2e865f2f586fcffa5",
    "plasma":
        "0d08872206903105963f049c4c02a15901a56600a77200a87e02a88909a69511a29f1a9ca92396b32c8ebb3587c33e80cb4778d25071"
        "d9596ae06263e66c5ceb7555f07f4ff48a48f89441fb9f3afdab32fdb72efdc327fcd026f9dd24f5eb28f0f923",
    "cividis":
        "00234e01285a002e6c0333721c386f263e6e32436d3b496c434e6c4b546c52596d5a5f6e61646f686a716f70737576767c7b78848179"
        "8b8778938d789b9376a39a75aba072b3a670bbad6cc3b469ccba64d4c15fddc959e6d050eed74af9de39ffe835",
    "turbo":
        "31123c392a734040a24556c7476be3477ff74393ff37a8fb29bbec1ccdd817dcc31de8b031f2994cf97e6bfe648aff4ca3fd3bb8f735"
        "cced34dee037edd03af8c03afdae35ff982cfb8022f56817ec520fe14009d23105c12302ac1701950c017a0403",
}


@cache
def fitted(digits):
    """The colours of a row of digits."""
    return tuple([tuple([int(digits[i + c:i + c + 2], 16) / 255 for c in (0, 2, 4)]) for i in range(0, len(digits), 6)])


def ramps(steps, *channels):
    """A map of straight lines: for each channel the (place, value) pairs where it bends."""
    def height(place, bends):
        for (x0, y0), (x1, y1) in zip(bends, bends[1:]):
            if place <= x1:
                return y0 + (y1 - y0) * (place - x0) / (x1 - x0)
        return bends[-1][1]

    return tuple([tuple([height(i / steps, bends) for bends in channels]) for i in range(steps + 1)])


UP, DOWN = ((0, 0), (1, 1)), ((0, 1), (1, 0))
FULL, HALF = ((0, 1), (1, 1)), ((0, 0.5), (1, 1))
MAPS = {name: fitted(digits) for name, digits in FITTED.items()} | {
    "jet": ramps(250, ((0, 0), (0.35, 0), (0.66, 1), (0.89, 1), (1, 0.5)),
                 ((0, 0), (0.125, 0), (0.375, 1), (0.64, 1), (0.91, 0), (1, 0)),
                 ((0, 0.5), (0.11, 1), (0.34, 1), (0.65, 0), (1, 0))),
    "hot": ramps(250, ((0, 0.0416), (0.365079, 1), (1, 1)), ((0, 0), (0.365079, 0), (0.746032, 1), (1, 1)),
                 ((0, 0), (0.746032, 0), (1, 1))),
    "bone": ramps(250, ((0, 0), (0.746032, 0.652778), (1, 1)), ((0, 0), (0.365079, 0.319444), (0.746032, 0.777778), (1, 1)),
                  ((0, 0), (0.365079, 0.444444), (1, 1))),
    "cool": ramps(1, UP, DOWN, FULL),
    "spring": ramps(1, FULL, UP, DOWN),
    "summer": ramps(1, UP, HALF, ((0, 0.4), (1, 0.4))),
    "autumn": ramps(1, FULL, UP, ((0, 0), (1, 0))),
    "winter": ramps(1, ((0, 0), (1, 0)), UP, ((0, 1), (1, 0.5))),
    "gray": ramps(1, UP, UP, UP),
}
