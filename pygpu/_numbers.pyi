# There is no such module: its names have any type, which no name of __init__.pyi's own could have both as an annotation
# (`c: Float = 2.0`) and as a default (`c=Float`). Here and not there, so that a misspelled name of PyGPU is still found.
from typing import Any

def __getattr__(name: str) -> Any: ...
