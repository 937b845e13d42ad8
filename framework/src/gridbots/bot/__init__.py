"""What a bot is, and what runs it.

bot          Bot, ProtocolBot or Command; BotType says how a plugin makes one
policy_bot   a bot made of a policy
coroutine    bot that yields what it waits for
runner       protocol adapter, and the loop on stdin and stdout
check        check of bots before anything starts
seed         seed of a bot's chance in a match
time_budget  time management
warm         ahead-of-time compilation
zygote       fork server
huge_pages   huge pages for the memory that it shares with its bots
"""

from gridbots.bot.bot import (
    Bot,
    BotType,
    Briefing,
    Budget,
    Command,
    Entry,
    ProtocolBot,
    checked_move,
)

__all__ = [
    "Bot",
    "BotType",
    "Briefing",
    "Budget",
    "Command",
    "Entry",
    "ProtocolBot",
    "checked_move",
]
