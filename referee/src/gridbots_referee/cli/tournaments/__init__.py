"""Commands about many matches.

tournament  play one, or go on with it
dry_run     what would be played, and how long it takes
play        how the commands play what is missing
sprt        the sequential test of two bots
gate        the same for continuous integration
tune        the numbers of a bot, made better
experiment  a published table again
openings    random openings for a tournament
results     standings, crosstable and list of matches
audit       whether results can be trusted
serve       a tournament in the browser
"""
