"""Tables and reports in the terminal, as text, CSV or JSON.

report        all that is known after a match
result_text   who won and why, in one sentence
bot_output    what bots wrote, as harmless text
summary       several matches of the same bots
match_list    matches of a store
plan          what a tournament would play
standings     places, points and ratings
void_matches  what could not be played
crosstable    results of each against each
transcript    the lines between the referee and a bot
analysis      blunders, turning points and accuracy
comparison    where two bots decide differently
check         what `referee check` found
experiment    published values beside ours
gate          the summary of a gate
tuning        what came of a tuning
csv_rows      any table as CSV
"""
