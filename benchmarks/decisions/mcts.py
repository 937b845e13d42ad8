"""Monte-Carlo tree search: roll-outs per CPU second, compared with C++, and wins against random."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from measure import GAME, PROGRAMS, line, one_core

from gridbots.bot.runner import make_policy
from gridbots.game import utility
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.games.light_riders.wire import field_text
from gridbots.kernel import compiled, kernel
from gridbots.plugins import load_bot, load_game
from gridbots.search.rollout import roll_out, rollout_dtype
from gridbots.vector import play_matches
from gridbots_mcts.parameters import Parameters
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array

ROLLOUTS: Final = 200_000
PASSES: Final = 5
WHOLE_MATCH: Final = 1 << 30
SEED_WORD: Final = 12345
CLAIM: Final = ">= 20,000"
MATCHES: Final = 100
AGAINST_RANDOM: Final = {
    "light-riders": {"rollouts": "100"},
    "multisnake": {"rollouts": "60"},
    "paperio": {"rollouts": "100", "samples": "0"},
}
"""Options of mcts, by game."""


def mcts() -> None:
    """Speed and strength."""
    rollouts()
    for game in AGAINST_RANDOM:
        share = won_against_random(game)
        options = ",".join(f"{name}={value}" for name, value in AGAINST_RANDOM[game].items())
        what = f"% of {MATCHES} won by mcts:{options}, {game}"
        line(what, f"{100 * share:.1f}", ">= 95")


def won_against_random(name: str) -> float:
    """The share of compiled matches that mcts wins against random."""
    game = load_game(name)
    policies = [
        make_policy(load_bot(bot), bot, game, options)
        for bot, options in (("mcts", AGAINST_RANDOM[name]), ("random", {}))
    ]
    places = play_matches(game, game.make_settings(), policies, MATCHES, seed=1).places
    return float(((places[:, 0] == 1) & (places[:, 1] > 1)).mean())


def rollouts() -> None:
    """Roll-outs of Light Riders from an opening on 16x16, uniform over the candidates."""
    state = GAME.setup(GAME.make_settings(), 1)
    with one_core():
        theirs, reference = cplusplus(state)
        ours, found = numba(state)
        tree = searched(state)
    if found != reference:
        sys.exit(f"expected the rounds and wins of the roll-outs in C++ {reference}, got {found}")
    line("random roll-outs per CPU second, Light Riders", f"{ours:,.0f}", CLAIM)
    line("the same in C++ (-O3)", f"{theirs:,.0f}")
    line("share of C++", f"{ours / theirs:.2f}", ">= 0.7")
    line("the same in the tree of mcts", f"{tree:,.0f}", CLAIM)


@kernel
def play_all(rollouts: Array, opening: Array, generator: Any, count: int) -> tuple[int, int]:
    """Play roll-outs; return their rounds and the wins of the first seat."""
    rollout, rounds, won = rollouts[0], 0, 0
    for _ in range(count):
        rollout["states"][0] = opening[0]
        rounds += roll_out(rollout, 2, generator, WHOLE_MATCH)
        won += int(utility(rollout["states"][0], 0) > 0)
    return rounds, won


def numba(state: State) -> tuple[float, tuple[int, int]]:
    """Roll-outs per second, best of several passes; rounds and wins."""
    room, opening = np.zeros(1, rollout_dtype(state.dtype)), np.zeros(1, state.dtype)
    opening[0] = state
    run = compiled(play_all)
    run(room, opening, np.full(GENERATOR_SIZE, SEED_WORD), 1)
    rates, found = [], (0, 0)
    for _ in range(PASSES):
        generator = np.full(GENERATOR_SIZE, SEED_WORD)
        began = time.process_time()
        found = run(room, opening, generator, ROLLOUTS)
        rates.append(ROLLOUTS / (time.process_time() - began))
    return max(rates), found


def cplusplus(state: State) -> tuple[float, tuple[int, int]]:
    """The same for the C++ program."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        sys.exit("expected a C++ compiler (g++ or c++) on PATH, found none")
    cells = field_text(state).decode().replace(",", "")
    numbers = (state["width"], state["height"], state["rounds"], *state["headings"][:2])
    text = " ".join(str(number) for number in numbers) + f" {cells} {ROLLOUTS}\n"
    rates, found = [], (0, 0)
    with tempfile.TemporaryDirectory() as folder:
        program, source = f"{folder}/rollouts", str(PROGRAMS / "rollouts.cpp")
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        for _ in range(PASSES):
            told = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
            rounds, won, seconds = told.stdout.split()
            found = (int(rounds), int(won))
            rates.append(ROLLOUTS / float(seconds))
    return max(rates), found


def searched(state: State) -> float:
    """Iterations per second of a search from this opening with roll-outs at the leaves."""
    search = TreeSearch(Parameters(state.dtype), seats=2)
    search.seed(1)
    rates = []
    for _ in range(PASSES):
        search.start([state], 0, afresh=True)
        began = time.process_time()
        search.run(ROLLOUTS // 10)
        rates.append(ROLLOUTS / 10 / (time.process_time() - began))
    return max(rates)
