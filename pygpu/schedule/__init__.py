"""From a graph to the stages it is made of, and to a plan for one device."""

from .evaluate import evaluate
from .footprint import footprint
from .plan import candidates, plan
from .plans import Pixels, Plan
from .printer import printed
from .stages import Stages, stages
from .strategies import STRATEGIES
from .target import CPU, GPU, Target
from .verify import InvalidStages, verify

__all__ = ["CPU", "GPU", "InvalidStages", "STRATEGIES", "Pixels", "Plan", "Stages", "Target", "candidates", "evaluate",
           "footprint", "plan", "printed", "stages", "verify"]
