"""Functions of scipy.special, by their names: what they mean for a number that is not known. Who calls one has imported it.

    written(function)   what it means; None for anything else
"""

from __future__ import annotations

import math
import sys

import numpy as np


def expit(x):
    return 1 / (1 + np.exp(-x))


def logit(x):
    return np.log(x / (1 - x))


def log_expit(x):
    return min(x, 0.0) - np.log1p(np.exp(-abs(x)))


def xlogy(x, y):
    return 0.0 * x if x == 0 and y == y else x * np.log(y)


def xlog1py(x, y):
    return 0.0 * x if x == 0 and y == y else x * np.log1p(y)


def entr(x):
    return -x * np.log(x) if x > 0 else 0.0 if x == 0 else -math.inf if x < 0 else x


def rel_entr(x, y):
    return x * np.log(x / y) if x > 0 and y > 0 else 0.0 if x == 0 and y >= 0 else x if x != x else y if y != y else math.inf


def kl_div(x, y):
    return rel_entr(x, y) - x + y if x >= 0 and y >= 0 else rel_entr(x, y)


def ndtr(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def exp10(x):
    return 10.0 ** x


def huber(delta, r):
    far = abs(r)
    return math.inf if delta < 0 else 0.5 * r * r if far <= delta else delta * (far - 0.5 * delta)


def gamma(x):
    """At a pole SciPy's raises nothing."""
    return (math.nan if x < 0 else math.copysign(math.inf, x)) if x <= 0 and x == np.floor(x) else math.gamma(x)


def gammaln(x):
    return math.inf if x <= 0 and x == np.floor(x) else math.lgamma(x)


def betaln(a, b):
    return gammaln(a) + gammaln(b) - gammaln(a + b)


NAMES = {each.__name__: each for each in (expit, logit, log_expit, xlogy, xlog1py, entr, rel_entr, kl_div, ndtr, exp10,
                                          huber, gamma, gammaln, betaln)}
NAMES |= {"erf": math.erf, "erfc": math.erfc, "cbrt": np.cbrt, "exp2": np.exp2, "expm1": np.expm1, "log1p": np.log1p}


def written(function):
    name = getattr(function, "__name__", None) if isinstance(function, np.ufunc) else None
    module = sys.modules.get("scipy.special")
    return NAMES.get(name) if module is not None and name is not None and getattr(module, name, None) is function else None
