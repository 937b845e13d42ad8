"""The store of a tournament: an SQLite database, and one record per match.

store         adds matches
reader        reads them
database      opens and creates the database, and locks it for one writer
declaration   the tournament, in the tables
damage        describes what is wrong with a damaged store
migrations    upgrades an older schema
journal_file  lines of JSON that survive a kill, for tunings and experiments
rows          a match as rows of the tables
chain         hash chain of all matches
query         finds matches
summary       standings, terminations and ratings of a tournament
"""
