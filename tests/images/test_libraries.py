"""Other libraries' arrays in, and their own kind out. Those that are installed are asked; what they promise is tested
on stand-ins, so that it is tested everywhere."""

import sys
import types

import numpy as np
import pytest

import pygpu
from pygpu import Image, ImageError, Position

RANDOM = np.random.default_rng(61)


def doubled(im=Image, p=Position):
    return im(p) * 2


def flip(im=Image, p=Position):
    return im(im.width - 1 - p.x, p.y)


class Interface:
    def __init__(self, array):
        self.array, self.__array_interface__ = array, array.__array_interface__


class Method:
    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


class Capsule:
    """Speaks DLPack, as a module of that name does."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Standard(Capsule):
    """An array of the Python array API standard."""

    def __array_namespace__(self):
        return types.SimpleNamespace(from_dlpack=lambda array: Standard(np.from_dlpack(array)))


@pytest.mark.parametrize("wrap", [Interface, Method, Capsule])
def test_what_can_be_read_as_an_array(wrap, engine):
    given = RANDOM.random((4, 5), np.float32)
    np.testing.assert_array_equal(pygpu.compile(doubled)(wrap(given)), given * 2)


def test_a_library_that_speaks_dlpack_gets_its_own_kind_back(engine, monkeypatch):
    library = types.ModuleType("capsules")
    library.from_dlpack = lambda array: Capsule(np.from_dlpack(array))
    monkeypatch.setitem(sys.modules, "capsules", library)
    monkeypatch.setattr(Capsule, "__module__", "capsules.tensors")
    given = RANDOM.random((4, 5, 3), np.float32)
    for kind in (Capsule, Standard):
        result = pygpu.compile(doubled)(kind(given))
        assert type(result) is kind
        np.testing.assert_array_equal(result.array, given * 2)
    stack = pygpu.compile(doubled)(Standard(given), axis=2)
    assert type(stack) is Standard
    np.testing.assert_array_equal(stack.array, given * 2)


def test_subclasses_come_back_as_plain_arrays(engine):
    class Own(np.ndarray):
        pass

    given = RANDOM.random((4, 5), np.float32)
    for kind in (Own, np.matrix):
        result = pygpu.compile(flip)(given.view(kind))
        assert type(result) is np.ndarray
        np.testing.assert_array_equal(result, given[:, ::-1])


def test_masked_arrays(on_numpy):
    given = np.ma.masked_array(np.ones((2, 3), np.float32), [[0, 1, 0], [0, 0, 0]])
    with pytest.raises(ImageError, match=r"masked.*filled\(value\)"):
        pygpu.compile(doubled)(given)
    result = pygpu.compile(doubled)(np.ma.masked_array(np.ones((2, 3), np.float32)))  # nothing is masked
    assert type(result) is np.ndarray and (result == 2).all()
    np.testing.assert_array_equal(pygpu.compile(doubled)(given.filled(5)), given.filled(5) * 2)


def test_imageio(tmp_path, engine):
    imageio = pytest.importorskip("imageio.v3")
    given = RANDOM.integers(0, 256, (4, 5, 3), np.uint8)
    imageio.imwrite(tmp_path / "picture.png", given)
    result = pygpu.compile(flip)(imageio.imread(tmp_path / "picture.png"))
    np.testing.assert_array_equal(result, given[:, ::-1])


def test_opencv(engine):
    cv2 = pytest.importorskip("cv2")
    given = cv2.merge([RANDOM.integers(0, 256, (4, 5), np.uint8) for _ in range(3)])
    np.testing.assert_array_equal(pygpu.compile(flip)(given, channels="bgr"), cv2.flip(given, 1))


def test_torch(engine):
    torch = pytest.importorskip("torch")
    for dtype in (torch.float32, torch.uint8, torch.int16, torch.float16, torch.float64, torch.bool):
        given = (torch.rand(4, 5, 3) * 3).to(dtype)
        result = pygpu.compile(flip)(given)
        assert type(result) is torch.Tensor and result.dtype == dtype and torch.equal(result, given.flip(1))
    planes = torch.rand(4, 5, 3).permute(2, 0, 1)
    assert torch.equal(pygpu.compile(flip)(planes.permute(1, 2, 0)), planes.permute(1, 2, 0).flip(1))
    assert torch.equal(pygpu.compile(flip)(planes, axis=0), planes.flip(2))
    target = torch.zeros(4, 5)
    assert pygpu.compile(flip)(planes[0], out=target) is target and torch.equal(target, planes[0].flip(1))
    with pytest.raises(ImageError, match="grad"):
        pygpu.compile(flip)(torch.rand(4, 5, requires_grad=True))
    with pytest.raises(ImageError, match="channels come first"):
        pygpu.compile(flip)(torch.rand(3, 40, 50))


def test_jax(engine, monkeypatch):
    monkeypatch.setenv("XLA_PYTHON_CLIENT_PREALLOCATE", "false")   # else it takes three quarters of a GPU, from all tests
    jax = pytest.importorskip("jax")
    given = jax.numpy.arange(20.0).reshape(4, 5)
    result = pygpu.compile(flip)(given)
    assert isinstance(result, jax.Array) and (result == given[:, ::-1]).all()


class Labelled:
    """As much of an xarray.DataArray as is used."""

    def __init__(self, data, dims=(), coords=None, name=None, attrs=None):
        self.data, self.dims, self.coords, self.name, self.attrs = data, tuple(dims), dict(coords or {}), name, attrs
        self.sizes, self.shape = dict(zip(self.dims, data.shape)), data.shape

    def get_axis_num(self, name):
        return self.dims.index(name)

    def __array__(self, dtype=None, copy=None):
        return self.data


def labelled(kind, data, dims):
    lengths = dict(zip(dims, data.shape))
    if kind is Labelled:
        coords = {dim: Labelled(np.arange(n) * 10.0, [dim]) for dim, n in lengths.items()}
    else:
        coords = {dim: np.arange(n) * 10.0 for dim, n in lengths.items()}
    return kind(data, dims=dims, coords=coords, name="radiance", attrs={"units": "W"})


@pytest.mark.parametrize("library", ["a stand-in", "xarray"])
def test_xarray_keeps_names_and_coordinates(library, engine):
    kind = Labelled if library == "a stand-in" else pytest.importorskip("xarray").DataArray
    given = labelled(kind, RANDOM.random((4, 5)), ("lat", "lon"))
    result = pygpu.compile(doubled)(given)
    assert type(result) is kind and result.dims == ("lat", "lon") and result.name == "radiance"
    assert result.attrs == {"units": "W"} and list(np.asarray(result.coords["lon"])) == [0, 10, 20, 30, 40]
    np.testing.assert_allclose(np.asarray(result), np.asarray(given) * 2, rtol=1e-6)
    colours = labelled(kind, RANDOM.random((4, 5, 3)), ("y", "x", "band"))
    gray = pygpu.compile(lambda im=Image, p=Position: im(p).g)(colours)
    assert gray.dims == ("y", "x") and set(gray.coords) == {"y", "x"}
    wide = pygpu.compile(lambda im=Image, p=Position: im(p))(given, size=(5, 9))
    assert wide.dims == ("lat", "lon") and set(wide.coords) == {"lon"}  # there are no latitudes for nine rows
    several = pygpu.compile(lambda im=Image, p=Position: (im(p), im(p) > 0.5))(given)
    assert all(type(each) is kind for each in several)


@pytest.mark.parametrize("library", ["a stand-in", "xarray"])
def test_a_stack_along_a_named_axis(library, engine):
    kind = Labelled if library == "a stand-in" else pytest.importorskip("xarray").DataArray
    given = labelled(kind, RANDOM.random((4, 2, 5)).astype(np.float32), ("y", "time", "x"))
    result = pygpu.compile(flip)(given, axis="time")
    assert type(result) is kind and result.dims == ("y", "time", "x") and set(result.coords) == {"y", "time", "x"}
    np.testing.assert_array_equal(np.asarray(result), np.asarray(given)[:, :, ::-1])


# --- scans of a body -------------------------------------------------------------------------------------------------

SCAN = RANDOM.random((4, 5, 6)).astype(np.float32)


class Header(dict):
    def set_data_dtype(self, dtype):
        self["dtype"] = np.dtype(dtype).name


class Nifti:
    """As nibabel's images: x first, with an affine."""

    def __init__(self, dataobj, affine, header):
        self.dataobj, self.affine, self.header, self.shape = dataobj, affine, Header(header), dataobj.shape


class ItkImage:
    """As SimpleITK's, which its module reads and makes."""

    def __init__(self, array):
        self.array, self.geometry, self.metadata = array, (1.0,) * 3, {}

    def GetSpacing(self):
        return self.geometry

    GetDirection = GetSpacing

    def GetDimension(self):
        return 3

    def GetSize(self):
        return self.array.shape[:3][::-1]

    def CopyInformation(self, other):
        self.geometry = other.geometry

    def GetMetaDataKeys(self):
        return list(self.metadata)

    def GetMetaData(self, key):
        return self.metadata[key]

    def SetMetaData(self, key, value):
        self.metadata[key] = value


@pytest.fixture
def itk(monkeypatch):
    module = types.SimpleNamespace(GetArrayViewFromImage=lambda image: image.array,
                                   GetImageFromArray=lambda array, isVector: ItkImage(array))
    monkeypatch.setitem(sys.modules, ItkImage.__module__.split(".")[0], module)


def test_a_scan_of_nibabel_stays_where_it_lies():
    volumes = pygpu.filters.volumes
    given = Nifti(SCAN.T, np.diag([2.0, 3, 4, 1]), {"descrip": "scan"})
    found = volumes.box(given, size=(3, 1, 1))
    assert type(found) is Nifti and found.affine is given.affine
    assert found.header == {"descrip": "scan", "dtype": "float32"}
    np.testing.assert_array_equal(found.dataobj.T, volumes.box(SCAN, size=(3, 1, 1)))
    assert volumes.threshold(given).dataobj.dtype == np.uint8  # no such file holds truths
    cut = volumes.crop(given, 0, 0, 3, 3, 0, 2)  # which lies elsewhere
    assert type(cut) is np.ndarray and np.array_equal(cut, SCAN[:2, :3, :3])


def test_a_scan_of_simpleitk_stays_where_it_lies(itk):
    given = ItkImage(SCAN)
    given.geometry, given.metadata = (0.5, 0.5, 2.0), {"who": "nobody"}
    found = pygpu.filters.volumes.median(given, size=3)
    assert type(found) is ItkImage and (found.geometry, found.metadata) == (given.geometry, given.metadata)
    np.testing.assert_array_equal(found.array, pygpu.filters.volumes.median(SCAN, size=3))
    assert type(pygpu.filters.volumes.resize(given, 3, 3, 3)) is np.ndarray
