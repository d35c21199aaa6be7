"""Which files of the suite take long: a table at the end of CI's log, so that what grows is seen."""

from __future__ import annotations

from collections import Counter


def told(reporter, most: int = 10) -> list[str]:
    """The files that took longest, each with its share of all."""
    seconds, count = Counter(), Counter()
    for reports in reporter.stats.values():
        for report in reports:
            if hasattr(report, "duration") and hasattr(report, "when"):
                file = report.nodeid.partition("::")[0]
                seconds[file] += report.duration
                count[file] += report.when == "call"
    total = sum(seconds.values())
    return [f"the longest of {total:.0f} s in {len(seconds)} files:",
            *(f"{took:8.1f} s {100 * took / total:5.1f} %  {file} ({count[file]} tests)"
              for file, took in seconds.most_common(most))] if total else []
