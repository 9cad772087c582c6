"""Fits a network to hands, as they come, by least squares: Adam, its rate falling to the end; the weights are averaged
over the last thousand steps or so (Polyak and Juditsky 1992, doi:10.1137/0330046)."""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np

from experiments.learning.lessons import Lessons
from experiments.learning.teacher import CARDS
from simcore import SiseError
from strategies.hand_inputs import (
    COLOUR_INPUTS,
    DISCARDED,
    LEVELS,
    N_INPUTS,
    N_TYPES,
    SETS,
    WINS,
    WINS_KNOWN,
)
from strategies.network import COLOURS, KINDS, LAYERS, Layers

Array = np.ndarray[Any, Any]

SHAPE = (64, 32, 96, 32)  # of a colour: hidden, and what is added up; then the two hidden layers
MEMORY = 1_500_000  # hands kept, of which the steps draw
BATCH = 4096
WARM_UP = 0.1  # share of the steps in which the rate rises
LEAST = 0.07  # share of the highest rate with which it ends
LONGEST = 0.999  # of the average, what a step leaves of it
HIDDEN = 0.4  # share of the discards shown without the cards that would win, as they are when a claim is weighed
UNITS = {"guangshui": 3.0, "youxi": 9.0}  # about the spread of payoffs


def colours(cards: Array) -> Array:
    """What the network is shown of each colour, float32 (rows, COLOURS, COLOUR_INPUTS); `cards` as in a `Book`."""
    rows = len(cards)
    shown = np.zeros((rows, COLOURS, COLOUR_INPUTS), np.float32)
    held = cards[:, :N_TYPES].reshape(rows, COLOURS, KINDS)
    for level in range(LEVELS):
        shown[:, :, KINDS * level : KINDS * (level + 1)] = held > level
    sets = cards[:, N_TYPES : CARDS - 2].reshape(rows, SETS, COLOURS, KINDS)
    shown[:, :, KINDS * LEVELS : KINDS * DISCARDED] = sets.transpose(0, 2, 1, 3).reshape(rows, COLOURS, KINDS * SETS)
    for column in (CARDS - 2, CARDS - 1):
        card = cards[:, column].astype(int)
        there = np.flatnonzero((card >= 0) & (card < N_TYPES))
        place = KINDS * (DISCARDED + column - CARDS + 2)
        shown[there, card[there] // KINDS, place + card[there] % KINDS] = 1.0
    return shown


class Fit:
    """A network that learns: `study` hands as they come, `layers` whenever it is to play.

    `rate` is the highest rate of learning; without `start`, layers of a network, it begins from nothing. Needs PyTorch.
    """

    def __init__(self, game: str, rate: float, seed: int, start: Layers | None = None) -> None:
        try:
            import torch
        except ImportError as error:
            raise SiseError('learning needs PyTorch: pip install "sise[learn]"') from error
        self.torch: Any = torch
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.unit, self.rate, self.done, self.owed = UNITS[game], rate, 0, 0
        self.start = start
        self.mean, self.spread = np.zeros(N_INPUTS, np.float32), np.ones(N_INPUTS, np.float32)
        hidden, sums, first, second = SHAPE
        linear = torch.nn.Linear
        sizes = ((COLOUR_INPUTS, hidden), (hidden, sums), (N_INPUTS + sums, first), (first, second), (second, 1))
        self.parts = torch.nn.ModuleList([linear(*size) for size in sizes])
        self.average = copy.deepcopy(self.parts)
        self.optimizer = torch.optim.Adam(self.parts.parameters())
        self.inputs = np.zeros((MEMORY, N_INPUTS), np.float32)
        self.cards = np.zeros((MEMORY, CARDS), np.int8)
        self.taught = np.zeros(MEMORY, np.float32)
        self.seen = 0

    def study(self, lessons: Lessons, progress: float) -> float:
        """Take hands into memory and make a step for every BATCH of them; the share of variance explained at last, nan
        where no step was due. `progress` is how far learning has come, from 0 to 1."""
        if self.seen == 0:
            self.begin(lessons)
        places = (self.seen + np.arange(len(lessons.taught))) % MEMORY
        self.inputs[places], self.cards[places], self.taught[places] = lessons.inputs, lessons.cards, lessons.taught
        self.seen += len(places)
        self.owed += len(places)
        explained = math.nan
        while self.owed >= BATCH:
            self.owed -= BATCH
            explained = self.step(progress)
        return explained

    def begin(self, lessons: Lessons) -> None:
        """Measure the inputs, and take over the numbers to start from."""
        self.mean, self.spread = lessons.inputs.mean(0), lessons.inputs.std(0) + 0.05
        self.mean[WINS_KNOWN], self.spread[WINS_KNOWN] = 0.0, 1.0
        if self.start is not None:
            layers = {name: np.array(value, np.float64) for name, value in self.start.items()}
            layers["first_b"] += self.mean @ layers["first_w"][:N_INPUTS]
            layers["first_w"][:N_INPUTS] *= self.spread[:, None]
            for name in ("last_w", "last_b"):
                layers[name] /= self.unit
            with self.torch.no_grad():
                for name, part in zip(LAYERS, self.parts, strict=True):
                    part.weight.copy_(self.torch.from_numpy(layers[f"{name}_w"].T))
                    part.bias.copy_(self.torch.from_numpy(layers[f"{name}_b"]))
        self.average = copy.deepcopy(self.parts)

    def step(self, progress: float) -> float:
        """One step of the optimizer; the share of variance explained in its batch."""
        torch, rng = self.torch, self.rng
        falling = LEAST + (1.0 - LEAST) * 0.5 * (1.0 + math.cos(math.pi * progress))
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * falling * min(1.0, 0.1 + progress / WARM_UP)
        places = rng.integers(0, min(self.seen, MEMORY), BATCH)
        x = self.inputs[places]
        unknown = (rng.random(BATCH) < HIDDEN) & (x[:, WINS_KNOWN] > 0)
        x[unknown, WINS : WINS_KNOWN + 1] = 0
        y = torch.from_numpy(self.taught[places] / self.unit)
        found = self.answer(
            torch.from_numpy((x - self.mean) / self.spread), torch.from_numpy(colours(self.cards[places]))
        )
        loss = ((found - y) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.done += 1
        kept = min(LONGEST, self.done / (self.done + 10))
        with torch.no_grad():
            for mean, now in zip(self.average.parameters(), self.parts.parameters(), strict=True):
                mean.lerp_(now, 1.0 - kept)
        return 1.0 - float(loss.item()) / max(float(y.var().item()), 1e-9)

    def answer(self, x: Any, shown: Any) -> Any:
        """The network as `strategies.network` has it, in units of UNITS, for many hands."""
        torch = self.torch
        colour_in, colour_out, first, second, last = self.parts
        made = torch.relu(colour_out(torch.relu(colour_in(shown)))).sum(1)
        return last(torch.relu(second(torch.relu(first(torch.cat([x, made], 1))))))[:, 0]

    def layers(self) -> Layers:
        """The averaged network, for `strategies.network`."""
        found: dict[str, Array] = {}
        for name, part in zip(LAYERS, self.average, strict=True):
            found[f"{name}_w"] = part.weight.detach().numpy().T.astype(np.float64)
            found[f"{name}_b"] = part.bias.detach().numpy().astype(np.float64)
        found["first_w"][:N_INPUTS] /= self.spread[:, None]
        found["first_b"] -= self.mean @ found["first_w"][:N_INPUTS]
        found["last_w"] *= self.unit
        found["last_b"] *= self.unit
        return {name: value.astype(np.float32) for name, value in found.items()}
