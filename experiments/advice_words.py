"""Names of what `sise advise` shows, in English and Chinese, on paper and in charts."""

from __future__ import annotations

from typing import Final

from experiments.names import Names, name

WORDS: Final[Names] = {
    "option": ("option", "選擇"),
    "then_discard": ("discard", "打"),
    "others_win": ("others %", "別家勝 %"),
    "win": ("win %", "勝率 %"),
    "payoff": ("payoff", "輸贏"),
    "difference": ("to the best", "與最佳之差"),
    "hu": ("hu", "胡"),
    "unseen": ("unseen", "未見"),
    "pays": ("each pays", "每家付"),
    "waits": ("waits", "聽"),
    "completes": ("what completes the hand", "聽牌"),
    "drew": ("seat {0} drew {1}", "座位 {0} 起 {1}"),
    "discarded": ("seat {0} discarded {1}", "座位 {0} 打 {1}"),
    "must_discard": ("seat {0} is to discard", "座位 {0} 要打牌"),
    "opening": ("seat {0} opens the deal", "座位 {0} 開局"),
    "waiting": ("seat {0} waits, the turn is seat {1}'s", "座位 {0} 等牌，輪到座位 {1}"),
    "no_choice": (
        "seat {0} has nothing to decide here: no legal option",
        "座位 {0} 此時無可選擇",
    ),
    "none_completes": ("no card completes the hand as it is", "現在沒有牌可以胡"),
    "completes_after": ("what completes the hand after {0}", "{0}之後聽牌"),
    "choice_payoff": ("mean payoff of each choice, 95 % interval", "每種選擇的平均輸贏，95% 區間"),
    "chart_same": ("cannot be told apart from the best", "與最佳無法區分"),
    "chart_apart": ("worse than the best", "劣於最佳"),
    "hand": ("hand", "手牌"),
    "samples": ("samples", "樣本"),
    "playout": ("played on by", "續打"),
    "stock": ("stock", "底牌"),
    "no_more": ("not allowed", "不能胡"),
    "too_few": ("too few hu", "胡數不足"),
    "liked": ("* what {0} would do", "* {0} 的選擇"),
    "note": (
        "= cannot be told apart from the first (multiple comparisons with the best, 95~%, Bonferroni over {0});",
        "= 與首選無法區分（與最佳者多重比較，95%，以 {0} 次作 Bonferroni 校正）；",
    ),
    "note_difference": (
        "differences are sample by sample, their 95~% intervals those of single comparisons.",
        "差值逐樣本計算，其 95% 區間是單次比較的區間。",
    ),
    "note_waits": (
        "waits: cards unseen that would complete the hand with enough hu (kinds of card).",
        "聽：未見而可使手牌胡數足夠的牌張數（種數）。",
    ),
    "contradict": (
        "not every sample fits what the seats let go by: {0} cards in {1} samples do not",
        "不是每個樣本都合乎各家放過的牌：{1} 個樣本中有 {0} 張不合",
    ),
    "decides": ("seat {0} decides", "座位 {0} 決定"),
    "choose": (
        "decisions of deal {0}; go on with --from-deal {1}:{0}:EVENT",
        "第 {0} 局的抉擇；用 --from-deal {1}:{0}:EVENT",
    ),
    "event": ("event", "事件"),
    "stated": ("what it did", "所作"),
}


_PAIRS: Final = "夠够 決决 見见 與与 現现 樣样 聽听"
"""The characters of these names that `experiments.names` has no simplified form of."""
_SIMPLIFY: Final = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})


def say(key: str, lang: str, *values: object) -> str:
    """A word or line, its places filled in."""
    text = name(WORDS, key, lang)
    return (text.translate(_SIMPLIFY) if lang == "zh-hans" else text).format(*values)
