"""What is built holds everything, and works where it is installed.

The quick test looks into a wheel and a source archive built by the setuptools at hand. The long ones install both into
empty environments of every Python from 3.11 to 3.14 that can be found (`SISE_PYTHONS` may name more, divided by
colons), which takes the network, and play there, outside the checkout.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("simcore", "strategies", "experiments")
PATIENCE = 1_200.0
BUILD = """
import os, sys
from setuptools import build_meta
target = os.path.abspath("dist")
build_meta.build_wheel(target)
build_meta.build_sdist(target)
"""
BUILT_WITH = 77
"""What pyproject.toml asks of setuptools."""
TESTS = (
    "test_cards.py",
    "test_rules_value.py",
    "test_stats.py",
    "test_registry.py",
    "test_golden.py",
    "test_rundir.py",
)
SIMULATE = ("simulate", "--rules", "youxi", "--deals", "3000", "--seats", "greedy,eager,random", "--seed", "7")


@dataclass(frozen=True)
class Built:
    """A wheel and a source archive."""

    wheel: Path
    archive: Path


def sources() -> set[str]:
    """Every file of the packages, by its path from the root."""
    paths = [path for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file()]
    return {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}


def run(*words: str | Path, **options: Any) -> str:
    """The standard output of a command that must succeed."""
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=PATIENCE, **options)
    assert ran.returncode == 0, f"{words}\n{ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Built from a copy, so that nothing left in the checkout by other builds gets in, and nothing is left there."""
    try:
        found = version("setuptools")
    except PackageNotFoundError:
        found = "0"
    if int(found.partition(".")[0]) < BUILT_WITH:
        pytest.skip(f"needs setuptools {BUILT_WITH} or newer, as make installs it; found {found}")
    copy = tmp_path_factory.mktemp("build") / "sise"
    skipped = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "results")
    shutil.copytree(ROOT, copy, ignore=skipped)
    run(sys.executable, "-c", BUILD, cwd=copy)
    (wheel,), (archive,) = (copy / "dist").glob("*.whl"), (copy / "dist").glob("*.tar.gz")
    return Built(wheel, archive)


# --- what is in them


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        names = wheel.namelist()
    info = f"sise-{PROJECT['version']}.dist-info"
    about = {name.removeprefix(f"{info}/") for name in names if name.startswith(f"{info}/")}
    assert {name for name in names if not name.startswith(f"{info}/")} == sources()
    assert {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"} <= about
    assert {f"{name}/py.typed" for name in PACKAGES} <= set(names)


def test_the_source_archive_holds_what_a_wheel_is_built_of(built: Built) -> None:
    with tarfile.open(built.archive) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "PKG-INFO"} | sources() <= names


def test_the_metadata_says_what_pyproject_says(built: Built) -> None:
    info = f"sise-{PROJECT['version']}.dist-info"
    with zipfile.ZipFile(built.wheel) as wheel:
        metadata = wheel.read(f"{info}/METADATA").decode()
        entries = wheel.read(f"{info}/entry_points.txt").decode()
    assert f"Requires-Python: {PROJECT['requires-python']}\n" in metadata
    assert "License-Expression: MIT\n" in metadata
    for extra in PROJECT["optional-dependencies"]:
        assert re.search(rf"^Provides-Extra: {extra.replace('_', '-')}$", metadata, re.MULTILINE), extra
    assert "sise = experiments.cli:main" in entries


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for name in PACKAGES for path in (ROOT / name).rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


# --- installed


def interpreters() -> dict[str, Path]:
    """The Pythons of this machine by their version: the one that runs, those of the PATH, of pyenv, and as told."""
    named = [Path(path) for path in os.environ.get("SISE_PYTHONS", "").split(":") if path]
    for minor in range(11, 15):
        named += [Path(found) for found in [shutil.which(f"python3.{minor}")] if found]
        named += sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python"))
    found: dict[str, Path] = {f"3.{sys.version_info.minor}": Path(sys.executable)}
    for path in named:
        code = "import sys; print('%d.%d' % sys.version_info[:2])"
        asked = subprocess.run([path, "-c", code], capture_output=True, text=True)
        if asked.returncode == 0:
            found.setdefault(asked.stdout.strip(), path)
    return found


def tables(text: str) -> Any:
    """The tables of a run, without what depends on clock and place."""
    content = json.loads(text)
    return {key: value for key, value in content.items() if key not in ("seconds", "rate", "versions")}


@pytest.fixture(scope="session")
def expected() -> Any:
    return tables(run(sys.executable, "-m", "experiments.cli", *SIMULATE, "--format", "json", cwd=ROOT))


@pytest.mark.full
@pytest.mark.parametrize("kind", ["wheel", "archive"])
@pytest.mark.parametrize("minor", ["3.11", "3.12", "3.13", "3.14"])
def test_it_plays_where_it_is_installed(minor: str, kind: str, built: Built, expected: Any, tmp_path: Path) -> None:
    """From an empty environment, in a folder of one's own: the same tables as in the checkout, and its tests pass."""
    found = interpreters()
    if minor not in found:
        pytest.skip(f"no Python {minor} here")
    run(found[minor], "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    file = built.wheel if kind == "wheel" else built.archive
    run(python, "-m", "pip", "install", "--quiet", file)
    here = tmp_path / "here"
    here.mkdir()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA_"))}
    options: dict[str, Any] = {"cwd": here, "env": clean | {"NUMBA_CACHE_DIR": str(tmp_path / "code")}}
    place = run(python, "-c", "import simcore; print(simcore.__file__)", **options)
    assert place.startswith(str(tmp_path))
    assert tables(run(tmp_path / "venv" / "bin" / "sise", *SIMULATE, "--format", "json", **options)) == expected
    assert f"sise {PROJECT['version']}" in run(tmp_path / "venv" / "bin" / "sise", "--version", **options)
    if kind == "wheel":
        run(python, "-m", "pip", "install", "--quiet", "pytest", "hypothesis")
        shutil.copytree(ROOT / "tests", here / "tests", ignore=shutil.ignore_patterns("__pycache__"))
        there = [name for name in (f"tests/{test}" for test in TESTS) if (here / name).is_file()]
        shutil.copy(ROOT / "pyproject.toml", here)
        run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *there, **options)
