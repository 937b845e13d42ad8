"""Matches of the search agents of Multiplayer Snake, compiled, against two baselines."""

from __future__ import annotations

import functools
import time
from typing import Any, Final

from decisions.batches import policy_of
from measure import line, one_core

from gridbots.bot.runner import make_policy
from gridbots.plugins import load_bot, load_game
from gridbots.settings import parse_assignments
from gridbots.vector import play_matches

AGENTS: Final = (
    ("minimax", "depth=1", ""),
    ("minimax", "strategy=survivor,radius=2", ">= 150"),
    ("minimax", "strategy=survivor,radius=4", ">= 70"),
    ("minimax", "strategy=smart_coward,radius=2", ""),
    ("minimax", "strategy=claustrophobic,radius=2", ""),
    ("expectimax", "strategy=survivor,radius=2", ""),
)
MATCHES: Final = 150
BATCHES: Final = 3


def multisnake() -> None:
    """On 20x20 with three seats, as in Tables 2 to 5 of the CS221 paper."""
    game = load_game("multisnake")
    settings = game.make_settings({"seats": 3})
    baselines = [policy_of(name, game) for name in ("smart-greedy", "opportunist")]
    with one_core():
        for name, options, claim in AGENTS:
            kind = load_bot(name)
            values = parse_assignments(options.split(","), f"{name} option")
            agent = make_policy(kind, name, game, values)
            play = functools.partial(play_matches, game, settings, [*baselines, agent])
            what = f"matches per CPU second, {name}:{options.removeprefix('strategy=')}"
            line(what, per_second(play), claim)


def per_second(play: Any) -> str:
    """The best rate of several batches; the code is compiled before the clock starts."""
    play(1, seed=1)
    rates = []
    for _ in range(BATCHES):
        began = time.process_time()
        play(MATCHES, seed=1)
        rates.append(MATCHES / (time.process_time() - began))
    return f"{max(rates):,.0f}"
