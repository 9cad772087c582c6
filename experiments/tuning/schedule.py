"""How a budget of deals becomes generations, candidates and decks."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log, sqrt
from typing import Final

from simcore import SiseError

GENERATIONS: Final = 40
BATCH: Final = 8
"""Candidates of a generation for each parameter: with noisy objectives many candidates, each on fewer decks, get nearer
to the optimum than few on many."""
LEAST_BATCH: Final = 16
LEAST_DECKS: Final = 100
"""Decks of a candidate, where the budget allows: the batch gets smaller before they get fewer."""
LEAST_GENERATIONS: Final = 10
GATE_SHARE: Final = 5
"""One part in so many is kept for the gate."""
GATE_DEALS: Final = 6
"""Deals of a deck of the gate: one tuned against two untuned and two against one, three rotations each."""
LEAST_GATE: Final = 200
LEAST_EFFECT: Final = 0.005
"""Smaller effects are not looked for."""
_DECIDED: Final = 6.0
"""The log likelihood ratio that the gate expects at its last deck, about twice what decides it."""


@dataclass(frozen=True)
class Schedule:
    """The size of a search and of its gate. A deck of a candidate is `deals` deals, one of the gate `GATE_DEALS`."""

    generations: int
    population: int
    decks: int
    deals: int
    gate_decks: int

    @property
    def generation_deals(self) -> int:
        """Deals of one generation."""
        return self.population * self.decks * self.deals

    @property
    def search_deals(self) -> int:
        """Deals of the whole search."""
        return self.generations * self.generation_deals

    @property
    def search_decks(self) -> int:
        """Decks that the search sees: 0 … search_decks - 1. The gate plays those that follow."""
        return self.generations * self.decks

    @property
    def effect(self) -> float:
        """The smallest effect (mean by standard deviation of a deck's edge) that the decks of the gate tell from none:
        where there is no difference, or one of this size, they suffice for a verdict nearly always."""
        return max(LEAST_EFFECT, float(f"{sqrt(2 * _DECIDED / self.gate_decks):.2g}"))

    @property
    def all_deals(self) -> int:
        """Deals at most; the gate may stop early."""
        return self.search_deals + self.gate_decks * GATE_DEALS


def make_schedule(
    budget: int, parameters: int, deals: int, *, generations: int | None = None, population: int | None = None
) -> Schedule:
    """Split a budget of deals; a deck of a candidate takes `deals` of them. Raises SiseError where it is too small.

    A fifth is kept for the gate. The search has 40 generations of 8 candidates a parameter, 16 at least; each candidate
    of a generation plays the same decks, as many as the budget allows. Where that is less than 100 decks the batch gets
    smaller, down to the 4 + 3 ln(parameters) that CMA-ES needs, then there are fewer generations, 10 at least.
    `generations` and `population` fix these.
    """
    search = budget - budget // GATE_SHARE
    rounds = generations or GENERATIONS
    batch = population or max(LEAST_BATCH, BATCH * parameters)
    smallest = population or least_population(parameters)
    fewest = generations or LEAST_GENERATIONS
    batch = max(smallest, min(batch, search // (rounds * LEAST_DECKS * deals)))
    rounds = max(fewest, min(rounds, search // (batch * LEAST_DECKS * deals)))
    decks = search // (rounds * batch * deals)
    gate = budget // GATE_SHARE // GATE_DEALS
    if decks < LEAST_DECKS or gate < LEAST_GATE:
        least = max(rounds * batch * deals * LEAST_DECKS * GATE_SHARE / (GATE_SHARE - 1), 0)
        least = max(ceil(least), LEAST_GATE * GATE_DEALS * GATE_SHARE)
        raise SiseError(
            f"a budget of {budget:,} deals is too small for {parameters} "
            f"parameter{'s' * (parameters > 1)}; expected {least:,} or more"
        )
    return Schedule(rounds, batch, decks, deals, gate)


def least_population(parameters: int) -> int:
    """The population that CMA-ES takes by default (Hansen, arXiv 1604.00772, table 1)."""
    return 4 + int(3 * log(max(parameters, 2)))
