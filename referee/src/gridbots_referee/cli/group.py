"""The commands of `referee`: arguments only; the work is done elsewhere, imported when needed."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "run": ("gridbots_referee.cli.run:run", "Play a match, or several, between bots."),
    "tournament": (
        "gridbots_referee.cli.tournament:tournament",
        "Play a tournament between many bots, and keep the results.",
    ),
    "sprt": (
        "gridbots_referee.cli.sprt:sprt",
        "Test whether one bot is stronger than another, with no more matches than it takes.",
    ),
    "resume": ("gridbots_referee.cli.tournament:resume", "Play what a tournament still misses."),
    "experiment": ("gridbots_referee.cli.experiment:experiment", "Play a published table again."),
    "check": ("gridbots_referee.cli.check:check", "See whether a bot follows the protocol."),
    "bots": ("gridbots_referee.cli.listing:bots", "List the installed bots, or describe one."),
    "games": ("gridbots_referee.cli.listing:games", "List the installed games, or describe one."),
    "view": ("gridbots_referee.cli.view:view", "Look at recorded matches in the browser."),
    "serve": ("gridbots_referee.cli.serve:serve", "Browse a tournament in the browser."),
    "replay": ("gridbots_referee.cli.records:replay", "Step through a recorded match."),
    "verify": ("gridbots_referee.cli.records:verify", "Play records again by the rules."),
    "export": (
        "gridbots_referee.cli.records:export",
        "Make a page or pictures of a recorded match.",
    ),
    "openings": (
        "gridbots_referee.cli.openings:openings",
        "Print random openings for a tournament.",
    ),
    "standings": ("gridbots_referee.cli.results:standings", "Rank the bots of a tournament."),
    "crosstable": ("gridbots_referee.cli.results:crosstable", "Who did what against whom."),
    "matches": ("gridbots_referee.cli.results:matches", "List the matches of a tournament."),
    "completion": ("gridbots_referee.cli.completion:completion", "Print shell completion."),
}
"""Name -> where the command is, and its line in the help: listing imports none of them."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from gridbots.errors import nearest

            ctx.fail(f"unknown command {args[0]!r}; {nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gridbots-referee", prog_name="referee")
def cli() -> None:
    """Play bots against each other on a grid, fairly and fast.

    A bot is an installed plugin with options, or any command that speaks the protocol:

    \b
      referee run minimax wall-hugger --watch
      referee run minimax:depth=4 "java -jar my.jar" --matches 20
      referee run ./mybot straight --set width=24 --set height=12

    \b
    Exit codes: 0 finished; 1 verify, check or experiment found something wrong; 2 wrong
    usage; 3 a match is void (a bot did not start); 70 internal error; 74 a result could not
    be written; 130 interrupted, records kept; 141 the reader of the output has left.
    """  # noqa: D301  \b is click's mark for "do not wrap"


def run_command(words: Sequence[str]) -> int:
    """Carry out a command line; the exit code.

    Raises:
        SettingsError: a word is no text.
    """
    for word in words:
        _refuse_bytes(word)
    return cli.main(list(words), prog_name="referee", standalone_mode=False) or 0


def _refuse_bytes(word: str) -> None:
    """Records and events are UTF-8; so is whatever a command line puts into them."""
    try:
        word.encode()
    except UnicodeEncodeError:
        from gridbots.errors import SettingsError

        raise SettingsError(
            f"expected words in UTF-8, got {os.fsencode(word)!r}; rename it, or set LC_ALL=C.UTF-8"
        ) from None
