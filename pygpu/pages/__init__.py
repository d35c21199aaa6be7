"""What a person looks at: a filter as a card in a notebook, and results of any kind as pictures there.

    card.py        a filter: its call, what was known, its footprint, its stages
    controls.py    a slider, box or menu for each parameter; playing.py: values in, a small picture out;
    interact.py    both in a notebook, interact.js in the browser
    ipython.py     pictures of numbers (PIL's modes F and I), which PIL cannot show
"""

from . import ipython
from .card import card
from .interact import interact

__all__ = ["card", "interact", "ipython"]
