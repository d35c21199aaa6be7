"""A contender that is a plain function of host arrays."""

from __future__ import annotations

import numpy as np

from ..measuring import Contender


def on_host(name: str, functions: dict, workload, pictures, *more, loosely=()) -> Contender | None:
    """`functions[workload.name](*pictures, *more)`, where there is one; `loosely` names those that compute something
    slightly different, such as weights of fewer bits."""
    function = functions.get(workload.name)
    if function is None:
        return None
    last, pictures = [], [np.array(picture) for picture in pictures]

    def run(times: int) -> None:
        for _ in range(times):
            last[:] = [function(*pictures, *more)]

    return Contender(name, run, lambda: last[0], loosely=workload.name in loosely)
