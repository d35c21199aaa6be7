"""The words of the language of kernels, which __init__ describes."""

from .kernels import *  # noqa: F403
from .statements import *  # noqa: F403
from .values import *  # noqa: F403
