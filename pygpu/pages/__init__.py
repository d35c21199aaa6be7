"""What a person looks at: a filter as a card in a notebook, and results of any kind as pictures there.

    card.py        a filter: its call, what was known, its footprint, its stages
    ipython.py     pictures of numbers (PIL's modes F and I), which PIL cannot show
"""

from . import ipython
from .card import card

__all__ = ["card", "ipython"]
