"""Counting: one small game in many kinds, to be hard on what plays any game.

Each seat says a number and adds it to its total; after some rounds the largest total wins. The
kinds differ in how many moves and seats there are, in whether dice are thrown, and in what is
hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import ProtocolError
from gridbots.game import Game, Verbs, empty_state, move_count, outcome_of
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.kernel import kernel
from gridbots.pictures.frames import Frame, Mark
from gridbots.protocol import read_count
from gridbots.settings import NoSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.game import Moves, Outcome, State

ROUNDS: Final = 12
HIDDEN: Final = -1
"""In place of a total that a seat does not see."""


@kernel
def step(state: State, moves: Moves) -> None:
    if not is_over(state):
        for seat in range(len(state["totals"])):
            state["totals"][seat] += moves[seat] + 1
        state["rounds"] += 1


@kernel
def step_with_dice(state: State, moves: Moves) -> None:
    if not is_over(state):
        for seat in range(len(state["totals"])):
            state["totals"][seat] += moves[seat] + 1 + below(state["generator"], 3)
        state["rounds"] += 1


@kernel
def is_over(state: State) -> bool:
    return bool(state["rounds"] >= ROUNDS)


@kernel
def legal(state: State, seat: int, mask: Any) -> int:
    """Odd and even numbers by turns."""
    count = 0
    for move in range(move_count(state)):
        mask[move] = not is_over(state) and move % 2 == (state["rounds"] + seat) % 2
        count += mask[move]
    return count


@kernel
def observe_own(state: State, seat: int) -> None:
    for index in range(GENERATOR_SIZE):
        state["generator"][index] = 0
    for other in range(len(state["totals"])):
        if other != seat:
            state["totals"][other] = HIDDEN


@kernel
def utility(state: State, seat: int) -> float:
    """The share of the others that it beats, less the share that beat it."""
    totals = state["totals"]
    seats = len(totals)
    if seats == 1:
        return 1.0
    ahead = 0
    for other in range(seats):
        ahead += int(totals[seat] > totals[other]) - int(totals[seat] < totals[other])
    return ahead / (seats - 1)


def outcome(state: State) -> Outcome:
    totals = np.array(state["totals"]).tolist()
    return outcome_of([1 + sum(other > total for other in totals) for total in totals], totals)


def frame(state: State, previous: Frame | None) -> Frame:  # noqa: ARG001  a state says it all
    totals = np.array(state["totals"]).tolist()
    return Frame(
        round=int(state["rounds"]),
        rows=1,
        columns=len(totals),
        marks=tuple(Mark(0, seat, "item", seat, value=each) for seat, each in enumerate(totals)),
        living=(True,) * len(totals),
        scores=tuple(totals),
    )


class CountingWire:
    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._dtype = dtype

    def settings_lines(self, settings: NoSettings) -> list[bytes]:  # noqa: ARG002  there are none
        return []

    def updates(self, observation: State, seat: int) -> bytes:  # noqa: ARG002  as it is observed
        totals = b",".join(b"%d" % total for total in observation["totals"])
        return b"update game rounds %d\nupdate game totals %b\n" % (observation["rounds"], totals)

    def read_settings(self, values: Mapping[str, str], seats: int) -> NoSettings:  # noqa: ARG002
        return NoSettings()

    def read_updates(
        self,
        previous: State | None,  # noqa: ARG002  the lines say it all
        settings: NoSettings,  # noqa: ARG002  there are none
        updates: Mapping[str, str],
    ) -> State:
        state = empty_state(self._dtype)
        state["rounds"] = read_count(updates, "rounds", 0)
        words = updates.get("totals", "").split(",")
        if len(words) != len(state["totals"]):
            raise ProtocolError(f"expected {len(state['totals'])} totals, got {words}")
        for seat, word in enumerate(words):
            hidden = word == str(HIDDEN)
            state["totals"][seat] = HIDDEN if hidden else read_count({"total": word}, "total", 0)
        return state


def counting(moves: int, seats: int, kind: str = "") -> Game:
    """A game of so many moves and seats; `kind`: open without a generator, dice, or secret."""
    generator = [("generator", "i8", (GENERATOR_SIZE,))] if kind else []
    # No two games may have the same fields: the last one only tells them apart.
    mark = (f"counting_{moves}_{seats}_{kind}", "i4")
    dtype = np.dtype([*generator, ("totals", "i4", (seats,)), ("rounds", "i4"), mark])

    def setup(settings: NoSettings, seed: int) -> State:  # noqa: ARG001  there are none
        state = empty_state(dtype)
        if kind:
            seed_generator(state["generator"], seed)
        return state

    return Game(
        name=f"counting-{moves}-{seats}{kind and '-'}{kind}",
        title="Counting",
        summary="Who counts to more wins.",
        moves=tuple(f"say{number}" for number in range(moves)),
        settings=NoSettings,
        seats=lambda settings: seats,  # noqa: ARG005  there are none
        state=dtype,
        setup=setup,
        verbs=Verbs(
            step=step_with_dice if kind == "dice" else step,
            is_over=is_over,
            utility=utility,
            legal=legal,
            observe=observe_own if kind == "secret" else None,
        ),
        outcome=outcome,
        wire=CountingWire(dtype),
        frame=frame,
        hidden=kind == "secret",
        chance=kind == "dice",
    )


GAMES: Final = {
    game.name: game
    for game in (
        counting(2, 2),
        counting(3, 1),
        counting(12, 2),
        counting(20, 3, "dice"),
        counting(64, 16, "secret"),
        counting(100, 2, "dice"),
        counting(300, 1, "dice"),
    )
}
