"""Tournaments: many matches, and their results.

stats    statistics of results
formats  declarations, schedules and standings
store    keeps the results
run      plays the matches on this machine
cluster  plays them on other machines
audit    checks that the results can be trusted

Each imports only from those above it.
"""
