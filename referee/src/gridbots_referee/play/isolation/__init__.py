"""Keeps bots apart from each other and from the referee.

process_tree  ends a bot with all its descendants
scratch       an empty working directory for each seat
cgroup        a control group for each seat: measured, capped, frozen and killed as a whole
tree_cpu      CPU time of a bot with its descendants, where there are no cgroups
"""
