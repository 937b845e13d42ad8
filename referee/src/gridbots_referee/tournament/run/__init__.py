"""Runs the matches of a tournament on this machine.

runner          submits jobs and stores results until all matches are played
dispatch        submits jobs to workers, and tries failed matches again
job             messages between the runner and its workers
worker          a process that plays jobs
worker_process  the same process as the runner sees it, with a watchdog
voids           matches that could not be played, their suspects, and benched bots
first_matches   stops the run if a bot fails at once in its first match
pool            the workers, and how many the machine can hold
plan            matches, bots and duration of a tournament that has not begun
prepare         launches, settings and limits of all matches, and warm-up
resume          continues a tournament that was stopped, or extends it
broadcast       streams a running match to a viewer
"""
