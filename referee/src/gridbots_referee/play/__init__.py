"""One match: its bots run under a time bank, and the rules decide.

match            the round loop, from the opening to the record
match_spec       specification of a match: game, players, limits
match_record     rounds and results for the record; reasons why a match is void
seat             a player of a match
clock            the time bank
transport        where bots run, and how the referee talks to them
isolation        process trees, sandboxes and working folders
launch           how to start a bot
command_words    commands that users name as bots: which words are files, and hints
interpreters     which word of a command is the script that an interpreter runs
bot_files        the files of a bot, and their digest
cores            processor cores of this machine
warmup           compiles before any clock runs
session          several matches in a row
live_transcript  the lines between referee and bot, written during the match
stop             graceful shutdown
human_input      input of a human player
"""
