"""Tables of a tournament, as text, CSV or JSON.

plan          what it would play
standings     places, points and ratings
crosstable    results of each against each
match_list    matches of a store
void_matches  what could not be played
gate          the summary of a gate
csv_rows      any of them as CSV
"""
