"""`python -m pygpu run FILE.py:FUNCTION IN... -o OUT [--NAME VALUE...]`: a filter on pictures, the results in files.

One picture for each image of the filter; or many for its one image, each by itself (of a filter of several images the
others are named: --mask FILE). Photographs are turned upright first; `--orient keep` leaves them as they lie.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from threading import Lock

import numpy as np

import pygpu

from ..calls.options import NAMES as OPTIONS
from ..calls.values import as_text
from ..compiler import Filter
from ..errors import PyGPUError
from ..language import signature, types
from ..language.position import Position
from . import answers, batch, watch
from .files import STANDARD, Places, Source, is_video, sources
from .formats import pictures
from .formats.bombs import trusting
from .load import load
from .trouble import UsageError, UserError, is_bug
from .values import size_of, value_of

READING = ("border", "sample", "fill")  # of the first image, as ready filters take them
OF_RESULTS = {name: f" (--output-{name}?)" for name in ("size", "dtype", "mode", "format", "quality", "seconds", "rate")}
SHOWN = ("time", "frame")  # parameters that a moving picture supplies
USUAL_RATE = 25


def run(arguments, words: dict[str, str]) -> int:
    with trusting(arguments.any_size):
        return watched(arguments, words) if arguments.watch else once(arguments, words)


def watched(arguments, words: dict[str, str]) -> int:
    return watch.watch(lambda: once(arguments, words), lambda: files_of(arguments), set(sys.modules))


def files_of(arguments) -> list[str]:
    place = arguments.filter.rpartition(":")[0] or arguments.filter
    return [*([place] if place.endswith(".py") else []),
            *[source.path for source in sources(arguments.pictures) if source.path != STANDARD]]


def once(arguments, words: dict[str, str]) -> int:
    work = Work(arguments, words)
    if not arguments.output and not work.is_value:
        raise UsageError("say where the result goes: -o FILE, -o FOLDER/, -o '{name}_new{ext}', or - for standard output")
    inputs, names = sources(arguments.pictures), work.free_images()
    if len(names) == 1 and len(inputs) > 1:
        first = list(dict.fromkeys(inputs))  # the same file twice is one
        groups = [[source] for source in first]
    else:
        work.must_be_as_many(names, inputs)
        first, groups = inputs[:1] or [Source("", Path("result.png"))], [inputs]
    places = Places(arguments.output or STANDARD, first, arguments.format, arguments.overwrite, work.is_value)
    jobs = [Job(dict(zip(names, group)), file, len(groups) > 1, places.is_by_frame)
            for group, file in zip(groups, places.files)]
    if STANDARD in places.files and not work.is_value:
        work.do(jobs[0])
        return 0
    return batch.each(jobs, work.do, arguments.jobs)


@dataclass(frozen=True)
class Job:
    """The pictures of one call by the names of the images, and where the result goes; whether it is one of many, and whether
    that is a pattern for each frame's own file."""

    inputs: dict[str, Source]
    output: str
    is_one_of_many: bool = False
    is_by_frame: bool = False

    def __str__(self) -> str:
        return str(next(iter(self.inputs.values()), "the result"))


class Work:
    """A filter, with all that is the same for every picture."""

    def __init__(self, arguments, words: dict[str, str]):
        if arguments.device:
            pygpu.use(arguments.device)
        words = dict(words)
        self.is_upright = upright(words)
        self.quality = getattr(arguments, "quality", None)
        self.lasts, self.rate = getattr(arguments, "seconds", None), getattr(arguments, "rate", None)
        self.found = load(arguments.filter)
        self.goes_round = getattr(self.found, "is_of_pictures", False)  # a ready filter that has no pixel
        self.filter, self.values = specialise(self.found.function if self.goes_round else self.found, words)
        self.is_value = self.found.gives_a_value if self.goes_round else self.filter.is_value
        self.options = {name: value for name, value in
                        {"dtype": arguments.dtype, "mode": arguments.mode,
                         "size": arguments.size and size_of(arguments.size)}.items() if value}
        for name in self.image_names():  # those named by an option are the same for every picture
            if name in self.values:
                self.values[name] = self.given(first_of(self.read(self.values[name])))
        self.computing = Lock()

    def image_names(self) -> list[str]:
        return [parameter.name for parameter in self.filter.parameters if parameter.is_image]

    def volumes(self) -> list[str]:
        """The images of three dimensions: a file's pages are their planes."""
        return [parameter.name for parameter in self.filter.parameters
                if parameter.is_image and parameter.type.dimensions == 3]

    def free_images(self) -> list[str]:
        return [name for name in self.image_names() if name not in self.values]

    def must_be_as_many(self, names: list[str], inputs: list) -> None:
        if len(inputs) != len(names):
            wanted = f"{len(names)} pictures ({', '.join(names)})" if len(names) != 1 else f"one picture ({names[0]})"
            raise UsageError(f"the filter takes {wanted}, {len(inputs)} given")

    def read(self, path: str):
        return pictures.read(path, self.is_upright)

    def do(self, job: Job) -> list:
        """Read, compute, write; the files written, or the value that is no picture, as text."""
        reels = {name: self.read(source.path) for name, source in job.inputs.items()}
        reels = {name: reel.stacked() if name in self.volumes() else reel for name, reel in reels.items()}
        moving = next((reel for reel in reels.values() if reel.moves), None)
        first = next(iter(reels.values()), pictures.Reel([pictures.Frame(None)]))
        shown = self.shown(reels, moving)
        if self.is_value:
            return self.answered(job, [result for result, _ in shown])
        if is_video(job.output):
            return self.filmed(shown, moving, job.output)
        is_whole = not self.volumes() or job.output.endswith(".npy")
        planes = ((plane, frame) for result, frame in shown for plane in ([result] if is_whole else result))
        how = first.metadata, pictures.Writing(self.quality, self.is_upright)
        if job.is_by_frame:
            return [file for number, (plane, frame) in enumerate(planes, 1)
                    for file in pictures.write([plane], job.output.format(frame=number), *how, [frame])]
        results, frames = zip(*planes)
        return pictures.write(list(results), job.output, *how, list(frames))

    def answered(self, job: Job, values: list) -> list:
        """Write a value, or say it."""
        value = values[0] if len(values) == 1 else values
        if job.output == STANDARD:
            return [f"{job}  {as_text(value)}" if job.is_one_of_many else as_text(value)]
        answers.write(value, job.output)
        return [job.output]

    def filmed(self, shown, moving, output: str) -> list:
        """Write pictures to a video as they are computed."""
        from .formats import video

        source = moving.video if moving else None
        rate = self.rate or (None if source else steady_rate(moving))
        results = (result for result, _ in shown) if source else steady(shown, rate)
        return video.write(counted(results, source and source.count), output, source, rate, self.quality)

    def shown(self, reels: dict, moving):
        """(result, frame) of each picture that moves, the others standing still; of one, where nothing moves."""
        if moving is None and self.lasts:
            rate = self.rate or USUAL_RATE
            stills = {name: first_of(reel) for name, reel in reels.items()}
            for number in range(max(round(self.lasts * rate), 1)):
                frame = pictures.Frame(None, number / rate, number, 1 / rate)
                yield self.computed({**stills, **self.time(frame)}), frame
            return
        walking = {name: iter(reel.frames) for name, reel in reels.items() if reel.moves}
        stills = {name: first_of(reel) for name, reel in reels.items() if not reel.moves}
        if not walking:
            yield self.computed(stills), pictures.Frame(None)
            return
        while True:
            now = {name: next(frames, None) for name, frames in walking.items()}
            if None in now.values():  # the shortest ends it
                return
            frame = next(iter(now.values()))
            yield self.computed({**stills, **{name: each.picture for name, each in now.items()}, **self.time(frame)}), frame

    def time(self, frame) -> dict:
        """The second and the number of a picture, for parameters of these names that have no value."""
        declared = {parameter.name for parameter in self.filter.parameters if parameter.role == "typed"}
        told = {"time": frame.time, "frame": frame.number}
        return {name: told[name] for name in SHOWN if name in declared and name not in self.values}

    def computed(self, inputs: dict, what=lambda filter: filter):
        """What the filter gives, or what else `what` makes of the filter to be called."""
        inputs = {**{name: self.given(value) for name, value in inputs.items()}, **self.values}
        options = self.options
        must_be_complete(self.filter, inputs, options.get("size"))
        with self.computing:
            try:
                if self.goes_round:
                    return self.found(**{**self.filter.known, **inputs}, **options)
                return what(self.filter)(**inputs, **options)
            except PyGPUError:
                raise
            except Exception as error:
                if is_bug(error):
                    raise
                raise UserError("the filter's own code stopped", error) from error

    def given(self, picture):
        """The picture as the filter is given it: an array, where PIL has no mode for the type that was asked for."""
        is_coloured = hasattr(picture, "getbands") and picture.mode in ("RGB", "RGBA", "LA", "P", "PA")
        if not is_coloured or self.options.get("dtype", "uint8") == "uint8":
            return picture
        expanded = picture.convert("RGBA" if picture.has_transparency_data else "RGB") if "P" in picture.mode else picture
        return np.asarray(expanded)


def called(what, arguments, words: dict[str, str]):
    """What `what` makes of the filter of a command, called with its pictures."""
    work = Work(arguments, words)
    inputs, names = sources(arguments.pictures), work.free_images()
    work.must_be_as_many(names, inputs)
    return work.computed({name: first_of(work.read(source.path)) for name, source in zip(names, inputs)}, what)


def first_of(reel):
    return next(iter(reel.frames)).picture


def upright(words: dict[str, str]) -> bool:
    """Whether photographs are turned upright; what was said of it is taken out of the words."""
    said = words.pop("orient", "apply")
    if said not in ("apply", "keep"):
        raise UsageError(f"--orient {said}: it is apply (photographs are turned upright) or keep")
    return said == "apply"


def steady_rate(moving) -> float:
    """Pictures a second of an animation that becomes a video: the shortest is one."""
    lasting = [frame.lasts for frame in moving.frames if frame.lasts] if moving else []
    return 1 / min(lasting) if lasting else USUAL_RATE


def steady(shown, rate: float):
    """The results, each as often as its time is long."""
    begun, end = 0, 0.0
    for result, frame in shown:
        end += frame.lasts or 1 / rate
        until = max(round(end * rate), begun + 1)
        for _ in range(begun, until):
            yield result
        begun = until


def counted(results, total):
    """The same results, with a line that says how many have been made."""
    progress = batch.Progress(total or 0, "frames")
    for result in results:
        yield result
        progress.step()
    progress.end()


def specialise(found, words: dict[str, str]) -> tuple[Filter, dict]:
    """The compiled filter, and what its call is given: `--NAME VALUE` is one or the other, as the parameter is.

    What is no parameter may be an option of any call, as `--linear true`, or say how the first image is read.
    """
    function, known = (found.function, dict(found.known)) if isinstance(found, Filter) else (found, {})
    values, reading = {}, {}
    declared = signature.signature_of(function).parameters
    for name, word in words.items():
        if name not in declared:
            if name not in OPTIONS and name not in READING:
                takes = ", ".join([each for each in declared
                                   if signature.said_type(function, declared[each]) is not Position])
                near = [f" (--{each}?)" for each in get_close_matches(name, declared, 1)] or OF_RESULTS.get(name, "")
                raise UsageError(f"--{name}: the filter has no such parameter{''.join(near)}; it has {takes}")
            (values if name in OPTIONS else reading)[name] = value_of(word)
            continue
        type = None if name in known else signature.said_type(function, declared[name])
        if type is None:
            known[name] = value_of(word)
            if name in READING:  # a ready filter whose steps have an edge of their own
                reading[name] = known[name]
        elif type is Position:
            raise UsageError(f"--{name}: the position is supplied by the system")
        else:
            values[name] = word if isinstance(type, types.Image) else typed(name, value_of(word), type)
    if reading:
        known |= read_so(function, declared, known, reading, set(reading) <= set(declared))
    return pygpu.compile(function, **known), values


def read_so(function, declared, known: dict, reading: dict, is_parameter: bool) -> dict:
    """The first image, read as --border, --sample and --fill say."""
    for name, parameter in declared.items():
        spec = None if name in known else signature.said_type(function, parameter)
        if isinstance(spec, types.Image):
            return {name: spec(**reading)}
    if is_parameter:
        return {}
    raise UsageError(f"--{next(iter(reading))}: the filter reads no image")


def typed(name: str, value, type):
    """The value of a run-time parameter, of the parameter's type."""
    try:
        if type is types.Int and value != int(value):
            raise ValueError
        return type(*value) if hasattr(value, "__len__") and types.PIXELS[type] > 1 else type(value)
    except (TypeError, ValueError):
        raise UsageError(f"--{name} {value}: that is no {type.__name__}") from None


def must_be_complete(filter: Filter, inputs: dict, size) -> None:
    """Every run-time parameter has a value, and the result a size; else say which option is missing."""
    missing = [parameter for parameter in filter.parameters
               if parameter.role == "typed" and parameter.name not in inputs and not parameter.is_optional]
    if missing:
        wanted = " ".join(f"--{parameter.name} {parameter.type.__name__.upper()}" for parameter in missing)
        raise UsageError(f"a value is missing for {wanted}")
    if not size and not any(parameter.is_image for parameter in filter.parameters):
        raise UsageError("no picture comes in, so say how large the result is: --output-size WIDTHxHEIGHT")
