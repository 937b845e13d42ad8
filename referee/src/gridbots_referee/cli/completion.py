"""`referee completion`, and completion of bots with options, games, settings and files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.plugins import Installed


SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script that makes a SHELL complete commands, bots, options, games and files.

    \b
      eval "$(referee completion bash)"       in ~/.bashrc
      eval "$(referee completion zsh)"        in ~/.zshrc, after compinit
      referee completion fish > ~/.config/fish/completions/referee.fish
    """  # noqa: D301  \b is click's mark for "do not wrap"
    register()
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  SHELLS lists what is registered
    group = click.get_current_context().find_root().command
    click.echo(kind(group, {}, "referee", "_REFEREE_COMPLETE").source(), nl=False)


def complete_bot(ctx: click.Context, _: click.Parameter, start: str) -> list[CompletionItem[str]]:
    """Complete bots and, after a colon, their options; if none matches, files."""
    return _items(list(_bots(start, ctx)), start)


def complete_bots(ctx: click.Context, _: click.Parameter, start: str) -> list[CompletionItem[str]]:
    """Complete the last of several bots separated by commas."""
    pieces = start.split(",")
    first = max((at for at, piece in enumerate(pieces) if _begins_bot(piece)), default=0)
    found = []
    for at in sorted({first, len(pieces) - 1}):
        head = "".join(f"{piece}," for piece in pieces[:at])
        found += [head + each for each in _bots(",".join(pieces[at:]), ctx)]
    return _items(found, start)


def _begins_bot(piece: str) -> bool:
    """Whether a piece between commas starts a new bot, rather than an option of the last one."""
    return ":" in piece.partition("=")[0]


def _bots(start: str, ctx: click.Context) -> Iterator[str]:
    from gridbots.plugins import COMMAND, installed_bots, takes_command
    from gridbots.plugins.bot_text import BEST, recommended

    installed = installed_bots()
    name, colon, options = start.partition(":")
    if not colon:
        yield from (each for each in (BEST, *installed) if each.startswith(start))
        return
    bot = recommended(_game(ctx), installed) if name == BEST else name
    if bot not in installed:
        return
    between = " " if takes_command(bot) else ","
    *before, word = options.split(between)
    if between == " " and not all("=" in each for each in before):
        return  # its command has begun
    given = {COMMAND, *(option.partition("=")[0] for option in before)}
    head = between.join([f"{name}:{before[0]}", *before[1:], ""]) if before else f"{name}:"
    for option in _options(installed[bot], _game(ctx)):
        if option.startswith(word) and option not in given:
            yield f"{head}{option}="


def _options(bot: Installed, game: str) -> Sequence[str]:
    """Options of a bot in this game, or in the only game that it plays."""
    from gridbots.plugins import ANY

    only = next(iter(bot.options.values())) if len(bot.options) == 1 else ()
    return bot.options.get(game) or bot.options.get(ANY) or only


def _game(ctx: click.Context) -> str:
    from gridbots.plugins import DEFAULT_GAME

    return ctx.params.get("game") or DEFAULT_GAME


def complete_game(_: click.Context, __: click.Parameter, start: str) -> list[CompletionItem[str]]:
    from gridbots.plugins import installed_games

    return [CompletionItem(name) for name in installed_games() if name.startswith(start)]


def complete_setting(
    ctx: click.Context, _: click.Parameter, start: str
) -> list[CompletionItem[str]]:
    """Complete settings of the game, and values of settings that list them."""
    from gridbots.errors import GridbotsError
    from gridbots.plugins import load_game
    from gridbots.settings import describe

    try:
        fields = describe(load_game(_game(ctx)).settings)
    except GridbotsError:
        return []
    name, equals, value = start.partition("=")
    if not equals:
        return [CompletionItem(f"{field.name}=") for field in fields if field.name.startswith(name)]
    values = [each for field in fields if field.name == name for each in field.type.split(" | ")]
    return [
        CompletionItem(f"{name}={each}")
        for each in values
        if len(values) > 1 and each.startswith(value)
    ]


class CompletedPath(click.Path):
    """A file; completion suggests names with these suffixes."""

    def __init__(self, *suffixes: str, **options: Any) -> None:
        super().__init__(path_type=Path, **{"dir_okay": False, **options})
        self._suffixes = suffixes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path: Any = super().convert(value, param, ctx)
        # With <(command) the shell provides a writer; reading another FIFO might block for ever.
        if path.is_fifo() and not str(path).startswith("/dev/"):
            self.fail(f"expected a file, got the FIFO {path}; use <(command) instead", param, ctx)
        return path

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,
        incomplete: str,
    ) -> list[CompletionItem[str]]:
        folder, slash, name = incomplete.rpartition("/")
        return _items(list(_files(f"{folder}{slash}", name, self._suffixes)), incomplete)


RECORD = CompletedPath(".jsonl.gz", ".jsonl", exists=True)
"""An existing record."""
RECORDS = CompletedPath(".jsonl.gz", ".jsonl", exists=True, dir_okay=True)
"""An existing record, or a folder of records."""
STORE = CompletedPath(".db")
"""A store, existing or new."""
DECLARATION = CompletedPath(".toml")
"""A TOML file, such as a tournament file."""


def _files(head: str, name: str, suffixes: Sequence[str]) -> Iterator[str]:
    """The files and folders in the folder `head` that start with `name`, without hidden ones."""
    try:
        entries = sorted(Path(head or ".").expanduser().iterdir())
    except OSError:
        return
    for path in entries:
        if path.name.startswith(name) and not path.name.startswith("."):
            if path.is_dir():
                yield f"{head}{path.name}/"
            elif path.name.endswith(tuple(suffixes)):
                yield f"{head}{path.name}"


def _items(found: Sequence[str], start: str) -> list[CompletionItem[str]]:
    """Completion items; if there are none, the shell completes any file."""
    return [CompletionItem(each) for each in found] or [CompletionItem(start, type="file")]


BASH: Final = """\
%(complete_func)s() {
    local text="${COMP_LINE:0:COMP_POINT}" found kind value
    local word="${text##*[[:space:]]}"
    local tail="$word"
    case "$COMP_WORDBREAKS" in *:*) tail="${tail##*:}" ;; esac
    case "$COMP_WORDBREAKS" in *=*) tail="${tail##*=}" ;; esac
    local head="${word%%"$tail"}"
    COMPREPLY=()
    while IFS=, read -r kind value; do
        case "$kind" in
            file) compopt -o default ;;
            plain)
                COMPREPLY+=("${value#"$head"}")
                case "$value" in *[=:/]) compopt -o nospace ;; esac ;;
        esac
    done < <(COMP_WORDS="$text" %(complete_var)s=bash_complete "$1")
}
complete -F %(complete_func)s %(prog_name)s
"""
ZSH: Final = """\
#compdef %(prog_name)s
%(complete_func)s() {
    local completion value
    local -a whole partial
    for completion in "${(@f)$(COMP_WORDS="${(j: :)words[1,CURRENT-1]} $PREFIX" \
%(complete_var)s=zsh_complete %(prog_name)s)}"; do
        value="${completion#*,}"
        case "$completion" in
            file,*) _files ;;
            plain,*[=:/]) partial+=("$value") ;;
            plain,*) whole+=("$value") ;;
        esac
    done
    (( $#partial )) && compadd -Q -S '' -a partial
    (( $#whole )) && compadd -Q -a whole
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""
FISH: Final = """\
function %(complete_func)s
    set -l line (commandline -cp)
    for completion in (COMP_WORDS="$line" %(complete_var)s=fish_complete %(prog_name)s)
        set -l parts (string split -m 1 "," -- $completion)
        if test "$parts[1]" = file
            __fish_complete_path (commandline -ct)
        else
            echo $parts[2]
        end
    end
end
complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class LineCompletion(ShellComplete):
    """Completion of a line that is known up to the cursor."""

    def get_completion_args(self) -> tuple[list[str], str]:
        text = os.environ["COMP_WORDS"]
        words = split_arg_string(text)[1:]
        if words and not text[-1:].isspace():
            return words[:-1], words[-1]
        return words, ""

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.type},{item.value}"


class Bash(LineCompletion):
    name = "bash"
    source_template = BASH


class Zsh(LineCompletion):
    name = "zsh"
    source_template = ZSH


class Fish(LineCompletion):
    name = "fish"
    source_template = FISH


def register() -> None:
    """Replace the scripts of click by these."""
    for kind in (Bash, Zsh, Fish):
        add_completion_class(kind)
