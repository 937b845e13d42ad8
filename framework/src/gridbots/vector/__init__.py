"""Vectorised stepping: many copies of a game at once, for learning and for thousands of matches.

A batch is an array of state records. The kernels below find the rules by the type of the record, so
they work for any game; without numba, or with `plain`, the same code runs as ordinary Python.

A policy is a bot's decision as a kernel, `choose(observation, seat, generator) -> move`, or a
`functools.partial` of a kernel that takes a record with the bot's options first. It must not change
the observation, and must draw all random numbers from the generator, an int64 array of
GENERATOR_SIZE. So matches between policies are reproducible, plain and compiled. All copies play
round by round, each policy in its own compiled loop: n policies are compiled n times per record
type, not once per pairing, and the compiled code is kept on disk.

A stateful policy has a memory record for each copy and seat: see `Remembering`.

arrays      arrays of a batch, and their checks
policies    stateless and stateful policies
rounds      kernels: a round in every copy
batch       Batch: a vectorised environment, for training loops
matches     play_matches: matches between policies
"""

from __future__ import annotations

from gridbots.vector.arrays import (
    Flags,
    Floats,
    Integers,
    Records,
    States,
    as_it_is,
    generators_for,
)
from gridbots.vector.batch import Batch, openings
from gridbots.vector.matches import WIDTH, Outcomes, places_of, play_matches
from gridbots.vector.policies import Fitting, Policy, Remembering, fitted, kernel_of, memories_of
from gridbots.vector.rounds import (
    choose_moves,
    choose_moves_by_observation,
    chooser_for,
    play_rounds,
    reopen_all,
    write_margins,
)

__all__ = [
    "WIDTH",
    "Batch",
    "Fitting",
    "Flags",
    "Floats",
    "Integers",
    "Outcomes",
    "Policy",
    "Records",
    "Remembering",
    "States",
    "as_it_is",
    "choose_moves",
    "choose_moves_by_observation",
    "chooser_for",
    "fitted",
    "generators_for",
    "kernel_of",
    "memories_of",
    "openings",
    "places_of",
    "play_matches",
    "play_rounds",
    "reopen_all",
    "write_margins",
]
