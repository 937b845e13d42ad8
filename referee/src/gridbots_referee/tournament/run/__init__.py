"""Runs the matches of a tournament on this machine.

runner          hands out jobs and takes in results, until all is played
job             a match to be played, as a message
worker          a process that plays jobs
worker_process  the same, seen from the runner, with a watchdog
voids           what could not be played, whom to suspect, who is benched
pool            the workers
capacity        how many matches at a time it can hold
plan            what would be played, before it is
match_length    rounds and seconds of a match, by rules and clocks
prepare         compiles and checks what bots need, and gets the workers
resume          goes on with a tournament that was stopped
versions        bots that have changed meanwhile
broadcast       streams a running match to a viewer
scoreboard      the standing while it runs
"""
