"""Keeps bots apart from each other and from the referee.

levels            how a program is started at each level, and what of it this machine has
launcher          a small process that starts bots
launcher_process  its other side
launchers         those of this process
rlimits           resource limits of processes
environment       the variables that bots get
sandbox           a machine of its own for a bot
process_tree      ends a bot with all its descendants
scratch           a new, empty working directory for each seat
removal           removes folders that bots have filled, whatever is in them
limit_hits        limits that a bot has hit: the cause of its failure, or a warning
cgroup            a control group for each seat: measured, capped, frozen and killed as a whole
tree_cpu          CPU time of a bot with its descendants, where there are no cgroups
"""
