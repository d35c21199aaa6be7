"""The command line: `python -m pygpu run | show | doctor | bench`."""

import sys

from pygpu.commandline import main

sys.exit(main(sys.argv[1:]))
