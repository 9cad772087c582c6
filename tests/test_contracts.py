"""What may import what: experiments on strategies on simcore, simcore pure, and public names only."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import simcore

ROOT = Path(__file__).parent.parent
PACKAGES = ("simcore", "strategies", "experiments")
HEAVY = ("polars", "typer", "rich", "scipy.linalg", "scipy.special", "scipy.stats", "statsmodels", "pandas")


def sources(*folders: str) -> list[Path]:
    found = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    assert found, f"no sources in {folders}"
    return found


def imports(path: Path) -> Iterator[tuple[str, str | None]]:
    """(module, name) for each `from module import name`, (module, None) for each `import module`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
            module = ".".join((*home, *([node.module] if node.module else [])))
            yield from ((module, alias.name) for alias in node.names)


def test_layers() -> None:
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as c; c()",
        "--no-cache",
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_simcore_loads_nothing_heavy() -> None:
    code = f"import simcore, sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_simcore_neither_prints_nor_reads() -> None:
    calls = [
        f"{path.name}:{node.lineno} {node.func.id}"
        for path in sources("simcore")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in {"print", "open", "input"}
    ]
    assert calls == []


def test_strategies_use_simcores_public_names_only() -> None:
    for path in sources("strategies"):
        for module, name in imports(path):
            if module.split(".")[0] == "simcore":
                assert (module, name) == ("simcore", name), f"{path}: imports {module}"
                assert name in simcore.__all__, f"{path}: {name} is no public name of simcore"


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def test_tests_import_public_names_only() -> None:
    for path in sources("tests"):
        for module, name in imports(path):
            parts = [*module.split("."), *([name] if name else [])]
            if parts[0] in PACKAGES:
                private = [part for part in parts if part.startswith("_")]
                assert not private, f"{path}: imports {'.'.join(parts)}"


def test_the_oracle_stands_alone() -> None:
    for path in sources("tests/oracle"):
        for module, _ in imports(path):
            assert module.split(".")[0] not in PACKAGES, f"{path}: the oracle imports {module}"


def test_public_names_exist_and_are_sorted_once() -> None:
    assert len(set(simcore.__all__)) == len(simcore.__all__)
    assert [name for name in simcore.__all__ if not hasattr(simcore, name)] == []
