"""What an intent costs: duties passed (E12, G12) and cards passed (G11, Y12)."""

from __future__ import annotations

from collections.abc import Sequence

from .table import COLOURS, Table


def complete_che_with(table: Table, seat: int, card: str) -> bool:
    """G12: whether ``seat`` holds a complete 車 that has ``card`` as a member."""

    def twice(member: str) -> bool:
        laid = any(meld.kind in ("peng", "kong") and meld.cards[0] == member for meld in table.melds[seat])
        return laid or table.hands[seat].count(member) >= 2

    colour, kind = card
    ordinary = [[colour + other for other in line] for line in ("JSX", "CMP") if kind in line]
    if any(all(twice(member) for member in che) for che in ordinary):
        return True
    return kind in "JZ" and twice(card) and sum(twice(other + kind) for other in COLOURS) >= 3


def duty_passed(table: Table, seat: int, options: Sequence[str], intent: str) -> str | None:
    """The rule that bars ``seat`` for stating ``intent`` among ``options``, or None."""
    if "kong" in options and intent not in ("kong", "win"):
        return "E12"
    if table.game == "guangshui" and table.rules["chuche_duty"] and "peng" in options:
        assert table.card is not None
        if intent not in ("peng", "win") and complete_che_with(table, seat, table.card):
            return "G12"
    return None


def note_pass(table: Table, seat: int, options: Sequence[str]) -> None:
    """What a stated pass forbids later (G11, Y12)."""
    assert table.card is not None
    if table.game == "guangshui":
        if table.rules["passed_card_dead"]:
            table.passed[seat].add(table.card)
        return
    if any(option == "zhan" or option.startswith("chi:") for option in options):
        table.passed_chi_zhan[seat].add(table.card)
    if "peng" in options:
        table.passed_peng[seat].add(table.card)
