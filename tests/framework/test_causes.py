"""Causes of elimination in words: scripted rounds of every game, and whole matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest
from tests.games import test_light_riders_laws as riders
from tests.games import test_multisnake_laws as multisnake
from tests.games import test_paperio_laws as paperio
from tests.games import test_snake_laws as snake
from tests.viewer.replays import GAMES, record_of

from gridbots.errors import RecordError
from gridbots.game import copy_state, is_living, step
from gridbots.plugins import load_game
from gridbots.record import Note
from gridbots.record.causes import cause_of, causes, wanted_moves
from gridbots.record.replay import move_numbers

if TYPE_CHECKING:
    from gridbots.game import State

NAMES = ("ada", "bob", "cleo", "dan")


class Round(NamedTuple):
    """A round, and the fate of each seat in it."""

    name: str
    game: str
    state: State
    moves: str
    messages: tuple[str, ...]


def ride(board: str, headings: str, **more: Any) -> State:
    return riders.drawn(board.replace("/", "\n"), headings, **more)


def slide(board: str, **more: Any) -> State:
    return multisnake.drawn(board.replace("/", "\n"), **more)


PAPERIO = {
    "a head on its own trail is out": ("ada ran into its own trail",),
    "a head off the board is out": ("ada left the board",),
    "who enters a trail cuts it": ("ada had its trail cut by bob",),
    "the cell that a head has just left is trail already": ("ada had its trail cut by bob",),
    "heads that exchange their cells cut each other": (
        "ada had its trail cut by bob", "bob had its trail cut by ada",
    ),
    "who stands in what another takes is out": ("bob was enclosed by ada",),
    "heads may meet in one cell": (),
}  # fmt: skip
"""Rounds of the tests of its rules, where they are drawn."""


def paperio_round(name: str) -> Round:
    (case,) = (case for case in paperio.CASES if case.name == name)
    moves = " ".join(load_game("paperio").moves[paperio.LETTERS[each]] for each in case.moves)
    state = paperio.drawn(case.before, case.headings, order=case.order)
    return Round(name, "paperio", state, moves, PAPERIO[name])


ROUNDS = [
    Round("off", "light-riders", ride("0..../...1./.....", "ul"), "up left",
          ("ada left the board",)),
    Round("swap", "light-riders", ride("...../.01../.....", "rl"), "right left",
          ("ada met bob head on", "bob met ada head on")),
    Round("one cell", "light-riders", ride("...../.0.1./.....", "rl"), "right left",
          ("ada met bob head on", "bob met ada head on")),
    Round("a wall of this round", "light-riders", ride("...../.01../.....", "rr"), "right right",
          ("ada ran into the wall of bob",)),
    Round("a block", "light-riders", ride("...../.0x1./.....", "ru"), "right up",
          ("ada ran into a block",)),
    Round("a dead end", "light-riders", ride(".x.../x0x.1/.x...", "rl"), "right up",
          ("ada was enclosed and ran into a block",)),
    Round("stuck", "light-riders", ride("..x.../.0.x../..x..1/....../....../......", "rl",
                                        end="stuck"), "right left",
          ("ada had no way out",)),
    Round("off", "multisnake", slide("a.../b.BA"), "up right",
          ("ada left the board",)),
    Round("a body", "multisnake", slide(".ba.../...A../...B../...C../"), "right up",
          ("ada met bob head on", "bob met ada head on")),
    Round("another's side", "multisnake", slide(".baDC./...EB./....A."), "right down",
          ("ada ran into the body of bob",)),
    Round("its own body", "multisnake", slide("jihg../...fe./...ad./BA.bc./"), "up up",
          ("ada ran into its own body",)),
    Round("a dash", "multisnake", slide("cbaBC./...A../....../", points=(9, 9), acceleration=True),
          "dash_right down", ("ada ran into the body of bob",)),
    Round("off", "snake", snake.drawn("0.../..../..../...a".replace("/", "\n"), "u"), "up",
          ("ada left the board",)),
    Round("its own body", "snake", snake.drawn("..../.dl./.r0./...a".replace("/", "\n"), "r"), "up",
          ("ada ran into its own body",)),
    *map(paperio_round, PAPERIO),
]  # fmt: skip


@pytest.mark.parametrize("case", ROUNDS, ids=lambda case: f"{case.game}, {case.name}")
def test_a_cause_is_described_in_words(case: Round) -> None:
    game = load_game(case.game)
    before, words = game.frame(case.state, None), case.moves.split()
    state = copy_state(case.state)
    step(state, move_numbers(game, words))
    after = game.frame(state, before)
    messages = tuple(
        f"{NAMES[seat]} {cause_of(before, after, seat, words).words(NAMES)}"
        for seat in range(len(words))
        if not is_living(state, seat)
    )
    assert messages == case.messages


@pytest.mark.parametrize("name", GAMES)
def test_every_elimination_of_a_match_has_a_cause(name: str) -> None:
    game = load_game(name)
    for seed in (1, 2):
        record = record_of(name, seed)
        for player, cause in zip(record.result.players, causes(game, record), strict=True):
            assert (cause is None) == (player.termination != "eliminated")
            assert cause is None or cause.kind != "rules"


def test_a_bot_that_failed_has_no_cause_by_the_rules() -> None:
    record = record_of("light-riders")
    failed = msgspec.structs.replace(record.result.players[0], failed_in_round=3)
    result = msgspec.structs.replace(record.result, players=(failed, record.result.players[1]))
    assert (
        causes(load_game("light-riders"), msgspec.structs.replace(record, result=result))[0] is None
    )


def test_an_illegal_move_reports_its_target() -> None:
    round_ = record_of("multisnake").rounds[0]
    notes = (Note(1, "illegal", "left"), Note(0, "malformed", "north"))
    words = wanted_moves(msgspec.structs.replace(round_, notes=notes))
    assert words == [round_.moves[0], "left", round_.moves[2]]


def test_a_record_of_another_number_of_players_is_an_error_of_ours() -> None:
    game, record = load_game("light-riders"), record_of("light-riders")
    changed = msgspec.structs.replace(record.match, settings={"seats": 4})
    with pytest.raises(RecordError, match="expected 4 players, got 2"):
        causes(game, msgspec.structs.replace(record, match=changed))
