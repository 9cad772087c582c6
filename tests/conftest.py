"""What every test starts from."""

import signal


def pytest_configure() -> None:
    """Where the suite runs as a shell's background job, Ctrl-C is ignored, in the processes that it starts as well:
    the tests that interrupt them would wait for ever."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
