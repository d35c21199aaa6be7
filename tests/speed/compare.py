"""A run of the bench beside the table that the repository keeps for that machine (docs/speed/*.json).

    python -m pygpu bench --against none -o run.json
    python -m tests.speed.compare run.json docs/speed/cpu.json           what has changed since that was kept
    python -m tests.speed.compare run.json docs/speed/cpu.json --keep    keep this run from now on

What is compared is PyGPU's time in copies of the same bytes, measured in turns with it: milliseconds would compare two
hours of a machine, copies compare two kernels. The exit status is 1 where a row takes longer than `--within` allows.
(Two commits on one machine are better raced: tests/speed/race.py.)
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median

WITHIN = 1.10  # runs of different days; a race of commits allows 1.03


def figures(run: dict) -> dict:
    """What is kept of a run: a few numbers a row, where the bench's own file has every round."""
    if "kept" in run:
        return run
    return {"kept": run["machine"], "rows": {row["title"]: kept for row in run["rows"] if (kept := figures_of(row))}}


def figures_of(row: dict) -> dict:
    seconds = row["seconds"]
    if "pygpu" not in seconds:
        return {}
    ours = seconds["pygpu"]
    found = {"workload": row["workload"], "size": row["size"], "ms": digits(1e3 * median(ours))}
    for other, name in (("copy", "copies"), ("by hand", "by hand"), ("tuned", "tuned")):
        if other in seconds:
            found[name] = digits(median(mine / theirs for mine, theirs in zip(ours, seconds[other])))
    found["build"] = digits(sum(row["build"].values()))
    return found


def digits(number: float) -> float:
    return float(f"{number:.4g}")


def compared(run: dict, kept: dict, within: float) -> tuple[list[str], bool]:
    """Lines, and whether any row is slower than it may be."""
    lines = [f"{'copies of the same bytes':<38}{'kept':>9}{'now':>9}{'now/kept':>10}", "-" * 66]
    slower = False
    for title, now in run["rows"].items():
        then = kept["rows"].get(title)
        if then is None or then["size"] != now["size"] or "copies" not in now:
            lines.append(f"{title:<38}{'-':>9}{now.get('copies', '-'):>9}")
            continue
        ratio = now["copies"] / then["copies"]
        slower = slower or ratio > within
        lines.append(f"{title:<38}{then['copies']:9.2f}{now['copies']:9.2f}{ratio:10.3f}{' <<' if ratio > within else ''}")
    lines += [f"{title:<38}{then.get('copies', '-'):>9}{'-':>9}" for title, then in kept["rows"].items()
              if title not in run["rows"]]
    return lines, slower


def main(words: list[str] | None = None) -> int:
    made = argparse.ArgumentParser(prog="python -m tests.speed.compare", description=__doc__.split("\n")[0],
                                   epilog=__doc__.split("\n", 2)[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("run", type=Path, metavar="RUN.json", help="what `python -m pygpu bench -o` wrote")
    made.add_argument("kept", type=Path, metavar="KEPT.json", help="one of docs/speed/")
    made.add_argument("--within", type=float, default=WITHIN, help=f"how much longer a row may take (default: {WITHIN})")
    made.add_argument("--keep", action="store_true", help="write the run's figures there")
    options = made.parse_args(words)
    run, slower = figures(json.loads(options.run.read_text())), False
    if options.kept.exists():
        lines, slower = compared(run, figures(json.loads(options.kept.read_text())), options.within)
        print("\n".join(lines))
    elif not options.keep:
        made.error(f"there is no {options.kept} yet: --keep writes it")
    if options.keep:
        options.kept.write_text(json.dumps(run, indent=1) + "\n")
        return 0
    return int(slower)


if __name__ == "__main__":
    raise SystemExit(main())
