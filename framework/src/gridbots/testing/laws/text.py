"""Laws of the text form: a bot can read its observation from its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from gridbots.game import PlainState, State, is_living, is_over, is_to_move
from gridbots.limits import TIME_PER_MOVE_MS, TIMEBANK_MS
from gridbots.protocol import Inbox, Request, greeting, settings_of, wire_names
from gridbots.record.replay import reads_plain_states, tells_all_alike
from gridbots.testing.expectation import expect, expect_equal

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def a_bot_reads_its_observation_from_its_lines(case: Case) -> None:
    """The lines of every seat give its observation, except for fields that are never sent."""
    for seat in range(case.seats):
        _follow(case, seat)


def _follow(case: Case, seat: int) -> None:
    """Follow a match by its lines, as the bot in a seat does."""
    wire = case.game.wire
    inbox, previous = Inbox(), None
    for line in opening_lines(case, seat):
        inbox.read(line)
    for place, state, _ in ((each.place, each.state, each.moves) for each in case.match()):
        if is_over(state) or not is_living(state, seat):
            return
        if not is_to_move(state, seat):
            continue
        observation = case.game.observation(state, seat)
        request = _ask(inbox, wire.updates(observation, seat))
        what = f"{place}, seat {seat}"
        expect_equal(f"{what}, seat and seats read", (seat, case.seats), _seating(request))
        seen = wire.read_updates(previous, settings_of(case.game, request), request.updates)
        sent = wire.updates(observation, seat)
        expect_equal(f"{what}, lines of the state that was read", sent, wire.updates(seen, seat))
        read = _sent_fields(case, seen)
        for name, value in _sent_fields(case, observation).items():
            expect_equal(f"{what}, field {name!r} read", value, read[name])
        previous = seen


def _seating(request: Request) -> tuple[int, int]:
    return request.seat, request.seats


def opening_lines(case: Case, seat: int) -> list[str]:
    """The settings lines for a seat, with line ends."""
    lines = greeting(wire_names(case.seats), seat, TIMEBANK_MS, TIME_PER_MOVE_MS)
    lines += case.game.wire.settings_lines(case.settings)
    return [line.decode() + "\n" for line in lines]


def _ask(inbox: Inbox, updates: bytes) -> Request:
    expect(updates.endswith(b"\n"), "update lines", "a line end after the last line", updates[-20:])
    for line in updates.decode().splitlines(keepends=True):
        expect(inbox.read(line) is None, "update lines", "no request among these lines", line)
    request = inbox.read("action move 10000\n")
    assert request is not None  # noqa: S101  an action line is a request
    return request


def _sent_fields(case: Case, observation: State) -> dict[str, object]:
    """The fields of an observation, without those that are never sent."""
    out = [not is_living(observation, seat) for seat in range(case.seats)]
    sent = [name for name in observation.dtype.names or () if name not in case.game.untold.fields]
    fields = {name: np.array(observation[name]) for name in sent}
    for name in case.game.untold.fields_when_out:
        fields[name][: case.seats][out] = 0
    return {name: value.tolist() for name, value in fields.items()}


def shared_update_lines_fit_every_seat(case: Case) -> None:
    """If a wire declares shared lines, those of the state equal those of every observation."""
    if not tells_all_alike(case.game):
        return
    for position in case.match():
        shared = case.game.wire.updates(position.state, 0)
        if reads_plain_states(case.game):
            plain = case.game.wire.updates(PlainState(position.state), 0)
            expect_equal(f"{position.place}, lines of a PlainState", shared, plain)
        for seat in range(case.seats):
            sent = case.game.wire.updates(case.game.observation(position.state, seat), seat)
            expect_equal(f"{position.place}, lines for seat {seat}", shared, sent)


def settings_are_read_back_from_their_lines(case: Case) -> None:
    inbox = Inbox()
    for line in opening_lines(case, 0):
        inbox.read(line)
    request = inbox.read("action move 1\n")
    assert request is not None  # noqa: S101  an action line is a request
    read = settings_of(case.game, request)
    for name, value in msgspec.structs.asdict(case.settings).items():
        if name not in case.game.untold.settings:
            expect_equal(f"setting {name!r} read from its line", value, getattr(read, name))
