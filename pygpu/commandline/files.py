"""Which files the words of a command line mean: files, folders, patterns such as `photos/*.jpg`, `-` for the standard
input; and where the result of each goes.

    -o out.png             one file
    -o out/                a folder: the names stay, and so do the folders below one that was named
    -o "out/{name}_x.jpg"  a pattern: {name} without its ending, {ext} the ending, {folder} of the picture, {number} from 1,
                           {number:03}; with {frame}, each frame of an animation or a video is a file of its own
    -o -                   the standard output
"""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

from . import answers
from .trouble import UsageError

STANDARD = "-"
VIDEOS = {".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg", ".mpeg", ".wmv", ".ogv", ".3gp", ".mts"}
ARRAYS = {".npy"}
# What PIL knows by name, but can't read, or what is no picture to most.
NOT_PICTURES = {"MPEG", "PDF", "EPS", "PSD", "HDF5", "GRIB", "BUFR", "FITS", "WMF", "XPM", "PALM", "WAL"}


@dataclass(frozen=True)
class Source:
    """A file that comes in, and its place below the folder that was named (its bare name, if it was named itself)."""

    path: str
    below: Path

    def __str__(self) -> str:
        return "the standard input" if self.path == STANDARD else self.path


def sources(words: list[str]) -> list[Source]:
    """The files that the words mean, in order; those of a folder, or of a pattern, by name."""
    return [source for word in words for source in meant(word)]


def meant(word: str) -> list[Source]:
    place = Path(word)
    if word == STANDARD:
        return [Source(word, Path("stdin"))]
    if place.is_dir():
        inside = sorted(path for path in place.rglob("*") if is_picture(path) and path.is_file())
        if not inside:
            raise UsageError(f"there is no picture in the folder {word}")
        return [Source(str(path), path.relative_to(place)) for path in inside]
    if glob.has_magic(word) and not place.exists():
        matching = sorted(path for path in glob.glob(word, recursive=True) if os.path.isfile(path))
        if not matching:
            raise UsageError(f"there is no file {word}")
        return [Source(path, Path(Path(path).name)) for path in matching]
    return [Source(word, Path(place.name))]


def is_picture(path: Path) -> bool:
    ending = path.suffix.lower()
    hidden = any(part.startswith(".") for part in path.parts[1:])
    return not hidden and (ending in readable() or ending in ARRAYS or ending in VIDEOS)


@cache
def readable() -> frozenset[str]:
    """The endings of pictures that PIL reads."""
    endings = Image.registered_extensions()
    return frozenset(each for each, form in endings.items() if form in Image.OPEN and form not in NOT_PICTURES)


@cache
def writable() -> dict[str, str]:
    """{ending: format} of what PIL writes."""
    endings = Image.registered_extensions()
    return {each: form for each, form in endings.items() if form in Image.SAVE and form not in NOT_PICTURES}


def is_video(path) -> bool:
    return Path(path).suffix.lower() in VIDEOS


def ending_of(format: str, is_value: bool = False) -> str:
    """`jpg`, `.jpg` or `JPEG` as an ending that is written."""
    ending = "." + format.lower().removeprefix(".")
    if is_value:
        return ending
    if ending not in writable() and ending not in ARRAYS and ending not in VIDEOS:
        raise UsageError(f"--output-format {format}: no such format is written; jpg, png, webp, tiff, gif... are")
    return ending


class Places:
    """Where the results go."""

    def __init__(self, output: str, inputs: list[Source], format: str | None = None, overwrite: bool = False,
                 is_value: bool = False):
        self.output, self.ending, self.overwrite = output, format and ending_of(format, is_value), overwrite
        self.is_pattern = "{" in output
        self.is_by_frame = False  # a file for each: their pattern is left with {frame} alone to be told
        self.is_folder = not self.is_pattern and output != STANDARD and (
            output.endswith(("/", os.sep)) or Path(output).is_dir() or (len(inputs) > 1 and not Path(output).suffix))
        if len(inputs) > 1 and not self.is_pattern and not self.is_folder and not (is_value and output == STANDARD):
            raise UsageError(f"-o {output} is one place, and {len(inputs)} pictures come in: write a folder (-o out/) "
                             "or a pattern (-o '{name}_out{ext}')")
        self.files = [self.place(source, number) for number, source in enumerate(inputs, 1)]
        if is_value:
            for file in {*self.files} - {STANDARD}:
                answers.must_hold(file)
        self.check(inputs)

    def place(self, source: Source, number: int) -> str:
        ending = self.ending or result_ending(source.below.suffix)
        if self.is_folder:
            return str(Path(self.output) / source.below.with_suffix(ending))
        if not self.is_pattern:
            return self.output
        try:
            known = {"name": source.below.stem, "ext": ending, "folder": Path(source.path).parent, "number": number}
            made = self.output.format(**known, frame=1)
            self.is_by_frame = made != self.output.format(**known, frame=2)
            if not self.is_by_frame:
                return made
            return self.output.format(**{**known, "name": escaped(known["name"]), "folder": escaped(known["folder"])},
                                      frame=FrameLater())
        except (KeyError, IndexError, ValueError, AttributeError):
            raise UsageError(f"-o {self.output}: a pattern knows {{name}}, {{ext}}, {{folder}}, {{number}} and {{frame}}"
                             ) from None

    def check(self, inputs: list[Source]) -> None:
        """No two results in one file, and none over the picture that it was made from, unless asked for."""
        seen: dict[str, Source] = {}
        for source, file in zip(inputs, self.files):
            if self.is_by_frame and is_video(file):
                raise UsageError(f"-o {self.output}: a video holds all frames, {{frame}} makes a file of each")
            if file in seen and file != STANDARD:
                raise UsageError(f"{seen[file]} and {source} would both be written to {file}")
            seen[file] = source
            if not self.overwrite and same_file(file, source.path):
                raise UsageError(f"{file} would be written over the picture itself: another name or folder, or --overwrite")


class FrameLater:
    """Stands for the number of a frame in a pattern, which stays as it is written."""

    def __format__(self, spec: str) -> str:
        format(1, spec)
        return f"{{frame:{spec}}}"


def escaped(name) -> str:
    return str(name).replace("{", "{{").replace("}", "}}")


def result_ending(ending: str) -> str:
    """The ending itself where such files are written, else .png."""
    known = ending.lower() in writable() or ending.lower() in ARRAYS or ending.lower() in VIDEOS
    return ending if known else ".png"


def same_file(one: str, other: str) -> bool:
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)
