"""Forked bots play like started ones, and can do no more harm."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.play.matches import LIMITS, own_children, play_match, villain
from tests.play.plugins import Shelf, installed

from gridbots.games.light_riders import GAME
from gridbots.limits import Isolation, Limits
from gridbots.plugins import load_game
from gridbots.record.verification import verify
from gridbots_referee.play.isolation.cgroup.group import Cgroup, cgroups
from gridbots_referee.play.isolation.sandbox.file_tree import SCRATCH
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox
from gridbots_referee.play.session import Session, play_session
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport import zygote
from gridbots_referee.play.transport.zygote import Zygotes, command_for

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")

SLOW = pytest.mark.slow
PATIENT = {"timebank_ms": 60_000, "start_allowance_ms": 60_000}

REPORT = """
class ReportBot(StraightBot):
    def open(self, briefing):
        status = dict(line.split(":\\t", 1) for line in open("/proc/self/status"))
        tell("forked", b"\\0zygote\\0" in open("/proc/self/cmdline", "rb").read())
        tell("fresh", os.getppid(), os.getcwd(), os.listdir("."), sys.argv[1:])
        tell("fresh", os.getsid(0) == os.getpgid(0) == os.getpid())
        tell("fresh", sorted(fd for fd in map(int, os.listdir("/proc/self/fd")) if is_open(fd)))
        tell("fresh", [status[name] for name in ("SigBlk", "SigIgn", "SigCgt", "Threads")])
        tell("drawn", random.random(), np.random.random())

def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True

def make(game, options):
    return ReportBot()
"""

STUCK = """
class StuckBot(StraightBot):
    def choose(self, observation, budget):
        while True:
            pass

def make(game, options):
    return StuckBot()
"""


def pids(zygotes: Zygotes) -> list[int]:
    return [each.pid for each in zygotes._zygotes.values()]


def play(*bots: Launch, **changes: Any) -> Record:
    return play_match(*bots, **{**PATIENT, **changes})


def reported(record: Record, word: str, seat: int = 0) -> list[str]:
    """The text that a bot wrote after this word at the start of a line."""
    lines = record.result.players[seat].stderr.splitlines()
    return [line.removeprefix(f"{word} ") for line in lines if line.startswith(word)]


HAS_CGROUPS = cgroups().of_seat(0) is not None
OF_MEASURING = {"exchanges", "peak_memory_mib"} | (set() if HAS_CGROUPS else {"cpu_is_partial"})
"""Of a player: what tells how it was measured, as all that has `ms` in its name. Without cgroups
the CPU time of a bot that was started is partial; one that stays enters none anywhere."""


def without_times(record: Record) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(record)
    for each in plain["rounds"]:
        for name in ("wall_us", "cpu_us", "bank_ms", "latency_us"):
            each.pop(name, None)
        # A crowded machine may stop the referee in one of the matches.
        each["notes"] = [note for note in each.get("notes", []) if note["kind"] != "gap"]
    for player in plain["result"]["players"]:
        for name in [name for name in player if "ms" in name or name in OF_MEASURING]:
            del player[name]
    for name in ("median_latency_ms", "most_latency_ms"):
        plain["result"].pop(name, None)
    del plain["result"]["seconds"], plain["match"]["started"], plain["match"]["load"]
    return plain


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("light-riders", "random:seed=3", "random:seed=4"),
        pytest.param("light-riders", "minimax:depth=1", "mcts:rollouts=9,seed=1", marks=SLOW),
        pytest.param("paperio", "minimax:depth=1,seed=1", "mcts:rollouts=9,seed=1", marks=SLOW),
        pytest.param("battlesnake", "viper:nodes=99", "viper:nodes=9", marks=SLOW),
    ],
)
def test_matches_equal_those_between_started_bots(
    game: str, first: str, second: str, zygotes: Zygotes
) -> None:
    rules = load_game(game)
    launches = [installed(first, game), installed(second, game)]
    for seed in (1, 2):
        forked = play(*launches, game=rules, seed=seed, zygotes=zygotes)
        started = play(*launches, game=rules, seed=seed)
        assert without_times(forked) == without_times(started)
        assert verify(rules, forked) == []
    assert len(pids(zygotes)) == 2


@pytest.mark.skipif(not HAS_CGROUPS, reason="this process may make no cgroup on this machine")
def test_a_forked_bot_enters_its_cgroup_itself(
    shelf: Shelf, zygotes: Zygotes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cgroup, "_move", None)  # which includes those that have not entered
    bot = shelf.put("report", REPORT)  # one that stays would enter none
    record = play(bot, bot, zygotes=zygotes)
    assert reported(record, "forked") == ["True"]
    assert not any(player.cpu_is_partial for player in record.result.players)


def test_after_a_bot_was_killed_the_next_is_forked_in_its_seat(
    shelf: Shelf, zygotes: Zygotes
) -> None:
    stuck = shelf.put("stuck", STUCK)
    for bot in (stuck, installed("straight")) * 2:
        record = play_match(bot, installed("straight"), zygotes=zygotes)
        assert record.result.players[0].moves == (0 if bot is stuck else record.result.rounds)
        assert (record.result.players[0].termination == "late") == (bot is stuck)
    assert len(pids(zygotes)) == 2


def test_a_forked_bot_has_the_environment_of_a_started_one(shelf: Shelf, zygotes: Zygotes) -> None:
    bot = shelf.put("report", REPORT)
    forked = play(bot, villain("_honest"), zygotes=zygotes)
    again = play(bot, villain("_honest"), zygotes=zygotes)
    started = play(bot, villain("_honest"))
    assert reported(forked, "forked") == reported(again, "forked") == ["True"]
    assert reported(started, "forked") == ["False"]
    fresh = [reported(each, "fresh") for each in (forked, again, started)]
    assert [without_folder(lines) for lines in fresh[:2]] == [without_folder(fresh[2])] * 2
    assert fresh[0][0].startswith(f"{os.getpid()} /")
    assert len(pids(zygotes)) == 1


def without_folder(lines: list[str]) -> list[str]:
    """The text without the name of the folder, which differs in each match."""
    first, *rest = lines
    words = first.split(" ")
    return [" ".join([words[0], *words[2:]]), *rest]


def test_forked_bots_draw_different_random_numbers(shelf: Shelf, zygotes: Zygotes) -> None:
    bot = shelf.put("report", REPORT)
    records = [play(bot, bot, zygotes=zygotes) for _ in range(2)]
    drawn = [reported(record, "drawn", seat)[0] for record in records for seat in (0, 1)]
    numbers = [number for line in drawn for number in line.split()]
    assert len(numbers) == len(set(numbers)) == 8


UNFIT = {
    "thread": "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
    "file": "kept = open(__file__)",
    "generator": "kept = np.random.default_rng(3)",
    "own_random": "kept = random.Random(3)",
    "seeded": "random.seed(3)",
    "array_seeded": "np.random.seed(seed=3)",
    "slow": "time.sleep(60 * ('zygote' in sys.argv))",
    "dies": "'zygote' in sys.argv and os._exit(0)",
}
"""What a plugin may do at loading that forks would lack or share."""


def test_the_system_reports_the_forked_process_even_if_the_bot_lies(
    shelf: Shelf, zygotes: Zygotes
) -> None:
    bot = shelf.put("lies", REPORT + "os.getpid = lambda: 1")
    assert reported(play(bot, villain("_honest"), zygotes=zygotes), "forked") == ["True"]


def test_a_library_that_keeps_its_own_file_open_is_forked(shelf: Shelf, zygotes: Zygotes) -> None:
    bot = shelf.put("library", REPORT + "kept = open(np.random.mtrand.__file__)")
    assert reported(play(bot, villain("_honest"), zygotes=zygotes), "forked") == ["True"]


@pytest.mark.skipif(bool(why_no_sandbox()), reason=f"no sandbox: {why_no_sandbox()}")
def test_in_a_sandbox_each_seat_has_a_zygote_and_each_match_a_new_folder(
    shelf: Shelf, zygotes: Zygotes
) -> None:
    text = """
        class ReportBot(StraightBot):
            def open(self, briefing):
                tell("forked", b"\\0zygote\\0" in open("/proc/self/cmdline", "rb").read())
                tell("found", os.getcwd(), os.listdir("."), os.path.exists("/etc/hostname"))
                tell("others", sum(name.isdigit() for name in os.listdir("/proc")))
                open("left", "w").close()
                if os.fork() == 0:
                    signal.pause()

        def make(game, options):
            return ReportBot()
    """
    bot = shelf.put("boxed", text)
    for _ in range(3):
        record = play(bot, bot, zygotes=zygotes, isolation=Isolation(level="sandbox"))
        for player in record.result.players:
            lines = player.stderr.splitlines()
            # Init, the zygote and the bot.
            assert lines == ["forked True", f"found {SCRATCH} [] False", "others 3"]
            assert player.termination in {"survived", "eliminated"}
    assert len(pids(zygotes)) == 2


@pytest.mark.parametrize("name", UNFIT)
def test_a_bot_that_a_fork_would_change_is_not_forked(
    name: str, shelf: Shelf, zygotes: Zygotes, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "slow":
        monkeypatch.setattr(zygote, "TIMEOUT_SECONDS", 0.05)
    bot = shelf.put(name, REPORT + UNFIT[name])
    record = play(bot, villain("_honest"), zygotes=zygotes)
    assert record.result.how == "rules"
    assert reported(record, "forked") == ["False"]
    assert pids(zygotes) == []


def test_a_plugin_that_is_a_program_is_not_forked(shelf: Shelf, zygotes: Zygotes) -> None:
    program = [sys.executable, "-S", "-E", villain("_honest").argv[3]]
    bot = shelf.put("program", f"def make(game, options):\n    return Command({program!r})")
    record = play(bot, villain("_honest"), zygotes=zygotes)
    assert record.result.how == "rules"


@pytest.mark.parametrize(
    ("text", "option", "message"),
    [
        ("raise OSError('no disk')", "", "OSError: no disk"),
        ("def make(game, options):\n    raise ValueError('no luck')", "", "no luck"),
        ("", ":numbre=3", "unknown option 'numbre' of broken; did you mean 'number'?"),
    ],
    ids=["cannot be loaded", "cannot be made", "has no such option"],
)
def test_a_broken_plugin_makes_the_match_void_with_its_own_error(
    text: str, option: str, message: str, shelf: Shelf, zygotes: Zygotes
) -> None:
    shelf.put("broken", text)
    bot = installed(f"broken{option}")
    forked = play(bot, villain("_honest"), zygotes=zygotes)
    started = play(bot, villain("_honest"))
    for record in (forked, started):
        assert message in record.result.players[0].detail + record.result.players[0].stderr
    assert forked.result.how == started.result.how
    assert forked.result.players[0].detail == started.result.players[0].detail


def test_only_plugins_that_need_no_terminal_are_forked() -> None:
    settings = GAME.make_settings()
    assert command_for(villain("_honest"), GAME, settings) is None
    assert command_for(installed("human"), GAME, settings) is None
    assert command_for(installed("straight"), GAME, settings) is not None


def test_a_zygote_that_died_is_started_again_once(shelf: Shelf, zygotes: Zygotes) -> None:
    bot = shelf.put("report", REPORT)
    told_forked = []
    for _ in range(3):
        record = play(bot, villain("_honest"), zygotes=zygotes)
        told_forked += reported(record, "forked")
        for pid in pids(zygotes):
            os.kill(pid, signal.SIGKILL)
    assert told_forked == ["True", "True", "False"]


def test_the_least_recently_used_zygote_is_ended(
    shelf: Shelf, zygotes: Zygotes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zygote, "MAX_ZYGOTES", 1)
    shelf.put("report", REPORT)
    for number in (1, 2, 1):
        record = play(installed(f"report:number={number}"), villain("_honest"), zygotes=zygotes)
        assert reported(record, "forked") == ["True"]
        assert len(pids(zygotes)) == 1


def test_a_plugin_does_not_delay_a_request_to_stop(shelf: Shelf) -> None:
    command = command_for(shelf.put("slow", "time.sleep(60)"), GAME, GAME.make_settings())
    assert command
    stop = Stop()
    stop.request(signal.SIGINT)
    with contextlib.closing(stop), Zygotes(stop) as zygotes:
        assert zygotes.start(command, None) is None
        assert pids(zygotes) == []


DIES_WITH_US = """
import sys, time
sys.path.insert(0, {tests!r})
from tests.play.plugins import installed
from tests.play.matches import GAME, villain, play_match
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport.zygote import Zygotes
with Zygotes(Stop()) as zygotes:
    play_match(installed("straight"), villain("_honest"), zygotes=zygotes)
    print(*[each.pid for each in zygotes._zygotes.values()], flush=True)
    time.sleep(60)
"""


def test_a_zygote_ends_with_a_referee_that_is_killed() -> None:
    program = DIES_WITH_US.format(tests=os.path.dirname(__file__))  # noqa: PTH120
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as referee:
        assert referee.stdout
        pid = int(referee.stdout.readline())
        watched = os.pidfd_open(pid)
        os.kill(pid, signal.SIGSTOP)
        referee.kill()
    assert select.select([watched], [], [], 30)[0]
    os.close(watched)
    # It is ours where we adopt orphans.
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)


@pytest.mark.parametrize(("matches", "zygote", "forked"), [(2, True, True), (2, False, False)])
def test_a_session_forks_by_default(
    matches: int, *, zygote: bool, forked: bool, shelf: Shelf, tmp_path: Path
) -> None:
    bot = shelf.put("report", REPORT)
    limits = Limits(**{**LIMITS, **PATIENT})
    launches = (bot, villain("_honest"))
    session = Session(GAME, GAME.make_settings(), 1, matches, launches, limits, zygote=zygote)
    records: list[Record] = []
    with Stop() as stop:
        play_session(session, tmp_path, stop, lambda _: None, lambda *each: records.append(each[0]))
    assert reported(records[0], "forked") == [str(forked)]
    assert own_children() == set()


def test_a_single_match_uses_no_zygote(shelf: Shelf, tmp_path: Path) -> None:
    test_a_session_forks_by_default(1, zygote=True, forked=False, shelf=shelf, tmp_path=tmp_path)


VILLAIN = """
class Villain(StraightBot):
    def open(self, briefing):
        self.misdeed = globals()[open(os.path.dirname(__file__) + "/misdeed").read()]
        self.round = 0

    def choose(self, observation, budget):
        self.round += 1
        if self.round == 3:
            self.misdeed()
        return -1

def exits():
    os._exit(5)

def raises():
    raise ValueError("misdeed")

def crashes():
    os.kill(os.getpid(), signal.SIGSEGV)

def sleeps():
    time.sleep(60)

def stops():
    os.kill(os.getpid(), signal.SIGSTOP)

def closes():
    for number in range(256):
        try:
            os.close(number)
        except OSError:
            pass
    time.sleep(60)

def ignores():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    StraightBot.close = Villain.close = lambda self: time.sleep(60)

def floods():
    for _ in range(300):
        os.write(2, bytes(100_000))

def leaves():
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if os.fork() == 0:
            time.sleep(60)
        time.sleep(60)

def orphans():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)

def writes():
    open("rubbish", "w").write("rubbish")

def searches():
    # Whatever of the zygote's it could still reach is a descriptor that is no pipe.
    kinds = [os.readlink(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd")
             if os.path.lexists(f"/proc/self/fd/{number}")]
    tell("sockets", [kind for kind in kinds if kind.startswith("socket")])

def make(game, options):
    return Villain()
"""

MISDEEDS = {
    "exits": ("forfeit", "exited", "exit code 5"),
    "raises": ("forfeit", "exited", "exit code 1"),
    "crashes": ("forfeit", "exited", "killed by SIGSEGV"),
    "sleeps": ("forfeit", "late", "no move within"),
    "stops": ("forfeit", "late", "no move within"),
    "closes": ("forfeit", "closed", ""),
    "ignores": ("rules", "", ""),
    "floods": ("rules", "", ""),
    "leaves": ("rules", "", ""),
    "orphans": ("rules", "", ""),
    "writes": ("rules", "", ""),
    "searches": ("rules", "", ""),
}
"""Action of a villain in its third move -> end of the match, termination, detail."""


def test_forked_villains_get_the_same_verdicts_as_started_ones(
    shelf: Shelf, zygotes: Zygotes
) -> None:
    bot = shelf.put("villain", VILLAIN)
    for misdeed, (how, termination, detail) in MISDEEDS.items():
        (shelf.folder / "misdeed").write_text(misdeed)
        clock = {"timebank_ms": 300, "time_per_move_ms": 50}
        record = play(bot, villain("_honest"), zygotes=zygotes, **clock)
        player = record.result.players[0]
        assert (misdeed, record.result.how) == (misdeed, how), player
        if termination:
            assert (misdeed, player.termination) == (misdeed, termination)
            assert player.detail.startswith(detail)
        assert record.result.players[1].termination in {"survived", "eliminated"}
        assert own_children() == set(pids(zygotes))
        assert reported(record, "sockets") == ["[]"] * (misdeed == "searches")
        if misdeed == "raises":
            assert player.stderr.splitlines()[-1] == "ValueError: misdeed"
    assert len(pids(zygotes)) == 1
