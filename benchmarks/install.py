"""Install the libraries of the extra `peers`, each by itself: where one cannot be had, the others still are."""

import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

LOCK = Path(__file__).parents[1] / "requirements.lock"


def peers() -> list[str]:
    """The requirements of the extra, as the installed project declares them."""
    split = (requirement.split(";") for requirement in requires("sise") or [])
    return [name.strip() for name, *marker in split if marker and 'extra == "peers"' in marker[0]]


def main() -> None:
    """Install what can be installed; say what cannot."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--constraint", str(LOCK)]
    for requirement in peers():
        if subprocess.run([*pip, requirement], check=False).returncode:
            print(f"{requirement} cannot be installed here; the benchmarks go on without it", file=sys.stderr)


if __name__ == "__main__":
    main()
