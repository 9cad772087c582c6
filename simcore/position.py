"""A position seen from one seat, and what may become of it: hidden cards drawn at random, the deal played on."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simcore.hidden import BETWEEN, STEPS, deal_hidden, read_history, settle, walk, weigh
from simcore.jit import core, int64
from simcore.native import (
    RESULT_RECORD,
    RESUME_SIGNATURE,
    SAMPLER_SIGNATURE,
    STRATEGY_SIGNATURE,
    address_of,
    call_resume,
    call_sampler,
    call_strategy,
    clear_memo,
    restore,
    same_view,
    save,
    share,
    show_history,
    show_own,
    show_table,
    tables_at,
    take_rules,
    take_table,
)
from simcore.play import ANYWHERE, EXHAUSTED, NOBODY, TIANHU, end_by_win, following, play_on, report
from simcore.records import DEAL, TEMPLATE, Option
from simcore.streams import next_word, seed_stream

WIN = int(Option.WIN)
CHAIN = np.uint64(0x5851F42D4C957F2D)  # tells the streams of the cards from those that the deals are played on with


@core
def resume(d: Any, tables: Any, result: Any, by: int, t: int, drawn: int, option: int, pending: int) -> int:
    """Play a deal on (see `play_on`; by -1: it has ended) and report it; the `Status`."""
    if by >= 0:
        play_on(d, tables, by, t, drawn, option, pending)
    report(d, tables, result)
    return d.status


@core
def scripted_claim(view: Any) -> int:
    """State the scripted option first, then what the playing strategy states."""
    option = view.script[0]
    view.script[0] = -1
    if option >= 0:
        return option
    view.script[1] = -1  # the scripted claim did not prevail, or its discard is made
    return call_strategy(view.engine.claim, view)


@core
def scripted_discard(view: Any) -> int:
    """Discard the scripted card first, then what the playing strategy discards."""
    t = view.script[1]
    view.script[0] = view.script[1] = -1
    if t >= 0:
        return t
    return call_strategy(view.engine.discard, view)


@core
def set_up(d: Any, view: Any) -> None:
    """Put all that a view shows into a DEAL record; `hide` adds what it does not show."""
    take_table(d, view)
    take_rules(d, view)
    d.dealer = view.dealer
    d.score_address = view.engine.scorer
    d.remembers = 1 if view.engine.sees > 1 else 0
    for s in range(3):
        other = d.views[s]
        share(other, view)
        other.seat = s
        other.dealer = view.dealer
        d.sees[s] = view.engine.sees
        d.claim_address[s] = view.engine.claim
        d.discard_address[s] = view.engine.discard
    d.claim_address[view.seat] = view.engine.scripted_claim
    d.discard_address[view.seat] = view.engine.scripted_discard


@core
def ask_playing(other: Any, view: Any, choices: Any) -> None:
    """Put into `choices` what the playing strategy itself would do at the position of the view."""
    same_view(other, view)
    share(other, view)
    clear_memo(other)
    if view.engine.recall:
        call_strategy(view.engine.recall, other)
    choices.liked_claim = call_strategy(view.engine.claim, other) if view.options else -1
    choices.liked_discard = call_strategy(view.engine.discard, other) if view.discards else -1


@core
def begin_again(d: Any, view: Any, rng: Any) -> None:
    """Make a DEAL record that is back at its template ready to be played on."""
    d.intents = d.status = d.n_events = d.logged_bars = 0
    d.winner = d.declarer = d.win_card = d.discarder = NOBODY
    d.win_kind = EXHAUSTED
    d.win_allow = ANYWHERE
    for s in range(3):
        other = d.views[s]
        clear_memo(other)
        for k in range(4):
            other.rng[k] = next_word(rng)
        if view.engine.recall:
            show_table(other, d)
            show_own(other, d.seat[s])
            if d.remembers:
                show_history(other, d)
            call_strategy(view.engine.recall, other)


@core
def sample(view: Any, choices: Any) -> int:
    """Try every choice at the position of a view, in `choices.count` samples of the hidden cards each; fill in what
    became of them. Choices of one sample share its cards and random numbers. Returns the `Status` of what was played.

    The view is that of a claim (`options`), of a discard (`discards`) or of the opening.
    """
    deals, templates, results = np.zeros(1, DEAL), np.zeros(1, TEMPLATE), np.zeros(1, RESULT_RECORD)
    status = sample_with(view, choices, deals[0], templates[0], results[0])
    # A compiled record does not keep its array alive: name the arrays once more after their last use.
    return status + len(deals) + len(templates) + len(results) - 3


@core
def sample_with(view: Any, choices: Any, d: Any, template: Any, result: Any) -> int:
    """`sample`, in the room that it is given."""
    tables = tables_at(view.engine.tables)
    far, near, discards = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)
    weights = np.zeros((3, 32))
    chain, rng, later = np.zeros(4, np.uint64), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    me = view.seat
    set_up(d, view)
    read_history(d, view, far, near, discards)
    weigh(discards, weights)
    melds = view.table.n_melds[me]
    after = int64(view.table.meld_option[me, melds - 1]) if melds > 0 else 0
    ask_playing(d.views[me], view, choices)
    choices.faults = 0
    block = max(choices.block, 1)
    for i in range(choices.count):
        at = (choices.first + i) % block
        faults = 0
        if i == 0 or at == 0:
            seed_stream(chain, choices.key ^ CHAIN, (choices.first + i) // block)
            take_table(d, view)
            deal_hidden(d, view, chain, tables)
            faults = walk(d, view, chain, tables, far, near, weights, STEPS)
        else:
            restore(d, template)
            at = 1
        for _ in range(at):
            faults = walk(d, view, chain, tables, far, near, weights, BETWEEN)
        choices.faults += faults
        seed_stream(rng, choices.key, choices.first + i)
        settle(d, view, rng, tables)
        save(template, d)
        for k in range(choices.n):
            for w in range(4):
                later[w] = rng[w]
            restore(d, template)
            d.position = d.table.hand_size[following(me)] + d.table.hand_size[following(following(me))]
            begin_again(d, view, later)
            option, t = choices.claim[k], choices.discard[k]
            d.views[me].script[0] = option
            d.views[me].script[1] = t
            by, card, drawn, before, pending = me, 0, 0, after, 0
            if option >= 0 and view.card >= 0:
                by, card, drawn, pending = view.by, view.card, view.drawn, 1
            elif option == WIN:  # 天胡
                end_by_win(d, me, -1, tables, TIANHU, NOBODY, ANYWHERE)
                by = -1
            elif option >= 0:
                d.views[me].script[0] = -1
            if call_resume(view.engine.resume, d, tables, result, by, card, drawn, before, pending):
                return d.status
            for s in range(3):
                choices.payoff[i, k, s] = result.payoff[s]
            choices.winner[i, k] = result.winner
            choices.hu[i, k] = result.hu
    return 0


@core
def play_choices(view: Any, choices: Any) -> int:
    """`sample` for a strategy that declares `playout`: fill `choices` (a CHOICES record) with what became of each."""
    return call_sampler(view.engine.sampler, view, choices)


@cache
def position_addresses() -> tuple[int, int, int, int]:
    """Addresses of `sample`, `resume`, `scripted_claim` and `scripted_discard`, compiled at the first call."""
    return tuple(address for address, _ in compiled_functions())  # type: ignore[return-value]


@cache
def compiled_functions() -> tuple[tuple[int, Any], ...]:
    signatures = (SAMPLER_SIGNATURE, RESUME_SIGNATURE, STRATEGY_SIGNATURE, STRATEGY_SIGNATURE)
    functions: tuple[Any, ...] = (sample, resume, scripted_claim, scripted_discard)
    return tuple(address_of(function, signature) for function, signature in zip(functions, signatures, strict=True))
