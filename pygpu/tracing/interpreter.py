"""Walks canonical instructions with abstract values, forking at branches on symbols and merging where paths meet.

Straight code and known branches just run. At a branch on a symbol both arms run, each into a block of its own, until
they arrive at the join (or leave: out of a loop, or by return); what differs there becomes results of the `if`.
Where only some paths reach the join, those that left wait with a flag, and what follows is guarded by it: nothing is
ever walked twice. A loop is unrolled while what steers it is known, and becomes a loop of the graph where it is not
(loops.py).
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial

from ..errors import CompileError, Location
from ..ir import BOOL, Block, Builder, Graph, Value
from ..ir.ops import ROOM
from .exceptions import OURS, Exceptions
from .first_pass import first_pass
from .host.globals import Globals
from .host.outside import is_library
from .host.reached import Reached
from .loops import trace_loop
from .operations import Operations
from .paths.frames import Activation, Branch, Frame, HostRaised, Returned, Yielded
from .paths.heap import LONG, Frozen, Heap, Log
from .paths.meeting import RETURN, Arrival, CannotMeet, Path
from .paths.merging import merge_arrivals
from .paths.outlining import Outlines
from .paths.raising import RAISED, Raised
from .paths.standing import TAKES
from .unrolling import LoopIsSymbolic, Watch, is_of_whole_arrays, once_begun, steered, unrolled_after_all
from .values.assumptions import Assuming, Undecided, implied, narrowed
from .values.lattice import TRUE, Choice, Known, Ref, lift
from .values.number_kinds import NumberKinds
from .values.possible import Assumed
from .values.refusals import describe, refuse

INSTRUCTION_LIMIT = 1_000_000
OPERATION_LIMIT = 200_000


class Tracer(Operations, Exceptions):
    """One tracing of one filter: the graph under construction and the state of the path being walked."""

    def __init__(self, graph: Graph, double: bool = False, signed: bool = False):
        self.graph, self.double = graph, double
        self.signed = signed          # whether nothing is folded that would lose the sign of a zero
        self.looking = False          # whether something looks at one, be it of a number that is known by now
        self.zeroed = False           # whether a pixel's number was folded to zero
        self.builder = Builder(graph.body, signed)
        self.log = Log()
        self.heap = Heap(self.log)
        self.raised = Raised()        # exceptions under conditions that depend on pixels
        self.raised.start(self.heap)
        self.frames: list[Frame] = []
        self.trying = 0               # functions on the way here that handle exceptions
        self.wide: set[Value] = set()        # Ints that are elements of its arrays
        self.assumed: dict[Value, bool] = Assumed()
        self.lasting: dict[Value, bool] = {}  # the same, of conditions for whose other outcome a pixel has raised
        self.reached = Reached(is_library)  # what known things were looked at
        self.globals = Globals()      # those that the filter assigns
        self.host_cells: dict = {}    # closure cells from outside, as ours
        self.own_cells: dict = {}     # closure cells of functions that the host made for us, as ours
        self.own_functions: dict = {}  # id of such a function -> it
        self.entered: list = []       # the host's context managers that were entered, and not left by now
        self.held: dict[Ref, int] = {}  # generators that stopped inside a `try` -> how deep they were last known
        self.lent_cells: dict = {}    # cell of ours -> the host's cell that the methods of a class hold
        self.class_fields: dict = {}  # a class made here -> what pixels say of its attributes (host/class_fields.py)
        self.made: dict = {}          # id of a container that the host made for us -> (it, the block where, when)
        self.views: dict = {}         # arrays that share elements: an array -> (the first of them, which elements of it)
        self.walked_ahead: set[Ref] = set()  # generators that are not asked step by step (paths/generators.py)
        self.early: dict = {}         # an iterator whose items were taken early -> what was read for them (kinds/lazily.py)
        self.host_changes, self.changed_then = 0, list[int]()  # how often the host has changed one; when each was made
        self.textures: dict = {}      # id of a known picture -> (the picture, the image of the graph that it became)
        self.tables: dict = {}        # what a known array holds -> that image, whichever array it comes from
        self.callees: dict = {}       # which functions a function knows, and by which names (paths/calling.py)
        self.ending: dict = {}        # those that lead to none that calls itself, and what that follows from
        self.uniforms: dict = {}      # (id of a known object, attribute) -> what stands for it in the graph
        self.outlines = Outlines(self)  # functions of the program
        self.long_calls: set = set()  # code of functions that call themselves too often to be walked call by call
        self.walks_generators = False  # whether generators of the user's are walked, whatever they are given
        self.lends_generators = False  # whether the host has one
        self.cached: set = set()      # code of functions of the filter's that functools.cache was given
        self.repeated: dict = {}      # code of a function that calls itself -> the arguments of the call that is walked
        self.budget = INSTRUCTION_LIMIT
        self.most_values = None  # the number of the last value of a loop that is unrolled for want of another way
        self.nothing: Location | None = None  # where a function last returned None under a condition
        self.sent = Known(None)       # what a generator's `yield` gives when it goes on
        self.shaped = False           # whether Arrays are whole arrays, whose shape is known (whole/)
        self.of_arrays = False        # whether there is no position, and all that is read are Arrays
        self.said: dict = {}      # by characters: (a text, what float() makes of it)
        self.pythons, self.plain = set[Value](), set[Value]()  # Python's own: what int() was asked of; what it gave
        self.folding = False          # whether what a generator yields is only put together, so that it may be a loop
        self.by_numbers = False       # whether a function that says where by plain numbers may be a scan
        self.of_numbers = False       # whether such functions are taken as functions of numbers, and not of places
        self.taking_all = 0           # how deep the call is that takes all items of something, be they looked at or not
        self.room, self.out_of_room = ROOM, None  # items that may come to a list in a loop; what is said where more come
        self.keeps, self.unkept = False, False  # whether lists that data say the length of are kept; whether any is not
        self.apart = False            # whether a list that a pixel chooses is one of them, and no copy
        self.makes_arrays, self.unmade = False, False  # whether NumPy's new arrays are of the graph; whether it matters
        self.leaves_none, self.unleft = False, False  # whether first passes stand alone where None is before them
        self.boxes, self.unboxed = False, False  # whether arrays without axes are such (kinds/boxes.py); whether it matters
        self.kinds = NumberKinds()    # of ints that have met floats
        self.asking, self.rolled = None, set[tuple]()  # how deep the `for` is that asks for an item; long loops
        self.numpys = self.kinds.numpys
        self.turning: list[Ref] = []  # variables of loops that are walked from inside (instructions/endless.py)
        self.stepping = False         # whether a generator is asked for its next value only

    def go_on_with(self, heap: Heap) -> None:
        """From here on the heap is that of another path."""
        self.log.append((None, None, self.heap))
        self.heap = heap

    def undo(self, mark: int) -> None:
        """Bring the heap back to where the log had this length."""
        self.heap = self.log.undo(mark, self.heap)

    def mark(self) -> tuple:
        """Where we are, for back() in the same block and frame."""
        frame = self.frames[-1]
        return self.builder.mark(), len(self.log), frame, len(frame.pending)

    def back(self, mark: tuple) -> None:
        """As if nothing had been done since: nothing emitted, written, or raised for some pixels."""
        emitted, written, frame, waiting = mark
        self.builder.rollback(emitted)
        self.undo(written)
        del frame.pending[waiting:]

    def activation(self, frame: Frame):
        """While this holds, the frame is the innermost one."""
        frame.told = self.location if frame.code.code.co_filename.startswith(OURS) else None
        return Activation(self, frame)

    # -- where we are ----------------------------------------------------------------------------------------------

    @property
    def location(self) -> Location | None:
        """Where the user's code stands: the language's own functions are passed over."""
        for frame in reversed(self.frames):
            if frame.location is not None and not frame.location.filename.startswith(OURS):
                return frame.location
        return self.last_location

    @property
    def last_location(self) -> Location | None:
        """Where the last instruction stood, also when its frame is gone."""
        return self.builder.location

    @property
    def in_library(self) -> bool:
        """Whether it is Python's or a library's code that is walked now."""
        return bool(self.frames) and is_library(self.frames[-1].code.code.co_filename)

    def callers(self) -> tuple[Location, ...]:
        frames = [f.location for f in reversed(self.frames)
                  if f.location is not None and not f.location.filename.startswith(OURS)]
        return tuple(frames[1:])

    def refuse(self, kind: str, seen: str = "", **more) -> CompileError:
        return refuse(kind, seen, self.location, self.callers(), **more)

    def emit(self, kind, *operands, **attributes):
        """One operation on symbols, back as an abstract value (known where it folded)."""
        return lift(self.builder.emit(kind, *operands, **attributes))

    def new(self, kind: str, contents, cls: type | None = None) -> Ref:
        """A new mutable structure on this path's heap."""
        ref = Ref(kind, cls)
        self.heap[ref] = contents
        return ref

    def host_cell(self, cell) -> Ref:
        """A cell of a function from outside: known, and not to be written, unless the function was made for us."""
        if id(cell) in self.own_cells:
            return self.own_cells[id(cell)][1]
        ref = next((ours for ours, lent in self.lent_cells.items() if lent is cell), None)
        if ref is not None:
            return ref
        _, ref = self.host_cells.setdefault(id(cell), (cell, Ref("cell")))
        if ref not in self.heap:
            try:
                contents = (Known(cell.cell_contents),)
            except ValueError:
                contents = ()
            dict.__setitem__(self.heap, ref, contents)  # no write by the program
        return ref

    def lend_cell(self, ref: Ref, cell) -> None:
        """From here on the host's cell stands for ours in what the host makes."""
        self.lent_cells[ref] = cell

    def spend(self, steps: int = 1) -> None:
        """Count steps of work, so that nothing known runs on for ever."""
        self.budget -= steps
        if self.budget < 0:
            raise self.refuse("unrolling")

    def describe(self, value) -> str:
        return describe(value)

    # -- walking ---------------------------------------------------------------------------------------------------

    def run(self, frame: Frame, pc: int, stops: frozenset, previous: int | None = None,
            entered: bool = False) -> dict[int, Arrival]:
        """Walk from `pc` until every path has arrived at one of `stops`."""
        steps, loops, builder, log, told = frame.steps, frame.code.loops, self.builder, self.log, frame.told
        marked = stops.union(loops)
        while True:
            if pc in marked and not entered:
                if pc in stops:
                    return {pc: Arrival(TRUE, self.path(frame))}
                watch = frame.watches.get(pc)
                if watch is not None:
                    watch.count(self)
                elif self.most_values and Value(BOOL).number > self.most_values:
                    raise self.refuse("unrolling")
                if previous is None or previous not in loops[pc].body or pc in frame.begun and watch is None:
                    result = self.enter_loop(frame, pc, stops)
                    if type(result) is not int:
                        return result
                    previous, pc = pc, result
                    continue
            entered = False
            handler, instruction, location = steps[pc]
            builder.location = told or location
            frame.instruction = instruction
            self.budget -= 1
            if self.budget < 0 or not self.budget & 1023 and len(builder.block.ops) > OPERATION_LIMIT:
                raise self.refuse("unrolling")
            before, mark = frame.stack.copy(), len(log)
            if mark > frame.enough:
                log.shorten(frame.first_entry)
                mark = len(log)
                frame.enough = 2 * mark - frame.first_entry + LONG
            try:
                result = handler(self, frame, instruction)
            except Undecided as undecided:
                frame.stack = before
                frame.pending.clear()
                self.undo(mark)
                result = Branch(undecided.condition, pc, pc)
            except HostRaised as raised:
                frame.pending.clear()
                result = self.catch(frame, pc, raised)
                if type(result) is not int:
                    return result
            except Frozen as frozen:
                raise self.refuse(**frozen.words) from None
            except CompileError as refusal:
                if not self.only_for_an_error(frame, pc, refusal):
                    raise
                self.undo(mark)
                return self.raises_something()
            if frame.pending:
                result = self.leaving(frame, pc, result)
            if result is None:
                previous, pc = pc, pc + 1
            elif type(result) is int:
                previous, pc = pc, result
            elif type(result) is Returned:
                return {RETURN: Arrival(TRUE, Path({}, [result.value], self.heap))}
            elif type(result) is Yielded:
                frame.stack.append(result.value)
                return {-2 - (pc + 1): Arrival(TRUE, self.path(frame))}
            else:
                result = self.fork(frame, pc, result, stops)
                if type(result) is not int:
                    return result
                previous, pc = pc, result

    def path(self, frame: Frame) -> Path:
        return Path(frame.locals, frame.stack, self.heap)

    def resume(self, frame: Frame, path: Path) -> None:
        frame.locals, frame.stack = path.locals.copy(), path.stack.copy()
        self.go_on_with(path.heap.copy())

    def finish(self, frame, arrivals, stops, previous, base) -> dict[int, Arrival]:
        """Walk on from those arrivals that are not yet at a stop, in the order of the code."""
        result = self.settle(frame, arrivals, stops, previous, base)
        return self.run(frame, result, stops, previous) if type(result) is int else result

    def settle(self, frame, arrivals, stops, previous, base):
        """Where to go on (an int, the frame resumed) when all paths stand at one place, or arrivals at stops."""
        while True:
            pending = [t for t in arrivals if t >= 0 and t not in stops and not frame.code.flow.is_beyond(t, stops)]
            if not pending:
                return arrivals
            target = min(pending, key=partial(self.order, frame, previous))
            here = arrivals.pop(target)
            if not arrivals or type(here.flag) is Known and here.flag.value:
                self.resume(frame, here.path)
                return target
            if type(here.flag) is Known:
                continue
            inner = stops.union(arrivals)
            for other in arrivals:
                join = frame.code.flow.meeting(target, other) if other >= 0 and other not in stops else None
                if join is not None and join != target:
                    inner |= {join}
            arrivals = self.guarded(frame, here, target, arrivals, inner, previous, base)

    @staticmethod
    def order(frame, previous, target) -> int:
        """When a target comes: to go back to the head of a loop is the last thing in it."""
        flow = frame.code.flow
        return flow.after(target) if target in flow.loops and previous in flow.loops[target].body else flow.order(target)

    def guarded(self, frame, here, target, others, stops, previous, base):
        """Walk on from one arrival under its flag; the others wait at their targets."""
        start = Value(BOOL).number
        then, otherwise = Block(), Block()
        if len(others) == 1:
            others = {t: Arrival(TRUE, o.path) for t, o in others.items()}
        with self.arm(then, here.flag, True):
            self.resume(frame, here.path)
            arrived = self.run(frame, target, stops, previous)
        return self.merge(frame, here.flag, start, base, arrived, others, then, otherwise)

    def fork(self, frame: Frame, pc: int, branch: Branch, stops: frozenset):
        """Both arms of a branch on a symbol."""
        condition = branch.condition
        truth = implied(self.assumed, condition)
        if truth is not None:
            return self.go(frame, pc, branch.way(truth), stops)
        again = branch.then == pc  # one instruction, walked once for each side of a Choice
        if not again:
            self.watch_exits(frame, pc, branch)
            steered(self, frame)
        if branch.then == branch.otherwise:
            join = branch.then if not again else frame.code.join(pc) if frame.steps[pc][1].op in CONDITIONAL else pc + 1
        else:
            join = frame.code.join(pc) if branch.join is None else branch.join
        inner = stops | {join} if join is not None else stops
        if join is not None and frame.code.handlers and branch.then == branch.otherwise:
            inner |= self.meets_handler(frame, pc, join)
        base = Path(frame.locals, frame.stack, self.heap)
        start = Value(BOOL).number
        self.budget -= len(self.assumed)  # each of them is asked whether it decides what comes
        arms = []
        for truth in (True, False):
            block = Block()
            with self.arm(block, condition, truth):
                self.resume(frame, base)
                frame.instruction = frame.steps[pc][1]
                arrived = self.lost(frame, branch.way(truth)) or self.go(frame, pc, branch.way(truth), inner)
                if type(arrived) is int:
                    arrived = self.run(frame, arrived, inner, previous=pc, entered=again)
                self.narrow(arrived)
            arms.append([block, arrived, truth])
        if not again:
            self.watch_arrivals(frame, pc, arms[0][1].keys() | arms[1][1].keys())
        if join is not None and join not in stops:
            reaching = [arm for arm in arms if join in arm[1]]
            lost = [arm for arm in arms if arm[1].keys() == {RAISED} and not self.followed(arm[1][RAISED])]
            if len(reaching) == 1 and not lost:  # no join after all: what follows belongs to that arm alone
                block, arrived, truth = arm = reaching[0]
                with self.arm(block, condition, truth):
                    arm[1] = self.finish(frame, arrived, stops, pc, base.heap)
        for _, arrived, truth in arms:
            if arrived.keys() == {RAISED} and not self.followed(arrived[RAISED]):
                self.lasting = {**self.lasting, condition: not truth}
        (then, a, _), (otherwise, b, _) = arms
        arrivals = self.merge(frame, condition, start, base.heap, a, b, then, otherwise)
        return self.settle(frame, arrivals, stops, pc, base.heap)

    def merge(self, frame, condition, start, base, a, b, then, otherwise):
        try:
            return self.dropped(merge_arrivals(self.builder, condition, start, base, a, b, then, otherwise,
                                               frame.live_at, self.kinds))
        except CannotMeet as clash:
            raise self.refuse("types-do-not-meet", clash.reason) from None

    def go(self, frame: Frame, pc: int, way, stops: frozenset):
        """Take one way of a branch: where it leads, or like `settle`, arrivals at stops."""
        target, prepare = way
        if prepare is None:
            return target
        before, mark = frame.stack.copy(), len(self.log)
        try:
            prepare(frame)
        except Undecided as undecided:
            frame.stack = before
            self.undo(mark)
            return self.fork(frame, pc, Branch(undecided.condition, target, target, prepare, prepare), stops)
        except HostRaised as raised:
            frame.pending.clear()
            return self.catch(frame, pc, raised)
        if frame.pending:
            return self.fork(frame, pc, self.leaving(frame, pc, target), stops)
        return target

    @contextmanager
    def arm(self, block: Block, condition: Value, truth: bool):
        """What is walked inside goes into the block, where the condition is decided."""
        lasting = self.lasting
        with self.builder.inside(block), self.assuming(condition, truth):
            try:
                yield
            except HostRaised as raised:
                raised.conditional = True
                raise
            finally:
                self.lasting = lasting

    def narrow(self, arrivals: dict[int, Arrival]) -> None:
        """What a variable is that was one of several, where the condition of this arm tells: behind it nothing will."""
        for arrival in arrivals.values():
            choices = {name: value for name, value in arrival.path.locals.items() if type(value) is Choice}
            if choices:
                arrival.path.locals = {**arrival.path.locals, **{k: narrowed(self, v) for k, v in choices.items()}}

    def assuming(self, condition: Value, truth: bool):
        return Assuming(self.assumed, condition, truth)

    # -- loops -----------------------------------------------------------------------------------------------------

    def watch_exits(self, frame: Frame, pc: int, branch: Branch) -> None:
        """A way out of a watched loop depends on a symbol: that loop is not to be unrolled."""
        for head, watch in frame.watches.items():
            body = frame.code.loops[head].body
            if watch is not None and not watch.is_short and pc in body and not (
                    branch.then in body and branch.otherwise in body):
                raise LoopIsSymbolic(watch)

    def watch_arrivals(self, frame: Frame, pc: int, targets) -> None:
        """The same, where a path has left the loop on the way to where the arms of a branch meet."""
        for head, watch in frame.watches.items():
            body = frame.code.loops[head].body
            if watch is not None and not watch.is_short and pc in body and any(t in body for t in targets) and any(
                    t not in body for t in targets):
                raise LoopIsSymbolic(watch)

    def enter_loop(self, frame: Frame, head: int, stops: frozenset):
        """Unroll a loop, or trace it into the graph; like settle, says where to go on."""
        loop = frame.code.loops[head]
        if not loop.exits and not frame.code.handlers and not any(
                frame.steps[i][1].op == "YIELD_VALUE" for i in loop.body):
            frame.instruction = frame.steps[head][1]
            raise self.refuse("endless-loop")
        inner = stops | frozenset(loop.exits)
        base, mark = self.path(frame).copy(), self.builder.mark()
        outer, budget = frame.watches.get(head), self.budget
        watch = frame.watches[head] = Watch(self, frame, head)
        try:
            try:
                arrivals = self.run(frame, head, inner, previous=head, entered=True)
            except LoopIsSymbolic as symbolic:
                if symbolic.watch is not watch:
                    raise
                if watch.changes_others:
                    raise self.refuse("symbolic-host", "a loop that depends on a pixel changes a container of the host's",
                                      instead="use a list") from None
                frame.watches[head] = None
                if not symbolic.begun:
                    self.builder.rollback(mark)
                    self.resume(frame, base)
                    first_pass(self, frame, head)
                try:
                    arrivals = trace_loop(self, frame, head, inner, roomy=frame.code.stacked)
                    if symbolic.of_elements and watch.is_few(frame, base) and any(
                            map(is_of_whole_arrays, self.builder.block.ops[mark[1]:])):
                        self.builder.rollback(mark)
                        self.resume(frame, base)
                        arrivals = unrolled_after_all(self, frame, head, inner, True, budget)
                except (CompileError, HostRaised) as refusal:  # (of one class only, that a variable may have in any pass)
                    if head in frame.begun:
                        raise
                    try:
                        if TAKES in getattr(refusal, "seen", ""):
                            self.builder.rollback(mark)
                            self.resume(frame, base)
                            arrivals = once_begun(self, frame, head, inner)
                            return self.settle(frame, self.dropped(arrivals), stops, head, base.heap)
                    except (CompileError, HostRaised):
                        pass
                    try:
                        if frame.code.stacked or not watch.may_be_unrolled(base):
                            raise
                        self.builder.rollback(mark)
                        self.resume(frame, base)
                        arrivals = unrolled_after_all(self, frame, head, inner, watch.countable(frame), budget)
                    except (CompileError, HostRaised):
                        if getattr(refusal, "kind", "") != "loop-changes-shape" or not watch.may_fill(frame, base):
                            raise refusal from None
                        self.builder.rollback(mark)
                        self.resume(frame, base)
                        first_pass(self, frame, head)
                        try:
                            arrivals = trace_loop(self, frame, head, inner, roomy=True)
                        except CompileError:
                            raise refusal from None
        finally:
            frame.watches[head] = outer
        return self.settle(frame, self.dropped(arrivals), stops, head, base.heap)


CONDITIONAL = {"JUMP_IF_FALSE", "JUMP_IF_TRUE", "JUMP_IF_NONE", "JUMP_IF_NOT_NONE", "FOR_ITER", "SEND"}
