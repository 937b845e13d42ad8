"""Tables and reports in the terminal, as text, CSV or JSON.

match_events  start and end of a match, as JSON lines
report        all that is known after a match
result_text   who won and why, in one sentence
bot_output    what bots wrote, as harmless text
summary       several matches of the same bots
tournament    standings, matches and plans of a tournament
transcript    the lines between the referee and a bot
analysis      blunders, turning points and accuracy
comparison    where two bots decide differently
check         what `referee check` found
experiment    published values beside ours
tuning        what came of a tuning
"""
