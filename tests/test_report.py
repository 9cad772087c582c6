"""`sise report`: the page of every kind of run, and what becomes of folders that are none."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import polars.selectors as cs
import pytest

from experiments.charts import fonts
from experiments.cli import main
from experiments.report import read_directory, report_html, write_report
from experiments.report.columns import Form, number
from experiments.report.pictures import write_pictures
from experiments.report.words import ALL, say
from simcore import SiseError

VOID = {"meta", "link", "img", "br", "hr", "input", "base"}
RUNS = {
    "simulate": "simulate --seats eager,random,eager --deals 60",
    "youxi": "simulate --rules youxi --seats eager,random,eager --deals 60 --records",
    "match": "match eager random --decks 12",
    "three": "match eager random greedy --decks 6",
    "tested": "match eager random --decks 400 --sprt delta=0.5,minimum=20",
    "ladder": "ladder --strategies eager,random --decks 8",
    "deal": "odds deal --deals 300 --feature types_held_3 --feature tianhu",
    "play": "odds play --seats eager,random,eager --deals 60 --sample 10",
    "session": "odds session --seats eager,random,eager --deals 4 --sessions 30",
    "tune": "tune greedy --only idle --generations 2 --population 3 --budget 30000 --delta 0.5",
    "compare": "compare-rules --seats eager,random,eager --switch pass_down=true,false --deals 40",
}


class Page(HTMLParser):
    """What a page holds: its numbers by table, its texts, what it would load; tags must be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.numbers: dict[str, list[float]] = {}
        self.loads: list[str] = []
        self.scripts: list[tuple[str | None, str]] = []
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self._table: str | None = None
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.attributes += [(tag, key, value) for key, value in attrs]
        self.loads += [found[key] or "" for key in ("src", "data", "poster", "srcset") if key in found]
        if tag in ("a", "link", "base"):
            self.loads.append(found.get("href") or "")
        if "data-table" in found:
            self._table = found["data-table"]
        if tag == "data":
            assert self._table is not None
            self.numbers.setdefault(self._table, []).append(float(found["value"] or ""))
        if tag == "script":
            self.scripts.append((found.get("type"), ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        # These close by themselves in HTML; the page closes them all the same.
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            kind, text = self.scripts[-1]
            self.scripts[-1] = (kind, text + data)
        elif self.open and self.open[-1] != "style":
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    @property
    def specs(self) -> list[dict[str, object]]:
        return [json.loads(text) for kind, text in self.scripts if kind == "application/json"]


def sise(words: Sequence[str]) -> int:
    """The exit status of a command."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A run directory by its name in `RUNS`, played once."""
    home = tmp_path_factory.mktemp("runs")

    def of(name: str) -> Path:
        if name == "tune":
            pytest.importorskip("cma")
        folder = home / name
        if not folder.exists():
            assert sise([*RUNS[name].split(), "--out", str(folder), "--quiet", "--format", "json"]) == 0
        return folder

    return of


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short script in place of the libraries, which take a second to put together."""
    monkeypatch.setattr("experiments.report.page._bundle", lambda: "window.vegaEmbed = null")


def shown_numbers(folder: Path, name: str) -> Iterator[float]:
    """The numbers of a table that a page must show: all but those of columns without a value."""
    frame = pl.read_parquet(folder / f"{name}.parquet")
    if name == "path":  # the charts have these
        frame = frame.select(~cs.starts_with("param_", "mean_"))
    for row in frame.iter_rows():
        yield from (value for value in row if isinstance(value, int | float) and not isinstance(value, bool))


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.usefixtures("bundle")
def test_every_kind_of_run_has_a_page(made: Callable[[str], Path], name: str) -> None:
    folder = made(name)
    command = json.loads((folder / "run.json").read_text(encoding="utf-8"))["command"]
    found = Page(report_html(folder))
    assert command in found.texts
    assert all(link.startswith("#") for link in found.loads)
    for table in json.loads((folder / "run.json").read_text(encoding="utf-8"))["tables"]:
        key = table.removesuffix(".parquet")
        exact = list(shown_numbers(folder, key))
        # `level` is said in words, `seats` of one seat is the seat, and zeros of rare columns are left out.
        unseen = [value for value in exact if value not in set(found.numbers.get(key, ()))]
        assert set(unseen) <= ({0.0, 1.0, 2.0, 3.0, 4.0, 30.0, 31.0}), (key, unseen)
        assert set(found.numbers.get(key, ())) <= set(exact)


@pytest.mark.usefixtures("bundle")
def test_numbers_stand_in_the_order_of_the_table(made: Callable[[str], Path]) -> None:
    folder = made("ladder")
    frame = pl.read_parquet(folder / "ranking.parquet")
    assert Page(report_html(folder)).numbers["ranking"] == [
        value for row in frame.drop("strategy").iter_rows() for value in row if value is not None
    ]


@pytest.mark.usefixtures("bundle")
def test_a_chinese_page_is_chinese(made: Callable[[str], Path]) -> None:
    folder = made("simulate")
    traditional, simplified = report_html(folder, "zh"), report_html(folder, "zh-hans")
    assert '<html lang="zh-Hant">' in traditional
    assert '<html lang="zh-Hans">' in simplified
    assert {"跑了什麼", "勝率", "無人胡"} <= set(Page(traditional).texts)
    assert {"跑了什么", "胜率", "无人胡"} <= set(Page(simplified).texts)
    assert "win rate" not in Page(traditional).text
    with pytest.raises(SiseError, match="lang"):
        report_html(folder, "fr")


def test_words_are_there_in_both_languages_and_scripts() -> None:
    for table in ALL:
        for key in table:
            assert say(table, key, "en").isascii()
            assert not say(table, key, "zh").isascii()
            # GB 2312 holds no traditional form that differs, Big5 no simplified one.
            assert say(table, key, "zh-hans").replace("–", "").encode("gb2312")
            assert say(table, key, "zh").encode("big5")


@pytest.mark.usefixtures("bundle")
def test_how_deals_end_is_counted_anew_from_the_chunks(made: Callable[[str], Path]) -> None:
    folder = made("youxi")
    (file,) = (folder / "deals").glob("*.parquet")
    rows = pl.read_parquet(file)
    found = Page(report_html(folder)).numbers["ends"]
    nobody = rows.filter(pl.col("winner") < 0).height
    assert nobody in found
    assert nobody / rows.height in found


@pytest.mark.usefixtures("bundle")
def test_tables_from_chunks_are_left_out_where_a_chunk_is_damaged(made: Callable[[str], Path], tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(made("simulate"), folder)
    for chunk in (folder / "chunks").iterdir():
        chunk.write_bytes(chunk.read_bytes()[:-3])
    found = Page(report_html(folder))
    assert "summary" in found.numbers
    assert "ends" not in found.numbers
    assert "its checksum is wrong" in found.text


@pytest.mark.usefixtures("bundle")
def test_the_verdict_of_a_sequential_test_is_told(
    made: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made("tested")
    assert sise([*RUNS["tested"].split(), "--quiet", "--format", "json"]) == 0
    test = json.loads(capsys.readouterr().out)["sprt"]
    assert test["verdict"] == "better"
    assert test["llr"] in Page(report_html(folder)).numbers["test"]
    assert "better" in Page(report_html(folder)).texts


def test_the_page_holds_its_script_and_charts(made: Callable[[str], Path]) -> None:
    pytest.importorskip("altair")
    text = report_html(made("match"))
    found = Page(text)
    assert any("window.vegaEmbed" in script for _, script in found.scripts)
    assert len(found.specs) == 3
    for spec in found.specs:
        assert spec["$schema"]
        assert '"url"' not in json.dumps(spec)
    assert "default-src 'none'" in text
    assert "unsafe-eval" not in text


@pytest.mark.usefixtures("bundle")
def test_without_the_extra_the_page_says_how_to_get_charts(
    made: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    folder = made("ladder")
    file = tmp_path / "page.html"
    assert sise(["report", str(folder), "--out", str(file)]) == 0
    assert "pip install 'sise[plots]'" in capsys.readouterr().err
    found = Page(file.read_text(encoding="utf-8"))
    assert "pip install 'sise[plots]'" in found.text
    assert not found.specs
    assert "ranking" in found.numbers
    assert sise(["report", str(folder), "--out", str(file), "--charts", str(tmp_path / "charts")]) == 2
    assert "pip install 'sise[plots]'" in capsys.readouterr().err


@pytest.mark.usefixtures("bundle")
def test_hostile_names_are_escaped(made: Callable[[str], Path], tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&"
    folder = tmp_path / "evil"
    shutil.copytree(made("match"), folder)
    content = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    content["command"] = f"sise match {evil} eager"
    content["code"] = evil
    content["versions"] = {evil: evil}
    content["run"]["strategies"][0] |= {"label": evil, "strategy": evil, "parameters": {evil: evil}}
    content["run"]["rules"]["switches"] = {evil: evil}
    (folder / "run.json").write_text(json.dumps(content), encoding="utf-8")
    for name in ("edges", "strategies"):
        frame = pl.read_parquet(folder / f"{name}.parquet")
        frame = frame.with_columns(
            pl.when(pl.col("strategy") == "eager").then(pl.lit(evil)).otherwise("strategy").alias("strategy")
        )
        frame.write_parquet(folder / f"{name}.parquet")
    found = Page(report_html(folder))
    assert evil in found.text
    assert not any(tag == "img" or key.startswith("on") for tag, key, _ in found.attributes)
    assert sum(kind is None for kind, _ in found.scripts) <= 2  # the libraries and the page's own
    assert all("alert" not in text for kind, text in found.scripts if kind is None)


@pytest.mark.usefixtures("bundle")
def test_names_of_tables_lead_nowhere_else(made: Callable[[str], Path], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(made("ladder"), folder)
    shutil.copy(folder / "pairs.parquet", tmp_path / "pairs.parquet")
    content = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    content["tables"] = ["../pairs.parquet", str(tmp_path / "pairs.parquet"), "ranking.parquet"]
    (folder / "run.json").write_text(json.dumps(content), encoding="utf-8")
    assert set(read_directory(folder).tables) == {"ranking"}


@pytest.mark.usefixtures("bundle")
def test_a_study_of_ones_own_is_shown_as_it_is(made: Callable[[str], Path], tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(made("ladder"), folder)
    content = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    content |= {"command": "python ends.py", "run": {"first": 0}}
    (folder / "run.json").write_text(json.dumps(content), encoding="utf-8")
    found = Page(report_html(folder))
    assert "python ends.py" in found.texts
    assert set(found.numbers) == {"ranking", "pairs"}


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"command": 1, "run": 2}', "[" * 100_000])
def test_what_is_no_run_is_refused_in_one_line(
    tmp_path: Path, content: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / "run.json").write_text(content, encoding="utf-8")
    assert sise(["report", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "run" in said.err
    assert not said.out
    assert not (tmp_path / "report.html").exists()


def test_a_damaged_table_and_a_folder_that_is_not_there_are_refused(
    made: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(made("ladder"), folder)
    (folder / "pairs.parquet").write_bytes(b"PAR1 no table PAR1")
    for bad in (folder, tmp_path / "nowhere", folder / "run.json"):
        assert sise(["report", str(bad)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.usefixtures("bundle")
def test_the_command_writes_the_page_and_nothing_else(
    made: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(made("match"), folder)
    before = {path.name for path in folder.iterdir()}
    assert sise(["report", str(folder)]) == 0
    said = capsys.readouterr()
    assert not said.out
    assert said.err == f"wrote {folder / 'report.html'}\n"
    assert {path.name for path in folder.iterdir()} == before | {"report.html"}
    assert write_report(folder, tmp_path / "other.html").read_bytes() == (folder / "report.html").read_bytes()
    # The run goes on as if there were no page.
    assert sise([*RUNS["match"].split(), "--out", str(folder), "--quiet", "--format", "json"]) == 0
    assert sise(["report", str(folder), "--out", str(tmp_path / "no" / "page.html")]) == 2
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.parametrize("chinese", [True, False])
def test_pictures(made: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chinese: bool) -> None:
    pytest.importorskip("altair")
    from experiments.report.page import make_report

    monkeypatch.setattr("experiments.report.pictures.chinese_font", lambda: Path("font.ttc") if chinese else None)
    told: list[str] = []
    report = make_report(made("simulate"), "zh")
    files = write_pictures(report, tmp_path / "charts", only=("win_rates",), note=told.append)
    assert [file.name for file in files] == ["win_rates.png", "win_rates.svg"]
    png, svg = (file.read_bytes() for file in files)
    assert png.startswith(b"\x89PNG")
    assert "各座位的勝率" in svg.decode("utf-8")
    assert bool(told) is not chinese


def test_fonts_are_looked_for_where_they_lie(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    monkeypatch.setattr(fonts, "_of_fontconfig", lambda: iter(()))
    monkeypatch.setattr(fonts, "folders", lambda: (tmp_path,))
    fonts.chinese_font.cache_clear()
    try:
        assert fonts.chinese_font() is None
        fonts.chinese_font.cache_clear()
        (tmp_path / "deep").mkdir()
        (tmp_path / "deep" / "DejaVuSans.ttf").touch()
        (tmp_path / "deep" / "NotoSansCJK-Regular.ttc").touch()
        assert fonts.chinese_font() == tmp_path / "deep" / "NotoSansCJK-Regular.ttc"
    finally:
        fonts.chinese_font.cache_clear()


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (0.45194, Form.PERCENT, "45.19 %"),
        (0.00015, Form.PERCENT, "0.0150 %"),
        (0.0, Form.PERCENT, "0.00 %"),
        (-0.0241, Form.POINTS, "−2.41 %"),
        (12345, Form.NUMBER, "12,345"),
        (2, Form.INDEX, "2"),
        (1.5, Form.SIGNED, "+1.500"),
        (-1.5, Form.SIGNED, "−1.500"),
        (0.0, Form.SIGNED, "0"),
        (1234.5678, Form.NUMBER, "1,234.6"),
        (float("nan"), Form.NUMBER, "–"),
        (float("inf"), Form.SIGNED, "–"),
    ],
)
def test_numbers_as_people_read_them(value: float, form: Form, shown: str) -> None:
    assert number(value, form) == shown
