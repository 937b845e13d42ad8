"""Bots that stay play match after match in one process, and matches do not affect each other."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.play.matches import play_match, villain

from gridbots.limits import Isolation
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox

if TYPE_CHECKING:
    from tests.play.plugins import Shelf

    from gridbots.record import PlayerResult
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.transport.zygote import Zygotes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has zygotes")

PATIENT = {"timebank_ms": 20_000, "start_allowance_ms": 20_000}
STAYING = """
from gridbots.plugins.bot import ProtocolBot

class StayingBot(ProtocolBot):
    stays = True

    def run(self):
        count = 0
        # A group is charged only what its bot has written to since the fork.
        kept = b"x" * 2**21
        for line in sys.stdin:
            if line.startswith("settings player_names"):
                count += 1
                tell("ask end")
                tell("match", count, os.getpid())
                print("left over", flush=True)
            elif line.startswith("action"):
                print("pass", flush=True)
            elif line == "end\\n":
                farewell()

def farewell():
    print("ready", flush=True)

def make(game, options):
    return StayingBot()
"""

COUNTING = """
from msgspec import Meta

class CountingBot(Bot):
    stays = True

    def __init__(self, number):
        self.number, self.count = number, 0

    def choose(self, observation, budget):
        self.count += 1
        if self.number == BAD:
            raise RuntimeError
        if self.count == 1:
            tell("match", self.count, os.getpid(), self.number)
        return -1

BAD = 13

class Options(Settings, frozen=True):
    seed: Annotated[int, Meta(ge=0)] = 0

def make(game, options):
    return CountingBot(options.seed)
"""


def said(*bots: Launch, **changes: Any) -> list[list[int]]:
    """The report of each staying bot in a match: its count of matches, and its process."""
    record = play_match(*bots, **{**PATIENT, **changes})
    assert record.result.how == "rules"
    assert all(_is_measured(player) for player in record.result.players)
    lines = [player.stderr.split() for player in record.result.players]
    return [[int(word) for word in words[1:]] for words in lines if words[:1] == ["match"]]


def _is_measured(player: PlayerResult) -> bool:
    return (player.cpu_ms or 0) > 0 and (player.peak_memory_mib or 0) > 1


def test_a_bot_that_stays_plays_match_after_match_in_any_seat(
    shelf: Shelf, zygotes: Zygotes
) -> None:
    bot, other = shelf.put("staying", STAYING), villain("_honest")
    [[first, pid]] = said(bot, other, zygotes=zygotes)
    assert first == 1
    assert said(other, bot, zygotes=zygotes) == [[2, pid]]
    assert sorted(said(bot, bot, zygotes=zygotes))[1] == [3, pid]
    assert said(other, bot, zygotes=zygotes)[0][0] > 1


def test_each_match_has_a_new_bot_with_its_own_seed(shelf: Shelf, zygotes: Zygotes) -> None:
    bot = shelf.put("counting", COUNTING)
    seeds = [7, 0, 2**32 - 1]
    found = [
        said(msgspec.structs.replace(bot, seed=seed), villain("_honest"), zygotes=zygotes)[0]
        for seed in seeds
    ]
    assert [[count, seed] for count, _, seed in found] == [[1, seed] for seed in seeds]
    assert len({pid for _, pid, _ in found}) == 1


def test_a_bot_that_has_failed_is_forked_again(shelf: Shelf, zygotes: Zygotes) -> None:
    bot, other = shelf.put("counting", COUNTING), villain("_honest")
    [[_, first, _]] = said(bot, other, zygotes=zygotes)
    limits: dict[str, Any] = PATIENT
    failing = play_match(msgspec.structs.replace(bot, seed=13), other, zygotes=zygotes, **limits)
    assert failing.result.how == "forfeit"
    assert "RuntimeError" in failing.result.players[0].stderr
    [[_, second, _]] = said(bot, other, zygotes=zygotes)
    assert second != first


def test_without_a_zygote_a_bot_plays_one_match(shelf: Shelf) -> None:
    bot = shelf.put("staying", STAYING)
    assert [said(bot, villain("_honest"))[0][0] for _ in range(2)] == [1, 1]


def test_a_bot_that_died_between_matches_is_forked_again(shelf: Shelf, zygotes: Zygotes) -> None:
    bot = shelf.put("staying", STAYING)
    [[_, pid]] = said(bot, villain("_honest"), zygotes=zygotes)
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    [[count, fresh]] = said(bot, villain("_honest"), zygotes=zygotes)
    assert count == 1
    assert fresh != pid


def test_a_bot_that_does_not_report_that_it_is_ready_is_ended(
    shelf: Shelf, zygotes: Zygotes
) -> None:
    silent = STAYING.replace('print("ready", flush=True)', "time.sleep(60)")
    bot = shelf.put("silent", silent)
    for _ in range(2):
        assert said(bot, villain("_honest"), zygotes=zygotes)[0][0] == 1


@pytest.mark.skipif(bool(why_no_sandbox()), reason=f"no sandbox: {why_no_sandbox()}")
def test_in_a_sandbox_no_bot_stays(shelf: Shelf, zygotes: Zygotes) -> None:
    bot, boxed = shelf.put("staying", STAYING), Isolation(level="sandbox")
    for _ in range(2):
        assert said(bot, villain("_honest"), zygotes=zygotes, isolation=boxed)[0][0] == 1
