"""Published tables, played again.

toml        experiment files
experiment  what is played, and what was published
play        plays it, compiled where it can be
measures    what a table tells of the matches
comparison  published values beside ours
"""
