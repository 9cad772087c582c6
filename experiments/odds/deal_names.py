"""Names of the features of a dealt hand and of what their tables say, in English and Chinese."""

from __future__ import annotations

from typing import Final

from experiments.names import Names
from experiments.odds.deal_exact import Feature

FEATURES: Final[Names] = {
    Feature.HELD_1: ("held once", "單張的種數"),
    Feature.HELD_2: ("held twice", "兩張的種數"),
    Feature.HELD_3: ("held 3 times", "三張的種數"),
    Feature.HELD_4: ("held 4 times", "四張的種數"),
    Feature.HELD_5: ("all five ghosts", "五鬼"),
    Feature.HELD_3_OR_MORE: ("held 3+ times", "三張以上的種數"),
    Feature.GENERALS: ("jiang", "將的張數"),
    Feature.GHOSTS: ("ghosts", "鬼的張數"),
    Feature.IDLE: ("idle cards", "閒牌張數"),
    Feature.SU_CHE: ("plain che", "素車"),
    Feature.JIANG_FEI_CHE: ("fat che, jiang", "將的肥車"),
    Feature.JIANG_CHANG_CHE: ("long che, jiang", "將的長車"),
    Feature.ZU_FEI_CHE: ("fat che, zu", "卒的肥車"),
    Feature.ZU_CHANG_CHE: ("long che, zu", "卒的長車"),
    Feature.CHE: ("complete che", "車的總數"),
    Feature.HU: ("hu in hand", "手中胡數"),
    Feature.TIANHU: ("tianhu", "天胡"),
}

DEAL_WORDS: Final[Names] = {
    "average": ("on average", "平均"),
    "chance": ("chance, %", "概率，%"),
    "share": ("{}, %", "{}，%"),
    "chances": ("what a hand has or has not", "有或沒有"),
    "exact": ("exact", "精確"),
    "ratio": ("simulated / exact", "模擬 / 精確"),
    "share_axis": ("share of hands", "所占比率"),
    "simulated": ("simulated", "模擬"),
    "and_more": ("{}+", "{} 以上"),
    "and_less": ("0-{}", "{} 以下"),
    "one_in": ("tianhu (win at once): exactly one hand of 31 in {}", "天胡：每 {} 手 31 張一次（精確）"),
    "legend": (
        "simulated: 95 % interval; z: by how many standard errors it is off; *: outside",
        "模擬：95% 區間；z：相差幾個標準誤；*：在區間之外",
    ),
    "inside": ("inside their 95 % intervals", "在 95% 區間之內"),
    "cards": ("{} cards", "{} 張"),
}

TABLES: Final = (FEATURES, DEAL_WORDS)
