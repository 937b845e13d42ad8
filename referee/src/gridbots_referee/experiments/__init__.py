"""Published tables, played again.

experiment       what is played, and what was published
experiment_file  the same as a TOML file
execution        plays a line-up, compiled where it can be
compiled         plays it compiled, in chunks
all_cores        shares matches between kernels out among processes
ledger           outcomes as they come in, in a store if asked
estimates        means and other statistics of many matches, with their errors
measures         what a table tells of the matches
comparison       published values beside ours
runner           plays all line-ups of an experiment
"""
