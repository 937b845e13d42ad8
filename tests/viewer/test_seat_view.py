"""A person who plays receives only data that the seat may know."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.viewer.replays import GAMES, record_of

from gridbots.game import step
from gridbots.pictures.overlay import Overlay
from gridbots.plugins import load_game
from gridbots.record import Note
from gridbots.record.replay import move_numbers, opened, seen_frame
from gridbots_referee.show.replay.replay import Replay
from gridbots_referee.show.replay.scene_deltas import EncodedScene
from gridbots_referee.show.replay.timeline import STRETCH
from gridbots_referee.show.viewer.sites.live_site import about_for, stretch_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.record import Record

HIDING = [name for name in GAMES if load_game(name).hidden]
CANARY = "canary"
"""A word that occurs only in the thoughts of others."""


def with_secrets(record: Record, seat: int, number: int) -> Record:
    """The record with different measurements, thoughts and notes of all seats but one."""
    rounds = []
    for each in record.rounds:
        seats = range(len(each.moves))

        def mixed(values: Sequence[Any], secret: Any) -> tuple[Any, ...]:
            return tuple(value if place == seat else secret for place, value in enumerate(values))

        secret = Overlay(value=number, depth=number, note=f"{CANARY} {number}", pv=("up",))
        rounds.append(
            msgspec.structs.replace(
                each,
                wall_us=mixed(each.wall_us, 9_000_000 + number),
                cpu_us=mixed(each.cpu_us, number),
                bank_ms=mixed(each.bank_ms, 10_000 - number),
                overlays=tuple(None if place == seat else secret for place in seats),
                notes=tuple(
                    Note(place, "malformed", f"{CANARY} {number}")
                    for place in seats
                    if place != seat
                ),
            )
        )
    return msgspec.structs.replace(record, rounds=tuple(rounds))


def all_that_is_sent(record: Record, seat: int) -> bytes:
    """All responses to the page of a seat during the match."""
    replay = Replay(load_game(record.match.game), record.match)
    sent: list[Any] = [about_for(replay, seat)]
    for each in record.rounds[:-1]:
        replay.add(each)
        sent.append(about_for(replay, seat))
    sent += [stretch_for(replay, number, seat) for number in range(replay.last // STRETCH + 1)]
    return msgspec.json.encode(sent)


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("seat", [0, 1])
def test_with_hidden_information_no_byte_depends_on_opponents(game: str, seat: int) -> None:
    record = record_of(game)
    sent = [all_that_is_sent(with_secrets(record, seat, number), seat) for number in (17, 4321)]
    assert sent[0] == sent[1]
    assert CANARY.encode() not in sent[0]


@pytest.mark.parametrize("game", HIDING)
def test_with_hidden_information_frames_are_made_of_observations(game: str) -> None:
    record, seat = record_of(game), 1
    kind = load_game(game)
    state = opened(kind, kind.make_settings(record.match.settings), record.match.seed)
    replay = Replay(kind, record.match)
    frames = [seen_frame(kind, state, seat, None)]
    for each in record.rounds[: STRETCH - 1]:
        replay.add(each)
        step(state, move_numbers(kind, each.moves))
        frames.append(seen_frame(kind, state, seat, frames[-1]))
    coded = [EncodedScene(frame) for frame in frames]
    response = stretch_for(replay, 0, seat)
    assert response["whole"] == coded[0].whole()
    assert response["changes"] == [now.since(before) for before, now in pairwise(coded)]
    for each, played in zip(response["rounds"], record.rounds, strict=False):
        own = [word if place == seat else None for place, word in enumerate(played.moves)]
        assert each["moves"] == own


@pytest.mark.parametrize("game", GAMES)
def test_no_game_reveals_the_seed_or_the_thoughts_of_others(game: str) -> None:
    record = record_of(game)
    match = msgspec.structs.replace(record.match, seed=918_273_645)
    replay = Replay(load_game(game), match)
    assert about_for(replay, 0)["seed"] is None
    assert b"918273645" not in msgspec.json.encode(about_for(replay, 0))
    sent = msgspec.json.decode(all_that_is_sent(with_secrets(record, 0, 17), 0))
    *abouts, stretch = sent[: len(record.rounds) + 1]
    assert all(not any(line) for line in abouts[-1]["series"]["value"][1:])
    for each in stretch["rounds"]:
        assert not any(each.get("overlays", [])[1:])


def test_with_full_information_a_player_sees_all_times_and_moves() -> None:
    record = record_of("light-riders")
    replay = Replay(load_game("light-riders"), record.match)
    replay.add(record.rounds[0])
    (response,) = stretch_for(replay, 0, 0)["rounds"]
    assert response["moves"] == record.rounds[0].moves
    assert response["wall"] == record.rounds[0].wall_us
