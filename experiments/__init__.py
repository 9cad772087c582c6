"""Studies over whole runs of deals: the library behind the `sise` command.

Names are imported on first use, so that the command line starts before numba is loaded.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from experiments import odds
    from experiments.advice import Advice, advise
    from experiments.comparison import RuleComparison, compare_rules
    from experiments.ladders import Ladder, ladder
    from experiments.matches import Match, match
    from experiments.plan import Plan, make_plan
    from experiments.sequential import Sprt
    from experiments.simulation import Interrupted, Simulation, simulate
    from experiments.study import run_study
    from experiments.tuning.result import Tuning
    from experiments.tuning.run import tune

__all__ = [
    "Advice",
    "Interrupted",
    "Ladder",
    "Match",
    "Plan",
    "RuleComparison",
    "Simulation",
    "Sprt",
    "Tuning",
    "advise",
    "compare_rules",
    "ladder",
    "make_plan",
    "match",
    "odds",
    "run_study",
    "simulate",
    "tune",
]

_HOME = {
    "Advice": "advice",
    "advise": "advice",
    "RuleComparison": "comparison",
    "compare_rules": "comparison",
    "Interrupted": "simulation",
    "Ladder": "ladders",
    "Match": "matches",
    "Plan": "plan",
    "Simulation": "simulation",
    "Sprt": "sequential",
    "Tuning": "tuning.result",
    "ladder": "ladders",
    "make_plan": "plan",
    "match": "matches",
    "run_study": "study",
    "simulate": "simulation",
    "tune": "tuning.run",
}


def __getattr__(name: str) -> Any:
    if name == "odds":  # a package, which can be called as well
        return import_module("experiments.odds")
    if name in _HOME:
        return getattr(import_module(f"experiments.{_HOME[name]}"), name)
    raise AttributeError(f"module 'experiments' has no attribute {name!r}")
