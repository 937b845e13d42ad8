"""Where bots run, and how the referee talks to them.

interface    bots and transports, as the rest of the referee sees them
pipes        bots in processes of their own, and the poll loop over their pipes
process      a bot's process
bot_pipes    the pipes of a bot's process
zygote       bots forked from a process that has loaded them
coroutine    bots in the poll loop, whose programs run elsewhere
in_process   bots inside the referee's own process
scheduling   scheduling latency of the referee, and gaps in which it did not run
usage        CPU time and memory of a bot with all its processes
stderr       bounded buffer of a bot's stderr
error_lines  the line of a bot's stderr that names the cause of an error
"""
