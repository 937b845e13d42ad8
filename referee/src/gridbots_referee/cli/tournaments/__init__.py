"""Commands about many matches.

tournament  play one, or go on with it
play        how the commands play what is missing
sprt        the sequential test of two bots
tune        the numbers of a bot, made better
experiment  a published table again
results     standings, crosstable and list of matches
audit       whether results can be trusted
"""
