"""Table 1 of the CS221 paper on Multiplayer Snake: its three baselines against each other.

    scripts/experiment multisnake_table1 [--matches N] [--seed N]

Plays the matches compiled and prints our values beside the published ones.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from gridbots.plugins import load_bot, load_game
from gridbots.settings import make_settings
from gridbots.vector import play_matches

BOTS = ("random", "smart-greedy", "opportunist")
PUBLISHED = {"won %": (21, 25, 38), "score": (5, 41, 47)}
"""From the paper: 1,000 matches."""
REPRODUCED = {"won %": (21.2, 25.5, 37.5), "score": (5.05, 41.0, 45.8)}
"""Of an independent program with the published program's rules: 23,000 matches."""
TOLERANCE = {"won %": (1.8, 1.8, 1.8), "score": (0.15, 1.5, 1.6)}
"""How far 10,000 matches may lie from that."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = load_game("multisnake")
    settings = game.make_settings({"seats": 3})
    policies = [policy_of(name) for name in BOTS]
    play_matches(game, settings, policies, 3, asked.seed)  # compiles
    began = time.process_time()
    outcomes = play_matches(game, settings, policies, asked.matches, asked.seed)
    spent = time.process_time() - began
    won = (outcomes.places == 1) & (np.sum(outcomes.places == 1, axis=1) == 1)[:, None]
    ours = {"won %": 100 * won.mean(axis=0), "score": outcomes.scores.mean(axis=0)}
    for value, (name, row) in enumerate(ours.items()):
        if value == 0:
            print(f"{'':16}{'ours':>8}{'paper':>8}{'program':>9}{'within':>8}")
        for bot, mean, paper, program, width in zip(
            BOTS, row, PUBLISHED[name], REPRODUCED[name], TOLERANCE[name], strict=True
        ):
            verdict = "yes" if abs(mean - program) <= width else "NO"
            print(f"{bot + ' ' + name:20}"[:20].ljust(20)
                  + f"{mean:6.2f}{paper:7}{program:9}  +-{width:<5}{verdict}")  # fmt: skip
    late = int(np.sum(outcomes.rounds >= settings.max_iter))
    print(f"{asked.matches} matches, {asked.matches / spent:.0f} per CPU second, {late} time-outs")


def policy_of(name: str) -> object:
    kind = load_bot(name)
    if kind.policy is None:
        raise SystemExit(f"expected a bot that offers a policy, got {name}")
    return kind.policy(load_game("multisnake"), make_settings(kind.options, {}))


if __name__ == "__main__":
    main()
