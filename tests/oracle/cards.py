"""Card text <-> code (RULES "Cards"), ASCII only: code = colour * 7 + kind, ghost 28."""

COLOURS = "YRWG"
KINDS = "JSXCMPZ"
JIANG, SHI, XIANG, CHE, MA, PAO, ZU = range(7)
GHOST = 28
FAT_KINDS = (JIANG, CHE, ZU)

TEXT = [c + k for c in COLOURS for k in KINDS] + ["GUI"]
CODE = {text: code for code, text in enumerate(TEXT)}


def card(colour, kind):
    return colour * 7 + kind


def colour_of(code):
    return code // 7


def kind_of(code):
    """0..6; 7 for the ghost, which is of no kind."""
    return 7 if code == GHOST else code % 7


def is_lone(code):
    """Lone cards need no partner: every general, and the ghost."""
    return code == GHOST or code % 7 == JIANG


def is_fat(code):
    return code != GHOST and code % 7 in FAT_KINDS


def copies(code):
    return 5 if code == GHOST else 4


def deck(game):
    """All 112 (guangshui) or 117 (youxi) card codes, in code order."""
    types = range(28) if game == "guangshui" else range(29)
    return [code for code in types for _ in range(copies(code))]


def parse(cards):
    """Codes of a text ("YJ2 YS") or of a list of such tokens; ValueError names the token that is no card."""
    codes = []
    for token in cards.split() if isinstance(cards, str) else cards:
        name, count = (token[:-1], int(token[-1])) if token[-1:].isdigit() else (token, 1)
        if name not in CODE:
            raise ValueError(f"{token!r} is no card")
        codes += [CODE[name]] * count
    return codes


def texts(codes):
    return [TEXT[code] for code in codes]
