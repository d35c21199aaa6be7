"""What a construct's filter says of itself, where the usual does not hold: `@finite`, `@within(1e-4)`."""


def finite(function):
    """NaN and infinities are kept away from it: Python's own answer there depends on the order of its steps (a sort),
    or it raises, or two infinities would meet in a weighted sum whose weights are one in the kernel. (Apart they would
    cost: a 5x5 kernel less a 7x7 one has 49 terms, not 74.)"""
    function.finite = True
    return function


def within(tolerance):
    """It may differ by so much: many steps in 32 bits where Python has 64."""
    def mark(function):
        function.tolerance = tolerance
        return function
    return mark


def refused(kind):
    """It cannot be compiled: the kind of refusal, or the class of the exception that the host's Python raises."""
    def mark(function):
        function.kind = kind
        return function
    return mark
