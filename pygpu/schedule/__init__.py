"""From a graph to the stages it is made of (stages/stages.py), and to a plan for one device (plan.py).

Here stands only what a call is told of before any plan is made: where the kernels are on disk, none is, and the planner is
not imported.
"""

from .target import CPU, GPU, NARROW, Target

__all__ = ["CPU", "GPU", "NARROW", "Target"]
