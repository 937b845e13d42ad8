"""Sites: what there is to see behind the page.

record_site      records in files
record_index     the index of these records
live_site        matches that are being played
tournament       a tournament's store
replay_requests  what the page asks of a replay
match_analysis   analyses of recorded matches, and variations
background_analysis  one analysis that runs while the page is open
seat_view        what a person who plays may be told
"""
