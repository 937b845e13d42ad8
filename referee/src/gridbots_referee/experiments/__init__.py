"""Published tables, reproduced.

experiment  declaration: line-ups, measures and published values; a TOML file, read and checked
execution   plays a line-up, compiled where possible
compiled    compiled execution, in chunks shared among processes
ledger      outcomes as they come, in a store if asked
estimates   means and other statistics over many matches, with standard errors
measures    what a table reports of the matches
comparison  published values beside ours
runner      plays all line-ups of an experiment
"""
