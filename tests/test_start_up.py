"""Starting in hard places: no folder to write, no home, a damaged compile cache, several processes, another processor.

The cache is tried with a package of three small functions around a copy of `simcore/jit.py`, in processes of their own;
the whole core is compiled anew only in the long tests.
"""

import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import simcore
from experiments.cli import console, first_use, options
from simcore import play
from strategies import load

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 600.0
TOY = """
from simcore.jit import core

@core
def square(n):
    return n * n

@core
def weigh(n):
    total = n - n
    for i in range(5):
        total += square(n + i) * (i + 1)
    return total
"""
WEIGHED = sum((7 + i) ** 2 * (i + 1) for i in range(5))
CALL = """
import json
from simcore import toy

def told(*values):
    found = [toy.weigh(value) for value in values]
    cache = getattr(toy.weigh, "_cache", None)
    folder = getattr(cache, "cache_path", None)
    hits, misses = sum(toy.weigh._cache_hits.values()), sum(toy.weigh._cache_misses.values())
    return {"found": found, "folder": folder, "hits": hits, "misses": misses}
"""
NOBODY = """
import pwd
def unknown(uid):
    raise KeyError(uid)
pwd.getpwuid = unknown
"""


def obey() -> None:
    """Have the superuser obey the permissions of files, as everybody else does."""
    if os.geteuid() == 0:
        drop_from_bounding_set = 24
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            assert ctypes.CDLL(None).prctl(drop_from_bounding_set, capability, 0, 0, 0) == 0


def environment(home: Path | None, **more: str) -> dict[str, str]:
    """That of this process without what says where compiled code lies or what it is for."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "XDG_", "PYTHON"))}
    kept.pop("HOME", None)
    return kept | ({} if home is None else {"HOME": str(home)}) | {"COLUMNS": "80"} | more


class Place:
    """A package of two compiled functions in a folder, a home, and a folder to stand in, all of one's own."""

    def __init__(self, folder: Path) -> None:
        self.package, self.home, self.here = folder / "site" / "simcore", folder / "home", folder / "here"
        for path in (self.package, self.home, self.here):
            path.mkdir(parents=True)
        (self.package / "__init__.py").touch()
        shutil.copy(ROOT / "simcore" / "jit.py", self.package)
        (self.package / "toy.py").write_text(TOY, encoding="utf-8")

    def start(self, code: str, *, home: bool = True, **env: str) -> "subprocess.Popen[str]":
        """Start a process that runs `code`."""
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env=environment(self.home if home else None, PYTHONPATH=str(self.package.parent), **env),
            cwd=self.here,
            preexec_fn=obey,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str, *, home: bool = True, **env: str) -> Any:
        """What a process prints that runs `code`; it must succeed, and say nothing else."""
        return ended(self.start(code, home=home, **env))

    def weigh(self, *, before: str = "", home: bool = True, **env: str) -> dict[str, Any]:
        """Compile or load the function and call it."""
        told = self.run(before + CALL + "print(json.dumps(told(7)))", home=home, **env)
        assert told["found"] == [WEIGHED]
        return dict(told)

    def files(self) -> set[str]:
        """Every file and folder that there is."""
        top = self.home.parent
        return {str(path.relative_to(top)) for path in top.rglob("*")}


def ended(process: "subprocess.Popen[str]") -> Any:
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, ""), err
    return json.loads(out)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    for path in (made.package, made.home, made.here):
        path.chmod(0o755)


def lock(*folders: Path) -> None:
    """Let nobody write in folders."""
    for folder in folders:
        folder.chmod(0o555)


# --- folders that cannot be written


def test_code_is_kept_beside_the_sources(place: Place) -> None:
    first, again = place.weigh(), place.weigh()
    assert first["folder"] == str(place.package / "__pycache__")
    assert (first["hits"], first["misses"]) == (0, 1)
    assert (again["hits"], again["misses"]) == (1, 0)


def test_a_read_only_install_keeps_its_code_in_the_home(place: Place) -> None:
    lock(place.package)
    first, again = place.weigh(), place.weigh()
    assert first["folder"].startswith(str(place.home))
    assert again["hits"] == 1


def test_where_nothing_can_be_written_code_is_compiled_in_memory(place: Place) -> None:
    lock(place.package, place.home, place.here)
    before = place.files()
    assert place.weigh(NUMBA_CACHE_DIR=str(place.home / "code"))["folder"] is None
    assert place.files() == before


@pytest.mark.parametrize("kind", ["locked", "below a file"])
def test_a_cache_folder_that_cannot_be_written_is_passed_over(place: Place, kind: str) -> None:
    folder = place.home / "code"
    if kind == "locked":
        folder.mkdir()
        lock(folder)
    else:
        folder.touch()
    assert place.weigh(NUMBA_CACHE_DIR=str(folder / "more"))["folder"] == str(place.package / "__pycache__")


def test_without_a_home_no_folder_called_tilde_is_made(place: Place) -> None:
    lock(place.package)
    assert place.weigh(before=NOBODY, home=False)["folder"] is None
    assert list(place.here.iterdir()) == []


def test_who_has_to_compile_at_every_start_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simcore, "compile_needed", lambda: True)
    monkeypatch.setattr(simcore, "compiled_code_folder", lambda: None)
    with console.compiling(quiet=False):
        pass
    said = capsys.readouterr().err
    assert "NUMBA_CACHE_DIR" in said
    assert "once" not in said


# --- a damaged cache

DAMAGE = """
import importlib, random, sys
from pathlib import Path
rng = random.Random(5)
told(7)
folder = Path(toy.weigh._cache.cache_path)
sound = {path: path.read_bytes() for path in sorted(folder.glob("toy.*.nb[ic]"))}
assert len(sound) >= 2, sorted(folder.iterdir())

def torn(data): return data[: rng.randrange(len(data))]
def flipped(data):
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
def zeroed(data):
    at = rng.randrange(len(data))
    return data[:at] + bytes(len(data[at : at + 512])) + data[at + 512 :]
def noise(data): return rng.randbytes(len(data))
def none(data): return b""
def longer(data): return data + rng.randbytes(9)
def foreign(data): return b"\\x80\\x04N."
def turned(data): return data[::-1]
def another(data): return rng.choice([text for text in sound.values() if text != data])
def of_a_program(data): return b"cos\\nabort\\n(tR."

def anew():
    for name in [name for name in sys.modules if name.startswith("simcore")]:
        del sys.modules[name]
    return importlib.import_module("simcore.toy")

kinds = [torn, flipped, flipped, flipped, zeroed, noise, none, longer, foreign, turned, another, of_a_program]
for n in range(ROUNDS):
    hurt = rng.sample(list(sound), rng.randint(1, len(sound)))
    for path in hurt:
        path.write_bytes(kinds[n % len(kinds)](sound[path]))
    toy = anew()
    row = told(7)
    assert row["found"] == [WEIGHED], (n, kinds[n % len(kinds)], row)
    if n % 20 == 0:  # it was written anew
        toy = anew()
        assert told(7)["hits"] == 1, (n, kinds[n % len(kinds)])
print(json.dumps(ROUNDS))
"""


def damage(place: Place, rounds: int) -> None:
    code = CALL + DAMAGE.replace("ROUNDS", str(rounds)).replace("WEIGHED", str(WEIGHED))
    assert place.run(code) == rounds


def test_damaged_files_are_compiled_again(place: Place) -> None:
    damage(place, 24)


@pytest.mark.full
def test_files_damaged_in_a_thousand_ways_are_compiled_again(place: Place) -> None:
    damage(place, 1_000)


def test_something_else_in_the_place_of_a_file_costs_only_the_cache(place: Place) -> None:
    folder = Path(place.weigh()["folder"])
    for path in [path for path in folder.iterdir() if path.suffix in (".nbi", ".nbc")]:
        path.unlink()
        (path / "full").mkdir(parents=True)
    assert place.weigh()["hits"] == 0


# --- several at once

VALUES = {"int64": "7", "float64": "7.0", "complex128": "complex(7, 0)"}
AT_ONCE = """
import os, time
open(f"ready-{os.getpid()}", "w").close()
while not os.path.exists("go"):
    time.sleep(0.001)
print(json.dumps([float(complex(value).real) for value in told(VALUE)["found"]] + [toy.weigh._cache.cache_path]))
"""


def at_once(place: Place) -> None:
    """Compile for several types at once, for one of them twice; then all of it is there, and right."""
    expressions = [*VALUES.values(), next(iter(VALUES.values()))]
    codes = [CALL + AT_ONCE.replace("VALUE", expression) for expression in expressions]
    processes = [place.start(code) for code in codes]
    while len(list(place.here.glob("ready-*"))) < len(processes) and all(p.poll() is None for p in processes):
        time.sleep(0.01)
    (place.here / "go").touch()
    for process in processes:
        assert ended(process)[0] == WEIGHED
    told = place.run(CALL + f"print(json.dumps(told({', '.join(VALUES.values())}), default=repr))")
    for path in place.here.iterdir():
        path.unlink()
    assert (told["hits"], told["misses"]) == (len(VALUES), 0)
    assert [complex(str(value).strip("()")).real for value in told["found"]] == [WEIGHED] * len(VALUES)


def test_processes_that_compile_at_once_keep_what_all_of_them_need(place: Place) -> None:
    at_once(place)


@pytest.mark.full
def test_processes_that_compile_at_once_again_and_again(place: Place) -> None:
    for _ in range(20):
        at_once(place)
        shutil.rmtree(place.package / "__pycache__")


# --- another processor

GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}


def code_files(place: Place) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (place.package / "__pycache__").glob("toy.weigh*.nbc")}


def test_processors_that_share_a_cache_have_code_of_their_own(place: Place) -> None:
    assert place.weigh(**GENERIC)["misses"] == 1
    generic = code_files(place)
    assert place.weigh()["misses"] == 1
    assert place.weigh()["hits"] == place.weigh(**GENERIC)["hits"] == 1
    assert generic.items() < code_files(place).items()


def test_code_of_another_processor_is_not_run_whatever_its_file_is_called(place: Place) -> None:
    place.weigh(**GENERIC)
    generic = code_files(place)
    place.weigh()
    mine = code_files(place).keys() - generic.keys()
    assert len(generic) == len(mine) == 1
    (place.package / "__pycache__" / min(mine)).write_bytes(min(generic.values()))
    assert place.weigh()["misses"] == 1
    assert code_files(place)[min(mine)] != min(generic.values())


# --- what was edited

BOT = "from near import pick\ndef move(n):\n    return pick(n) * 10\n"
NEAR = "import numba\nfrom far import WEIGHT\n\n@numba.njit\ndef pick(n):\n    return n + WEIGHT\n"
CLOSURE = """
import far
import numba

def picker(weight):
    @numba.njit
    def pick(n):
        return n + weight

    return pick

pick = picker(far.WEIGHT)
"""
MOVE = """
import json
from numba import types
from simcore.jit import compiled
import bot
move = compiled(bot.move, (types.int64,))
print(json.dumps([int(move(1)), sum(move._cache_hits.values())]))
"""


@pytest.mark.parametrize("near", [NEAR, CLOSURE], ids=["named", "in a closure"])
def test_an_edit_in_a_file_that_a_strategy_imports_is_noticed(place: Place, near: str) -> None:
    far = place.here / "far.py"
    (place.here / "bot.py").write_text(BOT, encoding="utf-8")
    (place.here / "near.py").write_text(near, encoding="utf-8")
    for weight in (1, 5):
        far.write_text(f"WEIGHT = {weight}\n", encoding="utf-8")
        for cached in (place.here / "__pycache__").glob("*.pyc"):
            cached.unlink()
        assert place.run(MOVE) == [10 * (1 + weight), 0]
        assert place.run(MOVE) == [10 * (1 + weight), 1]


# --- the whole program

SIMULATE = ["simulate", "--deals", "2000", "--seats", "greedy,eager,random", "--format", "json"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages as an installation has them, with nothing compiled."""
    site = tmp_path_factory.mktemp("installed")
    for name in ("simcore", "strategies", "experiments"):
        shutil.copytree(ROOT / name, site / name, ignore=shutil.ignore_patterns("__pycache__"))
    return site


@pytest.fixture(scope="module")
def expected() -> str:
    """What the checkout prints."""
    ran = subprocess.run([sys.executable, "-m", "experiments.cli", *SIMULATE], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return tables(ran.stdout)


def tables(text: str) -> str:
    """The tables of a run without what depends on the clock or the installation."""
    content = json.loads(text)
    for key in ("seconds", "rate", "versions", "deals_per_second"):
        content.pop(key, None)
    return json.dumps(content, sort_keys=True)


def simulated(site: Path, here: Path, home: Path | None, **env: str) -> tuple[str, str]:
    """Tables and messages of a whole run from an installation, by somebody who stands in `here`."""
    ran = subprocess.run(
        [sys.executable, "-m", "experiments.cli", *SIMULATE],
        env=environment(home, PYTHONPATH=str(site), **env),
        cwd=here,
        preexec_fn=obey,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    return tables(ran.stdout), ran.stderr


def every_folder(site: Path) -> list[Path]:
    return [site, *(path for path in site.rglob("*") if path.is_dir())]


@pytest.mark.full
def test_the_program_runs_where_nothing_can_be_written(installed: Path, expected: str, tmp_path: Path) -> None:
    lock(*every_folder(installed), tmp_path)
    try:
        found, said = simulated(installed, tmp_path, tmp_path)
    finally:
        for folder in (*every_folder(installed), tmp_path):
            folder.chmod(0o755)
    assert found == expected
    assert "NUMBA_CACHE_DIR" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_the_program_runs_with_a_damaged_cache_and_on_another_processor(
    installed: Path, expected: str, tmp_path: Path
) -> None:
    cache = tmp_path / "code"
    run: Callable[..., tuple[str, str]] = simulated
    for env in ({}, GENERIC):
        assert run(installed, tmp_path, tmp_path, NUMBA_CACHE_DIR=str(cache), **env)[0] == expected
    for number, path in enumerate(sorted(cache.rglob("*.nb*"))):
        data = path.read_bytes()
        path.write_bytes((data[: len(data) // 2], b"", data[:-1] + b"x", data[::-1])[number % 4])
    found, said = run(installed, tmp_path, tmp_path, NUMBA_CACHE_DIR=str(cache))
    assert found == expected
    assert "ompil" in said
    found, said = run(installed, tmp_path, tmp_path, NUMBA_CACHE_DIR=str(cache))
    assert found == expected
    assert "ompil" not in said  # what was damaged has been replaced


@pytest.mark.full
def test_programs_that_compile_at_once_come_to_the_same_tables(installed: Path, expected: str, tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(3) as pool:
        runs = [
            pool.submit(simulated, installed, tmp_path, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "code"))
            for _ in range(3)
        ]
        assert {run.result()[0] for run in runs} == {expected}


# --- the deal loop compiled by a second process


def test_what_is_compiled_ahead_is_what_the_deals_take() -> None:
    simcore.compile_deals()
    simcore.run_deals(simcore.Rules.preset("youxi"), [load("eager")] * 3, 1, 0, 3)
    assert len(play.run.signatures) == 1  # type: ignore[attr-defined]


def test_the_second_process_compiles_and_ends_with_the_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def popen(words: list[str], **streams: int) -> "subprocess.Popen[bytes]":
        started.append(subprocess.Popen([*words[:-1], words[-1] + "; import time; time.sleep(600)"], **streams))
        return started[-1]

    monkeypatch.setattr(first_use, "Popen", popen)
    monkeypatch.setattr(options, "processors", lambda: 2)
    with first_use.deal_loop_compiled_beside():
        assert started[0].poll() is None
    assert started[0].returncode == -9


@pytest.mark.parametrize("lacking", ["processor", "folder", "process"])
def test_without_a_second_process_all_is_compiled_here(monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    def popen(*_: object, **__: object) -> None:
        assert lacking == "process"
        raise OSError("no process can be started")

    monkeypatch.setattr(first_use, "Popen", popen)
    monkeypatch.setattr(options, "processors", lambda: 1 if lacking == "processor" else 2)
    if lacking == "folder":
        monkeypatch.setattr(simcore, "compiled_code_folder", lambda: None)
    with first_use.deal_loop_compiled_beside():
        pass
