"""From `FILE.py:FUNCTION` to a filter. Hides how the file is run and how the one obvious filter of a file is found."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pygpu

from ..compiler import Filter
from ..errors import meant
from ..language.signature import is_filter
from .trouble import UsageError, UserError

SHOWN = 12  # names of filters, where one is not found


def load(target: str):
    """The function or compiled Filter that `FILE.py:FUNCTION`, `FILE.py`, `package.module:FUNCTION`, or the name of a ready
    filter (`gaussian`) names."""
    return find(target)[0]


def find(target: str) -> tuple[object, str, list[str]]:
    """The same; what it is called in full; and the other filters of its file, if the target names none."""
    place, colon, name = target.rpartition(":")
    if not colon or not name.isidentifier():
        place, name = target, ""
    is_file = place.endswith(".py")
    if not is_file and not name and is_ready(place):
        return getattr(pygpu.filters, place), place, []
    if not is_file and not all(map(str.isidentifier, place.split("."))):
        raise UsageError(nothing_called(target))
    module = run_file(Path(place)) if is_file else import_module(place)
    if name:
        return named(module, place, name), target, []
    found = obvious(module, place) if is_file else only(module, place)
    own, *others = sorted(filters_of(module).items(), key=lambda item: item[1] is not found)
    return found, f"{place}:{own[0]}", [each for each, _ in others]


def is_ready(name: str) -> bool:
    """Whether a single word is a ready filter, and not a module of the user's."""
    return (name in pygpu.filters.__all__ or name == "open") and importlib.util.find_spec(name) is None


def run_file(path: Path) -> ModuleType:
    """Run a file as a module of its own, as `python FILE.py` would find its neighbours, but not as __main__."""
    if not path.is_file():
        near = meant(str(path), (str(each) for each in path.parent.glob("*.py"))) if path.parent.is_dir() else ""
        raise UsageError(f"there is no file {path}{near}")
    name = str(path)  # a name that no import can mean: a filter file may be called random.py
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)  # dataclasses look their module up there
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UserError(f"{path} stopped while it was loaded", error) from error
    return module


def nothing_called(name: str) -> str:
    """What is said of a word that stands where the filter belongs, and is none."""
    if Path(name).exists() and not name.endswith(".py"):
        return f"{name} stands where the filter belongs: pygpu run FILTER {name} -o OUT, and `sobel` or FILE.py is a filter"
    file = f"{name}.py"
    near = f" (did you mean {file}?)" if Path(file).is_file() else meant(name, pygpu.filters.__all__)
    return (f"there is no file, no module and no ready filter {name}{near}: write FILE.py, "
            f"FILE.py:FUNCTION, or the name of a ready filter")


def import_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(error.name + ".")):
            raise UsageError(nothing_called(name)) from None
        raise UserError(f"{name} stopped while it was imported", error) from error
    except Exception as error:
        raise UserError(f"{name} stopped while it was imported", error) from error


def named(module: ModuleType, place: str, name: str):
    found = getattr(module, name, None)
    if callable(found) and not isinstance(found, type):
        return found
    if found is not None:
        raise UsageError(f"{name} in {place} is a {type(found).__name__}, not a function or a compiled filter")
    there = list(filters_of(module))
    if len(there) > SHOWN:
        there.sort()
    near, some = meant(name, there), ", ".join(there[:SHOWN]) or "none"
    some += f"... ({len(there)} in all)" if len(there) > SHOWN else ""
    raise UsageError(f"there is no {name} in {place}{near}; filters there: {some}")


def obvious(module: ModuleType, place: str):
    """The one filter a file is about: the last that it compiles, or else the last function written as one."""
    candidates = filters_of(module)
    if not candidates:
        raise UsageError(f"{place} defines no filter: no function there has a parameter such as im=Image or p=Position")
    compiled = [value for value in candidates.values() if isinstance(value, Filter)]
    return compiled[-1] if compiled else list(candidates.values())[-1]


def only(module: ModuleType, place: str):
    """The filter of a module that has one; of several, nobody knows which is meant."""
    candidates = filters_of(module)
    if len(candidates) > 1:
        names = textwrap.fill(", ".join(sorted(candidates)), 100, initial_indent="  ", subsequent_indent="  ")
        raise UsageError(f"which one? {place} has {len(candidates)} filters: write {place}:{min(candidates)}, "
                         f"or another of\n{names}")
    return obvious(module, place)


def filters_of(module: ModuleType) -> dict[str, object]:
    """The filters a file itself defines, in its order."""
    return {name: value for name, value in vars(module).items() if is_own_filter(value, module)}


def is_own_filter(value, module: ModuleType) -> bool:
    """A compiled filter, or something that could be compiled and comes from this module (or package)."""
    if isinstance(value, Filter):
        return True
    is_here = f"{getattr(value, '__module__', None)}.".startswith(f"{module.__name__}.")
    of_pictures = getattr(value, "is_of_pictures", False)  # as `label` is, in rounds
    return is_here and callable(value) and not isinstance(value, type) and (of_pictures or is_filter(value))
