"""Draw the README's hand with its score as docs/hand.svg: `python docs/draw_hand.py`.

Groups, hu and payment are what `simcore.score` says; a test holds the picture against this script.
"""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from simcore import Group, Rules, Score, format_card, score

HAND = "YJ YS WJ3 WP2 RZ2 WZ2"
MELDS = ("kong:WM", "peng:GZ", "peng:RM", "peng:YS", "peng:GM", "peng:GJ")
CLAIMED = "YX"
FILE = Path(__file__).parent / "hand.svg"

WIDTH, HEIGHT = 880, 356
CARD_WIDTH, CARD_HEIGHT, STEP, GAP = 26, 80, 27, 17
PAPER = ("#f7d774", "#e8837a", "#ffffff", "#9fd3a4")
GROUP_NAMES = {
    "jiang": ("將", "single"),
    "ming": ("明", "single"),
    "dui": ("對", "pair"),
    "zhan": ("占", "pair"),
    "yuan": ("圓", "yuan"),
    "chi": ("吃", "yuan"),
    "zi": ("子", "triple"),
    "peng": ("碰", "triple"),
    "nao": ("鬧", "quad"),
    "lou": ("樓", "quad"),
}
BONUS_NAMES = {
    "bu": ("步", "{} claimed triples"),
    "su_che": ("素車", "{}"),
    "fei_che": ("肥車", "{}, one triple or quad among them"),
    "chang_che": ("長車", "{}"),
    "qing": ("清", "three triples or quads of a kind: {}"),
    "tiandi": ("天地", "{}, both triple or quad"),
}
FONT = "'Noto Sans CJK TC','PingFang TC','Microsoft JhengHei','Source Han Sans TC','WenQuanYi Micro Hei',sans-serif"


def text(x: float, y: float, size: float, content: str, extra: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{" " if extra else ""}{extra}>{escape(content)}</text>'


def card(x: float, y: float, t: int, marked: bool) -> Iterable[str]:
    """One slip of paper; the winning card has a thick edge."""
    edge = 'stroke="#111" stroke-width="3"' if marked else 'stroke="#666" stroke-width="1"'
    yield f'<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4" fill="{PAPER[t // 7]}" {edge}/>'
    middle = x + CARD_WIDTH / 2
    yield text(middle, y + 32, 19, format_card(t, "zh")[1], 'text-anchor="middle"')
    yield text(middle, y + CARD_HEIGHT - 9, 11, format_card(t), 'text-anchor="middle" fill="#333"')


def row(x: float, y: float, groups: Iterable[Group], claimed: int) -> Iterable[str]:
    """Groups side by side, each with its name and hu below it."""
    for group in groups:
        left = x
        marked = group.cards.index(claimed) if group.claimed else -1
        for at, t in enumerate(group.cards):
            if at != marked:
                yield from card(left + STEP * at, y, t, False)
        if marked >= 0:
            yield from card(left + STEP * marked, y, claimed, True)
        width = STEP * (len(group.cards) - 1) + CARD_WIDTH
        chinese, english = GROUP_NAMES[group.group]
        middle = left + width / 2
        yield text(middle, y + CARD_HEIGHT + 19, 14, f"{chinese} {group.hu}", 'text-anchor="middle" font-weight="bold"')
        yield text(middle, y + CARD_HEIGHT + 34, 11, english, 'text-anchor="middle" fill="#444"')
        x += width + GAP


def picture(result: Score) -> str:
    """The whole drawing as SVG text."""
    claimed = next(t for t in range(28) if format_card(t) == CLAIMED)
    laid = [group for group in result.groups if group.open]
    own = [group for group in result.groups if not group.open]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        f' font-family="{FONT}" fill="#111" role="img">',
        f"<title>A Guangshui hand of {result.hu} hu, {result.pai} pai</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#f4f1ea"/>',
        text(24, 28, 13, "laid open", 'fill="#444"'),
        *row(24, 40, laid, claimed),
        text(24, 194, 13, f"in hand, with the winning card {CLAIMED} (thick edge)", 'fill="#444"'),
        *row(24, 206, own, claimed),
    ]
    x, y = 470, 214
    groups_hu = sum(group.hu for group in result.groups)
    parts.append(text(x, y, 13, "groups", 'fill="#444"'))
    parts.append(text(WIDTH - 24, y, 14, str(groups_hu), 'text-anchor="end"'))
    for bonus in result.bonuses:
        y += 23
        chinese, english = BONUS_NAMES[bonus.bonus]
        parts.append(text(x, y, 14, chinese, 'font-weight="bold"'))
        parts.append(text(x + 40, y, 12, english.format(bonus.of), 'fill="#444"'))
        parts.append(text(WIDTH - 24, y, 14, str(bonus.hu), 'text-anchor="end"'))
    y += 10
    parts.append(f'<line x1="{x}" x2="{WIDTH - 24}" y1="{y}" y2="{y}" stroke="#666"/>')
    y += 21
    parts.append(text(x, y, 14, f"{result.kong} 樓, so {result.pai} 牌 from each of the others", 'font-weight="bold"'))
    parts.append(text(WIDTH - 24, y, 14, f"{result.hu} hu", 'text-anchor="end" font-weight="bold"'))
    return "\n".join([*parts, "</svg>"]) + "\n"


def command() -> str:
    """The `sise score` command for the hand."""
    melds = "".join(f" --meld {meld}" for meld in MELDS)
    return f'sise score --hand "{HAND}" --claimed {CLAIMED}{melds}'


def drawn() -> str:
    """The picture of the hand by its present score."""
    return picture(score(Rules.preset("guangshui"), HAND, MELDS, CLAIMED))


if __name__ == "__main__":
    FILE.write_text(drawn(), encoding="utf-8")
    print(FILE)
