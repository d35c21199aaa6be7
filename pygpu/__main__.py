"""The command line: `python -m pygpu run | show | tune | doctor | bench`, or the script `pygpu`."""

import sys

from pygpu.commandline import main


def script() -> int:
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(script())
