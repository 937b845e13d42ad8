"""Sites: the data behind the page.

record_site          records in files
record_index         the index of these records
match_table          matches and their seats in columns
selection            filters, sort keys and pages of matches
live_site            matches while they are played, and what each person may see
live_matches         the match that is played, and those before it
person_seat          the seat of a person: the move that is due, and moves chosen ahead
round_timer          the real-time pace of rounds
match_analysis       requests for a match: replays, analyses and variations
background_analysis  one analysis that runs while the page is open
tournament           the store of a tournament
"""
