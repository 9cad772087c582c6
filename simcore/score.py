"""Scoring for callers: one hand explained, or many hands packed once and scored at the speed of the core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.batch_scores import due_allow, read_score, score_batch
from simcore.errors import HandError, SiseError
from simcore.explain import explain
from simcore.guangshui import NAMED
from simcore.holding import Case, case_of, pack, read_case
from simcore.parts import Bonus, Group
from simcore.records import LEVELS, SCORE_DTYPE, SCRATCH
from simcore.rules import Rules
from simcore.scorers import best_value_of, packed, scorer_address
from simcore.tables import scoring_tables

SCORE_RECORD = np.dtype((np.record, SCORE_DTYPE))


@dataclass(frozen=True)
class Score:
    """What a hand of 31 cards is worth, and why.

    `groups` and `bonuses` add up to `hu`. `pay` is what each other player pays, in 牌 (Guangshui) or coins (Youxi);
    fields of the other game are 0. A hand that is not covered has only `idle`, the fewest cards in no group.
    """

    rules: Rules
    covered: bool
    wins: bool
    idle: int = 0
    hu: int = 0
    kong: int = 0
    pai: int = 0
    level: str = ""
    named: tuple[str, ...] = ()
    total: int = 0
    ghosts: int = 0
    high: bool = False
    high_name: str = ""
    pay: int = 0
    dreamer: int = 0
    groups: tuple[Group, ...] = ()
    bonuses: tuple[Bonus, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As JSON (docs/formats.md)."""
        if not self.covered:
            return {"covered": False, "wins": False, "idle": self.idle}
        base: dict[str, Any] = {"covered": True, "wins": self.wins, "hu": self.hu}
        groups = [group.to_dict() for group in self.groups]
        if self.rules.game == "guangshui":
            base |= {"kong": self.kong, "pai": self.pai, "level": self.level, "named": list(self.named)}
            return base | {"groups": groups, "bonuses": [bonus.to_dict() for bonus in self.bonuses]}
        base["groups"] = groups
        if self.wins:
            base |= {
                "total": self.total,
                "ghosts": self.ghosts,
                "high": self.high,
                "high_name": self.high_name,
                "pay": self.pay,
                "dreamer": self.dreamer,
            }
        return base


@dataclass(frozen=True)
class HandBatch:
    """Hands of one game, checked and packed: HOLDING records."""

    game: str
    holdings: np.ndarray[Any, Any]

    def __len__(self) -> int:
        return len(self.holdings)


def score(
    rules: Rules, hand: str | Sequence[Any], melds: Sequence[str] = (), claimed: str | int | None = None
) -> Score:
    """The exact best grouping of 31 cards (G2–G10, Y2–Y8): concealed `hand`, open `melds`, the `claimed` card.

    Cards are texts ("YJ", "YJ2", Chinese) or types. Raises CardError or HandError. The claimed card may lie in any
    group (G16's by_right needs a seat, which a hand alone does not have); duty_in_win is kept.
    """
    return score_case(rules, read_case(rules, hand, melds, claimed))


def score_case(rules: Rules, case: Case, allow: int | None = None) -> Score:
    """`score` of a checked case; `allow` narrows the places of the claimed card (G16)."""
    holdings = pack([case])
    h = holdings[0]
    record = packed(rules)
    due = int(due_allow(record, int(h.due)))
    allow = due if allow is None else allow
    value = best_value_of(rules, h, case.claimed, allow)
    if value < 0:
        return Score(rules, False, False, idle=int(_score(rules, holdings)["idle"][0]))
    scores = _read(rules, value, h, case.claimed)
    groups, bonuses, high_name = explain(rules, case, h, allow, value)
    return Score(
        rules,
        True,
        bool(scores["wins"]),
        hu=int(scores["hu"]),
        kong=int(scores["kong"]),
        pai=int(scores["pai"]),
        level=LEVELS[scores["level"]],
        named=tuple(name for i, name in enumerate(NAMED) if int(scores["named"]) >> i & 1),
        total=int(scores["total"]),
        ghosts=int(scores["ghosts"]),
        high=bool(scores["high"]),
        high_name=high_name,
        pay=int(scores["pay"]),
        dreamer=int(scores["dreamer"]),
        groups=groups,
        bonuses=bonuses,
    )


def hand_batch(rules: Rules, cases: Iterable[Mapping[str, Any]]) -> HandBatch:
    """Check and pack scoring inputs (mappings with hand, melds, claimed) once, for `score_many`.

    Raises CardError or HandError naming the first case that cannot be used.
    """
    packed = []
    for i, case in enumerate(cases):
        try:
            packed.append(read_case(rules, *case_of(case)))
        except SiseError as error:
            raise type(error)(f"case {i}: {error}") from None
    return HandBatch(rules.game, pack(packed))


def score_many(rules: Rules, batch: HandBatch, out: np.ndarray[Any, Any] | None = None) -> np.ndarray[Any, Any]:
    """Score a batch: one SCORE_DTYPE record a hand, in order. No Python runs per hand.

    `out` takes the scores in place of a new array, whose memory costs more than a hand that is not covered. It has
    as many records as the batch and is returned. Raises HandError for a batch of the other game or another `out`.
    """
    if batch.game != rules.game:
        raise HandError(f"the batch holds {batch.game} hands, the rules are {rules.game}")
    if out is not None and not (out.dtype == SCORE_DTYPE and out.shape == (len(batch),) and out.flags.carray):
        raise HandError(f"out: expected {len(batch)} SCORE_DTYPE records, not an array {out.shape} of {out.dtype}")
    return _score(rules, batch.holdings, out)


def _read(rules: Rules, value: int, h: Any, claimed: int) -> Any:
    """A value as a SCORE_DTYPE record."""
    scores = np.zeros(1, SCORE_RECORD)
    read_score(packed(rules), value, h, claimed, scores[0])
    return scores[0]


def _score(
    rules: Rules, holdings: np.ndarray[Any, Any], out: np.ndarray[Any, Any] | None = None
) -> np.ndarray[Any, Any]:
    scores = np.empty(len(holdings), SCORE_DTYPE) if out is None else out
    scratch = np.zeros(1, SCRATCH)[0]
    address = scorer_address(rules.game)[0]
    score_batch(address, scoring_tables(), packed(rules), holdings, scores.view(SCORE_RECORD), scratch)
    return scores
