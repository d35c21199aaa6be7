"""Programs one after the other, launched as one: what each is given, and the memory between them."""

import threading

import numpy as np
import pytest

from pygpu.opencl.program import Format
from pygpu.runtime import Joined, Launcher, Turn, Where, ingest, upload
from tests.runtime.kernels import doubled_in_common, every_way, scale, shift_left, ten_times_and, two_steps

GRAY = Format("float32", 1)
RANDOM = np.random.default_rng(5)


@pytest.fixture(params=every_way(), ids=lambda device: device.platform)
def device(request):
    return request.param


def squared_between(array, by):
    """What two_steps gives."""
    squares = np.pad(array * array, ((1, 1), (0, 0)), "edge")
    return squares[:-2] + squares[1:-1] + squares[2:] + np.float32(by)


def a_chain(device):
    """Scaled three times; then added up in two steps, with memory of its own between them."""
    scaled, told = Launcher(scale(), device), Launcher(two_steps(), device)
    return Joined((GRAY,), 1, [Turn(scaled, (0,), ()), Turn(scaled, (), ((0, 0),)), Turn(scaled, (), ((1, 0),)),
                               Turn(told, (), ((2, 0),))])


def test_each_is_given_what_earlier_ones_gave(device):
    run = a_chain(device)
    for height, width in ((5, 7), (33, 130), (5, 7), (1, 1)):
        array, where = RANDOM.random((height, width), np.float32), Where([(width, height)] * 4, [()] * 4)
        for by in (2.0, 3.0):
            result, rows = run([ingest(array)], [by], where=where)
            expected = array * np.float32(by) * np.float32(by) * np.float32(by)
            assert np.allclose(result, squared_between(expected, by), rtol=1e-6)
            assert np.array_equal(rows, np.repeat(np.arange(height)[:, None], width, 1))


def test_a_number_that_one_alone_is_told(device):
    one = Launcher(scale(), device)
    joined = Joined((GRAY,), 0, [Turn(one, (0,), ()), Turn(one, (), ((0, 0),))])
    array = RANDOM.random((9, 11), np.float32)
    for first, second in ((2.0, 3.0), (5.0, 0.5)):
        result, = joined([ingest(array)], where=Where([(11, 9)] * 2, [(first,), (second,)]))
        assert np.array_equal(result, array * np.float32(first) * np.float32(second))


def test_parts_have_sizes_of_their_own(device):
    small, whole = Launcher(scale(), device), Launcher(shift_left(), device)
    joined = Joined((GRAY,), 1, [Turn(small, (0,), ()), Turn(whole, (), ((0, 0),))])
    array = RANDOM.random((40, 50), np.float32)
    result, = joined([ingest(array)], [2.0], (20, 10), where=Where([(21, 10), (20, 10)], [()] * 2))
    assert np.array_equal(result, 2 * array[:10, 1:21])


def test_what_was_given_is_seen_in_another_size_and_order(device):
    if not device.zero_copy:
        pytest.skip("rows have room behind them")
    one, two = Launcher(scale(), device), Launcher(ten_times_and(), device)
    joined = Joined((GRAY,), 0, [Turn(one, (0,), ()), Turn(two, (0,), ((0, 0),), (1, 0), ((3, 8),))])
    array = RANDOM.random((6, 4), np.float32)
    result, = joined([ingest(array)], size=(3, 8), where=Where([(4, 6), (3, 8)], [(2.0,), ()]))
    other = np.pad(array, ((0, 2), (0, 0)), "edge")[:, :3]
    assert np.allclose(result, 10 * (array * np.float32(2)).reshape(8, 3) + other, rtol=1e-6)


def test_it_gives_what_several_of_them_gave(device):
    """In sizes of their own, told numbers of the call or one that is always the same; one is written onto another one."""
    one, array = Launcher(scale(), device), RANDOM.random((9, 11), np.float32)
    joined = Joined((GRAY,), 2, [
        Turn(one, (0,), (), numbers=(1,)), Turn(one, (), ((0, 0),), numbers=(None,)),
        Turn(one, (0,), (), numbers=(0,), onto=((1, 0, None),)), Turn(one, (), ((0, 0),), numbers=(1,)),
        Turn(one, (), ((1, 0),), numbers=(None,))], gives=[(4, 0), (0, 0)])
    where = Where([(11, 9)] * 4 + [(4, 3)], [(0.0,), (3.0,), (0.0,), (0.0,), (2.0,)])
    for first, second in ((5.0, 7.0), (0.5, 0.25)):
        small, scaled = joined([ingest(array)], [first, second], (4, 3), where=where)
        assert np.array_equal(scaled, array * np.float32(second))
        assert np.array_equal(small, array[:3, :4] * np.float32(first) * np.float32(2))


def test_memory_is_had_again_as_soon_as_nobody_needs_it(device):
    one = Launcher(scale(), device)
    turns = [Turn(one, (0,), ())] + [Turn(one, (), ((n, 0),)) for n in range(9)]
    joined, array = Joined((GRAY,), 1, turns), upload(RANDOM.random((300, 400), np.float32))
    where = Where([(400, 300)] * 10, [()] * 10)
    result, = joined([array], [1.5], where=where, to_host=False)
    assert np.allclose(result.numpy(), array.numpy() * np.float32(1.5)**10, rtol=1e-5)
    layout = joined.layout_for([array], [result], (400, 300), where)
    assert len(layout.rooms) == 2 and layout.rooms[1].beside == (0,)


def test_a_device_with_memory_of_its_own_keeps_what_the_last_program_had(device):
    one = Launcher(scale(), device)
    turns = [Turn(one, (0,), ())] + [Turn(one, (), ((n, 0),)) for n in range(9)]
    joined, array = Joined((GRAY,), 1, turns), upload(RANDOM.random((30, 90), np.float32))
    before, where = None, {height: Where([(90, height)] * 10, [()] * 10) for height in (30, 20)}
    for height, is_had_again in ((30, False), (30, True), (20, False), (20, True), (30, False)):
        result, = joined([array], [1.5], (90, height), where=where[height], to_host=False)
        assert np.allclose(result.numpy(), array.numpy()[:height] * np.float32(1.5)**10, rtol=1e-5)
        if not device.zero_copy:
            layout, pieces = device.__dict__["rested"]
            assert len(pieces) == 2 and (pieces is before) == is_had_again
            before = pieces
    device.trim()
    assert device.resting() is None


def test_the_first_is_kept_for_the_last(device):
    from pygpu.runtime.joined import Rooms

    rooms = Rooms()
    first, second = rooms.take(100), rooms.take(100)
    rooms.free.append(second)
    assert rooms.take(40) != second  # less than half of it: it would be had for nothing
    assert rooms.take(60) == second and rooms.take(100) not in (first, second)


def test_common_memory_is_no_room_that_steps_had(device):
    first, told = Launcher(scale(), device), Launcher(two_steps(), device)
    turns = [Turn(first, (0,), ()), Turn(told, (), ((0, 0),))]
    for reads, writes in ((False, True), (True, False)):
        turns.append(Turn(Launcher(doubled_in_common(reads, writes), device), (), ((len(turns) - 1, 0),)))
    joined, array = Joined((GRAY,), 1, turns), RANDOM.random((60, 70), np.float32)
    where = Where([(70, 60)] * 4, [()] * 4)
    for by in (2.0, 3.0):
        result, = joined([ingest(array)], [by], where=where)
        assert np.allclose(result, 4 * squared_between(array * np.float32(by), by), rtol=1e-6)
    layout, = joined._layouts.values()
    assert layout.rooms[-1].nbytes >= array.nbytes
    assert all(index < 2 + len(layout.rooms) for step in layout.steps for _, index in step.args.between)


def test_threads(device):
    run, found = a_chain(device), {}
    arrays = [RANDOM.random((30 + n, 70), np.float32) for n in range(6)]
    places = [Where([array.shape[::-1]] * 4, [()] * 4) for array in arrays]

    def work(n):
        found[n] = [run([ingest(arrays[n])], [2.0], where=places[n])[0] for _ in range(10)]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for n, array in enumerate(arrays):
        expected = squared_between(array * np.float32(8), 2)
        assert all(np.allclose(result, expected, rtol=1e-6) for result in found[n])
