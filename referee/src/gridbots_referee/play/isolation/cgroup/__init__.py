"""Control groups (cgroups) of Linux, in both versions.

group      the group of a seat, and those of a process that plays matches
mounts     where a process may make groups
v1, v2     what both versions call things
leftovers  names of groups, and what a killed referee has left
files      files of cgroupfs
"""
