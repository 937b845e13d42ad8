"""Records of matches: written completely, read with checks, verified by the rules."""

from __future__ import annotations

import gzip
import re
import tracemalloc
import zlib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gridbots import record as records
from gridbots.errors import RecordError
from gridbots.game import Outcome, accepts, is_living, is_over, is_to_move, step
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import NO_MOVE, offset
from gridbots.limits import Limits
from gridbots.record import (
    SCHEMA,
    TERMINATIONS,
    Match,
    Note,
    Player,
    PlayerResult,
    Record,
    Result,
    Round,
    replay,
)
from gridbots.record.replay import checksum
from gridbots.record.verification import verify

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game import State

LIMITS = Limits(line_cap=1024)


def choice(state: State, seat: int) -> int:
    if not is_living(state, seat):
        return NO_MOVE
    around = [state["riders"][seat] + offset(move, state["stride"]) for move in range(4)]
    free = [move for move, cell in enumerate(around) if state["cells"][cell] == EMPTY]
    if seat > 0 and free:
        return free[0]
    return next(move for move in range(4) if accepts(state, seat, move))  # up, or it is no move


def played(seats: int = 2, seed: int = 5, **values: Any) -> Record:
    """A true record: the first rider goes up until it crashes, the others look for free space."""
    values = {"width": 8, "height": 8, "seats": seats, **values}
    state = GAME.setup(GAME.make_settings(values), seed)
    rounds: list[Round] = []
    while not is_over(state):
        moves = [choice(state, seat) for seat in range(seats)]
        words = tuple(None if move == NO_MOVE else GAME.moves[move] for move in moves)
        notes = (Note(0, "malformed", "upp"),) if not rounds else ()
        asked = [bool(is_to_move(state, seat)) for seat in range(seats)]
        wall, banks = (tuple(n if each else None for each in asked) for n in (10, 10_000))
        rounds.append(Round(words, checksum(GAME, state, seats), wall, (), banks, notes))
        step(state, moves)
    outcome = GAME.outcome(state)
    players = tuple(
        PlayerResult(
            name=f"bot {seat}",
            place=outcome.places[seat],
            score=outcome.scores[seat],
            termination="survived" if is_living(state, seat) else "eliminated",
            warnings=int(seat == 0),
            moves=(moved := sum(each.wall_us[seat] is not None for each in rounds)),
            wall_ms=round(moved * 0.01, 3),
            median_wall_ms=0.01,
            most_wall_ms=0.01,
            bank_left_ms=10_000,
        )
        for seat in range(seats)
    )
    return Record(
        Match(
            schema=SCHEMA,
            id="m1",
            game="light-riders",
            settings=values,
            seed=seed,
            players=tuple(Player(f"bot {seat}", ("./bot", "-x")) for seat in range(seats)),
            limits=LIMITS,
            started="2024-05-01T12:00:00Z",
            versions={"gridbots": "0.1.0"},
        ),
        tuple(rounds),
        Result("rules", len(rounds), outcome, players, checksum(GAME, state, seats), 1.5),
    )


TRUE = played()
LINES = records.encode(TRUE).splitlines()


def test_the_match_of_these_tests_has_rounds() -> None:
    assert len(TRUE.rounds) >= 5


@pytest.mark.parametrize("record", [TRUE, played(4), played(4, max_rounds=2)])
def test_a_record_is_read_as_it_was_written(record: Record, tmp_path: Path) -> None:
    assert records.decode(records.encode(record)) == record
    path = records.write(record, tmp_path / "new" / "folder")
    assert path.name == "m1.jsonl.gz"
    assert records.read(path) == record
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(gzip.decompress(path.read_bytes()))
    assert records.read(plain) == record
    assert verify(GAME, record) == []


def test_the_same_record_is_the_same_file(tmp_path: Path) -> None:
    first, second = (records.write(TRUE, tmp_path / name) for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()


def test_a_record_is_written_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = records.write(TRUE, tmp_path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("power cut")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OSError, match="power cut"):
        records.write(played(4), tmp_path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.glob("*.gz")] == ["m1.jsonl.gz"]


def test_replay_gives_the_opening_and_the_state_after_each_round() -> None:
    boards = [checksum(GAME, state, 2) for state in replay.replay(GAME, TRUE)]
    assert boards == [*(each.told for each in TRUE.rounds), TRUE.result.told]


def joined(lines: list[bytes]) -> bytes:
    return b"\n".join(lines) + b"\n"


def changed(number: int, old: bytes, new: bytes) -> bytes:
    """The record with a change in one line; the lines are numbered from 1."""
    lines = list(LINES)
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return joined(lines)


DAMAGED = {
    "nothing": (b"", "expected a match on line 1 and a result below, got 0 lines"),
    "one line": (joined(LINES[:1]), "expected a match on line 1 and a result below, got 1 lines"),
    "no result": (
        joined(LINES[:-1]),
        f"expected a match on line 1 and a result below, got {len(LINES) - 1} lines",
    ),
    "cut": (joined(LINES)[:-20], f"line {len(LINES)}: "),
    "no match": (joined(LINES[1:]), "line 1: expected a match, got a round"),
    "swapped ends": (joined([LINES[-1], *LINES[1:-1], LINES[0]]), "line 1: expected a match, got"),
    "match within": (
        joined([LINES[0], *LINES]),
        "line 2: expected a round or a result, got a match",
    ),
    "result within": (
        joined([*LINES[:2], LINES[-1], *LINES[2:]]),
        "line 4: expected no line after the result",
    ),
    "empty line": (joined([LINES[0], b"", *LINES[1:]]), "line 2: "),
    "no JSON": (changed(3, b"{", b""), "line 3: "),
    "unknown kind": (changed(2, b'"round"', b'"ring"'), "line 2: Invalid value 'ring'"),
    "wrong type": (
        changed(2, b'"told":', b'"told":"x","t":'),
        "line 2: Expected `int`, got `str`",
    ),
    "missing field": (changed(1, b'"seed":', b'"sed":'), "line 1: Object missing required field"),
    "wrong limit": (changed(1, b'"together"', b'"never"'), "line 1: Invalid enum value 'never'"),
    "not UTF-8": (changed(1, b"bot 0", b"b\xff"), "line 1: "),
    "too deep": (changed(1, b'"width":8', b'"w":' + b'{"a":' * 100_000), "line 1: "),
    "newer": (
        changed(1, b'"schema":1', b'"schema":2'),
        "line 1: expected schema 1 or older, got 2",
    ),
    "newer and other": (
        b'{"line":"game","schema":2}\n{}\n',
        "line 1: expected schema 1 or older, got 2",
    ),
    "zeros": (b"\x00" * 100, "line 1: "),
    "moves too few": (
        changed(4, b'"moves":["up",', b'"moves":['),
        "line 4: moves: expected 2, one for each player, got 1",
    ),
    "moves too many": (changed(4, b'"moves":[', b'"moves":["up",'), "line 4: moves: expected 2, "),
    "times too few": (changed(4, b'"wall_us":[10,10]', b'"wall_us":[10]'), "line 4: wall_us: expe"),
    "note of nobody": (changed(2, b'"seat":0', b'"seat":2'), "line 2: notes[0].seat: expected a "),
    "places too few": (
        changed(len(LINES), b'"places":[2,', b'"places":['),
        f"line {len(LINES)}: outcome.places: expected 2, one for each player, got 1",
    ),
    "winner who is nobody": (
        changed(len(LINES), b'"winner":1', b'"winner":7'),
        f"line {len(LINES)}: outcome.winner: expected a seat from 0 to 1, got 7",
    ),
    "many digits": (
        changed(1, b'"seed":5', b'"seed":' + b"9" * 5_000),
        "line 1: Integer value out",
    ),
    "seed of 100 digits": (
        changed(1, b'"seed":5', b'"seed":' + b"9" * 100),
        "line 1: seed: expected a number of 64 bits, got one of 100 digits",
    ),
    "setting of 100 digits": (
        changed(1, b'"width":8', b'"width":' + b"9" * 100),
        "line 1: settings.width: expected a number of 64 bits, got one of 100 digits",
    ),
    "no players": (
        joined([msgspec.json.encode(replace(TRUE.match, players=())), *LINES[1:]]),
        "line 1: players: expected at least one, got none",
    ),
    "long opening": (
        joined([msgspec.json.encode(replace(TRUE.match, opening=(("up",),))), *LINES[1:]]),
        "line 1: opening[0]: expected 2, one for each player, got 1",
    ),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_record_is_an_error_that_names_file_and_line(damage: str, tmp_path: Path) -> None:
    text, message = DAMAGED[damage]
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(text)
    with pytest.raises(RecordError) as caught:
        records.read(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_file_that_cannot_be_unpacked_is_an_error(tmp_path: Path) -> None:
    path = records.write(TRUE, tmp_path)
    whole = path.read_bytes()
    damaged = [whole[:length] for length in (2, 9, 10, 40, len(whole) - 8, len(whole) - 1)]
    damaged.append(whole[:40] + bytes([whole[40] ^ 255]) + whole[41:])
    damaged.append(whole[:-5] + b"\x00" + whole[-4:])
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(RecordError, match=r"^/"):
            records.read(path)
    with pytest.raises(RecordError, match="No such file"):
        records.read(tmp_path / "absent.jsonl.gz")
    with pytest.raises(RecordError, match="directory"):
        records.read(tmp_path)


def test_more_than_one_gzip_member_is_an_error(tmp_path: Path) -> None:
    path = records.write(TRUE, tmp_path)
    whole = path.read_bytes()
    for more in (whole, gzip.compress(b""), b"\x00" * 512, b"x"):
        path.write_bytes(whole + more)
        with pytest.raises(RecordError, match="expected one gzip member, got more data after it"):
            records.read(path)


def bomb(head: bytes, text: bytes, times: int) -> bytes:
    """A gzip file of `head` and many copies of `text` packed once; its trailer is wrong."""
    packer = zlib.compressobj(9, wbits=31)
    start = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + (packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)) * times


ROUND = LINES[2] + b"\n"
BOMBS: dict[str, tuple[bytes, str]] = {
    "endless match": (bomb(b"", b" " * (1 << 20), 2000), "line 1: expected 4 MiB at most"),
    "endless round": (bomb(LINES[0] + b"\n{", b" " * (1 << 20), 2000), "line 2: expected 4 MiB at"),
    "zeros": (bomb(b"", b"\x00" * (1 << 20), 2000), "line 1: expected 4 MiB at most"),
    "empty lines": (bomb(b"", b"\n" * (1 << 20), 2000), "line 1: Input data was truncated"),
    "rounds": (bomb(LINES[0] + b"\n", ROUND * 1000, 20_000), "expected at most 2000 rounds"),
    "text": (
        bomb(LINES[0] + b"\n", b" " * 90_000 + ROUND, 20_000),
        "expected at most 4 MiB of text",
    ),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_decompression_bomb_is_an_error_that_takes_no_memory(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridbots.record.codec.ROUND_CAP", 2000)
    if kind == "text":
        monkeypatch.setattr("gridbots.record.lines.TEXT_CAP", 4 << 20)
    packed, message = BOMBS[kind]
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(packed)
    tracemalloc.start()
    try:
        with pytest.raises(RecordError, match=re.escape(message)):
            records.read(path)
        assert tracemalloc.get_traced_memory()[1] < 24 << 20
    finally:
        tracemalloc.stop()


@given(st.data())
def test_any_damage_is_a_record_error_or_no_damage(data: st.DataObject) -> None:
    text = records.encode(TRUE)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    text = text[:start] + data.draw(st.binary(max_size=8)) + text[end:]
    try:
        record = records.decode(text)
        verify(GAME, record)
    except RecordError:
        pass


MISSHAPED: dict[str, tuple[Any, str]] = {
    "player too many": (
        lambda: with_match(TRUE, players=TRUE.match.players * 2),
        "line 2: moves: expected 4, one for each player, got 2",
    ),
    "result too few": (
        lambda: with_result(TRUE, players=TRUE.result.players[:1]),
        f"line {len(LINES)}: players: expected 2, one for each player, got 1",
    ),
    "move too few": (
        lambda: with_round(TRUE, 3, moves=("up",)),
        "line 5: moves: expected 2, one for each player, got 1",
    ),
}


@pytest.mark.parametrize("kind", MISSHAPED)
def test_lists_of_wrong_length_are_an_error(kind: str) -> None:
    make, message = MISSHAPED[kind]
    with pytest.raises(RecordError, match=f"^{re.escape(message)}$"):
        records.decode(records.encode(make()))


LAST = len(TRUE.rounds) - 1


def with_round(record: Record, number: int, **changes: Any) -> Record:
    rounds = list(record.rounds)
    rounds[number] = replace(rounds[number], **changes)
    return replace(record, rounds=tuple(rounds))


def with_match(record: Record, **changes: Any) -> Record:
    return replace(record, match=replace(record.match, **changes))


def with_result(record: Record, **changes: Any) -> Record:
    return replace(record, result=replace(record.result, **changes))


def placed(record: Record, seat: int, place: int) -> Record:
    players = list(record.result.players)
    players[seat] = replace(players[seat], place=place)
    return with_result(record, players=tuple(players))


TAMPERED: dict[str, tuple[Record, str]] = {
    "changed move": (
        with_round(TRUE, 1, moves=("right", TRUE.rounds[1].moves[1])),
        "round 2: the board differs from the one sent to the bots",
    ),
    "changed last move": (
        with_round(TRUE, LAST, moves=("right", TRUE.rounds[LAST].moves[1])),
        "the board at the end",
    ),
    "illegal move": (
        with_round(TRUE, LAST, moves=("down", TRUE.rounds[LAST].moves[1])),
        f"round {LAST}: seat 0 has the illegal move 'down'",
    ),
    "dropped round": (
        replace(TRUE, rounds=TRUE.rounds[:2] + TRUE.rounds[3:]),
        "round 2: the board differs",
    ),
    "dropped last round": (
        replace(TRUE, rounds=TRUE.rounds[:-1]),
        "by the record the rules ended the match, but by the rules it goes on",
    ),
    "added round": (
        replace(TRUE, rounds=(*TRUE.rounds, TRUE.rounds[-1])),
        f"round {LAST + 1}: the rules end the match here, but the record goes on",
    ),
    "changed outcome": (
        with_result(TRUE, outcome=Outcome(0, (1, 2), (9, 9))),
        "outcome: the rules say Outcome(",
    ),
    "no outcome": (with_result(TRUE, outcome=None), "outcome: the rules say Outcome("),
    "changed place": (placed(TRUE, 0, 7), "seat 0: expected place "),
    "changed count": (with_result(TRUE, rounds=99), f"rounds: expected {LAST + 1}, got 99"),
    "relabelled as a forfeit": (
        with_result(TRUE, how="forfeit"),
        "the record ends by a forfeit, but no player has failed",
    ),
    "relabelled as interrupted": (with_result(TRUE, how="interrupted"), "outcome: the rules say"),
    "changed end": (with_result(TRUE, told=1), "the board at the end differs"),
    "changed seed": (with_match(TRUE, seed=6), "round 0: the board differs"),
    "changed game": (with_match(TRUE, game="chess"), "game: expected light-riders, got chess"),
    "changed board": (
        with_match(TRUE, settings={"width": 9, "height": 8}),
        "round 0: the board differs",
    ),
    "other seats": (with_match(TRUE, settings={"seats": 4}), "players: expected 4, got 2"),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_verify_reports_what_was_tampered_with(kind: str) -> None:
    record, message = TAMPERED[kind]
    differences = verify(GAME, records.decode(records.encode(record)))
    assert any(difference.startswith(message) for difference in differences), differences


def test_a_move_of_an_eliminated_seat_is_reported() -> None:
    true = played(4)
    number = next(n for n, each in enumerate(true.rounds) if None in each.moves and n > 3)
    state = list(replay.replay(GAME, replace(true, rounds=true.rounds[:number])))[-1]
    gone = next(seat for seat in range(4) if not is_living(state, seat))
    moves = list(true.rounds[number].moves)
    moves[gone] = "up"
    differences = verify(GAME, with_round(true, number, moves=tuple(moves)))
    assert differences == [
        f"round {number}: seat {gone} has a move, but by the rules it is not to move",
    ]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (with_round(TRUE, 1, moves=("jump", "up")), "expected moves among .*, got .*jump"),
        (
            with_match(TRUE, settings={"width": 2}),
            "light-riders: expected an integer >= 3, got 2",
        ),
        (with_match(TRUE, settings={"wide": 2}), "unknown setting 'wide' of light-riders"),
    ],
)
def test_what_cannot_be_replayed_is_an_error(record: Record, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        verify(GAME, record)
    with pytest.raises(RecordError, match=message):
        list(replay.replay(GAME, record))


def test_a_void_match_need_not_end() -> None:
    players = tuple(
        PlayerResult(name=f"bot {seat}", place=None, score=None, termination="not-started")
        for seat in range(2)
    )
    void = replace(TRUE, rounds=(), result=Result("void", 0, None, players))
    assert verify(GAME, void) == []
    assert records.decode(records.encode(void)) == void


def test_every_termination_has_a_meaning() -> None:
    assert {player.termination for player in TRUE.result.players} <= set(TERMINATIONS)
    assert all(TERMINATIONS.values())


def test_defaults_are_not_written() -> None:
    assert "versions" not in msgspec.json.decode(
        msgspec.json.encode(replace(TRUE.match, versions={}))
    )
