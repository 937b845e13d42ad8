"""One match: bots as processes, asked for moves under a time bank, judged by the rules.

match            the round loop, from the opening to the record
match_spec       what is played, by whom, under which limits
logs             what is told and kept of it while it is played
seat             a player at the board
started_bot      what is needed of its bot, wherever that runs
clock            the time bank
transport        where bots run, and how the referee talks to them
isolation        process trees and scratch folders
launch           how a bot is started
commands         commands that users name as bots: their words and files
cores            processors of this machine
warmup           compiles before any clock runs
foul_play        deaths of bots that another bot may have caused
result           the result of a match
session          several matches in a row
continuation     a position of a record as an opening
stop             graceful shutdown
human_input      input of a human player
"""
