"""Names of everything that a table shows, in three languages."""

import pytest

from experiments.names import BONUSES, GROUPS, NAMED, TABLES, WIN_KINDS, WORDS, Names, name, word
from simcore import NAMED as NAMED_IDS
from simcore import WIN_KINDS as WIN_KIND_IDS

GROUP_IDS = [
    "jiang",
    "gui",
    "dui",
    "yuan",
    "zi",
    "kan",
    "nao",
    "yu",
    "ming",
    "zhan",
    "chi",
    "peng",
    "lou",
    "kaiche",
    "wugui",
]
BONUS_IDS = ["bu", "su_che", "fei_che", "chang_che", "qing", "tiandi"]


@pytest.mark.parametrize(
    ("table", "ids"),
    [(GROUPS, GROUP_IDS), (BONUSES, BONUS_IDS), (NAMED, NAMED_IDS), (WIN_KINDS, WIN_KIND_IDS)],
    ids=["groups", "bonuses", "named", "win kinds"],
)
def test_every_id_has_names(table: Names, ids: tuple[str, ...]) -> None:
    assert set(ids) <= set(table)


def test_names_are_there_in_every_language() -> None:
    for table in TABLES:
        for key in table:
            for lang in ("en", "zh", "zh-hant", "zh-hans"):
                assert name(table, key, lang)
            assert name(table, key, "zh") == name(table, key, "zh-hant")


def test_english_is_ascii_and_chinese_is_not() -> None:
    for table in TABLES:
        for key in table:
            assert name(table, key, "en").isascii()
            assert not name(table, key, "zh").isascii()


def test_no_character_is_left_in_the_other_script() -> None:
    # GB 2312 holds no traditional form that differs, Big5 no simplified one.
    for table in TABLES:
        for key in table:
            assert name(table, key, "zh-hans").encode("gb2312")
            assert name(table, key, "zh-hant").encode("big5")


@pytest.mark.parametrize(
    ("key", "hant", "hans"),
    [("win_rate", "勝率", "胜率"), ("dealer", "莊家", "庄家"), ("mean_payoff", "平均輸贏", "平均输赢")],
)
def test_both_scripts(key: str, hant: str, hans: str) -> None:
    assert word(key, "zh-hant") == hant
    assert word(key, "zh-hans") == hans


def test_groups_in_simplified_characters() -> None:
    assert [name(GROUPS, key, "zh-hans") for key in ("dui", "yuan", "nao", "yu", "lou", "kaiche")] == [
        "对",
        "圆",
        "闹",
        "鱼",
        "楼",
        "开车",
    ]


def test_unknown_ids_name_themselves() -> None:
    assert name(WORDS, "no such word", "zh") == "no such word"
