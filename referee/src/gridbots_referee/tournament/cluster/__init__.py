"""Runs the matches of a tournament on other machines, by Dask.

backend    connects to a cluster; preflight check: do all hosts have the same bots?
pool       scheduler side: sends jobs to the cluster
host       worker side: plays them there
inventory  what a machine has installed
"""
