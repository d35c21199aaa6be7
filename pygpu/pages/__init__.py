"""What a person looks at: a filter as a card in a notebook, and results of any kind as pictures there.

    card.py        a filter: its call, what was known, its footprint, its stages
    page.py        from the Python lines to the kernel on one page (sources.py, lines.py, page.html)
    lines.py       every value that a filter's lines had at one pixel; debug.py: the first pixel where one is wrong
    controls.py    a slider, box or menu for each parameter; playing.py: values in, a small picture out;
    interact.py    both in a notebook, interact.js in the browser
    ipython.py     pictures of numbers (PIL's modes F and I), which PIL cannot show
"""

from . import ipython
from .card import card
from .debug import examine
from .interact import interact
from .page import explain_html

__all__ = ["card", "examine", "explain_html", "interact", "ipython"]
