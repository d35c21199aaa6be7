"""scipy.signal.find_peaks of whole arrays, written in NumPy: for the tracer to walk.

    WRITTEN    the module and the name → what it means
"""

from __future__ import annotations

import numpy as np

from .functions import walked


def find_peaks(x, height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5,
               plateau_size=None):
    """(places, what is known of each): what is higher than both neighbours; of a plateau the middle."""
    if x.ndim != 1:
        raise ValueError("`x` must be a 1-D array")
    if distance is not None and distance < 1:
        raise ValueError("`distance` must be greater or equal to 1")
    x = x.astype(np.float64)
    count = len(x)
    if count < 3:
        return np.nonzero(np.zeros(count, bool))[0], {}
    places, steps = np.arange(count), x[1:] != x[:-1]
    begins, ends = np.concatenate([[True], steps]), np.concatenate([steps, [True]])
    first = np.maximum.accumulate(np.where(begins, places, 0))
    last = np.flip(np.minimum.accumulate(np.flip(np.where(ends, places, count - 1))))
    before, behind = x[np.maximum(first - 1, 0)], x[np.minimum(last + 1, count - 1)]
    taken = (first > 0) & (last < count - 1) & (before < x) & (behind < x) & (places == (first + last) // 2)
    told = {}
    if plateau_size is not None:
        told.update(plateau_sizes=last - first + 1, left_edges=first, right_edges=last)
        taken = taken & between(last - first + 1, plateau_size)
    if height is not None:
        told["peak_heights"] = x
        taken = taken & between(x, height)
    if threshold is not None:
        left, right = x - np.concatenate([x[:1], x[:-1]]), x - np.concatenate([x[1:], x[-1:]])
        told.update(left_thresholds=left, right_thresholds=right)
        low, high = threshold if isinstance(threshold, (tuple, list)) else (threshold, None)
        taken = taken if low is None else taken & (np.minimum(left, right) >= low)
        taken = taken if high is None else taken & (np.maximum(left, right) <= high)
    if distance is not None:
        taken = far_apart(x, taken, int(np.ceil(distance)))
    if prominence is not None or width is not None:
        bases = [walked(base, x, 0, np.int64, step, reach(wlen)) for step in (-1, 1)]
        prominences = x - np.maximum(x[bases[0]], x[bases[1]])
        told.update(prominences=prominences, left_bases=bases[0], right_bases=bases[1])
        taken = taken if prominence is None else taken & between(prominences, prominence)
    if width is not None:
        if rel_height < 0:
            raise ValueError("`rel_height` must be greater or equal to 0.0")
        ends_at = [walked(crossing, x, 0, np.float64, step, reach(wlen), rel_height) for step in (-1, 1)]
        told.update(widths=ends_at[1] - ends_at[0], width_heights=x - prominences * rel_height, left_ips=ends_at[0],
                    right_ips=ends_at[1])
        taken = taken & between(ends_at[1] - ends_at[0], width)
    return np.nonzero(taken)[0], {name: each[taken] for name, each in told.items()}


def between(x, limits):
    low, high = limits if isinstance(limits, (tuple, list)) else (limits, None)
    found = np.ones(x.shape, bool) if low is None else x >= low
    return found if high is None else found & (x <= high)


# --- peaks that are too near to higher ones ----------------------------------------------------------------------------

def far_apart(x, taken, distance):
    """Peaks but for those that are nearer than so far to a higher one that stays; of equal ones the last stays. In each turn
    those stay that are the highest around."""
    if distance < 2:
        return taken
    stays, left = np.zeros(taken.shape, bool), taken
    while np.any(left):
        before, behind = most_beside(np.where(left, x, -np.inf), distance - 1)
        highest = left & (before <= x) & (behind < x)
        before, behind = most_beside(np.where(highest, 1.0, 0.0), distance - 1)
        stays, left = stays | highest, left & ~highest & (before < 1) & (behind < 1)
    return stays


def most_beside(a, far):
    """The largest of so many numbers before each, and of so many behind it."""
    found, many = np.pad(a, far, constant_values=-np.inf), 1
    while many < far:
        step = min(many, far - many)
        found, many = np.maximum(found[:len(found) - step], found[step:]), many + step
    return found[:len(a)], found[far + 1:far + 1 + len(a)]


# --- along a line ------------------------------------------------------------------------------------------------------

def reach(wlen):
    """How far a peak is looked away from, in a window of so many that it is in the middle of; None: as far as there is."""
    if wlen is None or wlen == -1:
        return None
    if wlen <= 1:
        raise ValueError(f"`wlen` must be larger than 1, was {wlen}")
    return int(np.ceil(wlen)) // 2


def base(read, here, length, step, reach):
    """Where the least number is between a peak and the next higher one; the nearest of several."""
    top, lowest, found, at, left = read(here), read(here), here, here + step, length if reach is None else reach
    while (at >= 0) & (at < length) & (left > 0):
        number = read(at)
        if number > top:
            break
        if number < lowest:
            lowest, found = number, at
        at, left = at + step, left - 1
    return found


def crossing(read, here, length, step, reach, share):
    """Where the line crosses the height that a share of the prominence is below a peak, between two places."""
    before, behind = base(read, here, length, -1, reach), base(read, here, length, 1, reach)
    height = read(here) - (read(here) - max(read(before), read(behind))) * share
    last, at = behind if step > 0 else before, here
    while (at != last) & (height < read(at)):
        at = at + step
    number = read(at)
    inside = min(max(at - step, 0), length - 1)
    return at - step * ((height - number) / (read(inside) - number)) if number < height else at * 1.0


WRITTEN = {("scipy.signal", "find_peaks"): find_peaks}
