"""`python -m pygpu.bytecode`: which opcodes of this Python no table knows. Nothing, unless a new Python came out."""

import sys

from .versions import unknown_opcodes

unknown = unknown_opcodes()
for name in unknown:
    print(name)
sys.exit(bool(unknown))
