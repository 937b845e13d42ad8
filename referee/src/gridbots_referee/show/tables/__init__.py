"""Tables and reports in the terminal, as text, CSV or JSON.

summary     how one match ended
highlights  what is worth telling of a match, by round
report      why a bot lost
match_list  matches of a store
standings   places, points and ratings
crosstable  results of each against each
check       what `referee check` found
experiment  published values beside ours
csv_rows    any table as CSV
"""
