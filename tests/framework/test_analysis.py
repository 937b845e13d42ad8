"""Rules that can tell lists and memory views from numpy arrays are played on numpy records."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.game import PlainState, Verbs
from gridbots.game.analysis import distinction
from gridbots.plugins import load_game

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game.abstract_values import Place

STATE = np.dtype(
    [("wide", "f8"), ("board", "i4", (20,)), ("table", "i4", (3, 4)), ("few", "i4", (2,)),
     ("count", "i4"), ("letters", "u1", (9,)), ("flag", "?")]
)  # fmt: skip
MODULE = """
import math
import numpy as np
from gridbots.game import accepts, legal, move_count, moves_mask
from gridbots.kernel import kernel

LIMIT = 7
ORDER = (2, 0, 1)
WAYS = ((0, 1), (1, 0))

@kernel
def is_over(state):
    return state["count"] > LIMIT

@kernel
def utility(state, seat):
    return float(state["count"])

@kernel
def accept(state, seat, move):
    return move < LIMIT

@kernel
def least(numbers, bound):
    found = bound
    for number in numbers:
        found = min(found, number)
    return found

@kernel
def sides(state):
    return state["few"], state["count"]

@kernel
def step(state, moves):
    board, few, count = state["board"], state["few"], state["count"]
    {body}
"""


def read(folder: Path, body: str) -> Place | None:
    """The distinction found in a rule with these lines."""
    file = folder / "rules.py"
    lines = "\n    ".join(body.splitlines())
    file.write_text(MODULE.replace("{body}", lines))
    spec = importlib.util.spec_from_file_location(f"rules_{abs(hash(str(folder)))}", file)
    assert spec is not None
    assert spec.loader is not None
    rules = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)
    verbs = Verbs(
        step=rules.step, is_over=rules.is_over, utility=rules.utility, accepts=rules.accept
    )
    return distinction(verbs, STATE)


@pytest.mark.parametrize(
    "body",
    [
        "board[3] = board[count] + 2 * few[0]",
        "state['count'] += moves[0] % 3",
        "few[0], few[1] = few[1], few[0]",
        "state['table'][1, count] -= 1",
        "for index in range(len(board)):\n    board[index] = index",
        "for number in few:\n    count += number",
        "if count in few or count in (1, LIMIT):\n    count = 0",
        "few[1] = least(board, LIMIT)",
        "row, count = sides(state)\nrow[0] = count",
        "row = few if count > 3 else board\nrow[0] = 1",
        "while count > 0 and not is_over(state):\n    count -= 1",
        "room = np.zeros(len(board), np.uint8)\nroom[count] = 1\nfew[room[0]] = room[count]",
        "mask = moves_mask(state)\nlegal(state, 0, mask)\nstate['count'] = move_count(state)",
        "state['wide'] = math.sqrt(2.0) * count / 3",
        "state['flag'] = accepts(state, 0, moves[0])",
        "few[ORDER[1]] = abs(-count) >> 1",
        "for row, column in WAYS:\n    state['table'][row, column] = row",
        "for way in WAYS:\n    count += way[0]",
        "count = max(int(state['wide']), LIMIT)",
        "state['letters'][0] = state['letters'][1] ^ 1",
        "count: int = 4\nfew[0] = count",
    ],
)
def test_rules_that_agree_in_both_forms_use_plain_states(tmp_path: Path, body: str) -> None:
    assert read(tmp_path, body) is None


@pytest.mark.parametrize(
    "body",
    [
        "count = np.sum(board == 0)",
        "if board == few:\n    return",
        "if few:\n    return",
        "board[:] = 0",
        "few = board[2:4]",
        "board += 1",
        "total = few * 2",
        "count = board.sum()",
        "rows = few.tolist()",
        "count = state['count'].item()",
        "state['few'] = 0",
        "state['few'] = board",
        "row = state['table'][1]",
        "for row in state['table']:\n    pass",
        "board[few] = 1",
        "board[moves] = 1",
        "few[count > 3] = 1",
        "few[0] = count / 2",
        "state['count'] = state['wide']",
        "state['flag'] = 5",
        "board[0] = count > 3",
        "count = (count > 3) + (few[0] > 2)",
        "count = -(count > 3)",
        "count = ~state['letters'][0]",
        "count = sum(board)",
        "count = max(board)",
        "few = sorted(few)",
        "few = list(board)",
        "copy = [each for each in few]",
        "few[0] = math.prod(few)",
        "np.copyto(board, 0)",
        "print(state)",
        "if state is None:\n    return",
        "for name in state:\n    pass",
        "name = 'count'\nstate[name] = 1",
        "row = few if count > 3 else moves\nrow[0] = 1",
        "row = few\nif count > 3:\n    row = 4",
        "count = least(few, board)",
        "count = few == board and 1",
        "count = state.dtype",
        "(lambda row: row)(few)",
        "count = f'{few}'",
        "del few",
        "import json",
        "assert few",
        "unknown(few)",
        "count = count if few else 2",
        "moves[0] = few",
        "row, column = board",
        "np.put(few, 0, 1)",
        "getattr(few, 'fill')(0)",
    ],
)
def test_rules_that_could_distinguish_the_forms_use_records(tmp_path: Path, body: str) -> None:
    found = read(tmp_path, body)
    assert found is not None
    assert found.file == str(tmp_path / "rules.py")
    assert found.line >= 27
    assert str(found).startswith(f"{found.file}:{found.line}: ")


def test_the_location_is_reported(tmp_path: Path) -> None:
    found = read(tmp_path, "count += 1\nboard[0] = np.sum(few)")
    assert str(found) == f"{tmp_path / 'rules.py'}:38: an unsupported call, np.sum(few)"


@pytest.mark.parametrize("field", [("short", "f4"), ("large", "u8"), ("text", "S3")])
def test_a_field_that_loses_precision_is_played_on_records(field: tuple[str, Any]) -> None:
    game = load_game("snake")
    assert distinction(game.verbs, np.dtype([field])) is not None


@pytest.mark.parametrize("name", ["light-riders", "multisnake", "paperio", "snake"])
def test_shipped_games_use_plain_states(name: str) -> None:
    game = load_game(name)
    state = game.setup(game.make_settings(), 1)
    assert game.distinction(state) is None
    assert isinstance(game.opened(state), PlainState)
