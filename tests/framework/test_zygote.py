"""A process that loads a bot once and forks it for each request, spoken to without a referee."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest

from gridbots.bot.zygote import FAILED, MOST_BYTES, REFUSED, STAYS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")

REQUEST = """\
settings player_names player0,player1
settings your_botid 0
settings field_width 6
settings field_height 3
update game round 0
update game field .,.,.,.,.,.,.,0,.,.,1,.,.,.,.,.,.,.
action move 10000
"""


@contextmanager
def zygote(*words: str) -> Iterator[tuple[socket.socket, subprocess.Popen[bytes]]]:
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    argv = [sys.executable, "-P", "-m", "gridbots", "zygote", *words]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    with ours, subprocess.Popen(argv, stdin=its.fileno(), env=environment) as process:
        its.close()
        try:
            yield ours, process
        finally:
            ours.close()
        assert process.wait() == 0


def fork(referee: socket.socket, folder: Path) -> tuple[bytes, str]:
    """The answer to a request for a bot, and that bot's reply to REQUEST."""
    with ExitStack() as files:
        (its_in, our_in), (our_out, its_out) = os.pipe(), os.pipe()
        socket.send_fds(referee, [os.fsencode(folder)], [its_in, its_out, 2])
        answer = referee.recv(MOST_BYTES)
        os.close(its_in)
        os.close(its_out)
        files.enter_context(os.fdopen(our_out))
        with os.fdopen(our_in, "w") as bot:
            if answer != FAILED:
                bot.write(REQUEST)
        assert select.select([our_out], [], [], 30)[0]
        return answer, os.read(our_out, 100).decode()


def started(*words: str) -> str:
    """The reply of a started bot to REQUEST."""
    command = [sys.executable, "-P", "-m", "gridbots", *words]
    return subprocess.run(command, input=REQUEST, capture_output=True, text=True, check=True).stdout


def test_each_request_gets_a_bot_that_plays(tmp_path: Path) -> None:
    with zygote("wall-hugger") as (referee, process):
        assert referee.recv(MOST_BYTES) == STAYS
        answers = [fork(referee, tmp_path) for _ in range(2)]
        assert len({pid for pid, _ in answers} | {b"%d" % process.pid}) == 3
        assert {word for _, word in answers} == {started("wall-hugger")}


def test_a_failed_fork_is_reported_and_the_next_request_is_served(tmp_path: Path) -> None:
    with zygote("straight") as (referee, _):
        assert referee.recv(MOST_BYTES) == STAYS
        assert fork(referee, tmp_path / "nowhere") == (FAILED, "")
        assert fork(referee, tmp_path)[0].isdigit()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no-such-bot"], "unknown bot 'no-such-bot'"),
        (["wall-hugger", "hnad=left"], "unknown option 'hnad' of wall-hugger"),
        (["straight", "--settings", '{"width": 2}'], "expected an integer >= 3"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_request_that_describes_no_bot_is_refused(words: list[str], message: str) -> None:
    with zygote(*words) as (referee, _):
        answer = referee.recv(MOST_BYTES)
        assert answer.startswith(REFUSED)
        assert message in answer.decode()
