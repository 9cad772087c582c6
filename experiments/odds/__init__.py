"""Odds of the games: exact where they can be counted, simulated with intervals where not.

`deal` is what a dealt hand holds, `play` what whole deals come to, `session` what evenings do. Names are imported on
first use. `odds("deal", …)` is `odds.deal(…)`.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from experiments.odds.deal_odds import DealOdds, deal
    from experiments.odds.play_odds import PlayOdds, play
    from experiments.odds.session_odds import SessionOdds, session

__all__ = ["DealOdds", "PlayOdds", "SessionOdds", "deal", "play", "session"]

_HOME = {
    "DealOdds": "deal_odds",
    "PlayOdds": "play_odds",
    "SessionOdds": "session_odds",
    "deal": "deal_odds",
    "play": "play_odds",
    "session": "session_odds",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"experiments.odds.{_HOME[name]}"), name)
    raise AttributeError(f"module 'experiments.odds' has no attribute {name!r}")


class _Odds(ModuleType):
    """The package itself, which can be called with the name of a study and its arguments."""

    def __call__(self, study: str, *args: Any, **options: Any) -> Any:
        names = [name for name in _HOME if name.islower()]
        if study not in names:
            from simcore import SiseError

            raise SiseError(f"odds of {study!r}; expected {', '.join(names)}")
        return getattr(self, study)(*args, **options)


sys.modules[__name__].__class__ = _Odds
