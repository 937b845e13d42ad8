"""Commands for many matches.

tournament  play or resume a tournament; random openings for one
play        plays the missing matches, for the commands that do
sprt        sequential test of two bots, also for continuous integration
tune        tune the parameters of a bot
experiment  reproduce a published table
results     standings, crosstable, list of matches; all of them in the browser
audit       check whether results can be trusted
"""
