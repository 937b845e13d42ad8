"""Batch: a vectorised environment, for training loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gridbots.game import reopen
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, handle, offers
from gridbots.vector.arrays import (
    SEED_RANGE,
    as_it_is,
    expect_array,
    expect_seat,
    generators_for,
)
from gridbots.vector.policies import fitted, kernel_of, memories_of
from gridbots.vector.rounds import (
    blank_all,
    checked_moves,
    chooser_for,
    mark_legal,
    mark_living,
    mark_playing,
    play_rounds,
    reopen_all,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridbots.game import Game
    from gridbots.vector.arrays import Flags, Floats, Integers, Records, States
    from gridbots.vector.policies import Policy


def openings(game: Game, settings: Any, seeds: Sequence[int], *, plain: bool = False) -> States:
    """The openings for these seeds as by `game.setup`, made by compiled code if the game can.

    Raises:
        ValueError: there are no seeds.
    """
    if not seeds:
        raise ValueError(f"expected at least one match of {game.name}, got none")
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


class _Chosen(NamedTuple):
    """A policy of a seat."""

    policy: Policy | None
    """None in a copy of a batch."""
    handed: Any
    """The handle of its kernel."""
    opening: Records
    """Its memory at an opening, as an array of one."""
    memories: Records
    """By copy of the game."""


class Batch:
    """Vectorised environment: n copies of a game, stepped together, and reset after a match.

    Copy k starts with the opening of `seed + k`. Its further openings are drawn from its own
    generator if the game offers `reopen`; otherwise its m-th has the seed `seed + m * n + k`.

    The arrays are reused: read or copy them, but do not keep references. Methods raise ValueError
    for invalid arrays, seats and moves.
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
        """By copy and seat: the output of `choose`."""
        self.finished: Flags = np.zeros(copies, np.bool_)
        """By copy: whether its last round ended a match. It is still set after `reopen`, until the
        next round in this copy."""
        self.utilities: Floats = np.zeros((copies, self.seats))
        """By copy and seat: utility of the last match that has ended for this seat."""
        self.rounds: Integers = np.zeros(copies, np.int64)
        """By copy: rounds played in the match, kept after its end until the copy is reopened."""
        self._seeds = np.arange(seed, seed + copies)
        self._copies = np.arange(copies)
        self._reopens = offers(reopen, self.states[0])
        self._runs = as_it_is if plain else compiled
        self._chooser = chooser_for(game, self.states.dtype)
        self._chosen: dict[int, _Chosen] = {}
        """By seat: the policy that chose last."""

    def __getstate__(self) -> dict[str, Any]:
        """Everything but code: a copy needs the policies again, and keeps their memories."""
        chosen = {
            seat: each._replace(policy=None, handed=None) for seat, each in self._chosen.items()
        }
        state = {**self.__dict__, "_chosen": chosen, "_runs": self._runs is as_it_is}
        del state["_chooser"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._runs = as_it_is if state["_runs"] else compiled
        self._chooser = chooser_for(self.game, self.states.dtype)

    def __len__(self) -> int:
        return len(self.states)

    def step(self, moves: Integers | None = None) -> None:
        """Play a round in every copy, and reopen copies whose match has ended.

        `moves` by copy and seat (int64); by default those written by `choose`.
        """
        self.play(moves)
        self.reopen()

    def play(self, moves: Integers | None = None, copies: Integers | None = None) -> None:
        """Play a round in every copy, or in some; finished copies stay finished until `reopen`."""
        played = self._copies if copies is None else copies
        chosen = self.moves if moves is None else moves
        expect_array("moves", chosen, np.int64, self.moves.shape)
        if copies is not None:
            self._expect_copies(copies)
        with checked_moves(self.game, chosen):
            self._runs(play_rounds)(self.states, played, chosen, self.finished, self.utilities)
        self.rounds[played] += 1

    def _expect_copies(self, copies: Integers) -> None:
        expect_array("copies", copies, np.int64, np.shape(copies)[:1])
        if len(copies) and not (copies.min() >= 0 and copies.max() < len(self)):
            raise ValueError(f"expected copies from 0 to {len(self) - 1}, got {copies.tolist()}")

    def reopen(self, chosen: Flags | None = None) -> None:
        """Open a new match in the finished copies, or in the chosen ones."""
        ended = self.finished if chosen is None else chosen
        expect_array("chosen copies", ended, np.bool_, (len(self),))
        self.rounds[ended] = 0
        for each in self._chosen.values():
            each.memories[ended] = each.opening
        if self._reopens:
            self._runs(reopen_all)(self.states, ended)
            return
        for at in np.flatnonzero(ended):
            self._seeds[at] += len(self)
            self.states[at] = self.game.setup(self.settings, int(self._seeds[at]))

    def choose(
        self, policy: Policy, seat: int, generators: Integers, copies: Integers | None = None
    ) -> None:
        """Let a policy choose for one seat in every copy, or in some; it draws from
        generators[copy].

        A stateful policy keeps its memories from the first call with the same object for this seat.
        """
        expect_seat(seat, self.seats)
        expect_array("generators", generators, np.int64, (len(self), GENERATOR_SIZE))
        if copies is not None:
            self._expect_copies(copies)
        seats, choose = np.full(len(self), seat), self._runs(self._chooser)
        known = self._chosen.get(seat)
        if known is None or known.policy is not policy:
            known = self._chosen[seat] = self._prepared(policy, known)
        chosen = self._copies if copies is None else copies
        choose(known.handed, known.memories, self.states, chosen, seats, generators, self.moves)

    def _prepared(self, policy: Policy, known: _Chosen | None) -> _Chosen:
        """A policy with new memories or, after copying, with those of the original."""
        suited = fitted(policy, self.states.dtype)
        opening = memories_of(suited, 1)
        is_copied = known is not None and known.policy is None
        if known is not None and is_copied and known.opening.dtype == opening.dtype:
            memories = known.memories
        else:
            memories = np.repeat(opening, len(self))
        return _Chosen(policy, handle(kernel_of(suited)), opening, memories)

    def legal(self) -> NDArray[np.uint8]:
        """1 for each legal move, by copy, seat and move."""
        masks = np.zeros((len(self), self.seats, len(self.game.moves)), np.uint8)
        self._runs(mark_legal)(self.states, masks)
        return masks

    def playing(self, seat: int, copies: Integers | None = None) -> tuple[NDArray[np.uint8], Flags]:
        """The legal moves of a seat, and whether it still plays, in all copies or in these.

        Returns:
            1 for each legal move, by copy and move; and flags by copy.
        """
        expect_seat(seat, self.seats)
        if copies is not None:
            self._expect_copies(copies)
        chosen = self._copies if copies is None else copies
        masks = np.zeros((len(chosen), len(self.game.moves)), np.uint8)
        playing = np.zeros(len(chosen), np.bool_)
        self._runs(mark_playing)(self.states, chosen, seat, masks, playing)
        return masks, playing

    def living(self) -> Flags:
        """Whether each seat is living, by copy and seat."""
        living = np.zeros((len(self), self.seats), np.bool_)
        self._runs(mark_living)(self.states, living)
        return living

    def observations(self, seat: int) -> States:
        """The observations of this seat by copy, as new records."""
        expect_seat(seat, self.seats)
        seen = self.states.copy()
        self._runs(blank_all)(seen, seat)
        return seen
