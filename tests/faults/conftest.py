"""What the faults are judged by."""

import pytest

from tests.faults.harness import DEALS, command, run, tables


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The tables and rows of a run that nothing happens to."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    assert run(command(folder, DEALS, "--records")).status == 0
    return tables(folder)


@pytest.fixture(scope="session")
def counted(undisturbed: dict[str, str]) -> dict[str, str]:
    """The same without the rows."""
    return {name: text for name, text in undisturbed.items() if "/" not in name}
