"""What `pip install` brings: every room, no more, under one version."""

import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from pygpu.version import __version__

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy: building leaves things behind."""
    pytest.importorskip("setuptools", minversion="70.1")
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    shutil.copytree(ROOT / "pygpu", source / "pygpu", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = "import sys, setuptools.build_meta as backend; backend.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(folder)], cwd=source, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        yield archive


def test_wheel_holds_every_room_and_nothing_else(wheel):
    files = {name for name in wheel.namelist() if ".dist-info/" not in name}
    kinds = (".py", ".pyi", ".js", ".html")
    kept = [path for path in (ROOT / "pygpu").rglob("*") if path.suffix in kinds or path.name == "py.typed"]
    assert files == {path.relative_to(ROOT).as_posix() for path in kept}


def test_wheel_carries_the_one_version(wheel):
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = message_from_bytes(wheel.read(name))
    assert metadata["Version"] == __version__
    assert metadata["Name"] == "pygpu"
    assert metadata["Requires-Python"] == ">=3.11"
    assert {"cpu", "test"} <= set(metadata.get_all("Provides-Extra"))


def test_changelog_speaks_of_this_version():
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_license_travels_with_the_wheel(wheel):
    assert any(Path(name).name == "LICENSE" for name in wheel.namelist())


def test_wheel_brings_the_script(wheel):
    from pygpu.__main__ import script

    name = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "pygpu = pygpu.__main__:script" in wheel.read(name).decode() and callable(script)
