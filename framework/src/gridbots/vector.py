"""Many copies of a game at once, in compiled code: for learning, and for matches by the thousand.

A batch is an array of state records. The kernels below find the rules by the type of the record,
so they serve any game; without numba, or with `plain`, the same text runs as ordinary Python.

A policy is a bot's decision as a kernel, `choose(observation, seat, generator) -> move`, or a
`functools.partial` of one that takes a record before these, with what the bot's options say. It
promises to leave the observation as it is, and to draw all chance from the generator, an int64
array of GENERATOR_SIZE. So matches between policies repeat exactly, plain and compiled. They are
played a round at a time in all copies, each policy in its own compiled loop: n policies are
compiled n times per record type, not once for each pairing, and all of it is kept on disk.

A policy that remembers has a record of its own for each copy and seat: see `Remembering`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridbots.chance import GENERATOR_SIZE, seed_generator
from gridbots.game import (
    is_living,
    is_over,
    legal,
    margin,
    observe,
    reopen,
    score,
    step,
    utility,
)
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, compiled, handle, kernel, offers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game, State

States = NDArray[np.void]
"""An array of a game's records."""
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Records = NDArray[np.void]
"""An array of records of one type."""
Policy = Any
"""A kernel, choose(observation, seat, generator) -> move, a partial of one, a Remembering, or a
Fitting that makes one of these."""

WIDTH: Final = 1024
"""Matches played at a time: enough to forget the cost of a call, few enough for the CPU's cache."""
NOTHING: Final = np.dtype([("nothing", "u1")])
"""The memory of a policy that remembers nothing."""
POLICY_STREAMS: Final = 0x706F6C696379
"""Keeps the seeds of policies apart from those of openings."""
SEED_RANGE: Final = 2**64


@dataclass(frozen=True, eq=False)
class Remembering:
    """A policy that remembers, in a record that is its alone in one match and at one seat."""

    choose: Callable[..., int]
    """A kernel: choose(observation, seat, generator, memory) -> move; it may write to the memory.

    It is asked in every round in which its seat is to move, from the opening on.
    """
    opening: Records
    """One record, in an array: its memory when a match opens. Mostly zeros and its options."""

    def memories(self, count: int) -> Records:
        """So many, each as at an opening."""
        return np.repeat(self.opening, count)


@dataclass(frozen=True, eq=False)
class Fitting:
    """A policy that is made to fit the state records that it will see."""

    make: Callable[[np.dtype[Any]], Policy]
    """The policy for state records of this type."""


def fitted(policy: Policy, dtype: np.dtype[Any]) -> Policy:
    """The policy for state records of this type."""
    return policy.make(dtype) if isinstance(policy, Fitting) else policy


def kernel_of(policy: Policy) -> Callable[..., int]:
    return policy.choose if isinstance(policy, Remembering) else policy


def memories_of(policy: Policy, count: int) -> Records:
    """Memories for so many matches; of nothing for a policy that remembers nothing."""
    if isinstance(policy, Remembering):
        return policy.memories(count)
    return np.zeros(count, NOTHING)


@kernel
def play_rounds(
    states: States, copies: Integers, moves: Integers, finished: Flags, utilities: Floats
) -> None:
    """Play a round in each of these copies; say which are over, and how it went for whom."""
    for at in copies:
        state = states[at]
        step(state, moves[at])
        finished[at] = is_over(state)
        for seat in range(utilities.shape[1]):
            if finished[at] or not is_living(state, seat):
                utilities[at, seat] = utility(state, seat)


@kernel
def choose_moves(  # noqa: PLR0913, PLR0917  the arrays of a batch
    policy: Any,
    memories: Records,
    states: States,
    copies: Integers,
    seats: Integers,
    generators: Integers,
    moves: Integers,
) -> None:
    """Write the move of one player in each of these copies; it sits in seats[copy].

    The policy sees the whole state, and memories[copy] if it is one that remembers.
    """
    for at in copies:
        state, seat = states[at], seats[at]
        if is_asked(state, seat):
            moves[at, seat] = call(policy, state, seat, generators[at], memories[at])
        else:
            moves[at, seat] = NO_MOVE


@kernel
def choose_moves_without_generator(  # noqa: PLR0913, PLR0917  the arrays of a batch
    policy: Any,
    memories: Records,
    states: States,
    copies: Integers,
    seats: Integers,
    generators: Integers,
    moves: Integers,
) -> None:
    """As `choose_moves`; but while a policy looks at a state the generator is blanked in it."""
    kept = np.zeros(GENERATOR_SIZE, np.int64)
    for at in copies:
        state, seat = states[at], seats[at]
        if is_asked(state, seat):
            secret = state["generator"]
            for index in range(GENERATOR_SIZE):
                kept[index] = secret[index]
                secret[index] = 0
            moves[at, seat] = call(policy, state, seat, generators[at], memories[at])
            for index in range(GENERATOR_SIZE):
                secret[index] = kept[index]
        else:
            moves[at, seat] = NO_MOVE


@kernel
def choose_moves_by_observation(  # noqa: PLR0913, PLR0917  the arrays of a batch
    policy: Any,
    memories: Records,
    states: States,
    copies: Integers,
    seats: Integers,
    generators: Integers,
    moves: Integers,
) -> None:
    """As `choose_moves`; but a policy sees a copy of the state, blanked as its seat observes it."""
    seen = states[:1].copy()
    for at in copies:
        state, seat = states[at], seats[at]
        if is_asked(state, seat):
            seen[0] = state
            observe(seen[0], seat)
            moves[at, seat] = call(policy, seen[0], seat, generators[at], memories[at])
        else:
            moves[at, seat] = NO_MOVE


@kernel
def is_asked(state: State, seat: int) -> bool:
    """Whether a policy is asked for a move; where turns alternate, every living seat is."""
    return bool(not is_over(state) and is_living(state, seat))


@kernel
def reopen_all(states: States, chosen: Flags) -> None:
    for at in range(len(states)):
        if chosen[at]:
            reopen(states[at])


@kernel
def mark_legal(states: States, masks: NDArray[np.uint8]) -> None:
    for at in range(len(states)):
        for seat in range(masks.shape[1]):
            legal(states[at], seat, masks[at, seat])


@kernel
def mark_living(states: States, living: Flags) -> None:
    for at in range(len(states)):
        for seat in range(living.shape[1]):
            living[at, seat] = is_living(states[at], seat)


@kernel
def blank_all(states: States, seat: int) -> None:
    for at in range(len(states)):
        observe(states[at], seat)


@kernel
def write_margins(states: States, margins: Floats) -> None:
    for at in range(len(states)):
        for seat in range(margins.shape[1]):
            margins[at, seat] = margin(states[at], seat)


@kernel
def write_scores(states: States, scores: Floats) -> None:
    for at in range(len(states)):
        for seat in range(scores.shape[1]):
            scores[at, seat] = score(states[at], seat)


def as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    """In place of `compiled`, for a plain run."""
    return function


def generators_for(seeds: NDArray[np.uint64]) -> Integers:
    """A generator for each seed."""
    generators = np.zeros((GENERATOR_SIZE, len(seeds)), np.int64)
    seed_generator(generators, seeds)
    return np.ascontiguousarray(generators.T)


def openings(game: Game, settings: Any, seeds: Sequence[int], *, plain: bool = False) -> States:
    """What `game.setup` makes of these seeds, compiled where the game can."""
    first = game.setup(settings, seeds[0])
    states = np.empty(len(seeds), first.dtype)
    states[0] = first
    if offers(reopen, first):
        states[1:] = first
        states["generator"] = generators_for(np.array([s % SEED_RANGE for s in seeds], np.uint64))
        runs = as_it_is if plain else compiled
        runs(reopen_all)(states, np.ones(len(seeds), np.bool_))
    else:
        for at, seed in enumerate(seeds[1:], 1):
            states[at] = game.setup(settings, seed)
    return states


class Batch:
    """n copies of a game, stepped together; where a match has ended a new one is opened.

    Copy k starts with the opening of `seed + k`. Its further openings follow from its own generator
    where the game offers `reopen`; else its m-th has the seed `seed + m * n + k`.

    The arrays are the same objects all the time: look, or copy, but do not keep.
    """

    def __init__(
        self, game: Game, settings: Any, copies: int, seed: int = 0, *, plain: bool = False
    ) -> None:
        self.game = game
        self.settings = settings
        self.seats = game.seats(settings)
        self.states = openings(game, settings, range(seed, seed + copies), plain=plain)
        """One record per copy."""
        self.moves: Integers = np.full((copies, self.seats), NO_MOVE, np.int64)
        """By copy and seat: where `choose` writes."""
        self.finished: Flags = np.zeros(copies, np.bool_)
        """Whether the last round ended the match of a copy."""
        self.utilities: Floats = np.zeros((copies, self.seats))
        """By copy and seat: how the last match that ended for a seat went; also when it is out."""
        self.rounds: Integers = np.zeros(copies, np.int64)
        """Rounds played in the match of a copy; in `finished` ones until they are reopened."""
        self._seeds = np.arange(seed, seed + copies)
        self._copies = np.arange(copies)
        self._reopens = offers(reopen, self.states[0])
        self._runs = as_it_is if plain else compiled
        self._chooser = chooser_for(game, self.states.dtype)
        self._chosen: dict[int, tuple[Policy, Policy, Any, Records]] = {}
        """By seat: the policy that chose last, the same fitted, its handle, and what it remembers
        by copy."""

    def __len__(self) -> int:
        return len(self.states)

    def step(self, moves: Integers | None = None) -> None:
        """Play a round in every copy and open new matches where it was the last.

        `moves` by copy and seat (int64); by default those that `choose` has written.
        """
        self.play(moves)
        self.reopen()

    def play(self, moves: Integers | None = None, copies: Integers | None = None) -> None:
        """Play a round in every copy, or in some; those that are over stay so until `reopen`."""
        played = self._copies if copies is None else copies
        chosen = self.moves if moves is None else moves
        self._runs(play_rounds)(self.states, played, chosen, self.finished, self.utilities)
        self.rounds[played] += 1

    def reopen(self, chosen: Flags | None = None) -> None:
        """Open a new match in the finished copies, or in the chosen ones."""
        ended = self.finished if chosen is None else chosen
        self.rounds[ended] = 0
        for _, policy, _, memories in self._chosen.values():
            if isinstance(policy, Remembering):
                memories[ended] = policy.opening
        if self._reopens:
            self._runs(reopen_all)(self.states, ended)
            return
        for at in np.flatnonzero(ended):
            self._seeds[at] += len(self)
            self.states[at] = self.game.setup(self.settings, int(self._seeds[at]))

    def choose(self, policy: Policy, seat: int, generators: Integers) -> None:
        """Let a policy choose for one seat in every copy; it draws from generators[copy].

        It remembers what it saw since it, the same object, chose first for this seat.
        """
        seats, choose = np.full(len(self), seat), self._runs(self._chooser)
        if seat not in self._chosen or self._chosen[seat][0] is not policy:
            suited = fitted(policy, self.states.dtype)
            handed = handle(kernel_of(suited))
            self._chosen[seat] = policy, suited, handed, memories_of(suited, len(self))
        _, _, handed, memories = self._chosen[seat]
        choose(handed, memories, self.states, self._copies, seats, generators, self.moves)

    def legal(self) -> NDArray[np.uint8]:
        """1 for each legal move, by copy, seat and move."""
        masks = np.zeros((len(self), self.seats, len(self.game.moves)), np.uint8)
        self._runs(mark_legal)(self.states, masks)
        return masks

    def living(self) -> Flags:
        """Whether each seat is in the match, by copy and seat."""
        living = np.zeros((len(self), self.seats), np.bool_)
        self._runs(mark_living)(self.states, living)
        return living

    def observations(self, seat: int) -> States:
        """What this seat sees of each copy: records of their own."""
        seen = self.states.copy()
        self._runs(blank_all)(seen, seat)
        return seen


def chooser_for(game: Game, dtype: np.dtype[Any]) -> Callable[..., None]:
    """How policies choose in a game: they see as little as a bot does, at the least cost.

    In a game without secrets all is seen but the generator, which tells nothing where chance ends
    with the opening.
    """
    if not game.hidden and not game.chance:
        return choose_moves
    if not game.hidden and "generator" in (dtype.names or ()):
        return choose_moves_without_generator
    return choose_moves_by_observation


class Outcomes(NamedTuple):
    """How matches went: by match and player, players in the order in which they were named."""

    places: Integers
    """1 for the best; equals share a place."""
    scores: Floats
    """The game's own points."""
    utilities: Floats
    """From 1, won, to -1, lost."""
    margins: Floats
    """How much it was won by, in the game's own measure."""
    living: Flags
    """Whether a player was still in the match when it ended."""
    rounds: Integers
    """By match alone: how many rounds it had."""


def play_matches(  # noqa: PLR0913  what is played, by whom, how often
    game: Game,
    settings: Any,
    policies: Sequence[Policy],
    matches: int,
    seed: int = 0,
    *,
    first: int = 0,
    rotates: bool = True,
    plain: bool = False,
) -> Outcomes:
    """Play matches between policies, one per seat.

    As with the referee's sessions, match k has the opening of `seed + k // seats` and in it player
    p sits in seat p - k, counted round: each opening is played in all rotations. If nothing
    `rotates`, match k has the opening of `seed + k` and player p sits in seat p. `first` is the
    number of the first one: many matches can be played a part at a time, and are the same.

    Raises:
        ValueError: there are more or fewer policies than seats.
    """
    seats, numbers = game.seats(settings), range(first, first + matches)
    if len(policies) != seats:
        raise ValueError(f"expected {seats} policies, got {len(policies)}")
    parts = [
        _play_some(
            game, settings, policies, numbers[start : start + WIDTH], seed, rotates, plain=plain
        )
        for start in range(0, matches, WIDTH)
    ]
    return Outcomes(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _play_some(  # noqa: PLR0913, PLR0917  the arguments of play_matches
    game: Game,
    settings: Any,
    policies: Sequence[Policy],
    numbers: range,
    seed: int,
    rotates: bool,  # noqa: FBT001  as in play_matches
    *,
    plain: bool,
) -> Outcomes:
    """These matches, all at a time."""
    runs, players, count = as_it_is if plain else compiled, len(policies), len(numbers)
    seeds = [seed + (number // players if rotates else number) for number in numbers]
    states = openings(game, settings, seeds, plain=plain)
    seats = [
        np.array([(player - k * rotates) % players for k in numbers]) for player in range(players)
    ]
    streams = [_streams(seed, numbers, player) for player in range(players)]
    moves = np.full((count, players), NO_MOVE, np.int64)
    finished, utilities = np.zeros(count, np.bool_), np.zeros((count, players))
    rounds, going = np.zeros(count, np.int64), np.arange(count)
    choose, play = runs(chooser_for(game, states.dtype)), runs(play_rounds)
    suited = [fitted(each, states.dtype) for each in policies]
    handed = [(handle(kernel_of(each)), memories_of(each, count)) for each in suited]
    while len(going):
        for (policy, memories), mine, stream in zip(handed, seats, streams, strict=True):
            choose(policy, memories, states, going, mine, stream, moves)
        play(states, going, moves, finished, utilities)
        rounds[going] += 1
        going = going[~finished[going]]
    living = np.zeros((count, players), np.bool_)
    margins = np.zeros((count, players))
    runs(mark_living)(states, living)
    runs(write_margins)(states, margins)
    scores, by_player = _scores(game, states, players, runs), np.stack(seats, axis=1)
    return Outcomes(
        places=np.take_along_axis(places_of(utilities), by_player, axis=1),
        scores=np.take_along_axis(scores, by_player, axis=1),
        utilities=np.take_along_axis(utilities, by_player, axis=1),
        margins=np.take_along_axis(margins, by_player, axis=1),
        living=np.take_along_axis(living, by_player, axis=1),
        rounds=rounds,
    )


def _streams(seed: int, numbers: range, player: int) -> Integers:
    """A generator for one player in each of these matches."""
    seeds = [POLICY_STREAMS ^ ((seed + number) * 256 + player) for number in numbers]
    return generators_for(np.array([each % SEED_RANGE for each in seeds], np.uint64))


def places_of(utilities: Floats) -> Integers:
    """Places by match and seat: who has the higher utility is placed better, in every game."""
    higher: Integers = (utilities[:, None, :] > utilities[:, :, None]).sum(axis=2)
    return 1 + higher


def _scores(game: Game, states: States, seats: int, runs: Callable[..., Any]) -> Floats:
    scores = np.zeros((len(states), seats))
    if offers(score, states[0]):
        runs(write_scores)(states, scores)
    else:
        for at in range(len(states)):
            scores[at] = game.outcome(states[at]).scores
    return scores
