"""Strategies by name, by file and by entry point; and the one line for whatever cannot be used."""

import os
from pathlib import Path

import pytest

from simcore import Parameter, Rules, Strategy, StrategyError, run_deals
from strategies import BUILT_IN, load
from strategies.registry import catalogue, parse_spec, split_seats
from strategies.tuned import tuned

GOOD = """
from simcore import Parameter, Strategy


def claim(view):
    option = 10
    while not (view.options >> option) & 1:
        option -= 1
    return option


def discard(view):
    card = 0
    while not (view.discards >> card) & 1:
        card += 1
    return card


eldest = Strategy("eldest", claim, discard, params=(Parameter("depth", 1.0, 0.0, 5.0, "of thought"),))
youngest = Strategy("youngest", claim, discard)
number = 7
"""


def write(folder: Path, text: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def refusal(spec: object) -> str:
    with pytest.raises(StrategyError) as refused:
        load(str(spec))
    message = str(refused.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", ["random", "eager", "greedy"])
def test_built_ins_by_name(name: str) -> None:
    assert load(name) == BUILT_IN[name]
    assert load(f" {name} ").label == name
    assert load(f"{name}[]") == BUILT_IN[name]


def test_parameters_in_brackets() -> None:
    tuned = next(p for p in BUILT_IN["greedy"].params if p.low < p.high)
    value = (tuned.low + tuned.default) / 2 if tuned.low < tuned.default else (tuned.default + tuned.high) / 2
    strategy = load(f"greedy[{tuned.name}={value}]")
    assert strategy.settings_for("guangshui")[tuned.name] == value
    assert strategy.label == f"greedy[{tuned.name}={value!r}]"
    assert load(strategy.label) == strategy


def test_a_file_gives_strategies_that_play(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    seats = [load(f"{path}:eldest[depth=2]"), load(f"{path}:youngest"), load("random")]
    assert seats[0].settings_for("youxi") == {"depth": 2.0}
    records = run_deals(Rules.preset("guangshui"), seats, 1, 0, 20)
    assert len(records) == 20


def test_the_same_file_at_several_seats_is_one_strategy(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    assert load(f"{path}:eldest") is load(f"{path}:eldest")


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    load(f"{path}:eldest")
    before = path.stat()
    write(tmp_path, GOOD.replace("eldest =", "oldest ="))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # as quick as can be: same size, same time
    assert load(f"{path}:oldest").name == "eldest"


def test_a_file_may_import_its_neighbours_but_hides_nothing(tmp_path: Path) -> None:
    write(tmp_path, GOOD, "neighbour.py")
    write(tmp_path, "raise RuntimeError('hidden')", "random.py")
    path = write(tmp_path, "import random\nfrom neighbour import eldest\nrandom.random()\n")
    assert load(f"{path}:eldest").name == "eldest"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("x = 1\ny = = 2\n", 2, "syntax"),
        ("import nothing_of_that_name\n", 1, "ModuleNotFoundError"),
        ("x = 1\n\nraise ValueError('two\\nlines')\n", 3, "ValueError"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit"),
        ("from simcore import Strategy\n\nmine = Strategy('two words', len, len)\n", 3, "two words"),
        (GOOD.replace("option = 10", "option = nowhere"), 6, "nowhere"),
        (GOOD.replace("return card", "return 'a card'"), None, "must return an integer"),
        (GOOD.replace("card = 0", "card = view.no_such_field"), None, "no_such_field"),
    ],
)
def test_a_broken_file_is_named_with_line_and_reason(tmp_path: Path, text: str, line: int | None, reason: str) -> None:
    path = write(tmp_path, text)
    message = refusal(f"{path}:eldest")
    assert message.startswith(f"{path}, line {line}: " if line else f"{path}")
    assert reason in message


def test_what_a_file_does_not_have(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    assert "it has eldest, youngest" in refusal(f"{path}:oldest")
    assert "is a int" in refusal(f"{path}:number")
    assert "which of the file" in refusal(path)
    assert "it has none" in refusal(f"{write(tmp_path, 'x = 1', 'empty.py')}:x")
    assert "no such file" in refusal(f"{tmp_path / 'none.py'}:eldest")
    (tmp_path / "folder.py").mkdir()
    assert "not a file" in refusal(f"{tmp_path / 'folder.py'}:eldest")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", ["without a strategy", "expected greedy"]),
        ("[idle=1]", ["without a strategy"]),
        ("gredy", ['unknown strategy "gredy"', 'did you mean "greedy"']),
        ("xyzzy", ['unknown strategy "xyzzy"', "random", "eager", "greedy"]),
        ("greedy[", ["bracket"]),
        ("greedy]", ["]"]),
        ("greedy[a=1]b", ["bracket"]),
        ("greedy[a=[1]]", ["bracket"]),
        ("greedy[idle]", ['"idle"', "name=number"]),
        ("greedy[=3]", ['"=3"', "name=number"]),
        ("greedy[idle=]", ['"idle"', "number"]),
        ("greedy[idle=many]", ['"many"', "number"]),
        ("greedy[idle=nan]", ['"nan"', "number"]),
        ("greedy[idle=inf]", ['"inf"', "number"]),
        ("greedy[idle=1,idle=2]", ["twice"]),
        ("greedy[no_such=1]", ["no_such"]),
        ("random[idle=1]", ["idle"]),
    ],
)
def test_specs_that_cannot_be_used(spec: str, words: list[str]) -> None:
    message = refusal(spec)
    for word in words:
        assert word in message


def test_bounds_are_kept() -> None:
    tuned = BUILT_IN["greedy"].params[0]
    assert tuned.name in refusal(f"greedy[{tuned.name}={tuned.high + 1}]")
    assert tuned.name in refusal(f"greedy[{tuned.name}={tuned.low - 1}]")


def test_line_ups_are_split_outside_brackets() -> None:
    assert split_seats("a[x=1,y=2], b,c") == ["a[x=1,y=2]", "b", "c"]
    assert split_seats("a,,c") == ["a", "", "c"]
    with pytest.raises(StrategyError, match="not closed"):
        split_seats("a[x=1,b,c")


def test_specs_of_files() -> None:
    assert parse_spec("greedy").file is None
    assert parse_spec("a/b.py:mine[x=1]").file == (Path("a/b.py"), "mine")
    assert parse_spec("a/b.py").file == (Path("a/b.py"), "")
    assert parse_spec("a/b.toml[x=1]").file == (Path("a/b.toml"), "")


def test_entry_points_of_installed_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, GOOD, "demo_bots_of_a_test.py")
    info = tmp_path / "demo_bots-1.0.dist-info"
    info.mkdir()
    write(info, "Metadata-Version: 2.1\nName: demo-bots\nVersion: 1.0\n", "METADATA")
    write(
        info,
        "[sise.strategies]\n"
        "patient = demo_bots_of_a_test:eldest\n"
        "missing = demo_bots_of_a_test:nothing\n"
        "strange = demo_bots_of_a_test:number\n"
        "greedy = demo_bots_of_a_test:youngest\n",
        "entry_points.txt",
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert load("patient[depth=3]").settings_for("youxi") == {"depth": 3.0}
    assert load("greedy") == BUILT_IN["greedy"]  # a package does not take a built-in's name
    assert "missing" in refusal("missing")
    assert "is a int" in refusal("strange")
    assert "patient" in refusal("patien")
    rows = {row.name: row for row in catalogue()}
    assert isinstance(rows["patient"].strategy, Strategy)
    assert rows["patient"].origin == "demo-bots"
    assert rows["missing"].strategy is None
    assert "nothing" in rows["missing"].problem
    assert rows["greedy"].origin == "built in"


# --- parameters kept in a file

SETTINGS = """
strategy = "greedy"

[parameters]
idle = 4
pair = 0.25

[parameters.youxi]
idle = 5.5
"""


def test_a_settings_file_has_parameters_for_every_game_and_for_one(tmp_path: Path) -> None:
    seated = load(str(write(tmp_path, SETTINGS, "mine.toml")))
    for game, idle in (("guangshui", 4.0), ("youxi", 5.5)):
        expected = BUILT_IN["greedy"].settings_for(game) | {"idle": idle, "pair": 0.25}
        assert seated.settings_for(game) == expected
        built_in = BUILT_IN["greedy"].with_params({"idle": idle, "pair": 0.25})
        rules = Rules.preset(game)
        others = [BUILT_IN["eager"], BUILT_IN["random"]]
        assert (
            run_deals(rules, [seated, *others], 1, 0, 200) == run_deals(rules, [built_in, *others], 1, 0, 200)
        ).all()


def test_a_strategy_of_a_settings_file_is_called_like_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, SETTINGS, "mine.toml")
    assert load(str(path)).label == "mine"
    assert load(f"{path}[pair=2]").label == "mine[pair=2.0]"
    assert load(f"{path}[idle=2]").settings_for("youxi")["idle"] == 2.0
    assert load(str(write(tmp_path, SETTINGS, "2 of them.toml"))).name == "_2_of_them"
    assert load(str(write(tmp_path, 'strategy = "eager"', "plain.toml"))).params == ()


def test_paths_in_a_settings_file_are_meant_from_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, GOOD)
    (tmp_path / "sub").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    write(tmp_path / "sub", 'strategy = "../mine.py:eldest"\nparameters.depth = 2', "deep.toml")
    write(tmp_path, 'strategy = "sub/deep.toml"\nparameters.youxi.depth = 3', "deeper.toml")
    seated = load("../deeper.toml")
    assert seated.settings_for("guangshui") == {"depth": 2.0}
    assert seated.settings_for("youxi") == {"depth": 3.0}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["no strategy is named", "expected strategy ="]),
        ("strategy = 3", ["no strategy is named"]),
        ("strategy = \nx = 1", ["no TOML", "line 1"]),
        ('strategy = "gredy"', ['did you mean "greedy"']),
        ('strategy = "greedy"\nparametres = 1', ['"parametres"', 'did you mean "parameters"']),
        ('strategy = "greedy"\nparameters = 1', ["no table"]),
        ('strategy = "greedy"\n[parameters]\nidel = 1', ['did you mean "idle"']),
        ('strategy = "greedy"\n[parameters]\nidle = true', ["idle", "expected a number"]),
        ('strategy = "greedy"\n[parameters]\nidle = 1e9', ["idle", "1000000000.0"]),
        ('strategy = "greedy"\n[parameters]\nidle = nan', ["idle", "nan"]),
        ('strategy = "greedy"\n[parameters.yuxi]\nidle = 1', ["yuxi", 'did you mean "youxi"']),
        ('strategy = "greedy[idle=1]"', ["[parameters]"]),
        ('strategy = "wrong.toml"', ["names itself"]),
        ('strategy = "none.toml"', ["none.toml: no such file"]),
        ('strategy = "a\\u0000b.toml"', ["a\\x00b.toml", "null"]),
        ("strategy = " + "[" * 3000, ["no TOML that can be read"]),
        ("strategy = " + "9" * 5000, ["no TOML that can be read"]),
        ('strategy = "greedy"\nparameters.idle = ' + "9" * 400, ["idle", "999...", "expected a number"]),
    ],
)
def test_a_settings_file_that_cannot_be_used(tmp_path: Path, text: str, words: list[str]) -> None:
    path = write(tmp_path, text, "wrong.toml")
    message = refusal(path)
    assert message.startswith(f"{path}")
    for word in words:
        assert word in message


def test_a_settings_file_that_is_none(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "none.toml")
    (tmp_path / "folder.toml").mkdir()
    assert "not a file" in refusal(tmp_path / "folder.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "no UTF-8" in refusal(tmp_path / "bytes.toml")


@pytest.mark.parametrize("spec", ["a" * 5000 + ".py:x", "a" * 5000 + ".toml", "~nobodyhere/x.py:y", "a\0b.toml"])
def test_paths_that_no_file_can_have(spec: str) -> None:
    message = refusal(spec)
    assert message.startswith('strategy "')
    assert len(message) < 200


def test_tuned_defaults_stand_in_place_of_the_declared_ones() -> None:
    declared = (Parameter("a", 1.0, 0.0, 9.0), Parameter("b", 2.0, 0.0, 9.0, youxi=3.0))
    a, b = tuned(declared, guangshui={"a": 4.0}, youxi={"b": 5.0})
    assert [(p.default_for("guangshui"), p.default_for("youxi")) for p in (a, b)] == [(4.0, 1.0), (2.0, 5.0)]
    with pytest.raises(KeyError, match="no parameter c"):
        tuned(declared, guangshui={}, youxi={"c": 1.0})
    with pytest.raises(StrategyError, match="low <= default <= high"):
        tuned(declared, guangshui={"a": 10.0}, youxi={})
