"""Which files of the suite take long: a table at the end of CI's log, and an end to what grows too large."""

from __future__ import annotations

from collections import Counter

SHARE = 0.25    # of the whole suite, at most, for one file: whose tests then belong into several, or into .ci/nightly
WHOLE = 80      # files at least make the whole suite
LONGEST = 10    # are told


def told(reporter) -> list[str]:
    seconds, total = by_file(reporter)
    lines = [f"{took:8.1f} s {took / total:6.1%}  {file}" for file, took in seconds.most_common(LONGEST)]
    return [f"the longest of {len(seconds)} files, {total:.0f} s in all:", *lines,
            *(f"{file} takes more than {SHARE:.0%} of the whole suite" for file in too_long(reporter))]


def too_long(reporter) -> list[str]:
    """Files that take more than their share."""
    if reporter is None:  # in a worker of pytest-xdist
        return []
    seconds, total = by_file(reporter)
    return [file for file, took in seconds.items() if len(seconds) >= WHOLE and took > SHARE * total]


def by_file(reporter) -> tuple[Counter, float]:
    seconds: Counter = Counter()
    for reports in reporter.stats.values():
        for report in reports:
            if hasattr(report, "duration"):  # one of a test, not of a file that could not be read
                seconds[report.nodeid.partition("::")[0]] += report.duration
    return seconds, seconds.total()
