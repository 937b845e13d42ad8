"""Laws of the text form: a bot reads from its lines what the referee saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from gridbots.game import State, is_living, is_over, is_to_move
from gridbots.protocol import Inbox, Request, greeting, settings_of, wire_names

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def a_bot_reads_what_the_referee_saw(case: Case) -> None:
    for seat in range(case.seats):
        _follow(case, seat)


def _follow(case: Case, seat: int) -> None:
    """Follow a match by its lines alone, as the bot in a seat does."""
    inbox, previous = Inbox(), None
    for line in opening_lines(case, seat):
        assert inbox.read(line) is None
    for state, _ in case.match():
        if is_over(state) or not is_living(state, seat):
            return
        if not is_to_move(state, seat):
            continue
        observation = case.game.observation(state, seat)
        request = _ask(inbox, case.game.wire.updates(observation, seat))
        assert (request.seat, request.seats) == (seat, case.seats)
        settings = settings_of(case.game, request)
        seen = case.game.wire.read_updates(previous, settings, request.updates)
        assert case.game.wire.updates(seen, seat) == case.game.wire.updates(observation, seat)
        assert _as_told(case, seen) == _as_told(case, observation)
        previous = seen


def opening_lines(case: Case, seat: int) -> list[str]:
    """The settings lines that a seat is sent, with their ends."""
    lines = greeting(wire_names(case.seats), seat, 10_000, 200)
    lines += case.game.wire.settings_lines(case.settings)
    return [line.decode() + "\n" for line in lines]


def _ask(inbox: Inbox, updates: bytes) -> Request:
    assert updates.endswith(b"\n")
    for line in updates.decode().splitlines(keepends=True):
        assert inbox.read(line) is None
    request = inbox.read("action move 10000\n")
    assert request is not None
    return request


def _as_told(case: Case, observation: State) -> dict[str, list[int]]:
    """The fields of an observation, without what no line tells."""
    out = [not is_living(observation, seat) for seat in range(case.seats)]
    told = set(observation.dtype.names or ()).difference(case.game.untold.fields)
    fields = {name: np.array(observation[name]) for name in told}
    for name in case.game.untold.fields_when_out:
        fields[name][: case.seats][out] = 0
    return {name: value.tolist() for name, value in fields.items()}


def settings_are_read_back_as_far_as_they_are_told(case: Case) -> None:
    inbox = Inbox()
    for line in opening_lines(case, 0):
        inbox.read(line)
    request = inbox.read("action move 1\n")
    assert request is not None
    untold = case.game.untold.settings
    told, given = (
        {name: value for name, value in msgspec.structs.asdict(each).items() if name not in untold}
        for each in (settings_of(case.game, request), case.settings)
    )
    assert told == given
