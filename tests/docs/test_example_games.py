"""The games under examples/games are what a stranger would write: all that we have plays them."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Final

import pytest
from tests.docs.installing import Site

EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "games"
GAMES: Final = ("claim", "connect", "pig")

ENVIRONMENTS: Final = """
import sys
import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test
from gridbots.environments import parallel_env
name = sys.argv[1]
check_env(gymnasium.make(f"gridbots/{name}-v0", disable_env_checker=True).unwrapped)
parallel_api_test(parallel_env(name), num_cycles=60)
parallel_seed_test(lambda: parallel_env(name), num_cycles=30)
"""

MATCHES: Final = """
import sys
from gridbots.plugins import load_bot, load_game
from gridbots.vector import play_matches
game, kind = load_game(sys.argv[1]), load_bot("random")
policies = [kind.policy(game, kind.options())] * 2
few, again = (play_matches(game, game.make_settings(), policies, 1000, 1) for _ in range(2))
plain = play_matches(game, game.make_settings(), policies, 20, 1, plain=True)
assert (few.utilities == again.utilities).all() and (few.rounds == again.rounds).all()
assert (few.utilities[:20] == plain.utilities).all() and (few.scores[:20] == plain.scores).all()
assert (few.utilities.sum(axis=1) == 0).all()
assert len(few.rounds) == 1000
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = Site(tmp_path_factory.mktemp("site"))
    made.install(*(EXAMPLES / name for name in GAMES))
    return made


def referee(site: Site, folder: Path, *arguments: str) -> str:
    done = site.attempt("referee", *arguments, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def play(site: Site, folder: Path, game: str, *asked: str) -> list[Path]:
    """The records of matches of this game."""
    referee(site, folder, "run", "--game", game, *asked, "--seed", "1", "--out", "records")
    return sorted((folder / "records").iterdir())


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_and_verified(site: Site, game: str, tmp_path: Path) -> None:
    (record,) = play(site, tmp_path, game, "random", "random")
    assert ": verified" in referee(site, tmp_path, "verify", str(record))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_it_keeps_the_laws_of_games(site: Site, game: str) -> None:
    site.gridbots("check-game", game, "--seeds", "1", "--seconds", "40")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_watched_replayed_and_exported(site: Site, game: str, tmp_path: Path) -> None:
    (record,) = play(site, tmp_path, game, "random", "random", "--watch")
    assert "Round 3" in referee(site, tmp_path, "replay", str(record), "--round", "3")
    targets = [tmp_path / f"match.{form}" for form in ("html", "gif", "svg")]
    asked = [word for path in targets for word in (f"--{path.suffix[1:]}", str(path))]
    referee(site, tmp_path, "export", str(record), *asked)
    assert all(path.stat().st_size > 1000 for path in targets)
    with subprocess.Popen(
        ["referee", "view", str(record), "--no-browser"],
        env=site.environment(), stderr=subprocess.PIPE, text=True,
    ) as viewer:  # fmt: skip
        assert viewer.stderr is not None
        address = viewer.stderr.readline().split()[0]
        with urllib.request.urlopen(address) as page:  # noqa: S310  our own server
            assert b"<title>gridbots</title>" in page.read()
        viewer.terminate()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_has_standings(site: Site, game: str, tmp_path: Path) -> None:
    bots = "random,random:seed=7,random:among=candidates"
    asked = ["--bots", bots, "--matches", "4", "--game", game, "--store", "spring.db"]
    referee(site, tmp_path, "tournament", *asked, "--in-process")
    told = json.loads(referee(site, tmp_path, "standings", "spring.db", "--json"))
    assert len(told["standings"]) == 3
    referee(site, tmp_path, "crosstable", "spring.db")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_compiled_matches_are_the_plain_ones(site: Site, game: str) -> None:
    site.run(sys.executable, "-c", MATCHES, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_environments_keep_their_interfaces(site: Site, game: str) -> None:
    done = site.attempt(sys.executable, "-c", ENVIRONMENTS, game)
    assert done.returncode == 0, done.stderr
    assert "Passed" in done.stdout
