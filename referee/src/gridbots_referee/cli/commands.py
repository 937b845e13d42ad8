"""Table of the commands: arguments only; the work is done elsewhere, imported when needed."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

SECTIONS = {
    "Matches": {
        "run": ("matches.run:run", "Play a match, or several, between bots."),
        "play": ("matches.view:play", "Choose matches in the browser, and play them yourself."),
        "replay": ("matches.records:replay", "Step through a recorded match."),
        "view": ("matches.view:view", "Look at recorded matches in the browser."),
        "transcript": (
            "matches.transcript:transcript",
            "Print what a bot was sent in a recorded match, and what it answered.",
        ),
        "analyse": (
            "matches.analyse:analyse",
            "Let bots re-examine a recorded match: blunders, turning points, best lines.",
        ),
        "verify": ("matches.records:verify", "Play records again by the rules."),
        "export": ("matches.export:export", "Make a page or pictures of a recorded match."),
    },
    "Bots and games": {
        "bots": ("bots.listing:bots", "List the installed bots, or describe one."),
        "games": ("bots.listing:games", "List the installed games, or describe one."),
        "new": ("bots.new:new", "Start a bot, a plugin or a game from an example that works."),
        "plugins": ("bots.packages:plugins", "List bots and games by package; try if they load."),
        "install": ("bots.packages:install", "Install packages with bots or games."),
        "uninstall": ("bots.packages:uninstall", "Uninstall packages with bots or games."),
        "check": ("bots.check:check", "See whether a bot follows the protocol."),
    },
    "Tournaments": {
        "tournament": (
            "tournaments.tournament:tournament",
            "Play a tournament between many bots, and keep the results.",
        ),
        "resume": ("tournaments.tournament:resume", "Play what a tournament still misses."),
        "standings": ("tournaments.results:standings", "Rank the bots of a tournament."),
        "crosstable": ("tournaments.results:crosstable", "Who did what against whom."),
        "matches": ("tournaments.results:matches", "List the matches of a tournament."),
        "serve": ("tournaments.results:serve", "Browse a tournament in the browser."),
        "audit": ("tournaments.audit:audit", "See whether results can be trusted."),
        "openings": ("tournaments.tournament:openings", "Print random openings for a tournament."),
    },
    "Stronger bots": {
        "sprt": (
            "tournaments.sprt:sprt",
            "Test whether one bot is stronger than another, with no more matches than it takes.",
        ),
        "gate": (
            "tournaments.sprt:gate",
            "Let a new bot pass if it is stronger than the old one; for continuous integration.",
        ),
        "tune": (
            "tournaments.tune:tune",
            "Make the numbers of a bot better by matches.",
        ),
        "compare": (
            "matches.compare:compare",
            "Show where two bots decide differently in recorded matches.",
        ),
        "experiment": ("tournaments.experiment:experiment", "Play a published table again."),
    },
    "This machine": {
        "isolation": (
            "bots.isolation:isolation",
            "Show how bots can be kept apart on this machine.",
        ),
        "config": ("config:config", "Show the defaults of options, and where they are from."),
        "completion": ("completion:completion", "Print shell completion."),
    },
}
"""Section of the help -> name -> where the command is, and its line: listing imports none."""

COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}


def load(name: str) -> click.Command:
    """Import the command of this name."""
    module, _, function = COMMANDS[name][0].partition(":")
    imported = importlib.import_module(f"gridbots_referee.cli.{module}")
    command: click.Command = getattr(imported, function)
    return command
