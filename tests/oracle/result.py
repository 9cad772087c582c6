"""How a deal ended, in the words of the log's ``result``."""

from __future__ import annotations

from typing import Any

from .options import true_win
from .settlement import settle
from .table import Table, lone
from .wins import win_score

NOTHING: dict[str, dict[str, Any]] = {
    "guangshui": {"hu": 0, "kong": 0, "pai": 0, "level": "", "named": []},
    "youxi": {"hu": 0, "total": 0, "ghosts": 0, "high": False, "high_name": "", "pay": 0, "stinks": False},
}


def won(table: Table, seat: int) -> dict[str, Any]:
    """The result where ``seat`` is the first to declare a win, on the revealed card or the dealt hand."""
    if not true_win(table, seat):
        return finish(table, {"winner": -1, "win_kind": "false_win", "declarer": seat}, dict(NOTHING[table.game]))
    discarder = -1
    if table.card is None:
        win_kind = "tianhu"
    elif table.source == "discard":
        win_kind, discarder = "discard", table.by
    else:
        win_kind = "self_draw" if seat == table.by else "other_draw"
    score = win_score(table, seat)
    if table.game == "youxi":
        score["stinks"] = any(lone(card) for card in table.discarded[seat])
        if score["stinks"]:  # Y10
            score.update(pay=0, dreamer=2, high=False)
            score.pop("high_name", None)
    head = {"winner": seat, "win_kind": win_kind}
    return finish(table, head, score, discarder=discarder)


def exhausted(table: Table) -> dict[str, Any]:
    """The result where no drawable card is left (E10)."""
    return finish(table, {"winner": -1, "win_kind": "exhausted"}, dict(NOTHING[table.game]))


def finish(table: Table, head: dict[str, Any], score: dict[str, Any], *, discarder: int = -1) -> dict[str, Any]:
    """``head`` and ``score`` with the payoffs of G13 or Y6, Y9–Y11."""
    payoff, dreamer = settle(
        table.game,
        table.switches,
        score,
        winner=head["winner"],
        dealer=table.dealer,
        win_kind=head["win_kind"],
        discarder=discarder,
        stinks=bool(score.get("stinks", False)),
        declarer=head.get("declarer", -1),
    )
    return {**head, **score, "payoff": list(payoff), "dreamer": dreamer}
