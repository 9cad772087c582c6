"""What a report says in its own words, and the headings of columns, in English and Chinese.

Keys of `HEADS` are columns of the tables, those of `TABLES` names of tables by kind of run.
"""

from __future__ import annotations

from typing import Final

from experiments.names import Names, name

TEXTS: Final[Names] = {
    "again": ("Run it again", "再跑一次"),
    "changed": ("changed switches", "改過的選項"),
    "charts_missing": (
        "Charts need the extra plots: {0}, then make the report again.",
        "圖需要附加套件 plots：{0}，裝好後再做一次報告。",
    ),
    "chart_failed": ("The chart {0} could not be drawn: {1}", "圖 {0} 畫不出來：{1}"),
    "charts_script": ("Charts need JavaScript, which this viewer does not run.", "圖需要 JavaScript，這裡不能執行。"),
    "code": ("code", "程式碼"),
    "copied": ("copied", "已複製"),
    "copy": ("copy", "複製"),
    "cut": ("the first {0} of {1} rows; all are in {2}", "{1} 行中的前 {0} 行；全部在 {2}"),
    "damaged": ("damaged chunk files: {0}", "損壞的檔案：{0}"),
    "file_hash": ("its file", "檔案"),
    "folder": ("folder", "資料夾"),
    "hash": ("hash of the rules", "規則的指紋"),
    "intervals": (
        "Small numbers below a value are its 95 % interval. Counts are exact.",
        "數值下的小字是 95% 區間。次數都是精確的。",
    ),
    "kept_only": ("{0} columns more are in {1}", "另有 {0} 欄在 {1}"),
    "made_by": ("made by sise {0}", "由 sise {0} 製作"),
    "no_tables": (
        "The run has written no table yet. Its command goes on with it and writes them.",
        "還沒有表。同一條指令會繼續跑，並寫出表來。",
    ),
    "none": ("none", "無"),
    "part": (
        "The tables are over the {0} of {1} {2} that were played when they were written.",
        "表只含當時已跑完的 {0} / {1} {2}。",
    ),
    "preset": ("rules", "規則"),
    "range": ("range", "範圍"),
    "recounted": ("from the counts in its chunk files", "由計數檔重算"),
    "rows": ("{0} rows", "{0} 行"),
    "same": (
        "The same command gives the same tables, whatever the threads and executors.",
        "同一條指令總得同樣的表，不論執行緒與執行者。",
    ),
    "seed": ("seed", "種子"),
    "strategies": ("Strategies", "打法"),
    "switches": ("all switches", "所有選項"),
    "versions": ("versions", "版本"),
    "what": ("What was run", "跑了什麼"),
}

KINDS: Final[Names] = {
    "simulate": ("Simulation", "模擬"),
    "match": ("Match", "對局"),
    "ladder": ("Ladder", "天梯"),
    "tune": ("Tuning", "調參數"),
    "compare-rules": ("Comparison of rules", "規則比較"),
    "odds deal": ("Odds of a dealt hand", "起手牌的機率"),
    "odds play": ("Odds of whole deals", "整局的機率"),
    "odds session": ("Odds of whole evenings", "整場的機率"),
    "other": ("Run", "執行"),
}

TABLES: Final[Names] = {
    "claims": ("Claims made", "做過的牌"),
    "dealt": ("The dealt hand", "起手牌"),
    "distributions": ("Distributions", "分布"),
    "edges": ("Edges", "優勢"),
    "ends": ("How deals end", "結局"),
    "features": ("Every value of every feature", "各特徵的各個值"),
    "gate_edges": ("Gate: tuned (A) against untuned (B)", "覆驗：調後（A）對調前（B）"),
    "gate_test": ("Gate: sequential test", "覆驗：序貫檢定"),
    "hands": ("Winning hands", "胡牌的牌型與加胡"),
    "hu": ("Hu of wins", "胡牌的胡數"),
    "levels": ("Worth of wins", "胡牌等級"),
    "metrics": ("All measures", "所有量度"),
    "named": ("Named hands", "牌型"),
    "pairs": ("Pairs", "兩兩對局"),
    "parameters": ("Parameters", "參數"),
    "path": ("Path of the search", "搜尋過程"),
    "places": ("By place", "各位置"),
    "quantiles": ("Means and quantiles", "平均與分位數"),
    "ranking": ("Ranking", "名次"),
    "runs": ("Deals in a row", "連莊"),
    "seats": ("By seat", "各座位"),
    "strategies": ("By strategy and role", "各打法與角色"),
    "summary": ("Summary", "總表"),
    "switches": ("What each switch changes", "各選項的影響"),
    "test": ("Sequential test", "序貫檢定"),
}

HEADS: Final[Names] = {
    "after": ("after", "改後"),
    "against": ("against", "對"),
    "against_win_rate": ("win rate of the other", "對方勝率"),
    "alpha": ("alpha", "α 誤差"),
    "any": ("any-time interval", "隨時有效區間"),
    "barred": ("barred", "不能胡"),
    "before": ("before", "改前"),
    "beta": ("beta", "β 誤差"),
    "by": ("by", "類別"),
    "candidate": ("candidate", "候選"),
    "cards": ("cards", "張數"),
    "cdf": ("share up to here", "累積比例"),
    "changed": ("decks changed", "有變的副數"),
    "changed_rate": ("changed", "有變比例"),
    "chi2": ("chi-squared", "卡方"),
    "count": ("count", "次數"),
    "cut": ("cut off", "收場打斷"),
    "dead": ("dead", "相公"),
    "deal": ("deal", "局"),
    "dealer": ("dealer", "莊家"),
    "dealer_deals": ("deals as dealer", "做莊局數"),
    "dealer_edge": ("dealer's edge, win rate", "莊家優勢，勝率"),
    "dealer_payoff_edge": ("dealer's edge, payoff", "莊家優勢，輸贏"),
    "dealer_wins": ("wins as dealer", "做莊胡牌"),
    "deals": ("deals", "局數"),
    "deals_dealt": ("deals dealt", "做莊局數"),
    "deals_won": ("deals won", "胡牌局數"),
    "decks": ("decks", "副數"),
    "delta": ("delta", "δ 效應"),
    "df": ("degrees of freedom", "自由度"),
    "differ": ("decks with an edge", "有優勢的副數"),
    "difference": ("difference", "差"),
    "draws": ("draws", "起牌"),
    "edge": ("edge", "優勢"),
    "effect": ("effect", "效應"),
    "end": ("end", "結局"),
    "error": ("standard error", "標準誤"),
    "even": ("even", "持平"),
    "exact": ("exact", "精確"),
    "exact_fraction": ("exact, as a fraction", "精確分數"),
    "false_wins": ("false wins", "賠胡"),
    "feature": ("feature", "特徵"),
    "first_alone": ("first alone", "獨贏"),
    "first_tied": ("tied first", "並列"),
    "gain": ("gain on the least held", "比最少者多"),
    "generation": ("generation", "代"),
    "held": ("held", "數目"),
    "high": ("high", "上限"),
    "hu": ("hu", "胡"),
    "id": ("hand", "牌型"),
    "inside": ("inside", "在區間內"),
    "keeps": ("keeps the deal", "續莊"),
    "kind": ("kind", "種類"),
    "last": ("last", "尾家"),
    "length": ("in a row", "連莊局數"),
    "level": ("worth", "等級"),
    "line_up": ("line-up", "陣容"),
    "llr": ("log likelihood ratio", "對數概似比"),
    "low": ("low", "下限"),
    "lower": ("equal at or below", "下界"),
    "max": ("max", "最大"),
    "mean": ("mean", "平均"),
    "mean_drawdown": ("mean worst fall", "平均最大回落"),
    "mean_hu": ("mean hu", "平均胡數"),
    "mean_payoff": ("mean payoff", "平均輸贏"),
    "mean_total": ("mean total", "平均總輸贏"),
    "metric": ("measure", "量度"),
    "min": ("min", "最小"),
    "named": ("named hand", "牌型"),
    "next": ("next", "下家"),
    "no_winner": ("no winner", "無人胡"),
    "objective": ("edge", "優勢"),
    "of": ("of", "項目"),
    "p": ("p", "p 值"),
    "paid": ("paid in a deal", "每局付出"),
    "parameter": ("parameter", "參數"),
    "pay_per_win": ("each pays, of a win", "胡牌每家付"),
    "payoff_sd": ("sd of the payoff", "輸贏標準差"),
    "payoff_sum": ("sum of payoffs", "輸贏合計"),
    "per_session": ("a session", "每場次數"),
    "place": ("place", "位置"),
    "player": ("player", "玩家"),
    "plus": ("in the plus", "有贏"),
    "q05": ("5 %", "5% 分位"),
    "q25": ("25 %", "25% 分位"),
    "q50": ("median", "中位"),
    "q75": ("75 %", "75% 分位"),
    "q95": ("95 %", "95% 分位"),
    "q99": ("99 %", "99% 分位"),
    "rank": ("rank", "名次"),
    "rate": ("rate", "比率"),
    "reached": ("reached", "達到"),
    "role": ("role", "角色"),
    "runs": ("runs", "次數"),
    "sampled": ("from the sample", "取自樣本"),
    "sd": ("sd", "標準差"),
    "sd_total": ("sd of the total", "總輸贏標準差"),
    "seat": ("seat", "座位"),
    "seats": ("seats", "座位"),
    "sessions": ("sessions", "場數"),
    "share": ("share", "比例"),
    "sigma": ("step size", "步長"),
    "simulated": ("simulated", "模擬"),
    "squares": ("sum of squares", "平方和"),
    "strategy": ("strategy", "打法"),
    "switch": ("switch", "選項"),
    "total": ("sum", "合計"),
    "tuned": ("tuned", "調後"),
    "untuned": ("untuned", "調前"),
    "upper": ("decided at or above", "上界"),
    "value": ("value", "值"),
    "variance_ratio": ("variance ratio", "變異數比"),
    "verdict": ("verdict", "結論"),
    "win_kind": ("end", "結局"),
    "win_rate": ("win rate", "勝率"),
    "wins": ("wins", "胡牌"),
    "worst_loss": ("most one seat pays", "一家最多付"),
    "z": ("z", "z 值"),
}
"""A column whose id says too little, or has no Chinese name, is given one here; others name themselves."""

BY: Final[Names] = {
    "seat": ("by seat", "各座位"),
    "strategy": ("by strategy", "各打法"),
    "dreamer": ("the dreamer", "夢"),
    "win_kind": ("how deals end", "結局"),
    "level": ("worth of wins", "胡牌等級"),
    "bonus": ("bonuses", "加胡"),
    "group": ("groups", "牌組"),
    "high": ("high hands", "高胡"),
    "named": ("named hands", "牌型"),
}

LINE_UPS: Final[Names] = {
    "one_vs_two": ("A against B B", "A 對 B B"),
    "two_vs_one": ("A A against B", "A A 對 B"),
    "both": ("both together", "兩者合計"),
    "all_orders": ("all orders of A B C", "A B C 所有次序"),
}
ROLES: Final[Names] = {
    "all": ("all", "合計"),
    "dealer": ("dealer", "莊家"),
    "non_dealer": ("not dealer", "閒家"),
    "others": ("the others", "其他兩家"),
    "dreamer": ("dreamer", "夢"),
    "true": ("yes", "是"),
    "false": ("no", "否"),
    "better": ("better", "較強"),
    "worse": ("worse", "較弱"),
    "equal": ("equal", "相當"),
    "undecided": ("undecided", "未定"),
    "tuned": ("tuned", "調後"),
    "untuned": ("untuned", "調前"),
    "running": ("running", "進行中"),
    "interrupted": ("interrupted", "中斷"),
    "complete": ("complete", "完成"),
    "stopped": ("stopped early", "提前結束"),
}
UNITS: Final[Names] = {
    "deals": ("deals", "局"),
    "decks": ("decks", "副牌"),
    "sessions": ("sessions", "場"),
    "steps": ("steps", "步"),
    "hands": ("hands", "手牌"),
}

ALL: Final = (TEXTS, KINDS, TABLES, HEADS, BY, LINE_UPS, ROLES, UNITS)

# The characters above that differ in the simplified script and that no name in `experiments.names` has.
_PAIRS: Final = (
    "紋纹 並并 個个 兩两 優优 內内 別别 場场 壞坏 夾夹 寫写 對对 尋寻 後后 應应 數数 斷断 時时 條条 樣样 "
    "機机 檔档 檢检 畫画 碼码 種种 積积 總总 續续 緒绪 製制 複复 計计 誤误 調调 貫贯 賠赔 連连 進进 過过 "
    "達达 還还 類类 響响 驗验 欄栏 裝装 圖图 報报 執执 資资 麼么 獨独 與与 論论 徵征 裡里 這这 會会"
)
_SIMPLIFY: Final = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})


def say(table: Names, key: str, lang: str) -> str:
    """The name of `key` in `lang`: en, zh, zh-hant or zh-hans."""
    found = name(table, key, lang)
    return found.translate(_SIMPLIFY) if lang == "zh-hans" else found


def text(key: str, lang: str, *values: object) -> str:
    """A text of the page with its values."""
    return say(TEXTS, key, lang).format(*values)
