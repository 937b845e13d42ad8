"""`referee isolation`, and the options for isolation: the level, and its limits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, get_args

import click
import msgspec

from gridbots.command_line.columns import wrapped
from gridbots.limits import DEFAULT_ISOLATION, Level
from gridbots_referee.cli.options import Option, options

if TYPE_CHECKING:
    from gridbots.limits import Isolation


class IsolationFlags(msgspec.Struct, frozen=True):
    """Options for the isolation of bots from each other and from the machine."""

    level: Annotated[
        Level | None,
        Option(
            "Isolation of bots from each other and from this machine: none, limits, or a sandbox "
            "for each.",
            flag="--isolation",
            default=DEFAULT_ISOLATION.level,
        ),
    ] = None
    numbers: Annotated[
        tuple[str, ...],
        Option(
            "A limit, such as memory_mib=500; docs/referee.md lists them.",
            flag="--limit",
            metavar="NAME=VALUE",
        ),
    ] = ()
    pass_env: Annotated[
        tuple[str, ...],
        Option("Pass this environment variable on to the bots.", metavar="NAME"),
    ] = ()
    network: Annotated[bool, Option("Let bots in the sandbox use the network.")] = False


isolation_options = options(IsolationFlags, "isolation")


def isolation_of(flags: IsolationFlags, base: Isolation = DEFAULT_ISOLATION) -> Isolation:
    """The isolation that the options ask for, with the rest from `base`; available here.

    Raises:
        SettingsError: a name is unknown, a value does not fit, or this machine has no sandbox.
    """
    from msgspec.structs import asdict

    from gridbots.limits import Isolation
    from gridbots.settings import make_settings, parse_assignments

    given = {**asdict(base), **parse_assignments(flags.numbers, "limit")}
    words = {"level": flags.level, "pass_env": flags.pass_env, "network": flags.network}
    given |= {name: value for name, value in words.items() if value}
    return checked(make_settings(Isolation, given, "limit"))


def checked(isolation: Isolation) -> Isolation:
    """Return the isolation if this machine can provide it.

    Raises:
        SettingsError: this machine has no sandbox.
    """
    if isolation.level == "sandbox":
        from gridbots_referee.play.isolation.sandbox.sandbox import check_isolation

        check_isolation(isolation)
    return isolation


def refuse_beside_sandbox(isolation: Isolation, **flags: bool) -> None:
    """Refuse options that the sandbox does not allow.

    Raises:
        UsageError: one of them was given.
    """
    for name, is_given in flags.items():
        if is_given and isolation.level == "sandbox":
            word = name.replace("_", "-")
            raise click.UsageError(f"--isolation sandbox and --{word} are mutually exclusive")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per level.")
def isolation(as_json: bool) -> None:
    """Show which measures each level of isolation has on this machine, and which are missing.

    \b
      referee isolation
      referee isolation --json
    """  # noqa: D301  \b is click's mark for "do not wrap"
    for level in get_args(Level):
        found = _found(level)
        if as_json:
            click.echo(json.dumps({"level": level, **found}))
            continue
        click.echo(wrapped(f"{level}: {'; '.join(found['measures']) or 'not available'}"))
        for word in ("missing", "refused"):
            if found[word]:
                what = found[word] if isinstance(found[word], str) else "; ".join(found[word])
                click.echo(wrapped(f"  {word}: {what}"))


def _found(level: Level) -> dict[str, Any]:
    """The measures in force at a level, the missing ones, and why it is refused, if it is."""
    from msgspec.structs import asdict

    from gridbots.limits import Isolation, Limits
    from gridbots_referee.play.isolation.levels import in_force
    from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox

    reason = why_no_sandbox() if level == "sandbox" else ""
    if reason:
        return {"measures": (), "missing": (), "refused": reason}
    return {**asdict(in_force(Limits(isolation=Isolation(level=level)))), "refused": ""}
