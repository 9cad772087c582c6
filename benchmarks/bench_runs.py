"""Long runs: growth with the number of deals, threads, records on disk, memory."""

import shutil
from pathlib import Path
from time import process_time

import pytest

from benchmarks.conftest import Meter
from benchmarks.figures import ROUGH, Limits, Row
from benchmarks.processes import SISE, peak_megabytes
from experiments import simulate
from experiments.bench import Job
from simcore import Rules, run_deals
from strategies import load

SEATS = ("eager", "eager", "eager")
SHORT = 10_000
THREADED = 200_000
RECORDED = 1_000_000


def run(deals: int, threads: int = 1, records: Path | None = None) -> object:
    return simulate("guangshui", SEATS, deals=deals, threads=threads, directory=records, records=records is not None)


@pytest.mark.parametrize("power", [5, 6, 7, 8])
def test_growth(meter: Meter, power: int, large: bool) -> None:
    if power > 6 and not large:
        pytest.skip("only with --large")
    deals = 10**power
    meter.against(
        Job(f"a deal of 10^{power} over one of 10^4", "deal", lambda: run(deals), deals),
        Job("", "deal", lambda: run(SHORT), SHORT),
        limits=Limits(1.1, 1.02),
        rounds=(9, 5, 2, 1)[power - 5],
    )


@pytest.mark.several
def test_two_threads(meter: Meter, processors: int) -> None:
    if processors < 2:
        pytest.skip("one processor")
    rules, seats = Rules.preset("guangshui"), [load("eager")] * 3
    meter.against(
        Job("two threads over one", "deal", lambda: run_deals(rules, seats, 1, 0, THREADED, threads=2), THREADED),
        Job("one thread", "deal", lambda: run_deals(rules, seats, 1, 0, THREADED), THREADED),
        limits=Limits(1.85, 1.97, higher=True),
        inverse=True,
    )


@pytest.mark.several
@pytest.mark.parametrize("clock", ["wall time", "processor time"])
def test_records(meter: Meter, clock: str, large: bool, processors: int, tmp_path: Path) -> None:
    if clock == "processor time":
        meter.clock = meter.benchmark._timer = process_time
    deals = 10 * RECORDED if large else RECORDED

    def recorded() -> None:
        run(deals, processors, tmp_path / "run")
        shutil.rmtree(tmp_path / "run")

    meter.against(
        Job(f"10^{len(str(deals)) - 1} deals with records over without, {clock}", "deal", recorded, deals),
        Job("", "deal", lambda: run(deals, processors), deals),
        limits=Limits(1.25),
        rounds=5 if not large else 2,
        tolerance=ROUGH,
    )


@pytest.mark.several
@pytest.mark.parametrize(("power", "records"), [(6, False), (7, False), (8, False), (6, True), (7, True)])
def test_memory(meter: Meter, power: int, records: bool, large: bool, warm: Path, tmp_path: Path) -> None:
    if power > (6 if records else 7) and not large:
        pytest.skip("only with --large")

    def peak(deals: str, *more: str) -> float:
        seats = ",".join(SEATS)
        return peak_megabytes([*SISE, "simulate", "--deals", deals, "--seats", seats, "--quiet", *more], warm)

    base = peak("1e4")
    more = ("--records", "--out", str(tmp_path / "run")) if records else ()
    peaks: list[float] = []
    meter.benchmark.pedantic(lambda: peaks.append(peak(f"1e{power}", *more)), rounds=1)
    what = f"peak memory of 10^{power} deals{' with records' if records else ''}"
    limits = Limits(500 if records else 300)
    meter.add(Row(what, "run", value=peaks[0], unit="MB", ratio=peaks[0] / base, limits=limits))
