"""One scoring question: its cards, which groups the winning card may enter, and the JSON of an answer."""

from . import guangshui, youxi
from .cards import texts
from .groups import BLOCKS, CMP, JSX, SHAPES, ZU_CARDS, name_of, read_case
from .scoring_switches import with_defaults


def in_complete_che(code, concealed, laid):
    """G12: whether the type is a member of a complete che: each held twice, or laid as peng or lou."""
    open_types = {group.cards[0] for group in laid if group.shape in ("triple", "quad")}

    def complete(member):
        return concealed.count(member) >= 2 or member in open_types

    if any(code in che and all(complete(member) for member in che) for che in [*JSX, *CMP]):
        return True
    return any(
        code in che and complete(code) and sum(complete(member) for member in che) >= 3
        for che in (ZU_CARDS, guangshui.JIANG_CARDS)
    )


def permitted_shapes(game, rules, concealed, laid, claimed, right, drawer, can_peng_duty):
    """Shapes of the group that the winning card may enter (G16, and E12 where duty_in_win is on)."""
    shapes = set(SHAPES)
    if rules["win_reach"] == "by_right":
        if not right:
            shapes -= {"pair", "yuan"}
        if not drawer:
            shapes -= {"single"}
    if rules["duty_in_win"]:
        held = concealed.count(claimed)
        if can_peng_duty is None:
            can_peng_duty = (
                game == "guangshui" and rules["chuche_duty"] and held == 2 and in_complete_che(claimed, concealed, laid)
            )
        if held >= 3:
            shapes &= {"quad", "five"}
        elif can_peng_duty:
            shapes &= {"triple"}
    return frozenset(shapes)


class Case:
    """One scoring question, read once."""

    def __init__(self, game, switches, hand, melds, claimed, right=True, drawer=True, can_peng_duty=None):
        self.game = game
        self.rules = with_defaults(game, switches)
        self.concealed, self.laid, self.claimed = read_case(game, hand, melds, claimed)
        self.own = self.concealed + ([] if self.claimed is None else [self.claimed])  # all but the melds
        self.everything = self.own + [code for group in self.laid for code in group.cards]
        self.permitted = frozenset(SHAPES)
        if self.claimed is not None:
            self.permitted = permitted_shapes(
                game, self.rules, self.concealed, self.laid, self.claimed, right, drawer, can_peng_duty
            )

    def blocks(self):
        """(cards, claimed card or None) of each block that holds own cards."""
        for block in BLOCKS:
            cards = tuple(sorted(code for code in self.own if code in block))
            if cards:
                yield cards, self.claimed if self.claimed in block else None

    def tally(self, groups):
        return (
            guangshui.tally_of(groups, self.rules["zhan_in_che"])
            if self.game == "guangshui"
            else youxi.tally_of(groups)
        )

    def values(self, tally):
        """Every Value that groups with this tally can have: one for each use of loose pairs of generals."""
        if self.game == "guangshui":
            return guangshui.values(tally, self.rules)
        return [youxi.value(tally, self.concealed, self.everything, self.rules)]

    def result(self, groups, value):
        """The JSON of a grouping with its value."""
        if self.game == "guangshui":
            hus = guangshui.rows_hu(groups, value)
        else:
            hus = [youxi.group_hu(group) for group in groups]
        rows = [
            {
                "group": name_of(self.game, group),
                "cards": texts(group.cards),
                "open": group.origin == "laid",
                "claimed": group.origin == "claimed",
                "hu": hu,
            }
            for group, hu in zip(groups, hus, strict=True)
        ]
        if self.game == "guangshui":
            return {
                "covered": True,
                "wins": value.pai >= 1,
                "hu": value.hu,
                "kong": value.lou,
                "pai": value.pai,
                "level": value.level,
                "named": value.named,
                "groups": rows,
                "bonuses": guangshui.bonus_rows(value),
            }
        result = {"covered": True, "wins": value.wins, "hu": value.hu, "kong": value.kongs, "groups": rows}
        if value.wins:
            names = ("total", "ghosts", "high", "high_name", "pay", "dreamer")
            result |= {name: getattr(value, name) for name in names}
        return result
