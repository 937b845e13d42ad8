"""A machine of its own for a bot: it sees no other bot, no network and no file but what it needs.

sandbox       what a sandbox consists of on this machine, and whether there can be one
contents      what of this machine a bot finds there
bubblewrap    the same by Bubblewrap, where only that may make namespaces
seccomp       the system-call filter

From within:

process       a sandbox that a process has entered
file_tree     the file tree there
init_process  the first process there, which kills all that bots have left
landlock      no writing elsewhere, no signals to others
linux         the system calls that all this consists of
"""
