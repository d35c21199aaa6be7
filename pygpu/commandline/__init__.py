"""`python -m pygpu`: run a filter on pictures, show how one is compiled, tune one, examine the OpenCL drivers.

    run     load.py (FILE.py:FUNCTION → filter), values.py (words → values), files.py (words → files, and where results
            go), formats/ (files ↔ pictures), batch.py (many files at once), watch.py, run.py, about.py (the help of one
            filter)
    show    show.py: the rooms of the compiler, in the order of their names in the README
    tune    tune.py: the plans of a filter measured, the fastest kept
    doctor  doctor.py
    bench   bench.py, which leads to tests/speed

Exit codes and the way trouble is told: trouble.py.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback

from ..errors import PyGPUError, meant
from ..version import __version__
from .trouble import UsageError
from .values import split_parameters

COMMANDS = ("run", "show", "tune", "doctor", "bench")
STAGES = ("function", "instructions", "traced", "passes", "graph", "plan", "kernel")

EPILOG = """\
examples:
  python -m pygpu run samples/03_edge_detect.py images/camera.png -o edges.png
  python -m pygpu run samples/05_unsharp.py:unsharp photo.jpg -o sharp.jpg --amount 2.5 --sigma 0.8
  python -m pygpu run pygpu.filters:unsharp photos/ -o sharp/ --amount 0.8
  python -m pygpu run pygpu.filters:median "scans/*.tif" -o "{folder}/{name}_clean{ext}" --size 5
  python -m pygpu run pygpu.filters:convolve photo.jpg -o out.png --kernel "[[0, 1, 0], [1, -4, 1], [0, 1, 0]]"
  python -m pygpu run pygpu.filters:median --help
  python -m pygpu show samples/03_edge_detect.py --stage graph
  python -m pygpu show samples/03_edge_detect.py photo.jpg --html page.html
  python -m pygpu tune samples/09_median.py images/camera.png
  python -m pygpu doctor
"""


def main(words: list[str]) -> int:
    """Do what the words say; the exit code."""
    parser, options = command_parser()
    try:
        if words[:1] == ["bench"]:  # it has options of its own
            from .bench import bench

            return bench(words[1:])
        if not words:
            parser.print_help()
            return 2
        must_be_command(words[0])
        own, parameters = split_parameters(words, options)
        target = asked_about(own, options)
        if target:
            from .about import about

            print(about(own[0], target, program()))
            return 0
        arguments = parser.parse_args(own)
        if parameters and arguments.command == "doctor":
            raise UsageError(f"doctor knows no --{next(iter(parameters))}")
        return dispatch(arguments, parameters)
    except UsageError as error:
        return told(error, 2)
    except PyGPUError as error:
        return told(error, 1)
    except BrokenPipeError:  # `show | head`: nobody listens any more
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception:
        print("pygpu: this is a fault of PyGPU, not of your filter. Please report it with what follows.", file=sys.stderr)
        traceback.print_exc()
        return 3


def must_be_command(word: str) -> None:
    """A filter in the place of a command: `pygpu gaussian photo.jpg`."""
    if word.startswith("-") or word in COMMANDS:
        return
    from .load import is_ready

    is_filter = is_ready(word) or word.partition(":")[0].endswith(".py")
    raise UsageError(f"{word} is a filter: {program()} run {word} [IN...] -o OUT" if is_filter else
                     f"there is no command {word}{meant(word, COMMANDS)}: {', '.join(COMMANDS)}, and "
                     f"`{program()} --help` shows examples")


def program() -> str:
    """How this was called: `pygpu`, or `python -m pygpu`."""
    return "pygpu" if os.path.basename(sys.argv[0]) in ("pygpu", "pygpu.exe") else "python -m pygpu"


def asked_about(words: list[str], options: dict[str, bool]) -> str | None:
    """The filter of `run FILTER --help` (or show, tune); None where nothing is asked, or the command itself is meant."""
    if words[:1] not in (["run"], ["show"], ["tune"]) or not {"-h", "--help"} & set(words):
        return None
    rest = iter(words[1:])
    for word in rest:
        if not word.startswith("-"):
            return word
        if options.get(word):
            next(rest, None)
    return None


def dispatch(arguments, parameters: dict[str, str]) -> int:
    if arguments.command == "doctor":
        from .doctor import diagnose

        return diagnose()
    if arguments.command == "show":
        from .show import page, show

        if arguments.html:
            return page(arguments.filter, arguments.html, arguments.pictures + (arguments.picture or []), parameters)
        if arguments.pictures:
            raise UsageError("show tells how a filter is compiled, and runs it on no picture: with --html OUT.html it "
                             "writes a page about the picture, and `run` the result")
        return show(arguments.filter, arguments.stage, arguments.pixels, arguments.device, parameters)
    if arguments.command == "tune":
        from .tune import tune

        return tune(arguments, parameters)
    from .run import run

    return run(arguments, parameters)


def told(error: PyGPUError, code: int) -> int:
    print(f"pygpu: {error}", file=sys.stderr)
    return code


def at_least_one(word: str) -> int:
    if not word.isdecimal() or int(word) < 1:
        raise UsageError(f"--jobs is how many files are worked on at once, a whole number of at least 1, not {word}")
    return int(word)


WHERE = "a ready filter (gaussian), FILE.py, FILE.py:FUNCTION or package.module:FUNCTION"


def command_parser() -> tuple[argparse.ArgumentParser, dict[str, bool]]:
    """The parser, and the names of its options with whether each takes a value."""
    parser = argparse.ArgumentParser(prog=program(), description="Image filters written as plain Python.",
                                     epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"PyGPU {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar=" | ".join(COMMANDS))

    run = commands.add_parser("run", help="run a filter on pictures", allow_abbrev=False,
                              usage=f"{program()} run FILTER [IN...] -o OUT [--NAME VALUE...]")
    run.add_argument("filter", metavar="FILTER", help=WHERE)
    run.add_argument("pictures", metavar="IN", nargs="*", default=[],
                     help="pictures, videos or .npy arrays, in the order of its parameters; or many for a filter of one: "
                          "files, folders, 'photos/*.jpg', - for the standard input")
    run.add_argument("-o", "--output", metavar="OUT",
                     help="where the result is written: a file, a folder (out/), a pattern ('{name}_x{ext}'; {folder}, "
                          "the picture's own, {number} and {frame} too), - for the standard output")
    run.add_argument("--output-format", dest="format", metavar="ENDING",
                     help="ending of what is written to a folder or by {ext} (default: that of the picture)")
    run.add_argument("--output-quality", dest="quality", type=int, metavar="1..100",
                     help="of JPEG, WebP and videos (default: as good as a JPEG file that came in)")
    run.add_argument("--output-seconds", dest="seconds", type=float, metavar="S",
                     help="of still pictures or none, an animation or a video: the filter's `time` and `frame` move")
    run.add_argument("--output-rate", dest="rate", type=float, metavar="FPS", help="pictures a second of it (default: 25)")
    run.add_argument("--jobs", type=at_least_one, metavar="N", help="files at once (default: as many as cores, at most 8)")
    run.add_argument("--overwrite", action="store_true", help="results may replace the pictures they are made from")
    run.add_argument("--any-size", action="store_true", help="read pictures of any size, however suspicious")
    run.add_argument("--watch", action="store_true", help="run again whenever the filter or a picture changes")
    run.add_argument("--output-size", dest="size", metavar="WxH",
                     help="size of the result (default: that of the first picture)")
    run.add_argument("--output-dtype", dest="dtype", help="type of the result's pixels, as NumPy names it")
    run.add_argument("--output-mode", dest="mode", help="mode of the result, as PIL names it")
    run.add_argument("--device", help="device to run on, as in PYGPU_DEVICE")

    show = commands.add_parser("show", help="tell how a filter is compiled, room by room", allow_abbrev=False,
                               usage=f"{program()} show FILTER [--stage STAGE] [IN... --html OUT.html] "
                                     "[--NAME VALUE...]")
    show.add_argument("filter", metavar="FILTER", help=WHERE)
    show.add_argument("pictures", metavar="IN", nargs="*", default=[],
                      help="with --html: the pictures on that page (default: made up)")
    show.add_argument("--stage", choices=STAGES, help="one stage only (default: all)")
    show.add_argument("--pixels", default="gray", choices=("gray", "rgb", "rgba"),
                      help="what is in its images (default: gray)")
    show.add_argument("--device", default="cpu", choices=("cpu", "gpu", "any"),
                      help="kind of device it is planned for (default: cpu)")
    show.add_argument("--html", metavar="OUT.html", help="write one page to look at instead, from the lines to the kernel")
    show.add_argument("--picture", metavar="IN", action="append", help="the same")

    tune = commands.add_parser("tune", help="measure the plans of a filter on this device, and keep the fastest",
                               allow_abbrev=False,
                               usage=f"{program()} tune FILTER [IN...] [--NAME VALUE...]")
    tune.add_argument("filter", metavar="FILTER", help=WHERE)
    tune.add_argument("pictures", metavar="IN", nargs="*", default=[],
                      help="pictures of the size and kind that it will be used on")
    tune.add_argument("--output-size", dest="size", metavar="WxH", help="where no picture comes in: size of the result")
    tune.add_argument("--output-dtype", dest="dtype", help="type of the result's pixels, as NumPy names it")
    tune.add_argument("--output-mode", dest="mode", help="mode of the result, as PIL names it")
    tune.add_argument("--device", help="device to tune for, as in PYGPU_DEVICE")
    tune.add_argument("--seconds", type=float, default=300, help="end after so long, with the best so far (default: 300)")

    commands.add_parser("doctor", help="examine the OpenCL drivers and devices of this machine", allow_abbrev=False)
    commands.add_parser("bench", help="measure PyGPU beside other libraries (bench --help)")
    flags = {name: False for each in (parser, run, show, tune) for action in each._actions if action.nargs == 0
             for name in action.option_strings}
    takes_value = {name: True for each in (run, show, tune) for action in each._actions if action.nargs != 0
                   for name in action.option_strings}
    return parser, {**takes_value, **flags}
