"""`referee tournament` and `referee resume`: every match is played exactly once."""

from __future__ import annotations

import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.arena import REFEREE, Arena, events, workers_of

MATCHES = 12
"""Of each pairing; three pairings."""
ALL = 3 * MATCHES


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    return Arena(tmp_path)


def test_a_round_robin_is_played_and_reported(arena: Arena) -> None:
    done = arena.run(*arena.tournament("spring", 4, "--json"))
    assert done.returncode == 0, done.stderr
    output = events(done.stdout)
    assert output[0] == {"event": "matches_expected", "schema": 1, "expected": 12, "played": 0}
    finished = [event for event in output if event["event"] == "match_finished"]
    assert len({event["fixture"] for event in finished}) == 12
    assert {player["name"] for event in finished for player in event["players"]} == set(
        arena.bots.split(",")
    )
    last = output[-1]
    assert (last["event"], last["played"]) == ("tournament_finished", 12)
    assert sum(standing["points"] for standing in last["standings"]) == 12
    assert "place  name" in done.stderr
    assert {"matches", "ranked_by", "los"} <= set(last)
    records = sorted((arena.folder / "spring-records").iterdir())
    assert len(records) == 12
    assert arena.run(arena.tournament("", 1)[0], "verify", *map(str, records)).returncode == 0
    assert arena.is_deserted()


@pytest.mark.slow
def test_the_table_at_the_end_is_that_of_the_standings(arena: Arena) -> None:
    command = arena.tournament("spring", 2)
    done = arena.run(*command)
    standings = arena.run(command[0], "standings", "spring.db")
    assert standings.stdout
    assert done.stdout.startswith(standings.stdout)
    assert done.stdout.endswith("\nStore: spring.db   Records: spring-records\n")
    assert arena.run(*command, "--quiet").stdout == ""


@pytest.mark.slow
def test_the_same_command_resumes_and_another_tournament_is_refused(arena: Arena) -> None:
    assert arena.run(*arena.tournament("spring", 2)).returncode == 0
    again = arena.run(*arena.tournament("spring", 2, "--json"))
    assert [event["event"] for event in events(again.stdout)] == ["tournament_finished"]
    other = arena.run(*arena.tournament("spring", 2, "--seed", "5"))
    assert other.returncode == 2
    assert "contains another tournament; give another --store" in other.stderr
    assert "\n  seed: 1 in the store, 5 now\n" in other.stderr
    assert len(arena.stored("spring")) == 6


def test_nothing_is_written_before_all_bots_are_found(arena: Arena) -> None:
    before = sorted(arena.folder.iterdir())
    command = arena.tournament("spring", 2)
    command[3] += ",./nobody --fast"
    done = arena.run(*command)
    assert done.returncode == 2
    assert f"there is no file ./nobody in {arena.folder}: change to the folder" in done.stderr
    assert sorted(arena.folder.iterdir()) == before


def test_a_bot_that_fails_at_once_stops_the_tournament_until_it_is_corrected(arena: Arena) -> None:
    bot = arena.folder / "up.py"
    kept = bot.read_text()
    bot.write_text("import nothing_here")
    command = arena.tournament("spring", 2)
    done = arena.run(*command)
    assert done.returncode == 3
    assert "up.py ended before its first answer, in its first match: exit code 1\n" in done.stderr
    assert "  ModuleNotFoundError: No module named 'nothing_here'\nCorrect it" in done.stderr
    assert len(arena.stored("spring")) < 6
    bot.write_text(kept)
    assert arena.run(*command).returncode == 0
    assert len(arena.stored("spring")) == 6


@pytest.mark.slow
def test_a_tournament_goes_on_with_a_bot_that_fails_at_once_if_told_so(arena: Arena) -> None:
    (arena.folder / "up.py").write_text("import nothing_here")
    assert arena.run(*arena.tournament("spring", 2, "--keep-going")).returncode == 0
    assert len(arena.stored("spring")) == 6


@pytest.mark.slow
def test_a_tournament_grows_by_its_command_and_by_its_store(arena: Arena) -> None:
    two = arena.tournament("spring", 2)
    two[3] = ",".join(arena.bots.split(",")[:2])
    assert arena.run(*two).returncode == 0
    first = arena.stored("spring")
    assert arena.run(*arena.tournament("spring", 2)).returncode == 0
    assert arena.stored("spring")[:2] == first
    assert len(arena.stored("spring")) == 6
    more = arena.run(two[0], "resume", "spring.db", "--matches", "4", "--json")
    assert more.returncode == 0, more.stderr
    assert events(more.stdout)[0] == {
        "event": "matches_expected", "schema": 1, "expected": 12, "played": 6,
    }  # fmt: skip
    assert [each.matches for each in arena.table("spring")] == [8, 8, 8]
    fewer = arena.run(*two)
    assert "is missing now; put it back" in fewer.stderr
    assert "write matches = 4 or more" in fewer.stderr


@pytest.mark.slow
def test_after_repeated_kills_the_table_is_the_same(arena: Arena) -> None:
    assert arena.run(*arena.tournament("whole", MATCHES)).returncode == 0
    rng = random.Random(7)  # noqa: S311  moments, no secrets
    kept: set[str] = set()
    for _ in range(8):
        running = arena.start(*arena.tournament("torn", MATCHES, "--json"))
        assert running.stdout
        running.stdout.readline()  # the first event: everything is being started
        time.sleep(rng.uniform(0, 0.6))
        running.kill()
        out, _ = running.communicate(timeout=60)
        output = {event["fixture"] for event in events(out[: out.rfind("\n") + 1])
                if event["event"] == "match_finished"}  # fmt: skip
        assert arena.is_deserted()
        if (arena.folder / "torn.db").exists():
            stored = set(arena.stored("torn"))
            assert kept | output <= stored
            kept = stored
    assert arena.run(str(arena.tournament("", 1)[0]), "resume", "torn.db").returncode == 0
    fixtures = arena.stored("torn")
    assert len(fixtures) == len(set(fixtures)) == ALL
    assert [(each.entrant, each.points, each.matches) for each in arena.table("torn")] == [
        (each.entrant, each.points, each.matches) for each in arena.table("whole")
    ]


def test_bots_without_their_option_are_explained(arena: Arena) -> None:
    done = arena.run(str(REFEREE), "tournament", "straight", "random:seed=3")
    assert done.returncode == 2
    assert done.stderr.endswith(
        "expected one FILE, got 2; name bots with --bots straight,random:seed=3\n"
    )


@pytest.mark.slow
def test_the_matches_of_a_worker_that_dies_are_played_by_another(arena: Arena) -> None:
    running = arena.start(*arena.tournament("spring", 5 * MATCHES, "--json"))
    assert running.stdout
    for _ in range(4):
        running.stdout.readline()
    os.kill(workers_of(running.pid)[0], signal.SIGKILL)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 0, errors
    fixtures = arena.stored("spring")
    assert len(fixtures) == len(set(fixtures)) == 5 * ALL
    assert arena.is_deserted()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_keeps_the_played_matches(arena: Arena, number: signal.Signals) -> None:
    running = arena.start(*arena.tournament("spring", 200, "--json"))
    assert running.stdout
    for _ in range(6):
        running.stdout.readline()
    running.send_signal(number)
    out, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    finished, interrupted = events(out)[-2:]
    assert finished["event"] == "tournament_finished"
    stored = len(arena.stored("spring"))
    assert 5 <= stored < 600
    assert interrupted == {
        "event": "interrupted", "schema": 1, "played": stored, "expected": 600,
        "command": ["referee", "resume", "spring.db", "--concurrency", "2", "--json"],
    }  # fmt: skip
    assert f"Interrupted after {stored} of 600 matches. To continue:\n  referee resume" in errors
    assert arena.is_deserted()


PREPARING = """
import os, sys
from gridbots_referee.cli import main
from gridbots_referee.tournament.run import prepare
number = int(sys.argv.pop())
prepare.warm_bots = lambda *_: os.kill(os.getpid(), number)
main()
"""


@pytest.mark.usefixtures("hangups")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interruption_before_the_first_match_prints_how_to_continue(
    tmp_path: Path, number: signal.Signals
) -> None:
    words = ["tournament", "--bots", "straight,random", "--store", "a.db", str(int(number))]
    done = subprocess.run(
        [sys.executable, "-P", "-c", PREPARING, *words],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 130
    line = "\nInterrupted before it began. To continue:\n  referee resume a.db\n"
    assert done.stderr == line


def test_an_interrupted_run_prints_the_command_for_the_other_matches(arena: Arena) -> None:
    bots = arena.bots.split(",")[:2]
    small = ["--set", "width=6", "--set", "height=6"]
    running = arena.start(str(REFEREE), "run", *bots, "--matches", "400", "--seed", "9", *small,
                          "--json")  # fmt: skip
    assert running.stdout
    for _ in range(7):  # a match has two lines
        running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    output = errors[errors.index("Interrupted after ") :].splitlines()
    played = int(output[0].split()[2])
    left = 400 - played // 2 * 2
    assert output[0] == f"Interrupted after {played} of 400 matches. To play the other {left}:"
    assert shlex.split(output[1]) == [
        "referee", "run", *bots, *small, "--json", "--seed", str(9 + played // 2),
        "--matches", str(left),
    ]  # fmt: skip


@pytest.mark.slow
def test_a_bot_that_does_not_start_affects_only_its_own_matches(arena: Arena) -> None:
    broken = arena.folder / "broken"
    broken.write_bytes(b"\x7fELF of another machine")
    broken.chmod(0o755)
    command = arena.tournament("spring", 2, "--keep-going")
    command[3] += f",{broken}"
    done = arena.run(*command)
    assert done.returncode == 3
    assert "broken does not start" in done.stderr
    assert "not played" in done.stdout
    assert len(arena.stored("spring")) == 6
    assert arena.is_deserted()
    broken.write_text((arena.folder / "honest.py").read_text())
    broken.write_text(f"#!{sys.executable} -S\n{broken.read_text()}")
    again = arena.run(command[0], "resume", "spring.db")
    assert (again.returncode, len(arena.stored("spring"))) == (3, 6)
    again = arena.run(command[0], "resume", "spring.db", "--retry-void")
    assert (again.returncode, len(arena.stored("spring"))) == (0, 12)


ATTACKERS = Path(__file__).parents[1] / "villains" / "attackers"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attacker", "why"),
    [
        ("kills_the_referee.py 9", "killed by SIGKILL"),
        ("kills_the_referee.py 15", "exit code 0"),
        ("kills_the_referee.py 19", "was stopped by a signal"),
        ("traces_the_referee.py", "was stopped by a tracer"),
    ],
)
def test_an_attack_on_the_worker_affects_only_the_attackers_matches(
    arena: Arena, attacker: str, why: str
) -> None:
    command = arena.tournament("spring", 2, "--json")
    attacks = f"{sys.executable} -S -E {ATTACKERS}/{attacker}"
    command[3] = ",".join([*arena.bots.split(",")[:2], attacks])
    done = arena.run(*command)
    assert done.returncode == 3, done.stderr
    output = events(done.stdout)
    voids = [event for event in output if event["event"] == "match_void"]
    assert len(voids) == 4
    assert all(why in event["why"] for event in voids)
    assert {event["suspect"] for event in voids} <= {None, attacks}
    assert voids[-1]["suspect"] == attacks
    assert len(arena.stored("spring")) == 2
    assert arena.is_deserted()


@pytest.mark.slow
def test_a_ladder_takes_more_bots(arena: Arena) -> None:
    ladder = arena.tournament("ladder", 2, "--format", "ladder")
    two = [*ladder]
    two[3] = ",".join(arena.bots.split(",")[:2])
    assert arena.run(*two).returncode == 0
    assert arena.run(*ladder).returncode == 0
    assert len(arena.table("ladder")) == 3
    fewer = arena.run(*two)
    assert fewer.returncode == 0, fewer.stderr
