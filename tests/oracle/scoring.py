"""The scoring oracle: every grouping of the cards, every use of loose generals, by the letter of the rules.

Cards and melds are texts as in the interface page; results are its "Scoring, JSON".
"""

from functools import cache
from itertools import product

from . import guangshui, youxi
from .cards import parse
from .case import Case
from .explain import check_explanation
from .groups import block_groupings, idle_in

__all__ = ["check_explanation", "covered", "groupings", "idle", "score"]


def idle(cards):
    """The fewest of these cards (texts, any number of them) that can be left in no group."""
    return idle_in(parse(cards))


def covered(hand, claimed=None):
    """Whether every concealed card, and the claimed one, can lie in exactly one group."""
    return idle_in(parse([*hand, *([] if claimed is None else [claimed])])) == 0


def order(game):
    """The winner's order over values (G10, Y8): the greatest is chosen."""
    return guangshui.key if game == "guangshui" else youxi.key


def groupings(game, switches, hand, melds, claimed, *, right=True, drawer=True, can_peng_duty=None):
    """Every legal grouping, and for each every use of its loose generals, as (groups, value, result)."""
    case = Case(game, switches, hand, melds, claimed, right, drawer, can_peng_duty)
    choices = [block_groupings(cards, win_card, case.permitted) for cards, win_card in case.blocks()]
    for chosen in product(*choices):
        groups = [*case.laid, *(group for part in chosen for group in part)]
        for value in case.values(case.tally(groups)):
            yield groups, value, case.result(groups, value)


@cache
def block_tallies(game, zhan_in_che, cards, claimed, permitted):
    """The groupings of a block that differ in what counts: {tally: one of the groupings}."""
    found = {}
    for groups in block_groupings(cards, claimed, permitted):
        tally = guangshui.tally_of(groups, zhan_in_che) if game == "guangshui" else youxi.tally_of(groups)
        found.setdefault(tally, groups)
    return found


def all_tallies(case):
    """{tally: one grouping that has it} over all groupings of the case."""
    add = guangshui.add if case.game == "guangshui" else youxi.add
    found = {case.tally(case.laid): tuple(case.laid)}
    for cards, win_card in case.blocks():
        part = block_tallies(case.game, case.rules.get("zhan_in_che"), cards, win_card, case.permitted)
        wider = {}
        for tally, groups in found.items():
            for more, more_groups in part.items():
                wider.setdefault(add(tally, more), (*groups, *more_groups))
        found = wider
    return found


def score(game, switches, hand, melds, claimed, *, right=True, drawer=True, can_peng_duty=None):
    """The best grouping by G10 / Y8, as the interface's JSON; {"covered": False, ...} where there is none.

    `right`, `drawer`: whether the seat had the right of chi or zhan on the card, whether it drew it (G16);
    `can_peng_duty`, for duty_in_win: whether G12 would oblige it to peng the card (None: worked out here)."""
    case = Case(game, switches, hand, melds, claimed, right, drawer, can_peng_duty)
    left = idle_in(case.own, case.claimed, case.permitted)
    if left:
        return {"covered": False, "wins": False, "idle": left}
    key = order(game)
    best = best_groups = None
    for tally, groups in all_tallies(case).items():
        for value in case.values(tally):
            if best is None or key(value) > key(best):
                best, best_groups = value, groups
    return case.result(list(best_groups), best)
