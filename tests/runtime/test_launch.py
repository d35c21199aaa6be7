"""Programs run on pictures: on every device, from every kind of memory, to every kind of place; and pictures that stay."""

import threading

import numpy as np
import pytest
from PIL import Image

from pygpu.errors import ArgumentError, DeviceError, ImageError
from pygpu.opencl.program import Format
from pygpu.runtime import DeviceImage, Launcher, Origin, bands, ingest, memory, transfer, upload
from pygpu.runtime import launch as launching
from tests.runtime.kernels import column_sum, every_way, python, scale, shift_left, through_texture, two_steps

RANDOM = np.random.default_rng(3)
SIZES = [(1, 1), (3, 5), (64, 64), (37, 200), (200, 301)]


@pytest.fixture(params=every_way(), ids=lambda device: device.platform)
def device(request):
    return request.param


def gray(height=20, width=30):
    return RANDOM.random((height, width), dtype=np.float32)


@pytest.mark.parametrize("shape", SIZES)
def test_arrays_in_arrays_out(device, shape):
    array = gray(*shape)
    result, = Launcher(scale(), device)([ingest(array)], [2.5])
    assert np.array_equal(result, array * np.float32(2.5))
    assert result.flags.writeable and result.flags.c_contiguous
    assert not device.zero_copy or result.ctypes.data % 64 == 0


@pytest.mark.parametrize("dtype, channels", [("uint8", 3), ("uint16", 4), ("int16", 2), ("float32", 3), ("int32", 1)])
def test_types_and_channels(device, dtype, channels):
    shape = (9, 11) if channels == 1 else (9, 11, channels)
    array = RANDOM.integers(0, 80, shape).astype(dtype)
    result, = Launcher(scale(dtype, channels), device)([ingest(array)], [2])
    assert result.dtype == dtype and np.array_equal(result, array * 2)


def test_any_view_of_an_array(device):
    run, base = Launcher(scale(), device), gray(40, 50)
    read_only = base.copy()
    read_only.flags.writeable = False
    for view in (base[1:-3, 2:-5], base[::-1], base.T, base[::2, ::3], base[:1], base[:, 7:8], read_only,
                 read_only[3:9, 1:5], base.astype(">f4"), base.astype(np.float64)):
        result, = run([ingest(view)], [2])
        assert np.array_equal(result, (view * 2).astype(np.float32))


def test_size_of_the_result(device):
    array = gray()
    result, = Launcher(scale(), device)([ingest(array)], [1], (33, 22))
    assert np.array_equal(result, np.pad(array, ((0, 2), (0, 3)), "edge"))


def test_steps_scratch_margins_and_several_results(device):
    run = Launcher(two_steps(), device)
    for shape in ((5, 7), (33, 130), (6, 512), (5, 7)):
        array = gray(*shape)
        result, rows = run([ingest(array)], [3])
        squares = np.pad(array * array, ((1, 1), (0, 0)), "edge")
        assert np.allclose(result, squares[:-2] + squares[1:-1] + squares[2:] + 3, atol=1e-6)
        assert np.array_equal(rows, np.repeat(np.arange(shape[0])[:, None], shape[1], 1)) and rows.dtype == np.int32


def test_results_stay_on_the_device(device):
    run, array = Launcher(scale(), device), gray()
    image = upload(array, device)
    for _ in range(5):
        image, = run([image], [2], to_host=False)
        assert isinstance(image, DeviceImage)
    assert np.array_equal(image.numpy(), array * 32)
    assert np.array_equal(np.asarray(image), array * 32)


def test_memory_is_not_given_out_while_in_use(device):
    """Chains of launches that nobody waits for, uploads between them: each result must still be its own."""
    run, arrays = Launcher(scale(), device), [gray(64, 64) for _ in range(12)]
    waiting = []
    for array in arrays:
        image = upload(array, device)
        for _ in range(3):
            image, = run([image], [2], to_host=False)
        waiting.append(image)
        del image
    for array, image in zip(arrays, waiting):
        assert np.array_equal(image.numpy(), array * 8)


def test_an_array_that_changes_after_the_call(device):
    array = gray()
    image = upload(array, device)
    result, = Launcher(scale(), device)([ingest(array)], [1], to_host=False)
    kept = array.copy()
    array[:] = 0
    assert np.array_equal(image.numpy(), kept) and np.array_equal(result.numpy(), kept)


def test_results_outlive_everything_else(device):
    run = Launcher(scale(), device)
    results = [run([ingest(np.full((64, 65), value, np.float32))], [2])[0] for value in range(20)]
    del run
    assert all((result == 2 * value).all() for value, result in enumerate(results))


# out=

def test_out_is_written_in_place(device):
    run, array = Launcher(scale(), device), gray(100, 90)
    frame = np.zeros((104, 120), np.float32)
    for out in (np.zeros_like(array), np.zeros_like(array, dtype=np.float64), frame[1:-3, 10:100], frame[1:-3, 10:100][::-1],
                np.zeros((90, 100), np.float32).T, np.zeros((100, 90, 1), np.float32), np.zeros((100, 90), np.uint8)):
        given, = run([ingest(array)], [4], out=[out])
        assert given is out
        assert np.array_equal(out.reshape(array.shape), (array * 4).astype(out.dtype))
    assert (frame[0] == 0).all() and (frame[-3:] == 0).all() and (frame[:, :10] == 0).all() and (frame[:, 100:] == 0).all()


def test_out_may_be_an_input(device):
    run, array = Launcher(shift_left(), device), gray(50, 40)
    expected = np.concatenate([array[:, 1:], array[:, -1:]], axis=1)
    here = array.copy()
    run([ingest(here)], out=[here])
    assert np.array_equal(here, expected)
    image = upload(array, device)
    given, = run([image], out=[image], to_host=False)
    assert given is image and np.array_equal(image.numpy(), expected)
    image = upload(array, device)
    run([image[:, 3:]], size=(40, 50), out=[image])
    assert np.array_equal(image.numpy()[:, :36], array[:, 4:])
    with pytest.raises(ArgumentError, match="region"):
        run([image], size=(5, 5), out=[image[:5, :5]])
    view = array.copy()
    run([ingest(view[5:])], out=[view[:-5]])
    assert np.array_equal(view[:-5], expected[5:])


def test_out_on_the_device(device):
    run, array = Launcher(scale(), device), gray()
    target = upload(np.zeros_like(array), device)
    given, = run([upload(array, device)], [3], out=[target])
    assert given is target and np.array_equal(target.numpy(), array * 3)
    run([upload(array, device)], [2], out=[target], to_host=False)
    assert target.event is not None, "what stays on the device is not waited for"
    assert np.array_equal(target.numpy(), array * 2)
    result, rows = Launcher(two_steps(), device)([ingest(array)], [0], out=[target, None])
    assert result is target and rows[-1, 0] == 19


@pytest.mark.parametrize("out, words", [
    ([np.zeros((20, 31), np.float32)], r"shape \(20, 31\), but the result's is \(20, 30\)"),
    ([], "this filter has 1 results"), ([np.zeros((20, 30, 2), np.float32)], "shape")])
def test_out_that_does_not_fit(device, out, words):
    with pytest.raises(ArgumentError, match=words):
        Launcher(scale(), device)([ingest(gray())], [1], out=out)


def test_out_that_cannot_be_written(device):
    out = np.zeros((20, 30), np.float32)
    out.flags.writeable = False
    with pytest.raises(ArgumentError, match="cannot be written"):
        Launcher(scale(), device)([ingest(gray())], [1], out=[out])


# image2d_t

@pytest.mark.parametrize("dtype, channels", [("uint8", 1), ("uint8", 3), ("uint8", 4), ("uint16", 1), ("float32", 1),
                                             ("float32", 4), ("float32", 2), ("int16", 1), ("int32", 4), ("bool", 1)])
def test_pictures_through_a_sampler(device, dtype, channels):
    shape = (9, 11) if channels == 1 else (9, 11, channels)
    array = RANDOM.integers(0, 200, shape).astype(dtype)
    run = Launcher(through_texture(dtype, channels), device)
    expected = array.astype(np.float32) / {"uint8": 255, "uint16": 65535}.get(dtype, 1)
    image = upload(array, device)
    for picture in (ingest(array), ingest(array[::-1][::-1]), image, image):
        result, = run([picture])
        assert np.allclose(result, expected, atol=1e-7)


def test_a_texture_follows_its_picture(device):
    run, double = Launcher(through_texture("float32", 1), device), Launcher(scale(), device)
    image, array = upload(gray(), device), None
    for _ in range(3):
        array = image.numpy()
        assert np.array_equal(run([image])[0], array)
        double([upload(array, device)], [2], out=[image], to_host=False)


# DeviceImage

def test_a_device_image_describes_itself(device):
    image = upload(RANDOM.integers(0, 255, (4, 6, 3), dtype=np.uint8), device)
    assert (image.width, image.height, image.size, image.shape) == (6, 4, (6, 4), (4, 6, 3))
    assert image.dtype == np.uint8 and image.channels == 3 and image.nbytes == 72
    assert "6x4" in repr(image) and "uint8" in repr(image) and device.name in repr(image)
    assert upload(image, device) is image


def test_a_device_image_becomes_an_array(device):
    array = gray()
    image = upload(array, device)
    mine = image.numpy()
    mine[:] = 0
    assert np.array_equal(image.numpy(), array)
    seen = np.asarray(image)
    assert np.array_equal(seen, array) and (not seen.flags.writeable or not np.may_share_memory(seen, np.asarray(image)))
    assert np.asarray(image, dtype=np.float64).dtype == np.float64
    assert np.array(image, copy=True).flags.writeable
    assert np.array_equal(np.from_dlpack(image), array)
    with pytest.raises(ValueError, match="without a copy"):
        np.asarray(image, dtype=np.int32, copy=False)


def test_a_device_image_becomes_a_picture(device):
    photo = Image.fromarray(RANDOM.integers(0, 255, (40, 60, 3), dtype=np.uint8))
    photo.info["dpi"] = (72, 72)
    image = upload(photo, device)
    back = image.pil()
    assert back.mode == "RGB" and back.tobytes() == photo.tobytes() and back.info["dpi"] == (72, 72)
    assert upload(gray(), device).pil().mode == "F"
    with pytest.raises(ImageError):
        upload(np.zeros((3, 4, 3), np.float32), device).pil()


@pytest.mark.parametrize("shape", [(40, 60), (40, 60, 3)])
def test_a_region_of_a_picture(device, shape):
    array = RANDOM.random(shape, dtype=np.float32)
    image, run = upload(array, device), Launcher(scale(channels=1 if len(shape) == 2 else 3), device)
    for key in (np.s_[3:20, 5:50], np.s_[10:], np.s_[:, 7:9], np.s_[-5:-1, ...], np.s_[39:40, 59:60], np.s_[:, 32:]):
        part = image[key]
        assert part.shape == array[key].shape
        assert np.array_equal(part.numpy(), array[key]) and np.array_equal(np.asarray(part), array[key])
        assert np.array_equal(run([part], [2])[0], array[key] * 2)
        assert np.array_equal(part[1:, 1:].numpy() if min(part.size) > 1 else array[key][1:, 1:], array[key][1:, 1:])
        copy = np.zeros(array[key].shape, np.float64)
        part.copy_to(copy)
        assert np.array_equal(copy, array[key])
    late = run([image], [4], to_host=False)[0][5:9, 8:]
    del image
    assert np.array_equal(late.numpy(), array[5:9, 8:] * 4)


@pytest.mark.parametrize("key, words", [(3, "not 3"), (np.s_[::2], "not ::2"), (np.s_[:, 2, :], "channels stay"),
                                        (np.s_[50:], "50: of 40 is empty"), (np.s_[:, 5:5], "empty")])
def test_what_is_no_region(device, key, words):
    with pytest.raises(ArgumentError, match=words):
        upload(np.zeros((40, 60), np.float32), device)[key]


def test_pictures_move_between_devices(device):
    array = gray()
    for other in every_way():
        image = upload(upload(array, other), device)
        assert image.device is device and np.array_equal(image.numpy(), array)
        result, = Launcher(scale(), device)([upload(array, other)], [2])
        assert np.array_equal(result, array * 2)
        target = upload(np.zeros_like(array), other)
        Launcher(scale(), device)([ingest(array)], [2], out=[target])
        assert target.device is other and np.array_equal(target.numpy(), array * 2)


# Limits

def test_a_picture_larger_than_the_device_can_hold(device, monkeypatch):
    monkeypatch.setattr(device, "largest_buffer", 10_000)
    with pytest.raises(DeviceError, match=r"60 x 50 pixels \(1 x float32\) takes 11.7 KiB; .* at most 9.8 KiB"):
        upload(gray(50, 60), device)
    with pytest.raises(DeviceError, match="at most 9.8 KiB"):
        Launcher(scale(), device)([ingest(gray(50, 60))], [1])
    with pytest.raises(DeviceError, match="200 x 100 pixels"):
        Launcher(scale(), device)([ingest(gray(5, 6))], [1], (200, 100))


def test_more_pixels_than_32_bits_count(device, monkeypatch):
    monkeypatch.setattr(device, "largest_buffer", 1 << 40)
    with pytest.raises(DeviceError, match="2147483647"):
        memory.check_size((50_000, 50_000), Format("uint8", 1), device)


def test_memory_that_runs_out_is_said_in_words(device, monkeypatch):
    def fails(nbytes):
        raise MemoryError

    monkeypatch.setattr(device.pool, "make", fails)
    device.pool.trim()
    with pytest.raises(DeviceError, match="has no 4.0 KiB free"):
        memory.new_image(device, Format("float32", 1), (4, 4), Origin())


def test_a_launch_the_driver_refuses_is_said_in_words(device):
    from dataclasses import replace

    program = scale()
    program = replace(program, steps=(replace(program.steps[0], local=(100_000, 1)),))
    run = Launcher(program, device)
    with pytest.raises(DeviceError, match="could not run this filter on pictures of 30 x 20 1 x float32"):
        run([ingest(gray())], [1])


def test_memory_is_used_again_and_bounded(device):
    device.trim()
    first = memory.new_image(device, Format("float32", 1), (64, 64), Origin())
    where = first._home.memory
    del first
    assert memory.new_image(device, Format("float32", 1), (64, 63), Origin())._home.memory is where
    images = [memory.new_image(device, Format("uint8", 1), (64, 64), Origin()) for _ in range(100)]
    del images
    assert device.pool.idle() <= 40 * 4096


def test_large_pictures_travel_in_pieces(device, monkeypatch):
    if device.checker:
        pytest.skip("too slow there")
    monkeypatch.setattr(transfer, "PIECE", 100_000)
    monkeypatch.setattr(transfer, "WORTH_STAGING", 50_000)
    for shape in ((700, 1001), (701, 500, 3), (1, 60_000), (60_000, 1)):
        array = RANDOM.random(shape, dtype=np.float32)
        run = Launcher(scale(channels=shape[2] if len(shape) == 3 else 1), device)
        for view in (array, array[::-1], np.asfortranarray(array)):
            image = upload(view, device)
            assert np.array_equal(image.numpy(), view)
            assert np.array_equal(run([ingest(view)], [2])[0], view * 2)
            out = np.zeros(shape, np.float64)
            run([image], [2], out=[out])
            assert np.array_equal(out, view * 2)
            array += 1


@pytest.mark.parametrize("local, block, most", [
    ((64, 1), (1, 1), None), ((16, 4), (1, 1), None), ((32, 2), (1, 3), None), ((64, 1), (1, 3), 20), ((32, 2), (1, 2), 31)])
def test_bands_that_overlap_with_transfers(local, block, most, monkeypatch):
    """The same results when upload, kernel and download are in step with each other."""
    device = every_way()[-1]
    for module, name, value in ((transfer, "PIECE", 20_000), (transfer, "WORTH_STAGING", 10_000), (bands, "WORTH_BANDS", 1)):
        monkeypatch.setattr(module, name, value)
    run = Launcher(column_sum(local, block, most), device)
    cases = [((700, 101), None), ((5, 9000), None), ((1, 50), None), ((333, 40), (30, 400)), ((333, 40), (41, 99))]
    for shape, size in cases:
        array, more = gray(*shape), gray(*shape)
        wide, high = size or shape[::-1]
        rows = np.clip(np.arange(-3, high + 3), 0, shape[0] - 1)
        padded = np.pad(array, ((0, 0), (0, max(0, wide - shape[1]))), "edge")[rows, :wide]
        expected = sum(padded[k:k + high] for k in range(7))
        for given in (ingest(array), ingest(array[::-1][::-1]), ingest(np.asfortranarray(array))):
            timings = {}
            result, other = run([given, upload(more, device)], [2.0], size, timings=timings)
            assert list(timings) == ["upload, kernel and download at once"]
            assert np.allclose(result, expected, atol=1e-5)
            twice = np.pad(more, 500, "edge")[500:500 + high, 500:500 + wide] * 2
            assert np.array_equal(other, twice)
            for out in (np.zeros((high, wide), np.float32), np.zeros((wide, high), np.float64).T,
                        np.zeros((high, wide, 1), ">f4")):
                timings = {}
                first, second = run([given, upload(more, device)], [2.0], size, out=(None, out), timings=timings)
                assert second is out and np.array_equal(out.reshape(high, wide), twice) and np.array_equal(first, result)
                assert list(timings) == ["upload, kernel and download at once"]
        once_more, _ = run([ingest(result), ingest(more)], [2.0], size)
        assert once_more.shape == result.shape


def test_a_picture_in_bands_is_what_it_is_on_the_device():
    """By plans as a GPU has them: down strips, in blocks, over tiles. In a process of its own, whose device copies."""
    result = python("""if True:
        from dataclasses import replace
        import numpy as np, pygpu
        from pygpu.calls.engines import engine
        from pygpu.runtime import bands, transfer
        from pygpu.runtime.probing import Trial
        from pygpu.schedule import GPU
        from tests.speed.workloads import ALL
        pygpu.use(None).__dict__["trial"] = Trial(works=True, zero_copy=False)
        engine.target_of = lambda device: replace(GPU, local_memory=32768)
        transfer.PIECE, transfer.WORTH_STAGING, bands.WORTH_BANDS, count = 20_000, 10_000, 1, 0
        def run(*given, plainly=bands.run):
            global count
            count += 1
            return plainly(*given)
        bands.run = run
        picture = np.random.default_rng(1).random((3000, 70), np.float32)
        for number, name in enumerate(("conv15", "sobel", "gauss"), 1):
            filter, more = ALL[name].filter(), ALL[name].numbers(70, 3000)
            found = filter(picture, *more)
            assert count == number and np.array_equal(found, filter(pygpu.upload(picture), *more).numpy()), name
        print("alike")
        """, PYGPU_CACHE="off", PYGPU_DEVICE=every_way()[-1].platform.split()[0])
    assert result.stdout.strip() == "alike", result.stderr


def test_what_is_still_being_read_is_not_written_to_in_bands(monkeypatch):
    device = every_way()[-1]
    for module, name, value in ((transfer, "PIECE", 20_000), (transfer, "WORTH_STAGING", 10_000), (bands, "WORTH_BANDS", 1)):
        monkeypatch.setattr(module, name, value)
    run, memory_of_both = Launcher(column_sum(), device), gray(720, 101)
    array, target = memory_of_both[:700], memory_of_both[20:]
    expected, _ = run([ingest(array.copy()), ingest(array.copy())], [2.0])
    run([ingest(array), ingest(array)], [2.0], out=(target, None))
    assert np.array_equal(target, expected)
    with pytest.raises(ArgumentError, match="shape"):
        run([ingest(array), ingest(array)], [2.0], out=(np.zeros((3, 3), np.float32), None))
    with pytest.raises(ArgumentError, match="cannot be written"):
        run([ingest(array), ingest(array)], [2.0], out=(np.broadcast_to(np.float32(0), (700, 101)), None))


# Many at once, and how long it takes

def test_threads_share_a_launcher(device):
    if device.checker:
        pytest.skip("oclgrind itself is not safe among threads")
    run, wrong = Launcher(two_steps(), device), []

    def work(seed):
        array = np.random.default_rng(seed).random((30 + seed, 40), dtype=np.float32)
        squares = np.pad(array * array, ((1, 1), (0, 0)), "edge")
        for add in range(40):
            result, _ = run([ingest(array)], [add])
            if not np.allclose(result, squares[:-2] + squares[1:-1] + squares[2:] + add, atol=1e-4):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong


def test_timings_say_where_the_time_went(device):
    timings = {}
    Launcher(scale(), device)([ingest(gray())], [1], timings=timings)
    assert list(timings) == ["upload", "prepare", "kernel", "download"]
    assert all(0 <= seconds < 5 for seconds in timings.values())


def test_layouts_kept_are_bounded(device):
    run = Launcher(scale(), device)
    for width in range(1, 80):
        run([ingest(gray(2, width))], [1])
    assert len(run._layouts) <= launching._KEPT_LAYOUTS
