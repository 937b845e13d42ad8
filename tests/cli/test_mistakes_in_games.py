"""Typical mistakes in each function of two games: every command names the line and the reason."""

from __future__ import annotations

import ast
import signal
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest
from tests.broken_games import Stranger, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAMES = ("boxes", "liar")
MISTAKES = {
    "wrong name": ("mistake = stat", "NameError: name 'stat' is not defined"),
    "wrong type": ("mistake = 'a' + 1", 'TypeError: can only concatenate str (not "int") to str'),
    "wrong index": ("mistake = (1, 2)[len(STATE)]", "IndexError: tuple index out of range"),
    "wrong field": ("mistake = state['score']", "score"),
    "wrong shape": ("state['scores'][:] = np.zeros(3)", "could not broadcast input array"),
}
"""Code at the beginning of a function, and words of the error."""
NOT_COMPILED = {
    "mixed tuple": ("for mistake in (1, 'a'): pass", "tuple whose values have one type"),
    "list": ("mistake = state['scores'] + [1, 2]", "+ is not defined for an array of int32 and"),
    "unsupported call": ("mistake = max([0.0], default=1.0)", "numba has no max("),
    "missing cast": ("mistake = 1 if state['rounds'] > 99 else 'a'", "convert to one type"),
}
"""The same for code that runs as Python, but cannot be compiled."""
COMMANDS = {
    "run": ("referee", "run", "{bot}", "random", "--seed", "1", "--watch", "--game"),
    "tournament": (
        "referee", "tournament", "--bots", "{bot},random:seed=3", "--matches", "2",
        "--store", "t.db", "--in-process", "--game",
    ),
    "check-game": ("gridbots", "check-game", "--seeds", "1", "--seconds", "0"),
}  # fmt: skip
ONLY = {"frame": "run", "sample": "check-game"}
"""The commands that call a function which other commands do not call in a match of `random`."""
EXIT_CODES = {"run": {2, 3}, "tournament": {2, 3}, "check-game": {1}}


def functions_of(game: str) -> list[ast.FunctionDef]:
    module = ast.parse(source_of(game).read_text(encoding="utf-8"))
    return [each for each in module.body if isinstance(each, ast.FunctionDef)]


def cases() -> Iterator[Any]:
    """Each function with each mistake that it can have, and with one of those of compilation."""
    commands, not_compiled = cycle(COMMANDS), cycle(NOT_COMPILED)
    for game in GAMES:
        for function in functions_of(game):
            takes_state = "state" in ast.unparse(function.args)
            names = [
                name for name, (code, _) in MISTAKES.items() if takes_state or "state" not in code
            ]
            names += ["missing return"] if returned_by(function) else []
            names += [next(not_compiled)] if function.decorator_list and takes_state else []
            for name in names:
                first = "run" if name in NOT_COMPILED else next(commands)
                if name in NOT_COMPILED and function.name == "observe":
                    only = "check-game"  # Searches do not compile it.
                else:
                    only = ONLY.get(function.name, "")
                yield case_of(game, function.name, name, only or first, is_first=True)
                for other in () if only else [each for each in COMMANDS if each != first]:
                    yield case_of(game, function.name, name, other, is_first=False)


def case_of(*words: str, is_first: bool) -> Any:
    """A case; of the commands for a mistake, all but the first run at night."""
    mark = pytest.mark.slow if is_first else pytest.mark.nightly
    return pytest.param(*words, id=" ".join(words), marks=[] if words in ORDINARY else [mark])


def returned_by(function: ast.FunctionDef) -> list[ast.Return]:
    """The statements that return a value."""
    found = (node for node in ast.walk(function) if isinstance(node, ast.Return))
    return [node for node in found if node.value is not None]


ORDINARY = {
    ("boxes", "accepts", "missing return", "run"),
    ("liar", "sample", "wrong name", "check-game"),
}
"""The cases that are not slow."""


def broken(
    folder: Path, game: str, function: ast.FunctionDef, mistake: str
) -> tuple[Stranger, int]:
    """The game with a mistake, and the number of its line."""
    lines = source_of(game).read_text(encoding="utf-8").splitlines(keepends=True)
    if mistake == "missing return":
        for each in returned_by(function):
            lines[each.lineno - 1] = lines[each.lineno - 1].replace("return ", "", 1)
        number = function.lineno
    else:
        code, _ = (MISTAKES | NOT_COMPILED)[mistake]
        first = function.body[ast.get_docstring(function) is not None]
        number = first.lineno
        lines.insert(number - 1, f"    {code}\n")
    old = source_of(game).read_text(encoding="utf-8")
    return Stranger(folder, old, "".join(lines), game=game), number


@pytest.mark.parametrize(("game", "name", "mistake", "command"), [*cases()])
def test_a_mistake_is_reported_with_its_line_and_the_reason(
    tmp_path: Path, game: str, name: str, mistake: str, command: str
) -> None:
    (function,) = (each for each in functions_of(game) if each.name == name)
    stranger, number = broken(tmp_path, game, function, mistake)
    bot = "minimax:depth=1" if mistake in NOT_COMPILED else "random"
    done = stranger.run(*(word.format(bot=bot) for word in COMMANDS[command]), game)
    output = done.stdout + done.stderr
    assert "Traceback" not in output
    assert done.returncode in EXIT_CODES[command], output
    assert f"{stranger.file}:{number}" in output, output
    _, words = (MISTAKES | NOT_COMPILED).get(mistake, ("", "expected"))
    assert words in output, output


@pytest.mark.slow
def test_a_check_names_the_line_of_an_endless_loop(tmp_path: Path) -> None:
    game = Stranger(
        tmp_path,
        "    row, column, width",
        "    while True: pass\n    row, column, width",
        game="boxes",
    )
    done = game.run("gridbots", "check-game", "boxes", "--seconds", "0", "--patience", "3")
    assert (done.returncode, done.stderr) == (1, "")
    assert f"got a timeout {game.place('while True: pass')}" in done.stdout


def test_an_interrupted_command_names_the_line_of_an_endless_loop(tmp_path: Path) -> None:
    loop = "while True: print('endless', flush=True)"
    game = Stranger(
        tmp_path, "    row, column, width", f"    {loop}\n    row, column, width", game="boxes"
    )
    running = game.start("referee", "run", "--game", "boxes", "random", "random")
    assert running.stdout
    assert running.stdout.readline() == "endless\n"
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    place = game.place(loop)
    assert errors.endswith(f"referee: interrupted in game 'boxes' {place}\n")
    assert running.returncode == 130


def test_a_game_whose_rules_use_methods_of_arrays_is_played(tmp_path: Path) -> None:
    game = Stranger(tmp_path, "liar", "liar", game="liar")
    done = game.run(*(word.format(bot="random") for word in COMMANDS["run"]), "liar")
    assert done.returncode == 0
    assert "exited" not in done.stdout
