"""Which code of libraries only computes: what it gives follows from what it is given, in this process and in any other."""

from __future__ import annotations

import types

from .changes import is_users

# Libraries that compute and do nothing else: what they give follows from what they are given and from their version.
PURE = {"abc", "array", "bisect", "builtins", "cmath", "collections", "colorsys", "contextlib", "copy", "dataclasses",
        "enum", "fractions", "functools", "heapq", "itertools", "math", "numbers", "numpy", "operator", "pygpu", "re",
        "reprlib", "scipy", "statistics", "string", "textwrap", "types", "typing"}
OTHERWISE = ("numpy.random", "numpy.ctypeslib", "numpy.lib.npyio", "numpy.lib._npyio", "scipy.io", "scipy.datasets",
             "scipy.stats",
             "pygpu.runtime")
# In these what is not to be had from what they are given: files, the reader, names, where things lie.
BEYOND = {"open", "input", "print", "eval", "exec", "compile", "__import__", "globals", "locals", "vars", "dir", "id",
          "hash", "breakpoint", "help", "exit", "quit", "__build_class__",
          "load", "loadtxt", "genfromtxt", "fromfile", "fromregex", "memmap", "open_memmap", "save", "savetxt", "savez",
          "savez_compressed", "tofile", "seterr", "set_printoptions", "datetime64", "rvs", "samples",
          "differential_evolution", "dual_annealing", "basinhopping", "kmeans", "kmeans2", "__hash__", "__sizeof__"}
# What code reads by these is not what is told of functions, classes and modules.
UNTOLD = {"__globals__", "__builtins__", "__subclasses__", "__annotations__", "__annotate__", "get_type_hints", "__hash__",
          "__sizeof__", "__reduce__", "__reduce_ex__", "datetime64", "rvs"}
DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType, types.GetSetDescriptorType,
               types.MemberDescriptorType, types.ClassMethodDescriptorType)


def is_pure(module, name: str) -> bool:
    """Whether a library's function or class computes, and does nothing else."""
    return (isinstance(module, str) and module.partition(".")[0].lstrip("_") in PURE and not module.startswith(OTHERWISE)
            and name not in BEYOND)


def computes(callee, is_library) -> bool:
    """Whether what is called on the host gives what follows from its arguments, or is code of the user's, whose names are
    looked at themselves."""
    kind = type(callee)
    if kind is types.MethodType:
        return computes(callee.__func__, is_library)
    if kind is types.FunctionType:
        at_home = callee.__globals__.get("__name__")  # (what wraps a function says that it is of the other's module)
        return not is_library(callee.__code__.co_filename) or is_pure(at_home, callee.__name__)
    if kind is types.BuiltinFunctionType or kind is types.MethodWrapperType:
        owner = callee.__self__
        of_module = owner is None or isinstance(owner, types.ModuleType)
        return is_pure(callee.__module__ if kind is types.BuiltinFunctionType and of_module else type(owner).__module__,
                       callee.__name__)
    if isinstance(callee, type):
        return is_users(callee) or is_pure(callee.__module__, callee.__name__)
    if isinstance(callee, DESCRIPTORS):
        return is_pure(callee.__objclass__.__module__, callee.__name__)
    return is_users(kind) or is_pure(kind.__module__, kind.__name__)
