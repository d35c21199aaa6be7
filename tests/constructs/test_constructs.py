"""Every construct on every engine against plain Python, every refusal against its kind."""

import inspect

import pytest

from . import GROUPS
from .comparing import check, constructs

CONSTRUCTS = constructs()


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct(name, engine):
    check(name)


def test_each_construct_is_named_once():
    words = [inspect.getdoc(function) for function in CONSTRUCTS.values()]
    assert all(words) and len(set(words)) == len(words) and len(words) >= 150
    assert all(group.__doc__.startswith("Constructs: ") for group in GROUPS)
