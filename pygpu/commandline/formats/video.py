"""Videos, by PyAV (the extra `video`): pictures with their times in, a file of the kind its name says out, with the sound
that came in. Decoding, computing and coding run beside one another.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import numpy as np

from ...errors import ImageError
from ..trouble import UsageError
from . import metadata
from .reels import Frame, Reel
from .saving import as_picture

AHEAD = 4  # pictures decoded before they are asked for
CODECS = {".webm": "libvpx-vp9", ".ogv": "libtheora", ".avi": "mpeg4", ".mpg": "mpeg2video", ".mpeg": "mpeg2video",
          ".wmv": "wmv2"}
UPRIGHT = {90: 8, 180: 3, -180: 3, -90: 6, 270: 6, -270: 8}  # counter-clockwise, as EXIF's orientations


@dataclass
class Video:
    path: str
    rate: Fraction
    count: int | None


def library():
    try:
        import av
    except ImportError:
        raise UsageError("videos are read and written by PyAV: pip install 'pygpu[video]'") from None
    return av


def read(path: str) -> Reel:
    av = library()
    if not os.path.exists(path):
        raise UsageError(f"there is no video {path}")
    try:
        with av.open(path) as container:
            if not container.streams.video:
                raise ImageError(f"{path} holds no video")
            stream = container.streams.video[0]
            kept = Video(path, stream.average_rate or Fraction(25), stream.frames or None)
    except av.error.FFmpegError as error:
        raise ImageError(f"{path} cannot be read: {error.strerror}") from None
    return Reel(ahead(decoded(path)), moves=True, count=kept.count, video=kept)


def decoded(path: str):
    av = library()
    try:
        with av.open(path) as container:
            stream = container.streams.video[0]
            stream.thread_type = "AUTO"
            begins = None
            for number, frame in enumerate(container.decode(stream)):
                time = float(frame.time or 0)
                begins = time if begins is None else begins
                array = metadata.upright_array(frame.to_ndarray(format="rgb24"), UPRIGHT.get(round(frame.rotation), 1))
                yield Frame(np.ascontiguousarray(array), time - begins, number)
    except av.error.FFmpegError as error:
        raise ImageError(f"{path} cannot be read to its end: {error.strerror}") from None


def ahead(things):
    """The same things, made in a thread of its own, a few before they are asked for."""
    made, stopped = Queue(AHEAD), Event()

    def make():
        try:
            for thing in things:
                made.put((thing, None))
                if stopped.is_set():
                    return
            made.put((None, StopIteration))
        except BaseException as error:
            made.put((None, error))

    Thread(target=make, daemon=True).start()
    try:
        while True:
            thing, error = made.get()
            if error is StopIteration:
                return
            if error is not None:
                raise error
            yield thing
    finally:
        stopped.set()
        while not made.empty():
            made.get_nowait()


def write(results, path: str, source: Video | None = None, rate=None, quality: int | None = None) -> list[Path]:
    """Write pictures as they come. The sound of `source` goes along. What can't be finished is not left behind."""
    av = library()
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    unfinished = place.with_stem(f".{place.stem}_unfinished")
    try:
        with av.open(str(unfinished), "w") as container:
            coded = Coder(container, place.suffix.lower(), source, rate, quality)
            for result in results:
                coded.add(result)
            coded.finish()
        unfinished.replace(place)
    except (av.error.FFmpegError, ValueError, OSError) as error:
        raise ImageError(f"{path} cannot be written: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return [place]


class Coder:
    """A video that is being written: its pictures' size is that of the first, less an odd row or column."""

    def __init__(self, container, ending: str, source: Video | None, rate, quality: int | None):
        self.container, self.ending, self.source, self.quality = container, ending, source, quality
        self.rate = Fraction(rate or (source.rate if source else 25)).limit_denominator(65535)
        self.stream, self.count = None, 0

    def begin(self, width: int, height: int) -> None:
        self.stream = self.container.add_stream(CODECS.get(self.ending, "libx264"), rate=self.rate)
        self.stream.width, self.stream.height = width - width % 2, height - height % 2
        self.stream.pix_fmt = "yuv420p"
        if self.ending not in CODECS:
            self.stream.options = {"crf": str(18 if self.quality is None else round(51 - self.quality * 0.51))}
        else:
            self.stream.bit_rate = round(width * height * float(self.rate) * 0.2)
        self.sound = Sound(self.container, self.source) if self.source else None

    def add(self, result) -> None:
        av = library()
        array = np.asarray(as_picture(result, "PNG", f"the {self.ending[1:]} video").convert("RGB"))
        if self.stream is None:
            self.begin(array.shape[1], array.shape[0])
        array = np.ascontiguousarray(array[:self.stream.height, :self.stream.width])
        self.container.mux(self.stream.encode(av.VideoFrame.from_ndarray(array, format="rgb24")))
        self.count += 1
        if self.sound:
            self.sound.copy(float(self.count / self.rate))

    def finish(self) -> None:
        if self.stream is None:
            raise ValueError("no picture came")
        self.container.mux(self.stream.encode())
        if self.sound:
            self.sound.copy()
            self.sound.source.close()


class Sound:
    """The first sound track of a video, copied as it is; where the file's kind can't hold it, it is left out."""

    def __init__(self, container, source: Video):
        self.container, self.stream, self.waiting = container, None, None
        self.source = library().open(source.path)
        tracks = self.source.streams.audio
        if tracks and tracks[0].codec.canonical_name in container.supported_codecs:
            self.stream = container.add_stream_from_template(tracks[0])
            self.packets = (packet for packet in self.source.demux(tracks[0]) if packet.dts is not None)
            self.waiting = next(self.packets, None)

    def copy(self, until: float = float("inf")) -> None:
        """Write what is heard up to a time."""
        while self.waiting is not None and float(self.waiting.dts * self.waiting.time_base) <= until:
            self.waiting.stream = self.stream
            self.container.mux(self.waiting)
            self.waiting = next(self.packets, None)
