"""Plugin bots that choose an invalid move forfeit, with a message that explains moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.play.matches import play_match
from tests.play.plugins import Shelf, installed

if TYPE_CHECKING:
    from pathlib import Path

WRONG = """
class WordBot(Bot):
    def choose(self, observation, budget):
        return {}

def make(game, options):
    return WordBot()
"""


@pytest.mark.parametrize("in_process", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize("chosen", ["'up'", "None"])
def test_the_bot_forfeits_and_learns_what_a_move_is(
    chosen: str,
    in_process: bool,  # noqa: FBT001  a table
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot = Shelf(tmp_path, monkeypatch).put("wrong", WRONG.format(chosen))
    result = play_match(
        bot, installed("straight"), in_process=in_process, start_allowance_ms=20_000
    ).result
    assert result.how == "forfeit"
    assert result.players[0].termination == "exited"
    output = result.players[0].stderr
    moves = "0 (up), 1 (right), 2 (down), 3 (left); or NO_MOVE (-1)"
    assert f"an index into game.moves: {moves}; got {chosen}" in output
    assert output.count("\n") == 1, output
