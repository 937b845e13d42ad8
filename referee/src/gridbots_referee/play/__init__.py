"""One match: bots as processes, asked for moves under a time bank, judged by the rules.

match            the round loop, from the opening to the record
match_spec       what is played, by whom, under which limits
live_transcript  what passes between referee and bot, written while they play
match_log        what came of each round, from which the record is made
seat             a player at the board
clock            the time bank
transport        where bots run, and how the referee talks to them
isolation        process trees and scratch folders
launch           how a bot is started
command_words    which words of a command name files here
command_hints    what was meant by a command that is none
bot_files        the files that a bot is made of, and their digest
limits           limits of a match, and their defaults
warmup           compiles before any clock runs
foul_play        deaths of bots that another bot may have caused
result           the result of a match
session          several matches in a row
continuation     a position of a record as an opening
stop             graceful shutdown
events           match events as JSON lines
human_input      input of a human player
"""
