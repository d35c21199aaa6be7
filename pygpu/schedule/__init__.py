"""From a graph to the stages it is made of, and to a plan for one device."""

from .device import CPU, GPU, Device
from .footprint import footprint
from .plan import Plan, plan

__all__ = ["CPU", "GPU", "Device", "Plan", "footprint", "plan"]
