"""Other simulators and evaluators of card and tile games, each driven at its best fair setting.

A peer's `prepare` imports its library and returns a function that does some of the work and says how much it did:
player decisions, or hands evaluated. It raises ImportError where the library is not there.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Work = Callable[[], float]


@dataclass(frozen=True)
class Peer:
    """A library and what is run of it. `more` is what it does and ours does not, `less` the other way round."""

    library: str
    what: str
    per: str
    prepare: Callable[[], Work]
    more: str
    less: str
    bar: float | None = None
    aim: float | None = None


STARTS = 64
SAMPLES = 20
ROLLOUTS = 40
SEED = 20_261


def open_spiel_rollouts(name: str, rollouts: int = ROLLOUTS) -> Work:
    """Uniformly random games in C++ from dealt hands to the end.

    The one loop over whole games that is C++ from end to end is the rollout evaluator of its tree search, so a search
    of a single simulation is asked for with `rollouts` games in it. It has to start where a player is to move, so the
    deal is not in the time: that is in open_spiel's favour.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, SEED, False)
    starts, decisions = dealt(game)

    def work() -> float:
        for start in starts:
            bot.mcts_search(start)
        return decisions * rollouts * len(starts)

    return work


def open_spiel_games(name: str) -> Work:
    """Uniformly random games in C++, the deal in the time: its bots evaluated against each other."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(game.num_players())]
    _, decisions = dealt(game)
    seeds = iter(range(SEED, 1 << 30))

    def work() -> float:
        for _ in range(STARTS):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return decisions * STARTS

    return work


def dealt(game: Any) -> tuple[list[Any], float]:
    """States at the first player's turn, and the mean number of player decisions in random games from them."""
    rng = random.Random(SEED)
    starts, decisions = [], 0

    def chance(state: Any) -> None:
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])

    for _ in range(STARTS):
        start = game.new_initial_state()
        while start.is_chance_node():
            chance(start)
        starts.append(start)
        for _ in range(SAMPLES):
            state = start.clone()
            while not state.is_terminal():
                if state.is_chance_node():
                    chance(state)
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
    return starts, decisions / (STARTS * SAMPLES)


def pgx_sparrow(batch: int = 16_384) -> Work:
    """A whole batch of random games to the end of the last in one compiled call, on one processor."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("sparrow_mahjong")
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def going(carry: Any) -> Any:
        return ~carry[0].terminated.all()

    def turn(carry: Any) -> Any:
        state, key, decisions = carry
        key, draw = jax.random.split(key)
        scores = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(draw, scores, axis=-1)
        return step(state, action), key, decisions + (~state.terminated).sum()

    @jax.jit
    def play(key: Any) -> Any:
        deal, key = jax.random.split(key)
        state = init(jax.random.split(deal, batch))
        state, _, decisions = jax.lax.while_loop(going, turn, (state, key, jnp.int32(0)))
        return decisions, state.rewards.sum()

    keys = iter(range(SEED, 1 << 30))
    return lambda: int(play(jax.random.PRNGKey(next(keys)))[0])


def riichienv_rounds() -> Work:
    """Rounds of four-player riichi by random players: the rules in Rust, the loop in Python, logging off."""
    from riichienv import RiichiEnv

    rng = random.Random(SEED)

    def work() -> float:
        decisions = 0
        for _ in range(10):
            env = RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True, seed=rng.randrange(1 << 30))
            seen = env.reset()
            while not env.done():
                decisions += len(seen)
                seen = env.step({player: rng.choice(one.legal_actions()) for player, one in seen.items()})
        return decisions

    return work


def riichi_hands(n: int = 2_000) -> list[list[int]]:
    """Complete riichi hands, 14 tiles numbered 0 … 135, the winning tile last."""
    rng = random.Random(SEED)
    hands: list[list[int]] = []
    while len(hands) < n:
        pair = rng.randrange(34)
        kinds = [pair, pair]
        for _ in range(4):
            if rng.random() < 0.3:
                kinds += [rng.randrange(34)] * 3
            else:
                first = 9 * rng.randrange(3) + rng.randrange(7)
                kinds += [first, first + 1, first + 2]
        if max(kinds.count(kind) for kind in kinds) <= 4:
            tiles = [4 * kind + kinds[:at].count(kind) for at, kind in enumerate(kinds)]
            rng.shuffle(tiles)
            hands.append(tiles)
    return hands


def riichienv_scores() -> Work:
    """Its compiled evaluator, straight from the extension module; hands and conditions are built beforehand."""
    from riichienv import _riichienv

    conditions = _riichienv.Conditions(tsumo=True, riichi=True)
    ready = [(_riichienv.HandEvaluator(sorted(tiles[:-1]), []), tiles[-1]) for tiles in riichi_hands()]
    none: list[int] = []
    assert all(hand.calc(tile, none, none, conditions).is_win for hand, tile in ready)

    def work() -> float:
        for hand, tile in ready:
            hand.calc(tile, none, none, conditions)
        return len(ready)

    return work


def mahjong_scores() -> Work:
    """Its estimate of a hand's value, in pure Python."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig

    calculator, config = HandCalculator(), HandConfig(is_tsumo=True, is_riichi=True)
    hands = riichi_hands(300)
    assert all(calculator.estimate_hand_value(tiles, tiles[-1], config=config).error is None for tiles in hands)

    def work() -> float:
        for tiles in hands:
            calculator.estimate_hand_value(tiles, tiles[-1], config=config)
        return len(hands)

    return work


def rlcard_games(name: str, games: int) -> Work:
    """Whole games by its own random agents, in Python."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": SEED})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def work() -> float:
        decisions = 0
        for _ in range(games):
            env.run(is_training=False)
            decisions += len(env.action_recorder)
        return decisions

    return work


def eval7_equity(iterations: int = 200_000) -> Work:
    """Two seven-card hands an iteration in its compiled Monte Carlo loop, their boards drawn at random."""
    import eval7

    hand = [eval7.Card("As"), eval7.Card("Kd")]
    pairs = eval7.HandRange("22+")

    def work() -> float:
        eval7.py_hand_vs_range_monte_carlo(hand, pairs, [], iterations)
        return 2 * iterations

    return work


def eval7_calls() -> Work:
    """Seven-card hands one by one from Python."""
    import eval7

    rng = random.Random(SEED)
    deck = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    hands = [rng.sample(deck, 7) for _ in range(10_000)]
    evaluate = eval7.evaluate

    def work() -> float:
        for hand in hands:
            evaluate(hand)
        return len(hands)

    return work


def phevaluator_calls() -> Work:
    """Seven-card hands one by one from Python, straight to its C function."""
    from phevaluator import _pheval

    rng = random.Random(SEED)
    hands = [tuple(rng.sample(range(52), 7)) for _ in range(10_000)]
    evaluate = _pheval.evaluate_7cards

    def work() -> float:
        for hand in hands:
            evaluate(*hand)
        return len(hands)

    return work


SPIEL_MORE = (
    "any state can be copied, undone and given to each player as text or tensor; dozens of games, search and learning"
)
SPIEL_LESS = (
    "a strategy is called through a view of what its seat may see and its answer is checked, where here the choice is "
    "made in the loop; the deal is in the time; the end is scored exactly and settled"
)
POKER_MORE = "ranks all hands of five to seven cards, so that any two can be compared"
POKER_LESS = (
    "the best of all groupings of 31 cards, with bonuses, gate and payment, where here a rank is a look-up by a hash "
    "of seven cards"
)
RIICHI_MORE = "dora, riichi and situation yaku, fu and han, four players"
RIICHI_LESS = "31 cards in up to 16 groups, melds among them, where here it is 14 tiles in five; no Python per hand"


def spiel(name: str, bar: float | None = None, aim: float | None = None) -> list[Peer]:
    """Both ways to run a game of open_spiel."""
    rollouts = Peer(
        "open_spiel",
        f"{name}, random rollouts in C++ from dealt hands",
        "decision",
        lambda: open_spiel_rollouts(name),
        SPIEL_MORE,
        SPIEL_LESS,
        bar,
        aim,
    )
    games = Peer(
        "open_spiel",
        f"{name}, random games in C++ with the deal",
        "decision",
        lambda: open_spiel_games(name),
        SPIEL_MORE,
        SPIEL_LESS,
    )
    return [rollouts, games]


def rlcard(name: str, games: int) -> Peer:
    """A game of rlcard."""
    return Peer(
        "rlcard",
        f"{name}, random agents",
        "decision",
        lambda: rlcard_games(name, games),
        "makes a learner's observation at every step and keeps whole trajectories; several games",
        "no Python anywhere in a deal, where here everything is",
    )


PEERS = [
    *spiel("euchre", 3, 5),
    *spiel("hearts"),
    *spiel("dou_dizhu", 7, 12),
    *spiel("gin_rummy"),
    Peer(
        "pgx",
        "sparrow_mahjong, 16,384 random games in one jit",
        "decision",
        pgx_sparrow,
        "runs on accelerators as it is; makes a learner's observation at every step",
        "claims by every seat on every card and hands scored exactly, where here are 44 tiles, no claims, and wins "
        "taken from a table of 160 hands; no deal waits for the longest of its batch",
    ),
    Peer(
        "riichienv",
        "riichi, random players, rules in Rust",
        "decision",
        riichienv_rounds,
        "waits, furiten, riichi and dora; observations for learners; replays of two servers",
        "loop and choice are compiled as well, where here they are Python's",
    ),
    rlcard("mahjong", 4),
    rlcard("doudizhu", 3),
    rlcard("gin-rummy", 8),
    rlcard("uno", 20),
    Peer(
        "riichienv",
        "value of a riichi hand, Rust",
        "hand",
        riichienv_scores,
        RIICHI_MORE,
        RIICHI_LESS,
        30,
        50,
    ),
    Peer("mahjong", "value of a riichi hand, Python", "hand", mahjong_scores, RIICHI_MORE, RIICHI_LESS),
    Peer("eval7", "rank of seven cards, in its Cython loop", "hand", eval7_equity, POKER_MORE, POKER_LESS),
    Peer("eval7", "rank of seven cards, from Python", "hand", eval7_calls, POKER_MORE, POKER_LESS),
    Peer("phevaluator", "rank of seven cards, from Python", "hand", phevaluator_calls, POKER_MORE, POKER_LESS),
]
