"""The command line: results on standard output, messages on standard error, and the exit status."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

import pytest

import simcore
from experiments.cli import console, main, program
from experiments.names import NAMED, name
from simcore import Rules, deal_log, describe
from strategies import load

ROOT = Path(__file__).parents[1]

# Worked out from RULES.md. 鬧 of plain kinds 4 × 9, two fat 子 2 × 6 and three 圓 of 1: 51 hu, one 牌.
FIFTY_ONE = "YS4 RX4 WM4 GP4 YC3 RZ3 WJ WS WX GJ GS GX RC RM RP"
# The same with 白卒 for 紅炮: 紅車, 紅馬 and 白卒 find no partner.
THREE_IDLE = "YS4 RX4 WM4 GP4 YC3 RZ3 WJ WS WX GJ GS GX RC RM WZ"
# Three 子 6 + 3 + 3; 素車 車馬炮 全踏 40, two 素車 not out 10 each (the 紅將 pair of one scores no 1 then), 長車 of 卒
# not out 40: 112 hu, two 牌 (G4, G9).
CHES = "YC3 YM3 YP3 RZ2 YZ2 GZ2 WZ2 RJ2 RS2 RX2 WC2 WM2 WP2 GS2"
# 魚 6 + 坎 2 + 坎 2 = 10; 鬼 1, 士 4, 相 5: N = 20, each pays 3 + 1 + 1 (Y6).
TEN_HEADS = "YS4 RX3 WM3 GUI YC2 RC2 WC2 GC2 YM2 RM2 GM2 YZ2 RZ2 GX2"


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Sise = Callable[..., Ran]


@pytest.fixture
def sise(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sise:
    """Run the command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*args: object) -> Ran:
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, out, err)

    return run


def process(*args: str, **kwargs: Any) -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "experiments.cli", *args]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    options: dict[str, Any] = {"capture_output": True, "text": True, "encoding": "utf-8", "timeout": 300}
    return subprocess.run(command, env=environment, check=False, **(options | kwargs))


def write(file: str, text: str) -> str:
    Path(file).write_text(text, encoding="utf-8")
    return file


def english_words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]\w*", text))


def too_wide(text: str) -> list[str]:
    """Lines that a terminal of 80 columns breaks; a Chinese character takes two columns."""
    wide = re.compile(r"[\u2e80-\uffef]")
    return [line for line in text.splitlines() if len(line) + len(wide.findall(line)) > 80]


RULE_IDS = {f"{part}{n}" for part, last in (("E", 14), ("G", 16), ("Y", 16)) for n in range(1, last + 1)}


# --- simulate


def test_simulate_prints_the_tables(sise: Sise) -> None:
    ran = sise("simulate", "--seats", "eager,eager,random", "--deals", 600, "--seed", 5, "--quiet")
    assert ran.status == 0
    assert ran.err == ""
    assert ran.out.startswith("guangshui: 600 deals (0 – 599), seed 5, dealer rotates\n")
    for heading in ("win %", "95 % interval", "mean payoff", "how deals end", "worth of wins", "median"):
        assert heading in ran.out
    assert "…" not in ran.out
    assert "\x1b" not in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80


def test_simulate_json_is_json_alone_and_adds_up(sise: Sise) -> None:
    ran = sise("simulate", "--seats", "eager,eager,random", "--deals", 600, "--format", "json")
    assert ran.status == 0
    assert "600 deals in" in ran.err
    report = ran.json
    seats = [row for row in report["summary"] if row["by"] == "seat"]
    assert [row["strategy"] for row in seats] == ["eager", "eager", "random"]
    kinds = {row["win_kind"]: row["count"] for row in report["kinds"] if row["seat"] is None}
    assert sum(kinds.values()) == 600
    assert sum(row["wins"] for row in seats) == 600 - kinds["exhausted"]
    assert sum(row["count"] for row in report["hu"]) == 600 - kinds["exhausted"]
    assert sum(row["payoff_sum"] for row in seats) == 0  # Guangshui pays among the three
    eager = next(row for row in report["summary"] if row["by"] == "strategy" and row["strategy"] == "eager")
    assert eager["seats"] == "0,1"
    assert eager["wins"] == seats[0]["wins"] + seats[1]["wins"]
    assert eager["win_rate"] == pytest.approx(eager["wins"] / 1200)
    assert all(row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"] for row in seats)


def test_youxi_has_a_dreamer(sise: Sise) -> None:
    ran = sise("simulate", "--rules", "youxi", "--seats", "eager,eager,random", "--deals", 300, "--format", "json")
    rows = ran.json["summary"]
    dreamer = next(row for row in rows if row["by"] == "dreamer")
    played = sum(row["payoff_sum"] for row in rows if row["by"] == "seat")
    assert dreamer["mean_payoff"] * 300 == pytest.approx(-played)
    assert {row["level"] for row in ran.json["levels"]} == {"ordinary", "big", "high", "stinks"}


def test_chinese_tables(sise: Sise) -> None:
    ran = sise("simulate", "--seats", "eager,eager,random", "--deals", 60, "--lang", "zh", "--quiet")
    assert ran.out.startswith("廣水：60 局")
    for heading in ("勝率", "平均輸贏", "結局", "無人胡"):
        assert heading in ran.out
    assert english_words(ran.out) == {"eager", "random"}


SWITCHES = [f"--set={name}" for name in ("passed_card_dead=false", "payers=discarder", "chuche_duty=false")]


def test_headings_name_the_switches_as_set_takes_them(sise: Sise) -> None:
    seats = ("--seats", "eager,eager,random", "--quiet")
    for ran in (sise("simulate", *SWITCHES, "--deals", 30, *seats), sise("replay", *SWITCHES, "--deal", 3, *seats)):
        heading = " ".join(ran.out.split("\n\n")[0].split("\nseat 0")[0].split())
        assert heading.startswith("guangshui, passed_card_dead=false, chuche_duty=false, payers=discarder")
        assert too_wide(ran.out) == []


@pytest.mark.parametrize("rules", ["guangshui", "youxi"])
def test_threads_change_no_byte(sise: Sise, rules: str) -> None:
    args = ("simulate", "--rules", rules, "--seats", "eager,random,random", "--deals", 5000, "--quiet")
    for form in ("text", "json"):
        texts = {sise(*args, "--format", form, "--threads", threads).out for threads in (1, 2, 4)}
        assert len(texts) == 1


def test_out_writes_the_three_files_and_records(sise: Sise) -> None:
    import polars as pl

    ran = sise("simulate", "--seats", "eager,eager,random", "--deals", 300, "--out", "run", "--records")
    assert ran.status == 0
    assert sorted(str(path.relative_to("run")) for path in Path("run").rglob("*.*")) == [
        "deals/part-00000.parquet",
        "hu.parquet",
        "run.json",
        "summary.parquet",
    ]
    deals = pl.read_parquet("run/deals/*.parquet")
    assert deals["deal"].to_list() == list(range(300))
    assert json.loads(Path("run/run.json").read_text())["finished"] == {"deals": 300, "complete": True}


# --- score


def test_score_adds_up_to_what_the_rules_say(sise: Sise) -> None:
    result = sise("score", "--hand", FIFTY_ONE, "--format", "json", "--quiet").json
    assert (result["covered"], result["wins"], result["hu"], result["pai"]) == (True, True, 51, 1)
    assert (result["kong"], result["level"], result["named"], result["bonuses"]) == (0, "", [], [])
    assert sum(row["hu"] for row in result["groups"]) == 51
    assert sum(len(row["cards"]) for row in result["groups"]) == 31


def test_score_tells_the_bonuses_with_their_rules(sise: Sise) -> None:
    result = sise("score", "--hand", CHES, "--format", "json").json
    assert (result["hu"], result["pai"], result["named"]) == (112, 2, ["su_che_quanta"])
    bonuses = sorted((row["bonus"], row["hu"], row["rule"]) for row in result["bonuses"])
    assert bonuses == [("chang_che", 40, "G4"), ("su_che", 10, "G4"), ("su_che", 10, "G4"), ("su_che", 40, "G4")]
    assert sum(row["hu"] for row in result["groups"]) == 12
    text = sise("score", "--hand", CHES).out
    for words in ("長車", "long che", "G4", "素車全踏", "112"):
        assert words in text


# Seven named hands at once: 肥車 of three 卒 with 綠卒 out, 三清 of 馬, 天地 of 綠, 5 步 and a plain 樓 (G3–G8).
SEVEN_NAMED = ["--hand", "YJ YS WJ3 WP2 RZ2 WZ2", "--claimed", "YX", "--meld", "kong:WM"]
SEVEN_NAMED += [word for card in ("GZ", "RM", "YS", "GM", "GJ") for word in ("--meld", f"peng:{card}")]


def test_named_hands_are_rows_with_both_names(sise: Sise) -> None:
    ids = sise("score", *SEVEN_NAMED, "--format", "json").json["named"]
    assert len(ids) == 7
    english = sise("score", *SEVEN_NAMED).out
    rows = [re.split(" {2,}", line) for line in english.splitlines() if line.endswith("G8")]
    assert rows == [[name(NAMED, key, "en"), name(NAMED, key, "zh"), "G8"] for key in ids]
    assert too_wide(english) == []
    assert not any(key in english for key in ids)


@pytest.mark.parametrize("lang", ["zh", "zh-hans"])
def test_chinese_scores_are_chinese_throughout(sise: Sise, lang: str) -> None:
    for args in (SEVEN_NAMED, ("--hand", CHES), ("--hand", TEN_HEADS, "--rules", "youxi"), ("--hand", THREE_IDLE)):
        assert english_words(sise("score", *args, "--lang", lang).out) <= {"G2", "G3", "G4", "G5", "G6", "G8", "Y2"}


def test_score_text_names_the_rows_in_both_languages(sise: Sise) -> None:
    ran = sise("score", "--hand", FIFTY_ONE, "--quiet")
    assert ran.status == 0
    for word in ("鬧", "quad in hand", "子", "圓", "51", "YS4"):
        assert word in ran.out
    assert "黃士4" in sise("score", "--hand", FIFTY_ONE, "--lang", "zh").out


def test_a_claimed_triple_is_worth_less_than_one_in_hand(sise: Sise) -> None:
    # 黃車 claimed: 碰 2 in place of 子 6, 47 hu, and no other way to win (G2, G8).
    hand = FIFTY_ONE.replace("YC3", "YC2")
    result = sise("score", "--hand", hand, "--claimed", "YC", "--format", "json").json
    assert (result["covered"], result["wins"], result["hu"]) == (True, False, 47)
    peng = next(row for row in result["groups"] if row["claimed"])
    assert (peng["group"], peng["hu"]) == ("peng", 2)


def test_score_of_an_uncovered_hand_tells_the_idle_cards(sise: Sise) -> None:
    ran = sise("score", "--hand", THREE_IDLE, "--format", "json")
    assert ran.status == 0
    assert ran.json == {"covered": False, "wins": False, "idle": 3}
    assert "3" in sise("score", "--hand", THREE_IDLE).out


def test_score_of_youxi(sise: Sise) -> None:
    result = sise("score", "--rules", "youxi", "--hand", TEN_HEADS, "--format", "json").json
    assert (result["hu"], result["total"], result["ghosts"]) == (10, 20, 1)
    assert (result["pay"], result["dreamer"], result["high"]) == (5, 2, False)


def test_batch_keeps_the_order_and_goes_on_after_errors(sise: Sise) -> None:
    hand = [card for part in FIFTY_ONE.split() for card in [part[:2]] * int(part[2:] or 1)]
    lines = [
        json.dumps({"rules": "guangshui", "hand": hand, "melds": [], "claimed": None}),
        json.dumps({"hand": hand[:-1]}),
        "",
        "{not json",
        "[1, 2]",
        json.dumps({"hand": 7}),
        json.dumps({"hand": hand, "melds": "peng:RC"}),
        json.dumps({"rules": "mahjong", "hand": hand}),
        json.dumps({"rules": "youxi", "hand": TEN_HEADS}),
        json.dumps({"hand": hand[:-1], "claimed": hand[-1]}),
        "",
    ]
    ran = sise("score", "--batch", write("hands.jsonl", "\n".join(lines) + "\n\n"))
    results = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 2
    assert [("error" in result) for result in results] == [False, *[True] * 7, False, False]
    assert [result.get("hu") for result in results] == [51, *[None] * 7, 10, 51]


def test_batch_from_standard_input(tmp_path: Path) -> None:
    ran = process("score", "--batch", "-", "--quiet", input=json.dumps({"hand": FIFTY_ONE}) + "\n")
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["hu"] == 51


def test_a_line_from_a_pipe_is_answered_before_the_next_comes() -> None:
    command = [sys.executable, "-m", "experiments.cli", "score", "--batch", "-", "--quiet"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for hand, hu in ((FIFTY_ONE, 51), (CHES, 112)):
            running.stdin.write(json.dumps({"hand": hand}) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["hu"] == hu
        running.stdin.write(json.dumps({"hand": FIFTY_ONE}))  # no line end
        running.stdin.close()
        assert json.loads(running.stdout.read())["hu"] == 51
    assert running.returncode == 0


def test_batch_rules_of_the_command_hold_for_lines_of_its_game(sise: Sise) -> None:
    # A line that names the game is scored by the rules of the command, switches and all.
    line = json.dumps({"rules": "guangshui", "hand": FIFTY_ONE})
    ran = sise("score", "--set", "jiang_cap=3", "--batch", write("hands.jsonl", line))
    assert (ran.status, json.loads(ran.out)["hu"]) == (0, 51)


# --- replay


def test_replay_json_is_the_deal_log_a_line_each(sise: Sise) -> None:
    ran = sise("replay", "--deal", 12, "--count", 3, "--seats", "eager,eager,random", "--seed", 7, "--format", "json")
    seats = [load("eager"), load("eager"), load("random")]
    logs = [json.loads(line) for line in ran.out.splitlines()]
    assert logs == [deal_log(Rules.preset("guangshui"), seats, 7, deal) for deal in (12, 13, 14)]
    assert [log["dealer"] for log in logs] == [0, 1, 2]


@pytest.mark.parametrize("rules", ["guangshui", "youxi"])
def test_replay_text_tells_every_event(sise: Sise, rules: str) -> None:
    args = ("replay", "--rules", rules, "--deal", 3, "--seats", "eager,eager,random")
    log = sise(*args, "--format", "json").json
    text = sise(*args).out
    for seat in range(3):
        assert f"seat {seat} (" in text
    assert text.count(" discards ") == sum(event["e"] == "discard" for event in log["events"])
    assert text.count(" draws ") == sum(event["e"] == "draw" for event in log["events"])
    chinese = sise(*args, "--lang", "zh").out
    assert chinese.count(" 起 ") == text.count(" draws ")
    assert english_words(chinese) <= {"eager", "random", *RULE_IDS}
    assert too_wide(text) + too_wide(chinese) == []


# --- rules and strategies


def test_rules_lists_the_presets_and_shows_one(sise: Sise) -> None:
    listed = sise("rules").out
    assert "guangshui" in listed
    assert "尤溪" in listed
    shown = sise("rules", "youxi", "--format", "json").json
    switches = {row["switch"]: row for row in shown["switches"]}
    assert switches["false_wins"]["rule"] == "Y11"
    assert switches["false_wins"]["value"] is False
    assert switches["ordinary_base"]["values"] == ["flat", "half_up", "ceil"]
    assert "payers" not in switches
    assert "Y11" in sise("rules", "youxi").out
    assert sise("rules", "guangshui", "--set", "jiang_cap=3", "--format", "json").json["switches"] != []
    assert sise("rules", "--rules", "youxi", "--quiet") == sise("rules", "youxi")


@pytest.mark.parametrize("rules", ["guangshui", "youxi"])
def test_long_meanings_are_broken_where_each_language_allows(sise: Sise, rules: str) -> None:
    for lang in ("en", "zh", "zh-hans"):
        shown = sise("rules", rules, "--lang", lang).out
        assert too_wide(shown) == []
        starts = {line.split("  ")[-1].strip()[:1] for line in shown.splitlines()}
        assert not starts & set("）」，。；：、！？")
        meanings = [row.meaning for row in describe(Rules.preset(rules), lang)]
        assert all(word in shown for meaning in meanings for word in re.findall(r"[!-~]+", meaning))


def test_rules_of_a_file(sise: Sise) -> None:
    file = write("ours.toml", 'preset = "youxi"\nname = "ours"\n[switches]\nno_split = false\n')
    shown = sise("rules", file, "--format", "json").json
    assert (shown["name"], shown["game"]) == ("ours", "youxi")
    assert {row["switch"]: row["value"] for row in shown["switches"]}["no_split"] is False
    assert sise("simulate", "--rules", file, "--deals", 10, "--seats", "eager,eager,eager").status == 0


def test_strategies_lists_the_built_ins(sise: Sise) -> None:
    rows = {row["name"]: row for row in sise("strategies", "--format", "json").json}
    assert {"random", "eager", "greedy"} <= set(rows)
    for row in rows["greedy"]["parameters"]:
        assert row["low"] <= row["default"] <= row["high"]
        assert row["meaning"]
    text = sise("strategies").out
    assert "greedy" in text
    assert "built in" in text
    chinese = sise("strategies", "--lang", "zh").out
    assert "built in" not in chinese
    assert "內建" in chinese


# --- input that cannot be used

BROKEN_TOML = 'preset = "youxi\n'
BROKEN_STRATEGY = "from simcore import Strategy\n\nthis is no Python\n"

ODD_STRATEGIES = """
from simcore import Strategy

def zero(view):
    return 0

def half(view):
    return 0.5

def blindly(view):
    return view.nothing

def refuse(view):
    raise ValueError("I do not play")

number = 3
halves = Strategy("halves", half, zero)
blind = Strategy("blind", blindly, zero)
refuses = Strategy("refuses", refuse, refuse)
"""

BAD = {
    "no deals": (["simulate", "--deals", "0"], "--deals", "1 or more"),
    "negative deals": (["simulate", "--deals", "-5"], "-5", "1 or more"),
    "half a deal": (["simulate", "--deals", "1.5"], "1.5", "whole number"),
    "more deals than there are": (["simulate", "--deals", "1e30"], "1e30", str(2**62 - 1)),
    "deals that are no number": (["simulate", "--deals", "many"], "many", "whole number"),
    "two seats": (["simulate", "--seats", "eager,eager"], "3 seats", "found 2"),
    "four seats": (["simulate", "--seats", "eager,eager,eager,eager"], "3 seats", "found 4"),
    "unknown strategy": (["simulate", "--seats", "egar,eager,eager"], '"egar"', '"eager"'),
    "unknown parameter": (["simulate", "--seats", "greedy[wit=1],eager,eager"], "wit", "greedy"),
    "parameter without value": (["simulate", "--seats", "greedy[idle],eager,eager"], "idle", "name=number"),
    "empty seats": (["simulate", "--seats", ",,"], "seat", "expected"),
    "strategy that is none": (["simulate", "--seats", "odd.py:number,eager,eager"], "odd.py:number", "Strategy"),
    "strategy without a name": (["simulate", "--seats", "odd.py,eager,eager"], "odd.py", "halves"),
    "strategy returning a float": (["simulate", "--seats", "odd.py:halves,eager,eager"], "halves", "integer"),
    "strategy with an unknown field": (["simulate", "--seats", "odd.py:blind,eager,eager"], "blind", "nothing"),
    "strategy that always raises": (["simulate", "--seats", "odd.py:refuses,eager,eager"], "refuses", "integer"),
    "open bracket": (["simulate", "--seats", "greedy[idle=1,eager,eager"], "bracket", "closed"),
    "missing strategy file": (["simulate", "--seats", "none.py:mine,eager,eager"], "none.py", "no such file"),
    "broken strategy file": (
        ["simulate", "--seats", "broken.py:mine,eager,eager"],
        "broken.py, line 3",
        "syntax",
    ),
    "unknown rules": (["simulate", "--rules", "guangshu"], '"guangshu"', "guangshui"),
    "missing rules file": (["simulate", "--rules", "none.toml"], "none.toml", "No such file"),
    "broken rules file": (["simulate", "--rules", "broken.toml"], "broken.toml", "TOML"),
    "unknown switch in a file": (["simulate", "--rules", "odd.toml"], "odd.toml: rules file, line 3", "pass_down"),
    "rules file without a preset": (["simulate", "--rules", "bare.toml"], "bare.toml", "preset"),
    "switch without a value": (["simulate", "--set", "pass_down"], '"pass_down"', "switch=value"),
    "unknown switch": (["simulate", "--set", "passdown=true"], '"passdown"', "pass_down"),
    "switch of the other game": (["simulate", "--set", "false_wins=true"], '"false_wins"', "youxi"),
    "value of a switch": (["simulate", "--set", "jiang_cap=4"], "jiang_cap", "3"),
    "negative seed": (["simulate", "--seed", "-1"], "-1", "0 or more"),
    "seed too large": (["simulate", "--seed", str(2**64)], str(2**64), "18446744073709551615"),
    "negative first deal": (["simulate", "--first", "-1"], "--first", "0 or more"),
    "unknown dealer": (["simulate", "--dealer", "3"], "3", "rotate, 0, 1 or 2"),
    "records without a folder": (["simulate", "--records"], "--records", "--out"),
    "unknown format": (["simulate", "--format", "xml"], "xml", "json"),
    "unknown language": (["simulate", "--lang", "fr"], "fr", "zh"),
    "unknown option": (["simulate", "--deal", "3"], "--deal", "--deals"),
    "unknown command": (["play"], "play", "sise --help"),
    "fifth copy": (["score", "--hand", FIFTY_ONE.replace("GP4", "GP3 RX")], "RX", "4"),
    "30 cards": (["score", "--hand", FIFTY_ONE.replace("YC3", "YC2")], "30", "31"),
    "32 cards": (["score", "--hand", FIFTY_ONE + " RS"], "32", "31"),
    "unknown card": (["score", "--hand", FIFTY_ONE.replace("RP", "RQ")], "Q", "J S X C M P Z"),
    "ghost in Guangshui": (["score", "--hand", FIFTY_ONE.replace("RP", "GUI")], "GUI", "guangshui"),
    "a meld that is none": (
        [
            "score",
            "--hand",
            FIFTY_ONE.replace("RZ3 ", "").replace("RP", ""),
            "--meld",
            "peng:RC,RM",
            "--claimed",
            "RP",
        ],
        "peng",
        "",
    ),
    "no hand": (["score"], "--hand", "--batch"),
    "hand and batch": (["score", "--hand", FIFTY_ONE, "--batch", "x"], "--batch", "--hand"),
    "two claimed cards": (["score", "--hand", FIFTY_ONE, "--claimed", "RP RP"], '"RP RP"', "one card"),
    "folder that is a file": (["simulate", "--out", "odd.toml"], "odd.toml", "folder"),
    "folder below a file": (["simulate", "--out", "odd.toml/run"], "odd.toml", "cannot write"),
    "rules named twice": (["rules", "youxi", "--rules", "youxi"], "--rules", "twice"),
    "count of no deal": (["replay", "--deal", "5", "--count", "0"], "--count", "1 or more"),
    "missing batch file": (["score", "--batch", "none.jsonl"], "none.jsonl", "No such file"),
    "negative deal": (["replay", "--deal", "-1"], "--deal", "0 or more"),
    "no deal": (["replay"], "--deal", ""),
    "rules of rules": (["rules", "poker"], '"poker"', "guangshui"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_status_2(sise: Sise, case: str) -> None:
    write("broken.toml", BROKEN_TOML)
    write("broken.py", BROKEN_STRATEGY)
    write("odd.toml", 'preset = "guangshui"\n[switches]\npassdown = true\n')
    write("bare.toml", "[switches]\npass_down = true\n")
    write("odd.py", ODD_STRATEGIES)
    args, named, expected = BAD[case]
    out = ["--out", "folder"] if args[0] == "simulate" and not {"--records", "--out"} & set(args) else []
    ran = sise(*args, *out)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("sise: ")
    assert named in ran.err
    assert expected in ran.err
    assert not Path("folder").exists()


# Plays its lowest option and card, but with three 黃炮 in hand it gives up.
RAISING = """
from simcore import Strategy, lowest

def claim(view):
    return lowest(view.options)

def discard(view):
    if view.hand[5] >= 3:
        raise ValueError("too many cannons")
    return lowest(view.discards)

raising = Strategy("raising", claim, discard)
"""


# Passes, lays open what it must, and discards its first legal card; but with three 黃炮 in hand it returns 99.
FALTERING = """
from simcore import Strategy

def claim(view):
    option = 0
    while not (view.options >> option) & 1:
        option += 1
    return option

def discard(view):
    if view.hand[5] >= 3:
        return 99
    card = 0
    while not (view.discards >> card) & 1:
        card += 1
    return card

faltering = Strategy("faltering", claim, discard)
"""


def test_an_illegal_answer_ends_the_run_the_same_with_any_threads(sise: Sise) -> None:
    seats = f"eager,eager,{write('mine.py', FALTERING)}:faltering"
    runs = {sise("simulate", "--seats", seats, "--deals", 20_000, "--threads", n) for n in (1, 2, 4)}
    assert len(runs) == 1
    ran = runs.pop()
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    for words in ("faltering", "seat 2", "in deal ", "99", "legal"):
        assert words in ran.err


@pytest.mark.parametrize(("text", "strategy"), [(FALTERING, "faltering"), (RAISING, "raising")])
@pytest.mark.parametrize("records", [[], ["--records"]])
def test_a_failing_strategy_leaves_nothing_behind(sise: Sise, text: str, strategy: str, records: list[str]) -> None:
    seats = f"{write('mine.py', text)}:{strategy},eager,eager"
    ran = sise("simulate", "--seats", seats, "--deals", 20_000, "--out", "run", "--quiet", *records)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    for words in (f"strategy {strategy}", "seat 0", "in deal "):
        assert words in ran.err
    assert "too many cannons" in ran.err or "legal" in ran.err
    assert not Path("run").exists()


# --- what is said while something takes long


def test_the_first_use_says_that_it_compiles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simcore, "compile_needed", lambda: True)
    with console.compiling(quiet=True):
        pass
    assert capsys.readouterr() == ("", "")
    with console.compiling(quiet=False):
        pass
    assert capsys.readouterr() == ("", "compiling the core, 20 s at most, once\n")


def test_what_proves_to_compile_is_said_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simcore, "compile_needed", lambda: False)
    with console.compiling(quiet=False):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(console, "COMPILE_AFTER", 0.01)
    for quiet, lines in ((False, 1), (True, 0)):
        with console.compiling(quiet):
            sleep(0.3)
        err = capsys.readouterr().err
        assert err.count("\n") == lines
        assert err.startswith("compiling" if lines else "")


def test_only_long_tasks_in_a_terminal_get_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    opened: list[int] = []
    monkeypatch.setattr(console, "monotonic", lambda: now[0])
    monkeypatch.setattr(console.Bar, "_open", lambda self, wanted: opened.append(wanted))

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    def play(seconds: float, quiet: bool = False, streaming: bool = False) -> bool:
        bar, started = console.Bar(quiet, streaming=streaming), now[0]
        opened.clear()
        for done in range(1, 101):
            now[0] = started + done * seconds / 100
            bar(done, 100)
        return bool(opened)

    assert not play(60.0)  # standard error is no terminal
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert play(60.0)
    assert play(2.5)
    assert not play(1.5)
    assert not play(60.0, quiet=True)
    assert play(60.0, streaming=True)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert not play(60.0, streaming=True)


def test_ctrl_c_while_starting_is_no_traceback(sise: Sise, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(argv: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "start", interrupted)
    assert sise("simulate") == (130, "", "sise: interrupted\n")


# --- a process of its own


def test_help_needs_no_core() -> None:
    code = "import sys; from experiments.cli.program import run; run(['--help']); print('numba' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("False\n")
    for command in ("simulate", "score", "replay", "rules", "strategies"):
        assert command in ran.stdout


def test_a_pipe_gets_plain_text_and_may_close_early() -> None:
    many = ["replay", "--deal", "0", "--count", "300", "--seats", "eager,eager,random", "--quiet"]
    with subprocess.Popen(
        [sys.executable, "-m", "experiments.cli", *many],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        first = running.stdout.readline()
        running.stdout.close()
        complaint = running.stderr.read()
        running.wait(timeout=120)
    assert first.startswith(b"guangshui")
    assert b"\x1b" not in first
    assert complaint == b""
    assert running.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_closed_streams_are_no_traceback() -> None:
    for closed, status in ((">&-", 0), ("2>&-", 0)):
        command = f"{shlex.quote(sys.executable)} -m experiments.cli rules {closed}"
        ran = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (status, "")


def test_no_traceback_and_status_2_from_a_process() -> None:
    ran = process("simulate", "--deals", "-1")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-u", "-m", "experiments.cli", "simulate", "--seats", "eager,eager,random"]
    command += ["--deals", str(10**12), "--out", str(out), "--quiet", "--format", "json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        for _ in range(1200):
            if (out / "run.json").exists():
                break
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(timeout=0.1)
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(timeout=1.0)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=30)
    assert running.returncode == 130
    report = json.loads(stdout)
    assert 0 < report["deals"] < 10**12
    assert f"{report['deals']:,}" in stderr
    finished = json.loads((out / "run.json").read_text())["finished"]
    assert finished == {"deals": report["deals"], "complete": False}
    assert (out / "summary.parquet").exists()
