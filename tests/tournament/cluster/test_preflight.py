"""The requirements of cluster workers, and the cores of their machines that they use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

import gridbots
import gridbots_referee
from gridbots.errors import GridbotsError
from gridbots.plugins import installed_bots
from gridbots_referee.play.launch import find_bots
from gridbots_referee.tournament.cluster import host
from gridbots_referee.tournament.cluster.backend import (
    check_inventories,
    core_slots,
    oversubscribed,
)
from gridbots_referee.tournament.cluster.inventory import differences, inventory, requirements_of
from gridbots_referee.tournament.cluster.pool import ClusterPool

if TYPE_CHECKING:
    from gridbots_referee.tournament.cluster.inventory import Requirements

GAME = "light-riders"


def requirements(*bots: str) -> Requirements:
    return requirements_of(GAME, {}, find_bots(bots, GAME, installed_bots()))


HERE = inventory(requirements("wall-hugger"))
BASELINES = HERE.plugins["bot wall-hugger"]
FRAMEWORK = HERE.sources["gridbots"]


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        ({}, []),
        ({"host": "elsewhere", "cores": (7,), "cold": ("minimax",)}, []),
        (
            {"versions": HERE.versions | {"numpy": "1.0"}, "sources": {}},
            [f"expected numpy {HERE.versions['numpy']}, got 1.0"],
        ),
        (
            {"plugins": {f"game {GAME}": "gridbots 0.1.0"}},
            [f"expected the bot wall-hugger of {BASELINES}, got none: it is not installed"],
        ),
        (
            {"plugins": HERE.plugins | {"bot wall-hugger": "other 2.0"}},
            [f"expected the bot wall-hugger of {BASELINES}, got that of other 2.0"],
        ),
        (
            {"sources": HERE.sources | {"gridbots": "0123"}},
            [f"expected the files of gridbots as they are here ({FRAMEWORK}), got others (0123)"],
        ),
        ({"missing": ("java",)}, ["the program 'java' is missing"]),
        ({"no_sandbox": "no AppArmor"}, ["the sandbox is unavailable: no AppArmor"]),
    ],
)  # fmt: skip
def test_differences_are_reported_as_sentences(change: dict[str, Any], reported: list[str]) -> None:
    assert differences(HERE, replace(HERE, **change)) == reported


def test_a_worker_reports_why_a_needed_sandbox_is_unavailable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gridbots_referee.tournament.cluster.inventory.why_no_sandbox", lambda: "x")
    asked = requirements("wall-hugger")
    assert not inventory(asked).no_sandbox
    assert inventory(replace(asked, needs_sandbox=True)).no_sandbox == "x"


def test_weights_belong_to_a_bot_and_compiled_code_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about, package = tmp_path / "learned-1.0.dist-info", tmp_path / "learned"
    for folder in (about, package):
        folder.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: learned\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[gridbots.bots]\nlearned = learned\n")
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    asked = requirements("learned")
    before = inventory(asked)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "__init__.pyc").write_text("made here")
    assert inventory(asked).sources == before.sources
    (package / "weights").write_text("0.5")
    (line,) = differences(before, inventory(asked))
    assert line.startswith("expected the files of learned as they are here")


def test_the_framework_and_the_referee_are_compared_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []

    def note(paths: list[Path]) -> str:
        asked.extend(paths)
        return ""

    monkeypatch.setattr("gridbots_referee.tournament.cluster.inventory.digest", note)
    inventory(requirements("wall-hugger"))
    places = [*gridbots.__path__, *gridbots_referee.__path__]
    assert {*map(Path, places)} <= {*asked}


def test_files_that_commands_and_options_name_are_compared(tmp_path: Path) -> None:
    names = ("bot.py", "weights", "script", "program")
    bot, weights, script, program = paths = [tmp_path / name for name in names]
    for path in paths:
        path.write_text("#!/bin/sh" if path == script else "a text")
        path.chmod(0o755)
    asked = requirements(f"python3 -u {bot}", f"{program} 3", f"{script} {tmp_path}",
                  f"wall-hugger:weights={weights}")  # fmt: skip
    assert asked.files == tuple(sorted(map(str, (bot, weights, script))))
    before = inventory(asked)
    bot.write_text("another text")
    script.unlink()
    program.write_text("another one")
    assert differences(before, inventory(asked)) == [
        f"the program '{script}' is missing",
        f"expected the file {bot} as it is here, got other content",
        f"expected the file {script} as it is here, found none",
    ]


def test_a_cluster_is_fit_if_all_its_workers_are() -> None:
    assert check_inventories(HERE, {"tcp://a:1": HERE}) == {"tcp://a:1": HERE}
    with pytest.raises(GridbotsError, match="the cluster has no workers"):
        check_inventories(HERE, {})
    lacking = replace(HERE, host="b", missing=("java",))
    answers: dict[str, Any] = {
        "tcp://a:1": HERE,
        "tcp://b:1": lacking,
        "tcp://c:1": ImportError("no referee"),
    }
    with pytest.raises(GridbotsError) as reported:
        check_inventories(HERE, answers)
    assert str(reported.value).splitlines()[1:] == [
        "  tcp://b:1 (b)",
        "    the program 'java' is missing",
        "  tcp://c:1: ImportError: no referee",
    ]


def test_workers_that_share_cores_get_separate_slots() -> None:
    found = {
        "a1": replace(HERE, host="a", cores=(0, 1, 2, 3)),
        "b1": replace(HERE, host="b", cores=(0, 1)),
        "a2": replace(HERE, host="a", cores=(0, 1, 2, 3)),
        "a3": replace(HERE, host="a", cores=(4, 5)),
    }
    threads = {"a1": 1, "b1": 2, "a2": 2, "a3": 1}
    assert core_slots(found, threads) == {"a1": (0, 3), "a2": (1, 3), "a3": (0, 1), "b1": (0, 2)}
    assert list(oversubscribed(found, threads, 2)) == [("a", 3, 4), ("b", 2, 2)]
    assert list(oversubscribed(found, threads, 1)) == []


def test_a_worker_that_joins_later_is_checked_before_it_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Dask:
        address = "tcp://late:1"

    monkeypatch.setattr(host, "get_worker", Dask)
    expected = replace(HERE, sources=HERE.sources | {"gridbots": "0123"})
    assignment = host.Assignment("spring", requirements("wall-hugger"), expected)
    with pytest.raises(GridbotsError, match="tcp://late:1: expected the files of"):
        host.play(assignment, b"")


def test_matches_are_given_away_also_while_a_cluster_has_no_workers() -> None:
    class Client:
        def nthreads(self) -> dict[str, int]:
            return {}

    client: Any = Client()
    pool = ClusterPool(client, host.Assignment("spring", requirements("wall-hugger"), HERE))
    assert pool.size == 0
    assert pool.is_idle
    assert pool.free_slots > 0
