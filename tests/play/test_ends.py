"""Bots that ask for it are sent the end of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.play.matches import command, play_match, villain

from gridbots import Bot, BotType, Briefing, Budget, State
from gridbots.bot.runner import ProtocolAdapter
from gridbots.games.light_riders import GAME
from gridbots.protocol import ASK_END
from gridbots.record.replay import replay, updates
from gridbots_referee.play.launch import Launch
from gridbots_referee.play.transport import in_process
from gridbots_referee.play.transport.stderr import StderrBuffer

if TYPE_CHECKING:
    from gridbots.record import Record


STRAIGHT = """
while read -r line; do
    case "$line" in action*) echo pass; seen= ;; *) seen="$seen$line|" ;; esac
done
echo "$seen" | tr "|" "\\n" >&2
"""
"""A bot that goes straight on and reports the lines after its last move."""
ASKING = command("sh", "-c", f"echo ask end >&2\n{STRAIGHT}")
SILENT = command("sh", "-c", STRAIGHT)


def last_board(record: Record) -> str:
    """The update lines of the final state, and the end line."""
    *_, state = replay(GAME, record)
    return updates(GAME, state, 2)[0][0].decode() + "end\n"


@pytest.mark.parametrize("ask", ["together", "in-turn"])
def test_a_bot_that_asks_is_sent_the_last_board(ask: str) -> None:
    record = play_match(ASKING, SILENT, ask=ask)
    asking, silent = record.result.players
    assert asking.stderr == f"{last_board(record)}\n"
    assert silent.stderr == "\n"
    assert record.result.how == "rules"


def test_a_bot_that_has_failed_is_sent_nothing() -> None:
    record = play_match(ASKING, villain("exits_after_a_valid_move"))
    asking, failed = record.result.players
    assert asking.stderr == f"{last_board(record)}\n"
    assert (failed.termination, failed.stderr) == ("exited", "")


@pytest.mark.parametrize(
    ("pieces", "tail"),
    [
        ([b"ask end\n"], b""),
        ([b"hello\nas", b"k en", b"d", b"\nthere\n"], b"hello\nthere\n"),
        ([b"I ask end\n"], b"I ask end\n"),
        ([b"ask ending\n"], b"ask ending\n"),
        ([b"ask end"], b"ask end"),
    ],
)
def test_the_end_is_requested_in_a_separate_line(pieces: list[bytes], tail: bytes) -> None:
    buffer = StderrBuffer()
    for piece in pieces:
        buffer.feed(piece)
    assert buffer.tail == tail
    assert buffer.asks_end == (b"ask end" not in tail)


class Watching(Bot):
    """A bot that asks for the end."""

    rounds: int | None = None

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002
        return 0

    def see_end(self, observation: State) -> None:
        Watching.rounds = int(observation["rounds"])


class Blind(Bot):
    def open(self, briefing: Briefing) -> None:
        """A bot without `see_end`."""

    choose = Watching.choose


@pytest.mark.parametrize(("bot", "said"), [(Watching(), ASK_END.decode()), (Blind(), "")])
def test_a_python_bot_asks_by_defining_the_method(
    bot: Bot, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Watching.rounds = None
    state = GAME.setup(GAME.make_settings(), 1)
    board = updates(GAME, state, 2)[0][0].decode()
    player = ProtocolAdapter(bot, GAME)
    replies = [player.read(line) for line in f"{board}action move 900\n{board}end\n".splitlines()]
    assert [reply for reply in replies if reply] == [b"up\n"]
    assert capsys.readouterr().err == said
    assert Watching.rounds == (0 if said else None)


def test_an_in_process_bot_asks_by_defining_the_method(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = BotType(summary="double", make=lambda _game, _options: Watching())
    monkeypatch.setattr(in_process, "load_bot", lambda _: kind)
    launch = Launch(name="double", bot="double", argv=(), plugin="double")
    record = play_match(launch, launch, ask="in-turn", in_process=True)
    assert Watching.rounds == len(record.rounds)
