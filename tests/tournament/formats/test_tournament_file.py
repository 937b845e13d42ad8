"""Tournament files: errors name the place, the expected and the actual value."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from gridbots.errors import GridbotsError, SettingsError
from gridbots.limits import LimitOptions
from gridbots_referee.cli.bots.isolation import IsolationFlags
from gridbots_referee.cli.group import cli
from gridbots_referee.cli.tournaments.tournament import from_options
from gridbots_referee.tournament.formats.tournament import Entrant, Opening, Openings, Tournament
from gridbots_referee.tournament.formats.tournament_file import (
    EXAMPLE,
    load,
    make,
    parse,
    split_bots,
)

TWO = 'name = "t"\nbots = ["greedy", "./mine --fast"]\n'


def test_two_bots_and_a_name_are_a_tournament(tmp_path: Path) -> None:
    assert parse(TWO, tmp_path) == Tournament(
        name="t", bots=(Entrant("greedy", "greedy"), Entrant("./mine --fast", "./mine --fast"))
    )


def test_a_bot_is_a_text_or_a_table_and_equal_ones_are_numbered(tmp_path: Path) -> None:
    text = 'name = "t"\nbots = ["a", {bot = "b", name = "best"}, "a", {bot = "a"}, "b"]'
    assert parse(text, tmp_path).bots == (
        Entrant("a", "a"),
        Entrant("b", "best"),
        Entrant("a", "a #2"),
        Entrant("a", "a #3"),
        Entrant("b", "b"),
    )


def test_the_example_has_every_key_with_its_default(tmp_path: Path) -> None:
    loaded = parse(EXAMPLE, tmp_path)
    assert replace(loaded, settings={}) == Tournament(name="example", bots=loaded.bots)
    for kind in (Tournament, Openings, LimitOptions, Entrant):
        for name in set(kind.__struct_fields__) - {"given"}:
            assert name in EXAMPLE, name
    assert parse(EXAMPLE.replace("# file", "# "), tmp_path) == loaded


def test_settings_of_a_command_line_are_those_of_a_file(tmp_path: Path) -> None:
    words = make({"name": "t", "bots": ["greedy", "./mine"], "settings": {"width": "8"}}, tmp_path)
    assert words == parse('name = "t"\nbots = ["greedy", "./mine"]\nsettings.width = 8', tmp_path)


def test_a_tournament_is_kept_as_json(tmp_path: Path) -> None:
    loaded = parse(EXAMPLE, tmp_path)
    given = replace(loaded, openings=Openings(given=(Opening(3, (("up", "down"),)), Opening(4))))
    for made in (loaded, given):
        assert msgspec.json.decode(msgspec.json.encode(made), type=Tournament) == made


WRONG = {
    "unknown key": (TWO + "formatt = 1", "unknown key 'formatt'; did you mean 'format'?"),
    "unknown key of a bot": (
        'name = "t"\nbots = ["a", {bt = "b"}]',
        "unknown key 'bots[1].bt'; did you mean 'bot'?",
    ),
    "unknown key of time": (
        TWO + "[time]\ntimebnk = 3",
        "unknown key 'time.timebnk'; did you mean 'timebank'?",
    ),
    "unknown key of openings": (TWO + "[openings]\nround = 3", "unknown key 'openings.round'; did"),
    "no bots": ('name = "t"', "the key 'bots' is missing"),
    "no bot": ('name = "t"\nbots = ["a", {name = "b"}]', "bots[1]: the key 'bot' is missing"),
    "one bot": ('name = "t"\nbots = ["a"]', "bots: expected two or more, got 1"),
    "bots as text": ('name = "t"\nbots = "a,b"', "bots: expected a list, got 'a,b'"),
    "a number as a bot": ('name = "t"\nbots = ["a", 7]', "bots[1]: expected a table, got 7"),
    "a number as a name": (
        'name = "t"\nbots = ["a", "c", {bot = "b", name = 7}]',
        "bots[2].name: expected a string, got 7",
    ),
    "no name": (
        'name = "t"\nbots = ["a", {bot = "b", name = " "}]',
        "bots[1].name: expected a name, got ' '",
    ),
    "a name twice": (
        'name = "t"\nbots = ["a", "c", {bot = "b", name = "a"}]',
        "bots[2].name: expected a unique name, got 'a' as in bots[0]",
    ),
    "an empty name": ('name = ""\nbots = ["a", "b"]', "name: expected a name, got ''"),
    "truth for a number": (TWO + "matches = true", "matches: expected an integer, got true"),
    "a table for a number": (
        TWO + "seed = { a = 1, b = [true] }",
        "seed: expected an integer, got { a = 1, b = [true] }",
    ),
    "truth for a setting": (
        TWO + "settings.width = false",
        "setting width of light-riders: expected an integer, got false",
    ),
    "a table as text": (TWO + "time = 3", "time: expected a table, got 3"),
    "text for a number": (TWO + 'matches = "many"', "matches: expected an integer, got 'many'"),
    "too few": (TWO + "matches = 0", "matches: expected an integer >= 1, got 0"),
    "in a table": (TWO + "[time]\ntimebank = 0.5", "time.timebank: expected an integer, got 0.5"),
    "absurdly many": (
        TWO + "matches = 99999999999",
        "matches: expected at most 10,000,000 in total, got 100,000,000,000 between 2 bots",
    ),
    "an absurd seed": (
        TWO + "seed = 9223372036854775807",
        "seed: expected an integer <= 46116860184273",
    ),
    "format": (
        TWO + 'format = "swis"',
        "swiss, knockout, ladder, got 'swis'; did you mean 'swiss'?",
    ),
    "choice in a table": (
        TWO + '[time]\nask = "in turn"',
        "time.ask: expected one of together, in-turn, got 'in turn'; did you mean 'in-turn'?",
    ),
    "game": (TWO + 'game = "light-rider"', "unknown game 'light-rider'; did you mean 'light-rid"),
    "setting": (TWO + "settings.wdth = 3", "unknown setting 'wdth' of light-riders; did you mean "),
    "value of a setting": (
        TWO + "settings.width = 2",
        "setting width of light-riders: expected an integer >= 3, got 2",
    ),
    "too few for the seats": (
        TWO + "settings.seats = 4",
        "bots: expected 4 or more, one per seat, got 2",
    ),
    "knockout of four": (
        'name = "t"\nformat = "knockout"\nbots = ["a", "b", "c", "d"]\nsettings.seats = 4',
        "format: expected a game with 2 seats for knockout, got 4",
    ),
    "gauntlet of one": (
        TWO + 'format = "gauntlet"\ngame = "snake"',
        "format: expected a game with 2 seats or more for gauntlet, got 1",
    ),
    "rounds": (
        TWO + "rounds = 3",
        "rounds: expected only with format swiss, got format round-robin",
    ),
    "too many rounds": (
        TWO + 'format = "swiss"\nrounds = 2',
        "rounds: expected at most 1, so that no two bots meet again, got 2",
    ),
    "two ways to open": (
        TWO + '[openings]\nrounds = 2\nfile = "o"',
        "openings: expected one of rounds, file, given, got ['rounds', 'file']",
    ),
    "the same openings in a format whose pairings depend on results": (
        TWO + 'format = "swiss"\nopenings.policy = "round"',
        "openings.policy: expected default with the format swiss; round is for round-robin and",
    ),
    "a wrong opening": (
        TWO + 'openings.given = [{seed = 1}, {seed = 1, moves = [["up"]]}]',
        "openings.given[1]: opening round 0: expected 2 moves, got 1",
    ),
    "too long openings": (
        TWO + "openings.rounds = 500",
        "no 500 random rounds of light-riders without eliminations were found",
    ),
    "no file": (TWO + 'openings.file = "none"', "none: No such file or directory"),
    "no TOML": ("name =", "invalid TOML: Invalid value"),
    "a number of 5,000 digits": (f"seed = {'9' * 5000}", "invalid TOML: Exceeds the limit"),
    "nested 2,000 deep": (
        f"a = {'[' * 2000}{']' * 2000}",
        "expected at most 32 levels of tables and lists, got more",
    ),
    "nested 200 deep": (
        f"[settings]\na = {'[' * 200}{']' * 200}",
        "expected at most 32 levels of tables and lists, got more",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_invalid_values_are_reported_with_their_place(kind: str, tmp_path: Path) -> None:
    text, message = WRONG[kind]
    path = tmp_path / "t.toml"
    path.write_text(text)
    with pytest.raises(GridbotsError) as raised:
        load(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert message in str(raised.value)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="No such file"):
        load(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(SettingsError, match=r"bytes\.toml: expected text in UTF-8"):
        load(tmp_path / "bytes.toml")


def test_openings_are_found_beside_the_file_and_kept_with_the_tournament(tmp_path: Path) -> None:
    (tmp_path / "o.jsonl").write_text('{"seed":3}\n\n{"seed":4,"moves":[["up","down"]]}\n')
    (tmp_path / "t.toml").write_text(TWO + 'openings.file = "o.jsonl"')
    openings = load(tmp_path / "t.toml").openings
    assert openings == Openings(given=(Opening(3), Opening(4, (("up", "down"),))))


@pytest.mark.parametrize(
    ("words", "bots"),
    [
        (["a,b"], ["a", "b"]),
        (["a", "b,c"], ["a", "b", "c"]),
        (["greedy,minimax:depth=4,evaluation=attack,straight"],
         ["greedy", "minimax:depth=4,evaluation=attack", "straight"]),
        (["minimax:depth=4,minimax:depth=6"], ["minimax:depth=4", "minimax:depth=6"]),
        (["minimax:depth=4, time-share=2 , x"], ["minimax:depth=4, time-share=2", "x"]),
        (["./mine --fast,./yours"], ["./mine --fast", "./yours"]),
        (["a,,b,"], ["a", "b"]),
        (["'./my bots, new/a' --x \"1,2\",b"], ["'./my bots, new/a' --x \"1,2\"", "b"]),
        (["./bot's,b"], ["./bot's", "b"]),
    ],
)  # fmt: skip
def test_bots_of_a_command_line_are_split_where_no_option_follows(
    words: list[str], bots: list[str]
) -> None:
    assert split_bots(words) == bots


def test_a_command_line_makes_the_same_tournament_as_a_file(tmp_path: Path) -> None:
    options: dict[str, Any] = {
        "form": "swiss", "settings": ("width=20",), "timebank": 500, "time_per_move": None,
        "in_process": None, "opening_rounds": 2,
    }  # fmt: skip
    made = from_options(options, ["a", "b", "c"], IsolationFlags())
    text = """
        name = "tournament"
        bots = ["a", "b", "c"]
        format = "swiss"
        settings.width = "20"
        time.timebank = 500
        openings.rounds = 2
    """
    assert made == parse(text, tmp_path)
    with pytest.raises(SettingsError, match="matches: expected an integer >= 1, got 0"):
        from_options({**options, "matches": 0}, ["a", "b"], IsolationFlags())


DOCS = Path(__file__).parents[3] / "docs"
PAGE, TOURNAMENTS = (DOCS / "referee.md").read_text(), (DOCS / "tournaments.md").read_text()


def test_the_page_shows_the_example_and_every_key() -> None:
    assert EXAMPLE in PAGE
    for kind, part in ((Tournament, ""), (Openings, "openings."), (LimitOptions, "time.")):
        for name in set(kind.__struct_fields__) - {"openings", "time"}:
            assert f"`{part}{name}`" in PAGE, name


def test_the_openings_of_the_page_are_true() -> None:
    (command, output), *_ = re.findall(
        r"```sh\nreferee (openings .*?)\n```\n\n```output\n(.*?)```", TOURNAMENTS, re.DOTALL
    )
    assert CliRunner().invoke(cli, command.split()).stdout == output
