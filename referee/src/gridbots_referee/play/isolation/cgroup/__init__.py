"""Control groups (cgroups) of Linux, in both versions.

group     the group of a seat, and the groups of a process that plays matches
mounts    where a process may create groups
versions  groups of version 1 and version 2
files     files of cgroupfs; names of groups; groups of a killed referee
"""
