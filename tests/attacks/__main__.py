"""Attacks, for as long as one likes; each prints its figures, and ends with an error when something is lost or wrong.

    python -m tests.attacks cache --rounds 20      cold processes at once, killed while they build, damaged files
    python -m tests.attacks memory --calls 100000 --filters 1000
"""

import argparse

from . import cache, memory


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    commands = parser.add_subparsers(dest="attack", required=True)
    on_cache = commands.add_parser("cache")
    on_cache.add_argument("--rounds", type=int, default=3)
    on_cache.add_argument("--processes", type=int, default=16)
    on_memory = commands.add_parser("memory")
    on_memory.add_argument("--calls", type=int, default=20_000)
    on_memory.add_argument("--filters", type=int, default=200)
    asked = parser.parse_args()
    if asked.attack == "cache":
        print(cache.attack(asked.rounds, asked.processes))
    else:
        print(memory.attack(asked.calls, asked.filters))


if __name__ == "__main__":
    main()
