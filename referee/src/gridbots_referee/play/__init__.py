"""One match: bots as processes, asked for moves under a time bank, judged by the rules.

match           the round loop, from the opening to the record
seat            a player at the board
clock           the time bank
transport       poll loop over the bots' pipes
process         a bot's process and its pipes
stderr          a bot's stderr, bounded
zygote          bots forked from a process that has loaded them
in_process      bots within the referee's own process
isolation       process trees and scratch folders
launch          how a bot is started
result          the result of a match
limits          limits of a match, and their defaults
warmup          compiles before any clock runs
session         several matches in a row
stop            graceful shutdown
events          match events as JSON lines
human_input     input of a human player
protocol_check  what `referee check` looks for
"""
