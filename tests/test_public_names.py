"""What `import pygpu` offers: these names and no others. A new name is a promise; it is made here first."""

import subprocess
import sys
from pathlib import Path

import pygpu

TYPES = "Image Array Volume Position Float Int Bool Vec2 Vec3 Vec4 Color".split()
IMAGES = "HostImage HostArray HostVolume DeviceImage DeviceComplex upload offsets ravel transpose is_known".split()
GEOMETRY = "dot cross length distance normalize reflect mix clamp step smoothstep".split()
MATHEMATICS = """
    sqrt cbrt hypot exp exp2 expm1 log log2 log10 log1p pow
    sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh degrees radians
    floor ceil trunc fract fmod sign fabs copysign minimum maximum isnan isinf isfinite
""".split()
COMPILER = "compile compose debug Filter devices filters use __version__".split()
ERRORS = "PyGPUError CompileError ArgumentError ImageError DeviceError".split()


def test_exactly_these_names():
    promised = {*TYPES, *IMAGES, *GEOMETRY, *MATHEMATICS, *COMPILER, *ERRORS}
    assert set(pygpu.__all__) == promised
    assert len(pygpu.__all__) == len(promised), "a name stands there twice"


def test_each_is_there_and_says_what_it_is():
    for name in pygpu.__all__:
        value = getattr(pygpu, name)
        assert name.startswith("__") or (value.__doc__ or "").strip(), f"pygpu.{name} has no docstring"


def test_no_name_hides_a_builtin_by_a_star_import():
    import builtins

    hidden = {name for name in pygpu.__all__ if hasattr(builtins, name)} - {"compile", "pow"}
    assert not hidden


def test_every_error_is_one_of_ours():
    for name in ERRORS:
        assert issubclass(getattr(pygpu, name), pygpu.PyGPUError)


def test_import_reaches_for_no_device():
    """`import pygpu` must be quick and safe: pyopencl, PIL and the commands come when something needs them."""
    late = ["pyopencl", "PIL.Image", "pygpu.commandline", "pygpu.filters", "scipy"]
    code = f"import sys, pygpu; print([name for name in {late} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          cwd=Path(pygpu.__file__).parent.parent)
    assert done.stdout.strip() == "[]"
