"""Words of commands: absolute paths, unchanged words, and hints for the user."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from gridbots.errors import UnknownNameError
from gridbots.plugins import installed_bots
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.play.bot_files import bot_files
from gridbots_referee.play.command_words import display_name, joined, path_notes
from gridbots_referee.play.launch import Launch, find_bot
from gridbots_referee.tournament.formats.tournament_file import make, with_more_bots

if TYPE_CHECKING:
    from pathlib import Path

MISSING = "there is no file {} in {}: change to the folder of the file, or write its full path"
INSTALLED = {"straight", "minimax"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots in many languages, and with names that may or may not be files."""
    for name in ("mybot.py", "my.pl", "my.js", "x.js", "my.jar", "q.c", "notes", "Q", "my 2.py"):
        (tmp_path / name).write_text("")
    for name in ("lib", "pkg", "bin"):
        (tmp_path / name).mkdir()
    for name in ("mybot", "bin/mybot", "bin/my bot's"):
        shutil.copy("/bin/true", tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def launch(text: str, *, in_place: bool = False) -> Launch:
    return find_bot(text, "light-riders", {}, in_place=in_place)


@pytest.mark.parametrize(
    ("text", "started"),
    [
        ("cat mybot.py", "cat {}/mybot.py"),
        ("cat -u mybot.py --depth 3", "cat -u {}/mybot.py --depth 3"),
        ("./mybot Q", "{}/mybot Q"),
        ("bin/mybot ./Q", "{}/bin/mybot {}/Q"),
        ("cat -cp . Q", "cat -cp . Q"),
        ("cat -cp .:lib Q", "cat -cp .:lib Q"),
        ("cat -I. my.pl", "cat -I. {}/my.pl"),
        ("cat -m pkg", "cat -m pkg"),
        ("cat --require ./x my.js", "cat --require ./x {}/my.js"),
        ("cat -jar my.jar", "cat -jar {}/my.jar"),
        ("cat lib", "cat lib"),
        ("~/mybot ~/lib", "{}/mybot {}/lib"),
        ("bin/my bot's", "{}/bin/my bot's"),
        ("~/bin/my bot's", "{}/bin/my bot's"),
        ("cat ~/mybot.py ~/nothing ~nobody/x", "cat {}/mybot.py ~/nothing ~nobody/x"),
    ],
)
def test_only_the_program_and_obvious_files_become_absolute_paths(
    text: str, started: str, here: Path
) -> None:
    assert " ".join(launch(text).argv) == started.format(here, here)
    in_place = text.replace("~/", f"{here}/").replace(f"{here}/nothing", "~/nothing")
    assert " ".join(launch(text, in_place=True).argv) == in_place


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("cat -cp . Q", ". Q"),
        ("cat -cp .:lib Q", ".:lib Q"),
        ("cat -cp lib Main", "lib"),
        ("cat -I. my.pl", "-I."),
        ("cat -Ilib my.pl", "-Ilib"),
        ("cat -m pkg", "pkg"),
        ("cat -m mybot", "mybot"),
        ("cat --require ./x my.js", "./x"),
        ("cat mybot.py --moves=notes", "--moves=notes"),
        ("cat -c 'exec ./mybot'", "exec ./mybot"),
    ],
)
def test_words_that_stay_relative_are_reported_with_a_remedy(
    text: str, left: str, here: Path
) -> None:
    *_, line = path_notes([launch(text)], can_be_in_place=True)
    assert line == (
        f"{text!r} starts in an empty folder and will not find {left}; "
        f"add --in-place to start it here, or write absolute paths, such as {here}"
    )
    *_, line = path_notes([launch(text)], can_be_in_place=False)
    assert "--in-place" not in line


@pytest.mark.parametrize(
    ("option", "passed"),
    [
        ("weights=bin/mybot", "weights={}/bin/mybot"),
        ("weights=my.pl", "weights={}/my.pl"),
        ("weights=~/my.pl", "weights={}/my.pl"),
        ("weights=/bin/true", "weights=/bin/true"),
        ("weights=my.py", "weights=my.py"),
        ("weights=notes", "weights=notes"),
        ("depth=3", "depth=3"),
        ("depth", "depth"),
    ],
)
def test_options_of_plugins_that_name_a_file_become_absolute_paths(
    option: str, passed: str, here: Path
) -> None:
    found = find_bot(f"minimax:seed=1,{option}", "light-riders", installed_bots())
    assert found.options == ("seed=1", passed.format(here))
    assert found.argv[-2:] == found.options
    kept = find_bot(f"minimax:{option}", "light-riders", installed_bots(), in_place=True)
    assert kept.options == (option.replace("~", str(here)),)


def test_changed_words_are_reported_once(here: Path) -> None:
    twice = [launch("cat mybot.py"), launch("cat mybot.py")]
    assert list(path_notes(twice, can_be_in_place=True)) == [
        f"'cat mybot.py' starts in an empty folder: mybot.py is passed as {here}/mybot.py"
    ]


@pytest.mark.parametrize("text", ["cat -u -S /bin/sh --depth=3", "cat -c 'echo up'", "cat 3 1.5"])
def test_other_words_are_not_reported(text: str) -> None:
    assert list(path_notes([launch(text)], can_be_in_place=True)) == []


def test_the_digest_of_a_bot_in_place_includes_the_files_of_this_folder(here: Path) -> None:
    assert str(here / "mybot.py") in bot_files(launch("cat mybot.py"))
    assert str(here / "Q") in bot_files(launch("./mybot Q", in_place=True), in_place=True)
    assert str(here / "mybot") in bot_files(launch("./mybot Q", in_place=True), in_place=True)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("mybot.py", 'did you mean "python3 mybot.py"?'),
        ("./mybot.py", 'did you mean "python3 ./mybot.py"?'),
        ("my.js", 'did you mean "node my.js"?'),
        ("my.pl", 'did you mean "perl my.pl"?'),
        ("my.jar", 'did you mean "java -jar my.jar"?'),
        ("q.c", "q.c is a source file: build it with `cc -O2 -o q q.c`, then use ./q"),
        ("mybot", "to run a program of this folder, write ./mybot"),
        (
            "bin/../q.c",
            (
                "bin/../q.c is a source file: build it with "
                "`cc -O2 -o bin/../q bin/../q.c`, then use bin/../q"
            ),
        ),
        ("mybto.py", "there is no file mybto.py in {}: did you mean mybot.py?"),
        ("./mybto", "there is no file ./mybto in {}: did you mean ./mybot?"),
        ("mybot --depth 3", "to run a program of this folder, write ./mybot"),
        ("notes", "notes is not executable: run `chmod +x notes`, then use ./notes"),
        ("nobody.py", MISSING.format("nobody.py", "{}")),
        ("./no/body.js --quick", MISSING.format("./no/body.js", "{}")),
        ("./nobody", MISSING.format("./nobody", "{}")),
        ("../nobody 3", MISSING.format("../nobody", "{}")),
        ("/no/body", "there is no file /no/body"),
        ("./lib --quick", "./lib is a folder"),
        ("mybut --depth 3", "there is no program mybut in PATH"),
        ("my 2.py", "did you mean \"python3 'my 2.py'\"?"),
        ("~/my.pl", 'did you mean "perl {}/my.pl"?'),
        (
            "~/q.c",
            "{0}/q.c is a source file: build it with `cc -O2 -o {0}/q {0}/q.c`, then use {0}/q",
        ),
    ],
)
def test_a_file_that_is_no_command_gets_a_hint_how_to_run_it(
    text: str, hint: str, here: Path
) -> None:
    with pytest.raises(UnknownNameError) as caught:
        launch(text)
    said = f"expected an installed bot or a program, got {text!r}; {hint.format(here)}"
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("sh mybot.py straight", ["sh mybot.py", "straight"]),
        ("sh -u -B mybot.py straight", ["sh -u -B mybot.py", "straight"]),
        ("sh mybot.py perl my.pl", ["sh mybot.py", "perl my.pl"]),
        ("straight sh ./mybot.py --seed 3", ["straight", "sh ./mybot.py", "--seed", "3"]),
        ("straight minimax", None),
        ("./mybot straight", None),
        ("./mybot ./bin/mybot --out records", None),
        ("sh straight", None),
        ("sh ./mybot", None),
    ],
)
def test_commands_without_quotes_are_joined(words: str, quoted: list[str] | None) -> None:
    assert joined(words.split(), INSTALLED) == (quoted or words.split())


@pytest.mark.parametrize("command", ["run", "check", "sprt", "gate"])
def test_a_command_without_quotes_gets_a_hint_to_quote_it(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [command, "python3", "-u", "mybot.py", "straight"]
    assert exit_code(lambda: run_command(words)) == 2
    said = f'the command of a bot needs quotes: referee {command} "python3 -u mybot.py" straight\n'
    assert capsys.readouterr().err.endswith(said)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("sh 'mybot.py'", "sh mybot.py"),
        ('"./my bot"', "./my bot"),
        ("sh -c 'exec ./mybot'", "sh -c 'exec ./mybot'"),
        ("sh mybot.py  --fast", "sh mybot.py  --fast"),
        ("minimax:weights='a b'", "minimax:weights=a b"),
    ],
)
def test_a_match_and_a_tournament_name_a_bot_without_needless_quotes(
    text: str, name: str, tmp_path: Path
) -> None:
    assert display_name(text) == name
    declared = make({"name": "t", "bots": [text, text]}, tmp_path)
    assert [each.name for each in declared.bots] == [name, f"{name} #2"]
    assert with_more_bots(declared, [text]).bots[2].name == f"{name} #3"
    if text.startswith("sh"):
        assert launch(text).name == name
