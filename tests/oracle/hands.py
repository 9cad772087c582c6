"""Random 31-card hands for comparing scorers: covered ones rich in ties and bonuses, and any others."""

from itertools import combinations

from .cards import (
    CHE,
    GHOST,
    JIANG,
    MA,
    PAO,
    SHI,
    TEXT,
    XIANG,
    ZU,
    card,
    copies,
    deck,
    is_lone,
    texts,
)
from .groups import CMP, JSX, YUANS, ZU_CARDS

ZU_YUANS = [*combinations(ZU_CARDS, 3), ZU_CARDS]
SHAPE_SIZE = {"single": 1, "pair": 2, "triple": 3, "quad": 4, "five": 5}


class Builder:
    """Groups taken one by one from the deck, as lists of codes, until 31 cards are together."""

    def __init__(self, game, rng):
        self.rng = rng
        self.types = 28 if game == "guangshui" else 29
        self.left = [copies(code) for code in range(self.types)]
        self.groups = []
        self.room = 31

    def take(self, group):
        """Adds the group if there are copies and room for it."""
        group = tuple(group)
        if len(group) > self.room or any(group.count(code) > self.left[code] for code in group):
            return
        for code in group:
            self.left[code] -= 1
        self.room -= len(group)
        self.groups.append(group)

    def equal(self, code, weights):
        """`weights`: of 1 (lone cards alone), 2, 3, 4 equal cards."""
        size = self.rng.choices((1, 2, 3, 4), weights)[0]
        if size == 1 and not is_lone(code):
            size = 3
        self.take([code] * size)

    def any_group(self):
        rng = self.rng
        roll = rng.random()
        if roll < 0.35:
            self.take(rng.choice(YUANS))
        elif roll < 0.45 and self.types == 29:
            self.take([GHOST] * rng.choice((1, 1, 2, 3, 4, 5)))
        else:
            self.equal(rng.randrange(self.types), (2, 3, 3, 1))

    def theme(self):
        """A few groups that belong together."""
        rng = self.rng
        weights = rng.choice([(0, 6, 1, 0), (0, 2, 2, 1), (0, 1, 4, 1), (0, 0, 2, 3)])
        kind = rng.choice(("su", "generals", "zu", "qing", "tiandi", "repeat", "zu_yuans", "equals"))
        if kind == "su":
            for code in rng.choice([*JSX, *CMP]):
                self.equal(code, weights)
        elif kind == "generals":  # pairs of generals that two che want
            for colour in rng.sample(range(4), rng.choice((3, 4))):
                self.equal(card(colour, JIANG), weights)
            colour = rng.randrange(4)
            self.equal(card(colour, SHI), weights)
            self.equal(card(colour, XIANG), weights)
        elif kind == "zu":
            for colour in rng.sample(range(4), rng.choice((3, 4))):
                self.equal(card(colour, ZU), weights)
        elif kind == "qing":
            which = rng.choice((SHI, XIANG, CHE, MA, PAO))
            for colour in rng.sample(range(4), rng.choice((3, 3, 4))):
                self.equal(card(colour, which), (0, 0, 3, 1))
        elif kind == "tiandi":
            colour = rng.randrange(4)
            self.equal(card(colour, JIANG), (0, 0, 3, 1))
            self.equal(card(colour, ZU), (0, 0, 3, 1))
        elif kind == "repeat":
            yuan = rng.choice([*JSX, *CMP])
            for _ in range(rng.choice((2, 3, 4))):
                self.take(yuan)
        elif kind == "zu_yuans":
            for _ in range(rng.choice((2, 3, 4))):
                self.take(rng.choice(ZU_YUANS))
        else:
            for _ in range(rng.choice((3, 5, 8))):
                self.equal(rng.randrange(28), weights)

    def high_shape(self):
        """Most of a Youxi high hand: groups of three cards, some four zu, spare lone cards and pairs."""
        rng = self.rng
        for _ in range(rng.choice((0, 0, 1, 2, 3))):
            self.take(ZU_CARDS)
        spare = 1 + 2 * sum(len(group) == 4 for group in self.groups)
        yuans = YUANS[: rng.choice((8, 12))]  # without or with three zu
        tries = 0
        while self.room > spare and tries < 200:
            tries += 1
            if self.room - 3 >= spare:
                roll = rng.random()
                if roll < 0.8:
                    self.take(rng.choice(yuans))
                else:
                    self.take([rng.choice([code for code in range(28) if not is_lone(code)])] * 3)
            else:
                break
        while self.room and tries < 400:
            tries += 1
            if rng.random() < 0.4:
                self.take([rng.choice([code for code in range(self.types) if is_lone(code)])])
            else:
                self.take([rng.randrange(28)] * 2)

    def fill(self):
        """Random groups to exactly 31 cards; False where it got stuck."""
        for _ in range(300):
            if self.room == 0:
                return True
            self.any_group()
        return False


def meld_text(group):
    """How a group is written as an open meld; None for a pair of lone cards, which can be none."""
    first = group[0]
    if len(set(group)) > 1:
        return "chi:" + ",".join(texts(sorted(group)))
    if len(group) == 2:
        return None if is_lone(first) else f"zhan:{TEXT[first]}"
    return {1: "ming:", 3: "peng:", 4: "kong:", 5: "kong:"}[len(group)] + TEXT[first]


def random_covered_case(game, rng):
    """A random covered hand, (hand, melds, claimed): card texts, meld texts, card text or None (no melds)."""
    while True:
        builder = Builder(game, rng)
        style = rng.random()
        high = style < 0.3 and game == "youxi"
        if high:
            builder.high_shape()
        elif style < 0.85:
            for _ in range(rng.choice((1, 2, 3, 4))):
                builder.theme()
        if builder.fill():
            break
    groups = builder.groups
    if rng.random() < 0.15:
        return shuffled([code for group in groups for code in group], rng), [], None
    share = rng.choice((0.0, 0.3, 0.6, 0.9))
    melds, own = [], []
    for group in groups:
        text = meld_text(group)
        # a triple can stand in a high hand only when it is laid
        lay = 0.9 if high and len(group) == 3 and len(set(group)) == 1 else share
        if text is not None and rng.random() < lay:
            melds.append(text)
        else:
            own.append(group)
    if not own:  # the winning card has to lie in some group
        own.append(groups[-1])
        if meld_text(groups[-1]) in melds:
            melds.remove(meld_text(groups[-1]))
    hand = [code for group in own for code in group]
    claimed = rng.choice(rng.choice(own))
    hand.remove(claimed)
    return shuffled(hand, rng), melds, TEXT[claimed]


def random_case(game, rng):
    """(hand, melds, claimed) of any 31 cards: dealt at random, or a covered hand with a few cards changed."""
    roll = rng.random()
    if roll < 0.3:
        cards = deck(game)
        rng.shuffle(cards)
        if rng.random() < 0.5:
            return texts(cards[:31]), [], None
        return texts(cards[:30]), [], TEXT[cards[30]]
    if roll < 0.5:  # random melds, the rest dealt
        builder = Builder(game, rng)
        for _ in range(rng.randrange(1, 9)):
            builder.any_group()
        melds, size = [], 0
        left = deck(game)
        for group in builder.groups:
            if meld_text(group) is not None and size + len(group) <= 30:
                melds.append(meld_text(group))
                size += len(group)
                for code in group:
                    left.remove(code)
        rng.shuffle(left)
        return texts(left[: 30 - size]), melds, TEXT[left[30 - size]]
    hand, melds, claimed = random_covered_case(game, rng)
    counts = {}
    for code in deck(game):
        counts[TEXT[code]] = counts.get(TEXT[code], 0) + 1
    for name in hand + ([claimed] if claimed else []) + melded_cards(melds, 31 - len(hand) - (claimed is not None)):
        counts[name] -= 1
    for _ in range(min(rng.choice((1, 1, 2, 4)), len(hand))):
        new = rng.choice([name for name, n in counts.items() if n > 0])
        place = rng.randrange(len(hand))
        counts[hand[place]] += 1
        counts[new] -= 1
        hand[place] = new
    return hand, melds, claimed


def melded_cards(melds, total):
    """All the card texts in the melds, which are `total` cards in all (so kong:GUI is of four or of five)."""
    sizes = {"ming": 1, "zhan": 2, "peng": 3, "kong": 4}
    cards = []
    for text in melds:
        what, _, names = text.partition(":")
        cards += names.split(",") if what == "chi" else [names] * sizes[what]
    return cards + ["GUI"] * (total - len(cards))


def shuffled(codes, rng):
    names = texts(codes)
    rng.shuffle(names)
    return names
