"""What users hold: compile() makes a Filter, which is called with pictures.

How a function becomes a kernel is told in story.py; what a call needs beyond that is in calls/. A filter is traced when it
first meets an image, once for each combination of pixel types, and built once for each device and way to store pixels.
"""

from __future__ import annotations

import copy
from time import perf_counter

from .calls import alike, calling, chains, options, raising, repeating, travelling, values
from .calls import inside as looking
from .calls.arguments import Arguments, short
from .calls.counted import counting, first_room, instead
from .calls.cutting import chunked, mapping, regions
from .calls.engines.engine import OnDevice, OnNumPy, described, engine_for, in_part
from .calls.engines.joining import joined
from .calls.notes import note
from .calls.options import PLAIN, PLAINLY, Options
from .calls.telling import Waiting
from .collecting import seldom
from .errors import ArgumentError, TooLarge
from .ir import Graph, PixelType
from .ir.fields import ShapesWanted
from .language.picture import Pixels
from .language.position import PLACES
from .language.signature import parameters
from .look import Source
from .passes.colours import Colours
from .remembered import as_before
from .runtime import are_several, current, prepare, result_format
from .schedule.stages.footprint import footprint
from .story import Story, usual_pixels, watched
from .tracebacks import cleaned, door
from .tracing import with_room

KEPT_BUILDS = 64


@door
def compile(function, /, *given, **known) -> Filter:
    """A filter from a Python function that says what one pixel is.

    Keywords give parameters a value, which is then known while compiling: `compile(edgeDetect, kernel=sobel)`. What
    has a PyGPU type is an argument of the filter: `edges = filter(image)`. The options of a call (`linear=True`, see
    Filter) may be given here, for all calls.

    Parameters
    ----------
    function : callable
        What one pixel is; its parameters are known, typed, or the position.
    **known
        Values for its parameters, and options of every call.

    Returns
    -------
    Filter
        Called with pictures and numbers, in the order of the typed parameters.

    Examples
    --------
    >>> from pygpu import Float, Image, Position
    >>> def scale(im=Image, p=Position, c: Float = 2.0, offset=0.0):
    ...     return c * im(p) + offset
    >>> brighter = pygpu.compile(scale, offset=0.5)
    >>> brighter(np.zeros((1, 2), np.float32)).tolist()
    [[0.5, 0.5]]
    """
    asked = PLAIN
    if isinstance(function, Filter):
        function, known, asked = function.function, {**function.known, **known}, function.options
    prepare()
    return Filter(function, known, options.of_compile(function, given, known, asked))


@door
def compose(*filters, exact: bool = False) -> Filter:
    """Filters one after the other, in this order, compiled as one: `compose(blur, sobel)` is `blur >> sobel`.

    The first image of each is what the one before gives. All other arguments follow in order; of two with the same
    name, the second is called sigma2. What one filter hands to the next is not stored: it is computed wherever the next
    reads it, outside the picture too. With exact=True it ends where the picture does, and the next one's border says
    what lies beyond, as if one had been called after the other.

    Examples
    --------
    >>> double = pygpu.compile(lambda im=Image, p=Position: 2 * im(p))
    >>> shift = pygpu.compile(lambda im=Image, p=Position: im(p + (1, 0)))
    >>> pygpu.compose(double, shift)(np.array([[1.0, 2.0, 3.0]], np.float32)).tolist()
    [[4.0, 6.0, 6.0]]
    """
    first, *rest = [filter if isinstance(filter, Filter) else compile(filter) for filter in filters] or [None]
    if first is None:
        raise ArgumentError("compose() of nothing: give it the filters, the first first")
    for then in rest:
        first = Filter(chains.chained(first, then, exact))
    return first


@door
def debug(filter, /, *args, size=None, seconds: float = 30.0, **kwargs):
    """The first NaN, infinity, division by zero or index out of range of a run, with its pixel and its line.

    Parameters
    ----------
    filter
        A filter, or the function of one.
    *args, **kwargs
        As in a call of the filter: pictures and numbers.
    size : (width, height), optional
        Of the result, as in a call.
    seconds : float
        How long to look. The result says what was not looked at.

    Returns
    -------
    Finding
        False where nothing was found; printed, it tells the pixel, the line and the values there.

    Examples
    --------
    >>> import numpy as np
    >>> from pygpu import Image, Position, debug
    >>> def ratio(im=Image, p=Position):
    ...     return im(p) / im(p + (1, 0))
    >>> found = debug(ratio, np.array([[1.0, 0.0, 2.0]], np.float32))
    >>> found.x, found.y, found.what
    (0, 0, 'ZeroDivisionError: ...division by zero')
    """
    from .pages import examine

    return examine(filter if isinstance(filter, Filter) else compile(filter), args, kwargs, size, seconds)


class Filter:
    """A compiled filter: called like a function on whole images.

    ::

        filter(image, ..., size=None, out=None, dtype=None, mode=None, orient="keep",
               alpha=None, linear=False, channels="rgb", axis=None, valid=False, exact=False)
        filter.iterate(n, image, ...)    its result given to it again
        filter.tune(image, ...)          the plans measured, the fastest kept
        filter >> other                  one after the other, as one kernel

    Arguments come in the order of the typed parameters, without the position. What comes back is of the kind that came
    in first. Called with a position as well, it gives one pixel in plain Python, as it does inside another filter.
    The options are explained in docs/images.md. `graph`, `source`, `footprint`, `plan`, `explain()` and `timings()` show
    what is inside.

    Examples
    --------
    >>> inverted = pygpu.compile(lambda im=Image, p=Position: 1 - im(p))
    >>> inverted(np.array([[0, 255]], np.uint8)).tolist()
    [[255, 0]]
    >>> inverted.footprint
    (0, 0, 0, 0)
    """

    def __init__(self, function, known: dict | None = None, options: Options = PLAIN):
        self.function, self.known, self.options = function, dict(known or {}), options
        self.parameters = parameters(function, self.known)
        self.names = frozenset(p.name for p in self.parameters)
        self.is_value, self.of_arrays = values.is_value(self.parameters), False  # of_arrays: traced for known shapes
        self.by_elements = False  # whether a function of Arrays that gives arrays can only be one of single elements
        self._special = calling.is_special(function, options, self.names)
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self.arguments = Arguments(function, self.__name__, self.parameters, options.precision == "double")
        self.pixel = chains.as_pixel(function, self.parameters)
        self.__signature__ = self.arguments.signature()
        self.__doc__ = getattr(function, "__doc__", None)
        self._stories: dict[tuple, Story] = {}
        self._built: dict[tuple, OnDevice | OnNumPy] = {}
        self.single = True  # one image is returned, not a tuple of them: known when it is traced
        self.room, self.out_of_room = first_room(self.parameters), None  # of lists in loops; what is said who outgrow it
        self._alike: dict[tuple | None, alike.Alike] = {}  # what is left to do of calls like earlier ones
        self._last: OnDevice | OnNumPy | None = None
        self._timings: dict[str, float] = {}
        self.counts, self.of_counts = (), {}  # arguments that say how long something is, filters that know them (counted.py)
        self._watches: list = []  # what says whether all that the function reaches is as it was

    def __call__(self, *args, size=None, out=None, dtype=None, mode=None, **kwargs):
        for value in args or kwargs.values():
            if type(value) in PLACES or self.is_value and isinstance(value, Pixels):
                return calling.pixel(self, args, kwargs)
        started = perf_counter()
        try:
            for unchanged in self._watches:
                if not unchanged():
                    self._look_again()
                    break
            if kwargs or out is not None or self._special:
                return calling.call(self, args, kwargs, {"size": size, "out": out, "dtype": dtype, "mode": mode})
            images, scalars = self.arguments.bind(args, kwargs)
            results = self.run(images, scalars, size, None, dtype, mode, PLAIN, started)
            return results[0] if self.single else calling.Results(results)
        except Exception as error:
            results = dict(zip(options.RESULTS, (size, out, dtype, mode)))
            for found in instead(self, error, Filter.__call__, args, kwargs | results):
                return found
            raise cleaned(error)  # noqa: B904 (it is this one)

    def run(self, images, scalars, size, out, dtype, mode, options: Options, started: float) -> tuple:
        """One launch: arguments as they are bound, all results as a tuple."""
        kind = alike.kind(images, size, dtype, mode) if out is None and options is self.options else None
        known = self._alike.get(kind)
        if known is not None and (found := known(self, images, scalars, started)) is not None:
            return found
        if self.is_value:
            return values.found(self, images, scalars, (size, out, dtype, mode), options, started, kind)
        arguments = self.arguments
        if arguments.only_grids and chunked.wanted(images):
            return chunked.delayed(self, images, scalars, size, out, dtype, mode, options)
        pictures = arguments.ingested(images, options)
        engine, given = self._engine(pictures, dtype, mode, options), scalars
        self._last, self._timings = engine, engine.timings(started)
        if engine.uniforms:
            scalars = arguments.and_of_objects(scalars, engine.uniforms)
        size = arguments.size_of(size, pictures)
        if engine.loses_nan and calling.has_nan(pictures):
            exact = self._engine(pictures, "float32", None, options)
            floats = exact.run(pictures, scalars, size, None, {})
            raising.raise_first(self, images, scalars, exact)
            calling.refuse_nan(self.__name__, floats, engine.outputs)
        room, results, once = raising.room_for(engine, out), None, options.once_turned
        if are_several():
            results = regions.on_several(self, pictures, given, size, room, dtype, mode, once, self._timings)
        if results is None:
            try:
                results = engine.run(pictures, scalars, size, room, self._timings)
            except TooLarge as error:
                results = regions.tiled(self, error, pictures, given, size, room, dtype, mode, once, self._timings)
            else:
                raising.raise_first(self, images, scalars, engine)
                alike.pictures(self, kind, images, pictures, scalars, size, engine, results)
        return raising.written(results, room, out)

    @counting(leading=2)
    def needs(self, region, size=None, **numbers) -> dict:
        """Which region of each image a region of the result is made of: {parameter: (left, top, right, bottom)}.

        A region is (left, top, right, bottom), for a volume with front and back; or slices. Both ends of an axis are None
        where any pixel along it may be read. With the pictures' `size` it lies inside them; the filter's numbers help, too.
        """
        self._look_again()
        return regions.needs(self, region, size, numbers)

    @counting(leading=1)
    def compute(self, region, *args, size=None, dtype=None, mode=None, **kwargs):
        """A region of the result, bit for bit what the whole call would give there; only what it needs is read.

        The pictures may be whatever has a shape and gives parts of itself: arrays, memory-mapped files, Zarr.
        """
        self._look_again()
        return regions.compute(self, region, args, kwargs, size, dtype, mode)

    @counting()
    def map(self, *args, out=None, progress=None, resume=None, tile=None, dtype=None, devices=None, size=None, **kwargs):
        """The filter over pictures of any size, tile by tile, from one array on disk into another.

        `out` is an array to write to, or the name of a .npy, .zarr or .tif file. Without it an array in memory comes back.
        `progress` is called with (tiles done, tiles in all); True prints them. `resume` names a file in which progress is
        noted (True: beside out's): an interrupted run continues. `tile` is (width, height). Tiles go to any of `devices`.
        """
        self._look_again()
        return mapping.mapped(self, args, kwargs, out, progress, resume, tile, dtype, devices, size)

    @counting(leading=1)
    def iterate(self, n: int, *args, size=None, out=None, dtype=None, mode=None, until=None, **kwargs):
        """What n calls give, each on the result of the one before. In between, pictures stay on the device.

        A filter with several results gives them to its first images. The steps end early where `until` holds: "still",
        nothing changes any more; or a function of the pictures before and after a step, asked after every eighth.
        """
        results = {"size": size, "out": out, "dtype": dtype, "mode": mode}
        return repeating.repeated(self, n, args, kwargs, results, until, compile, perf_counter())

    joined = door(joined)
    __dir__ = calling.names_to_complete

    @counting()
    def tune(self, *args, size=None, dtype=None, mode=None, progress=None, seconds: float = 300, **kwargs):
        """Measure the plans for such pictures on this device, and keep the fastest for all later calls and processes.

        `progress` is called with a line for each plan; True prints them, None prints them where somebody sees it. Ctrl-C, or
        `seconds`, ends it with the best so far. The plan comes back; its result has been compared with the others'.
        """
        from .calls.engines import tuning
        self._look_again()
        asked = self.options.and_those_of(kwargs, self.names).of_single("tuned")
        images, scalars = self.arguments.bind(args, kwargs)
        pictures = self.arguments.ingested(images, asked)
        size = self.arguments.size_of(size, pictures)
        engine = tuning.engine_of(self, pictures, dtype, mode, asked)
        scalars = self.arguments.and_of_objects(scalars, engine.uniforms)
        tuning.tune(engine, pictures, scalars, size, tuning.teller(progress), seconds)
        self._built.clear(), self._alike.clear()  # these were made by other recipes
        self._last = self._engine(pictures, dtype, mode, asked)
        return self._last.plan

    @door
    def __rshift__(self, then) -> Filter:
        return compose(self, then)

    @door
    def __rrshift__(self, first) -> Filter:
        return compose(first, self)

    # -- looking inside --------------------------------------------------------------------------------------------

    @property
    @door
    def graph(self) -> Graph:
        """The optimised flow graph of the last call, or for gray images before any."""
        return self._current().graph

    @property
    @door
    def source(self) -> str:
        """The OpenCL C of the last call, or for gray float images before any."""
        return Source(self._inspected().source)

    @property
    @door
    def plan(self):
        """How the device of the last call computes the graph."""
        return self._inspected().plan

    @property
    @door
    def footprint(self) -> tuple:
        """How far the filter reads around a pixel, as (left, top, right, bottom); None where that depends on data."""
        return footprint(self.graph)

    @door
    def explain(self, *args, **kwargs) -> str:
        """What was known, what was symbolic, what was unrolled, and how it is computed: for pictures and numbers as in a
        call, which is made; without any for those of the last call."""
        from .calls.explain import explain
        if args or kwargs:
            self(*args, **kwargs)
        return explain(self, self._current(), self._inspected())

    @counting()
    def explain_html(self, *args, path=None, size=None, **kwargs) -> str:
        """What `explain` says, to look at: one page from the Python lines to the kernel, with a picture to click into.

        Parameters
        ----------
        *args, **kwargs
            As in a call: the pictures to explain it with, and numbers. Whatever is missing is made up.
        path : str or Path, optional
            Where to write the page.

        Returns
        -------
        str
            The page: HTML that needs no other file.

        Examples
        --------
        >>> page = sobel.explain_html(photo, path="sobel.html")       # doctest: +SKIP
        """
        from .pages import explain_html
        page = explain_html(self, args, kwargs, size)
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(page)
        return page

    def timings(self) -> dict[str, float]:
        """Seconds that the last call spent in each part."""
        return dict(self._timings)

    @door
    def interact(self, *images, size=None, largest: int = 720, **controls):
        """A slider, box or menu for each parameter, and the picture beside them, in a notebook.

        Ranges come from annotations, `amount: Annotated[Float, 0, 5]`, from what is given here, `amount=(0, 5)`,
        `size=(3, 15, 2)`, or are guessed around the default; a list or a dict of values becomes a menu. A known parameter
        compiles in the background. The picture is shown with at most `largest` pixels a side.

        Examples
        --------
        >>> pygpu.compile(unsharp).interact(photo, amount=(0, 5))       # doctest: +SKIP
        """
        from .pages import interact
        return interact(self, compile, images, size, largest, **controls)

    def _repr_html_(self) -> str:
        """What a notebook shows: the call, the footprint, the stages."""
        from .pages import card
        return card(self)

    # -- as a value ------------------------------------------------------------------------------------------------

    def __reduce__(self):
        return arrived, (*travelling.packed(self.function, self.known), self.options)

    def __copy__(self) -> Filter:
        return Filter(self.function, self.known, self.options)

    def __deepcopy__(self, memo) -> Filter:
        return Filter(self.function, copy.deepcopy(self.known, memo), self.options)

    def __eq__(self, other) -> bool:
        """Whether both would compute the same from the same code: that is what they are."""
        if type(other) is not Filter:
            return NotImplemented
        same = travelling.is_same((self.function, self.known), (other.function, other.known))
        return same and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.__name__, *self.known, self.options))

    def __repr__(self) -> str:
        typed = ", ".join(f"{p.name}: {described(p.type)}" for p in self.arguments.typed)
        known = "".join(f", {name}={short(value)}" for name, value in self.known.items())
        return f"<pygpu.Filter {self.__name__}({typed}){known}{self.options}>"

    # -- from pictures to an engine --------------------------------------------------------------------------------

    def _engine(self, pictures, dtype=None, mode=None, asked: Options = PLAIN, part: bool = False):
        """What runs this filter on such pictures, or such parts of them, on the current device; made when first needed."""
        device = current()
        key = (device, device and device.renewed, dtype, mode, part, PLAINLY if asked is PLAIN else asked.computed,
               *self.arguments.kinds(pictures))
        return self._built.get(key) or self._make(key, pictures, device, dtype, mode, asked, part)

    def _make(self, key: tuple, pictures, device, dtype, mode, asked: Options, part: bool):
        seen = None
        if asked is not PLAIN or self.arguments.says_colours or any(p.origin.mode in options.ALPHA for p in pictures):
            seen = options.colours(pictures, [p.type for p in self.arguments.images], asked)
        with seldom(), Waiting(f"{self.__name__} is compiled for {'NumPy' if device is None else device.name}"):
            engine = self._compiled(pictures, device, dtype, mode, seen, asked, part)
        note(engine.graph, pictures, engine.outputs, self.is_value or not dtype is mode is None)
        if len(self._built) >= KEPT_BUILDS:
            self._built.clear()
        return self._built.setdefault(key, engine)

    @with_room
    def _compiled(self, pictures, device, dtype, mode, seen, asked: Options, part: bool):
        story = self._story(self.arguments.pixel_types(pictures), seen, asked)
        if self.arguments.of_arrays and not self.by_elements and story.returned.has_arrays:
            raise ShapesWanted(of_dtypes=True)
        if part and story.regional.graph is story.graph:
            return self._engine(pictures, dtype, mode, asked)
        story, given = in_part(story, pictures) if part else (story, [p.format for p in pictures])
        origin, outputs = self.arguments.origin_of(pictures), story.graph.outputs
        hidden = (None,) * story.graph.raises
        dtype, mode = [self.arguments.of_each(one, len(outputs) - len(hidden)) + hidden for one in (dtype, mode)]
        if self.is_value and not part:
            story.one_line = values.one_line(story.returned)
        formats = values.formats(outputs) if self.is_value else [
            result_format(origin, o.pixel.scalar.value.lower(), len(o.values), *asked)
            for o, *asked in zip(outputs, dtype, mode)]
        return engine_for(story, given, formats, device, dtype, mode)

    def _story(self, pixels: dict[str, PixelType], seen: Colours | None = None, asked: Options = PLAIN) -> Story:
        """The filter for images of such pixels."""
        key = (seen, *asked.computed, *pixels.items())
        if key not in self._stories:
            story = as_before(Story(
                self.function, self.parameters, pixels, seen, asked.exact, raises=asked.raises != "ignore",
                double=asked.precision == "double", steps=asked.steps, room=self.room))
            self.single, self.out_of_room = story.single, story.out_of_room
            self._stories[key] = story
            self._watches = watched(self._stories.values())
        return self._stories[key]

    def _look_again(self) -> None:
        """A filter computes what its function would compute now: where anything that it reaches has changed since it was
        traced, it begins anew. Of what is equal, the objects that are there now are the ones to look for."""
        stories = list(self._stories.values())
        changed = [story for story in stories if not story.unchanged()]
        if changed and all(story.is_equal() for story in changed):
            self._watches = watched(stories)
        elif changed:
            self.__init__(self.function, self.known, self.options)

    def _current(self) -> Story:
        self._look_again()
        return self._last.story if self._last else looking.story(self, usual_pixels(self.parameters))

    def _inspected(self):
        self._look_again()
        self._last = self._last or looking.engine(self, usual_pixels(self.parameters))
        return self._last


def arrived(how: str, sent, asked: Options) -> Filter:
    """A filter that was sent from elsewhere."""
    return Filter(*travelling.unpacked(how, sent), asked)
