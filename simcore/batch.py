"""Many deals at once: `run_deals`."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from simcore import play, settlement
from simcore.deal import deal_many
from simcore.errors import SiseError, StrategyError
from simcore.jit import DISABLED, PackageCache
from simcore.log_text import options_text
from simcore.native import address_of_record
from simcore.records import DEAL, RESULT_DTYPE, SEATS, SIGHTS, VIEW, Status
from simcore.rules import Rules
from simcore.scorers import packed, scorer_address
from simcore.strategy import Strategy
from simcore.streams import as_seed, stream_key
from simcore.tables import TABLES, scoring_tables

CHUNK = 8_000
KEPT = ("seat", "params", "rules", "engine", "fence")  # what a strategy may not change in its view
NOT_SHOWN = {"hand": ("table", "own", "history"), "table": ("own", "history"), "all": ()}  # not copied anew
_BYTES = {name: (at, at + kind.itemsize) for name, (kind, at, *_) in VIEW.fields.items()}  # type: ignore[union-attr]
RESULT_RECORD = np.dtype((np.record, RESULT_DTYPE))


def run_deals(
    rules: Rules,
    seats: Sequence[Strategy],
    seed: int,
    first: int,
    count: int,
    dealer: str | int = "rotate",
    threads: int = 1,
) -> np.ndarray[Any, Any]:
    """Play deals `first` … `first + count - 1` and return one RESULT_DTYPE record each, in that order.

    `seats` are three strategies; `dealer` is "rotate" (deal i has dealer i mod 3) or a seat. The records depend on
    (rules, seats, seed, deal, dealer) alone, never on `threads`. The interpreter lock is released while deals are
    played, so several calls may also run at once. Raises StrategyError when a strategy raises or returns what is not
    legal, naming strategy, deal and seat; SiseError for arguments that cannot be used.
    """
    seats = check_seats(seats)
    who_deals = check_dealer(dealer)
    check_range(first, count)
    seed = as_seed(seed)
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise SiseError(f"threads is a number from 1, not {threads!r}")
    results = np.zeros(count, RESULT_DTYPE)
    chunks = [(start, min(CHUNK, count - start)) for start in range(0, count, CHUNK)]
    if threads == 1 or len(chunks) < 2:
        d = new_deal(rules, seats, seed)
        for start, size in chunks:
            play_chunk(d, seats, first + start, who_deals, results[start : start + size])
        return results
    waiting = iter(chunks)  # shared: whichever thread is free takes the next chunk
    faults: list[tuple[int, StrategyError]] = []

    def work() -> None:
        d = new_deal(rules, seats, seed)
        for start, size in waiting:
            try:
                play_chunk(d, seats, first + start, who_deals, results[start : start + size])
            except StrategyError as error:
                faults.append((start, error))
            if faults:  # the chunks before the one at fault have all been taken, so the first fault will be known
                return

    new_deal(rules, seats, seed)  # what has to be compiled and built, before the threads start
    scoring_tables()
    with ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(work) for _ in range(threads)]:
            future.result()
    if faults:
        raise min(faults, key=lambda fault: fault[0])[1]
    return results


def dealt_hands(rules: Rules, seed: int, first: int, count: int, dealer: str | int = "rotate") -> np.ndarray[Any, Any]:
    """The hands of deals `first` … `first + count - 1` as they are dealt, before anything is played.

    Returns the copies of each type by deal and seat: uint8 (count, 3, n_types). The dealer's hand has 31 cards, the
    others have 30 (E1). The lock is released meanwhile; errors as `run_deals`.
    """
    who_deals = check_dealer(dealer)
    check_range(first, count)
    d = np.zeros(1, DEAL)
    d["rules"] = rules.record()
    with np.errstate(over="ignore"):
        d["stream_keys"][0, 0] = stream_key(np.uint64(as_seed(seed)), np.uint64(0))
    hands = np.zeros((count, SEATS, rules.n_types), np.uint8)
    deal_many(d[0], first, who_deals, hands)
    return hands


def compile_needed() -> bool:
    """Whether the next deal has to wait for the compiler, some seconds, once: nothing compiled is at hand."""
    if DISABLED or play.run.signatures:  # type: ignore[attr-defined]
        return False
    stored = getattr(play.run, "_cache", None)
    return not (isinstance(stored, PackageCache) and stored.holds_any())


def compile_deals() -> None:
    """Compile the deal loop, the same for all games and strategies, and keep it where the next start finds it."""
    if not DISABLED:
        record, tables, results = (numba.typeof(np.zeros(1, kind)) for kind in (DEAL, TABLES, RESULT_RECORD))
        whole = numba.int64
        play.run.compile((record.dtype, tables.dtype, whole, whole, results))  # type: ignore[attr-defined]


def compiled_code_folder() -> Path | None:
    """The folder in which compiled code of the core is kept; None where none can be written, and every start
    compiles."""
    stored = getattr(play.run, "_cache", None)
    return Path(stored.cache_path) if isinstance(stored, PackageCache) else None


def new_deal(rules: Rules, seats: Sequence[Strategy], seed: int) -> Any:
    """A DEAL record set up for a run: rules, strategies, stream keys. One per thread."""
    table = np.zeros(1, DEAL)
    table["rules"] = rules.record()
    table["views"]["rules"] = rules.record()
    table["views"]["seat"] = np.arange(SEATS)
    table["score_address"] = scorer_address(rules.game)[0]
    # by the fields of the array: those of a record cost some microseconds each
    engines, scratch = table["views"]["engine"][0], address_of_record(table, "scratch")
    for s, strategy in enumerate(seats):
        table["claim_address"][0, s], table["discard_address"][0, s] = strategy.addresses()
        table["sees"][0, s] = SIGHTS.index(strategy.sees)
        table["remembers"] |= strategy.sees == "all"
        values = strategy.values_for(rules.game)
        table["views"]["params"][0, s, : len(values)] = values
        set_engine(engines[s : s + 1], scratch, rules, strategy.playout)
    with np.errstate(over="ignore"):
        for purpose in range(SEATS + 1):
            table["stream_keys"][0, purpose] = stream_key(np.uint64(seed), np.uint64(purpose))
    return table[0]


def set_engine(engine: Any, scratch: int, rules: Rules, playout: Strategy | None) -> None:
    """Fill the ENGINE fields of a view (an array or a record of them): what compiled helpers need, and the strategy
    that plays positions on. `scratch` is the address of a SCRATCH record that lives as long as the view."""
    engine["tables"] = _tables_address()
    engine["scorer"] = scorer_address(rules.game)[0]
    engine["scratch"] = scratch
    if playout is not None:
        from simcore.position import position_addresses

        addresses = ("sampler", "resume", "scripted_claim", "scripted_discard")
        for name, address in zip(addresses, position_addresses(), strict=True):
            engine[name] = address
        engine["claim"], engine["discard"] = playout.addresses()
        engine["recall"] = playout.recall_address()
        engine["sees"] = SIGHTS.index(playout.sees)
        values = playout.values_for(rules.game)
        engine["params"][..., : len(values)] = values


@cache
def _tables_address() -> int:
    return address_of_record(scoring_tables().base)


def play_chunk(d: Any, seats: Sequence[Strategy], first: int, dealer: int, results: np.ndarray[Any, Any]) -> None:
    """Play deals first, first + 1, … into `results` and check how the strategies behaved."""
    views = d.views
    raw = views.view(np.uint8).reshape(SEATS, -1)
    before = raw.copy()
    try:
        play.run(d, scoring_tables(), first, dealer, results.view(RESULT_RECORD))
    except Exception as error:
        raise StrategyError(
            f"strategy {seats[d.asking].label} at seat {d.asking} raised {type(error).__name__}"
            f"{f': {error}' if str(error) else ''} in deal {d.deal} (seed and deal replay it)"
        ) from error
    if d.status:
        raise StrategyError(blame(d, seats))
    for s, strategy in enumerate(seats):
        for name in (*KEPT, *NOT_SHOWN[strategy.sees]):
            start, end = _BYTES[name]
            if before[s, start:end].tobytes() != raw[s, start:end].tobytes():
                where = "past the end of an array of its view" if name == "fence" else f"to view.{name}"
                raise StrategyError(f"strategy {strategy.label} at seat {s} wrote {where}, in deal {first} or later")


def blame(d: Any, seats: Sequence[Strategy]) -> str:
    """The message about an illegal answer: strategy, seat, deal, what it returned and what was legal."""
    from simcore.cards import format_card

    s, returned, legal = int(d.asking), int(d.returned), int(d.expected)
    who = f"strategy {seats[s].label} at seat {s} in deal {d.deal}"
    if d.status == Status.BAD_CLAIM:
        card = int(d.views[s].card)
        return f"{who}: claim returned {returned}; legal were {', '.join(options_text(legal, card, numbers=True))}"
    cards = [f"{format_card(t)} ({t})" for t in range(29) if legal >> t & 1]
    name = f" ({format_card(returned)})" if 0 <= returned <= 28 else ""
    return f"{who}: discard returned {returned}{name}; legal were {', '.join(cards)}"


def next_dealer(rules: Rules, dealer: int, winner: int) -> int:
    """G14, Y16: who deals after a deal of `dealer` that seat `winner` won (-1: nobody), by the switch next_dealer."""
    return int(settlement.next_dealer(packed(rules), dealer, winner))


def check_seats(seats: Sequence[Strategy]) -> tuple[Strategy, ...]:
    """The three strategies, or StrategyError."""
    seats = tuple(seats)
    if len(seats) != SEATS:
        raise StrategyError(f"a deal has {SEATS} seats, not {len(seats)}")
    for s, strategy in enumerate(seats):
        if not isinstance(strategy, Strategy):
            raise StrategyError(f"seat {s}: expected a Strategy, not {strategy!r}")
    return seats


def check_dealer(dealer: str | int) -> int:
    """The dealer as a seat, -1 for rotating, or SiseError."""
    if dealer == "rotate":
        return -1
    if isinstance(dealer, bool) or dealer not in (0, 1, 2, "0", "1", "2"):
        raise SiseError(f'the dealer is "rotate", 0, 1 or 2, not {dealer!r}')
    return int(dealer)


def check_range(first: int, count: int) -> None:
    """SiseError unless first and count are deal numbers."""
    for name, number in (("first", first), ("count", count)):
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 0:
            raise SiseError(f"{name} is a whole number from 0, not {number!r}")
    if first + count > 1 << 62:
        raise SiseError(f"deal numbers end at 2**62, not {first + count}")
