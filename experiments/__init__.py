"""Studies over whole runs of deals: the library behind the `sise` command.

Names are imported on first use, so that the command line starts before numba is loaded.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from experiments.plan import Plan, make_plan
    from experiments.simulation import Interrupted, Simulation, simulate

__all__ = ["Interrupted", "Plan", "Simulation", "make_plan", "simulate"]

_HOME = {
    "Interrupted": "simulation",
    "Plan": "plan",
    "Simulation": "simulation",
    "make_plan": "plan",
    "simulate": "simulation",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"experiments.{_HOME[name]}"), name)
    raise AttributeError(f"module 'experiments' has no attribute {name!r}")
