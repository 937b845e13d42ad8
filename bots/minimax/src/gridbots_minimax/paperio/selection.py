"""Which bot plays Paper.io, by its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots_minimax.paperio.bot import PaperioBot

if TYPE_CHECKING:
    from gridbots.bot import Bot
    from gridbots_minimax.options import Options


def make_bot(options: Options, *, averages: bool) -> Bot:
    """A bot that takes one position for the true one, or one that samples several."""
    if options.belief == "sampled":
        from gridbots_minimax.paperio.determinization import SamplingBot

        return SamplingBot(options, averages=averages)
    return PaperioBot(options, averages=averages)
