"""A bot that has changed between two runs of a tournament is refused, or a new version."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.tournament.stored import add, fixture

from gridbots.errors import StoreError
from gridbots_referee.play.bot_files import bot_files, digest_of, with_digests
from gridbots_referee.play.launch import Launch
from gridbots_referee.tournament.formats.tournament import Entrant, Fixture, Opening, Tournament
from gridbots_referee.tournament.run.resume import check_versions
from gridbots_referee.tournament.run.voids import Voids
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path


def command(*words: object) -> Launch:
    return Launch("bot", "bot", (sys.executable, *map(str, words)))


def test_a_command_is_made_of_the_files_and_folders_that_it_names(tmp_path: Path) -> None:
    script, model = tmp_path / "bot.py", tmp_path / "model" / "deep" / "weights.npz"
    model.parent.mkdir(parents=True)
    for path in (script, model):
        path.write_text(path.name)
    found = bot_files(
        command(script, f"--model={tmp_path / 'model'}", "--depth=4", tmp_path / "no")
    )
    assert set(found) == {sys.executable, str(script), str(model)}
    before = digest_of(found)
    model.write_text("better")
    after = bot_files(command(script, f"--model={tmp_path / 'model'}"))
    assert [path for path in found if found[path] != after[path]] == [str(model)]
    assert before != digest_of(after)


def test_a_plugin_is_made_of_its_package() -> None:
    launch = Launch("straight", "straight", ("gridbots",), "straight", (), "gridbots-baselines 1")
    found = bot_files(launch)
    assert "gridbots-baselines 1" in found
    assert "gridbots_baselines/straight.py" in found
    (reported,) = with_digests([launch])
    assert reported.digest == digest_of(found)


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "bot.sh"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o700)
    return path


def made(bot: Path, **values: Any) -> Store:
    """A store between a bot and itself under two names, and a plugin."""
    bots = (Entrant(str(bot), "ada"), Entrant("straight", "bob"), Entrant(str(bot), "cleo (2)"))
    return Store.create(bot.with_name("autumn.db"), Tournament("autumn", bots, **values))


def let_play(store: Store, *meetings: tuple[int, int]) -> None:
    for number, players in enumerate(meetings):
        add(store, fixture(number, players))


def test_unchanged_bots_continue(bot: Path) -> None:
    with made(bot) as store:
        assert store.entrant_files() == [None] * 3
        let_play(store, (0, 1))
        for _ in range(2):
            assert check_versions(store) == []
            assert list(store.entrant_files()[0] or {}) == [str(bot)]


@pytest.mark.parametrize("new_version", [False, True])
def test_a_bot_that_has_changed_is_refused(bot: Path, *, new_version: bool) -> None:
    with made(bot) as store:
        check_versions(store)
        bot.write_text("#!/bin/sh\nexit 3\n")
        check_versions(store)  # no bot has played
        let_play(store, (0, 1), (1, 2))
        bot.write_text("#!/bin/sh\nexit 1\n")
        with pytest.raises(StoreError, match="bots have changed since") as caught:
            check_versions(store, new_version=new_version)
        assert f"\n  ada: {bot}\n  cleo (2): {bot}" in str(caught.value)
        assert "bob" not in str(caught.value)


def test_in_a_ladder_a_changed_bot_takes_part_as_a_new_version(bot: Path) -> None:
    with made(bot, format="ladder") as store:
        check_versions(store)
        let_play(store, (0, 1), (1, 2))
        bot.write_text("#!/bin/sh\nexit 1\n")
        with pytest.raises(StoreError, match="new versions: --new-version"):
            check_versions(store)
        assert check_versions(store, new_version=True) == ["ada (2)", "cleo (3)"]
        assert [each.name for each in store.tournament.bots[3:]] == ["ada (2)", "cleo (3)"]
        assert store.retired() == {0, 2}
        assert check_versions(store) == []
        voids = Voids(store)
        void = voids.bench(Fixture("m", 1, 0, Opening(1), (0, 3)))
        assert void is not None
        assert (void.suspect, void.why) == (0, "ada was replaced by a new version")
        assert voids.bench(Fixture("n", 1, 1, Opening(2), (1, 3))) is None
