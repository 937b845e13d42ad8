"""Commands that read a store: `referee standings`, `crosstable`, `matches` and `serve`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path  # noqa: TC003  the struct needs it at runtime
from typing import TYPE_CHECKING, Annotated, Any

import click
import msgspec

from gridbots_referee.cli import completion
from gridbots_referee.cli.matches.view import server_options, show
from gridbots_referee.cli.options import Option, options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots_referee.tournament.store.query import MatchFilter
    from gridbots_referee.tournament.store.store import Store


STORE = click.argument("store", metavar="STORE", type=completion.STORE)


class TableOptions(msgspec.Struct, frozen=True):
    """Options for the format of results."""

    as_json: Annotated[bool, Option("Print JSON.", flag="--json")] = False
    as_csv: Annotated[bool, Option("Print CSV.", flag="--csv")] = False
    plot: Annotated[Path | None, Option("Draw the result to FILE.svg or FILE.png too.")] = None


def _one_of(flags: Mapping[str, Any], *names: str) -> str:
    """The one flag that was given, or an empty string."""
    given = [name for name in names if flags[name]]
    if len(given) > 1:
        named = " and ".join(f"--{name.removeprefix('as_')}" for name in given)
        raise click.UsageError(f"{named} are mutually exclusive")
    return given[0].removeprefix("as_") if given else ""


def _uses_unicode() -> bool:
    from gridbots_referee.show.terminal.style import style_for

    return style_for(sys.stdout).unicode


def _open(path: Path) -> Store:
    from gridbots_referee.tournament.store.store import Store

    return Store.open(path, read_only=True)


@click.command()
@STORE
@click.option("--skill", is_flag=True,
              help="Add OpenSkill ratings; needs gridbots-referee[ratings].")  # fmt: skip
@options(TableOptions)
def standings(store: Path, skill: bool, plot: Path | None, **forms: bool) -> None:
    """Rank the bots of a tournament, according to its format.

    STORE is the file of a tournament, which may still be running. Columns of the table:

    \b
      W-D-L       matches won, drawn and lost
      forfeits    matches that the bot forfeited, on time or by another failure
      score       points per match: 1 for a win, 1/2 for a draw; with more than
                  two seats, the share of opponents beaten (ties count half)
      seat 1 ...  score in that seat
      Elo         rating, with its 95 % confidence interval (two seats)
      LOS         probability that the bot is stronger than the next one

    A warning follows if `referee audit` would find discrepancies in the latest 1000 matches.

    Tie-breaks appear if they decided a place. A second table counts how matches ended. --json and
    --csv have more; docs/referee.md and docs/statistics.md explain everything.

    \b
      referee standings autumn.db
      referee standings autumn.db --csv > autumn.csv
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.show.tables.tournament import standings as show
    from gridbots_referee.tournament.audit.audit import warning_of
    from gridbots_referee.tournament.store.summary import summarise

    form = _one_of(forms, "as_json", "as_csv")
    with _open(store) as opened:
        try:
            found = summarise(opened, with_skill=skill)
        except ModuleNotFoundError as error:
            raise click.UsageError(str(error)) from None
        warning = warning_of(opened)
    if plot:
        from gridbots_referee.show.plots.tournament_plot import plot_standings

        plot_standings(plot, found)
    if form == "json":
        click.echo(show.as_json(found, warning))
    elif form == "csv":
        click.echo(show.as_csv(found))
    else:
        click.echo(show.as_text(found, unicode=_uses_unicode()))
    _print_warning(warning)


def _print_warning(warning: str) -> None:
    """Print a warning to stderr, below the results."""
    if warning:
        from gridbots_referee.show.terminal.text import visible

        click.echo(visible(warning), err=True)


@click.command()
@STORE
@options(TableOptions)
def crosstable(store: Path, plot: Path | None, **forms: bool) -> None:
    """Show the results of each bot of a tournament against each other bot.

    A cell shows points / matches of its row against its column and, if the terminal is wide enough,
    matches won, drawn and lost. A number in brackets counts the matches that the bot of the row
    forfeited. With more than two seats, a match counts for every pair of its players, and the
    better place wins. Bots appear in the order of `referee standings`.

    \b
      referee crosstable autumn.db
      referee crosstable autumn.db --plot autumn.svg
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.show.tables.tournament import crosstable as show
    from gridbots_referee.tournament.audit.audit import warning_of
    from gridbots_referee.tournament.stats.pairwise import crosstable as all_encounters
    from gridbots_referee.tournament.store.summary import standings_of

    form = _one_of(forms, "as_json", "as_csv")
    with _open(store) as opened:
        bots = opened.tournament.bots
        met = all_encounters(opened.arrays(), len(bots))
        names = {each.entrant: bots[each.entrant].name for each in standings_of(opened)}
        if plot:
            from gridbots_referee.show.plots.tournament_plot import plot_crosstable

            plot_crosstable(plot, opened.tournament.name, names, met)
        if form == "json":
            click.echo(show.as_json(opened, names, met))
        elif form == "csv":
            click.echo(show.as_csv(names, met))
        else:
            width = shutil.get_terminal_size().columns
            click.echo(show.as_text(opened, names, met, width=width, unicode=_uses_unicode()))
        _print_warning(warning_of(opened))


@click.command()
@STORE
@click.option("--bot", metavar="NAME", help="Only matches of this bot.")
@click.option("--against", metavar="NAME", help="Only matches against this bot too.")
@click.option("--won", is_flag=True, help="Only matches that --bot won.")
@click.option("--drawn", is_flag=True, help="Only matches that --bot drew.")
@click.option("--lost", is_flag=True, help="Only matches that --bot lost.")
@click.option("--termination", metavar="WORD",
              help="Only matches with this termination for --bot, or for any player: late, exited, "
                   "closed, output, memory, processes, disk, malformed, illegal, eliminated, "
                   "survived.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Only the N latest matches.")
@options(TableOptions, only=("as_json", "as_csv"))
def matches(store: Path, limit: int | None, **chosen: Any) -> None:
    """List the matches of a tournament, with the paths of their records.

    \b
      referee matches autumn.db --bot mybot --lost
      referee matches autumn.db --bot mybot --termination late --json
      referee replay autumn-records/ID.jsonl.gz

    The winner of a match is alone in first place; bots that share it draw. With --against, the
    better place of the two wins. --json prints one object per line.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.tournament.store.query import MatchFilter

    form = _one_of(chosen, "as_json", "as_csv")
    ending = _one_of(chosen, "won", "drawn", "lost")
    if ending and not chosen["bot"]:
        raise click.UsageError(f"--{ending} needs --bot NAME")
    termination = _known_termination(chosen["termination"])
    with _open(store) as opened:
        bot, against = (
            None if chosen[name] is None else opened.entrant(chosen[name])
            for name in ("bot", "against")
        )
        _list(opened, MatchFilter(bot, against, ending or None, termination, limit), form)  # type: ignore[arg-type]


def _known_termination(word: str | None) -> str:
    from gridbots.errors import UnknownNameError, nearest
    from gridbots.record import TERMINATIONS

    if word is not None and word not in TERMINATIONS:
        raise UnknownNameError(
            f"expected a termination, got {word!r}; {nearest(word, TERMINATIONS)}"
        )
    return word or ""


def _list(opened: Store, chosen: MatchFilter, form: str) -> None:
    from gridbots_referee.show.tables.tournament import match_list as show

    found = opened.matches(chosen)
    if form == "json":
        for match in found:
            click.echo(show.as_json(match, opened.records))
    elif form == "csv":
        for line in show.as_csv(found, opened.records):
            click.echo(line)
    else:
        click.echo(show.as_text(found, opened.records, unicode=_uses_unicode()))


@click.command()
@STORE
@server_options
def serve(store: Path, port: int, no_browser: bool) -> None:
    """Show a tournament in the browser.

    STORE is the file of a tournament, which may still be running; the command only reads it. The
    page shows the standings with confidence intervals, the crosstable, ratings over time, and a
    table of the matches that you can filter, sort and replay. It is served on this machine only,
    until you close it or press Ctrl-C.

    \b
      referee serve autumn.db
      referee serve autumn.db --port 8080 --no-browser
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite

    show(TournamentSite(store), port, opens=not no_browser)
