"""Names of groups, bonuses, hands and table headings, in English and Chinese.

Keys are the ids of the JSON forms and of the polars columns, which no language changes.
"""

from typing import Final

Names = dict[str, tuple[str, str]]

GROUPS: Final[Names] = {
    "jiang": ("single jiang", "將"),
    "gui": ("ghost", "鬼"),
    "dui": ("pair in hand", "對"),
    "yuan": ("yuan in hand", "圓"),
    "zi": ("triple in hand", "子"),
    "kan": ("triple in hand", "坎"),
    "nao": ("quad in hand", "鬧"),
    "yu": ("quad in hand", "魚"),
    "ming": ("laid open", "明"),
    "zhan": ("claimed pair", "占"),
    "chi": ("claimed yuan", "吃"),
    "peng": ("claimed triple", "碰"),
    "lou": ("claimed quad", "樓"),
    "kaiche": ("claimed quad", "開車"),
    "wugui": ("five ghosts", "五鬼"),
}

BONUSES: Final[Names] = {
    "bu": ("bu: claimed triples", "步"),
    "su_che": ("plain che", "素車"),
    "fei_che": ("fat che", "肥車"),
    "chang_che": ("long che", "長車"),
    "qing": ("qing: one kind", "清"),
    "tiandi": ("tiandi: jiang + zu", "天地"),
    "jiang": ("loose jiang", "散將"),
}

NAMED: Final[Names] = {
    "su_che_fat_lou": ("plain che + fat quad", "素車上肥樓"),
    "fei_che_plain_lou": ("fat or long che + plain quad", "肥車上素樓"),
    "che_out_5bu": ("che out + 5 bu", "出車五步"),
    "fei_che_2out": ("fat che, 2 out", "肥車出兩"),
    "chang_che_1out": ("long che, 1 out", "長車出車"),
    "sanqing_5bu": ("three qing + 5 bu", "三清五步"),
    "tiandi_5bu": ("tiandi + 5 bu", "天地五步"),
    "sanqing_tiandi": ("three qing + tiandi", "三清天地"),
    "sanqing_che_out": ("three qing + che out", "三清出車"),
    "tiandi_che_out": ("tiandi + che out", "出車天地"),
    "su_che_quanta": ("plain che, all out", "素車全踏"),
    "siqing": ("four qing", "四清"),
    "6bu": ("6 bu", "六步"),
    "2lou": ("2 claimed quads", "兩樓"),
    "xj_su_che_quanta_2lou": ("xiaojia: plain che all out + 2 quads", "小甲：素車全踏上兩樓"),
    "xj_fei_che_out_2lou": ("xiaojia: fat or long che out + 2 quads", "小甲：肥車出車上兩樓"),
    "xj_chang_che_2out_1lou": ("xiaojia: long che, 2 out + 1 quad", "小甲：長車出兩上一樓"),
    "xj_6bu_chang_che_quanta": ("xiaojia: 6 bu + long che all out", "小甲：六步踏長車"),
}

HIGH_HANDS: Final[Names] = {
    "shihu_kongyi": ("ten hu, one spare", "十胡空一"),
    "sizu_kongsan": ("four zu, three spare", "四卒空三"),
    "qizu_kongsan": ("seven zu, three spare", "七卒空三"),
    "bazu_kongwu": ("eight zu, five spare", "八卒空五"),
}

WIN_KINDS: Final[Names] = {
    "tianhu": ("dealt (tianhu)", "天胡"),
    "self_draw": ("own draw", "自摸"),
    "other_draw": ("another's draw", "胡別家起牌"),
    "discard": ("discard", "胡打出的牌"),
    "exhausted": ("no winner", "無人胡"),
    "false_win": ("false win", "賠胡"),
}

LEVELS: Final[Names] = {
    "ordinary": ("ordinary", "普通"),
    "xiaojia": ("xiaojia (5+ pai)", "小甲"),
    "dajia": ("dajia (10+ pai)", "大甲"),
    "big": ("big", "大胡"),
    "high": ("high", "高胡"),
    "stinks": ("stinks", "臭胡"),
}

OPTIONS: Final[Names] = {
    "win": ("win", "胡"),
    "kong": ("kong", "樓"),
    "kaiche": ("kong", "開車"),
    "peng": ("peng", "碰"),
    "chi": ("chi", "吃"),
    "zhan": ("zhan", "占"),
    "ming": ("ming", "明"),
    "pass": ("pass", "過"),
}

GAMES: Final[Names] = {"guangshui": ("guangshui", "廣水"), "youxi": ("youxi", "尤溪")}

WORDS: Final[Names] = {
    "a_second": ("{0} {1} a second", "每秒 {0} {1}"),
    "against": ("against", "對"),
    "all": ("all", "合計"),
    "any_time": ("any-time interval", "隨時有效區間"),
    "bar": ("barred", "不能胡"),
    "better": ("better", "較強"),
    "bonus": ("bonus", "加胡"),
    "candidates": ("candidates", "候選"),
    "cards": ("cards", "牌"),
    "claimed": ("claimed card", "胡的牌"),
    "complete": ("complete", "完成"),
    "count": ("deals", "局數"),
    "damaged": ("damaged", "損壞"),
    "days": ("about {0} days", "約 {0} 天"),
    "dead": ("dead", "相公"),
    "deal": ("deal", "局"),
    "dealer": ("dealer", "莊家"),
    "deals": ("deals", "局"),
    "decks": ("decks", "副牌"),
    "default": ("default", "預設"),
    "discards": ("discards", "打牌"),
    "draws": ("draws", "起牌"),
    "dreamer": ("dreamer", "夢"),
    "each_pays": ("each other player pays", "每家付"),
    "each_pays_dreamer": ("the two others each pay the dreamer", "另外兩家各付夢"),
    "edge": ("edge", "優勢"),
    "effect": ("effect", "效應"),
    "end": ("how deals end", "結局"),
    "equal": ("equal", "相當"),
    "field": ("field", "各家"),
    "finished": ("finished", "已完成"),
    "from": ("from", "來源"),
    "gate": ("gate", "覆驗"),
    "generations": ("generations", "代"),
    "ghosts": ("ghosts", "鬼"),
    "go_on": ("go on", "繼續"),
    "group": ("group", "牌組"),
    "hand": ("hand", "手牌"),
    "heads": ("hu", "胡頭"),
    "hours": ("about {0} hours", "約 {0} 小時"),
    "hu": ("hu", "胡"),
    "idle": ("idle cards at the least", "閒牌最少張數"),
    "intents": ("decisions", "抉擇"),
    "interrupted": ("interrupted", "中斷"),
    "interval": ("95 % interval", "95% 區間"),
    "left": ("left", "剩餘"),
    "level": ("level", "等級"),
    "line_up": ("line-up", "陣容"),
    "max": ("max", "最大"),
    "mean": ("mean", "平均"),
    "mean_payoff": ("mean payoff", "平均輸贏"),
    "meaning": ("meaning", "說明"),
    "median": ("median", "中位"),
    "melds": ("melds", "桌上"),
    "min": ("min", "最小"),
    "minutes": ("about {0} minutes", "約 {0} 分鐘"),
    "named": ("named hand", "牌型"),
    "nobody": ("nobody", "無"),
    "non_dealer": ("others", "閒家"),
    "not_covered": ("not covered", "手中有閒牌"),
    "not_winning": ("covered, but too few hu to win", "無閒牌，胡數不足"),
    "of_units": ("{0} of {1} {2} ({3})", "{1} {2}中的 {0} ({3})"),
    "pai": ("pai", "牌"),
    "pair": ("pair", "對局"),
    "parameter": ("parameter", "參數"),
    "payoff": ("payoff", "輸贏"),
    "payoffs": ("payoffs", "輸贏"),
    "per_deal": ("per deal", "每局"),
    "player": ("player", "玩家"),
    "process": ("process {0}", "行程 {0}"),
    "range": ("range", "範圍"),
    "rank": ("rank", "名次"),
    "rate": ("rate", "比率"),
    "role": ("role", "角色"),
    "rotate": ("rotates", "輪流"),
    "rule": ("rule", "規則"),
    "rules": ("rules", "規則"),
    "run": ("run", "執行"),
    "running": ("running", "進行中"),
    "sd": ("sd", "標準差"),
    "seat": ("seat", "座位"),
    "seats": ("seats", "座位"),
    "seconds": ("about {0} s", "約 {0} 秒"),
    "seed": ("seed", "種子"),
    "sequential": ("sequential test", "序貫檢定"),
    "state": ("state", "狀態"),
    "sparse": (
        "decks have an edge other than 0: too few for the interval to hold",
        "副牌的優勢不為 0：太少，區間不可靠",
    ),
    "stock": ("stock", "底牌"),
    "stopped": ("stopped early", "提前結束"),
    "strategy": ("strategy", "打法"),
    "switch": ("switch", "選項"),
    "switches": ("switches", "選項"),
    "tables": ("tables", "表"),
    "total": ("total", "合計"),
    "total_hu": ("total hu", "總胡數"),
    "tuned": ("tuned", "調後"),
    "undecided": ("undecided", "未定"),
    "untuned": ("untuned", "調前"),
    "value": ("value", "值"),
    "values": ("values", "可選值"),
    "variance_ratio": ("var. ratio", "變異數比"),
    "win_rate": ("win", "勝率"),
    "winner": ("winner", "贏家"),
    "winner_pays_dreamer": ("the winner pays the dreamer", "贏家付夢"),
    "wins": ("wins", "胡牌"),
    "worse": ("worse", "較弱"),
    "worth": ("worth of wins", "胡牌等級"),
}

# What the built-in strategies say of themselves, keyed by what they say: texts of others stay as they are.
STRATEGIES: Final[Names] = {
    text: (text, chinese)
    for text, chinese in {
        "built in": "內建",
        "takes wins, otherwise plays any legal move": "能胡就胡，其餘隨意",
        "takes wins, kongs and pengs, discards single cards": "能胡、能樓、能碰就拿，打單張",
        "takes what leaves fewer idle cards, keeps what scores, discards what helps least": (
            "拿減少閒牌的牌，留有胡數的牌，打最沒用的牌"
        ),
    }.items()
}

COLOURS: Final[Names] = {
    "Y": ("yellow", "黃"),
    "R": ("red", "紅"),
    "W": ("white", "白"),
    "G": ("green", "綠"),
}

TABLES: Final = (
    GROUPS, BONUSES, NAMED, HIGH_HANDS, WIN_KINDS, LEVELS, OPTIONS, GAMES, WORDS, STRATEGIES, COLOURS,
)  # fmt: skip

# Only the characters of the names above, traditional and simplified; no general converter.
_PAIRS = (
    "執执 狀状 態态 損损 壞坏 繼继 續续 約约 鐘钟 進进 斷断 "
    "來来 頭头 兩两 別别 給给 內内 減减 隨随 餘余 沒没 單单 則则 參参 圍围 圓圆 區区 勝胜 將将 對对 張张 "
    "擇择 數数 樓楼 無无 種种 範范 紅红 級级 組组 結结 綠绿 總总 莊庄 規规 設设 說说 賠赔 贏赢 車车 輪轮 "
    "輸输 選选 過过 長长 開开 閒闲 間间 項项 預预 魚鱼 鬧闹 黃黄 廣广 夢梦 計计 "
    "擬拟 確确 誤误 幾几 個个 優优 勢势 標标 準准 應应 變变 異异 陣阵 貫贯 檢检 較较 強强 當当 時时 為为 調调 後后 驗验"
)
_SIMPLIFY = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})


def name(table: Names, key: str, lang: str) -> str:
    """The name of `key` in `lang`; an id that the table does not know is its own name."""
    english, chinese = table.get(key, (key, key))
    if lang == "en":
        return english
    return chinese.translate(_SIMPLIFY) if lang == "zh-hans" else chinese


def word(key: str, lang: str) -> str:
    """A heading or word of the tables."""
    return name(WORDS, key, lang)


def both(table: Names, key: str, lang: str) -> str:
    """The English name with the Chinese one in brackets; the Chinese name alone where Chinese is asked for."""
    return f"{name(table, key, 'en')} ({name(table, key, 'zh')})" if lang == "en" else name(table, key, lang)


def comma(lang: str) -> str:
    """What stands between the parts of a line of text."""
    return ", " if lang == "en" else "，"


def colon(lang: str) -> str:
    """What stands between a word and its value in a line of text."""
    return ": " if lang == "en" else "："
