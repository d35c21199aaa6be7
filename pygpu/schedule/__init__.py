"""From a graph to the stages it is made of, and to a plan for one device."""

from .plan import candidates, plan
from .plans import Pixels, Plan
from .stages.evaluate import evaluate
from .stages.footprint import footprint
from .stages.printer import printed
from .stages.stages import Stages, stages
from .stages.verify import InvalidStages, verify
from .strategies import STRATEGIES
from .target import CPU, GPU, NARROW, Target

__all__ = ["CPU", "GPU", "InvalidStages", "NARROW", "STRATEGIES", "Pixels", "Plan", "Stages", "Target", "candidates",
           "evaluate", "footprint", "plan", "printed", "stages", "verify"]
