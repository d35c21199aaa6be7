"""From a graph to the stages it is made of, and to a plan for one device."""

from .device import CPU, GPU, Device
from .footprint import footprint
from .plan import candidates, plan
from .plans import Plan
from .stages import Stages, stages

__all__ = ["CPU", "GPU", "Device", "Plan", "Stages", "candidates", "footprint", "plan", "stages"]
