"""Defaults of options from gridbots.toml."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NamedTuple

import click
import pytest
from tests.play.matches import VILLAINS

from gridbots import record as records
from gridbots_referee.cli import config
from gridbots_referee.cli.commands import COMMANDS, load
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command

if TYPE_CHECKING:
    from pathlib import Path

HONEST = f"{sys.executable} -S -E {VILLAINS}/_honest.py"


class Ended(NamedTuple):
    code: int
    out: str
    errors: str


class Place:
    """A current folder and a folder of the user's, each with a file or without."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.here = folder / "gridbots.toml"
        self.users = folder / "users.toml"
        self._capsys = capsys

    def referee(self, *words: str) -> Ended:
        return Ended(exit_code(lambda: run_command(words)), *self._capsys.readouterr())


@pytest.fixture
def place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Place:
    made = Place(tmp_path, capsys)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRIDBOTS_CONFIG", str(made.users))
    return made


def test_the_command_line_comes_before_the_folder_and_that_before_the_user(
    place: Place, tmp_path: Path
) -> None:
    place.users.write_text(
        '[run]\ntimebank = 5000\ntime-per-move = 7\nset = ["width=8"]\nseed = 3\n'
    )
    place.here.write_text("[run]\ntime_per_move = 9\nquiet = true\nseed = 4\n")
    assert place.referee("run", HONEST, HONEST, "--seed", "5") == Ended(0, "", "")
    (path,) = (tmp_path / "records").iterdir()
    match = records.read(path).match
    assert (match.limits.timebank_ms, match.limits.time_per_move_ms) == (5000, 9)
    assert (match.settings["width"], match.seed) == (8, 5)


def test_defaults_are_shown_with_their_file(place: Place) -> None:
    place.users.write_text("[run]\ntimebank = 5000\nask = 'in-turn'\n[openings]\ncount = 3\n")
    place.here.write_text("[run]\ntimebank = 600\n")
    assert place.referee("config").out.splitlines() == [
        "command   option    value    from",
        f"openings  count     3        {place.users}",
        "run       timebank  600      gridbots.toml",
        f"run       ask       in-turn  {place.users}",
    ]
    lines = place.referee("config", "run", "--json").out.splitlines()
    shown = {row["option"]: (row["value"], row["from"]) for row in map(json.loads, lines)}
    assert shown["timebank"] == (600, "gridbots.toml")
    assert shown["on-failure"] == ("forfeit", "default")
    assert "out" not in shown
    assert place.referee("openings").out.count("\n") == 3


def test_a_missing_file_is_reported(place: Place) -> None:
    done = place.referee("config")
    assert (done.code, done.out) == (0, "")
    assert done.errors.startswith("No gridbots.toml in this folder or in ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[rnu]", "unknown command 'rnu'; did you mean 'run'?"),
        ("run = 3", "expected a table [run], got 3"),
        ("[run]\ntimebnak = 3", "run.timebnak: unknown option; did you mean 'timebank'?"),
        ("[run]\ntimebank = '3'", "run.timebank: expected an integer, got '3'"),
        ("[run]\ntimebank = true", "run.timebank: expected an integer, got true"),
        ("[run]\ntimebank = 0", "run.timebank: 0 is not in the range x>=1."),
        ("[run]\nstrict = 1", "run.strict: expected true or false, got 1"),
        ("[run]\nset = 'width=9'", "run.set: expected a list, got 'width=9'"),
        ("[run]\nask = 'never'", "run.ask: 'never' is not one of 'together', 'in-turn'."),
        ("[run]\nout = '/etc'", "run.out: no file may set this option; use --out"),
        ("[run", "invalid TOML: "),
        (f"a = {'[' * 2000}", "expected at most 32 levels of tables and lists, got more"),
    ],
)
def test_an_error_is_reported_with_its_place(text: str, said: str, place: Place) -> None:
    place.here.write_text(text)
    for words in (["run", HONEST, HONEST], ["config"]):
        done = place.referee(*words)
        assert (done.code, done.out) == (2, "")
        assert done.errors.startswith(f"referee: gridbots.toml: {said}")


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [
        ("tournament", "bots", '["sh -c evil"]'),
        ("tournament", "cluster", '"tcp://evil:8786"'),
        ("tournament", "store", '"/etc/passwd"'),
        ("run", "pass-env", '["SECRET"]'),
        ("run", "host", '"0.0.0.0"'),
        ("play", "lan", "true"),
        ("analyse", "with", '["sh -c evil"]'),
        ("export", "site", '"/etc"'),
        ("export", "html", '"/etc/passwd"'),
        ("experiment", "write", '"/etc"'),
        ("standings", "plot", '"/etc/passwd"'),
    ],
)
def test_a_file_names_no_program_no_machine_and_no_file(
    command: str, option: str, value: str, place: Place
) -> None:
    place.here.write_text(f"[{command}]\n{option} = {value}\n")
    done = place.referee(command, "--help")
    assert done.code == 2
    assert done.errors.endswith(f"option; use --{option} on the command line\n")


@pytest.mark.parametrize(
    ("line", "is_warning"),
    [
        ("in-place = true", True),
        ('isolation = "none"', True),
        ('isolation = "limits"', False),
        ('limit = ["memory_mib=500"]', True),
        ("strict = true", False),
    ],
)
def test_a_file_that_may_lower_isolation_is_reported(
    line: str,
    is_warning: bool,  # noqa: FBT001  a table
    place: Place,
) -> None:
    place.here.write_text(f"[run]\n{line}\n")
    done = place.referee("run", "--help")
    warning = f"referee: gridbots.toml may lower isolation: {line}\n" if is_warning else ""
    assert (done.code, done.errors) == (0, warning)


TEXTS = {
    "against", "bot", "bounds", "game", "limit", "matches", "player", "rounds", "set",
    "termination",
}  # fmt: skip
"""Options of any text that a file may set: none names a program, a file or a machine."""
FREE = (click.types.IntParamType, click.types.FloatParamType, click.Choice)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_option_with_text_is_allowed_or_forbidden_in_files(command: str) -> None:
    texts = {
        word
        for word, option in config.options_of(load(command)).items()
        if not option.is_flag and not isinstance(option.type, FREE)
    }
    assert texts <= TEXTS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_the_defaults_of_the_folder_before_those_of_the_user(
    command: str, place: Place
) -> None:
    options = config.options_of(load(command))
    first, *rest = [word for word, option in options.items() if _is_whole(option)] or [""]
    for path, number in ((place.users, 20), (place.here, 30)):
        lines = [f"{word} = {number}" for word in (first, *rest) if word and path is place.users]
        lines += [f"{first} = {number}"] if first and path is place.here else []
        path.write_text("\n".join([f"[{command}]", *lines]))
    done = place.referee("config", command, "--json")
    assert done.code == 0, done.errors
    rows = map(json.loads, done.out.splitlines())
    shown = {row["option"]: (row["value"], row["from"]) for row in rows}
    assert not first or shown[first] == (30, "gridbots.toml")
    assert all(shown[word] == (20, str(place.users)) for word in rest)


def _is_whole(option: click.Option) -> bool:
    if not isinstance(option.type, click.types.IntParamType) or option.multiple:
        return False
    least, most = (getattr(option.type, end, None) for end in ("min", "max"))
    return (least is None or least <= 20) and (most is None or most >= 30)
