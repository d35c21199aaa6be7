"""From a graph to the stages it is made of, and to a plan for one device."""

from .footprint import footprint
from .plan import candidates, plan
from .plans import Pixels, Plan
from .stages import Stages, stages
from .strategies import STRATEGIES
from .target import CPU, GPU, Target

__all__ = ["CPU", "GPU", "STRATEGIES", "Pixels", "Plan", "Stages", "Target", "candidates", "footprint", "plan", "stages"]
