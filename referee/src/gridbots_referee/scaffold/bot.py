"""Files of a new bot: program, test, situations of the test, and README."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from gridbots.errors import SettingsError
from gridbots.game import is_to_move
from gridbots.plugins import DEFAULT_GAME
from gridbots.protocol import action_line, greeting, wire_names
from gridbots.settings import describe
from gridbots_referee.scaffold.renaming import rename_program, stem_of
from gridbots_referee.scaffold.starters import ANY_GAME, SITUATIONS, STARTERS, find_starter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridbots.game import Game
    from gridbots_referee.scaffold.renaming import Name
    from gridbots_referee.scaffold.starters import Starter


EXAMPLE_MOVES = "up right down left"
"""The moves in a starter for any game, to be replaced by those of the game."""


class NewFiles(NamedTuple):
    """Files to write, and the next commands."""

    files: Mapping[str, str]
    """Path within the folder -> text."""
    steps: Mapping[str, str]
    """Purpose -> command, in order of use."""
    needs: tuple[str, ...]
    """Programs that the commands need."""


def new_bot(language: str, game: Game, name: Name) -> NewFiles:
    """A bot for a game in a language, from the starter for it.

    Raises:
        UnknownNameError: there is no such starter.
    """
    starter = find_starter(language, game.name)
    steps = steps_of(starter, game, name)
    text = rename_program(starter.path.read_text(encoding="utf-8"), starter.path.stem, name)
    if starter.game == ANY_GAME:
        text = text.replace(EXAMPLE_MOVES, " ".join(game.moves))
        text = text.replace(f'"{DEFAULT_GAME}"', f'"{game.name}"')
    program = stem_of(starter.path.stem, name) + starter.path.suffix
    build = rename_program(starter.build, starter.path.stem, name)
    start = rename_program(starter.start, starter.path.stem, name)
    files = {
        program: text,
        "test.sh": TEST.format(
            build=build or ":  # nothing to build", start=start, check=steps["check"]
        ),
        **situations(game),
        "README.md": page(starter, game, name, program, steps),
    }
    return NewFiles(files, steps, starter.needs)


def steps_of(starter: Starter, game: Game, name: Name) -> dict[str, str]:
    def named(text: str) -> str:
        return rename_program(text, starter.path.stem, name)

    bot, option = f'"{named(starter.start)}"', ""
    if game.name != DEFAULT_GAME:
        option = f" --game {game.name}"
    opponent = "straight" if game.name == DEFAULT_GAME else "random"
    others = f" {opponent}" * (game.seats(game.make_settings()) - 1)
    build = {"build": named(starter.build)} if starter.build else {}
    return {
        **build,
        "check": f"referee check {bot}{option}",
        "play": f"referee run {bot}{others}{option}",
        "watch": f"referee run {bot}{others}{option} --watch",
        "test": "sh test.sh",
    }


def page(starter: Starter, game: Game, name: Name, program: str, steps: Mapping[str, str]) -> str:
    """The README of a bot."""
    text = PAGE.format(
        name=name.dashed,
        title=game.title,
        language=starter.title,
        about=starter.about[0].upper() + starter.about[1:],
        commands="\n".join(steps.values()),
        program=program,
    )
    return text + (lines_of(game) if starter.game == ANY_GAME else "")


def lines_of(game: Game) -> str:
    """Description of the lines of a game, from its settings."""
    fields = [field for field in describe(game.settings) if field.name != "seats"]
    rows = [f"| `{each.name}` | {each.type} | {each.description} |" for each in fields]
    return LINES.format(moves=", ".join(f"`{move}`" for move in game.moves), rows="\n".join(rows))


TEST = """\
#!/bin/sh
# Builds the bot, plays the situations, and lets the referee check it.
# In a situation, "> " marks lines to the bot and "< " the expected answers.
set -eu
cd "$(dirname "$0")"
{build}
for file in situations/*.txt; do
    sed -n 's/^> //p' "$file" | {start} >answers.out
    sed -n 's/^< //p' "$file" | while read -r wanted; do
        read -r answer <&3 || answer="no answer"
        case "|$wanted|" in
            *"|$answer|"*) ;;
            *) echo "$file: expected $wanted, got $answer" >&2; exit 1 ;;
        esac
    done 3<answers.out
    echo "$file: as expected"
done
rm answers.out
{check}
"""

PAGE = """\
# {name}

A bot for {title} in {language}. {about}

```sh
{commands}
```

The program is `{program}`. It reads line by line, keeps the state of the game, and answers each
`action move` with one line. To make the bot stronger, change how it chooses its move; the loop can
stay. It flushes every answer and ignores unknown lines. Write debug output to standard error: the
referee keeps the end of it in the record of a match.

`situations/` has test cases with the expected answers, and `test.sh` runs them. Add the positions
in which your bot went wrong.
"""

LINES = """
## Lines of the game

`situations/opening.txt` has the lines before the first move of the bot. The moves are {moves};
`pass` is no move. The example does not know the rules and moves at random, so the referee warns of
illegal moves. Add the rules first.

After the settings of all games, there is a line `settings NAME VALUE` for each of these:

| name | value | meaning |
|---|---|---|
{rows}

In each round there is a line `update game NAME VALUE` for each field of the state of the game, with
the numbers of an array separated by commas; `round` is the number of rounds played.
"""


TIMEBANK_MS, TIME_PER_MOVE_MS = 10_000, 200


def situations(game: Game) -> dict[str, str]:
    """Path within the folder of a bot -> text: the situations of the examples, or an opening."""
    files = sorted((STARTERS / SITUATIONS / game.name).glob("*.txt"))
    if files:
        return {f"{SITUATIONS}/{file.name}": file.read_text(encoding="utf-8") for file in files}
    return {f"{SITUATIONS}/opening.txt": opening(game)}


def opening(game: Game) -> str:
    """The lines before the first move, with default settings, and the possible answers."""
    settings = game.make_settings()
    state = game.setup(settings, 1)
    seats = game.seats(settings)
    seat = next((each for each in range(seats) if is_to_move(state, each)), 0)
    lines = greeting(wire_names(seats), seat, TIMEBANK_MS, TIME_PER_MOVE_MS)
    lines += game.wire.settings_lines(settings)
    text = b"".join(line + b"\n" for line in lines)
    text += game.wire.updates(game.observation(state, seat), seat) + action_line(TIMEBANK_MS)
    sent = "".join(f"> {line}\n" for line in text.decode().splitlines())
    return f"{sent}< {'|'.join(game.moves)}\n"


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files (path -> text) into a folder, which is created if needed.

    Raises:
        SettingsError: one of the files exists; then none is written.
    """
    for path in files:
        if os.path.lexists(folder / path):
            raise SettingsError(
                f"{folder / path} exists and would be overwritten; choose another folder"
            )
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with (folder / path).open("x", encoding="utf-8") as file:
            file.write(text)
