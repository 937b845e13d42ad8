"""Table of the commands: module, function and one line of help. Listing imports none of them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

SECTIONS = {
    "Matches": {
        "run": ("matches.run:run", "Play one or more matches between bots."),
        "play": ("matches.view:play", "Set up matches in the browser, and play in them yourself."),
        "replay": ("matches.records:replay", "Step through a recorded match."),
        "view": ("matches.view:view", "Watch recorded matches in the browser."),
        "transcript": (
            "matches.transcript:transcript",
            "Print the lines between the referee and a bot.",
        ),
        "analyse": (
            "matches.analyse:analyse",
            "Analyse a match: blunders, turning points, best lines.",
        ),
        "verify": ("matches.records:verify", "Verify records: replay them by the rules."),
        "export": ("matches.export:export", "Export a recorded match as a page or pictures."),
    },
    "Bots and games": {
        "bots": ("bots.listing:bots", "List the installed bots, or describe one."),
        "games": ("bots.listing:games", "List the installed games, or describe one."),
        "new": ("bots.new:new", "Start a new bot, plugin or game from a working example."),
        "plugins": (
            "bots.packages:plugins",
            "List bots and games by package; check whether they load.",
        ),
        "install": ("bots.packages:install", "Install packages with bots or games."),
        "uninstall": ("bots.packages:uninstall", "Uninstall packages with bots or games."),
        "check": ("bots.check:check", "Check whether a bot follows the protocol."),
    },
    "Tournaments": {
        "tournament": (
            "tournaments.tournament:tournament",
            "Play a tournament, and store its results.",
        ),
        "resume": ("tournaments.tournament:resume", "Resume or extend a tournament."),
        "standings": ("tournaments.results:standings", "Rank the bots of a tournament."),
        "crosstable": ("tournaments.results:crosstable", "Show the results of each pair of bots."),
        "matches": ("tournaments.results:matches", "List the matches of a tournament."),
        "serve": ("tournaments.results:serve", "Show a tournament in the browser."),
        "audit": ("tournaments.audit:audit", "Check whether stored results can be trusted."),
        "openings": ("tournaments.tournament:openings", "Print random openings for a tournament."),
    },
    "Stronger bots": {
        "sprt": (
            "tournaments.sprt:sprt",
            "Test whether one bot is stronger than another (SPRT).",
        ),
        "gate": (
            "tournaments.sprt:gate",
            "Pass or fail a new bot in continuous integration (SPRT).",
        ),
        "tune": (
            "tournaments.tune:tune",
            "Tune the numeric parameters of a bot by playing matches.",
        ),
        "compare": (
            "matches.compare:compare",
            "Compare the decisions of two bots in recorded matches.",
        ),
        "experiment": ("tournaments.experiment:experiment", "Reproduce a published table."),
    },
    "This machine": {
        "isolation": (
            "bots.isolation:isolation",
            "Show the isolation of bots that this machine supports.",
        ),
        "config": ("config:config", "Show the defaults of options, and which file sets them."),
        "completion": ("completion:completion", "Print the shell completion script."),
    },
}
"""Section of the help -> name -> (module:function, line of help)."""

COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}


def load(name: str) -> click.Command:
    """Import the command of this name."""
    module, _, function = COMMANDS[name][0].partition(":")
    imported = importlib.import_module(f"gridbots_referee.cli.{module}")
    command: click.Command = getattr(imported, function)
    return command
