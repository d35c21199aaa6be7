"""What a filter without a position gives, a number, a tuple, a table: printed, or written to a file that can hold it.

    0.506           a number            .txt, .csv    a row for each row of a table, as it is printed, or with commas
    0.0 1.0         several, a list     .json         numbers and lists of them
    1 2             a table of rows     .npy          an array
    3 4
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from ..calls.values import as_text, listed
from .trouble import UsageError

ENDINGS = (".txt", ".csv", ".json", ".npy")


def must_hold(path: str) -> None:
    """Refuse a file that holds pictures, before anything is computed."""
    if Path(path).suffix.lower() not in ENDINGS:
        raise UsageError(f"-o {path}: the filter has no position, so that it gives a value: it is printed, or written to "
                         f"a file that ends in {', '.join(ENDINGS)}")


def write(value, path: str) -> None:
    place, ending = Path(path), Path(path).suffix.lower()
    place.parent.mkdir(parents=True, exist_ok=True)
    if ending == ".npy":
        np.save(place, np.asarray(listed(value)))
    elif ending == ".json":
        place.write_text(json.dumps(listed(value)) + "\n")
    else:
        place.write_text(as_text(value, "," if ending == ".csv" else " ") + "\n")
