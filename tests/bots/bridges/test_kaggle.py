"""Bridge to agents of Kaggle's Hungry Geese, and their game."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest
from tests.bots.bridges.bridged import Bridged
from tests.shipped import ROOT

from gridbots.errors import PluginError, SettingsError
from gridbots.game import is_over, step
from gridbots.protocol import Inbox
from gridbots.settings import make_settings
from gridbots_bridges.kaggle_bridge import (
    KaggleBridge,
    KaggleOptions,
    arguments_taken,
    configuration,
    load_agent,
    move_of,
    observation,
)
from gridbots_bridges.kaggle_stand_in import Action, min_distance, translate

if TYPE_CHECKING:
    from pathlib import Path

UP, RIGHT, DOWN, LEFT, NONE = 0, 1, 2, 3, -1
LINES = """\
settings player_names player0,player1,player2
settings your_botid 2
settings timebank 10000
settings time_per_move 1000
settings width 4
settings height 4
settings hunger_rate 40
settings min_food 2
settings max_length 99
settings max_rounds 199
update game round 7
update game places 0,1,2,0,0,0,0,0,0,0,1,0,0,0,0,0
update game field 0,0,0,.,*,.,.,.,.,.,2,2,.,.,.,*
action move 9000
"""


def told() -> Any:
    inbox = Inbox()
    return [inbox.read(line) for line in LINES.splitlines()][-1]


def test_an_agent_receives_geese_from_their_heads() -> None:
    seen, settings = observation(told()), configuration(told())
    assert seen.geese == [[0, 1, 2], [], [11, 10]]
    assert (seen.food, seen.index, seen.step) == ([4, 15], 2, 7)
    assert seen["remainingOverageTime"] == 8
    assert (settings.columns, settings.rows, settings.episodeSteps) == (4, 4, 200)
    assert (settings.hunger_rate, settings.min_food, settings.max_length) == (40, 2, 99)


@pytest.mark.parametrize(
    ("action", "word"),
    [("NORTH", "up"), (Action.WEST, "left"), ("north", None), (None, None), (3, None)],
)
def test_an_action_is_a_name(action: object, word: str | None) -> None:
    assert move_of(action) == word


def test_the_names_that_agents_import_exist() -> None:
    assert [translate(0, action, 11, 7) for action in Action] == [66, 1, 11, 10]
    assert Action.EAST.opposite() == Action.WEST
    assert min_distance(0, [76, 13], 11) == 3


def asked(tmp_path: Path, text: str) -> Bridged:
    file = tmp_path / "agent.py"
    file.write_text(dedent(text))
    return Bridged(KaggleBridge(make_settings(KaggleOptions, {"command": str(file)})))


def test_the_last_function_of_a_file_is_called(tmp_path: Path) -> None:
    text = """
        from kaggle_environments.envs.hungry_geese.hungry_geese import Action
        def helper(): pass
        def agent(observation):
            print("thinking of", observation.step)
            return Action.SOUTH.name if observation["index"] == 2 else None
    """
    with asked(tmp_path, text) as bridge:
        bridge.tell(LINES)
        assert bridge.answer() == "down"
        bridge.close_input()
        assert bridge.exit_code() == 0
        assert bridge.said() == "thinking of 7\n"


def test_an_invalid_action_goes_to_the_referee(tmp_path: Path) -> None:
    with asked(tmp_path, "agent = lambda observation, configuration: 'UP'") as bridge:
        bridge.tell(LINES)
        assert bridge.answer() == "'UP'"


def test_an_agent_that_fails_ends_its_bridge(tmp_path: Path) -> None:
    with asked(tmp_path, "def agent(observation): return observation.goose") as bridge:
        bridge.tell(LINES)
        assert bridge.answer() is None
        assert bridge.exit_code() != 0
        assert "AttributeError: goose" in bridge.said()


def test_a_file_without_an_agent_is_refused(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("agent = 1")
    with pytest.raises(PluginError, match=r"expected a function in .*agent\.py, got none"):
        load_agent(str(tmp_path / "agent.py"))
    with pytest.raises(SettingsError, match=r"expected one file, got python3 agent\.py"):
        make_settings(KaggleOptions, {"command": "python3 agent.py"})
    agents = (lambda: 0, lambda seen: seen, lambda *given: given)
    assert [arguments_taken(each, 2) for each in agents] == [0, 1, 2]


@pytest.fixture(scope="module")
def geese() -> Any:
    folder = str(ROOT / "examples" / "arenas" / "hungry_geese")
    sys.path.insert(0, folder)
    try:
        module = importlib.import_module("gridbots_hungry_geese")
    finally:
        sys.path.remove(folder)
    module.gridbots_game()
    return module


def laid(geese: Any, rows: str, bodies: list[list[int]], last: list[int], **values: int) -> Any:
    """A state with these geese, each as its cells from the head, and food as drawn."""
    lines = rows.split()
    told = {"width": len(lines[0]), "height": len(lines), "seats": len(bodies), "min_food": 1}
    state = geese.setup(make_settings(geese.GeeseSettings, told | values), 1)
    state["cells"], state["places"], state["rounds"] = 0, 0, 5
    for cell, letter in enumerate("".join(lines)):
        state["cells"][cell] = letter == "*"
    for seat, body in enumerate(bodies):
        state["heads"][seat], state["lengths"][seat] = body[0], len(body)
        for place, cell in enumerate(body):
            state["cells"][cell], state["places"][cell] = 2 + seat, place
    state["last"][: len(last)] = last
    return state


def drawn(state: Any) -> str:
    size, width = int(state["width"] * state["height"]), int(state["width"])
    letters = "".join(".*0123"[cell] for cell in state["cells"][:size])
    return " ".join(letters[at : at + width] for at in range(0, size, width))


BARE, FAR = "...* .... .... ....", [RIGHT, UP]
CASES = {
    "round the edge": ("*... .... .... ....", [[3, 2], [9]], FAR, FAR, "0.00 .1.. .... ...."),
    "eats": (".*.. .... .... ...*", [[0], [9]], FAR, FAR, "00.. .1.. .... ...*"),
    "turns back": (BARE, [[1, 0], [9]], FAR, [LEFT, UP], "...* .1.. .... ...."),
    "gives no move": (BARE, [[1], [9]], FAR, [NONE, UP], "...* .1.. .... ...."),
    "follows its tail": (BARE, [[0, 1, 5, 4], [15]], [LEFT, UP], [DOWN, UP], "00.* 00.. ...1 ...."),
    "bites itself": (BARE, [[1, 0, 4, 5, 6], [15]], FAR, [DOWN, UP], "...* .... ...1 ...."),
    "heads meet": (BARE, [[4], [6]], [UP, UP], [RIGHT, LEFT], "...* .... .... ...."),
    "exchange": (BARE, [[4], [5]], [UP, UP], [RIGHT, LEFT], "...* 10.. .... ...."),
    "into another": (BARE, [[1], [6, 5, 4]], [DOWN, RIGHT], [DOWN, RIGHT], "...* .111 .... ...."),
}


@pytest.mark.parametrize("name", CASES)
def test_geese_move_eat_and_collide(geese: Any, name: str) -> None:
    rows, bodies, last, moves, after = CASES[name]
    state = laid(geese, rows, bodies, last)
    eaten = "*" in rows and "*" not in after
    step(state, moves)
    seen = drawn(state)
    assert (seen.replace("*", ".") if eaten else seen) == after
    assert seen.count("*") == 1


def test_hunger_shrinks_all_and_starves_the_shortest(geese: Any) -> None:
    state = laid(geese, ".... .... .... ...*", [[0], [9, 10]], [RIGHT, UP], hunger_rate=6)
    step(state, [RIGHT, LEFT])
    assert drawn(state) == ".... .... 1... ...*"
    assert state["lengths"][:2].tolist() == [0, 1]
    assert state["scores"][:2].tolist() == [0, 601]
    assert is_over(state)


@pytest.mark.slow  # rules are compiled
@pytest.mark.parametrize("name", ["hungry_geese", "tron_battle"])
def test_the_games_of_arenas_satisfy_the_laws_of_games(name: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "arenas" / name / f"gridbots_{name}.py", tmp_path)
    about, game = tmp_path / f"gridbots_{name}-1.0.0.dist-info", name.replace("_", "-")
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: gridbots-{game}\nVersion: 1.0.0\n"
    )
    (about / "entry_points.txt").write_text(f"[gridbots.games]\n{game} = gridbots_{name}\n")
    words = [
        sys.executable,
        "-m",
        "gridbots",
        "check-game",
        game,
        "--seeds",
        "1",
        "--seconds",
        "10",
    ]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
