"""The store of a tournament: an SQLite database, and one record per match.

store         adds matches
reader        gives them back
database      opens the database, and makes its tables
declaration   the tournament, in the tables
damage        says what is wrong with one that cannot be read
migrations    brings an older database up to date
journal_file  lines of JSON that survive a kill, for work that is no tournament
lock          one process at a time
rows          a match as a row
chain         links each match to the one before
query         finds matches
summary       all of a tournament at a glance
"""
