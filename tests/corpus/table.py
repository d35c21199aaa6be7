"""Writes docs/corpus.md: which functions of the corpus run, and which are refused and why.

    python -m tests.corpus.table
"""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path

from . import groups
from .cases import package
from .running import on, run

FILE = Path(__file__).resolve().parents[2] / "docs" / "corpus.md"
PACKAGES = ("hsluv", "husl", "colormath", "pytweening", "easing_functions", "euclid3", "pyquaternion", "haversine",
            "geographiclib", "opensimplex", "chess", "jdcal", "astral", "numpy_financial", "transforms3d", "colorzero",
            "coloraide", "mercantile", "svg.path", "pymorton", "squaternion", "convertdate", "sgp4", "geopy", "utm",
            "pymap3d", "s2sphere", "affine", "pyrr", "vnoise", "noise", "spectra", "colorutils", "colorspacious",
            "pymeeus", "fontTools", "toolz", "vec", "pyciede2000", "wcag_contrast_ratio", "suncalc", "pysolar", "solarpy",
            "jdatetime", "persiantools", "pyluach", "isoweek", "luhn", "stdnum", "crccheck", "openlocationcode", "vincenty",
            "meteocalc", "psychrolib", "fluids", "ht", "iapws", "blackscholes", "uncertainties", "micrograd", "labmath",
            "transformations", "geomdl", "more_itertools", "boltons", "funcy", "hilbertcurve", "kdtree", "glicko2",
            "simple_pid", "pygeodesy", "basic_colormath", "vg", "skspatial", "vector_2d", "hexutil",
            "hijri_converter", "astronomy", "seawater", "rowan", "trueskill", "bitmath", "pymmh3",
            "pyerf", "perlin_noise", "vectormath", "fnvhash", "base58", "lunardate", "astronomia", "euclid",
            "mingus", "simpleeval", "humanize", "primefac", "larzgeo", "larzmatrix", "larzstats", "larzunits",
            "hypervector", "crc16_pure", "crc8_pure", "djb2_pure", "crc64_xz_pure", "pymatrix", "alumath", "bitvector",
            "blurhash", "damm", "rdp", "maidenhead", "roman", "korean_lunar_calendar", "splines", "quaternions", "nvector",
            "webcolors")
RUNS = "runs"

TOP = """# Code that nobody wrote for PyGPU

Written by `python -m tests.corpus.table`; a test fails when it is out of date. These are functions of the standard
library and of packages, as they are installed. Each is called with the values of pixels, compiled on two engines, and
compared with what plain Python computes for each pixel.

"""


def left_out() -> list[str]:
    """The packages that are not installed here."""
    return [name for name in PACKAGES if package(name) is None]


def found() -> dict[str, dict[str, str]]:
    """group -> function -> nothing, or why it does not run; of what is not installed here, what the table says."""
    warnings.simplefilter("ignore")
    with on("none"):
        now = {group: {case.name: run(case) for case in cases} for group, cases in groups().items()}
    return {**verdicts(), **now}


def page(said: dict[str, dict[str, str]]) -> str:
    runs = {group: sum(not words for words in rows.values()) for group, rows in said.items()}
    total = sum(map(len, said.values()))
    text = TOP + f"**{sum(runs.values())} of {total}** run.\n\n| | functions | run |\n| --- | --- | --- |\n"
    text += "".join(f"| {group} | {len(rows)} | {runs[group]} |\n" for group, rows in said.items())
    for group, rows in said.items():
        text += f"\n## {group}\n\n| function | |\n| --- | --- |\n"
        text += "".join(f"| `{escaped(name)}` | {escaped(words) or RUNS} |\n" for name, words in rows.items())
    return text


def escaped(words: str) -> str:
    return words.replace("|", "\\|")


@cache
def verdicts() -> dict[str, dict[str, str]]:
    """What the table says: group -> function -> nothing where it runs, else why not."""
    said: dict[str, dict[str, str]] = {}
    rows: dict[str, str] = {}
    for line in FILE.read_text().splitlines():
        if line.startswith("## "):
            rows = said.setdefault(line[3:], {})
        elif line.startswith("| `"):
            name, _, words = line.removeprefix("| `").removesuffix(" |").replace("\\|", "\0").partition("` | ")
            rows[name.replace("\0", "|")] = "" if words == RUNS else words.replace("\0", "|")
    return said


def main() -> None:
    FILE.write_text(page(found()))
    print(FILE)


if __name__ == "__main__":
    main()
