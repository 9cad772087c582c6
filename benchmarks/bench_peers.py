"""Ours beside other libraries, in one run: millions of player decisions or hands a second, and the ratio."""

from statistics import median

import pytest

from benchmarks.conftest import PEER_ROWS, Meter
from benchmarks.figures import Limits, PeerRow
from benchmarks.peers import PEERS, Peer
from experiments.bench import HANDS, Job, batch_of, deal_job, score_job
from simcore import Rules
from strategies import load

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]

ROUNDS = 9


def ours(per: str) -> tuple[Job, Job]:
    """What a peer is held against: decisions of `eager` and of `random` x 3, or won and random covered hands."""
    rules = Rules.preset("guangshui")
    if per == "decision":
        eager, rand = (deal_job(rules, [load(name)] * 3) for name in ("eager", "random"))
        return eager, rand
    won, covered = (score_job(rules, kind, batch_of(rules, kind, HANDS // 4, HANDS)) for kind in ("won", "covered"))
    return won, covered


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: f"{peer.library}-{peer.what.replace(' ', '_')}")
def test_peer(meter: Meter, request: pytest.FixtureRequest, peer: Peer) -> None:
    rows = request.config.stash[PEER_ROWS]
    try:
        work = peer.prepare()
        work()
    except Exception as error:
        rows.append(PeerRow(peer.library, peer.what, peer.per, problem=f"{type(error).__name__}: {error}"))
        pytest.skip(f"{peer.library} cannot be run here: {error}")
    done: list[float] = []
    first, second = ours(peer.per)
    job = Job(peer.what, peer.per, lambda: done.append(work()), 1)
    seconds, (ours_first, ours_second) = meter.rounds(job, [first, second], ROUNDS)
    theirs = [units / taken for units, taken in zip(done[-ROUNDS:], seconds, strict=True)]
    mine, other = (
        [(each.decisions or 1) / taken for taken in times]
        for each, times in ((first, ours_first), (second, ours_second))
    )
    row = PeerRow(
        peer.library,
        peer.what,
        peer.per,
        theirs=median(theirs) / 1e6,
        ours=median(mine) / 1e6,
        ratio=median(a / b for a, b in zip(mine, theirs, strict=True)),
        second_ratio=median(a / b for a, b in zip(other, theirs, strict=True)),
        limits=Limits(peer.bar, peer.aim, higher=True),
        more=peer.more,
        less=peer.less,
    )
    rows.append(row)
    meter.benchmark.extra_info.update(row.to_dict())
