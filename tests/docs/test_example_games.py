"""All installed bots and tools work with the third-party games under examples/games."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

import pytest
from tests.docs.installing import Site

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "games"
GAMES: Final = ("boxes", "claim", "connect", "liar", "pig", "seek")
DEPTHS: Final = {"seek": 1}
"""Rounds that minimax looks ahead, where not 2: roll-outs judge what it finds there."""

ENVIRONMENTS: Final = """
import sys
import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from gridbots.environments import aec_env, parallel_env
name = sys.argv[1]
check_env(gymnasium.make(f"gridbots/{name}-v0", disable_env_checker=True).unwrapped)
parallel_api_test(parallel_env(name), num_cycles=60)
parallel_seed_test(lambda: parallel_env(name), num_cycles=30)
api_test(aec_env(name), num_cycles=60)
seed_test(lambda: aec_env(name), num_cycles=30)
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

SOLVED: Final = """
import json, sys
from gridbots.plugins import load_game
from gridbots.search.alphabeta import AlphaBeta
game, values = load_game("connect"), json.loads(sys.argv[1])
opening = game.setup(game.make_settings(values), 1)
search = AlphaBeta(opening.dtype, 2, [], evaluation="lead", transpositions=True)
search.start(opening, 0)
search.deepen(1 << 40, values["width"] * values["height"])
assert search.is_exhausted
print((search.value > 0) - (search.value < 0))
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


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_and_verified(site: Site, game: str, tmp_path: Path) -> None:
    (record,) = play(site, tmp_path, game, "random", "random")
    assert ": verified" in referee(site, tmp_path, "verify", str(record))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_it_keeps_the_laws_of_games_in_some_settings(site: Site, game: str) -> None:
    site.gridbots("check-game", game, "--seeds", "1", "--seconds", "10")


@pytest.mark.nightly
@pytest.mark.timeout(1000)
@pytest.mark.parametrize("game", GAMES)
def test_it_keeps_the_laws_of_games_in_all_settings(
    site: Site, game: str, record_property: Callable[[str, object], None]
) -> None:
    command = [sys.executable, "-m", "gridbots", "check-game", game, "--seconds", "800", "--json"]
    done = site.attempt(*command, seconds=900)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert not report["cut_short"]
    record_property("figure", f"{report['settings']} different settings")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_watched_replayed_and_exported(site: Site, game: str, tmp_path: Path) -> None:
    (record,) = play(site, tmp_path, game, "random:seed=1", "random:seed=2", "--watch")
    assert "Round 3" in referee(site, tmp_path, "replay", str(record), "--round", "3")
    targets = [tmp_path / f"match.{form}" for form in ("html", "gif", "svg")]
    asked = [word for path in targets for word in (f"--{path.suffix[1:]}", str(path))]
    referee(site, tmp_path, "export", str(record), *asked)
    html, gif, svg = targets
    assert "<title>" in html.read_text()
    assert gif.read_bytes().startswith(b"GIF89a")
    assert ET.parse(svg).getroot().tag.endswith("svg")  # noqa: S314  our own picture
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
    output = json.loads(referee(site, tmp_path, "standings", "spring.db", "--json"))
    assert len(output["standings"]) == 3
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


def finished(site: Site, folder: Path, game: str, *asked: str) -> list[dict[str, Any]]:
    """The results of matches of this game within the referee's process."""
    quiet = ["--seed", "1", "--in-process", "--json", "--quiet"]
    output = referee(site, folder, "run", "--game", game, *asked, *quiet)
    events = [json.loads(line) for line in output.splitlines()]
    return [event for event in events if event["event"] == "match_finished"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("search", ["minimax:depth={},seed=1", "mcts:rollouts=200,seed=1"])
def test_searches_beat_random_bots(site: Site, game: str, search: str, tmp_path: Path) -> None:
    bot = search.format(DEPTHS.get(game, 2))
    matches = finished(site, tmp_path, game, bot, "random:seed=1", "--matches", "20")
    assert all(match["how"] == "rules" for match in matches)
    points = 0.0
    for match in matches:
        winner = match["outcome"]["winner"]
        points += 0.5 if winner is None else match["players"][winner]["name"] == bot
    assert points >= 0.9 * len(matches)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "features", "search"),
    [
        ("claim", "lead space", "depth=2"),
        # At depth 2 the lead alone plays so well that 400 matches do not decide.
        ("pig", "lead stake", "depth=1,samples=32"),
    ],
)
def test_learned_weights_beat_the_generic_evaluation(
    site: Site, game: str, features: str, search: str, tmp_path: Path
) -> None:
    asked = [f"game={game}", f"features={features}", "episodes=1000", "depth=1", "folder=out"]
    site.attempt(
        sys.executable, "-m", "gridbots_td.training.weights", *asked, folder=tmp_path
    ).check_returncode()
    about = json.loads((tmp_path / "out" / "about.json").read_text())
    assert about["parameters"]["episodes"] == 1000
    learned = f"minimax:{search},seed=1,weights={tmp_path}/out/weights.npz"
    generic = f"minimax:{search},seed=1,evaluation=lead"
    rules = ["--opening-rounds", "2", "--elo1", "50", "--matches", "400", "--in-process"]
    output = referee(site, tmp_path, "sprt", learned, generic, "--game", game, *rules, "--json")
    events = [json.loads(line) for line in output.splitlines()]
    evidence = [event for event in events if event["event"] == "evidence"]
    assert evidence[-1]["state"] == "accepted"


FIRST, DRAW, SECOND = 1, 0, -1


def board(width: int, height: int, line: int, *, falls: bool) -> dict[str, int | bool]:
    return {"width": width, "height": height, "line": line, "falls": falls}


def solved(site: Site, settings: dict[str, int | bool]) -> int:
    """The value of the opening for the first seat, by a search to the end."""
    done = site.attempt(sys.executable, "-c", SOLVED, json.dumps(settings), seconds=3000)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "value"),
    [
        # Connect Four as solved by J. Tromp, "John's Connect Four Playground".
        pytest.param(board(4, 4, 4, falls=True), DRAW, id="4x4"),
        pytest.param(board(5, 4, 4, falls=True), DRAW, id="5x4"),
        pytest.param(board(4, 5, 4, falls=True), DRAW, id="4x5"),
        pytest.param(board(4, 4, 3, falls=True), FIRST, id="three in a line, 4x4"),
        pytest.param(board(3, 3, 3, falls=True), DRAW, id="three in a line, 3x3"),
        pytest.param(board(3, 3, 3, falls=False), DRAW, id="tic-tac-toe"),
    ],
)
def test_connect_has_its_known_values(
    site: Site, settings: dict[str, int | bool], value: int
) -> None:
    assert solved(site, settings) == value


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height", "value"), [(5, 5, DRAW), (6, 4, SECOND)])
def test_larger_boards_of_connect_four_have_their_known_values(
    site: Site, width: int, height: int, value: int, record_property: Callable[[str, object], None]
) -> None:
    found = solved(site, board(width, height, 4, falls=True))
    record_property("figure", f"{found:+} for the first seat, {value:+} by J. Tromp")
    assert found == value


@pytest.mark.slow
@pytest.mark.parametrize(("line", "winner"), [(4, None), (3, 0)])
def test_minimax_plays_connect_on_4x4_perfectly(
    site: Site, line: int, winner: int | None, tmp_path: Path
) -> None:
    bot = "minimax:depth=16,transpositions=true"
    small = [word for each in ("width=4", "height=4", "falls=true") for word in ("--set", each)]
    (match,) = finished(site, tmp_path, "connect", bot, bot, *small, "--set", f"line={line}")
    assert match["outcome"]["winner"] == winner


def test_the_values_on_4x4_are_those_of_plain_minimax_with_its_161029_positions() -> None:
    """Each column is a text of stones from below; nothing of the example is used."""
    values: dict[tuple[str, ...], int] = {}

    def has_line(columns: tuple[str, ...], column: int) -> bool:
        row, seat = len(columns[column]) - 1, columns[column][-1]
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                there, height = column + sign * across, row + sign * up
                while 0 <= there < 4 and 0 <= height < len(columns[there]):
                    if columns[there][height] != seat:
                        break
                    length, there, height = length + 1, there + sign * across, height + sign * up
            if length >= 4:
                return True
        return False

    def value(columns: tuple[str, ...], seat: int, last: int) -> int:
        """For the seat that is to move."""
        if columns not in values:
            free = [column for column in range(4) if len(columns[column]) < 4]
            if last >= 0 and has_line(columns, last):
                values[columns] = -1
            else:
                after = [
                    (*columns[:each], columns[each] + str(seat), *columns[each + 1 :])
                    for each in free
                ]
                replies = [
                    -value(following, 1 - seat, each)
                    for each, following in zip(free, after, strict=True)
                ]
                values[columns] = max(replies, default=0)
        return values[columns]

    assert value(("", "", "", ""), 0, -1) == DRAW
    assert len(values) == 161_029
