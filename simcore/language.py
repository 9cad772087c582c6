"""The languages that output speaks: English, and Chinese in either script."""

from simcore.errors import SiseError, quote

LANGUAGES = ("en", "zh", "zh-hant", "zh-hans")
"""Accepted language names; `zh` means `zh-hant`, the traditional script."""

# Only the characters that the project's own Chinese texts use; tests find one that is missing.
_TRADITIONAL = "來兩剛單圓將對廣張捨數時樓樣權沒滿為無組給總莊計護變賠贏車這進過錢錯開須鬧麼黃紅綠馬"
_SIMPLIFIED = "来两刚单圆将对广张舍数时楼样权没满为无组给总庄计护变赔赢车这进过钱错开须闹么黄红绿马"
_SIMPLIFY = str.maketrans(_TRADITIONAL, _SIMPLIFIED)


def canonical_language(lang: str) -> str:
    """`lang` as one of en, zh-hant, zh-hans. Raises SiseError for any other name."""
    if lang not in LANGUAGES:
        raise SiseError(f"unknown language {quote(lang)}; expected one of {', '.join(LANGUAGES)}")
    return "zh-hant" if lang == "zh" else lang


def to_simplified(text: str) -> str:
    """One of the project's own traditional Chinese texts in simplified characters (no general converter)."""
    return text.translate(_SIMPLIFY)
