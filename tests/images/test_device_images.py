"""Pictures that stay on the device: made, looked at, cut, filtered, brought back."""

import numpy as np
import pytest
from PIL import Image as Pillow

import pygpu
from pygpu import DeviceImage, Image, Position
from tests.engines import engines

RANDOM = np.random.default_rng(71)


def blur(im=Image, p=Position):
    return (im(p - (1, 0)) + 2 * im(p) + im(p + (0, 1))) / 4


@pytest.fixture(params=[each for each in engines() if each.device != "none"], ids=str)
def device(request):
    pygpu.use(request.param.device)
    yield request.param
    pygpu.use(None)


def picture(shape=(7, 9), dtype="uint8"):
    return (RANDOM.random(shape) * 200).astype(dtype)


@pytest.mark.parametrize("shape", [(7, 9), (7, 9, 1), (7, 9, 2), (7, 9, 3), (7, 9, 4)])
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int16", "float16", "float32"])
def test_up_and_back(shape, dtype, device):
    given = picture(shape, dtype)
    there = pygpu.upload(given)
    plain = given.reshape(shape[:2] if shape[2:] in ((), (1,)) else shape)
    assert (there.shape, there.dtype, there.size, there.channels) == (
        plain.shape, given.dtype, (9, 7), 1 if plain.ndim == 2 else shape[2])
    np.testing.assert_array_equal(there.numpy(), plain)
    np.testing.assert_array_equal(np.asarray(there), plain)


def test_what_comes_back_stays_there(device):
    given = picture()
    filter = pygpu.compile(blur)
    there = filter(filter(pygpu.upload(given)))
    assert type(there) is DeviceImage
    np.testing.assert_array_equal(there.numpy(), filter(filter(given)))


def test_a_pil_image_remembers_what_it_was(device):
    given = Pillow.fromarray(picture((5, 6, 4)), "RGBA")
    given.info["dpi"] = (72, 72)
    result = pygpu.compile(blur)(pygpu.upload(given))
    assert type(result) is DeviceImage
    back = result.pil()
    assert back.mode == "RGBA" and back.info["dpi"] == (72, 72)
    assert back.tobytes() == pygpu.compile(blur)(given).tobytes()  # its alpha is known, too


def test_orientation_is_applied_when_it_is_uploaded(device):
    given = Pillow.fromarray(picture((4, 6)))
    exif = Pillow.Exif()
    exif[0x0112] = 6
    given.info["exif"] = exif.tobytes()
    assert pygpu.upload(given).size == (6, 4)
    assert pygpu.upload(given, orient="apply").size == (4, 6)


REGIONS = [np.s_[1:4, 2:7], np.s_[2:], np.s_[:, 3:], np.s_[-3:-1, ...], np.s_[:, :], np.s_[6:7, 8:9]]


@pytest.mark.parametrize("region", REGIONS, ids=str)
@pytest.mark.parametrize("shape", [(7, 9), (7, 9, 3)])
def test_regions(region, shape, device):
    given = picture(shape)
    part = pygpu.upload(given)[region]
    assert type(part) is DeviceImage
    np.testing.assert_array_equal(part.numpy(), given[region])
    np.testing.assert_array_equal(pygpu.compile(blur)(part).numpy(), pygpu.compile(blur)(given[region].copy()))


def test_a_region_shares_memory(device):
    there = pygpu.upload(picture((64, 64)))
    part = there[16:32, 32:]
    assert part.root is there.root and part[2:4, 2:4].root is there.root
    host = np.asarray(there)
    assert np.may_share_memory(np.asarray(part), host) or not device.device.zero_copy


@pytest.mark.parametrize("region", [np.s_[3], np.s_[::2], np.s_[4:2], np.s_[:, :, 0], np.s_[0.5:]], ids=str)
def test_what_is_no_region(region, device):
    with pytest.raises((pygpu.ArgumentError, TypeError)):
        pygpu.upload(picture())[region]


PARTS = [np.s_[3], np.s_[-1], np.s_[3, 2:5], np.s_[3, 2:5, 1:4], np.s_[2:5], np.s_[...], np.s_[2:5, 1:4, 3:], np.s_[:, 3],
         np.s_[1:4, :, 5], np.s_[2:6, 4, 1:9], np.s_[2:3]]


@pytest.mark.parametrize("channels", [(), (3,)], ids=["gray", "colour"])
@pytest.mark.parametrize("key", PARTS, ids=str)
def test_parts_of_a_volume(key, channels, device):
    """Planes are pictures, which stay there, as smaller volumes do; each is filtered as the array is."""
    given = np.random.default_rng(5).random((7, 9, 14, *channels), np.float32)
    part = pygpu.upload(given, dimensions=3)[key]
    assert part.shape == given[key].shape and part.dimensions == part.ndim - len(channels)
    np.testing.assert_array_equal(part.numpy(), given[key])
    blurred = pygpu.filters.volumes.box if part.dimensions == 3 else pygpu.filters.box
    found = blurred(part, size=3)
    assert type(found) is pygpu.DeviceImage
    np.testing.assert_allclose(found.numpy(), blurred(given[key].copy(), size=3), atol=1e-6)
    np.testing.assert_array_equal(part[1:2].numpy(), given[key][1:2]) if len(part) > 1 else None


def test_planes_of_a_volume_one_by_one(device):
    given = np.random.default_rng(6).random((4, 5, 6), np.float32)
    there = pygpu.upload(given, dimensions=3)
    assert len(there) == 4 and [np.array_equal(plane, own) for plane, own in zip(there, given)] == [True] * 4
    with pytest.raises(TypeError, match="no volume"):
        iter(there[0])


@pytest.mark.parametrize("key", [np.s_[::2], np.s_[7], np.s_[1, 2], np.s_[1, 2, 3], np.s_[4:2], np.s_[0.5],
                                 np.s_[0, 0, 0, 0]], ids=str)
def test_what_is_no_part_of_a_volume(key, device):
    with pytest.raises((pygpu.ArgumentError, IndexError), match="volume|out of bounds|empty"):
        pygpu.upload(np.zeros((5, 6, 7), np.float32), dimensions=3)[key]


def test_dlpack(device):
    given = picture(dtype="float32")
    there = pygpu.upload(given)
    np.testing.assert_array_equal(np.from_dlpack(there), given)
    np.testing.assert_array_equal(np.from_dlpack(there[1:3, 2:5]), given[1:3, 2:5])
    torch = pytest.importorskip("torch")
    np.testing.assert_array_equal(torch.from_dlpack(there).numpy(), given)
    np.testing.assert_array_equal(pygpu.upload(torch.from_numpy(given)).numpy(), given)


def test_results_of_other_kinds_stay_too(device):
    filter = pygpu.compile(lambda im=Image, p=Position: (im(p) * 0.5, im(p) > 0.5))
    half, mask = filter(pygpu.upload(picture()))
    assert (half.dtype, mask.dtype) == (np.uint8, np.bool_)
    floats = pygpu.compile(blur)(pygpu.upload(picture()), dtype="float32")
    assert np.asarray(floats).dtype == np.float32


def test_written_to(device):
    given, target = pygpu.upload(picture(dtype="float32")), pygpu.upload(np.zeros((7, 9), np.float32))
    assert pygpu.compile(blur)(given, out=target) is target
    np.testing.assert_allclose(target.numpy(), pygpu.compile(blur)(given.numpy()), rtol=1e-6)
    array = np.zeros((7, 9), np.float32)
    assert pygpu.compile(blur)(given, out=array) is array
    np.testing.assert_array_equal(array, target.numpy())
    inside = pygpu.compile(blur)(given, valid=True)
    np.testing.assert_array_equal(inside.numpy(), target.numpy()[:6, 1:])
