"""Control groups (cgroups) of Linux, in both versions.

group      the group of a seat, and those of a process that plays matches
mounts     where a process may make groups
v1         what version 1 calls things
v2         what version 2 calls them
leftovers  names of groups, and what a killed referee has left
files      files of cgroupfs
"""
