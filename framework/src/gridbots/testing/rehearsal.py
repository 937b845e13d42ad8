"""Rehearsal: a search for the error of a game that a bot has run into.

A bot may blame the game for its own mistake, such as a kernel that it calls with wrong arguments.
So the functions of the game are called without the bot, in a worker that may hang.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import GameError
from gridbots.errors.author_code import game_error, game_errors
from gridbots.testing.case import Case
from gridbots.testing.check import check
from gridbots.testing.laws import COMPILED_LAWS, beliefs, evaluations, outcomes, sentence, text
from gridbots.testing.worker import CheckJob

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.game import Game
    from gridbots.settings import Settings

LAWS: Final = (
    outcomes.a_random_match_ends,
    text.a_bot_reads_its_observation_from_its_lines,
    text.settings_are_read_back_from_their_lines,
    evaluations.candidates_are_legal_moves,
    evaluations.an_evaluation_is_features_times_weights,
    beliefs.a_sample_yields_the_observation_it_was_drawn_from,
    *COMPILED_LAWS,
)
"""Laws that call every function of a game that bots call."""
SEEDS: Final = (1, 2)
FRAMEWORK: Final = Path(__file__).parents[1]
SECONDS: Final = 120.0
"""Timeout of a law."""


def refuse_broken_game(game: Game, values: Mapping[str, Any], errors: str, code: int = 0) -> None:
    """Find out whether a game is at fault if a bot has ended.

    Args:
        game: the game. Those of the framework are tested, and cannot be at fault.
        values: its settings.
        errors: what the bot wrote to stderr.
        code: its exit code; negative if a signal killed it, as after an index out of range in
            compiled code.

    Raises:
        GameError: the bot has run the code of the framework or of the game, or was killed, and the
            game raises an error without the bot, too.
    """
    file = Path(game.verbs.step.__code__.co_filename)
    home = file.parent if file.with_name("__init__.py").exists() else file
    is_suspect = code < 0 or str(home) in errors or str(FRAMEWORK) in errors
    if is_suspect and not home.is_relative_to(FRAMEWORK):
        usual = msgspec.to_builtins(game.settings())
        asked = msgspec.to_builtins(game.make_settings(values))
        others = {name: value for name, value in asked.items() if value != usual[name]}
        if error := error_in_game(game.name, msgspec.json.encode(others).decode()):
            raise game_error(game.name, GameError(error))


@functools.cache
def error_in_game(game: str, values: str) -> str | None:
    """An error that an installed game raises under these settings, as JSON; None without one."""
    job = CheckJob(game, msgspec.json.decode(values), SEEDS, laws=tuple(map(sentence, LAWS)))
    return next(iter(check(job, patience=SECONDS).errors), None)


def play_plainly(game: Game, settings: Settings) -> None:
    """Play a random match in plain Python, since compiled code does not check indices.

    Raises:
        GameError: the game raises an error.
    """
    with game_errors(game.name):
        Case(game, settings, SEEDS[0], ends=False).last()
