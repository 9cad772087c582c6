"""Running a tuning: generation by generation, then the gate."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from signal import SIGINT
from typing import Any

from experiments.contest import Contest, Judge
from experiments.decks import DeckCounts
from experiments.matches import Match, run_contest
from experiments.study import Interrupted, Outcome, Progress, run_study
from experiments.tuning.folder import Folder
from experiments.tuning.result import Step, Tuning
from experiments.tuning.schedule import GATE_DEALS
from experiments.tuning.search import Search
from experiments.tuning.task import BUDGET, SIGMA, Task, make_task
from simcore import Rules, SiseError, Strategy


class Stopped(Interrupted):
    """Ctrl-C or SIGTERM during a tuning; `tuning` is what was finished."""

    def __init__(self, tuning: Tuning, number: int, directory: str | PathLike[str] | None) -> None:
        steps, wanted = len(tuning.steps), tuning.task.schedule.generations
        message = f"interrupted after {steps} of {wanted} generations"
        if directory is not None:
            command = f"{tuning.task.command} --out {shlex.quote(str(directory))}"
            message += f", kept in {directory}; the same command goes on: {command}"
        super().__init__(message, Outcome[Any](tuning, steps, False), number)
        self.tuning = tuning


def tune(
    rules: Rules | str,
    strategy: Strategy | str,
    *,
    opponents: Sequence[Any] = (),
    budget: int = BUDGET,
    seed: int = 1,
    only: Sequence[str] = (),
    generations: int | None = None,
    population: int | None = None,
    sigma: float = SIGMA,
    delta: float | None = None,
    threads: int = 1,
    executor: str | Executor | None = None,
    directory: str | PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Tuning:
    """Look for better parameters of a strategy, and test what was found on decks that the search did not see.

    `opponents` is a pair of strategies, or several pairs, that every candidate meets from every seat (none: the
    strategy as it is, twice); `budget` the deals that search and gate may take together; `only` the parameters to move
    (none: all); `generations` and `population` overrule what the budget gives (see `make_schedule`); `sigma` is the
    first step in ranges of a parameter, `delta` the effect that the gate looks for (none: the smallest that its decks
    can show). `directory` keeps what is finished: the same task goes on there, `fresh` starts over. `progress` is told
    deals done and deals wanted.

    Equal tasks give equal results, whatever `threads` and `executor`. Raises SiseError for input that cannot be used or
    where the library cma is missing, and `Stopped` on Ctrl-C.
    """
    task = make_task(
        rules,
        strategy,
        opponents=opponents,
        budget=budget,
        seed=seed,
        only=only,
        generations=generations,
        population=population,
        sigma=sigma,
        delta=delta,
    )
    return run_task(task, threads=threads, executor=executor, directory=directory, fresh=fresh, progress=progress)


def run_task(
    task: Task,
    *,
    directory: str | PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    note: Callable[[str], None] = lambda text: None,
    **how: Any,
) -> Tuning:
    """`tune` for a task that is made. `how` goes to `experiments.study.run_study`; `note` is told what a person should
    know of the directory."""
    folder = Folder(Path(directory), task, note) if directory is not None else None
    if folder is not None:
        folder.check(fresh=fresh)
    task.prepare()
    run = _Run(task, folder, progress, how)
    if folder is None:
        run.play()
    else:
        with folder.opened(fresh=fresh):
            try:
                run.play()
            except SiseError:
                folder.forget()
                raise
            finally:
                if run.tuning.steps:
                    folder.finish(run.tuning)
    if not run.tuning.complete:
        raise Stopped(run.tuning, run.signal, directory)
    return run.tuning


@dataclass
class _Run:
    """A tuning while it is played."""

    task: Task
    folder: Folder | None
    progress: Progress | None
    how: Mapping[str, Any]
    tuning: Tuning = field(init=False)
    signal: int = 0

    def __post_init__(self) -> None:
        self.tuning = Tuning(self.task, ())

    def play(self) -> None:
        """Play what is not finished, to the end or up to a signal."""
        try:
            search = self.task.search()
            for number in range(self.task.schedule.generations):
                self._generation(number, search)
            self._gate()
        except KeyboardInterrupt as stopped:
            self.signal = stopped.status - 128 if isinstance(stopped, Interrupted) else SIGINT

    def _generation(self, number: int, search: Search) -> None:
        schedule = self.task.schedule
        generation = self.task.generation(number, search.ask())
        sums = self.folder.edges(number, generation) if self.folder is not None else None
        if sums is None:
            told = self._told(number * schedule.generation_deals, schedule.deals)
            sums = run_study(generation, progress=told, **self.how).counts
            if self.folder is not None:
                self.folder.keep(number, generation, sums)
        search.tell([total / (generation.decks * self.task.scale) for total in sums.total.tolist()])
        mean = self.task.space.values(search.mean)
        step = Step(generation.candidates, sums.total, sums.squares, mean, search.sigma)
        self.tuning = replace(self.tuning, steps=(*self.tuning.steps, step))

    def _gate(self) -> None:
        values = self.tuning.values
        contest = self.task.gate(values)
        counts = self.folder.gate_counts(values) if self.folder is not None else None
        if counts is None:
            told = self._told(self.task.schedule.search_deals, GATE_DEALS)
            directory = self.folder.gate if self.folder is not None else None
            counts = judged(contest, run_contest(contest, progress=told, directory=directory, **self.how).counts)
            if self.folder is not None:
                self.folder.keep_gate(values, counts)
        self.tuning = replace(self.tuning, gate=Match(contest, counts))

    def _told(self, before: int, deals: int) -> Progress | None:
        """What is told units of `deals` deals each, where `before` deals are done."""
        tell, wanted = self.progress, self.task.schedule.all_deals
        if tell is None:
            return None

        def told(done: int, _: int) -> None:
            tell(before + done * deals, wanted)

        return told


def judged(contest: Contest, counts: DeckCounts) -> DeckCounts:
    """The counts up to the verdict: those of decks beyond it depend on who played which chunk when."""
    judge = Judge(contest)
    if not judge.see(counts):
        return counts
    width, squares = counts.shape
    return DeckCounts(width, squares, {number: counts.parts[number] for number in range(judge.looks)})
