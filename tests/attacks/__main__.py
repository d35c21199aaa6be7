"""Attacks, for as long as one likes; each prints its figures, and ends with an error when something is lost or wrong.

    python -m tests.attacks cache --rounds 20      cold processes at once, killed while they build, damaged files
    python -m tests.attacks memory --calls 100000 --filters 1000
    python -m tests.attacks files --count 10000    damaged and malicious pictures through the command line
    python -m tests.attacks disks                  full and read-only ones, and what is no folder, for the cache
    python -m tests.attacks interrupted            filter.map killed at any moment, and gone on with
    python -m tests.attacks programs               that never end, of 100,000 lines, with evil names; threads
"""

import argparse

from . import cache, disks, files, interrupted, memory, programs


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    commands = parser.add_subparsers(dest="attack", required=True)
    on_cache = commands.add_parser("cache")
    on_cache.add_argument("--rounds", type=int, default=3)
    on_cache.add_argument("--processes", type=int, default=16)
    on_memory = commands.add_parser("memory")
    on_memory.add_argument("--calls", type=int, default=20_000)
    on_memory.add_argument("--filters", type=int, default=200)
    on_files = commands.add_parser("files")
    on_files.add_argument("--count", type=int, default=600)
    on_files.add_argument("--seed", type=int, default=1)
    commands.add_parser("disks")
    on_maps = commands.add_parser("interrupted")
    on_maps.add_argument("--rounds", type=int, default=12)
    on_maps.add_argument("--seed", type=int, default=1)
    on_programs = commands.add_parser("programs")
    on_programs.add_argument("--lines", type=int, default=100_000)
    on_programs.add_argument("--threads", type=int, default=16)
    on_programs.add_argument("--calls", type=int, default=200)
    asked = vars(parser.parse_args())
    attack = {"cache": cache, "memory": memory, "files": files, "disks": disks, "interrupted": interrupted,
              "programs": programs}[asked.pop("attack")]
    print(attack.attack(**asked))


if __name__ == "__main__":
    main()
