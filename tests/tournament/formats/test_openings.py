"""Openings: random ones in every game, given ones in a match, its record and its replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.games.test_conformance import VARIANTS

from gridbots import record as records
from gridbots.errors import OpeningError, RecordError
from gridbots.game import (
    accepts,
    copy_state,
    is_living,
    is_over,
    step,
)
from gridbots.games.light_riders import GAME
from gridbots.grid import NO_MOVE
from gridbots.limits import Limits
from gridbots.plugins import installed_bots, load_game
from gridbots.record.replay import opened, replay
from gridbots.record.verification import verify
from gridbots_referee.cli.group import cli
from gridbots_referee.play.launch import find_bots
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.stop import Stop
from gridbots_referee.show.replay.timeline import timeline_of
from gridbots_referee.tournament.formats.openings import (
    STRIDE,
    check_opening,
    openings_text,
    random_opening,
    read_openings,
)
from gridbots_referee.tournament.formats.tournament import Opening

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game import Game, State
    from gridbots.record import Record

CASES = [(name, values) for name, variants in VARIANTS.items() for values in variants]
SMALL = GAME.make_settings({"width": 8, "height": 8})


def is_roomy(values: dict[str, Any]) -> bool:
    """Whether all seats survive a few random rounds."""
    return values.get("width", 8) > 4 and values.get("height", 8) > 3


ROOMY = [
    pytest.param(*case, marks=[pytest.mark.slow] * case[0].startswith("battlesnake"))
    for case in CASES
    if is_roomy(case[1])
]
"""Those of packages are slow tests."""


@pytest.mark.parametrize(("name", "values"), ROOMY)
def test_after_a_random_opening_all_seats_live_and_the_match_continues(
    name: str, values: dict[str, Any]
) -> None:
    game = load_game(name)
    settings = game.make_settings(values)
    for seed in range(3):
        opening = random_opening(game, settings, seed, 3)
        assert opening == random_opening(game, settings, seed, 3)
        assert opening.seed % STRIDE == seed
        assert len(opening.moves) == 3
        state = opened(game, settings, opening.seed, opening.moves)
        assert not is_over(state)
        assert all(is_living(state, seat) for seat in range(game.seats(settings)))
    drawn = {random_opening(game, settings, seed, 3).moves for seed in range(6)}
    assert len(drawn) > 1


@pytest.mark.parametrize(("name", "values"), ROOMY)
def test_a_bot_may_move_normally_after_an_opening(name: str, values: dict[str, Any]) -> None:
    game = load_game(name)
    settings = game.make_settings(values)
    for seed in range(3):
        opening = random_opening(game, settings, seed, 3)
        state = opened(game, settings, opening.seed, opening.moves)
        seats = game.seats(settings)
        for seat in range(seats):
            seen = game.observation(state, seat)
            text = game.wire.updates(seen, seat).decode()
            lines = [line.split(" ", 3)[2:] for line in text.splitlines()]
            read = game.wire.read_updates(None, settings, dict(lines))
            assert game.wire.updates(read, seat).decode() == text
            others = [agreed(game, read, seen, other) for other in range(seats)]
            for move in range(len(game.moves)):
                others[seat] = move
                assert survives(read, seat, others) == survives(seen, seat, others)


def agreed(game: Game, one: State, other: State, seat: int) -> int:
    """A move that the rules accept in both states."""
    both = set(game.legal_moves(one, seat)) & set(game.legal_moves(other, seat))
    return min(both, default=NO_MOVE)


def survives(state: State, seat: int, moves: list[int]) -> bool:
    """Whether a seat may make its move and survives it."""
    after = copy_state(state)
    step(after, moves)
    return accepts(state, seat, moves[seat]) and is_living(after, seat)


def test_no_seat_is_favoured_by_random_openings() -> None:
    counts = [[0] * 4, [0] * 4]
    for seed in range(300):
        for words in random_opening(GAME, GAME.make_settings(), seed, 1).moves:
            for seat, word in enumerate(words):
                counts[seat][GAME.moves.index(word)] += 1
    assert all(50 <= count <= 100 for row in counts for count in row), counts


def test_a_missing_random_opening_is_an_error() -> None:
    with pytest.raises(OpeningError, match=r"no 99 random rounds of light-riders .* were found"):
        random_opening(GAME, SMALL, 1, 99)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([["up"]], "opening round 0: expected 2 moves, got 1"),
        ([["up", "jump"]], "opening round 0: expected .* for seat 1, got 'jump'"),
        ([["up", "pass"]], "opening round 0: expected up or right or down or left for seat 1, got"),
        ([["up", "up"], ["down", "up"]], "opening round 1: expected .* for seat 0, got 'down'"),
        ([["up", "up"]] * 9, "opening round .: expected moves after which the match goes on, got"),
    ],
)
def test_an_opening_that_the_rules_reject_is_an_error(moves: list[list[str]], message: str) -> None:
    opening = Opening(1, tuple(map(tuple, moves)))
    with pytest.raises(OpeningError, match=message):
        check_opening(opening, GAME, SMALL)
    with pytest.raises(OpeningError, match=message):
        match(opening)


def test_a_seat_that_is_not_to_move_passes_in_an_opening() -> None:
    game = load_game("paperio")
    settings = game.make_settings({"order": "alternating"})
    opening = random_opening(game, settings, 1, 4)
    assert [("pass" in words) for words in opening.moves] == [True] * 4
    assert len({words.index("pass") for words in opening.moves}) == 2
    check_opening(opening, game, settings)
    turned = tuple(words[::-1] for words in opening.moves)
    with pytest.raises(OpeningError, match=r"expected .* for seat ., got "):
        check_opening(Opening(opening.seed, turned), game, settings)


# In a match


def match(opening: Opening, **limits: Any) -> Record:
    usual = {"timebank_ms": 5000, "ask": "in-turn", "strict": True, "in_process": True}
    spec = MatchSpec(
        id="test",
        game=GAME,
        settings=SMALL,
        seed=opening.seed,
        launches=find_bots(["wall-hugger", "straight"], GAME.name, installed_bots()),
        limits=Limits(**{**usual, **limits}),
        opening=opening.moves,
    )
    stop = Stop()
    try:
        return play(spec, stop)
    finally:
        stop.close()


@pytest.mark.parametrize("limits", [{}, {"in_process": False, "ask": "together"}])
def test_a_match_begins_after_its_opening(limits: dict[str, Any], tmp_path: Path) -> None:
    opening = random_opening(GAME, SMALL, 4, 3)
    record = match(opening, **limits)
    assert record.match.opening == opening.moves
    assert record.result.how == "rules"
    assert record.result.rounds == len(record.rounds)
    assert verify(GAME, record) == []
    first = next(replay(GAME, record))
    assert first["rounds"] == 3
    assert first.tobytes() == opened(GAME, SMALL, opening.seed, opening.moves).tobytes()
    timeline = timeline_of(GAME, record)
    assert timeline.frame(0).round == 3
    assert timeline.last == len(record.rounds)
    assert records.read(records.write(record, tmp_path)) == record


def test_a_record_without_an_opening_is_unchanged() -> None:
    record = match(Opening(4))
    assert b"opening" not in records.encode(record)
    assert verify(GAME, records.decode(records.encode(record))) == []


def test_an_edited_opening_is_reported() -> None:
    record = match(random_opening(GAME, SMALL, 4, 2))
    other = replace(record, match=replace(record.match, opening=record.match.opening[:1]))
    assert verify(GAME, other) == ["round 0: the board differs from the one sent to the bots"]
    wrong = replace(record, match=replace(record.match, opening=(("up", "jump"),)))
    with pytest.raises(RecordError, match=r"opening round 0: expected .* got 'jump'"):
        verify(GAME, wrong)
    with pytest.raises(RecordError, match=r"opening round 0: expected .* got 'jump'"):
        next(replay(GAME, wrong))


# In a file


@given(st.lists(st.integers(0, 50), min_size=1, max_size=6, unique=True), st.integers(0, 4))
def test_openings_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, seeds: list[int], rounds: int
) -> None:
    made = tuple(random_opening(GAME, SMALL, seed, rounds) for seed in seeds)
    path = tmp_path_factory.mktemp("openings") / "o.jsonl"
    path.write_text(openings_text(made))
    assert read_openings(path, GAME, SMALL) == made


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "o: the file contains no openings"),
        ('{"seed": 1}\n{"sed": 1}', "o, line 2: Object contains unknown field `sed`"),
        ('{"seed": 1}\n\n{"moves": []}', "o, line 3: Object missing required field `seed`"),
        ("up", "o, line 1: JSON is malformed"),
        ('{"seed": 1, "moves": [["up", 3]]}', r"o, line 1: Expected `str`, got `int`"),
        ('{"seed": 1, "moves": [["up"]]}', "o, line 1: opening round 0: expected 2 moves, got 1"),
    ],
)
def test_an_invalid_openings_file_is_an_error(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "o").write_text(text)
    with pytest.raises(OpeningError, match=message):
        read_openings(tmp_path / "o", GAME, SMALL)


def test_the_command_prints_a_file_of_openings(tmp_path: Path) -> None:
    words = ["openings", "--rounds", "3", "--count", "5", "--set", "width=8", "--set", "height=8"]
    done = CliRunner().invoke(cli, [*words, "--seed", "9"])
    assert done.exit_code == 0
    (tmp_path / "o").write_text(done.stdout)
    expected = tuple(random_opening(GAME, SMALL, seed, 3) for seed in range(9, 14))
    assert read_openings(tmp_path / "o", GAME, SMALL) == expected
    assert "seed" in msgspec.json.decode(done.stdout.splitlines()[0])
