"""Names of what `odds play`, `odds session` and `compare-rules` show, in English and Chinese, on paper and in charts.

Keys are the ids of the columns, which no language changes.
"""

from __future__ import annotations

from typing import Final

from experiments.names import Names, name

PLACES: Final[Names] = {
    "dealer": ("dealer", "莊家"),
    "next": ("next", "下家"),
    "last": ("last", "尾家"),
    "others": ("others", "兩閒家"),
}

FEATURES: Final[Names] = {
    "pairs": ("pairs", "對"),
    "triples": ("triples", "子、坎"),
    "quads": ("quads", "鬧、魚"),
    "su_che": ("plain che", "素車"),
    "fei_che": ("fat che", "肥車"),
    "chang_che": ("long che", "長車"),
    "che": ("any che", "車"),
    "generals": ("jiang", "將"),
    "ghosts": ("ghosts", "鬼"),
    "peng": ("peng", "碰"),
    "kong": ("kong", "樓、開車"),
    "chi": ("chi", "吃"),
    "zhan": ("zhan", "占"),
}

SPREADS: Final[Names] = {
    "hu": ("hu", "胡"),
    "pai": ("pai", "牌"),
    "total": ("total hu", "總胡數"),
    "pay": ("each pays", "每家付"),
    "payoff": ("payoff", "輸贏"),
    "draws": ("draws", "起牌"),
    "discards": ("discards", "打牌"),
    "intents": ("decisions", "抉擇"),
    "draws_won": ("draws, won", "胡局起牌"),
}

SESSION_SPREADS: Final[Names] = {
    "total": ("total", "總輸贏"),
    "dreamer": ("dreamer", "夢"),
    "drawdown": ("worst fall", "最大回落"),
    "longest": ("longest", "最長連莊"),
}

METRICS: Final[Names] = {
    "no_winner": ("no winner %", "無人胡 %"),
    "win_dealer": ("win % dealer", "莊家勝率 %"),
    "win_next": ("win % next", "下家勝率 %"),
    "win_last": ("win % last", "尾家勝率 %"),
    "dealer_edge": ("dealer's edge, win %", "莊家優勢，勝率 %"),
    "payoff_dealer": ("payoff dealer", "莊家輸贏"),
    "payoff_next": ("payoff next", "下家輸贏"),
    "payoff_last": ("payoff last", "尾家輸贏"),
    "dealer_payoff_edge": ("dealer's edge, payoff", "莊家優勢，輸贏"),
    "draws": ("draws", "起牌"),
    "discards": ("discards", "打牌"),
    "intents": ("decisions", "抉擇"),
    "paid": ("paid in a deal", "每局付出"),
    "worst_loss": ("most one seat pays", "一家最多付"),
    "pay_per_win": ("each pays, of a win", "胡牌每家付"),
    "hu_per_win": ("hu of a win", "胡牌胡數"),
    "high_per_win": ("high wins, % of wins", "大牌佔胡牌 %"),
    "self_draw_per_win": ("own draws, % of wins", "自摸佔胡牌 %"),
    "dreamer": ("dreamer's income", "夢所得"),
    "win_0": ("win % seat 0", "座位 0 勝率 %"),
    "win_1": ("win % seat 1", "座位 1 勝率 %"),
    "win_2": ("win % seat 2", "座位 2 勝率 %"),
    "payoff_0": ("payoff seat 0", "座位 0 輸贏"),
    "payoff_1": ("payoff seat 1", "座位 1 輸贏"),
    "payoff_2": ("payoff seat 2", "座位 2 輸贏"),
}
RATES: Final = frozenset(
    {"no_winner", "dealer_edge", "high_per_win", "self_draw_per_win"}
    | {f"win_{which}" for which in ("dealer", "next", "last", "0", "1", "2")}
)
"""Metrics that are shown in percent."""

HEADS: Final[Names] = {
    "no_winner": ("no winner %", "無人胡 %"),
    "dealer_edge": ("edge win %", "莊勝率 %"),
    "dealer_payoff_edge": ("edge payoff", "莊輸贏"),
    "draws": ("draws", "起牌"),
    "paid": ("paid", "每局付出"),
    "pay_per_win": ("a win's pay", "胡牌每家付"),
    "worst_loss": ("worst loss", "一家最多付"),
}

TEXTS: Final[Names] = {
    "after": ("after", "改後"),
    "band": ("± pts", "± 點"),
    "before": ("before", "改前"),
    "bonus": ("bonus", "加胡"),
    "changed": ("changed %", "有變 %"),
    "changed_decks": ("{count} decks go otherwise, {share} %", "{count} 副牌有變，{share} %"),
    "claims": ("claims made", "做過的牌"),
    "cut": ("cut off", "收場打斷"),
    "deals_dealt": ("deals dealt", "做莊局數"),
    "dealt": ("dealt hand", "起手牌"),
    "decks": ("decks", "副牌"),
    "difference": ("difference", "差"),
    "even": ("even %", "持平 %"),
    "first_alone": ("first %", "獨贏 %"),
    "first_dealer": ("first dealer", "首局莊家"),
    "first_tied": ("tied %", "並列 %"),
    "gain": ("gain on least", "比最少者多"),
    "group": ("group", "牌組"),
    "held": ("held", "數目"),
    "high": ("high hand", "高胡"),
    "in_a_row": ("in a row", "連莊局數"),
    "keeps": ("keeps %", "續莊 %"),
    "mean_total": ("mean total", "平均總輸贏"),
    "of_wins": ("of wins", "胡牌中"),
    "per_session": ("a session", "每場次數"),
    "per_win": ("a win", "每次胡"),
    "of_deals": ("{deals} deals each", "每場 {deals} 局"),
    "place": ("place", "位置"),
    "plus": ("plus %", "有贏 %"),
    "reached": ("reached %", "達到 %"),
    "reaching": ("share of sessions", "佔場數"),
    "replay": ("a deal", "重看一局"),
    "replay_session": ("a session", "重看一場"),
    "seats_share": ("seats %", "座位 %"),
    "session": ("session", "場"),
    "sessions": ("sessions", "場"),
    "so_far": ("seats so far", "各座累計"),
    "payoffs": ("payoffs of seats", "各座輸贏"),
    "worst_fall": ("worst fall", "最大回落"),
    # Notes below tables
    "note_band": (
        "± pts: half the height of the DKW band, in percentage points; all quantiles of a line lie within it.",
        "± 點：DKW 帶的半高，以百分點計；同一行的分位數都在帶內。",
    ),
    "note_sample": (
        "Bonuses, groups and claims: from {logs} deals read event by event, {wins} of them won.",
        "加胡、牌組、做過的牌：取自逐步重看的 {logs} 局，其中 {wins} 局有人胡。",
    ),
    "note_gain": (
        "gain: mean payoff less that of the least held, place for place; intervals are clustered by deal.",
        "比最少者多：平均輸贏減去數目最少者的平均輸贏，逐位比較；區間以局為群。",
    ),
    "note_claims": (
        "Claims are made by who does well anyway: their gain is no effect of claiming.",
        "手順者做牌也多：差別不是做牌的效果。",
    ),
    "note_first": (
        "first: alone with the most; tied: with the most beside another; plus: more than at the start.",
        "獨贏：總輸贏獨自最高；並列：與別家同為最高；有贏：收場時多於開場。",
    ),
    "note_runs": (
        "in a row: deals that one seat deals one after another; reached: sessions with a run so long or longer.",
        "連莊局數：同一家接連做莊的局數；達到：有這麼長或更長連莊的場。",
    ),
    "note_paired": (
        "Differences on the same decks, ± half their 95 % interval.",
        "同一副牌的差，± 為 95% 區間的一半。",
    ),
    "note_many": (
        "{intervals} intervals: about {chance} of them would miss 0 by chance alone.",
        "共 {intervals} 個區間：單憑巧合，也約有 {chance} 個不含 0。",
    ),
    "note_next_dealer": (
        "next_dealer says who deals next: it tells in whole sessions only (sise odds session).",
        "next_dealer 只管下一局誰做莊：要看整場（sise odds session）。",
    ),
    # Charts
    "share": ("share", "比例"),
    "up_to": ("share up to here", "累積比例"),
    "win_rate": ("win rate", "勝率"),
    "mean_payoff": ("mean payoff", "平均輸贏"),
    "rate": ("rate", "比率"),
    "level": ("held", "數目"),
    "chart_places": ("Win rate by place", "各位置的勝率"),
    "chart_payoffs": ("Mean payoff by place", "各位置的平均輸贏"),
    "chart_ends": ("How deals end", "結局"),
    "chart_hu": ("Hu of wins", "胡牌的胡數"),
    "chart_payoff": ("Payoffs", "輸贏"),
    "chart_turns": ("Draws in a deal", "每局起牌數"),
    "chart_hands": ("Winning hands", "胡牌的牌型與加胡"),
    "chart_dealt": ("What a dealt hand is worth", "起手牌值多少"),
    "chart_claims": ("Payoff by claims made", "做牌多少與輸贏"),
    "chart_total": ("Totals of a session", "一場的總輸贏"),
    "chart_drawdown": ("Worst fall in a session", "一場的最大回落"),
    "chart_first": ("Chance to end first", "收場獨贏的機會"),
    "chart_runs": ("Deals in a row with one dealer", "連莊"),
    "chart_switches": ("What a switch changes", "選項的影響"),
}

TABLES: Final = (PLACES, FEATURES, SPREADS, SESSION_SPREADS, METRICS, HEADS, TEXTS)

# The characters above that differ in the simplified script and that no name in `experiments.names` has.
_PAIRS: Final = (
    "並并 佔占 個个 場场 帶带 後后 憑凭 斷断 於于 會会 機机 為为 獨独 積积 約约 續续 與与 誰谁 這这 連连 達达 響响 "
    "順顺 麼么 點点"
)
_SIMPLIFY: Final = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})


def say(table: Names, key: str, lang: str) -> str:
    """The name of `key` in `lang`: en, zh, zh-hant or zh-hans."""
    text = name(table, key, lang)
    return text.translate(_SIMPLIFY) if lang == "zh-hans" else text


def text(key: str, lang: str) -> str:
    """A heading, note or title."""
    return say(TEXTS, key, lang)
