"""A program run on pictures. Hides kernels, their arguments, and where results are computed.

What depends only on sizes is kept (layout.py); a further call with the same sizes sets the memory arguments and
launches, a few microseconds of Python in all. Argument setting is not safe among threads in OpenCL, so each thread has
its own kernel objects.

If every picture is on the device already, and the results stay there, nothing is waited for: the queue keeps the order.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Collection, Sequence
from operator import is_
from time import perf_counter
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from ..errors import ArgumentError, DeviceError, out_of_steps
from ..opencl.program import Format, Program, StopArg
from . import bands, memory, pool, programs, textures
from .devices import Device
from .faults import is_the_drivers, refused, told
from .grids import from_grid
from .layout import Layout, lay_out
from .memory import DeviceImage
from .origin import STAYS
from .pixels import Origin, Pixels
from .readied import Readied, There
from .waiting import Pace, Stop

if TYPE_CHECKING:
    import pyopencl as cl

Given = Sequence[DeviceImage | Pixels]  # pictures, where they are
Out = Sequence[DeviceImage | np.ndarray | None]

_KEPT_LAYOUTS = 64
GONE = ref(pool.Between())


class Launcher:
    """A Program built for one device.

        launcher(images, scalars, size)                    results as arrays
        launcher(images, scalars, size, to_host=False)     results as DeviceImages, not waited for
    """

    def __init__(self, program: Program, device: Device):
        self.program, self.device = program, device
        self._make_ready()

    @told("take this filter's kernels")
    def _make_ready(self) -> None:
        from pyopencl import Error, enqueue_nd_range_kernel

        self._error, self._enqueue = Error, enqueue_nd_range_kernel
        program, device = self.program, self.device
        self.steps = self._built()
        self._all_in_buffers = all(form.memory == "buffer" for form in program.inputs)
        stops = dict.fromkeys([arg for step in program.steps for arg in step.args if type(arg) is StopArg])
        places = " or ".join(dict.fromkeys([stop.where for stop in stops]))
        self.stop = StopArg(max([stop.steps for stop in stops]), places) if stops else None
        self._bands = bands.possible(program, device) and self.stop is None
        self._pace = Pace()
        self._layouts: dict[tuple[object, ...], Layout] = {}
        self._needed: dict[tuple[int, ...], list[memory.Room]] = {}  # for the results, by size
        self._of_thread = threading.local()
        self._kernels()  # a missing kernel shows here

    def _built(self) -> list[tuple[Any, str]]:
        """For each step what the driver made of its source, and the kernel's name there."""
        built = programs.build(self.device, self.program.source, self.program.options)
        return [(built, step.kernel) for step in self.program.steps]

    def __call__(self, images: Given, scalars: Sequence[Any] = (), size: tuple[int, ...] | None = None, *,
                 out: Out | None = None, to_host: bool = True, origin: Origin = STAYS,
                 timings: dict[str, float] | None = None, where: object = None) -> tuple[Any, ...]:
        """Run on `images` (Pixels or DeviceImages) and numbers; `size` is (width, height), of volumes with their depth; the
        first image's if None.

        `out` holds for each result an array or DeviceImage to write to, or None. `origin` goes along with results that
        stay on the device. `timings` is given the seconds beside what it has: upload, prepare, kernel, download. Of several
        programs `where` says what each computes (joined.py).
        """
        lent: tuple[Any, ...] | None = None
        try:
            if self._bands and to_host and bands.worth(images, self.device, out):
                return bands.run(self, images, scalars, size, out, timings)
            device = self.device
            marks = [perf_counter()] if timings is not None else None
            inputs = list(map(self.brought, images, self.program.inputs))
            if marks:
                marks.append(perf_counter())
            size = size or inputs[0].extent
            if out is None:
                results = self.rooms(size, inputs, origin, where)
            else:
                results = self._targets(out, size, images, inputs, origin)
            layout = self.layout_for(inputs, results, size, where)
            if marks:
                marks.append(perf_counter())
            # What this gives lives until the kernel is done, or known to run.
            event, scratch, stop = self._run(layout, inputs, results, scalars)
            lent = inputs, results, scratch
            here = out is None or all([type(target) is DeviceImage for target in out])  # nothing goes to an array
            if to_host or not here or marks or stop or not all(map(is_, inputs, images)):
                self._wait(event, math.prod(size), stop, (inputs, results, scratch))
            else:
                device.busy = True
                for result in results:
                    result.event, result.pace = event, self._pace
            if marks:
                marks.append(perf_counter())
            if out is not None:
                finished = tuple(map(_deliver, results, out, [to_host] * len(results)))
            else:
                finished = tuple([result.give_array() for result in results] if to_host else results)
            if marks:
                marks.append(perf_counter())
                assert timings is not None
                for part, before, after in zip(("upload", "prepare", "kernel", "download"), marks, marks[1:]):
                    timings[part] = timings.get(part, 0.0) + after - before
            return finished
        except BaseException as error:  # (not by `told`: nothing is called as often)
            if lent is not None:
                self._interrupted(lent)
            if not isinstance(error, Exception) or not is_the_drivers(error):
                raise
            raise refused(self.device, "run this filter", error) from error

    def _interrupted(self, lent: object) -> None:
        """Nobody waits for the kernels any more, which may be at work in this memory."""
        self.device.busy = True
        self.device.leave(lent)

    def _wait(self, event: cl.Event, pixels: int, stop: Stop | None, kept: object) -> None:
        """Until the kernels are done; a loop that did not end is told of."""
        started = perf_counter()
        memory.wait_for(event, self.device, stop, kept, self._pace.is_quick(pixels))
        self._pace.waited(started, pixels)
        if stop is not None:
            assert self.stop is not None
            if stop.asked():
                raise DeviceError(out_of_steps(self.stop.steps, self.stop.where))
            self._of_thread.unsaid = stop

    # What goes in

    def brought(self, image: DeviceImage | Pixels, form: Format) -> DeviceImage:
        """A picture where this device's kernels can read it: in the caller's memory if they can, else a copy."""
        if type(image) is DeviceImage and image.is_on(self.device):
            return image
        if isinstance(image, DeviceImage):  # of another device, or of this one before it was lost
            image = from_grid(image.numpy(), image.dimensions, image.origin, private=True)
        device = self.device
        if device.zero_copy and form.memory == "buffer":
            memory.check_size(image.extent, image.format, device, image.stride)
            return memory.laid_over(image, device)
        return memory.to_device(image, device)

    def _texture(self, image: DeviceImage) -> cl.Image:
        if image._texture is None:
            image._texture = textures.texture(np.asarray(image), self.device)
        return image._texture

    # What comes out

    def rooms(self, size: tuple[int, ...], inputs: Sequence[DeviceImage], origin: Origin = STAYS,
              where: Any = None) -> list[DeviceImage]:
        """Room for each result."""
        rooms = list[DeviceImage]()
        for room in self.needed(size, where):
            rooms.append(room.take(origin, [*inputs, *rooms] if room.spread else ()))
        return rooms

    def needed(self, size: tuple[int, ...], where: Any = None) -> list[memory.Room]:
        return self._needed.get(size) or self._need(size)

    def _need(self, size: tuple[int, ...]) -> list[memory.Room]:
        program, extent = self.program, size
        if program.rows > 1:
            extent = size[0], size[1] * program.rows, *size[2:]
        for form in program.outputs:
            memory.check_size(extent, form, self.device)
        if len(self._needed) >= _KEPT_LAYOUTS:
            self._needed.clear()
        needed = [memory.Room(self.device, form, extent, program.dimensions) for form in program.outputs]
        return self._needed.setdefault(size, needed)

    def _room(self, form: Format, size: tuple[int, ...], origin: Origin, beside: Sequence[DeviceImage]) -> DeviceImage:
        memory.check_size(size, form, self.device)
        return memory.new_image(self.device, form, size, origin, beside=beside, dimensions=self.program.dimensions)

    def _targets(self, out: Out, size: tuple[int, ...], images: Given, inputs: Sequence[DeviceImage],
                 origin: Origin) -> list[DeviceImage]:
        self.check(out, size)
        return [self._target(form, target, images) or self._room(form, size, origin, inputs)
                for form, target in zip(self.program.outputs, out)]

    def check(self, out: Out, size: tuple[int, ...]) -> None:
        """Refuse what no result can be written to."""
        forms = self.program.outputs
        if len(out) != len(forms):
            raise ArgumentError(f"out= holds {len(out)} pictures, but this filter has {len(forms)} results")
        for form, target in zip(forms, out):
            shape = size[::-1] if form.channels == 1 else (*size[::-1], form.channels)
            shape = shape[1:] if self.program.dimensions == 1 else shape
            if target is None or self.program.any_size:
                continue
            if target.shape != shape and (form.channels > 1 or target.shape != (*shape, 1)):
                raise ArgumentError(f"out= has the shape {target.shape}, but the result's is {shape}")
            if isinstance(target, np.ndarray) and not target.flags.writeable:
                raise ArgumentError("out= is an array that cannot be written to")

    def _target(self, form: Format, target: DeviceImage | np.ndarray | None, images: Given) -> DeviceImage | None:
        """`target` as what a result is computed in; None where it can't be, or an input lies there too."""
        if target is None:
            return None
        if isinstance(target, DeviceImage):
            if target.dtype != form.dtype:
                raise ArgumentError(f"out= holds {target.dtype}, but the result is {form.dtype}")
            if target.is_region:
                raise ArgumentError("out= is a region of a picture: give a whole one, and take its region afterwards")
            shared = any(isinstance(image, DeviceImage) and image.root is target.root for image in images)
            if shared or not target.writable or not target.is_on(self.device):
                return None
            target._texture = None
            return target
        if self.device.zero_copy and target.dtype == form.dtype and not any(memory.overlap(each, target) for each in images):
            pixels = from_grid(target, self.program.dimensions)
            if not pixels.private:  # its rows lie as a kernel can write them
                return memory.laid_over(pixels, self.device)
        return None

    # The launch

    def readied(self, images: Given, scalars: Sequence[Any], size: tuple[int, ...], looked_at: Collection[int] = (),
                always: Collection[int] = (), where: object = None) -> Readied | There | None:
        """A call like one with these pictures, of which some are `always` the same, where all is settled that may be."""
        there = [image for image in images if isinstance(image, DeviceImage)]
        if not self._all_in_buffers or self.stop is not None or self.program.any_size or not all(
                [image.is_on(self.device) for image in there]):
            return None
        if len(there) == len(images) > len(always):
            return There(self, there, always, size, where, looked_at)
        return Readied(self, images, always, size, where, looked_at) if self.device.zero_copy and (
            len(there) == len(always)) else None

    def like_before(self, layout: Layout, inputs: Sequence[DeviceImage], scalars: Sequence[Any],
                    size: tuple[int, ...]) -> list[DeviceImage]:
        """Run on pictures that lie as those did for which this is the layout; results stay on the device."""
        results = self.rooms(size, inputs)
        self.device.busy = True  # so that what an interruption lets go of is kept; and others may settle meanwhile
        event, _, _ = self._run(layout, inputs, results, scalars)
        self.device.busy = True
        for result in results:
            result.event, result.pace = event, self._pace
        return results

    def layout_for(self, inputs: Given, results: Sequence[DeviceImage | memory.Room], size: tuple[int, ...],
                   where: Any = None) -> Layout:
        key = (where, *size, *[(image.width, image.height, image.depth, image.stride) for image in inputs],
               *[result.stride for result in results])
        layout = self._layouts.get(key)
        if layout is None:
            if len(self._layouts) >= _KEPT_LAYOUTS:
                self._layouts.clear()
            layout = self._layouts[key] = self._lay_out(inputs, results, size, where)
        return layout

    def _lay_out(self, inputs: Given, results: Sequence[DeviceImage | memory.Room], size: tuple[int, ...],
                 where: Any) -> Layout:
        return lay_out(self.program, inputs, results, size, self.device)

    def _kernels(self) -> list[Any]:
        """This thread's kernel objects; `layout` there says what their whole-number arguments are set for, `between` for
        which memory of the steps' own."""
        mine = self._of_thread
        try:
            known: list[Any] = mine.kernels
        except AttributeError:
            mine.layout, mine.between, mine.kernels = None, GONE, (known := [])
        if len(known) < len(self.steps):
            known += [self.kernel(number) for number in range(len(known), len(self.steps))]
        return known

    def kernel(self, number: int) -> Any:
        """A kernel object of one of the steps."""
        return self.device.kernel(*self.steps[number])

    def _run(self, layout: Layout, inputs: Sequence[DeviceImage], results: Sequence[DeviceImage],
             scalars: Sequence[Any]) -> tuple[Any, pool.Between, Stop | None]:
        """Put all steps on the queue; the last one's event, the memory that they have between them, and what they say."""
        queue, event = self.device.queue, None
        scratch = self.between_of(layout, (*inputs, *results)) if layout.rooms else pool.Between()
        try:
            stop = self._unsaid() if self.stop else None
            kernels = self.ready(layout, inputs, results, scratch, scalars, stop)
            for number, _, grid, group, *_ in layout.steps:
                event = self._enqueue(queue, kernels[number], grid, group)
        except self._error as error:
            raise self.refused(error, inputs, results, layout) from error
        except BaseException:
            self._interrupted((inputs, results, scratch))
            raise
        if scratch and not self.device.zero_copy:
            self.device.rest(layout, scratch)
        return event, scratch, stop

    def between_of(self, layout: Layout, pictures: Sequence[DeviceImage]) -> pool.Between:
        """The memory that steps have between them. A pyramid of ten levels has 73 pieces, to take which is half a
        millisecond: a device keeps what its last program had, so that the next call has it at once. (Where kernels compute
        in the host's memory, it depends on where pictures lie.)"""
        rested = self.device.resting()
        if rested is not None and rested[0] is layout:
            return rested[1]
        del rested  # goes back to the pool, for this one to take
        return self.between(layout, [image.address for image in pictures])

    def between(self, layout: Layout, pictures: Sequence[int]) -> pool.Between:
        """Such memory, beside pictures at these addresses."""
        found, take = pool.Between(), self.device.pool.take
        for nbytes, others in layout.rooms:
            beside = [*pictures, *[found[other].memory.address for other in others]] if others else pictures
            found.append(take(nbytes, beside=beside))
        return found

    def _unsaid(self) -> Stop:
        """Where no kernel has said anything yet. What was interrupted keeps its own, and may still say something there."""
        mine = self._of_thread
        stop, mine.unsaid = getattr(mine, "unsaid", None), None
        return stop or Stop(self.device)

    def ready(self, layout: Layout, inputs: Sequence[DeviceImage], results: Sequence[DeviceImage],
              scratch: pool.Between, scalars: Sequence[Any], stop: Stop | None = None) -> list[Any]:
        """This thread's kernels with all their arguments set."""
        kernels, mine, buffers = self._kernels(), self._of_thread, list[Any]()
        for holder in (*inputs, *results, *scratch):
            buffers.append(holder.buffer)
        if stop is not None:
            buffers.append(stop.buffer)
        if not self._all_in_buffers:
            for index, form in enumerate(self.program.inputs):
                if form.memory != "buffer":
                    buffers[index] = self._texture(inputs[index])
        fresh, mine.layout = mine.layout is not layout, None  # an error half way leaves nothing that looks set
        settled, mine.between = mine.between() is scratch and not fresh, GONE
        for number, whole, _, _, args, _ in layout.steps:
            kernel = kernels[number]
            if fresh:
                kernel._set_arg_buf_pack_multi(whole)
            for place, code, kind, index in args.scalars:
                if code:
                    kernel._set_arg_buf_pack_multi((place, code, kind(scalars[index])))
                else:
                    kernel.set_arg(place, kind(scalars[index]))
            for place, index in args.pictures:
                kernel.set_arg(place, buffers[index])
            if not settled:
                for place, index in args.between:
                    kernel.set_arg(place, buffers[index])
        mine.layout, mine.between = layout, ref(scratch)
        return kernels

    def refused(self, error: Exception, inputs: Sequence[DeviceImage], results: Sequence[DeviceImage],
                layout: Layout) -> DeviceError:
        """A launch that the driver did not take: nearly always memory."""
        device = self.device
        device.recover()
        sizes = ", ".join(f"{' x '.join(map(str, image.size))} {image.format.channels} x {image.format.dtype}"
                          for image in (*inputs, *results))
        needed = sum(image.nbytes for image in (*inputs, *results)) + sum(room.nbytes for room in layout.rooms)
        return DeviceError(f"{device.name} ({device.platform}) could not run this filter on pictures of {sizes}; they "
                           f"take {pool.size_text(needed)} of its {pool.size_text(device.memory)}: {error}")


def _deliver(result: DeviceImage, target: DeviceImage | np.ndarray | None, to_host: bool) -> Any:
    """A result in the place that `out` named for it."""
    if target is None:
        return result.give_array() if to_host else result
    if isinstance(target, DeviceImage):
        if result is not target:
            target.replace(result)
    elif result._home is not target:
        result.copy_to(target if target.ndim == len(result.shape) else target[..., 0])
    return target
