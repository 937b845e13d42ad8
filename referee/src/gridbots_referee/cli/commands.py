"""Table of the commands: arguments only; the work is done elsewhere, imported when needed."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

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
    "isolation": (
        "gridbots_referee.cli.isolation:isolation",
        "Show how bots can be kept apart on this machine.",
    ),
    "config": (
        "gridbots_referee.cli.config:config",
        "Show the defaults of options, and where they are from.",
    ),
    "audit": ("gridbots_referee.cli.audit:audit", "See whether results can be trusted."),
    "completion": ("gridbots_referee.cli.completion:completion", "Print shell completion."),
}
"""Name -> where the command is, and its line in the help: listing imports none of them."""


def load(name: str) -> click.Command:
    """Import the command of this name."""
    module, _, function = COMMANDS[name][0].partition(":")
    command: click.Command = getattr(importlib.import_module(module), function)
    return command
