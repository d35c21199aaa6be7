"""Gray as colours: colormap. The maps of Matplotlib and OpenCV by their names, or any list of colours."""

import numpy

from pygpu import Color, Image, Position

from .channels import luma, repaint
from .ready import Ready
from .tables import MAPS
from .tones import between


@Ready
def colormap(im=Image, p=Position, colors="viridis"):
    """How light each pixel is, as a colour of a map: "viridis", "magma", "inferno", "plasma", "cividis", "turbo", "jet",
    "hot", "cool", "bone", "spring", "summer", "autumn", "winter" (Matplotlib, within 3 of 255, and a level's width where it
    takes the nearest of 256; OpenCV's applyColorMap but for its own "jet" and "hot").

    Or a list of colours, each of three numbers: straight between two of them.
    """
    table = MAPS.get(colors) if isinstance(colors, str) else colors
    if table is None:
        raise ValueError(f"colors={colors!r}: it is one of {', '.join(MAPS)}, or a list of colours")
    columns = numpy.asarray(table, numpy.float32).T.copy()
    return repaint(im(p), Color(*[between(column, luma(im(p))) for column in columns]))
