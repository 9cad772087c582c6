"""The first use on a machine: the deal loop is compiled beside the scorer and its tables, on a second processor."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from subprocess import DEVNULL, Popen

from experiments.cli import options

_CODE = "from simcore import compile_deals; compile_deals()"


@contextmanager
def deal_loop_compiled_beside() -> Iterator[None]:
    """Have another process compile the deal loop meanwhile, into the folder where the core keeps its code.

    The caller needs the loop last. What is not there by then it compiles itself, so nothing depends on the other
    process: where there is one processor, no folder, or no way to start it, all is as without it.
    """
    from simcore import compiled_code_folder

    helper = None
    if options.processors() > 1 and compiled_code_folder() is not None and sys.executable:
        with suppress(OSError):
            helper = Popen([sys.executable, "-P", "-c", _CODE], stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    try:
        yield
    finally:
        if helper is not None:
            helper.kill()
            helper.wait()
