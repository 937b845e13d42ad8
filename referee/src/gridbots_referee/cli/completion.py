"""`referee completion`: the lines that make a shell complete our commands and bots."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print shell completion for bash, zsh or fish.

    \b
      bash:  eval "$(referee completion bash)"       in ~/.bashrc
      zsh:   eval "$(referee completion zsh)"        in ~/.zshrc
      fish:  referee completion fish > ~/.config/fish/completions/referee.fish
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.cli.group import cli

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  SHELLS lists what click has
    click.echo(kind(cli, {}, "referee", "_REFEREE_COMPLETE").source())


def complete_bot(_: click.Context, __: click.Parameter, start: str) -> list[CompletionItem]:
    """Names of installed bots; after those, a shell completes files."""
    from gridbots.installed import installed_bots

    names = [name for name in installed_bots() if name.startswith(start)]
    return [CompletionItem(name) for name in names] or [CompletionItem(start, type="file")]


def complete_game(_: click.Context, __: click.Parameter, start: str) -> list[CompletionItem]:
    from gridbots.installed import installed_games

    return [CompletionItem(name) for name in installed_games() if name.startswith(start)]
