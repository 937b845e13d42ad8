"""The loop around a bot."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.bot.runner import make_bot, play, play_on, replace_process
from gridbots.bot.time_budget import reading
from gridbots.errors import MoveError, PluginError, ProtocolError, SettingsError, UnknownNameError
from gridbots.game import copy_state
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.wire import field_text
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.plugins.bot import Bot, BotType, Briefing, Budget, Command, checked_move
from gridbots.protocol import wire_names
from gridbots.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridbots.game import Game, State
    from gridbots.limits import ClockKind

GREETING = [
    "settings player_names player0,player1\n",
    "settings your_bot player1\n",
    "settings timebank 10000\n",
    "settings time_per_move 200\n",
    "settings your_botid 1\n",
    "settings field_width 6\n",
    "settings field_height 3\n",
]
BOARDS = [
    "......" + ".0..1." + "......",
    "......" + ".x0.x." + "....1.",
    "..0..." + ".xx.x." + "...1x.",
]


def asking(number: int, bank: int = 10_000) -> list[str]:
    board = ",".join(BOARDS[number])
    return [
        f"update game round {number}\n",
        f"update game field {board}\n",
        f"action move {bank}\n",
    ]


@dataclass
class Script(Bot):
    """Expects calls in this order and gives the moves; `rest` holds the missing calls."""

    rest: list[tuple[str, int]]
    budgets: list[Budget] = field(default_factory=list)
    briefings: list[Briefing] = field(default_factory=list)

    def _next(self, call: str) -> int:
        expected, move = self.rest.pop(0)
        assert call == expected
        return move

    def open(self, briefing: Briefing) -> None:
        self._next("open")
        self.briefings.append(briefing)

    def choose(self, observation: State, budget: Budget) -> int:
        self.budgets.append(budget)
        board = field_text(observation).decode().replace(",", "")
        return self._next(board)

    def close(self) -> None:
        self._next("close")


def test_a_bot_is_opened_asked_and_closed() -> None:
    calls = zip(BOARDS, [DOWN, LEFT, NO_MOVE], strict=True)
    bot = Script([("open", 0), *calls, ("close", 0)])
    replies = io.BytesIO()
    play(bot, GAME, [*GREETING, *asking(0), *asking(1, 9000), "hello\n", *asking(2, 50)], replies)
    assert bot.rest == []
    assert replies.getvalue() == b"down\nleft\npass\n"
    assert [budget.bank_ms for budget in bot.budgets] == [10_000, 9000, 50]
    assert {budget.time_per_move_ms for budget in bot.budgets} == {200}
    (briefing,) = bot.briefings
    assert (briefing.game, briefing.seat, briefing.seats) == (GAME, 1, 2)
    assert (briefing.settings.width, briefing.settings.height) == (6, 3)


def test_each_match_is_played_by_a_new_bot() -> None:
    bots = [Script([("open", 0), (BOARDS[0], move), ("close", 0)]) for move in (DOWN, LEFT)]
    seeds: list[int] = []

    def make(seed: int) -> Bot:
        seeds.append(seed)
        return bots[1]

    replies, match = io.BytesIO(), [*GREETING, *asking(0), "end\n"]
    play_on(bots[0], make, GAME, iter([*match, "seed 5\n", *match]), replies)
    assert [bot.rest for bot in bots] == [[], []]
    assert seeds == [5]
    assert replies.getvalue() == b"down\nready\nleft\nready\n"


@pytest.mark.parametrize("line", ["settings timebank 1\n", "seed\n", "seed x\n", "\n"])
def test_an_invalid_seed_before_another_match_is_refused(line: str) -> None:
    bot = Script([("open", 0), (BOARDS[0], DOWN), ("close", 0)])
    lines = iter([*GREETING, *asking(0), "end\n", line])
    with pytest.raises(ProtocolError, match="seed"):
        play_on(bot, lambda seed: pytest.fail(f"made, {seed}"), GAME, lines, io.BytesIO())


def test_at_the_end_of_input_there_is_no_other_match() -> None:
    bot = Script([("open", 0), (BOARDS[0], DOWN), ("close", 0)])
    replies = io.BytesIO()
    play_on(
        bot, lambda seed: pytest.fail(f"made, {seed}"), GAME, iter([*GREETING, *asking(0)]), replies
    )
    assert bot.rest == []
    assert replies.getvalue() == b"down\n"


@pytest.mark.parametrize(("setting", "kind"), [("cpu", "cpu"), ("wall", "wall"), ("sun", "wall")])
def test_a_bot_learns_the_charged_clock_and_is_timed_by_it(setting: str, kind: ClockKind) -> None:
    bot = Script([("open", 0), (BOARDS[0], DOWN), ("close", 0)])
    before = reading(kind)()
    play(bot, GAME, [*GREETING, f"settings clock {setting}\n", *asking(0)], io.BytesIO())
    assert bot.briefings[0].clock == kind
    assert before <= bot.budgets[0].asked <= reading(kind)()


def test_the_observation_follows_the_match_whatever_the_bot_writes_into_it() -> None:
    seen: list[State] = []

    class Watcher(Bot):
        def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002
            seen.append(copy_state(observation))
            for name in observation.dtype.names or ():
                observation[name] = 0  # It belongs to the bot.
            return UP

    play(Watcher(), GAME, [*GREETING, *asking(0), *asking(1), *asking(2)], io.BytesIO())
    headings = [state["headings"][:2].tolist() for state in seen]
    assert headings == [[RIGHT, LEFT], [RIGHT, DOWN], [UP, LEFT]]
    assert [int(state["rounds"]) for state in seen] == [0, 1, 2]


def test_a_bot_that_is_never_asked_is_only_closed() -> None:
    bot = Script([("close", 0)])
    play(bot, GAME, GREETING, io.BytesIO())
    assert bot.rest == []


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        (7, "7"),
        (-2, "-2"),
        ("up", "'up'"),
        (None, "None: is a `return` missing?"),
        (1.5, "1.5"),
        ("x" * 100, f"'{'x' * 79}..."),
    ],
)
def test_an_invalid_move_is_reported_with_the_valid_ones(chosen: Any, shown: str) -> None:
    bot = Script([("open", 0), (BOARDS[0], chosen)])
    replies = io.BytesIO()
    said = (
        "choose: expected a move of light-riders, an index into game.moves: "
        f"0 (up), 1 (right), 2 (down), 3 (left); or NO_MOVE (-1); got {shown}"
    )
    with pytest.raises(MoveError, match=f"^{re.escape(said)}$"):
        play(bot, GAME, [*GREETING, *asking(0)], replies)
    assert replies.getvalue() == b""


@pytest.mark.parametrize("chosen", [2, 2.0, np.int8(2), np.float64(2), np.array(2)])
def test_any_integer_type_is_a_move(chosen: Any) -> None:
    assert checked_move(GAME, chosen) == 2


def test_a_request_without_a_board_is_an_error() -> None:
    with pytest.raises(ProtocolError, match="expected a field of 18 cells"):
        play(Script([("open", 0)]), GAME, [*GREETING, "action move 100\n"], io.BytesIO())


class Options(Settings, frozen=True):
    depth: int = 2


def kind(make: Callable[[Game, Options], Bot | Command], games: tuple[str, ...] = ()) -> BotType:
    return BotType(summary="for a test", make=make, options=Options, games=games)


def test_a_bot_is_made_with_checked_options() -> None:
    bot_type = kind(lambda game, options: Command((game.name, str(options.depth))))
    assert make_bot(bot_type, "mine", GAME, {"depth": "4"}) == Command(("light-riders", "4"))
    with pytest.raises(
        SettingsError, match=r"unknown option 'deph' of mine; did you mean 'depth'?"
    ):
        make_bot(bot_type, "mine", GAME, {"deph": "4"})


def test_a_bot_for_other_games_is_not_made() -> None:
    bot_type = kind(lambda _game, _options: Command(("true",)), games=("chess", "go"))
    with pytest.raises(UnknownNameError, match="mine plays chess, go, got light-riders"):
        make_bot(bot_type, "mine", GAME, {})


def test_a_missing_program_gives_a_readable_error() -> None:
    with pytest.raises(PluginError, match="cannot start '/no/such/program': No such file"):
        replace_process(Command(("/no/such/program", "fast")))


CHATTERER = """
import os, subprocess, sys
from gridbots.plugins.bot import Bot
from gridbots.games.light_riders import GAME
from gridbots.bot.runner import play_on_pipes

class Chatterer(Bot):
    def choose(self, observation, budget):
        print("up", flush=True)
        os.write(1, b"left\\n")
        subprocess.run([sys.executable, "-c", "print('right')"], check=True)
        return 2

play_on_pipes(Chatterer(), GAME)
"""


def test_the_prints_of_a_bot_do_not_reach_the_referee(tmp_path: Path) -> None:
    script = tmp_path / "chatterer.py"
    script.write_text(CHATTERER)
    # Bytes that are not text, in a line that a bot may ignore.
    lines = "".join(GREETING).encode() + b"update player \xff\xfe\r\n" + "".join(asking(0)).encode()
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        bot.stdin.write(lines)
        bot.stdin.flush()
        # The answer comes while more input may follow.
        assert bot.stdout.readline() == b"down\n"
        rest, chatter = bot.communicate(timeout=60)
    assert (bot.returncode, rest) == (0, b"")
    assert set(chatter.split()) == {b"up", b"left", b"right"}


def test_the_names_on_the_wire_are_those_of_the_seats() -> None:
    assert wire_names(2) == ["player0", "player1"]
