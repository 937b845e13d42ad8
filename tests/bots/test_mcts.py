"""The bot `mcts`: options, time, overlays, and matches in every included game."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.framework.counting_games import GAMES
from tests.shipped import example, shipped_games

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot, make_policy
from gridbots.errors import SettingsError
from gridbots.game import copy_state, is_to_move, step
from gridbots.grid import NO_MOVE
from gridbots.pictures.overlay import OVERLAY, read_overlay
from gridbots.plugins import installed_bots, load_bot, load_game
from gridbots.vector import play_matches
from gridbots_mcts.light_riders.options import RiderOptions
from gridbots_mcts.options import Options

if TYPE_CHECKING:
    from gridbots.game import Game

REFEREE = str(Path(sys.executable).parent / "referee")
BUSY = "while True: pass"
BY_THE_RULES = {"eliminated", "survived"}


def opened(game: Game, options: dict[str, str], seat: int = 0) -> Bot:
    made = make_bot(load_bot("mcts"), "mcts", game, options)
    assert isinstance(made, Bot)
    settings = game.make_settings({})
    made.open(Briefing(game, settings, seat, game.seats(settings)))
    return made


def bot_for(game_name: str, seat: int = 0, **options: object) -> Bot:
    texts = {name: str(value) for name, value in options.items()}
    return opened(load_game(game_name), texts, seat)


def plenty() -> Budget:
    return Budget(bank_ms=10**7, time_per_move_ms=0, asked=time.monotonic())


def finished(*words: str) -> list[dict[str, Any]]:
    """The output of `referee run` for its matches."""
    command = [REFEREE, "run", *words, "--json", "--quiet"]
    parsed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    events = map(json.loads, parsed.splitlines())
    return [event for event in events if event["event"] == "match_finished"]


def terminations(matches: list[dict[str, Any]]) -> set[str]:
    return {player["termination"] for match in matches for player in match["players"]}


def test_all_options_are_listed_in_the_package_for_any_game() -> None:
    listed = installed_bots()["mcts"]
    assert listed.games == load_bot("mcts").plays == ()
    riders = RiderOptions.__struct_fields__
    assert listed.options == {"*": Options.__struct_fields__, "light-riders": riders}


def test_loading_the_plugin_does_not_load_numba() -> None:
    code = "import sys, gridbots_mcts as m; m.gridbots_bot(); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"selection": "best"}, "selection"),
        ({"rollouts": "-1"}, "rollouts"),
        ({"memory": "0"}, "memory"),
        ({"depth": "3"}, "depth"),
        ({"weights": "nowhere.npz"}, "nowhere.npz"),
    ],
)
def test_bad_options_are_refused(options: dict[str, str], message: str) -> None:
    game = load_game("light-riders")
    with pytest.raises(SettingsError, match=message):
        opened(game, options)


def test_leaves_of_a_game_without_an_evaluation_use_rollouts() -> None:
    kind, options = load_bot("mcts"), {"leaf": "evaluation"}
    blind = GAMES["counting-12-2"]
    with pytest.raises(SettingsError, match="counting-12-2 has neither features nor scores"):
        make_bot(kind, "mcts", blind, options)
    with pytest.raises(SettingsError, match="counting-12-2 has neither features nor scores"):
        make_policy(kind, "mcts", blind, {**options, "rollouts": "5"})


def test_with_a_clock_or_beliefs_it_has_no_policy() -> None:
    riders, paperio = load_game("light-riders"), load_game("paperio")
    assert make_policy(load_bot("mcts"), "mcts", riders, {}) is None
    assert make_policy(load_bot("mcts"), "mcts", paperio, {"rollouts": "9"}) is None
    assert make_policy(load_bot("mcts"), "mcts", riders, {"nodes": "9"}) is not None
    assert make_policy(load_bot("mcts"), "mcts", example("seek"), {"rollouts": "9"}) is not None
    fewer = {"rollouts": "9", "samples": "0"}
    assert make_policy(load_bot("mcts"), "mcts", paperio, fewer) is not None


@pytest.mark.slow
def test_in_riders_it_keeps_its_budget_and_its_tree() -> None:
    """One test, so that the code is compiled only once."""
    game = load_game("light-riders")
    state = game.setup(game.make_settings({}), 3)
    seen = game.observation(state, 0)
    limited = [bot_for("light-riders", rollouts=200, seed=5) for _ in range(2)]
    moves = [each.choose(copy_state(seen), plenty()) for each in limited]
    assert moves[0] == moves[1]
    timed = bot_for("light-riders")
    timed.choose(copy_state(seen), Budget(1000, 0, time.monotonic()))
    search: Any = timed
    reached = search._search.record["nodes"][: int(search._search.record["used"])]
    children = [int(node["visits"]) for node in reached if node["parent"] == 0]
    mine, theirs = search._search.line(search._search.move())[0]
    step(state, [mine, theirs])
    timed.choose(game.observation(state, 0), Budget(10, 0, time.monotonic()))
    assert int(search._search.record["nodes"][0]["visits"]) > max(children) // 2 > 0


@pytest.mark.slow
def test_it_loses_no_match_on_time_beside_a_busy_core() -> None:
    busy = [subprocess.Popen([sys.executable, "-S", "-E", "-c", BUSY])]
    try:
        matches = finished("mcts", "random", "--matches", "4", "--time-per-move", "50")
    finally:
        for each in busy:
            each.kill()
            each.wait()
    assert len(matches) == 4
    assert terminations(matches) <= BY_THE_RULES


@pytest.mark.nightly
def test_it_loses_no_match_on_time_in_200_beside_a_busy_core(record_property: Any) -> None:
    busy = [subprocess.Popen([sys.executable, "-S", "-E", "-c", BUSY]) for _ in range(2)]
    try:
        matches = finished("mcts", "wall-hugger", "--matches", "200", "--time-per-move", "50")
    finally:
        for each in busy:
            each.kill()
            each.wait()
    late = sum(player["termination"] == "late" for each in matches for player in each["players"])
    record_property("figure", f"{late} of {len(matches)} lost on time, beside two busy loops")
    assert len(matches) == 200
    assert late == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_games())
def test_it_plays_a_match_of_every_game_by_command(name: str) -> None:
    seats = load_game(name).seats(load_game(name).make_settings({}))
    others = ["random"] * (seats - 1)
    words = ["mcts:rollouts=20,overlay=true", *others, "--game", name, "--timebank", "60000"]
    few = {"snake": ["--set", "max_rounds=100"], "multisnake": ["--set", "max_rounds=100"]}
    matches = finished(*words, *few.get(name, []))
    assert len(matches) == 1
    assert terminations(matches) <= BY_THE_RULES


AGAINST_RANDOM = {
    "light-riders": {"rollouts": "100"},
    "multisnake": {"rollouts": "60"},
    "paperio": {"rollouts": "100", "samples": "0"},
}
MATCHES = 100


@pytest.mark.slow
@pytest.mark.parametrize("name", AGAINST_RANDOM)
def test_it_beats_random_in_every_game_of_several_seats(name: str) -> None:
    game = load_game(name)
    settings = game.make_settings({})
    policies = [
        make_policy(load_bot(bot), bot, game, options)
        for bot, options in (("mcts", AGAINST_RANDOM[name]), ("random", {}))
    ]
    places = play_matches(game, settings, policies, MATCHES, seed=1).places
    wins = int(((places[:, 0] == 1) & (places[:, 1] > 1)).sum())
    assert wins >= 0.95 * MATCHES


@pytest.mark.slow
@pytest.mark.parametrize("name", ["light-riders", "paperio"])
def test_overlays_show_the_expected_moves_and_the_visits(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load_game(name)
    state = game.setup(game.make_settings({}), 2)
    seat = next(each for each in range(2) if is_to_move(state, each))
    bot = bot_for(name, seat, rollouts=60, overlay=True)
    move = bot.choose(game.observation(state, seat), plenty())
    (line,) = capsys.readouterr().err.splitlines()
    parsed = read_overlay(line.removeprefix(OVERLAY.decode()).encode())
    assert parsed.pv[0] == game.moves[move]
    assert parsed.note == "60 roll-outs"
    assert parsed.nodes
    assert parsed.value is not None
    assert -1 <= parsed.value <= 1
    assert max(weight for _, _, weight in parsed.cells) == 1
    assert len(parsed.cells) <= len(game.moves)


def test_the_moves_of_an_overlay_begin_with_the_own_move() -> None:
    from gridbots_mcts.overlay import words

    game = load_game("light-riders")
    line = [[0, 1], [NO_MOVE, 2]]
    assert list(words(game, 1, line)) == [game.moves[each] for each in (1, 0, 2)]
