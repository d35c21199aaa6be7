"""Seed after seed until enough is done: what the fuzzers of tests/ share. A seed makes one case, the same each time."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable


def fuzz(about: str, check: Callable[[int], int], cases: str, parts: str, shown: Callable[[int], str] | None = None,
         refusal: type[Exception] | None = None) -> int:
    """The command of a fuzzer. `check` gives how many `parts` of a case agree, and raises where one doesn't; one of the
    `cases` that is refused with a `refusal` is counted by itself. `--seed` is one case alone, told as `shown` does. The exit
    status is 1 where any was wrong."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=float("inf"), help="when to stop")
    parser.add_argument("--pairs", type=int, help=f"how many {parts} to stop after (20000, unless --seconds is said)")
    parser.add_argument("--seed", type=int, help="one alone")
    parser.add_argument("--first", type=int, default=0, help="the seed to begin with")
    args = parser.parse_args()
    if args.seed is not None:
        if shown:
            print(shown(args.seed))
        print(f"{check(args.seed)} {parts} agree")
        return 0
    enough = args.pairs or (20000 if args.seconds == float("inf") else float("inf"))
    wrong: list[int] = []
    done, refused, seed, started = 0, 0, args.first, time.perf_counter()
    while done < enough and time.perf_counter() - started < args.seconds:
        try:
            done += check(seed)
        except Exception as error:
            done += 1
            if refusal and isinstance(error, refusal):
                refused += 1
                print(f"seed {seed} refused: {error}", flush=True)
            else:
                wrong.append(seed)
                notes = "".join(f"\n    {note}" for note in getattr(error, "__notes__", []))
                print(f"seed {seed}: {type(error).__name__}: {str(error).strip()}{notes}", flush=True)
        seed += 1
    seconds, said = time.perf_counter() - started, f"refused: {refused}; " if refusal else ""
    print(f"{done} {parts} of {seed - args.first} {cases} in {seconds:.0f} s; {said}wrong: {wrong or 'none'}")
    return bool(wrong)
