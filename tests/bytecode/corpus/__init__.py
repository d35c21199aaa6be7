"""Small functions, together covering every construct that a filter may hold, each with arguments to call it with."""

from tests.bytecode.corpus import control, exceptions, expressions, functions, generators  # noqa: F401 - they register
from tests.bytecode.corpus.things import CASES

FUNCTIONS = {function.__name__: function for function, _ in CASES}
