"""Rounds and matches in compiled code: many boards at once; finished matches restart."""

from __future__ import annotations

import functools
import itertools
import sys
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from measure import GAME, line, one_core

from gridbots.plugins import load_bot, load_game
from gridbots.settings import make_settings
from gridbots.vector import Batch, generators_for, play_matches

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game

BOARDS: Final = 1024


def batch() -> None:
    """The code is compiled before the clock starts."""
    with one_core():
        light_riders()
        snakes_and_land()


def light_riders() -> None:
    """On boards of 16x16."""
    settings = GAME.make_settings()
    rounds = functools.partial(batch_rounds, GAME, settings)
    line("rounds played per CPU second, random legal moves", per_second(rounds))
    line("rounds played per CPU second, moves given", per_second(given_rounds))
    line("rounds per CPU second in gymnasium.make_vec", per_second(environment_rounds))
    for names in itertools.combinations_with_replacement(("random", "straight", "wall-hugger"), 2):
        matches = functools.partial(policy_matches, GAME, settings, names)
        line(f"matches per CPU second, {' - '.join(names)}", per_second(matches))


def snakes_and_land() -> None:
    for name, values, claim in (
        ("snake", {"width": 12, "height": 12}, ">= 1,000,000"),
        ("paperio", {"size": 7}, ""),
    ):
        game = load_game(name)
        rounds = functools.partial(batch_rounds, game, game.make_settings(values))
        side = max(values.values())
        what = f"{name} {side}x{side}, rounds per CPU second, random moves"
        line(what, per_second(rounds), claim)
    game = load_game("multisnake")
    settings, names = game.make_settings({"seats": 3}), ("random", "smart-greedy", "opportunist")
    matches = functools.partial(policy_matches, game, settings, names)
    line("multisnake 20x20, Table 1, matches per CPU second", per_second(matches), ">= 2,000")
    what = "battlesnake 11x11, four drifters, snake moves per CPU second"
    line(what, per_second(snake_moves), ">= 300,000")


def policy_of(name: str, game: Game) -> Any:
    kind = load_bot(name)
    if kind.policy is None:
        sys.exit(f"expected a bot that has a policy, got {name}")
    return kind.policy(game, make_settings(kind.options, {}))


def per_second(work: Callable[[int], int]) -> str:
    """Best of five rates; `work` takes a number of repetitions and returns its amount of work."""
    work(1)
    rates = []
    for _ in range(5):
        began = time.process_time()
        done = work(400)
        rates.append(done / (time.process_time() - began))
    return f"{max(rates):,.0f}"


def batch_rounds(game: Game, settings: Any, times: int) -> int:
    boards, policy = Batch(game, settings, BOARDS, seed=1), policy_of("random", game)
    seeds = np.arange(BOARDS, dtype=np.uint64)
    streams = [generators_for(seeds + BOARDS * (1 + seat)) for seat in range(boards.seats)]
    for _ in range(times):
        for seat, generators in enumerate(streams):
            boards.choose(policy, seat, generators)
        boards.step()
    return times * len(boards)


def snake_moves(times: int) -> int:
    """Moves of living snakes in Battlesnake, including the decisions of simple bots."""
    game = load_game("battlesnake")
    boards = Batch(game, game.make_settings({"seats": 4}), BOARDS, seed=1)
    policy, seeds = policy_of("drifter", game), np.arange(BOARDS, dtype=np.uint64)
    streams = [generators_for(seeds + BOARDS * (1 + seat)) for seat in range(boards.seats)]
    made = 0
    for _ in range(times // 4 + 1):
        made += int((boards.states["eliminated"][:, : boards.seats] == 0).sum())
        for seat, generators in enumerate(streams):
            boards.choose(policy, seat, generators)
        boards.step()
    return made


def given_rounds(times: int) -> int:
    boards = Batch(GAME, GAME.make_settings(), BOARDS, seed=1)
    moves = np.random.default_rng(1).integers(4, size=(16, BOARDS, 2))
    for number in range(times):
        boards.step(moves[number % 16])
    return times * len(boards)


def environment_rounds(times: int) -> int:
    import gridbots.environments

    boards = gridbots.environments.BatchEnv(GAME.name, num_envs=BOARDS, opponents="random")
    boards.reset(seed=1)
    actions = np.random.default_rng(1).integers(4, size=(16, BOARDS))
    for number in range(times):
        boards.step(actions[number % 16])
    return times * BOARDS


def policy_matches(game: Game, settings: Any, names: tuple[str, ...], times: int) -> int:
    matches = 10 * times if times > 1 else 1
    play_matches(game, settings, [policy_of(name, game) for name in names], matches, seed=1)
    return matches
