"""Where bots run, and how the referee talks to them.

pipes        bots in processes of their own, and the poll loop over their pipes
process      a bot's process and its pipes
gaps         time in which the referee itself did not run
scheduling   how long it waited for a core
cpu_time     CPU time of a bot with all that it has started
usage        what a bot has used when it has ended
stack_trace  the line of a stack trace that names the error
stderr       bounded buffer of a bot's stderr
zygote       bots forked from a process that has loaded them
in_process   bots within the referee's own process
coroutine    bots within its poll loop, whose programs run elsewhere
"""
