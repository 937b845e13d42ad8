"""Multiplayer Snake against matches recorded from the paper's program."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.golden.multisnake_records import OURS, recorded_state, settings_for
from tests.golden.recordings import golden

from gridbots.game import (
    AnyState,
    PlainState,
    State,
    copy_state,
    is_living,
    is_over,
    step,
)
from gridbots.games.multisnake import GAME
from gridbots.games.multisnake.movement import accepts
from gridbots.games.multisnake.rules import advance, rank_of
from gridbots.games.multisnake.state import drop_candy
from gridbots.grid import NO_MOVE, column_of, index_of, row_of

MATCHES = golden("multisnake.jsonl")


def as_recorded(state: State) -> dict[str, Any]:
    """A state in the form of the record."""
    stride = int(state["stride"])

    def place(cell: int) -> list[int]:
        return [column_of(cell, stride), row_of(cell, stride)]

    snakes = []
    for seat in range(int(state["seats"])):
        body = state["bodies"][seat, : state["lengths"][seat]].tolist()
        if body:
            crossing = int(state["layers"][body[0]] > 1)
            worth = int(state["points"][seat])
            snakes.append([seat, [place(cell) for cell in body], worth, crossing])
    candies = [
        [*place(cell), int(state["candies"][cell])]
        for cell in np.flatnonzero(state["candies"]).tolist()
    ]
    return {"s": snakes, "c": sorted(candies, key=lambda candy: (candy[1], candy[0]))}


def by_place(recorded: dict[str, Any]) -> dict[str, Any]:
    return {**recorded, "c": sorted(recorded["c"], key=lambda candy: (candy[1], candy[0]))}


def moves_of(recorded: list[int | None]) -> list[int]:
    return [NO_MOVE if move is None or move < 0 else OURS[move] for move in recorded]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["id"])
def test_a_recorded_match_is_played_exactly(match: dict[str, Any]) -> None:
    state = recorded_state(settings_for(match), match["start"])
    plain = PlainState(state)
    opened: AnyState = plain
    for recorded in match["steps"]:
        assert not is_over(state)
        moves = moves_of(recorded["m"])
        column, row, placed = recorded["d"]
        cell = index_of(row, column, int(state["stride"]))
        advance(state, moves)
        candies = int((state["candies"] > 0).sum())
        drop_candy(state, cell)
        assert (state["candies"] > 0).sum() - candies == placed
        assert as_recorded(state) == by_place(recorded["st"])
        advance(opened, moves)
        drop_candy(opened, cell)
        assert plain.record().tobytes() == state.tobytes()
        rounds = int(state["rounds"])
        dead = [
            [seat, rank_of(state, seat), int(state["points"][seat])]
            for seat in range(match["snakes"])
            if state["eliminated"][seat] == rounds
        ]
        assert dead == recorded["dead"]
    assert is_over(state)
    assert_scores(state, match)


def assert_scores(state: State, match: dict[str, Any]) -> None:
    outcome = GAME.outcome(state)
    recorded = {seat: points / rank for seat, rank, points in match["scores"]}
    alive = match["alive"]
    for seat in range(match["snakes"]):
        if seat in recorded:
            assert outcome.scores[seat] == recorded[seat]
        else:
            # Time was up: the original has no score for those alive.
            assert state["rounds"] == match["max_iter"]
            assert outcome.scores[seat] == state["points"][seat] / len(alive)
            assert outcome.places[seat] == 1
    assert outcome.winner == (alive[0] if len(alive) == 1 else None)
    assert [seat for seat in range(match["snakes"]) if is_living(state, seat)] == alive


@pytest.mark.parametrize("match", MATCHES[::4], ids=lambda match: match["id"])
def test_a_move_that_is_not_accepted_is_no_move(match: dict[str, Any]) -> None:
    state = recorded_state(settings_for(match), match["start"])
    for recorded in match["steps"]:
        moves = moves_of(recorded["m"])
        given = [
            move if move != NO_MOVE and accepts(state, seat, move) else NO_MOVE
            for seat, move in enumerate(moves)
        ]
        other = copy_state(state)
        step(other, given)
        step(state, moves)
        assert other.tobytes() == state.tobytes()
        state = recorded_state(settings_for(match), recorded["st"], int(state["rounds"]))
        if is_over(state):
            break
