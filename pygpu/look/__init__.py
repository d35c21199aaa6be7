"""How things look: text in colours, numbers as a picture, reach and stages as drawings. For notebooks and pages.

    colouring.py   Python, OpenCL C and graphs as HTML, coloured
    shown.py       an array as a picture that a person can look at, and as PNG
    grids.py       a row of numbers as a curve, a volume as its planes
    drawings.py    a footprint, and stages with theirs, as SVG

Knows nothing of filters, graphs or devices: text, arrays and numbers come in, HTML, SVG and PNG go out.
"""

from .colouring import Source, coloured, sheet
from .drawings import footprint_drawing, stage_drawing
from .grids import Planes, drawn, plot, png
from .shown import shown

__all__ = ["Planes", "Source", "coloured", "drawn", "sheet", "footprint_drawing", "plot", "stage_drawing", "png", "shown"]
