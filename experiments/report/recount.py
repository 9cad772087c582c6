"""Tables that a run directory does not keep, made of the exact counts in its chunk files.

`simulate` keeps its summary and the distribution of hu; how deals end, what wins are worth and the quantiles are in
the counts. A match and a tuning keep the verdict of their sequential tests nowhere else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from experiments.rundir import chunk_files, read_chunk
from experiments.runner import Chunk
from experiments.runs.chunkfile import ChunkError
from experiments.runs.ranges import Ranges

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from experiments.matches import Match
    from experiments.report.collect import Run

Arrays = Mapping[str, "NDArray[Any]"]

UNUSABLE: Final = (ChunkError, ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError)
"""What counts of another version, or damaged ones, raise: then a report does without these tables."""


def recounted(run: Run) -> dict[str, pl.DataFrame]:
    """The further tables of a run by name; none where its chunk files do not hold what its tables are over."""
    try:
        if run.kind == "simulate":
            return _simulation(run)
        if run.kind == "match" and run.asked.get("sprt"):
            return _test(_match(run))
        if run.kind == "tune":
            return _gate(run)
    except UNUSABLE:
        return {}
    return {}


def _chunks(run: Run) -> Iterator[tuple[Chunk, Arrays]]:
    """The finished ranges of this very run with their counts. Raises ChunkError where there is less or more."""
    identity = json.dumps([run.asked, run.content["code"]], sort_keys=True)
    of_run = hashlib.sha256(identity.encode()).hexdigest()
    seen = Ranges()
    for chunk, path in chunk_files(run.path):
        if seen.contains(chunk):
            continue
        content = read_chunk(path)
        if content.run != of_run or Chunk(content.first, content.count) != chunk or seen.overlaps(chunk):
            raise ChunkError("of another run")
        seen.add(chunk)
        yield chunk, content.arrays
    if seen.total != run.done:
        raise ChunkError("not what the tables are over")


def _simulation(run: Run) -> dict[str, pl.DataFrame]:
    from experiments import summary
    from experiments.frames import frame
    from experiments.plan import Plan
    from experiments.tally import Tally

    seats, asked = _seats(run), run.asked
    if run.rules is None or len(seats) != 3:
        raise ValueError("no plan")
    plan = Plan(run.rules, seats, asked["seed"], asked["first"], asked["deals"], asked["dealer"])
    tally = Tally(len(plan.teams))
    for _, arrays in _chunks(run):
        tally.add(Tally.from_arrays(arrays))
    if tally.deals != run.done:
        raise ValueError("other deals")
    made = {
        "ends": frame(summary.kind_rows(plan, tally)),
        "levels": frame(summary.level_rows(plan, tally)),
        "quantiles": frame(summary.quantile_rows(plan, tally)),
        "named": frame(summary.named_rows(plan, tally)),
    }
    return {name: table for name, table in made.items() if len(table)}


def _seats(run: Run) -> tuple[Any, ...]:
    """The line-up as far as tables need it: names. No strategy is loaded."""
    from experiments.plan import Seat

    nobody: Any = None
    return tuple(Seat(player.spec, player.label, nobody) for player in run.players)


def _match(run: Run) -> Match:
    from experiments.contest import Contest
    from experiments.decks import DeckCounts
    from experiments.matches import Match
    from experiments.sequential import Sprt

    asked = run.asked
    if run.rules is None:
        raise ValueError("no rules")
    test = Sprt(**asked["sprt"])
    contest = Contest(run.rules, _seats(run), asked["seed"], asked["first"], asked["decks"], test)
    counts = contest.empty()
    for _, arrays in _chunks(run):
        counts.add(DeckCounts.from_arrays(arrays))
    return Match(contest, counts)


def _test(match: Match) -> dict[str, pl.DataFrame]:
    """A row of the sequential test: verdict, log likelihood ratio with its bounds, decks."""
    import polars as pl

    state, test = match.sprt, match.contest.sprt
    if state is None or test is None or not state.decks:
        return {}
    row = {"verdict": state.verdict} | state.to_dict() | {"upper": test.upper, "lower": test.lower}
    return {"test": pl.DataFrame([row | {key: test.to_dict()[key] for key in ("delta", "alpha", "beta")}])}


def _gate(run: Run) -> dict[str, pl.DataFrame]:
    """The match of the tuned strategy against the untuned one, which is the last unit of the directory."""
    from experiments.contest import Contest
    from experiments.decks import DeckCounts
    from experiments.matches import Match
    from experiments.plan import Seat
    from experiments.sequential import Sprt

    asked = run.asked
    if run.rules is None or run.content["finished"].get("complete") is not True:
        return {}
    nobody: Any = None
    seats = tuple(Seat(name, name, nobody) for name in ("tuned", "untuned"))
    first = asked["generations"] * asked["decks"]
    contest = Contest(run.rules, seats, asked["seed"], first, asked["gate_decks"], Sprt(asked["delta"]))
    counts = next(arrays for chunk, arrays in _chunks(run) if chunk.first == asked["generations"])
    match = Match(contest, DeckCounts.from_arrays(counts))
    return {f"gate_{name}": table for name, table in ({"edges": match.edges} | _test(match)).items()}
