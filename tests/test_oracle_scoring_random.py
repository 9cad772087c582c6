"""The scoring oracle against something slower still, and on input and explanations that it must refuse."""

import random
from itertools import combinations

import pytest

from tests.oracle.cards import copies, is_lone
from tests.oracle.filled import filled
from tests.oracle.groups import BLOCKS, YUANS, fewest_idle, partitions, read_case
from tests.oracle.hands import random_case, random_covered_case
from tests.oracle.scoring import check_explanation, covered, groupings, idle, score
from tests.oracle.youxi import key


def test_idle():
    assert idle(["YC", "YM"]) == 2
    assert idle(["YC", "YM", "YP", "RS"]) == 1
    assert idle(["YC", "YC", "YM", "YP"]) == 1
    assert idle(["YZ", "RZ"]) == 2
    assert idle(["YZ", "RZ", "WZ", "GZ", "YZ"]) == 0
    assert idle(["YJ", "GUI", "RJ", "RS"]) == 1
    assert covered(["YC", "YM"], "YP")
    assert not covered(["YC", "YM"], "RP")


def test_unusable_input():
    with pytest.raises(ValueError, match="31 cards"):
        score("guangshui", {}, ["YJ"], [], None)
    with pytest.raises(ValueError, match="5 copies of YS"):
        score("guangshui", {}, *filled("YS2", "peng:YS"))
    with pytest.raises(ValueError, match="no card"):
        score("guangshui", {}, ["YQ"], [], None)
    with pytest.raises(ValueError, match="no yuan"):
        score("guangshui", {}, ["YJ"] * 27, ["chi:YC,YM,RP"], "YJ")
    with pytest.raises(ValueError, match="no switch"):
        score("youxi", {"payers": "both"}, *filled("RS3", ""))


def set_partitions(cards):
    """Every partition of the positions of a list, the slowest way."""
    if not cards:
        yield []
        return
    first, rest = cards[0], cards[1:]
    for size in range(len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            group = tuple(sorted([first, *(rest[i] for i in others)]))
            for more in set_partitions([rest[i] for i in range(len(rest)) if i not in others]):
                yield [group, *more]


def legal(group):
    if len(set(group)) == 1:
        return len(group) in ((1, 3, 4, 5) if is_lone(group[0]) else (2, 3, 4))
    return group in YUANS


def test_partitions_and_idle_against_all_set_partitions():
    rng = random.Random(11)
    for _ in range(120):
        block = rng.choice(BLOCKS)
        pool = [code for code in block for _ in range(copies(code))]
        cards = tuple(sorted(rng.sample(pool, min(len(pool), rng.randrange(1, 8)))))
        slow = {tuple(sorted(groups)) for groups in set_partitions(list(cards)) if all(map(legal, groups))}
        assert {tuple(sorted(group for _, group in found)) for found in partitions(cards)} == slow
        fewest = min(
            n
            for n in range(len(cards) + 1)
            for left in combinations(range(len(cards)), n)
            if partitions(tuple(card for i, card in enumerate(cards) if i not in left))
        )
        assert fewest_idle(cards) == fewest


SWITCHES = {
    "guangshui": [
        {},
        {"jiang_cap": 3},
        {"lou_is_bu": True, "zhan_in_che": True},
        {"duty_in_win": True},
        {"win_reach": "by_right"},
    ],
    "youxi": [
        {},
        {"high_kan": "grouped"},
        {"ordinary_base": "half_up"},
        {"duty_in_win": True},
        {"win_reach": "by_right"},
    ],
}
GUANGSHUI_KEYS = ("pai", "hu", "kong")


@pytest.mark.parametrize("game", ["guangshui", "youxi"])
def test_the_score_is_the_best_of_all_groupings(game):
    rng = random.Random(f"best {game}")
    for turn in range(300):
        case = random_covered_case(game, rng) if turn % 3 else random_case(game, rng)
        switches = rng.choice(SWITCHES[game])
        reach = {"right": rng.random() < 0.5, "drawer": rng.random() < 0.5}
        result = score(game, switches, *case, **reach)
        check_explanation(game, switches, *case, result, **reach)
        best = None
        for count, (_, value, _) in enumerate(groupings(game, switches, *case, **reach)):
            if count > 20_000:
                break
            best = value if best is None or better(game, value, best) else best
        else:
            assert result["covered"] == (best is not None)
            if best is not None and game == "guangshui":
                assert (best.pai, best.hu, best.lou) == tuple(result[name] for name in GUANGSHUI_KEYS)
            elif best is not None:
                assert best.hu == result["hu"]
                assert not best.wins or (best.pay, best.high) == (result["pay"], result["high"])


def better(game, a, b):
    return (a.pai, a.hu, a.lou) > (b.pai, b.hu, b.lou) if game == "guangshui" else key(a) > key(b)


@pytest.mark.parametrize("game", ["guangshui", "youxi"])
def test_random_hands_are_what_they_say(game):
    rng = random.Random(3)
    kinds = set()
    for _ in range(400):
        hand, melds, claimed = random_covered_case(game, rng)
        read_case(game, hand, melds, claimed)  # 31 cards, no fifth copy, legal melds
        assert covered(hand, claimed)
        assert len(hand) < 31 or not melds
        kinds.add(claimed is None)
        read_case(game, *random_case(game, rng))
    assert kinds == {True, False}


def test_a_wrong_explanation_is_refused():
    case = filled("YC2 YM3 YP2 RJ RS RX", "peng:WC")
    right = score("guangshui", {}, *case)
    check_explanation("guangshui", {}, *case, right)

    def changed(**change):
        return {**right, **change}

    rows = right["groups"]
    peng = next(row for row in rows if row["group"] == "peng")
    zi = next(row for row in rows if row["group"] == "zi")
    others = [row for row in rows if row not in (peng, zi)]
    wrong = [
        changed(hu=right["hu"] + 1),
        changed(pai=right["pai"] + 1),
        changed(groups=rows[1:]),
        changed(groups=[*others, zi, {**peng, "open": False, "group": "zi"}]),  # a meld taken up into the hand
        changed(groups=[*others, peng, {**zi, "cards": zi["cards"][:2], "group": "dui"}]),
        changed(groups=[{**row, "claimed": False, "group": "dui"} if row["claimed"] else row for row in rows]),
        changed(groups=[*others, {**peng, "hu": 3}, {**zi, "hu": 2}]),  # a right total with a wrong reason
        changed(bonuses=[{**row, "hu": row["hu"] // 2} for row in right["bonuses"] for _ in range(2)]),
        changed(named=["siqing"]),
        {"covered": False, "wins": False, "idle": 1},
    ]
    for result in wrong:
        with pytest.raises(AssertionError):
            check_explanation("guangshui", {}, *case, result)
