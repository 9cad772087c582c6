"""Every snippet and command of the pages is run, and what it prints must be what the page shows.

What a page may hold:
  a ```python block      is run; the blocks of a page share one namespace. A ```text block after it is its output.
  a ```console block     lines `$ command` are run, the lines below a command are its output: standard output, and
                         where the command fails the message on standard error.
  a ```sh block          each line is a command; make, pip, git and python -m venv are only looked up.
  <!-- file: NAME -->    before any block: the block is a file that the page's later snippets find.
  <!-- not compared: WHY -->   before a console block: it is run, but what it prints differs from run to run.
  <!-- generated: NAME --> … <!-- end -->   lines written by one of `GENERATED`.

`python tests/test_docs.py` writes outputs and generated lines anew.
"""

import contextlib
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

import simcore  # noqa: E402
from experiments import names, simulate  # noqa: E402
from experiments.cli import main  # noqa: E402
from simcore import records  # noqa: E402

PAGES: Final = ("README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
RULE_IDS: Final = [f"{part}{n}" for part, last in (("E", 14), ("G", 16), ("Y", 16)) for n in range(1, last + 1)]
ONLY_LOOKED_UP: Final = ("make", "pip", "git", "python3", "source")
SHELL_SIGNS: Final = re.compile(r"[|<>;&$`]")
WIDTH: Final = 110

Lines = list[str]


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the comment before it, and its lines `first` … `last` - 1 of the page."""

    page: str
    lang: str
    comment: str
    first: int
    last: int
    lines: Lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def place(self) -> str:
        return f"{self.page}:{self.first}"


@dataclass(frozen=True)
class Change:
    """Lines `first` … `last` - 1 (counted from 0) of a page that should read `lines`."""

    first: int
    last: int
    lines: Lines


def read(page: str) -> Lines:
    return (ROOT / page).read_text(encoding="utf-8").splitlines()


def blocks(page: str) -> Iterator[Block]:
    lines = read(page)
    start: int | None = None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
            continue
        above = [text for text in lines[max(0, start - 2) : start] if text.strip()]
        comment = re.fullmatch(r"<!-- (.*) -->", above[-1]) if above else None
        lang = lines[start].removeprefix("```").strip()
        yield Block(page, lang, comment[1] if comment else "", start + 1, number, lines[start + 1 : number])
        start = None
    assert start is None, f"{page}:{start}: a block is not closed"


# --- running a page


def run_page(page: str, folder: Path) -> list[Change]:
    """Run the page in `folder`; the outputs that differ from what it shows. Raises AssertionError naming the place."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    changes: list[Change] = []
    printed: str | None = None  # by the python block just run
    old = os.getcwd()
    os.chdir(folder)
    try:
        for block in blocks(page):
            output, printed = printed, None
            if block.comment.startswith("file: "):
                Path(block.comment.removeprefix("file: ")).write_text(block.text, encoding="utf-8")
            elif block.lang == "python":
                printed = run_python(block, namespace)
            elif block.lang == "text" and output is not None:
                changes += compare(block, 0, len(block.lines), output)
            elif block.lang == "console":
                changes += run_console(block)
            elif block.lang == "sh":
                for command in block.lines:
                    if command and not command.startswith("#"):
                        look_up(block, command)
            else:
                assert block.lang in ("text", "json", "toml"), f"{block.place}: a block of {block.lang or 'nothing'}"
    finally:
        os.chdir(old)
    return changes


def run_python(block: Block, namespace: dict[str, Any]) -> str:
    out = io.StringIO()
    code = compile("\n" * block.first + block.text, f"<{block.page}>", "exec")
    with contextlib.redirect_stdout(out):
        exec(code, namespace)
    return out.getvalue()


def run_console(block: Block) -> Iterator[Change]:
    at = 0
    while at < len(block.lines):
        assert block.lines[at].startswith("$ "), f"{block.place}: line {at + 1} is no output of any command"
        command = block.lines[at].removeprefix("$ ")
        at += 1
        while command.endswith("\\"):
            command = command.removesuffix("\\") + block.lines[at].strip()
            at += 1
        end = next((n for n in range(at, len(block.lines)) if block.lines[n].startswith("$ ")), len(block.lines))
        if command.split()[0] in ONLY_LOOKED_UP:
            look_up(block, command)
        else:
            status, out, err = run_command(command)
            problems = "".join(line + "\n" for line in err.splitlines() if line.startswith("sise: "))
            assert status in (0, 2), f"{block.place}: {command}\n{out}{err}"
            assert bool(status) == bool(problems), f"{block.place}: {command}\nexit status {status}\n{err}"
            if not block.comment.startswith("not compared"):
                yield from compare(block, at, end, out + problems)
        at = end


def compare(block: Block, start: int, end: int, output: str) -> list[Change]:
    actual = [line.rstrip() for line in output.rstrip("\n").split("\n")] if output.strip() else []
    if actual == [line.rstrip() for line in block.lines[start:end]]:
        return []
    return [Change(block.first + start, block.first + end, actual)]


def run_command(command: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error; in this process where no shell is needed."""
    if command.startswith("sise ") and not SHELL_SIGNS.search(command):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as ended:
            main(shlex.split(command)[1:])
        assert isinstance(ended.value.code, int)
        return ended.value.code, out.getvalue(), err.getvalue()
    with tempfile.TemporaryDirectory() as tools:
        for name, words in (("sise", "-m experiments.cli"), ("python", "")):
            tool = Path(tools, name)
            tool.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {words} "$@"\n', encoding="utf-8")
            tool.chmod(0o755)
        environment = os.environ | {
            "PATH": tools + os.pathsep + os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "80",
        }
        ran = subprocess.run(
            ["bash", "-c", command], env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120
        )
    return ran.returncode, ran.stdout, ran.stderr


def look_up(block: Block, command: str) -> None:
    """That what a command of set-up names is there; it is not run."""
    words = shlex.split(command, comments=True)
    if words[0] == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        for target in [word for word in words[1:] if "=" not in word]:
            assert target in targets, f"{block.place}: make has no target {target}"
    elif words[0] == "pip" or words[:3] == ["python3", "-m", "pip"]:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for extras in re.findall(r"^\.\[(.*)\]$", words[-1]):
            for extra in extras.split(","):
                assert extra in project["optional-dependencies"], f"{block.place}: no extra {extra}"
    elif words[0] == "sise":
        status, out, err = run_command(command)
        assert status == 0, f"{block.place}: {command}\n{out}{err}"
    else:
        assert words[0] in ONLY_LOOKED_UP, f"{block.place}: {command}: unknown command"


@pytest.mark.parametrize("page", PAGES)
def test_snippets_run_and_print_what_the_page_shows(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for change in run_page(page, tmp_path):
        shown = "\n".join(read(page)[change.first : change.last])
        actual = "\n".join(change.lines)
        pytest.fail(f"{page}:{change.first + 1} shows\n{shown}\nbut it prints\n{actual}", pytrace=False)


# --- generated lines


def switch_rows(game: str) -> Lines:
    """The switches of a game as a table."""
    lines = ["| switch | values | default | rule | meaning |", "|---|---|---|---|---|"]
    for row in simcore.describe(simcore.Rules.preset(game)):
        values = ", ".join(f"`{choice}`" for choice in row.choices)
        lines.append(f"| `{row.switch}` | {values} | `{row.default}` | {row.rule} | {row.meaning} |")
    return lines


def name_rows(*tables: dict[str, tuple[str, str]]) -> Lines:
    """Ids of the JSON forms with their names in both languages."""
    rows = [f"| `{key}` | {chinese} | {english} |" for table in tables for key, (english, chinese) in table.items()]
    return ["| id | Chinese | English |", "|---|---|---|", *rows]


GENERATED: Final[dict[str, Callable[[], Lines]]] = {
    "switches of guangshui": lambda: switch_rows("guangshui"),
    "switches of youxi": lambda: switch_rows("youxi"),
    "groups": lambda: name_rows(names.GROUPS),
    "bonuses": lambda: name_rows({key: names.BONUSES[key] for key in names.BONUSES if key != "jiang"}),
    "named hands": lambda: name_rows(names.NAMED, names.HIGH_HANDS),
}


def generated(page: str) -> Iterator[tuple[str, Change]]:
    """Each generated region of a page, by its name, with what it should read."""
    lines = read(page)
    for number, line in enumerate(lines):
        if match := re.fullmatch(r"<!-- generated: (.*) -->", line):
            end = lines.index("<!-- end -->", number)
            yield match[1], Change(number + 1, end, GENERATED[match[1]]())


@pytest.mark.parametrize("page", PAGES)
def test_generated_lines_are_up_to_date(page: str) -> None:
    for name, change in generated(page):
        assert read(page)[change.first : change.last] == change.lines, f"{page}: {name}"


def test_everything_generated_stands_on_a_page() -> None:
    assert sorted(name for page in PAGES for name, _ in generated(page)) == sorted(GENERATED)


# --- what the pages say


def words_of(page: str) -> set[str]:
    """What a page sets as `code`, split at blanks."""
    text = re.sub(r"^```.*?^```$", "", "\n".join(read(page)), flags=re.MULTILINE | re.DOTALL)
    return {word for code in re.findall(r"`([^`]+)`", text) for word in (code, *code.split())}


def missing(page: str, wanted: Iterator[str] | list[str] | tuple[str, ...]) -> list[str]:
    there = words_of(page)
    return [word for word in wanted if word not in there]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    for target in re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", "\n".join(read(page))):
        path, _, anchor = (target[0] or target[1]).partition("#")
        if path.startswith(("http:", "https:")):
            continue
        file = (folder / path).resolve() if path else ROOT / page
        assert file.exists(), f"{page}: {path} is not there"
        if anchor:
            heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
            assert anchor in slugs, f"{page}: {file.name} has no heading {anchor}"


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md"])
def test_lines_of_text_are_short(page: str) -> None:
    in_block = False
    for number, line in enumerate(read(page), 1):
        if line.startswith("```"):
            in_block = not in_block
        if not in_block and not line.startswith(("|", "<")):
            assert len(line) <= WIDTH, f"{page}:{number}: {len(line)} characters"


def test_every_rule_is_explained_and_has_a_home() -> None:
    rows = re.findall(r"^\| ([EGY]\d+) \| (.*) \|$", "\n".join(read("docs/how-it-is-built.md")), re.MULTILINE)
    assert [rule for rule, _ in rows] == RULE_IDS
    for rule, homes in rows:
        functions = re.findall(r"`(\w+)\.(\w+)`", homes)
        assert functions, f"{rule} names no function"
        for module, function in functions:
            assert hasattr(import_module(f"simcore.{module}"), function), f"{rule}: simcore.{module} has no {function}"
    explained = "\n".join(read("docs/rules.md"))
    assert [rule for rule in RULE_IDS if not re.search(rf"\b{rule}\b", explained)] == []


def test_the_strategy_page_names_all_that_a_strategy_sees() -> None:
    fields = [*(records.VIEW.names or ()), *(records.TABLE.names or ())]
    assert missing("docs/strategies.md", fields) == []
    assert missing("docs/strategies.md", [option.name for option in simcore.Option]) == []


def test_the_formats_page_names_every_field_and_word() -> None:
    run = simulate("youxi", ["eager", "eager", "random"], deals=50)
    fields = [*(simcore.RESULT_DTYPE.names or ()), *(simcore.SCORE_DTYPE.names or ())]
    columns = [*run.summary.columns, *run.hu.columns]
    hand = simcore.score(simcore.Rules.preset("guangshui"), "YS4 RX4 WM4 GP4 YC3 RZ3 WJ WS WX GJ GS GX RC RM RP")
    keys = [*hand.to_dict(), *hand.to_dict()["groups"][0]]
    words = [*simcore.NAMED, *simcore.WIN_KINDS, *filter(None, simcore.LEVELS)]
    log = simcore.deal_log(run.plan.rules, run.plan.strategies, 1, 1)
    keys += [*log, *log["result"], *{key for event in log["events"] for key in event}]
    assert missing("docs/formats.md", [*fields, *columns, *keys, *words]) == []


# --- pictures


def draw_hand() -> Any:
    spec = importlib.util.spec_from_file_location("draw_hand", ROOT / "docs" / "draw_hand.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_drawn_hand_is_what_its_score_says() -> None:
    script = draw_hand()
    assert script.FILE.read_text(encoding="utf-8") == script.drawn(), "run python docs/draw_hand.py"
    readme = re.sub(r"\s*\\\n\s*", " ", "\n".join(read("README.md")))
    assert script.command() in readme


def test_the_rooms_in_the_picture_are_modules() -> None:
    text = "{http://www.w3.org/2000/svg}text"
    picture = ElementTree.parse(ROOT / "docs" / "rooms.svg")
    bold = [node.text or "" for node in picture.iter(text) if node.get("font-weight") == "bold"]
    rooms = [room for texts in bold for room in texts.strip(",").split(", ") if room not in ("yours", "cli")]
    folders = [ROOT / name for name in ("simcore", "strategies", "experiments", "experiments/cli")]
    assert len(rooms) > 30
    assert [room for room in rooms if not any((folder / f"{room}.py").is_file() for folder in folders)] == []


def test_the_version_is_in_the_changelog() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert any(line.startswith(f"## [{version}]") for line in read("CHANGELOG.md"))


# --- writing the pages anew


def rewrite(page: str) -> int:
    """Write the outputs and generated lines of a page anew; the number of places that changed."""
    os.environ["COLUMNS"] = "80"
    with tempfile.TemporaryDirectory() as folder:
        changes = run_page(page, Path(folder))
    lines = read(page)
    changes += [change for _, change in generated(page) if lines[change.first : change.last] != change.lines]
    for change in sorted(changes, key=lambda change: -change.first):
        lines[change.first : change.last] = change.lines
    (ROOT / page).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(changes)


if __name__ == "__main__":
    for name in PAGES:
        print(f"{name}: {rewrite(name)} places changed")
    print("Look at the differences before you commit them.")
