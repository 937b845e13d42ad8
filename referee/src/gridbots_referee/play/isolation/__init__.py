"""Isolation of bots from each other and from the referee.

levels            how a program is started at each level, and which measures this machine has
launcher          a small process that starts bots
launcher_process  the code that runs in it
launcher_pool     the launchers of this process
rlimits           resource limits of processes
environment       environment variables of bots
sandbox           namespaces, file tree, Landlock and seccomp
process_tree      ends a bot with all its descendants
scratch           a new, empty working folder for each seat
removal           removes folders that bots have filled
limit_hits        limits that a bot has hit: the cause of its failure, or a warning
cgroup            a control group for each seat: measured, capped, frozen and killed as a whole
"""
