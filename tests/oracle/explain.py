"""Whether a scorer's answer explains itself: its rows, read back, must be legal and worth what it states."""

from .cards import is_lone, parse
from .case import Case
from .groups import YUANS, Group, idle_in, name_of


def shape_of(cards):
    """The shape of a group of these cards (a sorted tuple); AssertionError if they make none."""
    if cards in YUANS:
        return "yuan"
    assert cards, "a row without cards"
    assert len(set(cards)) == 1, f"cards {cards} make no group"
    shape = {1: "single", 2: "pair", 3: "triple", 4: "quad", 5: "five"}.get(len(cards))
    assert shape is not None, f"{len(cards)} equal cards make no group"
    assert shape != "single" or is_lone(cards[0]), f"card {cards[0]} stands alone"
    return shape


def read_row(game, row):
    """[(Group, hu)] of a row. A pair of lone cards in hand is read as two singles of half the hu each."""
    cards = tuple(sorted(parse(row["cards"])))
    origin = "claimed" if row["claimed"] else "laid" if row["open"] else "hand"
    group = Group(shape_of(cards), cards, origin)
    assert row["group"] == name_of(game, group), f"{row} should be named {name_of(game, group)}"
    if group.shape == "pair" and is_lone(cards[0]):
        assert origin == "hand", f"lone cards are never claimed into a pair: {row}"
        first = (row["hu"] + 1) // 2
        return [(Group("single", cards[:1], origin), hu) for hu in (first, row["hu"] - first)]
    return [(group, row["hu"])]


def check_explanation(game, switches, hand, melds, claimed, result, *, right=True, drawer=True, can_peng_duty=None):
    """AssertionError unless the rows of `result` are a legal grouping of exactly these cards, the melds as
    laid and the claimed card in the one group marked so, and all that it states is what these rows are worth.

    That no other grouping is worth more is for a comparison with `score` to say."""
    case = Case(game, switches, hand, melds, claimed, right, drawer, can_peng_duty)
    if not result["covered"]:
        left = idle_in(case.own, case.claimed, case.permitted)
        assert left > 0, "said not to be covered, but it is"
        assert result["idle"] == left, f"idle is {left}, not {result['idle']}"
        assert not result["wins"], "a hand that is not covered cannot win"
        return
    bonuses = sorted(row["hu"] for row in result.get("bonuses", ()))
    total = sum(row["hu"] for row in result["groups"]) + sum(bonuses)
    assert total == result["hu"], f"rows add up to {total}, stated are {result['hu']} hu"

    rows = [part for row in result["groups"] for part in read_row(game, row)]
    groups = [group for group, _ in rows]
    laid = sorted(group for group in groups if group.origin == "laid")
    assert laid == sorted(case.laid), f"melds {case.laid} became {laid}"
    own = sorted(code for group in groups if group.origin != "laid" for code in group.cards)
    assert own == sorted(case.own), f"cards {sorted(case.own)} became {own}"
    holders = [group for group in groups if group.origin == "claimed"]
    assert len(holders) == (0 if case.claimed is None else 1), f"claimed groups: {holders}"
    for holder in holders:
        assert case.claimed in holder.cards, f"the claimed card is not in {holder}"
        assert holder.shape in case.permitted, f"the claimed card may not enter {holder}"

    misses = []
    for value in case.values(case.tally(groups)):
        truth = case.result(groups, value)
        wrong = [f"{k}: {v}, is {truth[k]}" for k, v in result.items() if k in truth and not same(k, v, truth[k])]
        wrong += [f"{k} is missing" for k in truth if k not in result and k not in ("kong", "groups", "bonuses")]
        true_bonuses = sorted(row["hu"] for row in truth.get("bonuses", ()))
        if bonuses != true_bonuses:
            wrong.append(f"bonuses: {bonuses}, are {true_bonuses}")
        true_rows = [(group, row["hu"]) for group, row in zip(groups, truth["groups"], strict=True)]
        if sorted(row for row in rows if row[0].shape != "single") != sorted(
            row for row in true_rows if row[0].shape != "single"
        ):
            wrong.append(f"hu of groups: {rows}, are {true_rows}")
        loose = sorted(row for row in rows if row[0].shape == "single")
        true_loose = sorted(row for row in true_rows if row[0].shape == "single")
        if case.rules.get("jiang_cap"):  # which of the loose generals are over the cap is free
            loose, true_loose = sum(hu for _, hu in loose), sum(hu for _, hu in true_loose)
        if loose != true_loose:
            wrong.append(f"loose generals: {loose}, are {true_loose}")
        if not wrong:
            return
        misses.append(wrong)
    raise AssertionError(f"not worth what is stated: {min(misses, key=len)}")


def same(name, stated, truth):
    """Rows are compared by themselves; the order of named hands is free."""
    if name in ("groups", "bonuses"):
        return True
    return sorted(stated) == sorted(truth) if name == "named" else stated == truth
