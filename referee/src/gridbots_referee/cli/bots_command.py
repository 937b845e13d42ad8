"""Commands whose arguments are bots: they report missing quotes around a bot's command."""

from __future__ import annotations

import click


class BotsCommand(click.Command):
    """A command whose arguments are bots."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from gridbots.plugins import installed_bots
        from gridbots_referee.play.command_words import joined

        if not ctx.resilient_parsing and (words := joined(args, installed_bots())) != args:
            shown = " ".join(f'"{word}"' if " " in word else word for word in words)
            ctx.fail(f"the command of a bot needs quotes: {ctx.command_path} {shown}")
        return super().parse_args(ctx, args)
