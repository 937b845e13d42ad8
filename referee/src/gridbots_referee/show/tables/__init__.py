"""Tables and reports, as text, CSV, Markdown or JSON.

match_events  the start and the end of a match, as JSON lines
report        one match: the result, the players, the failures and their output
result_text   a result in one sentence
summary       several matches of the same bots
tournament    standings, matches and plans of a tournament
transcript    the lines between the referee and a bot
analysis      blunders, turning points and accuracy
comparison    where two bots decide differently
check         the findings of `referee check`
sprt          the evidence of a sequential test
experiment    published values beside ours
tuning        the results of a tuning
markup        rows as CSV
"""
