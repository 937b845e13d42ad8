"""Bridge to programs of the Google AI Challenge 2010 (Tron)."""

from __future__ import annotations

import shlex
import shutil
import signal
import sys
from pathlib import Path

import pytest
from tests.bots.bridges.bridged import bridged
from tests.play.matches import command, own_children, play_match

from gridbots.bot.runner import make_bot
from gridbots.errors import UnknownNameError
from gridbots.plugins import installed_bots, load_bot, load_game
from gridbots.protocol import Inbox
from gridbots_bridges.gaic import GaicCodec
from gridbots_referee.play.launch import find_bot

EXAMPLE = Path(__file__).parents[3] / "examples" / "arenas" / "gaic_bot.py"
GREETING = """\
settings player_names player0,player1
settings your_bot player1
settings timebank 10000
settings time_per_move 200
settings your_botid 1
settings field_width 6
settings field_height 4
"""
FIRST = """\
update game round 0
update game field .,.,.,.,.,.,.,.,.,.,.,.,.,0,.,.,1,.,.,.,.,.,.,.
action move 10000
"""
SECOND = """\
update game round 1
update game field .,.,.,.,.,.,.,.,.,.,.,.,.,x,0,1,x,.,.,.,.,.,.,.
action move 10000
"""
GOLDEN = """\
8 6
########
#      #
#      #
# 2  1 #
#      #
########
8 6
########
#      #
#      #
# #21# #
#      #
########
"""


def test_a_map_includes_its_walls_and_the_bot_is_number_1() -> None:
    inbox, codec, sent = Inbox(), GaicCodec(), b""
    for line in (GREETING + FIRST + SECOND).splitlines():
        request = inbox.read(line)
        sent += codec.request(request) if request else b""
    assert sent.decode() == GOLDEN


@pytest.mark.parametrize(
    ("line", "move"),
    [(b"1", b"up"), (b"2", b"right"), (b" 3\r", b"down"), (b"4", b"left"), (b"5", None)],
)
def test_an_answer_is_a_digit(line: bytes, move: bytes | None) -> None:
    assert GaicCodec().move(line) == move


def test_requests_and_answers_are_forwarded(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    program = f"sh -c 'head -n 7 > {heard}; echo 2; head -n 7 >> {heard}; echo 1; cat'"
    with bridged("gaic", "light-riders", command=program) as bridge:
        bridge.tell(GREETING + FIRST)
        assert bridge.answer() == "right"
        bridge.tell(SECOND)
        assert bridge.answer() == "up"
        bridge.close_input()
        assert bridge.exit_code() == 0
    # Input that `head` has read ahead is lost for the next program.
    assert heard.read_text().startswith("8 6\n########\n")


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        ("exit 3", 3, "gaic: sh exited with code 3\n"),
        ("echo out of luck >&2; exit 0", 0, "out of luck\ngaic: sh exited with code 0\n"),
        ("kill -SEGV $$", -signal.SIGSEGV, "gaic: sh was killed by signal 11\n"),
    ],
)
def test_a_bridge_ends_as_its_program_does(program: str, code: int, said: str) -> None:
    words = shlex.join(["sh", "-c", program])
    with bridged("gaic", "light-riders", command=words) as bridge:
        bridge.tell(GREETING + FIRST)
        assert bridge.answer() is None
        assert bridge.exit_code() == code
        assert bridge.said() == said


def test_a_program_that_closes_its_output_does_not_end_the_bridge() -> None:
    with bridged("gaic", "light-riders", command="sh -c 'exec >&-; cat >&2'") as bridge:
        bridge.tell(GREETING + FIRST)
        assert bridge.answer() is None
        bridge.close_input()
        assert bridge.exit_code() == 0
        assert bridge.said().startswith("8 6\n")


def test_an_endless_line_is_forwarded_to_the_referee() -> None:
    with bridged("gaic", "light-riders", command="cat /dev/zero") as bridge:
        bridge.tell(GREETING + FIRST)
        received = 0
        while received <= 65536:
            received += bridge.receive()


def test_a_late_answer_is_not_used_for_the_next_request() -> None:
    program = shlex.join(["sh", "-c", "head -n 7 >&2; sleep 0.2; echo 1; sleep 0.2; echo 4; cat"])
    with bridged("gaic", "light-riders", command=program) as bridge:
        bridge.tell(GREETING + FIRST + SECOND)
        assert bridge.answer() == "left"


def test_a_missing_program_is_refused() -> None:
    kind, game = load_bot("gaic"), load_game("light-riders")
    with pytest.raises(UnknownNameError, match=r"expected a program, got './none'"):
        make_bot(kind, "gaic", game, {"command": "./none"})
    with pytest.raises(UnknownNameError, match=r"chmod \+x on it"):
        make_bot(kind, "gaic", game, {"command": str(EXAMPLE.parent / "README.md")})


@pytest.mark.slow  # two programs are started
def test_the_example_plays() -> None:
    bot = find_bot(f"gaic:{sys.executable} {EXAMPLE}", "light-riders", installed_bots())
    passing = command(shutil.which("perl") or "perl", "-ne", "$|=1; print qq(pass\n) if /^act/")
    result = play_match(bot, passing, timebank_ms=60_000, start_allowance_ms=60_000).result
    assert result.outcome
    assert result.outcome.winner == 0
    assert result.players[0].warnings == 0


LEAVES_HELPERS = """
import os, subprocess, sys, time
subprocess.Popen(["sleep", "600"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    time.sleep(600)
for line in sys.stdin:
    for _ in range(int(line.split()[1])):
        sys.stdin.readline()
    print(1, flush=True)
time.sleep(600)
"""


@pytest.mark.slow  # a program is started with its bridge
def test_all_processes_of_a_program_end_with_the_match() -> None:
    before = own_children()
    words = shlex.join([sys.executable, "-S", "-E", "-c", LEAVES_HELPERS])
    bot = find_bot(f"gaic:{words}", "light-riders", installed_bots())
    passing = command(shutil.which("perl") or "perl", "-ne", "$|=1; print qq(pass\n) if /^act/")
    record = play_match(bot, passing, timebank_ms=60_000, start_allowance_ms=60_000)
    assert record.result.how == "rules"
    assert record.result.leftovers == ()
    assert own_children() <= before
