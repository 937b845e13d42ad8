"""Match requests of the page are checked field by field."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gridbots.plugins import load_game
from gridbots.record import Clock
from gridbots_referee.lobby.lobby_site import catalogue, fields_of
from gridbots_referee.lobby.match_request import (
    LobbyRequestError,
    read_request,
    seats_of,
    session_of,
)

GOOD: dict[str, Any] = {"game": "light-riders", "seats": ["human", "straight"]}


def problems(commands: tuple[str, ...] = (), **changes: Any) -> dict[str, str]:
    with pytest.raises(LobbyRequestError) as caught:
        session_of(read_request(GOOD | changes), commands)
    return caught.value.fields


def test_people_in_a_requested_match_have_their_own_clocks() -> None:
    request = read_request(GOOD | {"seed": 7, "person_bank_ms": 5000, "settings": {"width": "9"}})
    session = session_of(request, ())
    assert [launch.name for launch in session.launches] == ["human", "straight"]
    assert session.launches[0].clock == Clock(5000, 10_000)
    assert (session.seed, session.rotates) == (7, False)
    assert session.settings == session.game.make_settings({"width": "9"})


def test_guests_and_bots_of_the_command_line_can_play() -> None:
    seats = ["guest 2", "human", "/bin/cat", "minimax:depth=2"]
    request = read_request(GOOD | {"seats": seats, "settings": {"seats": "4"}})
    assert seats_of(request) == 4
    launches = session_of(request, ("/bin/cat",)).launches
    assert [launch.name for launch in launches] == seats
    assert [launch.needs_terminal for launch in launches] == [True, True, False, False]


@pytest.mark.parametrize(
    ("changes", "field", "output"),
    [
        ({"game": "chess"}, "game", "unknown game 'chess'"),
        ({"settings": {"width": "2", "height": "x"}}, "settings.width", "expected an integer >= 3"),
        ({"settings": {"width": "2", "height": "x"}}, "settings.height", "expected an integer"),
        ({"settings": {"wdth": "9"}}, "settings.wdth", "width"),
        ({"seats": ["human"]}, "seats", "expected 2 players, got 1"),
        ({"seats": ["human", "human"]}, "seats.1", "cannot take two seats"),
        ({"seats": ["human", "nobody"]}, "seats.1", "expected an installed bot"),
        ({"seats": ["human", "/bin/sh -c id"]}, "seats.1", "expected an installed bot"),
        ({"seats": ["human", "gaic:/bin/sh -c id"]}, "seats.1", "expected an installed bot"),
        ({"seats": ["human", "guest 1000"]}, "seats.1", "expected an installed bot"),
        ({"seats": ["human", "td"]}, "seats.1", "plays"),
        ({"seats": ["human", "minimax:dpth=2"]}, "seats.1", "dpth"),
        ({"timebank_ms": 0}, "timebank_ms", ">= 1"),
        ({"pace": 1000}, "pace", "<= 30"),
        ({"seed": -1}, "seed", ">= 0"),
        ({"sead": 1}, "request", "unknown field"),
        ({"seats": ["human"] * 100}, "seats", "length"),
    ],
)
def test_a_problem_is_reported_at_its_field(
    changes: dict[str, Any], field: str, output: str
) -> None:
    found = problems(**changes)
    assert re.search(re.escape(output), found[field]), found


@pytest.mark.parametrize("value", [None, [], "x", 1, {"game": 1}, {"game": "x" * 1000}])
def test_an_invalid_request_is_refused(value: Any) -> None:
    with pytest.raises(LobbyRequestError):
        read_request(value)


def test_the_catalogue_lists_bots_and_games_with_typed_settings() -> None:
    output = catalogue(["./mine"])
    assert {"light-riders", "snake", "paperio", "multisnake"} <= {
        each["name"] for each in output["games"]
    }
    names = [each["name"] for each in output["bots"]]
    assert names[0] == "./mine"
    assert "human" not in names
    width = fields_of(load_game("light-riders").settings)[0]
    assert (width["kind"], width["least"], width["most"]) == ("number", 3, 64)
    kinds = {each["kind"] for game in output["games"] for each in game["fields"]}
    assert kinds <= {"number", "choice", "text"}


@pytest.mark.parametrize("game", ["light-riders", "snake", "paperio", "multisnake"])
def test_the_form_has_the_default_settings_of_the_game(game: str) -> None:
    kind = load_game(game)
    values = {each["name"]: each["default"] for each in fields_of(kind.settings) if each["default"]}
    assert kind.make_settings(values) == kind.settings()
