"""Tournaments: many matches, and what they prove.

stats    statistics of results
formats  what a tournament is, and who meets whom
store    where the results are kept
run      plays the matches on this machine
cluster  plays them on others
audit    sees whether the results can be trusted

Each imports from those above it only.
"""
