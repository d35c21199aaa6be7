"""From a plan to kernels, as data: what each item of a grid does, before it is text in any language.

    Sequence    kernels one after the other, and the intermediate images between them
    Launch      a kernel over a grid: the pixels of an item, the items of a group
    Kernel      parameters and tables, and a body that is done once for each item

    statements  Let (a value), Declare, Assign, Update (variables), Array (a place: private or local), Store, Atomic, Join,
                If, For, Loop, Leave, Return, Barrier; Block, Section (a scope, and one with names of its own), Seldom
    values      Var, Number, Operation (of the graph, or one of the machine's), At and Part (an address), Load, Gather,
                Texel; each of so many lanes. Operations that must not wrap, addresses that are aligned, say so

Files with a `body` are ways to run, each for one kind of plan: pixels, rows, masks, lanes, columns, tiles, marched, scans.
They share what stands once: borders and checked (a place brought back into an image), formats (elements and pixels), block
(a stage for every place of a block), beside (reads of neighbouring lanes), jam (copies side by side), runs (whole lines of a
tile), lines and groups (of a scan).

`build` (build.py) makes them of a plan, and is imported by who does; here stands what they are.

`verify` says what is wrong with a kernel as it stands; `interpret` runs one on NumPy and watches every access; opencl/
prints it. Large kernels by their spectra are opaque here: opencl/ writes them.
"""

from .formats import Format
from .kernels import Kernel, Launch, Sequence

__all__ = ["Format", "Kernel", "Launch", "Sequence"]
