"""Tables of a tournament, as text, CSV or JSON.

plan        the output of `--dry-run`
standings   places, points and ratings; void matches
crosstable  results of each entrant against each other one
match_list  the matches of a store
gate        the summary of a gate
"""
